/** Signing in and changing a password (rules: Session 5, 13). */
import type {FastifyPluginAsync} from 'fastify';
import {passwordChanged, signInAnswer, type PasswordChanged} from '../../schema/wire.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {hashPassword} from '../accounts/password.ts';
import {freshToken, USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import {changeRecord} from '../db/turns.ts';
import {notFound} from '../errors.ts';
import {writeHistory} from '../history/write.ts';
import {callerAddress} from '../http/caller.ts';
import {idOf, route} from '../http/route.ts';
import {ACCESS, answer, refusal} from '../openapi/call.ts';
import {asJson, objectOf, ref} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {storedRow} from '../reach/storedRow.ts';
import {createLogin, credentials} from './login.ts';
import {newPassword, passwordSchema, setPassword} from './newPassword.ts';

export const sessionRoutes = (context: Context, tokens: Tokens): FastifyPluginAsync => async app => {
  const login = createLogin(context, tokens);
  route(app, {
    endpoint: 'POST usuarios/login', id: 'acesso.entrar', tag: ACCESS, summary: 'Entra', open: true,
    description: 'O `token` vai no cabeçalho `Authorization: Bearer` das outras chamadas.', body: asJson(shapeOf(credentials)),
    answers: {200: answer('A sessão.', ref('sessao')), 401: refusal('NaoAutenticado')},
    schemas: () => ({sessao: shapeOf(signInAnswer, {idPerfil: {enum: Object.values(context.config.profiles).map(({id}) => id)}})}),
  }, request => login(request.body, callerAddress(request)));

  route(app, {
    endpoint: 'PUT usuarios/:id', id: 'acesso.senha', tag: ACCESS, summary: 'Muda a senha',
    description: 'A própria; quem alcança todos os usuários muda a de qualquer um. As outras sessões da pessoa terminam.',
    body: asJson(objectOf({senha: passwordSchema(context.config)})), answers: {200: answer('Mudada.', shapeOf(passwordChanged))},
  }, async (request): Promise<PasswordChanged> => {
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
