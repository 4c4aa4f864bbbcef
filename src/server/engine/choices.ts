/** Which records an action that asks for one may be given. */
import {sql} from 'kysely';
import {maySee} from '../../schema/access.ts';
import type {FieldOf} from '../../schema/config/fields.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {USERS} from '../accounts/users.ts';
import {conditionPredicate, scopePredicate} from '../db/conditions/conditions.ts';
import {allOf, type Predicate, switchedOn} from '../db/conditions/rows.ts';
import {resourceOf, snake, tableOf} from '../db/names.ts';
import {reaches} from '../reach/people.ts';
import type {Standing} from './facts.ts';
import {sharing} from './references.ts';

/** People who reach the record themselves, whoever asks. */
const reachers = ({config, name, row}: Omit<Standing, 'db' | 'hooks'>, alias: string): Predicate => {
  const inner = `${alias}_registro`;
  return sql`exists (select from ${sql.table(tableOf(name))} as ${sql.ref(inner)}
    where ${sql.ref(`${inner}.id`)} = ${row.id} and ${reaches(config, name, {user: alias, record: inner})})`;
};

/**
 * The rows of `alias` that a reference asked by an action may name: active, as its `where` says, within the same place as the
 * record, and in the caller's reach; of users, those who reach this record. Where the record has it already, another one.
 *
 * @param campo what the action calls it
 * @param record as it will be
 */
export const choosable = (
  standing: Omit<Standing, 'db' | 'hooks'>, campo: string, field: FieldOf<'referencia'>, record: Values, alias: string,
): Predicate => {
  const {config, actor, resource, row} = standing;
  const target = resourceOf(config, field.to);
  const rows = {config, name: field.to, resource: target, actor, alias};
  const own = resource.fields[campo];
  return allOf([
    switchedOn(rows),
    ...(field.where === undefined ? [] : [conditionPredicate(field.where, rows)]),
    // Leaving it out would tell the one there is.
    ...(own !== undefined && maySee(own, actor.perfil) && typeof row[campo] === 'number'
      ? [sql<boolean>`${sql.ref(`${alias}.id`)} <> ${row[campo]}`] : []),
    field.to === USERS ? reachers(standing, alias) : scopePredicate({config}, field.to, actor, alias),
    sharing(config, resource, field, alias, within => sql`${record[within] ?? null}`),
  ]);
};

/**
 * The rows of `alias` that other records might be given as well: whoever does one thing to several names one for all. What the caller
 * does not reach of them is not asked about.
 *
 * @param ids the other records'
 */
export const choosableForAll = (
  {config, actor, name, resource}: Omit<Standing, 'db' | 'hooks' | 'row'>, campo: string, field: FieldOf<'referencia'>,
  ids: readonly number[], alias: string,
): Predicate => {
  const inner = `${alias}_outro`;
  const own = resource.fields[campo];
  const column = (called: string) => sql.ref(`${inner}.${snake(called)}`);
  const right = allOf([
    ...(own === undefined || !maySee(own, actor.perfil) ? [] : [sql<boolean>`${column(campo)} is distinct from ${sql.ref(`${alias}.id`)}`]),
    ...(field.to === USERS ? [reaches(config, name, {user: alias, record: inner})] : []),
    sharing(config, resource, field, alias, column),
  ]);
  return sql`not exists (select from ${sql.table(tableOf(name))} as ${sql.ref(inner)}
    where ${sql.ref(`${inner}.id`)} = any(${ids}::integer[]) and ${scopePredicate({config}, name, actor, inner)}
    and not coalesce(${right}, false))`;
};
