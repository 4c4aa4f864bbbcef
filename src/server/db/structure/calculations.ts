/**
 * Calculated numbers: generated columns from a record's own fields, and trigger-maintained aggregates of child records.
 * Triggers apply deltas, so that no writer can forget them and no concurrent writer overwrites them with a stale read.
 * The definition is stored as the comment of the column or function; a different definition rebuilds it.
 */
import {childrenFirst, emptyOf, keptIn, madeOf, OWN} from '../../../schema/fields/calculation.ts';
import {decimalsOf, MOST_DIGITS} from '../../../schema/fields/decimals.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Field, FieldOf} from '../../../schema/fields/fields.ts';
import {columnOf, isHidden, keeperOf, limitOf, literal, quoted, snake, tableOf} from '../names.ts';
import type {Catalog} from './catalog.ts';
import {block, stopping, type Change, type Column} from './change.ts';
import {twinOf} from './twins.ts';

/** The prefix of the product's own comments. */
const OURS = 'calculo: ';

/** The SQL expression of a field, with calculated operands inlined. */
const expressionOf = (resource: Resource, name: string): string => {
  const field = resource.fields[name];
  const made = madeOf(field);
  if (field === undefined || made === undefined) return `${quoted(field === undefined ? name : columnOf(name, field))}::numeric`;
  return `round(${made.operands.map(one => expressionOf(resource, one)).join(` ${OWN[made.word]} `)}, ${decimalsOf(field)})`;
};

interface Made extends Column {
  field: FieldOf<'calculo'>;
}
const isCalculated = (column: Column): column is Made => column.field.kind === 'calculo';

const keyOf = ({table, column}: Column): string => `${table}.${column}`;
/** True if the definition is of a trigger-maintained aggregate. */
const isKept = (definition: string): boolean => definition.startsWith(OURS) && /^\d+$/.test(definition.slice(OURS.length));

const limitIn = (field: Field): number => 10 ** (MOST_DIGITS - decimalsOf(field));

/** The definition of a column: its expression, or for an aggregate its limit. The aggregate itself is defined by the child's function. */
const definitionOf = ({resource, name, field}: Made): string =>
  OURS + (madeOf(field) === undefined ? limitIn(field) : expressionOf(resource, name));

const limitFor = ({table, column, field}: Made): string =>
  `constraint ${quoted(limitOf(table, column))} check (abs(${quoted(column)}) < ${limitIn(field)})`;

const addColumn = (one: Made): Change => {
  const {table, resource, name, field, column, type} = one;
  const kept = madeOf(field) === undefined;
  const value = kept ? `default ${emptyOf(field)}` : `generated always as (${expressionOf(resource, name)}) stored`;
  return {
    sentence: `Coluna ${table}.${column} (${type}) {criada} para o campo ${name}, que é calculado.`,
    sql: block(
      `alter table ${quoted(table)} add column ${quoted(column)} ${type} ${value} ${limitFor(one)}`,
      `comment on column ${quoted(table)}.${quoted(column)} is ${literal(definitionOf(one))}`,
    ),
    lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: kept ? 'everybody' : 'everybodyForRewrite'},
  };
};

interface KeptColumn {
  /** The child's reference to the record with the number. */
  by: string;
  column: string;
  word: 'sum' | 'count' | 'min' | 'max';
  value: string;
  /** The expression behind the value. */
  made: string;
  /** The value without children. */
  empty: string;
}
/** The aggregates that a child table feeds in one parent table. */
interface Kept {
  parent: string;
  numbers: readonly KeptColumn[];
}

const keptBy = (config: Config, child: string): Kept[] => childrenFirst(config).flatMap(name => {
  const children = config.resources[child];
  const numbers = keptIn(config.resources[name]?.fields ?? {}, child).map(({own, field, by, word, value}): KeptColumn => {
    const of = children?.fields[value];
    return {
      by: quoted(snake(by)), column: quoted(columnOf(own, field)), word, empty: `${emptyOf(field)}::numeric`,
      value: of === undefined ? '' : quoted(columnOf(value, of)),
      made: children === undefined ? '' : expressionOf(children, value),
    };
  });
  return numbers.length === 0 ? [] : [{parent: tableOf(name), numbers}];
});

/**
 * The statements that maintain the aggregates, per event and at first.
 * All parents of one table are locked at once, in id order, so that two writers of children cannot deadlock.
 */
