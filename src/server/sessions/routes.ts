/** Routes for signing in, renewing a session and changing a password (rules: Session 5, 13). */
import type {FastifyPluginAsync} from 'fastify';
import * as z from 'zod';
import type {Config} from '../../schema/shapes/config.ts';
import {normaliseTextOrEmpty, REPLACEMENT_CHARACTER} from '../../schema/fields/text.ts';
import {RENEW_SESSION_CALL, STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import {passwordChanged, signInAnswer, type PasswordChanged, type SignInAnswer} from '../../schema/apiShapes.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {requireAccount} from '../accounts/authentication.ts';
import {hashPassword, verifyPassword} from '../accounts/password.ts';
import {accountByEmail, accountById, issueFreshToken, createSignInAnswer, USERS} from '../accounts/accounts.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {refuseReservedRecord} from '../engine/accessChecks.ts';
import {forbidden, invalid, notFound, unauthorized} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {callerAddress} from '../http/callerAddress.ts';
import {pathId, addRoute} from '../http/route.ts';
import {ACCESS_TAG, answer, refusal} from '../openapi/call.ts';
import {asJson, objectOf, ref} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {createRateLimitedQueue} from './gate.ts';
import {validateNewPassword, newPasswordSchema, setPassword} from './passwords.ts';
import {claimAttempt, releaseAttempt, type SignInAttempt} from './signInAttempts.ts';

/** Longer e-mails and passwords are refused unread; the fields' own limits are lower. */
const MAX_CREDENTIAL_LENGTH = 200;

const credentials = z.object({email: z.string().meta({format: 'email'}), senha: z.string().meta({writeOnly: true})});
type Credentials = z.infer<typeof credentials>;

const readCredentials = ({messages}: Config, body: unknown): Credentials => {
  const sent = (body ?? {}) as Record<string, unknown>;
  const sentences = {email: messages.loginUser, senha: messages.loginPassword};
  const missing = Object.entries(sentences).filter(([campo]) => [undefined, null, ''].includes(sent[campo] as null))
    .map(([campo, mensagem]) => ({campo, mensagem}));
  if (missing.length > 0) throw invalid(missing, missing.length === 2 ? messages.loginBoth : undefined);
  const {data} = credentials.safeParse(sent);
  if (data === undefined) throw invalid([]);
  const {email, senha} = data;
  if (email.length > MAX_CREDENTIAL_LENGTH || senha.length > MAX_CREDENTIAL_LENGTH) throw unauthorized();
  // PostgreSQL takes no NUL; the e-mail is then unknown like any other.
  return {email: normaliseTextOrEmpty(email).replaceAll('\0', REPLACEMENT_CHARACTER), senha};
};

/**
 * Creates the sign-in (rules: Session 2, 5). Every refusal is the same 401 after the same work, so that no e-mail is revealed.
 *
 * @returns takes a body and the caller's address
 * @throws Refusal 401 for a wrong password, an unknown or inactive user, an inactive company, or an attempt that has to wait
 * @throws Refusal 400 for missing credentials, and `LIMITE` from the gate
 */
const createLogin = ({config, db}: Context, tokens: Tokens): ((body: unknown, address: string) => Promise<SignInAnswer>) => {
  const gate = createRateLimitedQueue(db, (attempt: SignInAttempt) => claimAttempt(db, attempt));
  const signIn = async (attempt: SignInAttempt, senha: string, verdict: 'judge' | 'wait'): Promise<SignInAnswer> => {
    const account = await accountByEmail(db, config, attempt.email);
    const isRight = await verifyPassword(senha, verdict === 'judge' ? (account?.senhaHash ?? null) : null);
    if (account === undefined || !isRight) throw unauthorized();
    await releaseAttempt(db, attempt);
    return createSignInAnswer(config, tokens, account);
  };

  return async (body, address) => {
    const {email, senha} = readCredentials(config, body);
    const attempt = {email, address};
    return gate(attempt, verdict => signIn(attempt, senha, verdict));
  };
};

export const sessionRoutes = (context: Context, tokens: Tokens): FastifyPluginAsync => async app => {
  const login = createLogin(context, tokens);
  addRoute(app, {
    endpoint: 'POST usuarios/login', id: 'acesso.entrar', tag: ACCESS_TAG, summary: 'Entra', isPublic: true,
    description: 'O `token` vai no cabeçalho `Authorization: Bearer` das outras chamadas.', body: asJson(objectSchemaOf(credentials)),
    answers: {200: answer('A sessão.', ref('sessao')), 401: refusal('NaoAutenticado')},
    schemas: () => ({sessao: objectSchemaOf(signInAnswer, {idPerfil: {enum: Object.values(context.config.profiles).map(({id}) => id)}})}),
  }, request => login(request.body, callerAddress(request)));

  addRoute(app, {
    endpoint: RENEW_SESSION_CALL, id: 'acesso.sessao', tag: ACCESS_TAG, summary: 'A própria sessão, como é agora',
    description: 'O que entrar responderia; o `token` novo vence com o da chamada. ' +
      `\`${STALE_SESSION_HEADER}\` numa resposta diz que mudou.`,
    answers: {200: answer('A sessão.', ref('sessao'))},
  }, async (request): Promise<SignInAnswer> => {
    const {actor, keyHash, tokenExpires} = request;
    if (keyHash !== '') throw forbidden('Uma chave não tem sessão.');
    // After a password change this session has ended and gets no new token.
    const account = requireAccount(await accountById(context.db, context.config, actor.id), request);
    return createSignInAnswer(context.config, tokens, account, tokenExpires);
  });

  addRoute(app, {
    endpoint: 'PUT usuarios/:id', id: 'acesso.senha', tag: ACCESS_TAG, summary: 'Muda a senha',
    description: 'A própria; quem alcança todos os usuários muda a de quem não pode mais do que ele. As outras sessões da pessoa terminam.',
    body: asJson(objectOf({senha: newPasswordSchema(context.config)})), answers: {200: answer('Mudada.', objectSchemaOf(passwordChanged))},
  }, async (request): Promise<PasswordChanged> => {
    const {actor} = request;
    const id = pathId(request.params);
    const {scope} = resourceOf(context.config, USERS);
    if (id !== actor.id && scope[actor.perfil]?.includes('tudo') !== true) throw notFound();
    const senha = validateNewPassword(context.config, (request.body as {senha?: unknown} | null | undefined)?.senha, 'senha');
    const stored = await readStoredRow(context, context.db, USERS, actor, id);
    if (id !== actor.id) refuseReservedRecord(context.config, resourceOf(context.config, USERS), actor, stored);
    const hash = await hashPassword(senha);
    await changeRecord(context.db, USERS, id, async trx => {
      await setPassword(trx, id, hash);
      await writeHistory(trx, {recurso: USERS, id, actor, acao: 'senha'});
    });
    return id === actor.id ? {id, token: await issueFreshToken(context, tokens, actor)} : {id};
  });
};
