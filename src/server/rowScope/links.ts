/** Links of a record with several records of another resource (`filiaisAlteradas`; rules: Users 2, Access 10). */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {notDeleted, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {linkTable, resourceOf, tableOf, type LinkTable} from '../db/sqlNames.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import type {Link, LinkField} from '../formatting/valueFormatter.ts';

export const linkFields = (resource: Resource): [name: string, field: LinkField][] =>
  Object.entries(resource.fields).flatMap(([name, field]): [string, LinkField][] => (field.kind === 'vinculos' ? [[name, field]] : []));

export const linkTableOf = (config: Config, resource: Resource, name: string): LinkTable => {
  const [resourceName] = Object.entries(config.resources).find(([, candidate]) => candidate === resource) ?? [];
  const field = resource.fields[name];
  if (resourceName === undefined || field?.kind !== 'vinculos') throw new TypeError(`No links: ${name}`);
  return linkTable(resourceName, name, field.to);
};

const column = (name: string): Sql => sql.ref(`v.${name}`);

/** Linked ids in the field's own shape, all switched on, as one JSON value; deleted records are left out. */
export const linksJson = (config: Config, {table, ownColumn, otherColumn}: LinkTable, id: Sql, {wire, to}: LinkField): Sql => {
  const link = sql`json_build_object(${sql.lit(wire.id)}, ${column(otherColumn)}, ${sql.lit(wire.on)}, true)`;
  return sql`(select coalesce(json_agg(${link} order by ${column(otherColumn)}), '[]')
    from ${sql.table(table)} v join ${sql.table(tableOf(to))} f on f.id = ${column(otherColumn)}
    where ${column(ownColumn)} = ${id} and ${notDeleted(to, resourceOf(config, to), 'f')})`;
};

/** Rows of `alias` that are linked with one of these ids. */
export const linkedPredicate = (
  {table, ownColumn, otherColumn}: LinkTable, alias: string, ids: readonly unknown[],
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from ${sql.table(table)} v
      where ${column(ownColumn)} = ${sql.ref(`${alias}.id`)} and ${column(otherColumn)} = any(${ids}::integer[]))`;

/** Deletes the links whose target row `r` does not match the predicate. */
export const unlinkOthers = async (
  trx: DbOrTrx, {table, ownColumn, otherColumn}: LinkTable, to: string, id: number, allowed: Predicate,
): Promise<void> => {
  await sql`delete from ${sql.table(table)} as v where ${column(ownColumn)} = ${id} and not exists (
    select from ${sql.table(tableOf(to))} as r where r.id = ${column(otherColumn)} and ${allowed})`.execute(trx);
};

/**
 * Switches links on and off; unnamed links stay. The caller has checked the targets, and foreign keys enforce them.
 *
 * @param place column of the shared company, where the link table has one
 * @param reached predicate on target rows `r` whose links may be removed
 */
export const setLinks = async (
  trx: DbOrTrx, {
    table, ownColumn, otherColumn, companyColumn,
  }: LinkTable, to: string, id: number, placeId: unknown, links: readonly Link[], reached: Predicate,
): Promise<void> => {
  const ids = (on: boolean): number[] => links.filter(link => link.on === on).map(link => link.id);
  const [off, on] = [ids(false), ids(true)];
  if (off.length > 0) {
    await sql`delete from ${sql.table(table)} as v
      where ${column(ownColumn)} = ${id} and ${column(otherColumn)} = any(${off}::integer[]) and exists (
      select from ${sql.table(tableOf(to))} as r where r.id = ${column(otherColumn)} and ${reached})`.execute(trx);
  }
  if (on.length === 0) return;
  const columns = [ownColumn, otherColumn, ...companyColumn === undefined ? [] : [companyColumn]].map(name => sql.ref(name));
  const values = [sql`${id}::integer`, sql`unnest(${on}::integer[])`, ...companyColumn === undefined ? [] : [sql`${placeId}::integer`]];
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${sql.join(values)} on conflict do nothing`.execute(trx);
};
