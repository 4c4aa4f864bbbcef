/** Signing in and changing a password (§7). */
import fastifyRateLimit from '@fastify/rate-limit';
import type {FastifyPluginAsync} from 'fastify';
import {validateValue} from '../../schema/validate.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import {invalid, notFound, Refusal} from '../errors.ts';
import {writeHistory} from '../resources/history.ts';
import {idOf} from '../resources/ids.ts';
import {storedRow} from '../resources/read.ts';
import {freshToken} from './freshToken.ts';
import {login} from './login.ts';
import {setPassword} from './setPassword.ts';
import type {Tokens} from './tokens.ts';
import {USERS} from './users.ts';

const TRIES = 100;
const WINDOW = '5 minutes';

/** An address that tries too often, whatever the accounts. */
const tooMany = (milliseconds: number): Refusal => {
  const retryAfter = Math.ceil(milliseconds / 1000);
  return new Refusal(400, 'LIMITE', 'Muitas tentativas. Aguarde alguns minutos e tente novamente.', {retryAfter});
};

export const sessionRoutes = (context: Context, tokens: Tokens): FastifyPluginAsync => async app => {
  await app.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: (_request, {ttl}) => tooMany(ttl),
  });
  const limited = {config: {public: true, rateLimit: {max: TRIES, timeWindow: WINDOW}}};
  app.post('/usuarios/login', limited, request => login(context, tokens, request.body));

  app.put('/usuarios/:id', async request => {
    const {actor} = request;
    const id = idOf(request.params);
    const {scope, fields} = resourceOf(context.config, USERS);
    if (id !== actor.id && scope[actor.perfil]?.includes('tudo') !== true) throw notFound();
    const {senha} = (request.body ?? {}) as {senha?: unknown};
    const field = fields['senha'];
    const mensagem = field === undefined ? 'Requisição inválida.' : validateValue(field, senha, true);
    if (mensagem !== undefined || typeof senha !== 'string') throw invalid([{campo: 'senha', mensagem: mensagem ?? 'Requisição inválida.'}]);
    await storedRow(context, context.db, USERS, actor, id);
    await context.db.transaction().execute(async trx => {
      await setPassword(trx, id, senha);
      await writeHistory(trx, {recurso: USERS, id, actor, acao: 'senha'});
    });
    return id === actor.id ? {id, token: await freshToken(context, tokens, actor)} : {id};
  });
};
