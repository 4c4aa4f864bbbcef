/** Predicates for the records that a reference asked by an action may name. */
import {sql} from 'kysely';
import {maySee} from '../../schema/access.ts';
import type {FieldOf} from '../../schema/shapes/fields.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {USERS} from '../accounts/accounts.ts';
import {conditionPredicate, scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, type Predicate, activePredicate} from '../db/conditions/fieldPredicates.ts';
import {resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import {idsBelow} from '../db/trees.ts';
import {userReachPredicate} from '../rowScope/userReach.ts';
import type {RecordContext} from './conditionFacts.ts';
import {sharedValuePredicate} from './references.ts';

/** Users who reach the record themselves. */
const reachingUsers = ({config, name, row}: Omit<RecordContext, 'db' | 'hooks'>, alias: string): Predicate => {
  const recordAlias = `${alias}_registro`;
  return sql`exists (select from ${sql.table(tableOf(name))} as ${sql.ref(recordAlias)}
    where ${sql.ref(`${recordAlias}.id`)} = ${row.id} and ${userReachPredicate(config, name, {user: alias, record: recordAlias})})`;
};

/**
 * Rows of `alias` that an asked reference may name: active, matching its `where`, sharing its `within`, and within the caller's scope.
 * Users must reach this record. The current value is left out, because the action chooses another one.
 *
 * @param campo name of the ask
 * @param record the record with the answers
 */
export const choosablePredicate = (
  context: Omit<RecordContext, 'db' | 'hooks'>, campo: string, field: FieldOf<'referencia'>, record: RecordValues, alias: string,
): Predicate => {
  const {config, actor, resource, row} = context;
  const target = resourceOf(config, field.to);
  const rows = {config, name: field.to, resource: target, actor, alias};
  const recordField = resource.fields[campo];
  return andPredicates([
    activePredicate(rows),
    ...(field.where === undefined ? [] : [conditionPredicate(field.where, rows)]),
    // Only for callers who see the field, because leaving the value out would reveal it.
    ...(recordField !== undefined && maySee(recordField, actor.perfil) && typeof row[campo] === 'number'
      ? [sql<boolean>`${sql.ref(`${alias}.id`)} <> ${row[campo]}`] : []),
    ...(recordField?.kind === 'referencia' && recordField.tree === true
      ? [sql<boolean>`${sql.ref(`${alias}.id`)} <> all(array(${idsBelow(config, field.to, [row.id])}))`] : []),
    field.to === USERS ? reachingUsers(context, alias) : scopePredicate({config}, field.to, actor, alias),
    sharedValuePredicate(config, resource, field, alias, within => sql`${record[within] ?? null}`),
  ]);
};

/**
 * Rows of `alias` that all other records of a bulk action accept too. Records outside the caller's scope are not checked.
 *
 * @param ids the other records
 */
export const choosableForAllPredicate = (
  {config, actor, name, resource}: Omit<RecordContext, 'db' | 'hooks' | 'row'>, campo: string, field: FieldOf<'referencia'>,
  ids: readonly number[], alias: string,
): Predicate => {
  const otherAlias = `${alias}_outro`;
  const recordField = resource.fields[campo];
  const column = (fieldName: string) => sql.ref(`${otherAlias}.${toSnakeCase(fieldName)}`);
  const isChoosable = andPredicates([
    ...(recordField === undefined || !maySee(recordField, actor.perfil)
      ? [] : [sql<boolean>`${column(campo)} is distinct from ${sql.ref(`${alias}.id`)}`]),
    ...(field.to === USERS ? [userReachPredicate(config, name, {user: alias, record: otherAlias})] : []),
    sharedValuePredicate(config, resource, field, alias, column),
  ]);
  return sql`not exists (select from ${sql.table(tableOf(name))} as ${sql.ref(otherAlias)}
    where ${sql.ref(`${otherAlias}.id`)} = any(${ids}::integer[]) and ${scopePredicate({config}, name, actor, otherAlias)}
    and not coalesce(${isChoosable}, false))`;
};
