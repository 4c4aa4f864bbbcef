/** Routes for a forgotten or a first password (rules: Session 9, 10): request a link, look it up, choose a password. */
import {randomInt} from 'node:crypto';
import type {FastifyPluginAsync} from 'fastify';
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {FORGOT_PASSWORD_CALL, RESET_LOOKUP_CALL, RESET_PASSWORD_CALL} from '../../schema/accountCalls.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {linkOwner, type LinkOwner} from '../../schema/apiShapes.ts';
import {hashPassword} from '../accounts/password.ts';
import {accountById, USERS, type Account} from '../accounts/accounts.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {invalid, Refusal} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {callerAddress} from '../http/callerAddress.ts';
import {addRoute} from '../http/route.ts';
import {ACCESS_TAG, answer} from '../openapi/call.ts';
import {valueSchema} from '../openapi/fields.ts';
import {asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {createRateLimitedQueue} from '../sessions/gate.ts';
import {validateNewPassword, newPasswordSchema, setPassword} from '../sessions/passwords.ts';
import {claimCall, releaseCall, type AddressCounter} from '../sessions/signInAttempts.ts';
import {storeLinkRequest, endPasswordLinks, enqueueMail} from './issue.ts';
import {hashLinkToken, type LinkPurpose} from './linkTokens.ts';

interface OpenLink {
  account: Account;
  proposito: LinkPurpose;
}

const invalidLink = (): Refusal =>
  new Refusal('TOKEN', 'Este link já foi usado ou não vale mais. Peça um novo em “Esqueceu sua senha?”, na tela de entrada.');

/**
 * Reads the open link of a token.
 *
 * @param lock locks its user until the commit
 * @throws Refusal 400 `TOKEN` for a used, expired, replaced or unknown token, or a user who may not sign in
 */
const readOpenLink = async ({config}: Pick<Context, 'config'>, db: DbOrTrx, token: string, lock = false): Promise<OpenLink> => {
  const {rows: [row]} = await sql<{id: number; proposito: LinkPurpose}>`
    select u.id, t.proposito from tokens_senha t join usuarios u on u.id = t.id_usuario and u.token_versao = t.token_versao
    where t.hash = ${hashLinkToken(token)} and t.encerrado is null and t.expira > now() ${lock ? sql`for update of u` : sql``}`.execute(db);
  const account = row === undefined ? undefined : await accountById(db, config, row.id);
  if (row === undefined || account === undefined) throw invalidLink();
  return {account, proposito: row.proposito};
};

/**
 * Sets the password, and ends the user's sessions and links; of two parallel calls one succeeds.
 * A user who had a password before is notified by mail.
 *
 * @param senha already validated
 * @throws Refusal as {@link readOpenLink}; 400 `LIMITE` when too many hashes wait
 */
const redeemLink = async (context: Context, token: string, senha: string): Promise<void> => {
  // Checked before hashing, because only the owner of a link may cost work.
  const {account} = await readOpenLink(context, context.db, token);
  const hash = await hashPassword(senha);
  await changeRecord(context.db, USERS, account.actor.id, async trx => {
    const {account: {actor}, proposito} = await readOpenLink(context, trx, token, true);
    await setPassword(trx, actor.id, hash);
    await endPasswordLinks(trx, actor.id);
    await writeHistory(trx, {recurso: USERS, id: actor.id, actor, acao: 'senha'});
    if (proposito === 'reset') await enqueueMail(trx, 'senhaAlterada', actor.id);
  });
  context.mailSignal.wake();
};

/** Random delay of the lookup, so that a next call cannot measure it either. */
const MAX_LOOKUP_DELAY_MS = 1000;

const MESSAGE_SCHEMA: Json = objectOf({message: TEXT});

const emailField = (config: Config): Field =>
  ({...resourceOf(config, USERS).fields['email'], messages: {required: config.messages.resetEmail}}) as Field;

/** @throws Refusal 400 for an invalid e-mail, and for nothing else */
const emailOf = (config: Config, body: unknown): string => {
  const {email} = (body ?? {}) as {email?: unknown};
  const field = emailField(config);
  const mensagem = validateValue(field, email, true);
  if (mensagem !== undefined) throw invalid([{campo: 'email', mensagem}]);
  return String(kindRuleOf(field).bare(email, field));
};

const tokenOf = (source: unknown): string => {
  const {token} = (source ?? {}) as {token?: unknown};
  return typeof token === 'string' ? token : '';
};

export const passwordLinkRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db, mailSignal} = context;
  const gateFor = (counted: AddressCounter) => createRateLimitedQueue(db, ({address}) => claimCall(db, address, counted));
  const requestGate = gateFor('pedidos');
  const linkGate = gateFor('');

  addRoute(app, {
    endpoint: FORGOT_PASSWORD_CALL, id: 'acesso.esqueci', tag: ACCESS_TAG, summary: 'Pede um link para escolher uma nova senha',
    isPublic: true,
    description: 'A resposta é a mesma para todo e-mail. O link vai por e-mail a quem pode entrar, no máximo três vezes por hora.',
    body: asJson(objectOf({email: valueSchema(config, emailField(config))})), answers: {200: answer('Pedido anotado.', MESSAGE_SCHEMA)},
  }, async request => {
    const email = emailOf(config, request.body);
    await requestGate({address: callerAddress(request)}, () => storeLinkRequest(db, email));
    setTimeout(() => mailSignal.wake(), randomInt(MAX_LOOKUP_DELAY_MS)).unref();
    return {message: config.messages.resetSent};
  });

  addRoute(app, {
    endpoint: RESET_LOOKUP_CALL, id: 'acesso.link', tag: ACCESS_TAG, summary: 'De quem é um link', isPublic: true,
    params: {token: {description: 'O token do link.', schema: TEXT}}, answers: {200: answer('A pessoa.', ref('linkDeSenha'))},
    schemas: () => ({linkDeSenha: objectSchemaOf(linkOwner)}),
  }, request => {
    const address = callerAddress(request);
    return linkGate({address}, async () => {
      const {account: {actor}, proposito} = await readOpenLink(context, db, tokenOf(request.params));
      await releaseCall(db, address);
      return {nome: actor.nome, email: actor.email, convite: proposito === 'convite'} satisfies LinkOwner;
    });
  });

  addRoute(app, {
    endpoint: RESET_PASSWORD_CALL, id: 'acesso.redefinir', tag: ACCESS_TAG, summary: 'Escolhe a senha por um link', isPublic: true,
    description: 'Um link vale uma vez, e só o mais novo. As sessões da pessoa terminam.',
    body: asJson(objectOf({token: {...TEXT, writeOnly: true}, novaSenha: newPasswordSchema(config)})),
    answers: {200: answer('A senha é esta.', MESSAGE_SCHEMA)},
  }, async request => {
    const senha = validateNewPassword(config, (request.body as {novaSenha?: unknown} | null | undefined)?.novaSenha, 'novaSenha');
    const address = callerAddress(request);
    return linkGate({address}, async () => {
      await redeemLink(context, tokenOf(request.body), senha);
      await releaseCall(db, address);
      return {message: config.messages.passwordReset};
    });
  });
};