const keepingOf = (child: string, hides: boolean, {parent, numbers}: Kept) => {
  const [children, parents] = [quoted(child), quoted(parent)];
  const references = [...Map.groupBy(numbers, ({by}) => by)];
  const deleted = hides ? ['data_exclusao'] : [];
  const counts = (alias: string, by: string): string => `${alias}.${by} is not null${hides ? ` and ${alias}.data_exclusao is null` : ''}`;
  const columnsOf = (alias = ''): string => numbers.map(({column}) => alias + column).join(', ');
  const each = (value: (one: KeptColumn) => string): string =>
    numbers.map(one => `${value(one)} as ${one.column}`).join(', ');
  const write = (values: string): string => `update ${parents} as t set (${columnsOf()}) = row(${columnsOf('v.')}) from (${values}) as v
    where v.id = t.id and (${columnsOf('t.')}) is distinct from (${columnsOf('v.')})`;
  const isAdded = ({word}: KeptColumn): boolean => word === 'sum' || word === 'count';
  /** A row for each named parent, with the child's contribution. */
  const named = (rowsOf: (columns: readonly string[]) => string, value: (one: KeptColumn) => string): string =>
    references.map(([by, own]) => {
      const read = [by, ...deleted, ...own.flatMap(one => (one.value === '' ? [] : [one.value]))];
      return `select m.${by} as id, ${each(one => (one.by === by ? value(one) : 'null::numeric'))}
        from (${rowsOf([...new Set(read)])}) as m where ${counts('m', by)}`;
    }).join(' union all ');
  const least = ({by, word, value}: KeptColumn): string =>
    `(select ${word}(c.${value}) from ${children} as c where c.${by} = p.id and ${counts('c', by)})`;
  const listed = (columns: readonly string[], alias: string): string => columns.map(column => `${alias}.${column}`).join(', ');
  const rows = (relation: string, n: number) => (columns: readonly string[]): string =>
    `select ${listed(columns, 'r')}, ${n} as n from ${relation} as r`;
  const moved = (columns: readonly string[]): string => [rows('novas', 1), rows('velhas', -1)].map(one => `${one(columns)} where r.id in (
    select a.id from velhas as a join novas as b using (id) where (${listed(columns, 'a')}) is distinct from (${listed(columns, 'b')})
  )`).join(' union all ');
  /**
   * Locks the parents before it reads, so that each writer sees the previous one's result.
   * Writes only on a difference, because a table that counts its own records would otherwise trigger itself for ever.
   */
  const change = (changed: (columns: readonly string[]) => string): string => {
    const added = named(changed, one => (!isAdded(one) ? 'null::numeric' : one.value === '' ? 'm.n' : `m.n * m.${one.value}`));
    const sums = `select a.id, ${each(one => `coalesce(sum(a.${one.column}), 0)`)} from (${added}) as a group by 1`;
    return `perform from ${parents} as p where p.id in (select id from (${sums}) as d) order by p.id for no key update;
      if found then ${write(`select p.id, ${each(one => (isAdded(one) ? `coalesce(p.${one.column}, 0) + d.${one.column}` : least(one)))}
        from ${parents} as p join (${sums}) as d using (id)`)}; end if;`;
  };
  const all = named(
    columns => `select c.id, ${listed(columns, 'c')} from ${children} as c`, ({value}) => `m.${value === '' ? 'id' : value}`,
  );
  return {
    INSERT: change(rows('novas', 1)),
    UPDATE: change(moved),
    DELETE: change(rows('velhas', -1)),
    TRUNCATE: `${write(`select p.id, ${each(({empty}) => empty)} from ${parents} as p`)};`,
    // The expressions stand in the comment, so that a change of one recalculates all.
    all: write(`/* ${numbers.map(({made}) => made).join('; ')} */
      select p.id, ${each(({word, column, empty}) => `coalesce(${word}(a.${column}), ${empty})`)}
      from ${parents} as p left join (${all}) as a using (id) group by p.id`),
  };
};

/** The statements that create a table's triggers and calculate existing rows. The lock excludes writers meanwhile. */
const keeperFor = (config: Config, child: string): {name: string; statements: string[]} => {
  const resource = config.resources[child];
  const table = tableOf(child);
  const name = quoted(keeperOf(table));
  const each = keptBy(config, child).map(kept => keepingOf(table, resource !== undefined && isHidden(child, resource), kept));
  const events = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const;
  const read = {INSERT: ['new'], UPDATE: ['old', 'new'], DELETE: ['old'], TRUNCATE: []} as const;
  const relations = {new: 'new table as novas', old: 'old table as velhas'} as const;
  const triggers = events.map(event => `create trigger ${quoted(`calculo_${event.toLowerCase()}`)} after ${event} on ${quoted(table)}
    ${read[event].length === 0 ? '' : `referencing ${read[event].map(one => relations[one]).join(' ')}`}
    for each statement execute function ${name}()`);
  return {
    name: keeperOf(table),
    statements: [
      `lock table ${quoted(table)} in share row exclusive mode`,
      `drop function if exists ${name}() cascade`,
      `create function ${name}() returns trigger language plpgsql as $calculo$ begin
        ${events.map(event => `if tg_op = '${event}' then ${each.map(one => one[event]).join('\n')} end if;`).join('\n')}
        return null;
      end $calculo$`,
      ...triggers, ...each.map(one => one.all),
    ],
  };
};

