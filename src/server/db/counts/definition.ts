/**
 * What is counted, as SQL made from the config's dashboards: the records of a resource by company, branch, status and day, the day of
 * creation and that of entering a status which stamps one.
 *
 * Triggers count, so that nothing that writes the table can forget to. They append what a change adds and takes away, and
 * read no count: changes of different records never wait for each other.
 */
import type {Config, Resource} from '../../../schema/config/config.ts';
import {countedResources, createdField} from '../../../schema/dashboard.ts';
import {TIME_ZONE} from '../../../schema/fields/dates.ts';
import {endsOf, statusesOf} from '../../../schema/lifeCycle/statuses.ts';
import {columnOf, countTables, cut, isHidden, literal, openIndex, quoted, resourceOf, snake, tableOf, type CountTables} from '../names.ts';

export const CREATED = 'criado';
export const ENTERED = 'entrou';
/** Whatever the day; folded from {@link CREATED}. */
export const NOW = 'agora';

/** What a count is of. */
export const KEY = 'marco, id_filial, id_empresa, dia, status';
/** What the names of the functions begin with that count. */
export const FUNCTION = 'contar_mudancas';
export const TRIGGERS = 4;

/** Of the resource that is counted first: they are those of a migration, beside which the version before goes on. */
export const FIRST: CountTables = {counts: 'contagens', changes: 'contagens_mudancas'};
/** How the migration has them stored. */
const ROOM: CountTables = {
  counts: 'fillfactor = 80', changes: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000',
};
/** Where a resource that is counted has its counts. */
export const keptIn = (config: Config, name: string): CountTables => (countedResources(config)[0] === name ? FIRST : countTables(name));

export interface Definition {
  table: string;
  kept: CountTables;
  /** The name of the function that counts. */
  counter: string;
  /** Drops what an earlier definition made and makes this one's function and triggers. */
  setup: readonly string[];
  /** Indexes of the records that no end has reached, by age: of all, of a company, of a branch. */
  indexes: readonly {name: string; sql: string}[];
  /** A query of the table as it is: {@link KEY} and `n`, a row or more for each record. */
  records: string;
  /** All of it; another text is another definition. */
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
  /** Columns that statuses stamp, with the statuses that do. */
  stamps: readonly {column: string; ids: readonly (string | number)[]}[];
  /** Of a resource whose deleted records are hidden. */
  deleted: string | undefined;
  open: readonly (string | number)[];
}

const stampsOf = (resource: Resource): Counted['stamps'] => {
  const stamped = Map.groupBy(statusesOf(resource).filter(one => one.stamps !== undefined), one => one.stamps ?? '');
  return [...stamped].map(([field, statuses]) => ({column: snake(field), ids: statuses.map(({id}) => id)}));
};

const countedBy = (config: Config, of: string): Counted => {
  const resource = resourceOf(config, of);
  const [table, kept] = [tableOf(of), keptIn(config, of)];
  const column = (name: string | undefined): string | undefined => {
    const field = name === undefined ? undefined : resource.fields[name];
    return name === undefined || field === undefined ? undefined : columnOf(name, field);
  };
  const ends = new Set(endsOf(resource).map(({key}) => key));
  return {
    table, kept, counter: kept === FIRST ? FUNCTION : quoted(cut(`${FUNCTION}_${table}`)),
    empresa: column(resource.owner?.empresa), filial: column(resource.owner?.filial),
    status: column(resource.status) ?? 'status', created: column(createdField(resource)) ?? 'data_criacao',
    stamps: stampsOf(resource),
    deleted: isHidden(of, resource) ? 'data_exclusao' : undefined,
    open: statusesOf(resource).filter(({key}) => !ends.has(key)).map(({id}) => id),
  };
};

const within = (column: string, ids: readonly (string | number)[]): string => `${column} in (${ids.map(literal).join(', ')})`;

/** Every column that a count depends on. */
const columnsOf = ({empresa, filial, status, created, stamps, deleted}: Counted): string[] =>
  [...new Set([empresa, filial, status, created, ...stamps.map(({column}) => column), deleted].flatMap(one =>
    (one === undefined ? [] : [quoted(one)])))];

