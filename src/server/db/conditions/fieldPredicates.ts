import {sql, type RawBuilder, type SqlBool} from 'kysely';
import {timeFieldKind, resolveTime} from '../../../schema/fields/moments.ts';
import {isRelativeMoment, resolveFreeMoment, splitMomentPath, type RelativeMoment} from '../../../schema/fields/relativeMoments.ts';
import type {WordValue} from '../../../schema/shapes/conditions.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {TIME_ZONE} from '../../../schema/fields/dates.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {MAX_INTEGER} from '../../../schema/fields/kinds.ts';
import {referencedValueOf} from '../../../schema/fields/relatedFields.ts';
import {foldText} from '../../../schema/fields/text.ts';
import {resolveToggle} from '../../../schema/lifeCycle/toggle.ts';
import {resolveShownField} from '../../../schema/lists/columns.ts';
import type {Session} from '../../../schema/session.ts';
import {CANONICAL_TEXT_FUNCTION} from '../textFolding.ts';
import {kindColumn, sqlTypeOf, type SqlType} from '../kindColumns.ts';
import {columnOf, hasSoftDelete, resourceOf, toSnakeCase, tableOf} from '../sqlNames.ts';
import {equalityColumnOf} from '../ordering.ts';
import type {Sql} from '../tables.ts';
import {momentSql} from './momentSql.ts';

export interface Predicate extends RawBuilder<SqlBool> {
  readonly referenced?: ReferencedCondition;
}

interface ReferencedCondition {
  /** The reference's column: `t.id_obra`. */
  referenceColumn: string;
  table: string;
  alias: string;
  conditions: readonly Predicate[];
  isOptional: boolean;
}

export const NO_ROWS: Predicate = sql`false`;
export const ALL_ROWS: Predicate = sql`true`;

/** The conjunction; an empty list is true. */
export const andPredicates = (predicates: readonly Predicate[]): Predicate => {
  const all = mergeReferenced(predicates);
  const [first = ALL_ROWS] = all;
  return all.length <= 1 ? first : sql`(${sql.join(all, sql` and `)})`;
};

