/**
 * SQL that counts the dashboards' records by company, branch, status and day (of creation, or of entering a stamping status).
 * Triggers count, so that no writer can forget to. Triggers append deltas and read no count, so changes of different records never wait for
 * each other.
 */
import {scopeOf} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {countedResources, createdField} from '../../../schema/dashboard.ts';
import {TIME_ZONE} from '../../../schema/fields/dates.ts';
import {openOf, statusesOf} from '../../../schema/lifeCycle/statuses.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {placeOf} from '../conditions/conditions.ts';
import {keptTab, storedColumns, tabFields, waitingColumns} from '../conditions/tabs.ts';
import {literalText} from '../fixed.ts';
import {columnOf, countTables, cut, isHidden, literal, openIndex, quoted, resourceOf, snake, tableOf, type CountTables} from '../names.ts';
import {createIndex, type IndexChange} from '../structure/change.ts';

export const CREATED = 'criado';
export const ENTERED = 'entrou';
/** The count for any day; folded from {@link CREATED_MILESTONE}. */
export const NOW = 'agora';

/** The count of a tab for any day; a person's id takes the place of the status. */
export const ofTab = (name: string): string => `aba.${name}`;
/** The day of counts without a day. */
export const ANY_DAY = '-infinity';

/** The key columns of a count. */
export const KEY = 'marco, id_filial, id_empresa, dia, status';
/** The prefix of the counting functions' names. */
export const FUNCTION = 'contar_mudancas';
export const TRIGGERS = 4;
/** The alias of the counted rows. */
const ROW = 'r';

/** The first counted resource keeps the tables of the migration, because the version before goes on writing them. */
export const FIRST: CountTables = {counts: 'contagens', changes: 'contagens_mudancas'};
/** Storage parameters, equal to the migration's. */
const ROOM: CountTables = {
  counts: 'fillfactor = 80', changes: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000',
};
/** The tables with the counts of a resource. */
export const keptIn = (config: Config, name: string): CountTables => (countedResources(config)[0] === name ? FIRST : countTables(name));

export interface Definition {
  table: string;
  kept: CountTables;
  /** The name of the counting function. */
  counter: string;
  /** Drops the former function and creates this one with its triggers. */
  setup: readonly string[];
  /** Partial indexes of open records by age: of all, by company, by branch. */
  indexes: readonly IndexChange[];
  /** A query of the table's current counts: {@link COUNT_KEY} and `n`, one row or more for each record. */
  records: string;
  /** The whole definition; a start recounts when the text differs. */
  text: string;
}

interface Counted {
  table: string;
  kept: CountTables;
  counter: string;
  empresa: string | undefined;
  filial: string | undefined;
  status: string;
  created: string;
  /** Columns that statuses stamp, with those statuses. */
  stamps: readonly {column: string; ids: readonly (string | number)[]}[];
  tabs: readonly {marco: string; holds: string; person: string | undefined}[];
  /** Other columns that tabs depend on. */
  more: readonly string[];
  /** The deletion column, for soft deletion. */
  deleted: string | undefined;
  open: readonly (string | number)[];
}

const stampsOf = (resource: Resource): Counted['stamps'] => {
  const stamped = Map.groupBy(statusesOf(resource).filter(one => one.stamps !== undefined), one => one.stamps ?? '');
  return [...stamped].map(([field, statuses]) => ({column: snake(field), ids: statuses.map(({id}) => id)}));
};

/** The actor of the tabs' predicates, which are the same for everybody. */
const NOBODY = {id: 0, perfil: '', idPerfil: 0, idEmpresa: null, codigoExterno: ''};

/** Tabs of profiles whose scope is company and branch alone, because counts are by company and branch. */
const tabsIn = (config: Config, name: string, resource: Resource): Counted['tabs'] => {
  const readers = Object.keys(config.profiles).filter(perfil => scopeOf(resource, perfil).every(rule => placeOf(rule) !== undefined));
  return [...new Map(readers.flatMap(perfil => tabsOf(resource, perfil)))].flatMap(([tabName, tab]) => {
    const kept = keptTab(tab, {config, name, resource, actor: NOBODY, alias: ROW});
    return kept === undefined ? [] : [{marco: ofTab(tabName), holds: literalText(kept.holds), person: kept.person}];
  });
};

const countedBy = (config: Config, of: string): Counted => {
  const resource = resourceOf(config, of);
  const [table, kept] = [tableOf(of), keptIn(config, of)];
  const column = (name: string | undefined): string | undefined => {
    const field = name === undefined ? undefined : resource.fields[name];
    return name === undefined || field === undefined ? undefined : columnOf(name, field);
  };
  return {
    table, kept, counter: kept === FIRST ? FUNCTION : quoted(cut(`${FUNCTION}_${table}`)),
    empresa: column(resource.owner?.empresa), filial: column(resource.owner?.filial),
    status: column(resource.status) ?? 'status', created: column(createdField(resource)) ?? 'data_criacao',
    stamps: stampsOf(resource),
    tabs: tabsIn(config, of, resource), more: [...storedColumns(resource, tabFields(resource)), ...waitingColumns(resource)],
    deleted: isHidden(of, resource) ? 'data_exclusao' : undefined,
    open: openOf(resource).map(({id}) => id),
  };
};

