/** Issues links to choose a password: a new one replaces the previous one, at most three an hour per account. */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {isInvited} from '../../schema/invitation.ts';
import type {Session} from '../../schema/session.ts';
import {accountByEmail, accountById, USERS} from '../accounts/accounts.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {Db, DbOrTrx, MailKind, Sql, Tables} from '../db/tables.ts';
import {FIRST_WRITE_ID, combineWrites} from '../db/combineWrites.ts';
import {conflict, Refusal} from '../errors.ts';
import type {LinkPurpose} from './linkTokens.ts';

/**
 * Insert of an outbox mail to the user's address, which is read when the mail leaves.
 *
 * @param idToken the link's id, or an expression for it
 */
const mailRow = (tipo: MailKind, idUsuario: number, idToken: number | null | RawBuilder<number> = null): Sql =>
  sql`insert into correio (tipo, id_usuario, id_token) values (${tipo}, ${idUsuario}, ${idToken})`;

export const enqueueMail = async (trx: DbOrTrx, tipo: MailKind, idUsuario: number): Promise<void> =>
  void await mailRow(tipo, idUsuario).execute(trx);

const MAX_LINK_MAILS_PER_HOUR = 3;

export const endPasswordLinks = async (trx: DbOrTrx, idUsuario: number): Promise<void> => {
  await sql`update tokens_senha set encerrado = now() where id_usuario = ${idUsuario} and encerrado is null`.execute(trx);
};

/** Issues the link of a user created in this transaction, who has no earlier one. */
export const issueFirstLink = async (trx: Transaction<Tables>, idUsuario: number, proposito: LinkPurpose): Promise<void> => {
  const link = sql<{id: number}>`
    insert into tokens_senha (id_usuario, proposito, token_versao)
    select id, ${proposito}::text, token_versao from usuarios where id = ${idUsuario} returning id`;
  await combineWrites(link, [mailRow(proposito, idUsuario, FIRST_WRITE_ID)]).execute(trx);
};

/**
 * Issues a link and enqueues its mail.
 *
 * @returns undefined when done; seconds until the next allowed link where the account had its mails of this hour
 */
export const issueLink = async (trx: Transaction<Tables>, idUsuario: number, proposito: LinkPurpose): Promise<number | undefined> => {
  // Row lock, so that parallel requests count each other's links.
  const {rows: [user]} = await sql`select from usuarios where id = ${idUsuario} for update`.execute(trx);
  if (user === undefined) throw new TypeError(`no such user: ${idUsuario}`);
  const {rows: [recentLinks]} = await sql<{count: number; seconds: number}>`
    select count(*) as count, ceil(extract(epoch from min(data_criacao) + interval '1 hour' - now()))::integer as seconds
    from (
      select data_criacao from tokens_senha where id_usuario = ${idUsuario} and data_criacao > now() - interval '1 hour'
      order by data_criacao desc limit ${MAX_LINK_MAILS_PER_HOUR}
    ) as latest`.execute(trx);
  if (recentLinks !== undefined && recentLinks.count >= MAX_LINK_MAILS_PER_HOUR) return Math.max(recentLinks.seconds, 1);
  await endPasswordLinks(trx, idUsuario);
  await issueFirstLink(trx, idUsuario, proposito);
  return undefined;
};

/** Invites a new user in the transaction that creates them, where the profile is invited. The caller wakes the sender. */
export const inviteNewUser = async (
  trx: Transaction<Tables>, resource: Resource, session: Session, idUsuario: number, record: RecordValues,
): Promise<void> => {
  if (isInvited({resource, record, session})) await issueFirstLink(trx, idUsuario, 'convite');
};

/** Checks that the user may sign in. @throws Refusal CONFLITO for an inactive company */
export const requireActiveCompany = async (trx: Transaction<Tables>, config: Config, idUsuario: number): Promise<void> => {
  if ((await accountById(trx, config, idUsuario)) === undefined) {
    throw conflict('A empresa deste usuário está inativa. Ative-a antes de enviar o convite.');
  }
};

/**
 * Repeats an invitation; the caller has checked the action's conditions.
 *
 * @throws Refusal 400 for an inactive company, or where the account had its mails of this hour
 */
export const repeatInvitation = async (trx: Transaction<Tables>, config: Config, idUsuario: number): Promise<void> => {
  await requireActiveCompany(trx, config, idUsuario);
  const seconds = await issueLink(trx, idUsuario, 'convite');
  if (seconds === undefined) return;
  const minutes = new Intl.NumberFormat('pt-BR', {style: 'unit', unit: 'minute', unitDisplay: 'long'}).format(Math.ceil(seconds / 60));
  throw new Refusal('LIMITE', `Este usuário já recebeu os e-mails que pode receber em uma hora. Tente novamente em ${minutes}.`, {
    retryAfter: seconds,
  });
};

/**
 * Stores a request for a link with one row for any address. The mail sender looks the account up later.
 * The answer thus takes equally long for unknown e-mails.
 */
export const storeLinkRequest = async (db: Db, email: string): Promise<void> =>
  void (await db.insertInto('pedidos_senha').values({email}).execute());

/**
 * Removes the oldest request, and issues a link to an active account within its hourly limit.
 * An account without a password gets an invitation, which lives longer.
 *
 * @returns false when there was none
 */
export const processLinkRequest = (db: Db, config: Config): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const {rows: [passwordRequest]} = await sql<{email: string}>`
      delete from pedidos_senha where id = (select id from pedidos_senha order by id limit 1 for update skip locked) returning email`
        .execute(trx);
    if (passwordRequest === undefined) return false;
    const account = await accountByEmail(trx, config, passwordRequest.email);
    if (account === undefined) return true;
    const {actor, senhaHash} = account;
    const isInvitedUser = isInvited({resource: resourceOf(config, USERS), record: {id: actor.id, tipo: actor.idPerfil}, session: actor});
    if (senhaHash !== null || isInvitedUser) await issueLink(trx, actor.id, senhaHash === null ? 'convite' : 'reset');
    return true;
  });