/** What the records of `relation` count for, each `n` times. */
const countsOf = (counted: Counted, relation: string, n: 1 | -1): string => {
  const {empresa, filial, status, deleted} = counted;
  const id = (column: string | undefined): string => (column === undefined ? '0' : `coalesce(r.${quoted(column)}, 0)`);
  const count = (marco: string, column: string, ids?: readonly (string | number)[]): string => {
    const day = `r.${quoted(column)}`;
    const conditions = [
      `${day} is not null`, ids === undefined ? `r.${quoted(status)} is not null` : within(`r.${quoted(status)}`, ids),
      ...(deleted === undefined ? [] : [`r.${quoted(deleted)} is null`]),
    ];
    return `select ${literal(marco)} as marco, ${id(filial)} as id_filial, ${id(empresa)} as id_empresa,
      (${day} at time zone ${literal(TIME_ZONE)})::date as dia, r.${quoted(status)}::text as status, ${n} as n
      from ${relation} as r where ${conditions.join(' and ')}`;
  };
  return [count(CREATED, counted.created), ...counted.stamps.map(({column, ids}) => count(ENTERED, column, ids))].join(' union all ');
};

const functionOf = (counted: Counted): string => {
  const {counts, changes: appended} = counted.kept;
  const append = (changes: string): string => `insert into ${appended} (${KEY}, quantidade)
    select ${KEY}, sum(n) from (${changes}) as c group by ${KEY} having sum(n) <> 0;`;
  const row = (which: 'new' | 'old'): string => `(select ${columnsOf(counted).map(column => `${which}.${column}`).join(', ')})`;
  return `create function ${counted.counter}() returns trigger language plpgsql as $contar$ begin
    if tg_op = 'INSERT' then ${append(countsOf(counted, 'novas', 1))}
    elsif tg_op = 'DELETE' then ${append(countsOf(counted, 'velhas', -1))}
    elsif tg_op = 'UPDATE' then ${append(`${countsOf(counted, row('new'), 1)} union all ${countsOf(counted, row('old'), -1)}`)}
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
  const rows = (which: 'new' | 'old'): string => columnsOf(counted).map(column => `${which}.${column}`).join(', ');
  const trigger = (name: string, event: string, each: string): string =>
    `create trigger contagem_${name} after ${event} on ${quoted(counted.table)} ${each} execute function ${counted.counter}()`;
  return [
    trigger('inclusao', 'insert', 'referencing new table as novas for each statement'),
    trigger('alteracao', 'update', `for each row when ((${rows('old')}) is distinct from (${rows('new')}))`),
    trigger('exclusao', 'delete', 'referencing old table as velhas for each statement'),
    trigger('esvaziamento', 'truncate', 'for each statement'),
  ];
};

const indexesOf = ({table, empresa, filial, status, created, open}: Counted): Definition['indexes'] =>
  open.length === 0 ? [] : [undefined, empresa, filial].flatMap((place, at) => {
    if (at > 0 && place === undefined) return [];
    const name = openIndex(table, place ?? created);
    const columns = [...(place === undefined ? [] : [place]), created, 'id'];
    return [{
      name,
      sql: `create index ${quoted(name)} on ${quoted(table)} (${columns.map(quoted).join(', ')}) where ${within(quoted(status), open)}`,
    }];
  });

/** One for each resource that a dashboard counts. */
export const definitionsOf = (config: Config): Definition[] => countedResources(config).map(of => {
  const counted = countedBy(config, of);
  const {table, kept, counter} = counted;
  const more = kept === FIRST ? [] : (['counts', 'changes'] as const).map(one =>
    `create table if not exists ${kept[one]} (like ${FIRST[one]} including all) with (${ROOM[one]})`);
  const setup = [...more, `drop function if exists ${counter}() cascade`, functionOf(counted), ...triggersOf(counted)];
  const indexes = indexesOf(counted);
  const records = countsOf(counted, quoted(table), 1);
  const text = [...setup, ...indexes.map(index => index.sql), records].join(';\n');
  return {table, kept, counter: counter.replaceAll('"', ''), setup, indexes, records, text};
});
