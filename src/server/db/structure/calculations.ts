/**
 * Calculated numbers: generated columns from a record's own fields, and trigger-maintained aggregates of child records.
 * Triggers apply deltas, so that no writer can forget them and no concurrent writer overwrites them with a stale read.
 * The definition is stored as the comment of the column or function; a different definition rebuilds it.
 */
import {
  sortChildrenFirst, aggregateOfNoChildren, listAggregatesOfChild, calculationOf, CALCULATION_OPERATORS,
} from '../../../schema/fields/calculation.ts';
import {decimalsOf, MAX_DIGITS} from '../../../schema/fields/decimals.ts';
import type {Condition} from '../../../schema/shapes/conditions.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {Field, FieldOf} from '../../../schema/shapes/fields.ts';
import {conditionPredicate} from '../conditions/conditionPredicates.ts';
import {ANONYMOUS_ACTOR} from '../conditions/fieldPredicates.ts';
import {columnOf, hasSoftDelete, aggregateFunctionName, digitsConstraintName, literal, quoted, toSnakeCase, tableOf} from '../sqlNames.ts';
import {compileWithLiterals} from '../staticSql.ts';
import type {Catalog} from './catalog.ts';
import {plpgsqlBlock, lockTableExclusivelySql, type Change, type FieldColumn} from './change.ts';
import {renamedFromColumn} from './twinColumns.ts';

const COMMENT_PREFIX = 'calculo: ';

const expressionOf = (resource: Resource, name: string): string => {
  const field = resource.fields[name];
  const calculation = calculationOf(field);
  if (field === undefined || calculation === undefined) return `${quoted(field === undefined ? name : columnOf(name, field))}::numeric`;
  const operands = calculation.operands.map(operand => expressionOf(resource, operand));
  return `round(${operands.join(` ${CALCULATION_OPERATORS[calculation.word]} `)}, ${decimalsOf(field)})`;
};

interface CalculatedColumn extends FieldColumn {
  field: FieldOf<'calculo'>;
}
const isCalculated = (column: FieldColumn): column is CalculatedColumn => column.field.kind === 'calculo';

const columnKey = ({table, column}: FieldColumn): string => `${table}.${column}`;
const isAggregate = (definition: string): boolean =>
  definition.startsWith(COMMENT_PREFIX) && /^\d+$/.test(definition.slice(COMMENT_PREFIX.length));

const maxAbsolute = (field: Field): number => 10 ** (MAX_DIGITS - decimalsOf(field));

/** The definition of a column: its expression, or for an aggregate its limit. The aggregate itself is defined by the child's function. */
const definitionOf = ({resource, name, field}: CalculatedColumn): string =>
  COMMENT_PREFIX + (calculationOf(field) === undefined ? maxAbsolute(field) : expressionOf(resource, name));

const limitConstraint = ({table, column, field}: CalculatedColumn): string =>
  `constraint ${quoted(digitsConstraintName(table, column))} check (abs(${quoted(column)}) < ${maxAbsolute(field)})`;

const addColumn = (fieldColumn: CalculatedColumn): Change => {
  const {table, resource, name, field, column, type} = fieldColumn;
  const isAggregateColumn = calculationOf(field) === undefined;
  const value = isAggregateColumn
    ? `default ${aggregateOfNoChildren(field)}`
    : `generated always as (${expressionOf(resource, name)}) stored`;
  return {
    sentence: `Coluna ${table}.${column} (${type}) {criada} para o campo ${name}, que é calculado.`,
    sql: plpgsqlBlock(
      `alter table ${quoted(table)} add column ${quoted(column)} ${type} ${value} ${limitConstraint(fieldColumn)}`,
      `comment on column ${quoted(table)}.${quoted(column)} is ${literal(definitionOf(fieldColumn))}`,
    ),
    lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: isAggregateColumn ? 'everybody' : 'everybodyForRewrite'},
  };
};

interface Aggregate {
  by: string;
  column: string;
  word: 'sum' | 'count' | 'min' | 'max';
  value: string;
  expression: string;
  empty: string;
  /** Whether a child counts, as SQL on its row; undefined: every child does. */
  condition: {name: string; holds: (alias: string) => string} | undefined;
}
/** A column of a child's row, or the condition that an aggregate has on it. */
type ReadColumn = string | NonNullable<Aggregate['condition']>;
interface ParentAggregates {
  parent: string;
  aggregates: readonly Aggregate[];
}

