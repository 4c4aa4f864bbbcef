/** Reads one record, by the caller's scope or by reference. */
import {sql} from 'kysely';
import {listAggregatesOfChild, aggregateOf} from '../../schema/fields/calculation.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Config} from '../../schema/shapes/config.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {notDeleted} from '../db/conditions/fieldPredicates.ts';
import {linkTable, resourceOf, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, StoredRow, Sql} from '../db/tables.ts';
import {notFound} from '../errors.ts';
import {linkFields, linksJson} from './links.ts';
import {RECORD_ALIAS, selectJoins, selectColumns} from './select.ts';

/**
 * Reads a record under its field names, values as stored (`null` for empty).
 *
 * @param lock locks the row until the transaction ends
 * @param more further columns
 * @throws Refusal 404 when it is missing, deleted or outside the caller's scope
 */
export const readStoredRow = async (
  context: Pick<Context, 'config'>, db: DbOrTrx, name: string, actor: Actor, id: number, lock = false,
  more: readonly Sql[] = [],
): Promise<StoredRow> => {
  const resource = resourceOf(context.config, name);
  const links = (id: Sql) =>
    linkFields(resource).map(([field, declared]) =>
      sql`${linksJson(context.config, linkTable(name, field, declared.to), id, declared)} as ${sql.ref(field)}`);
  const columns = [selectColumns(context.config, resource), ...more, ...(lock ? [] : links(sql.ref(`${RECORD_ALIAS}.id`)))];
  const {rows} = await sql<StoredRow>`
    select ${sql.join(columns)}
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} ${selectJoins(context.config, resource)}
    where ${sql.ref(`${RECORD_ALIAS}.id`)} = ${id} and ${scopePredicate(context, name, actor, RECORD_ALIAS)}
    ${lock ? sql`for update of ${sql.ref(RECORD_ALIAS)}` : sql``}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw notFound();
  if (!lock || linkFields(resource).length === 0) return row;
  // Links are read after the lock, because a statement that waited for a lock still reads other tables from its old snapshot.
  const {rows: [linked]} = await sql<Record<string, unknown>>`select ${sql.join(links(sql`${id}`))}`.execute(db);
  return {...row, ...linked};
};

/**
 * Reads a referenced record, whatever the caller's scope.
 *
 * @param lock locks the row until the transaction ends.
 * A row with calculated fields gets the stronger lock at once, because upgrading a shared lock in its triggers would deadlock.
 *
 * @returns undefined: deleted or missing
 */
export const readReferencedRow = async (
  config: Config, db: DbOrTrx, name: string, id: unknown, lock: boolean,
): Promise<StoredRow | undefined> => {
  const resource = resourceOf(config, name);
  const lockStrength = Object.values(resource.fields).some(aggregateOf) ? sql`no key update` : sql`share`;
  const {rows: [row]} = await sql<StoredRow>`
    select ${selectColumns(config, resource)}
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} ${selectJoins(config, resource)}
    where ${sql.ref(`${RECORD_ALIAS}.id`)} = ${id} and ${notDeleted(name, resource, RECORD_ALIAS)}
    ${lock ? sql`for ${lockStrength} of ${sql.ref(RECORD_ALIAS)}` : sql``}`.execute(db);
  return row;
};

/**
 * Locks and reads the record that a reference names.
 * If that resource calculates fields over this one, all its records that `row` references are locked, in the order of the triggers.
 *
 * @param name resource of `row`
 */
export const lockReferencedRow = async (
  config: Config, db: DbOrTrx, name: string, row: RecordValues, {reference, to}: {reference: string; to: string},
): Promise<StoredRow | undefined> => {
  const calculatingReferences = new Set(listAggregatesOfChild(resourceOf(config, to).fields, name).map(({by}) => by));
  const referencesToLock = calculatingReferences.has(reference) ? [...calculatingReferences] : [];
  const ids = new Set([reference, ...referencesToLock].flatMap(by => (typeof row[by] === 'number' ? [row[by]] : [])));
  let result: StoredRow | undefined;
  for (const id of [...ids].toSorted((left, right) => left - right)) {
    const locked = await readReferencedRow(config, db, to, id, true);
    if (id === row[reference]) result = locked;
  }
  return result;
};
