/** Signing in and changing a password (rules: Session 5, 13). */
import type {FastifyPluginAsync} from 'fastify';
import type {PasswordChanged} from '../../schema/wire.ts';
import {freshToken} from '../accounts/freshToken.ts';
import {hashPassword} from '../accounts/password.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import {changeRecord} from '../db/turns.ts';
import {notFound} from '../errors.ts';
import {writeHistory} from '../history/write.ts';
import {callerAddress} from '../http/caller.ts';
import {idOf} from '../http/ids.ts';
import {storedRow} from '../reach/storedRow.ts';
import {createLogin} from './login.ts';
import {newPassword} from './newPassword.ts';
import {setPassword} from './setPassword.ts';

export const sessionRoutes = (context: Context, tokens: Tokens): FastifyPluginAsync => async app => {
  const login = createLogin(context, tokens);
  app.post('/usuarios/login', {config: {public: true}}, request => login(request.body, callerAddress(request)));

  app.put('/usuarios/:id', async (request): Promise<PasswordChanged> => {
    const {actor} = request;
    const id = idOf(request.params);
    const {scope} = resourceOf(context.config, USERS);
    if (id !== actor.id && scope[actor.perfil]?.includes('tudo') !== true) throw notFound();
    const senha = newPassword(context.config, (request.body as {senha?: unknown} | null | undefined)?.senha, 'senha');
    await storedRow(context, context.db, USERS, actor, id);
    const hash = await hashPassword(senha);
    await changeRecord(context.db, USERS, id, async trx => {
      await setPassword(trx, id, hash);
      await writeHistory(trx, {recurso: USERS, id, actor, acao: 'senha'});
    });
    return id === actor.id ? {id, token: await freshToken(context, tokens, actor)} : {id};
  });
};
