/**
 * Visibility of history steps: a step of an action that only asks is hidden from profiles that may read none of its answers (rules: Access
 * 18).
 */
import {sql} from 'kysely';
import {listHiddenAnswers, commentAnswerName, onlyStoresNotes} from '../../schema/lifeCycle/asks.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Sql} from '../db/tables.ts';

/** Predicate: the profile may see the step `alias`. A visible answer, or a visible comment, makes the step visible. */
export const visibleStepPredicate = (resource: Resource, perfil: string, alias: string): Sql => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const stepPredicates = Object.entries(resource.actions ?? {}).flatMap(([acao, action]) => {
    const hidden = listHiddenAnswers(action, perfil);
    if (hidden.length === 0 || !onlyStoresNotes(resource, action)) return [];
    const visibleAsks = Object.keys(action.asks ?? {}).filter(name => !hidden.includes(name));
    const answers = visibleAsks.length === 0 ? sql`false` : sql`coalesce(${column('depois')} ?| ${visibleAsks}::text[], false)`;
    const comment = visibleAsks.includes(commentAnswerName(action) ?? '') ? sql` or ${column('comentario')} is not null` : sql``;
    return [sql`(${column('acao')} <> ${sql.lit(acao)} or ${answers}${comment})`];
  });
  return stepPredicates.length === 0 ? sql`true` : sql.join(stepPredicates, sql` and `);
};

/** Ids of the profiles that may not see the step `alias`, whatever its resource. */
export const hiddenProfileIds = ({resources, profiles}: Config, alias: string): Sql => {
  const cases = Object.entries(resources).flatMap(([name, resource]) => {
    const limitedProfiles = Object.entries(profiles).filter(([perfil]) => Object.values(resource.actions ?? {})
      .some(action => onlyStoresNotes(resource, action) && listHiddenAnswers(action, perfil).length > 0));
    if (limitedProfiles.length === 0) return [];
    const ids = limitedProfiles.map(([perfil, {id}]) =>
      sql`case when ${visibleStepPredicate(resource, perfil, alias)} then null else ${sql.lit(id)} end`);
    return [sql`when ${sql.lit(name)} then array_remove(array[${sql.join(ids)}], null)`];
  });
  return cases.length === 0 ? sql`null` : sql`case ${sql.ref(`${alias}.recurso`)} ${sql.join(cases, sql` `)} end`;
};
