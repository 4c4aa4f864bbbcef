/** Times of notice mails, by the person's choice and the mails sent before (rules: Notices 4). */
import {sql, type RawBuilder} from 'kysely';
import {dayFromToday, TIME_ZONE} from '../../schema/fields/dates.ts';
import type {MailKind, Sql} from '../db/tables.ts';

export const NOTICE_MAIL_KIND = 'avisos' satisfies MailKind;

/** Notices after the last mail wait this long and share a mail. */
const BATCH_INTERVAL = '10 minutes';
const DAILY_HOUR = 7;
const DAILY = `${DAILY_HOUR} hours`;

export const lastDailyMailDay = (): string => dayFromToday(0, new Date(Date.now() - DAILY_HOUR * 3_600_000));

/** Predicate: notice `a` waits for a mail. */
export const WAITING_NOTICE: RawBuilder<boolean> = sql`a.envio = 'espera' and a.data_leitura is null`;

/** Predicate: notice mail `c` is pending and unclaimed; its content is decided at its claim. */
export const UNCLAIMED_NOTICE_MAIL: RawBuilder<boolean> = sql`c.tipo = ${NOTICE_MAIL_KIND} and c.estado = 'pendente' and c.dono is null`;

/**
 * Instant from which the next mail of user `u` may leave; null: never. A claimed mail counts as sent.
 * The daily mail leaves at the first seven o'clock after its oldest notice.
 */
export const NEXT_NOTICE_MAIL_TIME: RawBuilder<Date | null> = sql`(case u.avisos_email
  when 'imediato' then coalesce((
    select max(greatest(c.data_envio, c.data_criacao)) + ${BATCH_INTERVAL}::interval from correio c
    where c.id_usuario = u.id and c.tipo = ${NOTICE_MAIL_KIND} and (c.estado = 'enviada' or c.dono is not null)), now())
  when 'resumo' then (
    select (date_trunc('day', min(a.data_criacao) at time zone ${TIME_ZONE} - ${DAILY}::interval) + interval '1 day' + ${DAILY}::interval)
      at time zone ${TIME_ZONE}
    from avisos a where a.id_usuario = u.id and ${WAITING_NOTICE})
  end)`;

/** Predicate: notice mail `c` was created or sent since the last daily mails. */
export const NOTICE_MAIL_SINCE_DAILY: RawBuilder<boolean> = sql`(c.tipo = ${NOTICE_MAIL_KIND} and greatest(c.data_criacao, c.data_envio) >=
  (date_trunc('day', now() at time zone ${TIME_ZONE} - ${DAILY}::interval) + ${DAILY}::interval) at time zone ${TIME_ZONE})`;

export const insertNoticeMailsForUsers = (ids: readonly number[]): Sql => sql`
  insert into correio (tipo, id_usuario, proxima) select ${NOTICE_MAIL_KIND}, u.id, coalesce(${NEXT_NOTICE_MAIL_TIME}, now())
  from usuarios u where u.id = any(${ids}::integer[]) order by u.id`;