const aggregatesOf = (config: Config, child: string): ParentAggregates[] => sortChildrenFirst(config).flatMap(name => {
  const children = config.resources[child];
  const {fields = {}} = config.resources[name] ?? {};
  const conditionOf = (where: Condition, at: number): Aggregate['condition'] => children && {
    name: quoted(`vale_${at}`), holds: alias =>
      compileWithLiterals(conditionPredicate(where, {config, name: child, resource: children, actor: ANONYMOUS_ACTOR, alias})),
  };
  const aggregates = listAggregatesOfChild(fields, child).map(({own: fieldName, field, by, word, value, where}, at): Aggregate => {
    const valueField = children?.fields[value];
    return {
      by: quoted(toSnakeCase(by)), column: quoted(columnOf(fieldName, field)), word, empty: `${aggregateOfNoChildren(field)}::numeric`,
      value: valueField === undefined ? '' : quoted(columnOf(value, valueField)),
      expression: children === undefined ? '' : expressionOf(children, value),
      condition: where === undefined ? undefined : conditionOf(where, at),
    };
  });
  return aggregates.length === 0 ? [] : [{parent: tableOf(name), aggregates}];
});

/**
 * The statements that maintain the aggregates, per event and at first.
 * All parents of one table are locked at once, in id order, so that two writers of children cannot deadlock.
 */
const aggregateStatements = (child: string, hides: boolean, {parent, aggregates}: ParentAggregates) => {
  const [children, parents] = [quoted(child), quoted(parent)];
  const references = [...Map.groupBy(aggregates, ({by}) => by)];
  const deleted = hides ? ['data_exclusao'] : [];
  const countsChild = (alias: string, by: string): string =>
    `${alias}.${by} is not null${hides ? ` and ${alias}.data_exclusao is null` : ''}`;
  const columnsOf = (alias = ''): string => aggregates.map(({column}) => alias + column).join(', ');
  const selectList = (value: (aggregate: Aggregate) => string): string =>
    aggregates.map(aggregate => `${value(aggregate)} as ${aggregate.column}`).join(', ');
  const writeValues = (values: string): string =>
    `update ${parents} as t set (${columnsOf()}) = row(${columnsOf('v.')}) from (${values}) as v
    where v.id = t.id and (${columnsOf('t.')}) is distinct from (${columnsOf('v.')})`;
  const isAdditive = ({word}: Aggregate): boolean => word === 'sum' || word === 'count';
  const contributions = (rowsOf: (columns: readonly ReadColumn[]) => string, value: (aggregate: Aggregate) => string): string =>
    references.map(([by, ofReference]) => {
      const columns = [by, ...deleted, ...ofReference.flatMap(aggregate => (aggregate.value === '' ? [] : [aggregate.value]))];
      const conditions = ofReference.flatMap(({condition}) => condition ?? []);
      const valueIfHolds = (aggregate: Aggregate): string =>
        (aggregate.condition === undefined ? value(aggregate) : `case when m.${aggregate.condition.name} then ${value(aggregate)} end`);
      return `select m.${by} as id, ${selectList(aggregate => (aggregate.by === by ? valueIfHolds(aggregate) : 'null::numeric'))}
        from (${rowsOf([...new Set(columns), ...conditions])}) as m where ${countsChild('m', by)}`;
    }).join(' union all ');
  const recomputed = ({by, word, value, condition}: Aggregate): string =>
    `(select ${word}(c.${value}) from ${children} as c where c.${by} = p.id and ${countsChild('c', by)}${
      condition === undefined ? '' : ` and ${condition.holds('c')}`})`;
  const valueList = (columns: readonly ReadColumn[], alias: string): string =>
    columns.map(column => (typeof column === 'string' ? `${alias}.${column}` : column.holds(alias))).join(', ');
  const columnList = (columns: readonly ReadColumn[], alias: string): string =>
    columns.map(column => (typeof column === 'string' ? `${alias}.${column}` : `${column.holds(alias)} as ${column.name}`)).join(', ');
  const rows = (relation: string, n: number) => (columns: readonly ReadColumn[]): string =>
    `select ${columnList(columns, 'r')}, ${n} as n from ${relation} as r`;
  const changedRows = (columns: readonly ReadColumn[]): string =>
    [rows('novas', 1), rows('velhas', -1)].map(query => `${query(columns)} where r.id in (
    select a.id from velhas as a join novas as b using (id) where (${valueList(columns, 'a')}) is distinct from (${
      valueList(columns, 'b')})
  )`).join(' union all ');
  /**
   * Locks the parents before it reads, so that each writer sees the previous one's result.
   * Writes only on a difference, because a table that counts its own records would otherwise trigger itself for ever.
   */
  const applyDeltas = (changed: (columns: readonly ReadColumn[]) => string): string => {
    const added = contributions(changed, aggregate =>
      (!isAdditive(aggregate) ? 'null::numeric' : aggregate.value === '' ? 'm.n' : `m.n * m.${aggregate.value}`));
    const sums = `select a.id, ${selectList(aggregate => `coalesce(sum(a.${aggregate.column}), 0)`)} from (${added}) as a group by 1`;
    return `perform from ${parents} as p where p.id in (select id from (${sums}) as d) order by p.id for no key update;
      if found then ${writeValues(`select p.id, ${selectList(aggregate =>
        (isAdditive(aggregate) ? `coalesce(p.${aggregate.column}, 0) + d.${aggregate.column}` : recomputed(aggregate)))}
        from ${parents} as p join (${sums}) as d using (id)`)}; end if;`;
  };
  const everyChild = contributions(
    columns => `select c.id, ${columnList(columns, 'c')} from ${children} as c`, ({value}) => `m.${value === '' ? 'id' : value}`,
  );
  return {
    INSERT: applyDeltas(rows('novas', 1)),
    UPDATE: applyDeltas(changedRows),
    DELETE: applyDeltas(rows('velhas', -1)),
    TRUNCATE: `${writeValues(`select p.id, ${selectList(({empty}) => empty)} from ${parents} as p`)};`,
    // The expressions stand in the comment, so that a change of one recalculates all.
    all: writeValues(`/* ${aggregates.map(({expression}) => expression).join('; ')} */
      select p.id, ${selectList(({word, column, empty}) => `coalesce(${word}(a.${column}), ${empty})`)}
      from ${parents} as p left join (${everyChild}) as a using (id) group by p.id`),
  };
};

