/**
 * SQL that counts the dashboards' records by company, branch, status and day (of creation, or of entering a stamping status).
 * Triggers count, so that no writer can forget to. Triggers append deltas and read no count, so changes of different records never wait for
 * each other.
 */
import {rowScopeOf} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {countedResources, creationField} from '../../../schema/dashboard.ts';
import {TIME_ZONE} from '../../../schema/fields/dates.ts';
import {openStatuses, statusesOf} from '../../../schema/statuses/statuses.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {scopeLevelOf} from '../conditions/conditionPredicates.ts';
import {ANONYMOUS_ACTOR} from '../conditions/fieldPredicates.ts';
import {countableTabOf, storedColumns, tabFields, turnHolderColumns} from '../conditions/tabs.ts';
import {compileWithLiterals} from '../staticSql.ts';
import {
  columnOf, countTables, truncateIdentifier, hasSoftDelete, literal, openIndex, quoted, resourceOf, toSnakeCase, tableOf, type CountTables,
} from '../sqlNames.ts';
import {createIndexChange, type IndexChange} from '../structure/change.ts';

export const CREATED_COUNT_KIND = 'criado';
export const STATUS_ENTRY_COUNT_KIND = 'entrou';
export const CURRENT_COUNT_KIND = 'agora';

/** The count of a tab for any day; a person's id takes the place of the status. */
export const tabCountKind = (name: string): string => `aba.${name}`;
export const ANY_DAY = '-infinity';

export const COUNT_KEY_COLUMNS = 'marco, id_filial, id_empresa, dia, status';
export const COUNT_FUNCTION_PREFIX = 'contar_mudancas';
export const COUNT_TRIGGERS_PER_TABLE = 4;
const ROW_ALIAS = 'r';

/** The first counted resource keeps the tables of the migration, because the version before goes on writing them. */
export const FIRST_COUNT_TABLES: CountTables = {counts: 'contagens', changes: 'contagens_mudancas'};
const STORAGE_PARAMETERS: CountTables = {
  counts: 'fillfactor = 80', changes: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000',
};
export const resourceCountTables = (config: Config, name: string): CountTables =>
  (countedResources(config)[0] === name ? FIRST_COUNT_TABLES : countTables(name));

export interface CountDefinition {
  table: string;
  tables: CountTables;
  countFunction: string;
  /** Drops the former function and creates this one with its triggers. */
  setup: readonly string[];
  /** Partial indexes of open records by age: of all, by company, by branch. */
  indexes: readonly IndexChange[];
  /** SQL query that counts anew from the records: a row for each count that a record is part of, with {@link COUNT_KEY_COLUMNS} and `n`. */
  records: string;
  /** The whole definition; a start recounts when the text differs. */
  text: string;
}

interface Counted {
  table: string;
  tables: CountTables;
  counter: string;
  empresa: string | undefined;
  filial: string | undefined;
  status: string;
  created: string;
  stamps: readonly {column: string; ids: readonly (string | number)[]}[];
  tabs: readonly {marco: string; holds: string; person: string | undefined}[];
  otherColumns: readonly string[];
  deleted: string | undefined;
  open: readonly (string | number)[];
}

const stampColumns = (resource: Resource): Counted['stamps'] => {
  const byField = Map.groupBy(statusesOf(resource).filter(status => status.stamps !== undefined), status => status.stamps ?? '');
  return [...byField].map(([field, statuses]) => ({column: toSnakeCase(field), ids: statuses.map(({id}) => id)}));
};

/** Tabs of profiles whose scope is company and branch alone, because counts are by company and branch. */
const countedTabs = (config: Config, name: string, resource: Resource): Counted['tabs'] => {
  const readers = Object.keys(config.profiles).filter(
    perfil => rowScopeOf(resource, perfil).every(rule => scopeLevelOf(rule) !== undefined)
  );
  return [...new Map(readers.flatMap(perfil => tabsOf(resource, perfil)))].flatMap(([tabName, tab]) => {
    const countable = countableTabOf(tab, {config, name, resource, actor: ANONYMOUS_ACTOR, alias: ROW_ALIAS});
    return countable === undefined
      ? []
      : [{marco: tabCountKind(tabName), holds: compileWithLiterals(countable.predicate), person: countable.person}];
  });
};

const countedResource = (config: Config, of: string): Counted => {
  const resource = resourceOf(config, of);
  const [table, tables] = [tableOf(of), resourceCountTables(config, of)];
  const column = (name: string | undefined): string | undefined => {
    const field = name === undefined ? undefined : resource.fields[name];
    return name === undefined || field === undefined ? undefined : columnOf(name, field);
  };
  return {
    table, tables, counter: tables === FIRST_COUNT_TABLES
      ? COUNT_FUNCTION_PREFIX
      : quoted(truncateIdentifier(`${COUNT_FUNCTION_PREFIX}_${table}`)),
    empresa: column(resource.owner?.empresa), filial: column(resource.owner?.filial),
    status: column(resource.status) ?? 'status', created: column(creationField(resource)) ?? 'data_criacao',
    stamps: stampColumns(resource),
    tabs: countedTabs(config, of, resource),
    otherColumns: [...storedColumns(resource, tabFields(resource)), ...turnHolderColumns(resource)],
    deleted: hasSoftDelete(of, resource) ? 'data_exclusao' : undefined,
    open: openStatuses(resource).map(({id}) => id),
  };
};

