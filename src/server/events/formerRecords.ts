/**
 * Records before a change of their scope fields, from the history. Sessions that lose a record learn from it that it changed,
 * because they would otherwise keep showing it.
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
import {equalityColumnOf} from '../db/ordering.ts';
import type {Sql} from '../db/tables.ts';

/** Predicate: a history entry changes the field. A status has columns of its own. */
const changesField = (entry: string, {status}: Resource, field: string): RawBuilder<SqlBool> => (field === status
  ? sql`(${sql.ref(`${entry}.de_status`)} <> ${sql.ref(`${entry}.para_status`)})` : fieldChangePredicate(entry, field));
const valueBefore = (entry: string, {status}: Resource, field: string): Sql => (field === status
  ? sql`to_jsonb(${sql.ref(`${entry}.de_status`)})` : sql`${sql.ref(`${entry}.antes`)} -> ${sql.lit(field)}`);

const changesReachOf = (entry: string, resource: Resource): Predicate => {
  const fields = listScopeFields(resource);
  return fields.length === 0 ? NO_ROWS
    : sql`coalesce(${sql.join(fields.map(field => changesField(entry, resource, field)), sql` or `)}, false)`;
};

/** Predicate: a history entry may have changed the scope of its record. */
export const changesScopePredicate = ({resources}: Config, entry: string): Predicate => {
  const cases = Object.entries(resources).filter(([, resource]) => listScopeFields(resource).length > 0)
    .map(([name, resource]) => sql`when ${sql.lit(name)} then ${changesReachOf(entry, resource)}`);
  return cases.length === 0 ? NO_ROWS : sql`case ${sql.ref(`${entry}.recurso`)} ${sql.join(cases, sql` `)} else false end`;
};

/**
 * Query of `id`, the current `versao` and the former values of scope columns, a row per entry that changed them.
 * The last comment and the author's absence are read as they are now.
 *
 * @param since first of these entries by record id
 */
export const formerRecordsQuery = (config: Config, name: string, since: ReadonlyMap<number, number>): Sql => {
  const resource = resourceOf(config, name);
  const {fields, status} = resource;
  const scopeColumns = listScopeFields(resource).flatMap(field => {
    const declared = fields[field];
    const type = declared && sqlTypeOf(declared);
    return declared === undefined || type == null ? []
      : [{field, column: columnOf(field, declared), type, match: equalityColumnOf(resource, field, declared)}];
  });
  // The value before its first change from that entry on; unchanged values are read from the record.
  const valuesBefore = scopeColumns.map(({field, column}) => sql`(
    select ${valueBefore('s', resource, field)} from historico as s
    where s.recurso = ${name} and s.id_registro = h.id_registro and s.id >= h.id and ${changesField('s', resource, field)}
    order by s.id limit 1) as ${sql.ref(column)}`);
  const columns = scopeColumns.flatMap(({column, type, match}) => {
    const formerValue = sql.ref(`era.${column}`);
    const value = sql`case when ${formerValue} is null then r.${sql.ref(column)} else ${fromJson(formerValue, type)} end`;
    return [
      sql`${value} as ${sql.ref(column)}`, ...match === undefined
        ? []
        : [sql`${sql.raw(CANONICAL_TEXT_FUNCTION)}(${value}) as ${sql.ref(match)}`],
    ];
  });
  const commentStateColumns = status === undefined ? []
    : [...Object.values(commentColumns), ...passedToTeamColumns(resource)].map(column => sql`r.${sql.ref(column)}`);
  return sql`
    select ${sql.join([sql`r.id`, sql`r.versao`, ...columns, ...commentStateColumns])}
    from unnest(${[...since.keys()]}::integer[], ${[...since.values()]}::integer[]) as d (id, desde)
    join ${sql.table(tableOf(name))} as r on r.id = d.id
    join historico as h on h.recurso = ${name} and h.id_registro = d.id and h.id >= d.desde and ${changesReachOf('h', resource)}
    cross join lateral (select ${sql.join(valuesBefore)}) as era`;
};