/** The statements that create a table's triggers and calculate existing rows. The lock excludes writers meanwhile. */
const aggregateFunction = (config: Config, child: string): {name: string; statements: string[]} => {
  const resource = config.resources[child];
  const table = tableOf(child);
  const name = quoted(aggregateFunctionName(table));
  const byParent = aggregatesOf(config, child).map(aggregates =>
    aggregateStatements(table, resource !== undefined && hasSoftDelete(child, resource), aggregates));
  const events = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const;
  const transitionRows = {INSERT: ['new'], UPDATE: ['old', 'new'], DELETE: ['old'], TRUNCATE: []} as const;
  const relations = {new: 'new table as novas', old: 'old table as velhas'} as const;
  const triggers = events.map(event => `create trigger ${quoted(`calculo_${event.toLowerCase()}`)} after ${event} on ${quoted(table)}
    ${transitionRows[event].length === 0 ? '' : `referencing ${transitionRows[event].map(rowName => relations[rowName]).join(' ')}`}
    for each statement execute function ${name}()`);
  return {
    name: aggregateFunctionName(table),
    statements: [
      `lock table ${quoted(table)} in share row exclusive mode`,
      `drop function if exists ${name}() cascade`,
      `create function ${name}() returns trigger language plpgsql as $calculo$ begin
        ${events.map(event =>
          `if tg_op = '${event}' then ${byParent.map(parentStatements => parentStatements[event]).join('\n')} end if;`).join('\n')}
        return null;
      end $calculo$`,
      ...triggers, ...byParent.map(parentStatements => parentStatements.all),
    ],
  };
};

