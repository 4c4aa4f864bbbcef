/** Marks records whose awaited person cannot answer, because the account is inactive or out of reach (rules: Tickets 16). */
import {sql, type Transaction} from 'kysely';
import {listScopeFields} from '../../schema/conditions/scopeFields.ts';
import {referencedValueOf, storedFieldOf} from '../../schema/fields/relatedFields.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {statusIdOf} from '../../schema/statuses/statuses.ts';
import {statusesByTurnHolderField} from '../../schema/statuses/waiting.ts';
import {activeUserPredicate, USERS, usersAndCompanies} from '../accounts/accounts.ts';
import {andPredicates, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {columnRef, fieldRef} from '../db/conditions/waits.ts';
import {absentColumn, resourceOf, tableOf, toSnakeCase} from '../db/sqlNames.ts';
import {titleText} from '../db/titleText.ts';
import type {Sql, Tables} from '../db/tables.ts';
import {ABSENCE_STEP} from '../history/steps.ts';
import {userReachPredicate} from '../rowScope/userReach.ts';

/** Aliases of the record, the awaited user, and the other record that names the user. */
const [RECORD, USER, NAMING] = ['r', 'u', 'n'];

/** The person in `field` of a record: its id, and the join with the record that names the person, if that is another one. */
const awaitedPerson = (resource: Resource, field: string): {id: Sql | undefined; join: Sql} => {
  const read = referencedValueOf(resource, field);
  if (read === undefined) return {id: fieldRef(resource, RECORD, field), join: sql``};
  const join = sql`join ${sql.table(tableOf(read.to))} as ${sql.ref(NAMING)}
      on ${columnRef(NAMING, 'id')} = ${fieldRef(resource, RECORD, read.through)}`;
  return {id: columnRef(NAMING, toSnakeCase(read.field)), join};
};

/** Records that wait for the person in `field`: record id, the person's name (`quem`), and whether the person is absent (`ausente`). */
const waitingRecords = (config: Config, name: string, field: string, predicate: Predicate): Sql => {
  const resource = resourceOf(config, name);
  const {id, join} = awaitedPerson(resource, field);
  const declared = resource.fields[field];
  // The history is read by everybody, also by profiles that do not see who it is.
  const personName = declared?.see === undefined ? titleText(config, resourceOf(config, USERS), USER) : sql.lit(declared.label);
  const ids = statusesByTurnHolderField(resource).get(field)?.map(({id}) => sql.lit(id)) ?? [];
  const isReachable = andPredicates([activeUserPredicate, userReachPredicate(config, name, {user: USER, record: RECORD}, () => true)]);
  return sql`select r.id, ${personName} as quem, not coalesce(${isReachable}, false) as ausente
    from ${sql.table(tableOf(name))} as r ${join} join (${usersAndCompanies}) on u.id = ${id}
    where ${fieldRef(resource, RECORD, resource.status)} in (${sql.join(ids)}) and ${predicate}`;
};

const absenceUpdate = (name: string, waiting: Sql): Sql => sql`
  update ${sql.table(tableOf(name))} as t set ${sql.ref(absentColumn)} = w.ausente
  from (${waiting}) as w where t.id = w.id and t.${sql.ref(absentColumn)} <> w.ausente`;

/**
 * Updates the absence mark of a record whose status, person or reach changed.
 * A share lock on the person closes the race with a deactivation at the same moment.
 */
export const markAwaitedPersonAbsence = async (
  trx: Transaction<Tables>, config: Config, name: string, id: number, record: RecordValues, changed: RecordValues,
): Promise<void> => {
  const resource = resourceOf(config, name);
  for (const [field, statuses] of statusesByTurnHolderField(resource)) {
    const isWaiting = statuses.some(status => status.id === statusIdOf(resource, record));
    const decidingFields = [resource.status ?? '', storedFieldOf(resource, field), ...listScopeFields(resource)];
    if (!isWaiting || !decidingFields.some(name => name in changed)) continue;
    await absenceUpdate(name, sql`${waitingRecords(config, name, field, sql`r.id = ${id}`)} for share of u`).execute(trx);
  }
};

/** Updates absence marks, and writes each change to the history. @param returned sentence after the name of a person who can answer */
const updateMarksWithHistory = async (trx: Transaction<Tables>, name: string, waiting: Sql, returned: string): Promise<void> => {
  await sql`with mudou as (${absenceUpdate(name, waiting)} returning t.id, w.quem, w.ausente)
    insert into historico (recurso, id_registro, acao, comentario)
    select ${name}, id, ${ABSENCE_STEP}, coalesce(quem, '') || case when ausente
      then ' não pode mais responder: agora aguarda a equipe.' else ${returned} end
    from mudou order by id`.execute(trx);
};

/**
 * Updates the absence mark of all records that wait for changed users, and writes each change to the history.
 *
 * @param users predicate on the users table `u`
 */
export const markAbsenceOfUsers = async (trx: Transaction<Tables>, config: Config, users: Predicate): Promise<void> => {
  for (const [name, resource] of Object.entries(config.resources)) {
    for (const field of statusesByTurnHolderField(resource).keys()) {
      await updateMarksWithHistory(trx, name, waitingRecords(config, name, field, users), ' pode responder de novo.');
    }
  }
};

/**
 * Updates the absence marks of the records that wait for a person whom a changed record names, as a branch its responsible person.
 *
 * @param name resource of the changed record
 * @param changed its changed fields
 */
export const markAbsenceByReference = async (
  trx: Transaction<Tables>, config: Config, name: string, id: number, changed: RecordValues,
): Promise<void> => {
  for (const [waitingName, resource] of Object.entries(config.resources)) {
    for (const field of statusesByTurnHolderField(resource).keys()) {
      const read = referencedValueOf(resource, field);
      if (read?.to !== name || !(read.field in changed)) continue;
      const ofRecord: Predicate = sql`${fieldRef(resource, RECORD, read.through)} = ${id}`;
      const waiting = sql`${waitingRecords(config, waitingName, field, ofRecord)} for share of u`;
      await updateMarksWithHistory(trx, waitingName, waiting, ' pode responder.');
    }
  }
};
