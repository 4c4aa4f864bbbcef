/** Links of records with several of another resource (`filiaisAlteradas`; rules: Users 2, Access 10): switched one by one. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import {notDeleted, type Predicate} from '../db/conditions/rows.ts';
import {linkTable, resourceOf, tableOf, type LinkTable} from '../db/names.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import type {Link, LinkField} from '../readable/reader.ts';

export const linkFields = (resource: Resource): [name: string, field: LinkField][] =>
  Object.entries(resource.fields).flatMap(([name, field]): [string, LinkField][] => (field.kind === 'vinculos' ? [[name, field]] : []));

/** Where the links of a field are kept. */
export const linksIn = (config: Config, resource: Resource, name: string): LinkTable => {
  const [of] = Object.entries(config.resources).find(([, one]) => one === resource) ?? [];
  const field = resource.fields[name];
  if (of === undefined || field?.kind !== 'vinculos') throw new TypeError(`No links: ${name}`);
  return linkTable(of, name, field.to);
};

const column = (name: string): Sql => sql.ref(`v.${name}`);

/** The linked ids of a record, in the field's own shape, every switch on, as one JSON value; one that was deleted has none. */
export const linksOf = (config: Config, {table, own, other}: LinkTable, id: Sql, {wire, to}: LinkField): Sql => {
  const one = sql`json_build_object(${sql.lit(wire.id)}, ${column(other)}, ${sql.lit(wire.on)}, true)`;
  return sql`(select coalesce(json_agg(${one} order by ${column(other)}), '[]')
    from ${sql.table(table)} v join ${sql.table(tableOf(to))} f on f.id = ${column(other)}
    where ${column(own)} = ${id} and ${notDeleted(to, resourceOf(config, to), 'f')})`;
};

/** Rows of `alias` linked with one of these. */
export const linkedWith = ({table, own, other}: LinkTable, alias: string, ids: readonly unknown[]): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from ${sql.table(table)} v where ${column(own)} = ${sql.ref(`${alias}.id`)} and ${column(other)} = any(${ids}::integer[]))`;

/** Ends the links of a record but those with rows `r` of the target of which this holds. */
export const unlinkOthers = async (
  trx: DbOrTrx, {table, own, other}: LinkTable, to: string, id: number, kept: Predicate,
): Promise<void> => {
  await sql`delete from ${sql.table(table)} as v where ${column(own)} = ${id} and not exists (
    select from ${sql.table(tableOf(to))} as r where r.id = ${column(other)} and ${kept})`.execute(trx);
};

/**
 * Sets switches; what is not named stays. What is switched on the caller has checked, and the keys enforce it.
 *
 * @param place the company of those, where the links say it
 * @param reached the rows `r` of the target that may be switched off
 */
export const setLinks = async (
  trx: DbOrTrx, {table, own, other, place}: LinkTable, to: string, id: number, placeId: unknown, links: readonly Link[], reached: Predicate,
): Promise<void> => {
  const ids = (on: boolean): number[] => links.filter(link => link.on === on).map(link => link.id);
  const [off, on] = [ids(false), ids(true)];
  if (off.length > 0) {
    await sql`delete from ${sql.table(table)} as v where ${column(own)} = ${id} and ${column(other)} = any(${off}::integer[]) and exists (
      select from ${sql.table(tableOf(to))} as r where r.id = ${column(other)} and ${reached})`.execute(trx);
  }
  if (on.length === 0) return;
  const columns = [own, other, ...place === undefined ? [] : [place]].map(one => sql.ref(one));
  const values = [sql`${id}::integer`, sql`unnest(${on}::integer[])`, ...place === undefined ? [] : [sql`${placeId}::integer`]];
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${sql.join(values)} on conflict do nothing`.execute(trx);
};
