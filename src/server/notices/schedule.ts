/**
 * Notices become mails: whoever sends mails looks which notices nobody has looked at yet. So an action waits for no mail, and a
 * notice that was written is found, whatever became of who wrote it.
 */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {listCountedTabs} from '../../schema/lifeCycle/countedTabs.ts';
import {isActive, usersAndCompanies} from '../accounts/users.ts';
import {MAILS_LOCK} from '../db/advisoryLocks.ts';
import type {Db} from '../db/tables.ts';
import {dailyDay, mailsFor, SINCE_DAILY, UNTAKEN} from './mailTimes.ts';

const AT_ONCE = 1000;

/**
 * Looks at the oldest of them: whoever wants no mail gets none; everybody else has one that waits, or gets one.
 *
 * @returns false when there was none
 */
export const scheduleNotices = (db: Db): Promise<boolean> => db.transaction().execute(async trx => {
  const {rows} = await sql<{idUsuario: number; envio: string}>`
    with novos as (select id from avisos where envio = 'novo' order by id limit ${sql.lit(AT_ONCE)} for update skip locked)
    update avisos a set envio = case when u.avisos_email = 'nunca' then 'nenhum' else 'espera' end
    from novos, usuarios u where a.id = novos.id and u.id = a.id_usuario
    returning a.id_usuario as "idUsuario", a.envio`.execute(trx);
  if (rows.length === 0) return false;
  const people = [...new Set(rows.filter(({envio}) => envio === 'espera').map(({idUsuario}) => idUsuario))];
  // Held: one that is being taken at this moment does not take what is new, and is none that waits.
  const {rows: waiting} = await sql<{idUsuario: number}>`
    select c.id_usuario as "idUsuario" from correio c where c.id_usuario = any(${people}::integer[]) and ${UNTAKEN}
    order by c.id for update`.execute(trx);
  const without = people.filter(id => !waiting.some(({idUsuario}) => idUsuario === id));
  if (without.length > 0) await mailsFor(without).execute(trx);
  return true;
});

/**
 * A mail for whoever gets one a day and is told how many records wait, where none of theirs waits or went since seven o'clock: what it
 * tells, if anything, is decided when it leaves.
 *
 * @returns looks once a day
 */
export const dailyMails = (db: Db, {profiles, resources}: Config): (() => Promise<void>) => {
  const told = Object.keys(profiles).filter(perfil => Object.values(resources).some(one => listCountedTabs(one, perfil).length > 0));
  const types = told.flatMap(perfil => profiles[perfil]?.id ?? []);
  let last = '';
  return async () => {
    const day = dailyDay();
    if (types.length === 0 || day === last) return;
    await db.transaction().execute(async trx => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MAILS_LOCK)})`.execute(trx);
      const {rows} = await sql<{id: number}>`
        select u.id from ${usersAndCompanies} where ${isActive} and u.avisos_email = 'resumo' and u.tipo = any(${types}::integer[])
          and not exists (select from correio c where c.id_usuario = u.id and (${UNTAKEN} or ${SINCE_DAILY}))`.execute(trx);
      await mailsFor(rows.map(({id}) => id)).execute(trx);
    });
    last = day;
  };
};
