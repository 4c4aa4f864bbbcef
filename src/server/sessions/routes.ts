/** Signing in and changing a password (rules: Session 5, 13). */
import type {FastifyPluginAsync} from 'fastify';
import * as z from 'zod';
import type {Config} from '../../schema/shapes/config.ts';
import {normaliseTextOrEmpty, REPLACEMENT_CHARACTER} from '../../schema/fields/text.ts';
import {RENEW_SESSION_CALL, STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import {passwordChanged, signInAnswer, type PasswordChanged, type SignInAnswer} from '../../schema/wire.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {demandAccount} from '../accounts/guard.ts';
import {hashPassword, verifyPassword} from '../accounts/password.ts';
import {accountByEmail, accountById, freshToken, sessionOf, USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {refuseReservedRecord} from '../engine/accessChecks.ts';
import {forbidden, invalid, notFound, unauthorized} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {callerAddress} from '../http/caller.ts';
import {idOf, route} from '../http/route.ts';
import {ACCESS, answer, refusal} from '../openapi/call.ts';
import {asJson, objectOf, ref} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {readStoredRow} from '../reach/storedRow.ts';
import {createGate} from './gate.ts';
import {newPassword, passwordSchema, setPassword} from './newPassword.ts';
import {claimTry, releaseTry, type Try} from './tries.ts';

/** Longest e-mail and password looked at; the fields themselves stop earlier. */
const LONGEST = 200;

/** What somebody signs in with. */
const credentials = z.object({email: z.string().meta({format: 'email'}), senha: z.string().meta({writeOnly: true})});
type Credentials = z.infer<typeof credentials>;

const credentialsIn = ({messages}: Config, body: unknown): Credentials => {
  const given = (body ?? {}) as Record<string, unknown>;
  const sentences = {email: messages.loginUser, senha: messages.loginPassword};
  const missing = Object.entries(sentences).filter(([campo]) => [undefined, null, ''].includes(given[campo] as null))
    .map(([campo, mensagem]) => ({campo, mensagem}));
  if (missing.length > 0) throw invalid(missing, missing.length === 2 ? messages.loginBoth : undefined);
  const {data} = credentials.safeParse(given);
  if (data === undefined) throw invalid([]);
  const {email, senha} = data;
  if (email.length > LONGEST || senha.length > LONGEST) throw unauthorized();
  // NUL reaches no query; the refusal is the same as for any unknown e-mail.
  return {email: normaliseTextOrEmpty(email).replaceAll('\0', REPLACEMENT_CHARACTER), senha};
};

/**
 * Makes what signs in (rules: Session 2, 5). One refusal for every reason: nobody learns whether an e-mail is known.
 *
 * @returns takes a body and the caller's address. It throws a Refusal 401 for a wrong password, an unknown or inactive user, one
 *   of an inactive company, or a try that has to wait, after the same work for each; 400 when e-mail or password is missing, and
 *   `LIMITE` when the address failed too often or too many try at once
 */
const createLogin = ({config, db}: Context, tokens: Tokens): ((body: unknown, address: string) => Promise<SignInAnswer>) => {
  const gate = createGate(db, (tried: Try) => claimTry(db, tried));
  const signIn = async (tried: Try, senha: string, verdict: 'judge' | 'wait'): Promise<SignInAnswer> => {
    const account = await accountByEmail(db, config, tried.email);
    const right = await verifyPassword(senha, verdict === 'judge' ? (account?.senhaHash ?? null) : null);
    if (account === undefined || !right) throw unauthorized();
    await releaseTry(db, tried);
    return sessionOf(config, tokens, account);
  };

  return async (body, address) => {
    const {email, senha} = credentialsIn(config, body);
    const tried = {email, address};
    return gate(tried, verdict => signIn(tried, senha, verdict));
  };
};

export const sessionRoutes = (context: Context, tokens: Tokens): FastifyPluginAsync => async app => {
  const login = createLogin(context, tokens);
  route(app, {
    endpoint: 'POST usuarios/login', id: 'acesso.entrar', tag: ACCESS, summary: 'Entra', open: true,
    description: 'O `token` vai no cabeçalho `Authorization: Bearer` das outras chamadas.', body: asJson(shapeOf(credentials)),
    answers: {200: answer('A sessão.', ref('sessao')), 401: refusal('NaoAutenticado')},
    schemas: () => ({sessao: shapeOf(signInAnswer, {idPerfil: {enum: Object.values(context.config.profiles).map(({id}) => id)}})}),
  }, request => login(request.body, callerAddress(request)));

  route(app, {
    endpoint: RENEW_SESSION_CALL, id: 'acesso.sessao', tag: ACCESS, summary: 'A própria sessão, como é agora',
    description: 'O que entrar responderia; o `token` novo vence com o da chamada. ' +
      `\`${STALE_SESSION_HEADER}\` numa resposta diz que mudou.`,
    answers: {200: answer('A sessão.', ref('sessao'))},
  }, async (request): Promise<SignInAnswer> => {
    const {actor, keyHash, tokenExpires} = request;
    if (keyHash !== '') throw forbidden('Uma chave não tem sessão.');
    // A password that changed meanwhile has ended this session: it gets no new token.
    const account = demandAccount(await accountById(context.db, context.config, actor.id), request);
    return sessionOf(context.config, tokens, account, tokenExpires);
  });

  route(app, {
    endpoint: 'PUT usuarios/:id', id: 'acesso.senha', tag: ACCESS, summary: 'Muda a senha',
    description: 'A própria; quem alcança todos os usuários muda a de quem não pode mais do que ele. As outras sessões da pessoa terminam.',
    body: asJson(objectOf({senha: passwordSchema(context.config)})), answers: {200: answer('Mudada.', shapeOf(passwordChanged))},
  }, async (request): Promise<PasswordChanged> => {
    const {actor} = request;
    const id = idOf(request.params);
    const {scope} = resourceOf(context.config, USERS);
    if (id !== actor.id && scope[actor.perfil]?.includes('tudo') !== true) throw notFound();
    const senha = newPassword(context.config, (request.body as {senha?: unknown} | null | undefined)?.senha, 'senha');
    const stored = await readStoredRow(context, context.db, USERS, actor, id);
    if (id !== actor.id) refuseReservedRecord(context.config, resourceOf(context.config, USERS), actor, stored);
    const hash = await hashPassword(senha);
    await changeRecord(context.db, USERS, id, async trx => {
      await setPassword(trx, id, hash);
      await writeHistory(trx, {recurso: USERS, id, actor, acao: 'senha'});
    });
    return id === actor.id ? {id, token: await freshToken(context, tokens, actor)} : {id};
  });
};
