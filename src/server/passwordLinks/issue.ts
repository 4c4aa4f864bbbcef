/** Links to choose a password: a new one takes the place of the one before, and three an hour is what an account gets. */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {DbOrTrx, MailKind, Tables, Sql} from '../db/tables.ts';
import {FIRST_ID, together} from '../db/together.ts';
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
  await together(link, [mailRow(proposito, idUsuario, FIRST_ID)]).execute(trx);
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
