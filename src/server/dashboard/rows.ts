/** Numbers made from the records themselves: exact for whatever scope, and as dear as the records are many. */
import {sql} from 'kysely';
import {createdField} from '../../schema/dashboard.ts';
import {TIME_ZONE} from '../../schema/fields/dates.ts';
import type {Status} from '../../schema/lifeCycle/statuses.ts';
import {scopePredicate} from '../db/conditions/conditions.ts';
import {allOf, type Predicate} from '../db/conditions/rows.ts';
import {columnOf, snake, tableOf} from '../db/names.ts';
import type {Sql} from '../db/tables.ts';
import {filterPredicate} from '../lists/filters/filters.ts';
import {ALIAS} from '../reach/select.ts';
import type {PlaceAsked, Question, Subject} from './subject.ts';

/** Which records are counted: those created, or that entered the chart's status, in these days; all that are open. */
export type Counted = {of: 'created' | 'entered'; from: string; to: string} | {of: 'open'};

export const columnIn = ({resource}: Subject, field: string): Sql => {
  const declared = resource.fields[field];
  return sql.ref(`${ALIAS}.${declared === undefined ? snake(field) : columnOf(field, declared)}`);
};

/** The records of one company and one branch; `0` narrows nothing, and where a record has none it is in none. */
export const atPlace = (subject: Subject, {idEmpresa, idFilial}: PlaceAsked): Predicate => {
  const {empresa, filial} = subject.resource.owner ?? {};
  const at = (field: string | undefined, id: number): Predicate[] => {
    if (id === 0) return [];
    return [field === undefined ? sql`false` : sql`${columnIn(subject, field)} = ${id}`];
  };
  return allOf([...at(empresa, idEmpresa), ...at(filial, idFilial)]);
};

/** In constants, so that an index of these statuses is one that serves. */
export const inStatus = (subject: Subject, statuses: readonly Status[]): Predicate =>
  statuses.length === 0
    ? sql`false`
    : sql`${columnIn(subject, subject.resource.status ?? '')} in (${sql.join(statuses.map(({id}) => sql.lit(id)))})`;

/** The day of an instant where the product's days are. */
const dayOf = (column: Sql): Sql => sql`(${column} at time zone ${sql.lit(TIME_ZONE)})::date`;

/** A subquery of the records in the caller's scope: `status`, `filial`, `dia` and `quantidade`; `valor`, where a field is said. */
export const fromRows = ({context, subject, actor, place}: Question, counted: Counted, field?: string): Sql => {
  const {name, resource, open, chart} = subject;
  const period = counted.of === 'open' ? undefined : {from: counted.from, to: counted.to};
  const day = counted.of === 'entered' ? chart.stamps : createdField(resource) ?? '';
  const {filial} = resource.owner ?? {};
  const predicate = allOf([
    scopePredicate(context, name, actor, ALIAS), atPlace(subject, place),
    ...(counted.of === 'entered' ? [inStatus(subject, [chart.status])] : []),
    ...(counted.of === 'open' ? [inStatus(subject, open)] : []),
    ...(period === undefined ? [] : [filterPredicate(context.config, resource, day, period)]),
  ]);
  return sql`(
    select ${columnIn(subject, resource.status ?? '')}::text as status,
      ${filial === undefined ? sql`null` : columnIn(subject, filial)}::integer as filial,
      ${dayOf(columnIn(subject, day))} as dia, 1 as quantidade${field === undefined ? sql`` : sql`, ${columnIn(subject, field)} as valor`}
    from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)} where ${predicate}
  )`;
};
