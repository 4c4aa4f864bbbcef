/** Whether the person whom a record waits for is there to answer it: signs in, and reaches it (rules: Tickets 16). */
import {sql, type Transaction} from 'kysely';
import {reachFields} from '../../schema/conditions/reach.ts';
import type {Config} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {statusIdOf} from '../../schema/statuses/statuses.ts';
import {personalWaits} from '../../schema/statuses/waiting.ts';
import {isActive, USERS, usersAndCompanies} from '../accounts/users.ts';
import {allOf, type Predicate} from '../db/conditions/rows.ts';
import {fieldIn} from '../db/conditions/waits.ts';
import {absentColumn, resourceOf, tableOf, titleOf} from '../db/names.ts';
import type {Sql, Tables} from '../db/tables.ts';
import {ABSENCE} from '../history/steps.ts';
import {reaches} from '../reach/people.ts';

const [RECORD, USER] = ['r', 'u'];

/** The records that wait for their person `field`, with the person: its id, their name, and whether they are not there. */
const waitingFor = (config: Config, name: string, field: string, which: Predicate): Sql => {
  const resource = resourceOf(config, name);
  const ids = personalWaits(resource).get(field)?.map(({id}) => sql.lit(id)) ?? [];
  const isThere = allOf([isActive, reaches(config, name, {user: USER, record: RECORD}, () => true)]);
  return sql`select r.id, ${titleOf(resourceOf(config, USERS), USER)}::text as quem, not coalesce(${isThere}, false) as ausente
    from ${sql.table(tableOf(name))} as r join (${usersAndCompanies}) on u.id = ${fieldIn(resource, RECORD, field)}
    where ${fieldIn(resource, RECORD, resource.status)} in (${sql.join(ids)}) and ${which}`;
};

const noted = (name: string, waiting: Sql): Sql => sql`
  update ${sql.table(tableOf(name))} as t set ${sql.ref(absentColumn)} = w.ausente
  from (${waiting}) as w where t.id = w.id and t.${sql.ref(absentColumn)} <> w.ausente`;

/**
 * Notes it of a record that came to wait for somebody, or for somebody else. The person is locked: of one who is switched off at the same
 * moment either this sees it, or who does it sees the record.
 *
 * @param changed what was changed
 */
export const noteAbsence = async (
  trx: Transaction<Tables>, config: Config, name: string, id: number, record: Values, changed: Values,
): Promise<void> => {
  const resource = resourceOf(config, name);
  for (const [field, statuses] of personalWaits(resource)) {
    const isWaiting = statuses.some(status => status.id === statusIdOf(resource, record));
    const decides = [resource.status ?? '', field, ...reachFields(resource)];
    if (!isWaiting || !decides.some(one => one in changed)) continue;
    await noted(name, sql`${waitingFor(config, name, field, sql`r.id = ${id}`)} for share of u`).execute(trx);
  }
};

/**
 * Notes it of all records that wait for people who changed, and tells it in the history of those for which it is otherwise than before.
 *
 * @param who asked of the users `u`
 */
export const noteAbsenceOf = async (trx: Transaction<Tables>, config: Config, who: Predicate): Promise<void> => {
  for (const [name, resource] of Object.entries(config.resources)) {
    for (const field of personalWaits(resource).keys()) {
      await sql`with mudou as (${noted(name, waitingFor(config, name, field, who))} returning t.id, w.quem, w.ausente)
        insert into historico (recurso, id_registro, acao, comentario)
        select ${name}, id, ${ABSENCE}, coalesce(quem, '') || case when ausente
          then ' não pode mais responder: agora aguarda a equipe.' else ' pode responder de novo.' end
        from mudou order by id`.execute(trx);
    }
  }
};