const within = (column: string, ids: readonly (string | number)[]): string => `${column} in (${ids.map(literal).join(', ')})`;

const columnsOf = ({empresa, filial, status, created, stamps, deleted, more}: Counted): string[] =>
  [...new Set([empresa, filial, status, created, ...stamps.map(({column}) => column), deleted, ...more].flatMap(one =>
    (one === undefined ? [] : [quoted(one)])))];

/** A query of the counts of the rows in `relation`, with `n` as sign. */
const countsOf = ({empresa, filial, status: own, created, stamps, tabs, deleted}: Counted, relation: string, n: 1 | -1): string => {
  const column = (name: string): string => `${ROW}.${quoted(name)}`;
  const id = (name: string | undefined): string => (name === undefined ? '0' : `coalesce(${column(name)}, 0)`);
  const day = (name: string): string => `(${column(name)} at time zone ${literal(TIME_ZONE)})::date`;
  const status = `${column(own)}::text`;
  const counts = [
    [literal(CREATED), day(created), status, `${status} is not null`],
    ...stamps.map(({column: stamp, ids}) => [literal(ENTERED), day(stamp), status, within(column(own), ids)]),
    ...tabs.map(({marco, holds, person}) =>
      [literal(marco), `date ${literal(ANY_DAY)}`, person === undefined ? "''" : `${column(person)}::text`, holds]),
  ];
  return `select c.marco, ${id(filial)} as id_filial, ${id(empresa)} as id_empresa, c.dia, c.status, ${n} as n
    from ${relation} as ${ROW} cross join lateral (values ${counts.map(one => `(${one.join(', ')})`).join(', ')})
      as c (marco, dia, status, holds)
    where c.holds and c.dia is not null${deleted === undefined ? '' : ` and ${column(deleted)} is null`}`;
};

const functionOf = (counted: Counted): string => {
  const {counts, changes: appended} = counted.kept;
  const append = (changes: string): string => `insert into ${appended} (${KEY}, quantidade)
    select ${KEY}, sum(n) from (${changes}) as c group by ${KEY} having sum(n) <> 0;`;
  const values = (which: 'new' | 'old'): string => columnsOf(counted).map(column => `${which}.${column}`).join(', ');
  const [now, before] = [countsOf(counted, `(select ${values('new')})`, 1), countsOf(counted, `(select ${values('old')})`, -1)];
  // The function compares the columns, because a trigger's own `when` would block changes of their types.
  return `create function ${counted.counter}() returns trigger language plpgsql as $contar$ begin
    if tg_op = 'INSERT' then ${append(countsOf(counted, 'novas', 1))}
    elsif tg_op = 'DELETE' then ${append(countsOf(counted, 'velhas', -1))}
    elsif tg_op = 'UPDATE' then
      if (${values('old')}) is distinct from (${values('new')}) then ${append(`${now} union all ${before}`)} end if;
    else
      -- Not truncated: one command may empty these tables together with the counted one.
      lock table ${counts}, ${appended} in share row exclusive mode;
      delete from ${counts};
      delete from ${appended};
    end if;
    return null;
  end $contar$`;
};

const triggersOf = (counted: Counted): string[] => {
  const trigger = (name: string, event: string, each: string): string =>
    `create trigger contagem_${name} after ${event} on ${quoted(counted.table)} ${each} execute function ${counted.counter}()`;
  return [
    trigger('inclusao', 'insert', 'referencing new table as novas for each statement'),
    trigger('alteracao', 'update', 'for each row'),
    trigger('exclusao', 'delete', 'referencing old table as velhas for each statement'),
    trigger('esvaziamento', 'truncate', 'for each statement'),
  ];
};

const indexesOf = ({table, empresa, filial, status, created, open}: Counted): Definition['indexes'] =>
  open.length === 0 ? [] : [undefined, empresa, filial].flatMap((place, at) => {
    if (at > 0 && place === undefined) return [];
    const name = openIndex(table, place ?? created);
    const columns = [...(place === undefined ? [] : [place]), created, 'id'];
    return [createIndex(name, table, `(${columns.map(quoted).join(', ')}) where ${within(quoted(status), open)}`)];
  });

export const definitionsOf = (config: Config): Definition[] => countedResources(config).map(of => {
  const counted = countedBy(config, of);
  const {table, kept, counter} = counted;
  const more = kept === FIRST ? [] : (['counts', 'changes'] as const).map(one =>
    `create table if not exists ${kept[one]} (like ${FIRST[one]} including all) with (${ROOM[one]})`);
  const setup = [...more, `drop function if exists ${counter}() cascade`, functionOf(counted), ...triggersOf(counted)];
  const indexes = indexesOf(counted);
  const records = countsOf(counted, quoted(table), 1);
  const text = [...setup, ...indexes.map(({sql}) => sql), records].join(';\n');
  return {table, kept, counter: counter.replaceAll('"', ''), setup, indexes, records, text};
});
