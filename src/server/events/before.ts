/**
 * Records as they were before what decides who reaches them changed, from the history: whoever reached one then learns that it changed,
 * or would go on seeing what they may see no more.
 */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import {listScopeFields} from '../../schema/conditions/scopeFields.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {NO_ROWS, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {passedToTeamColumns} from '../db/conditions/waits.ts';
import {CANONICAL_TEXT_FUNCTION} from '../db/textFolding.ts';
import {fromJson, sqlTypeOf} from '../db/kindColumns.ts';
import {fieldChangePredicate} from '../db/companyMoves.ts';
import {columnOf, commentColumns, resourceOf, tableOf} from '../db/sqlNames.ts';
import {matchColumnOf} from '../db/ordering.ts';
import type {Sql} from '../db/tables.ts';

/** Whether an entry changes a field of the record. A life cycle tells its statuses in columns of their own. */
const changes = (entry: string, {status}: Resource, field: string): RawBuilder<SqlBool> => (field === status
  ? sql`(${sql.ref(`${entry}.de_status`)} <> ${sql.ref(`${entry}.para_status`)})` : fieldChangePredicate(entry, field));
const valueBefore = (entry: string, {status}: Resource, field: string): Sql => (field === status
  ? sql`to_jsonb(${sql.ref(`${entry}.de_status`)})` : sql`${sql.ref(`${entry}.antes`)} -> ${sql.lit(field)}`);

const changesReachOf = (entry: string, resource: Resource): Predicate => {
  const fields = listScopeFields(resource);
  return fields.length === 0 ? NO_ROWS : sql`coalesce(${sql.join(fields.map(field => changes(entry, resource, field)), sql` or `)}, false)`;
};

/** Whether an entry of the history may have changed who reaches its record. */
export const changesReach = ({resources}: Config, entry: string): Predicate => {
  const cases = Object.entries(resources).filter(([, resource]) => listScopeFields(resource).length > 0)
    .map(([name, resource]) => sql`when ${sql.lit(name)} then ${changesReachOf(entry, resource)}`);
  return cases.length === 0 ? NO_ROWS : sql`case ${sql.ref(`${entry}.recurso`)} ${sql.join(cases, sql` `)} else false end`;
};

/**
 * A relation with `id`, `versao` as it is now, and the columns that scopes read as they were: one row of a record for each of its
 * entries from one on that changed them. What the author answered last, and whether they are there, is taken as it is.
 *
 * @param since the first of these entries, by the record's id
 */
export const asTheyWere = (config: Config, name: string, since: ReadonlyMap<number, number>): Sql => {
  const resource = resourceOf(config, name);
  const {fields, status} = resource;
  const read = listScopeFields(resource).flatMap(field => {
    const declared = fields[field];
    const type = declared && sqlTypeOf(declared);
    return declared === undefined || type == null ? []
      : [{field, column: columnOf(field, declared), type, match: matchColumnOf(resource, field, declared)}];
  });
  // Each value is that before the first change of it from there on; what did not change is as it is now.
  const before = read.map(({field, column}) => sql`(
    select ${valueBefore('s', resource, field)} from historico as s
    where s.recurso = ${name} and s.id_registro = h.id_registro and s.id >= h.id and ${changes('s', resource, field)}
    order by s.id limit 1) as ${sql.ref(column)}`);
  const columns = read.flatMap(({column, type, match}) => {
    const earlier = sql.ref(`era.${column}`);
    const value = sql`case when ${earlier} is null then r.${sql.ref(column)} else ${fromJson(earlier, type)} end`;
    return [
      sql`${value} as ${sql.ref(column)}`, ...match === undefined
        ? []
        : [sql`${sql.raw(CANONICAL_TEXT_FUNCTION)}(${value}) as ${sql.ref(match)}`],
    ];
  });
  const kept = status === undefined ? []
    : [...Object.values(commentColumns), ...passedToTeamColumns(resource)].map(column => sql`r.${sql.ref(column)}`);
  return sql`
    select ${sql.join([sql`r.id`, sql`r.versao`, ...columns, ...kept])}
    from unnest(${[...since.keys()]}::integer[], ${[...since.values()]}::integer[]) as d (id, desde)
    join ${sql.table(tableOf(name))} as r on r.id = d.id
    join historico as h on h.recurso = ${name} and h.id_registro = d.id and h.id >= d.desde and ${changesReachOf('h', resource)}
    cross join lateral (select ${sql.join(before)}) as era`;
};
