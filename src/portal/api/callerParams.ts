/** The caller as query parameters, for servers other than ours; ours reads the token alone (rules: Access 2). */
import type {Config} from '../../schema/shapes/config.ts';
import type {Session} from '../../schema/session.ts';

export const callerParams = (config: Config, session: Session | undefined) => ({
  idPerfilLogado: config.profiles[session?.perfil ?? '']?.id ?? 0,
  idUsuarioLogado: session?.id ?? 0,
});
