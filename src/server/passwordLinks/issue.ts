/** Links to choose a password: a new one takes the place of the one before, and three an hour is what an account gets. */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {isInvited} from '../../schema/invitation.ts';
import type {Session} from '../../schema/session.ts';
import {accountByEmail, accountById, USERS} from '../accounts/users.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {Db, DbOrTrx, MailKind, Sql, Tables} from '../db/tables.ts';
import {FIRST_WRITE_ID, combineWrites} from '../db/combineWrites.ts';
import {conflict, Refusal} from '../errors.ts';
import type {Purpose} from './link.ts';

/**
 * The mail goes to the user's own address, as it is when it leaves.
 *
 * @param idToken the link it carries, or what answers its id
 */
const mailRow = (tipo: MailKind, idUsuario: number, idToken: number | null | RawBuilder<number> = null): Sql =>
  sql`insert into correio (tipo, id_usuario, id_token) values (${tipo}, ${idUsuario}, ${idToken})`;

export const enqueueMail = async (trx: DbOrTrx, tipo: MailKind, idUsuario: number): Promise<void> =>
  void await mailRow(tipo, idUsuario).execute(trx);

/** Mails with a link for one account within an hour, whoever asks for them. */
const MOST_AN_HOUR = 3;

/** Ends a user's open links: what they were sent to, or for, holds no more. */
export const endPasswordLinks = async (trx: DbOrTrx, idUsuario: number): Promise<void> => {
  await sql`update tokens_senha set encerrado = now() where id_usuario = ${idUsuario} and encerrado is null`.execute(trx);
};

/** The same for somebody who has none that could be open: a user made in this transaction. */
export const firstLink = async (trx: Transaction<Tables>, idUsuario: number, proposito: Purpose): Promise<void> => {
  const link = sql<{id: number}>`
    insert into tokens_senha (id_usuario, proposito, token_versao)
    select id, ${proposito}::text, token_versao from usuarios where id = ${idUsuario} returning id`;
  await combineWrites(link, [mailRow(proposito, idUsuario, FIRST_WRITE_ID)]).execute(trx);
};

/**
 * Writes a link and the mail that will carry it.
 *
 * @returns undefined when it is done; else, where the account had its mails of this hour, the seconds until the next
 */
export const issueLink = async (trx: Transaction<Tables>, idUsuario: number, proposito: Purpose): Promise<number | undefined> => {
  // Held, so that of several at once each sees those before it.
  const {rows: [user]} = await sql`select from usuarios where id = ${idUsuario} for update`.execute(trx);
  if (user === undefined) throw new TypeError(`no such user: ${idUsuario}`);
  const {rows: [recent]} = await sql<{count: number; seconds: number}>`
    select count(*) as count, ceil(extract(epoch from min(data_criacao) + interval '1 hour' - now()))::integer as seconds
    from (
      select data_criacao from tokens_senha where id_usuario = ${idUsuario} and data_criacao > now() - interval '1 hour'
      order by data_criacao desc limit ${MOST_AN_HOUR}
    ) as latest`.execute(trx);
  if (recent !== undefined && recent.count >= MOST_AN_HOUR) return Math.max(recent.seconds, 1);
  await endPasswordLinks(trx, idUsuario);
  await firstLink(trx, idUsuario, proposito);
  return undefined;
};

/** With the user's creation, in its transaction; nothing for profiles that nobody invites. The caller wakes the sender. */
export const inviteNew = async (
  trx: Transaction<Tables>, resource: Resource, session: Session, idUsuario: number, record: RecordValues,
): Promise<void> => {
  if (isInvited({resource, record, session})) await firstLink(trx, idUsuario, 'convite');
};

/** @throws Refusal CONFLITO: the person is of an inactive company */
export const demandSignsIn = async (trx: Transaction<Tables>, config: Config, idUsuario: number): Promise<void> => {
  if ((await accountById(trx, config, idUsuario)) === undefined) {
    throw conflict('A empresa deste usuário está inativa. Ative-a antes de enviar o convite.');
  }
};

/**
 * Once more, for whoever asks; the caller has judged the action's guards.
 *
 * @throws Refusal 400: the company is inactive, or the account had its mails of this hour
 */
export const inviteAgain = async (trx: Transaction<Tables>, config: Config, idUsuario: number): Promise<void> => {
  await demandSignsIn(trx, config, idUsuario);
  const seconds = await issueLink(trx, idUsuario, 'convite');
  if (seconds === undefined) return;
  const minutes = new Intl.NumberFormat('pt-BR', {style: 'unit', unit: 'minute', unitDisplay: 'long'}).format(Math.ceil(seconds / 60));
  throw new Refusal('LIMITE', `Este usuário já recebeu os e-mails que pode receber em uma hora. Tente novamente em ${minutes}.`, {
    retryAfter: seconds,
  });
};

/**
 * A forgotten password. Asking writes one row whatever the address is, and is answered; whether somebody has it is found out
 * afterwards, by the sender of mails, so that no answer takes longer for an e-mail that is known.
 */
export const askForLink = async (db: Db, email: string): Promise<void> =>
  void (await db.insertInto('pedidos_senha').values({email}).execute());

/**
 * Looks at the oldest request, which is gone afterwards: somebody active gets a link, unless they had those of this hour. Who has
 * no password yet gets an invitation, which lives longer.
 *
 * @returns false when there was none
 */
export const answerRequest = (db: Db, config: Config): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const {rows: [asked]} = await sql<{email: string}>`
      delete from pedidos_senha where id = (select id from pedidos_senha order by id limit 1 for update skip locked) returning email`
        .execute(trx);
    if (asked === undefined) return false;
    const account = await accountByEmail(trx, config, asked.email);
    if (account === undefined) return true;
    const {actor, senhaHash} = account;
    const invited = isInvited({resource: resourceOf(config, USERS), record: {id: actor.id, tipo: actor.idPerfil}, session: actor});
    if (senhaHash !== null || invited) await issueLink(trx, actor.id, senhaHash === null ? 'convite' : 'reset');
    return true;
  });
