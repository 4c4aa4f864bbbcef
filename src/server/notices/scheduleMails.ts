/**
 * Turns new notices into mails. The mail sender polls for them, so that an action waits for no mail.
 * A notice whose writer died is found too.
 */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {listCountedTabs} from '../../schema/lifeCycle/countedTabs.ts';
import {activeUserPredicate, usersAndCompanies} from '../accounts/accounts.ts';
import {MAILS_LOCK} from '../db/advisoryLocks.ts';
import type {Db} from '../db/tables.ts';
import {lastDailyMailDay, insertNoticeMailsForUsers, NOTICE_MAIL_SINCE_DAILY, UNCLAIMED_NOTICE_MAIL} from './mailTimes.ts';

const BATCH_NOTICES = 1000;

/**
 * Schedules a batch of the oldest new notices: none for users without mails, else a pending mail.
 *
 * @returns false when there was none
 */
export const scheduleNoticeMails = (db: Db): Promise<boolean> => db.transaction().execute(async trx => {
  const {rows} = await sql<{idUsuario: number; envio: string}>`
    with novos as (select id from avisos where envio = 'novo' order by id limit ${sql.lit(BATCH_NOTICES)} for update skip locked)
    update avisos a set envio = case when u.avisos_email = 'nunca' then 'nenhum' else 'espera' end
    from novos, usuarios u where a.id = novos.id and u.id = a.id_usuario
    returning a.id_usuario as "idUsuario", a.envio`.execute(trx);
  if (rows.length === 0) return false;
  const userIds = [...new Set(rows.filter(({envio}) => envio === 'espera').map(({idUsuario}) => idUsuario))];
  // Row locks: a mail that is being claimed now misses the new notices, and does not count as pending.
  const {rows: waiting} = await sql<{idUsuario: number}>`
    select c.id_usuario as "idUsuario" from correio c where c.id_usuario = any(${userIds}::integer[]) and ${UNCLAIMED_NOTICE_MAIL}
    order by c.id for update`.execute(trx);
  const usersWithoutMail = userIds.filter(id => !waiting.some(({idUsuario}) => idUsuario === id));
  if (usersWithoutMail.length > 0) await insertNoticeMailsForUsers(usersWithoutMail).execute(trx);
  return true;
});

/**
 * Creates the daily mails of users whose profile counts waiting records, unless a mail is pending or left since seven o'clock.
 * Their content is decided when they leave.
 *
 * @returns runs once a day
 */
export const createDailyMailJob = (db: Db, {profiles, resources}: Config): (() => Promise<void>) => {
  const dailyProfiles = Object.keys(profiles)
    .filter(perfil => Object.values(resources).some(resource => listCountedTabs(resource, perfil).length > 0));
  const types = dailyProfiles.flatMap(perfil => profiles[perfil]?.id ?? []);
  let lastDay = '';
  return async () => {
    const day = lastDailyMailDay();
    if (types.length === 0 || day === lastDay) return;
    await db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MAILS_LOCK)})`.execute(trx);
      const {rows} = await sql<{id: number}>`
        select u.id from ${usersAndCompanies} where ${activeUserPredicate} and u.avisos_email = 'resumo'
        and u.tipo = any(${types}::integer[])
          and not exists (select from correio c where c.id_usuario = u.id
          and (${UNCLAIMED_NOTICE_MAIL} or ${NOTICE_MAIL_SINCE_DAILY}))`.execute(trx);
      await insertNoticeMailsForUsers(rows.map(({id}) => id)).execute(trx);
    });
    lastDay = day;
  };
};