/** Adds calculated columns, after all others; then their triggers, with the calculation of existing rows. */
export const calculationChanges = ({tables, comments}: Catalog, columns: readonly FieldColumn[], config: Config): Change[] => {
  const missing = columns.filter(isCalculated).filter(({table, column}) => tables.get(table)?.has(column) !== true);
  const childResources = sortChildrenFirst(config).filter(child => aggregatesOf(config, child).length > 0);
  const functions = childResources.map(child => ({table: tableOf(child), ...aggregateFunction(config, child)}));
  const wantedNames = new Set(functions.map(({name}) => name));
  return [
    ...[
      ...missing.filter(({field}) => calculationOf(field) === undefined), ...missing.filter(({field}) => calculationOf(field)),
    ].map(addColumn),
    ...[...comments].flatMap(([name, comment]): Change[] => {
      if (!comment.startsWith(COMMENT_PREFIX) || name.includes('.') || wantedNames.has(name)) return [];
      const table = [...tables.keys()].find(tableName => aggregateFunctionName(tableName) === name);
      return [{
        sentence: `Contas de ${name} {removidas}.`,
        sql: plpgsqlBlock(...table === undefined ? [] : [lockTableExclusivelySql(table)], `drop function ${quoted(name)}() cascade`),
        ...table !== undefined && {lock: {mode: 'ACCESS EXCLUSIVE', table}},
      }];
    }),
    ...functions.flatMap(({table, name, statements}): Change[] => {
      const definition = COMMENT_PREFIX + statements.join(';\n');
      const exists = comments.has(name);
      return comments.get(name) === definition ? [] : [{
        sentence: `Contas do que há em ${table} {feitas}.`,
        sql: plpgsqlBlock(
          ...exists
            ? [lockTableExclusivelySql(table)]
            : [], ...statements, `comment on function ${quoted(name)}() is ${literal(definition)}`,
        ),
        lock: exists ? {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybody'} : {mode: 'SHARE ROW EXCLUSIVE', table, waiting: 'writers'},
      }];
    }),
  ];
};

export const hasManualValues = ({tables, comments}: Catalog, column: FieldColumn): boolean =>
  isCalculated(column) && tables.get(column.table)?.has(column.column) === true
  && comments.get(columnKey(column))?.startsWith(COMMENT_PREFIX) !== true;

const columnEndings = (fieldColumn: FieldColumn, comment: string): Change[] => {
  const {table, column, name} = fieldColumn;
  const wanted = isCalculated(fieldColumn) ? definitionOf(fieldColumn) : undefined;
  if (!comment.startsWith(COMMENT_PREFIX) || comment === wanted) return [];
  const [alterTable, limit] = [`alter table ${quoted(table)}`, quoted(digitsConstraintName(table, column))];
  const commentOn = `comment on column ${quoted(table)}.${quoted(column)} is`;
  if (!isCalculated(fieldColumn) || wanted === undefined) {
    return [{
      sentence: `Coluna ${table}.${column} {mantida}: o campo ${name} não é mais calculado.`,
      sql: plpgsqlBlock(
        `${alterTable} alter column ${quoted(column)} drop ${isAggregate(comment) ? 'default' : 'expression'}`,
        `${alterTable} drop constraint if exists ${limit}`, `${commentOn} null`,
      ),
      lock: {mode: 'ACCESS EXCLUSIVE', table},
    }];
  }
  return isAggregate(comment) && isAggregate(wanted) ? [{
    sentence: `Limite da coluna ${table}.${column} {mudado}: as casas decimais do campo ${name} são outras.`,
    sql: plpgsqlBlock(
      `${alterTable} drop constraint if exists ${limit}`, `${alterTable} add ${limitConstraint(fieldColumn)}`,
      `${commentOn} ${literal(wanted)}`,
    ),
    lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybody'},
  // `cascade` also drops columns generated from it.
  }] : [{
    sentence: `Coluna ${table}.${column} {removida}: a conta do campo ${name} é outra.`,
    sql: `${alterTable} drop column if exists ${quoted(column)} cascade`, lock: {mode: 'ACCESS EXCLUSIVE', table},
  }];
};

/**
 * Drops columns with another definition, and frees columns whose fields are calculated no more.
 *
 * @returns the changes, and the catalog after them
 */
export const endedCalculationChanges = (catalog: Catalog, columns: readonly FieldColumn[]): {changes: Change[]; remaining: Catalog} => {
  const {tables, comments, indexes} = catalog;
  const calculated = columns.filter(isCalculated);
  // Twin columns are included, because a trigger writes both.
  const typed = columns.filter(column => !isCalculated(column)).flatMap(column => {
    const twin = renamedFromColumn(catalog, column);
    return twin === undefined ? [column] : [column, {...column, column: twin}];
  });
  const commentOf = (column: FieldColumn): string => comments.get(columnKey(column)) ?? '';
  const isRedefined = (column: CalculatedColumn): boolean =>
    commentOf(column).startsWith(COMMENT_PREFIX) && commentOf(column) !== definitionOf(column)
    && !(isAggregate(commentOf(column)) && isAggregate(definitionOf(column)));
  const redefined = calculated.filter(isRedefined);
  const dropped = calculated.filter(fieldColumn => redefined.includes(fieldColumn)
    || redefined.some(({table, column}) => table === fieldColumn.table && commentOf(fieldColumn).includes(`${quoted(column)}::numeric`)));
  const isDropped = (table: string, name: string): boolean => dropped.some(column => column.table === table && column.column === name);
  const remaining: Catalog = {
    ...catalog, indexes: indexes.filter(({table, columns: indexColumns}) => !indexColumns.some(column => isDropped(table, column))),
    tables: new Map([...tables].map(([table, types]) => [table, new Map([...types].filter(([column]) => !isDropped(table, column)))])),
  };
  return {changes: [...typed, ...calculated].flatMap(column => columnEndings(column, commentOf(column))), remaining};
};
