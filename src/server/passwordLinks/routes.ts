/** A forgotten password, and the first one (rules: Session 9, 10): asked for, looked up, chosen. */
import {randomInt} from 'node:crypto';
import type {FastifyPluginAsync} from 'fastify';
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {FORGOT_PASSWORD_CALL, RESET_LOOKUP_CALL, RESET_PASSWORD_CALL} from '../../schema/accountCalls.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {linkOwner, type LinkOwner} from '../../schema/wire.ts';
import {hashPassword} from '../accounts/password.ts';
import {accountById, USERS, type Account} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {invalid, Refusal} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {callerAddress} from '../http/caller.ts';
import {route} from '../http/route.ts';
import {ACCESS, answer} from '../openapi/call.ts';
import {valueSchema} from '../openapi/fields.ts';
import {asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {createGate} from '../sessions/gate.ts';
import {newPassword, passwordSchema, setPassword} from '../sessions/newPassword.ts';
import {claimCall, releaseCall, type Counted} from '../sessions/tries.ts';
import {askForLink, endPasswordLinks, enqueueMail} from './issue.ts';
import {hashOf, type Purpose} from './link.ts';

/** A link that came back: whose it is, and the password chosen by it. */
interface Link {
  account: Account;
  proposito: Purpose;
}

const spent = (): Refusal =>
  new Refusal('TOKEN', 'Este link já foi usado ou não vale mais. Peça um novo em “Esqueceu sua senha?”, na tela de entrada.');

/**
 * The link behind a token.
 *
 * @param lock holds its user until the transaction ends
 * @throws Refusal 400 `TOKEN`: used, expired, replaced by a newer one, of somebody who may not sign in, or no token of ours
 */
const liveLink = async ({config}: Pick<Context, 'config'>, db: DbOrTrx, token: string, lock = false): Promise<Link> => {
  const {rows: [row]} = await sql<{id: number; proposito: Purpose}>`
    select u.id, t.proposito from tokens_senha t join usuarios u on u.id = t.id_usuario and u.token_versao = t.token_versao
    where t.hash = ${hashOf(token)} and t.encerrado is null and t.expira > now() ${lock ? sql`for update of u` : sql``}`.execute(db);
  const account = row === undefined ? undefined : await accountById(db, config, row.id);
  if (row === undefined || account === undefined) throw spent();
  return {account, proposito: row.proposito};
};

/**
 * Sets the password that the link is for, ends the user's sessions and every link of theirs; of two at once one does. Whoever had
 * a password before is told by mail that it changed.
 *
 * @param senha a valid one
 * @throws Refusal as {@link liveLink}; 400 `LIMITE` when too many wait for theirs
 */
const spendLink = async (context: Context, token: string, senha: string): Promise<void> => {
  // Before anything is hashed: only who holds a link has work done.
  const {account} = await liveLink(context, context.db, token);
  const hash = await hashPassword(senha);
  await changeRecord(context.db, USERS, account.actor.id, async trx => {
    const {account: {actor}, proposito} = await liveLink(context, trx, token, true);
    await setPassword(trx, actor.id, hash);
    await endPasswordLinks(trx, actor.id);
    await writeHistory(trx, {recurso: USERS, id: actor.id, actor, acao: 'senha'});
    if (proposito === 'reset') await enqueueMail(trx, 'senhaAlterada', actor.id);
  });
  context.mail.ring();
};

/** What finding out about an e-mail takes is done up to so many milliseconds later, where a next call cannot feel it either. */
const A_MOMENT = 1000;

const MESSAGE: Json = objectOf({message: TEXT});

const emailField = (config: Config): Field =>
  ({...resourceOf(config, USERS).fields['email'], messages: {required: config.messages.resetEmail}}) as Field;

/** @throws Refusal 400 for what is no e-mail, and for nothing else */
const emailOf = (config: Config, body: unknown): string => {
  const {email} = (body ?? {}) as {email?: unknown};
  const field = emailField(config);
  const mensagem = validateValue(field, email, true);
  if (mensagem !== undefined) throw invalid([{campo: 'email', mensagem}]);
  return String(kindRuleOf(field).bare(email, field));
};

/** Any text may be a token; one that is none is answered as one that is spent. */
const tokenOf = (given: unknown): string => {
  const {token} = (given ?? {}) as {token?: unknown};
  return typeof token === 'string' ? token : '';
};

export const passwordLinkRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db, mail} = context;
  const gate = (counted: Counted) => createGate(db, ({address}) => claimCall(db, address, counted));
  const asking = gate('pedidos');
  const using = gate('');

  route(app, {
    endpoint: FORGOT_PASSWORD_CALL, id: 'acesso.esqueci', tag: ACCESS, summary: 'Pede um link para escolher uma nova senha', open: true,
    description: 'A resposta é a mesma para todo e-mail. O link vai por e-mail a quem pode entrar, no máximo três vezes por hora.',
    body: asJson(objectOf({email: valueSchema(config, emailField(config))})), answers: {200: answer('Pedido anotado.', MESSAGE)},
  }, async request => {
    const email = emailOf(config, request.body);
    await asking({address: callerAddress(request)}, () => askForLink(db, email));
    setTimeout(() => mail.ring(), randomInt(A_MOMENT)).unref();
    return {message: config.messages.resetSent};
  });

  route(app, {
    endpoint: RESET_LOOKUP_CALL, id: 'acesso.link', tag: ACCESS, summary: 'De quem é um link', open: true,
    params: {token: {description: 'O token do link.', schema: TEXT}}, answers: {200: answer('A pessoa.', ref('linkDeSenha'))},
    schemas: () => ({linkDeSenha: shapeOf(linkOwner)}),
  }, request => {
    const address = callerAddress(request);
    return using({address}, async () => {
      const {account: {actor}, proposito} = await liveLink(context, db, tokenOf(request.params));
      await releaseCall(db, address);
      return {nome: actor.nome, email: actor.email, convite: proposito === 'convite'} satisfies LinkOwner;
    });
  });

  route(app, {
    endpoint: RESET_PASSWORD_CALL, id: 'acesso.redefinir', tag: ACCESS, summary: 'Escolhe a senha por um link', open: true,
    description: 'Um link vale uma vez, e só o mais novo. As sessões da pessoa terminam.',
    body: asJson(objectOf({token: {...TEXT, writeOnly: true}, novaSenha: passwordSchema(config)})),
    answers: {200: answer('A senha é esta.', MESSAGE)},
  }, async request => {
    const senha = newPassword(config, (request.body as {novaSenha?: unknown} | null | undefined)?.novaSenha, 'novaSenha');
    const address = callerAddress(request);
    return using({address}, async () => {
      await spendLink(context, tokenOf(request.body), senha);
      await releaseCall(db, address);
      return {message: config.messages.passwordReset};
    });
  });
};
