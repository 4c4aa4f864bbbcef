/** One record, in the caller's scope. */
import {sql} from 'kysely';
import {keptIn, keptOf} from '../../schema/fields/calculation.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Config} from '../../schema/config/config.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditions.ts';
import {notDeleted} from '../db/conditions/rows.ts';
import {linkTable, resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx, StoredRow, Sql} from '../db/tables.ts';
import {notFound} from '../errors.ts';
import {linkFields, linksOf} from './links.ts';
import {ALIAS, joins, selection} from './select.ts';

/**
 * A record under its fields' names, values as stored (`null` for nothing).
 *
 * @param lock keeps other transactions from changing it until this one ends
 * @param more further columns
 * @throws Refusal 404 when it is missing, deleted or outside the caller's scope
 */
export const storedRow = async (
  context: Pick<Context, 'config'>, db: DbOrTrx, name: string, actor: Actor, id: number, lock = false,
  more: readonly Sql[] = [],
): Promise<StoredRow> => {
  const resource = resourceOf(context.config, name);
  const links = (of: Sql) =>
    linkFields(resource).map(([field, declared]) =>
      sql`${linksOf(context.config, linkTable(name, field, declared.to), of, declared)} as ${sql.ref(field)}`);
  const columns = [selection(context.config, resource), ...more, ...(lock ? [] : links(sql.ref(`${ALIAS}.id`)))];
  const {rows} = await sql<StoredRow>`
    select ${sql.join(columns)}
    from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)} ${joins(resource)}
    where ${sql.ref(`${ALIAS}.id`)} = ${id} and ${scopePredicate(context, name, actor, ALIAS)}
    ${lock ? sql`for update of ${sql.ref(ALIAS)}` : sql``}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw notFound();
  if (!lock || linkFields(resource).length === 0) return row;
  // Asked once the record is held: a statement that waited for it still sees of other tables what was there before.
  const {rows: [linked]} = await sql<Record<string, unknown>>`select ${sql.join(links(sql`${id}`))}`.execute(db);
  return {...row, ...linked};
};

/**
 * A record that another names, whoever reaches it.
 *
 * @param lock keeps it as it is until this transaction ends; what keeps numbers of the one that names it will write it: two that hold it
 *   together would wait for each other
 * @returns undefined where it is not there (any more)
 */
export const namedRow = async (config: Config, db: DbOrTrx, name: string, id: unknown, lock: boolean): Promise<StoredRow | undefined> => {
  const resource = resourceOf(config, name);
  const hold = Object.values(resource.fields).some(keptOf) ? sql`no key update` : sql`share`;
  const {rows: [row]} = await sql<StoredRow>`
    select ${selection(config, resource)}
    from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)} ${joins(resource)}
    where ${sql.ref(`${ALIAS}.id`)} = ${id} and ${notDeleted(name, resource, ALIAS)}
    ${lock ? sql`for ${hold} of ${sql.ref(ALIAS)}` : sql``}`.execute(db);
  return row;
};

/**
 * The record that a reference names, kept as it is. Where that resource has numbers of this one by other references too, what those name is
 * kept with it, in the order in which the database holds them all when this one is written.
 *
 * @param name of the resource that `row` is of
 */
export const heldNamed = async (
  config: Config, db: DbOrTrx, name: string, row: Values, {reference, to}: {reference: string; to: string},
): Promise<StoredRow | undefined> => {
  const counted = new Set(keptIn(resourceOf(config, to).fields, name).map(({by}) => by));
  const beside = counted.has(reference) ? [...counted] : [];
  const ids = new Set([reference, ...beside].flatMap(by => (typeof row[by] === 'number' ? [row[by]] : [])));
  let named: StoredRow | undefined;
  for (const id of [...ids].toSorted((one, other) => one - other)) {
    const held = await namedRow(config, db, to, id, true);
    if (id === row[reference]) named = held;
  }
  return named;
};
