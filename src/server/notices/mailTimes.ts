/** When a mail of notices goes: as its person chose, and as the mails before it went (rules: Notices 4). */
import {sql, type RawBuilder} from 'kysely';
import {dayFromToday, TIME_ZONE} from '../../schema/fields/dates.ts';
import type {MailKind, Sql} from '../db/tables.ts';

/** The kind of such mails in the outbox. */
export const NOTICES_KIND = 'avisos' satisfies MailKind;

/** What follows the last mail waits so long, and goes together. */
const TOGETHER = '10 minutes';
/** When the daily one goes, in hours after midnight in São Paulo. */
const HOURS = 7;
const DAILY = `${HOURS} hours`;

/** The day, `yyyy-mm-dd`, at whose seven o'clock the last daily ones went. */
export const dailyDay = (): string => dayFromToday(0, new Date(Date.now() - HOURS * 3_600_000));

/** Notices `a` that a mail is to tell. */
export const WAITING: RawBuilder<boolean> = sql`a.envio = 'espera' and a.data_leitura is null`;

/** Mails of notices `c` that nobody has taken to send: they decide what they tell when somebody does. */
export const UNTAKEN: RawBuilder<boolean> = sql`c.tipo = ${NOTICES_KIND} and c.estado = 'pendente' and c.dono is null`;

/**
 * From when on the next mail of user `u` may go; null: none does. What was taken to be sent counts as sent. The daily one goes at the
 * first seven o'clock after the oldest of what it tells.
 */
export const DUE: RawBuilder<Date | null> = sql`(case u.avisos_email
  when 'imediato' then coalesce((
    select max(greatest(c.data_envio, c.data_criacao)) + ${TOGETHER}::interval from correio c
    where c.id_usuario = u.id and c.tipo = ${NOTICES_KIND} and (c.estado = 'enviada' or c.dono is not null)), now())
  when 'resumo' then (
    select (date_trunc('day', min(a.data_criacao) at time zone ${TIME_ZONE} - ${DAILY}::interval) + interval '1 day' + ${DAILY}::interval)
      at time zone ${TIME_ZONE}
    from avisos a where a.id_usuario = u.id and ${WAITING})
  end)`;

/** Mails of notices `c` that were made or went since the last daily ones. */
export const SINCE_DAILY: RawBuilder<boolean> = sql`(c.tipo = ${NOTICES_KIND} and greatest(c.data_criacao, c.data_envio) >=
  (date_trunc('day', now() at time zone ${TIME_ZONE} - ${DAILY}::interval) + ${DAILY}::interval) at time zone ${TIME_ZONE})`;

/** A mail for each of these users. */
export const mailsFor = (ids: readonly number[]): Sql => sql`
  insert into correio (tipo, id_usuario, proxima) select ${NOTICES_KIND}, u.id, coalesce(${DUE}, now())
  from usuarios u where u.id = any(${ids}::integer[]) order by u.id`;
