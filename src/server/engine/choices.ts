/** Predicates for the records that a reference asked by an action may name. */
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

/** Users who reach the record themselves. */
const reachingUsers = ({config, name, row}: Omit<Standing, 'db' | 'hooks'>, alias: string): Predicate => {
  const recordAlias = `${alias}_registro`;
  return sql`exists (select from ${sql.table(tableOf(name))} as ${sql.ref(recordAlias)}
    where ${sql.ref(`${recordAlias}.id`)} = ${row.id} and ${reaches(config, name, {user: alias, record: recordAlias})})`;
};

/**
 * Rows of `alias` that an asked reference may name: active, matching its `where`, sharing its `within`, and within the caller's scope.
 * Users must reach this record. The current value is left out, because the action chooses another one.
 *
 * @param campo name of the ask
 * @param record the record with the answers
 */
export const choosable = (
  context: Omit<Standing, 'db' | 'hooks'>, campo: string, field: FieldOf<'referencia'>, record: Values, alias: string,
): Predicate => {
  const {config, actor, resource, row} = context;
  const target = resourceOf(config, field.to);
  const rows = {config, name: field.to, resource: target, actor, alias};
  const recordField = resource.fields[campo];
  return allOf([
    switchedOn(rows),
    ...(field.where === undefined ? [] : [conditionPredicate(field.where, rows)]),
    // Only for callers who see the field, because leaving the value out would reveal it.
    ...(recordField !== undefined && maySee(recordField, actor.perfil) && typeof row[campo] === 'number'
      ? [sql<boolean>`${sql.ref(`${alias}.id`)} <> ${row[campo]}`] : []),
    field.to === USERS ? reachingUsers(context, alias) : scopePredicate({config}, field.to, actor, alias),
    sharing(config, resource, field, alias, within => sql`${record[within] ?? null}`),
  ]);
};

/**
 * Rows of `alias` that all other records of a bulk action accept too. Records outside the caller's scope are not checked.
 *
 * @param ids the other records
 */
export const choosableForAll = (
  {config, actor, name, resource}: Omit<Standing, 'db' | 'hooks' | 'row'>, campo: string, field: FieldOf<'referencia'>,
  ids: readonly number[], alias: string,
): Predicate => {
  const otherAlias = `${alias}_outro`;
  const recordField = resource.fields[campo];
  const column = (fieldName: string) => sql.ref(`${otherAlias}.${snake(fieldName)}`);
  const isChoosable = allOf([
    ...(recordField === undefined || !maySee(recordField, actor.perfil)
      ? [] : [sql<boolean>`${column(campo)} is distinct from ${sql.ref(`${alias}.id`)}`]),
    ...(field.to === USERS ? [reaches(config, name, {user: alias, record: otherAlias})] : []),
    sharing(config, resource, field, alias, column),
  ]);
  return sql`not exists (select from ${sql.table(tableOf(name))} as ${sql.ref(otherAlias)}
    where ${sql.ref(`${otherAlias}.id`)} = any(${ids}::integer[]) and ${scopePredicate({config}, name, actor, otherAlias)}
    and not coalesce(${isChoosable}, false))`;
};