/** Adds calculated columns, after all others; then their triggers, with the calculation of existing rows. */
export const calculationChanges = ({tables, comments}: Catalog, columns: readonly Column[], config: Config): Change[] => {
  const missing = columns.filter(isCalculated).filter(({table, column}) => tables.get(table)?.has(column) !== true);
  const counted = childrenFirst(config).filter(child => keptBy(config, child).length > 0);
  const keepers = counted.map(child => ({table: tableOf(child), ...keeperFor(config, child)}));
  const wanted = new Set(keepers.map(({name}) => name));
  return [
    ...[...missing.filter(({field}) => madeOf(field) === undefined), ...missing.filter(({field}) => madeOf(field))].map(addColumn),
    ...[...comments].flatMap(([name, comment]): Change[] => {
      if (!comment.startsWith(OURS) || name.includes('.') || wanted.has(name)) return [];
      const table = [...tables.keys()].find(one => keeperOf(one) === name);
      return [{
        sentence: `Contas de ${name} {removidas}.`,
        sql: block(...table === undefined ? [] : [stopping(table)], `drop function ${quoted(name)}() cascade`),
        ...table !== undefined && {lock: {mode: 'ACCESS EXCLUSIVE', table}},
      }];
    }),
    ...keepers.flatMap(({table, name, statements}): Change[] => {
      const definition = OURS + statements.join(';\n');
      const isThere = comments.has(name);
      return comments.get(name) === definition ? [] : [{
        sentence: `Contas do que há em ${table} {feitas}.`,
        sql: block(
          ...isThere ? [stopping(table)] : [], ...statements, `comment on function ${quoted(name)}() is ${literal(definition)}`,
        ),
        lock: isThere ? {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybody'} : {mode: 'SHARE ROW EXCLUSIVE', table, waiting: 'writers'},
      }];
    }),
  ];
};

/** True if a calculated field's column exists with typed values. */
export const holdsTyped = ({tables, comments}: Catalog, one: Column): boolean =>
  isCalculated(one) && tables.get(one.table)?.has(one.column) === true && comments.get(keyOf(one))?.startsWith(OURS) !== true;

/** Changes that come before the rest of the plan. */
const ended = (one: Column, comment: string): Change[] => {
  const {table, column, name} = one;
  const wanted = isCalculated(one) ? definitionOf(one) : undefined;
  if (!comment.startsWith(OURS) || comment === wanted) return [];
  const [own, limit] = [`alter table ${quoted(table)}`, quoted(limitOf(table, column))];
  const commented = `comment on column ${quoted(table)}.${quoted(column)} is`;
  if (!isCalculated(one) || wanted === undefined) {
    return [{
      sentence: `Coluna ${table}.${column} {mantida}: o campo ${name} não é mais calculado.`,
      sql: block(
        `${own} alter column ${quoted(column)} drop ${isKept(comment) ? 'default' : 'expression'}`,
        `${own} drop constraint if exists ${limit}`, `${commented} null`,
      ),
      lock: {mode: 'ACCESS EXCLUSIVE', table},
    }];
  }
  return isKept(comment) && isKept(wanted) ? [{
    sentence: `Limite da coluna ${table}.${column} {mudado}: as casas decimais do campo ${name} são outras.`,
    sql: block(`${own} drop constraint if exists ${limit}`, `${own} add ${limitFor(one)}`, `${commented} ${literal(wanted)}`),
    lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybody'},
  // `cascade` also drops columns generated from it.
  }] : [{
    sentence: `Coluna ${table}.${column} {removida}: a conta do campo ${name} é outra.`,
    sql: `${own} drop column if exists ${quoted(column)} cascade`, lock: {mode: 'ACCESS EXCLUSIVE', table},
  }];
};

/**
 * Drops columns with another definition, and frees columns whose fields are calculated no more.
 *
 * @returns the changes, and the catalog after them
 */
export const endedCalculations = (catalog: Catalog, columns: readonly Column[]): {changes: Change[]; left: Catalog} => {
  const {tables, comments, indexes} = catalog;
  const made = columns.filter(isCalculated);
  // Twin columns are included, because a trigger writes both.
  const typed = columns.filter(one => !isCalculated(one)).flatMap(one => {
    const twin = twinOf(catalog, one);
    return twin === undefined ? [one] : [one, {...one, column: twin}];
  });
  const commentOf = (one: Column): string => comments.get(keyOf(one)) ?? '';
  const isAnother = (one: Made): boolean =>
    commentOf(one).startsWith(OURS) && commentOf(one) !== definitionOf(one) && !(isKept(commentOf(one)) && isKept(definitionOf(one)));
  const others = made.filter(isAnother);
  const gone = made.filter(one => others.includes(one)
    || others.some(({table, column}) => table === one.table && commentOf(one).includes(`${quoted(column)}::numeric`)));
  const isGone = (table: string, name: string): boolean => gone.some(one => one.table === table && one.column === name);
  const left: Catalog = {
    ...catalog, indexes: indexes.filter(({table, columns: own}) => !own.some(column => isGone(table, column))),
    tables: new Map([...tables].map(([table, types]) => [table, new Map([...types].filter(([column]) => !isGone(table, column)))])),
  };
  return {changes: [...typed, ...made].flatMap(one => ended(one, commentOf(one))), left};
};
