/** Who is invited by mail to choose the first password: said by the `senha` field, asked by both sides. */
import {profileById} from './access.ts';
import type {Config, Resource} from './config.ts';
import type {Facts} from './guards.ts';
import type {Values} from './validate.ts';

/** Whether users of this profile are. */
const isInvited = (config: Config, {fields}: Resource, idPerfil: unknown): boolean => {
  const perfil = typeof idPerfil === 'number' ? profileById(config, idPerfil) : undefined;
  return perfil !== undefined && Object.values(fields).some(field => field.kind === 'senha' && field.invites?.includes(perfil) === true);
};

const asBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** What guards ask about a record that is a user; of any other record nothing is known. */
export const invitationFacts = (config: Config, resource: Resource, record: Values): Pick<Facts, 'semSenha' | 'pessoa' | 'ativo'> => ({
  semSenha: asBoolean(record['semSenha']),
  pessoa: record['tipo'] === undefined ? undefined : isInvited(config, resource, record['tipo']),
  ativo: asBoolean(record['ativo']),
});