const inIds = (column: string, ids: readonly (string | number)[]): string => `${column} in (${ids.map(literal).join(', ')})`;

const observedColumns = ({empresa, filial, status, created, stamps, deleted, otherColumns}: Counted): string[] =>
  [...new Set([empresa, filial, status, created, ...stamps.map(({column}) => column), deleted, ...otherColumns].flatMap(column =>
    (column === undefined ? [] : [quoted(column)])))];

const countsQuery = (
  {empresa, filial, status: statusColumn, created, stamps, tabs, deleted}: Counted, relation: string, n: 1 | -1,
): string => {
  const column = (name: string): string => `${ROW_ALIAS}.${quoted(name)}`;
  const id = (name: string | undefined): string => (name === undefined ? '0' : `coalesce(${column(name)}, 0)`);
  const day = (name: string): string => `(${column(name)} at time zone ${literal(TIME_ZONE)})::date`;
  const status = `${column(statusColumn)}::text`;
  const counts = [
    [literal(CREATED_COUNT_KIND), day(created), status, `${status} is not null`],
    ...stamps.map(({column: stamp, ids}) => [literal(STATUS_ENTRY_COUNT_KIND), day(stamp), status, inIds(column(statusColumn), ids)]),
    ...tabs.map(({marco, holds: condition, person}) =>
      [literal(marco), `date ${literal(ANY_DAY)}`, person === undefined ? "''" : `${column(person)}::text`, condition]),
  ];
  return `select c.marco, ${id(filial)} as id_filial, ${id(empresa)} as id_empresa, c.dia, c.status, ${n} as n
    from ${relation} as ${ROW_ALIAS} cross join lateral (values ${counts.map(values => `(${values.join(', ')})`).join(', ')})
      as c (marco, dia, status, holds)
    where c.holds and c.dia is not null${deleted === undefined ? '' : ` and ${column(deleted)} is null`}`;
};

const counterFunction = (counted: Counted): string => {
  const {counts, changes: appended} = counted.tables;
  const append = (changes: string): string => `insert into ${appended} (${COUNT_KEY_COLUMNS}, quantidade)
    select ${COUNT_KEY_COLUMNS}, sum(n) from (${changes}) as c group by ${COUNT_KEY_COLUMNS} having sum(n) <> 0;`;
  const columnValues = (rowName: 'new' | 'old'): string => observedColumns(counted).map(column => `${rowName}.${column}`).join(', ');
  const [added, subtracted] =
    [countsQuery(counted, `(select ${columnValues('new')})`, 1), countsQuery(counted, `(select ${columnValues('old')})`, -1)];
  // The function compares the columns, because a trigger's own `when` would block changes of their types.
  return `create function ${counted.counter}() returns trigger language plpgsql as $contar$ begin
    if tg_op = 'INSERT' then ${append(countsQuery(counted, 'novas', 1))}
    elsif tg_op = 'DELETE' then ${append(countsQuery(counted, 'velhas', -1))}
    elsif tg_op = 'UPDATE' then
      if (${columnValues('old')}) is distinct from (${columnValues('new')}) then ${append(`${added} union all ${subtracted}`)} end if;
    else
      -- Not truncated: one command may empty these tables together with the counted one.
      lock table ${counts}, ${appended} in share row exclusive mode;
      delete from ${counts};
      delete from ${appended};
    end if;
    return null;
  end $contar$`;
};

const counterTriggers = (counted: Counted): string[] => {
  const trigger = (name: string, event: string, level: string): string =>
    `create trigger contagem_${name} after ${event} on ${quoted(counted.table)} ${level} execute function ${counted.counter}()`;
  return [
    trigger('inclusao', 'insert', 'referencing new table as novas for each statement'),
    trigger('alteracao', 'update', 'for each row'),
    trigger('exclusao', 'delete', 'referencing old table as velhas for each statement'),
    trigger('esvaziamento', 'truncate', 'for each statement'),
  ];
};

const openRecordIndexes = ({table, empresa, filial, status, created, open}: Counted): CountDefinition['indexes'] =>
  open.length === 0 ? [] : [undefined, empresa, filial].flatMap((place, at) => {
    if (at > 0 && place === undefined) return [];
    const name = openIndex(table, place ?? created);
    const columns = [...(place === undefined ? [] : [place]), created, 'id'];
    return [createIndexChange(name, table, `(${columns.map(quoted).join(', ')}) where ${inIds(quoted(status), open)}`)];
  });

export const buildCountDefinitions = (config: Config): CountDefinition[] => countedResources(config).map((of): CountDefinition => {
  const counted = countedResource(config, of);
  const {table, tables, counter} = counted;
  const tableStatements = tables === FIRST_COUNT_TABLES ? [] : (['counts', 'changes'] as const).map(tableKind =>
    `create table if not exists ${tables[tableKind]} (like ${FIRST_COUNT_TABLES[tableKind]} including all) ` +
      `with (${STORAGE_PARAMETERS[tableKind]})`);
  const setup = [...tableStatements, `drop function if exists ${counter}() cascade`, counterFunction(counted), ...counterTriggers(counted)];
  const indexes = openRecordIndexes(counted);
  const records = countsQuery(counted, quoted(table), 1);
  const text = [...setup, ...indexes.map(({sql}) => sql), records].join(';\n');
  return {table, tables, countFunction: counter.replaceAll('"', ''), setup, indexes, records, text};
});