export const referencePredicate = (referenced: ReferencedCondition): Predicate => {
  const {referenceColumn, table, alias, conditions, isOptional} = referenced;
  const existsWhere = (condition: Predicate): Predicate => sql`exists (select from ${sql.table(table)} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.id`)} = ${sql.ref(referenceColumn)} and ${condition})`;
  // `not exists` for the optional case, because PostgreSQL cannot turn an `or` with a subquery into a join and would look up row by row.
  const condition = andPredicates(conditions);
  return Object.assign(isOptional ? sql<SqlBool>`not ${existsWhere(sql`not ${condition}`)}` : existsWhere(condition), {referenced});
};

/** Joins conditions on one referenced record into one subquery, because the planner would estimate and look up each by itself. */
const mergeReferenced = (predicates: readonly Predicate[]): readonly Predicate[] => {
  const groups = Map.groupBy(predicates.flatMap(({referenced}) => referenced ?? []), ({referenceColumn}) => referenceColumn);
  return predicates.flatMap(predicate => {
    const {referenced} = predicate;
    const group = groups.get(referenced?.referenceColumn ?? '') ?? [];
    if (referenced === undefined || group.length === 1) return [predicate];
    return referenced !== group[0] ? []
      : [referencePredicate({
        ...referenced, conditions: group.flatMap(({conditions}) => conditions), isOptional: group.every(({isOptional}) => isOptional),
      })];
  });
};

/** A condition of a list query. All conditions of a query hold. */
export interface ListQueryCondition {
  predicate: Predicate;
  equals?: string;
  within?: string;
}

/**
 * The caller as values, or any user as columns of a joined users table. `filiais` is the SQL of their branches, in place of the stored
 * ones.
 */
export type PredicateActor = Pick<Session, 'perfil'> & {[K in 'id' | 'idEmpresa' | 'codigoExterno']: Session[K] | Sql} &
  {idPerfil: number; filiais?: Sql};

/** The actor of predicates that are the same for everybody. */
export const ANONYMOUS_ACTOR: PredicateActor & Session = {id: 0, perfil: '', idPerfil: 0, idEmpresa: null, codigoExterno: ''};

export interface PredicateContext {
  config: Config;
  name: string;
  resource: Resource;
  actor: PredicateActor;
  alias: string;
}

export const notDeleted = (name: string, resource: Resource, alias: string): Predicate =>
  hasSoftDelete(name, resource) ? sql`${sql.ref(`${alias}.data_exclusao`)} is null` : ALL_ROWS;

/** A field's value in a row; a related field is read by a subquery. */
export const fieldExpression = (
  {config, resource, alias}: Pick<PredicateContext, 'config' | 'resource' | 'alias'>, name: string, field: Field,
): Sql => {
  if (field.kind !== 'relacionado') return sql.ref(`${alias}.${columnOf(name, field)}`);
  const reference = resource.fields[field.through];
  const target = reference?.kind === 'referencia' ? resourceOf(config, reference.to) : undefined;
  const shown = target?.fields[field.field];
  if (reference?.kind !== 'referencia' || target === undefined || shown === undefined) return sql`null`;
  // An alias that cannot be the row's own.
  const targetAlias = `${alias}_lido`;
  return sql`(select ${fieldExpression({config, resource: target, alias: targetAlias}, field.field, shown)}
    from ${sql.table(tableOf(reference.to))} as ${sql.ref(targetAlias)}
    where ${sql.ref(`${targetAlias}.id`)} = ${sql.ref(`${alias}.${toSnakeCase(field.through)}`)})`;
};

/**
 * Predicate: a reference of the row names this record. For a reference that is read through another one, the records that name it are read
 * once, as an array, so that PostgreSQL uses the index of the row's reference.
 *
 * @param id of the record, or its column in a row
 */
export const namesRecordPredicate = (
  rows: Pick<PredicateContext, 'config' | 'resource' | 'alias'>, name: string, id: number | Sql,
): Predicate => {
  const {resource, alias} = rows;
  const field = resource.fields[name];
  if (field === undefined) return NO_ROWS;
  const read = typeof id === 'number' ? referencedValueOf(resource, name) : undefined;
  if (read === undefined) return sql`${fieldExpression(rows, name, field)} = ${id}`;
  return sql`${sql.ref(`${alias}.${toSnakeCase(read.through)}`)} = any (array(
    select n.id from ${sql.table(tableOf(read.to))} as n where n.${sql.ref(toSnakeCase(read.field))} = ${id}))`;
};

interface Side {
  value: Sql;
  exact?: Sql;
  type: SqlType | null;
  /** The value may be empty: a column of the row, or of the caller where that is a row too. */
  isCell?: true;
}

const TIMES = {data: 'date', dataHora: 'timestamp with time zone', hora: 'text'} as const;

const timeOperand = (time: string): Side => {
  const type = TIMES[timeFieldKind(time)];
  return {value: sql`${time}::${sql.raw(type)}`, type};
};

/** The operand for a name of a moment. A deleted record that a reference names has no values. */
const momentNameOperand = (rows: PredicateContext, path: string): Side | undefined => {
  const [through, field] = splitMomentPath(path);
  if (field === undefined) return comparisonOperand(rows, path);
  const reference = rows.resource.fields[through];
  const target = reference?.kind === 'referencia'
    ? {...rows, name: reference.to, resource: resourceOf(rows.config, reference.to)} : undefined;
  const alias = `${rows.alias}_do`;
  const operand = target && comparisonOperand({...target, alias}, field);
  if (operand === undefined || target === undefined) return undefined;
  return {...operand, value: sql`(select ${operand.value} from ${sql.table(tableOf(target.name))} as ${sql.ref(alias)}
    where ${sql.ref(`${alias}.id`)} = ${sql.ref(`${rows.alias}.${toSnakeCase(through)}`)}
      and ${notDeleted(target.name, target.resource, alias)})`};
};

const momentOperand = (rows: PredicateContext, moment: RelativeMoment): Side | undefined => {
  const free = resolveFreeMoment(moment);
  if (free !== undefined) return timeOperand(free);
  const [start, sign, amount, unit] = moment;
  const time = resolveTime(start);
  const from = time === undefined ? momentNameOperand(rows, start) : timeOperand(time);
  const count = typeof amount === 'number' ? comparisonOperand(rows, amount) : momentNameOperand(rows, amount);
  if (from === undefined || count === undefined || (from.type !== 'date' && from.type !== 'timestamp with time zone')) return undefined;
  return {...momentSql({value: from.value, type: from.type}, sign, count.value, unit), isCell: true};
};

/** The operand for a field, a number, a moment or a session value; undefined for an empty session value or unknown field. */
export const comparisonOperand = (rows: PredicateContext, name: WordValue<'compare'>[2]): Side | undefined => {
  if (isRelativeMoment(name)) return momentOperand(rows, name);
  if (typeof name === 'number') {
    const type = Number.isInteger(name) && Math.abs(name) <= MAX_INTEGER ? 'integer' : 'numeric';
    return {value: sql`${name}::${sql.raw(type)}`, type};
  }
  if (name.startsWith('session.')) {
    const value = rows.actor[name.slice('session.'.length) as keyof PredicateActor];
    if (value === null || value === '') return undefined;
    const isRow = typeof value === 'object';
    const exact = isRow ? exactOf(value) : typeof value === 'string' ? sql`${foldText(value)}` : undefined;
    return {value: sql`${value}`, type: null, ...(exact && {exact}), ...(isRow && {isCell: true})};
  }
  const time = resolveTime(name);
  if (time !== undefined) return timeOperand(time);
  const field = rows.resource.fields[name];
  if (field === undefined) return undefined;
  const shown = resolveShownField(rows.config, rows.resource.fields, field);
  const value = fieldExpression(rows, name, field);
  const {nullValue} = kindColumn(shown);
  const type = sqlTypeOf(shown);
  const exactColumn = equalityColumnOf(rows.resource, name, field);
  const exact = exactColumn === undefined ? exactOf(value) : sql.ref(`${rows.alias}.${exactColumn}`);
  return {
    value: nullValue === undefined ? value : sql`coalesce(${value}, ${nullValue})`, type, isCell: true, ...(type === 'text' && {exact}),
  };
};
const exactOf = (value: Sql): Sql => sql`${sql.raw(CANONICAL_TEXT_FUNCTION)}(${value})`;
export const filledPredicate = (value: Sql): Predicate => sql`coalesce(${value}::text, '') <> ''`;

export const valuesPredicate = (values: WordValue<'is'>, rows: PredicateContext): Predicate =>
  andPredicates(Object.entries(values).map(([name, allowed]): Predicate => {
    const {value, type} = comparisonOperand(rows, name) ?? {};
    if (value === undefined || allowed.length === 0) return NO_ROWS;
    const listed = sql.join([...allowed]);
    return type?.endsWith('[]') ? sql`${value} && array[${listed}]::${sql.raw(type)}` : sql`${value} in (${listed})`;
  }));

/** A day and an instant compare as days in São Paulo, texts by their exact form. */
export const comparePredicate = ([name, operator, rightName]: WordValue<'compare'>, rows: PredicateContext): Predicate => {
  const sides = [comparisonOperand(rows, name), comparisonOperand(rows, rightName)];
  const [leftSide, rightSide] = sides;
  if (leftSide === undefined || rightSide === undefined) return NO_ROWS;
  const byDay = sides.some(operand => operand?.type === 'date');
  const isText = operator === '=' && sides.some(operand => operand?.type === 'text');
  const [left, right] = [leftSide, rightSide].map(({value, type, exact}) =>
    (byDay && type === 'timestamp with time zone' ? sql`(${value} at time zone ${sql.lit(TIME_ZONE)})::date`
      : isText ? exact ?? value : value));
  const comparison: Predicate = sql`${left} ${sql.raw(operator)} ${right}`;
  // An empty value is equal to nothing, but in SQL two empty texts are equal; where both sides may be empty, the left one must be filled.
  // A right side that is no column is never empty: the comparison is enough there, and it can use the index.
  const mayBeEmpty = leftSide.type === 'text' && rightSide.isCell;
  return mayBeEmpty ? sql`(${comparison} and ${filledPredicate(leftSide.value)})` : comparison;
};

export const activePredicate = (rows: PredicateContext): Predicate => {
  const toggle = resolveToggle(rows.resource);
  return toggle === undefined ? ALL_ROWS : valuesPredicate({[toggle.field]: [toggle.on]}, rows);
};

