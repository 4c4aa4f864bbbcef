/** Steps that some profiles learn nothing of: an action that only asks, of which they read no answer (rules: Access 18). */
import {sql} from 'kysely';
import {hiddenAsks, commentAsk, onlyNotes} from '../../schema/lifeCycle/asks.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Sql} from '../db/tables.ts';

/** Whether a profile learns of the step `alias` of a record; a step answers under the names of what was asked, or in its comment. */
export const isShownTo = (resource: Resource, perfil: string, alias: string): Sql => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const shown = Object.entries(resource.actions ?? {}).flatMap(([acao, action]) => {
    const hidden = hiddenAsks(action, perfil);
    if (hidden.length === 0 || !onlyNotes(resource, action)) return [];
    const open = Object.keys(action.asks ?? {}).filter(name => !hidden.includes(name));
    const answers = open.length === 0 ? sql`false` : sql`coalesce(${column('depois')} ?| ${open}::text[], false)`;
    const comment = open.includes(commentAsk(action) ?? '') ? sql` or ${column('comentario')} is not null` : sql``;
    return [sql`(${column('acao')} <> ${sql.lit(acao)} or ${answers}${comment})`];
  });
  return shown.length === 0 ? sql`true` : sql.join(shown, sql` and `);
};

/** The ids of the profiles that learn nothing of the step `alias`, whichever resource's it is. */
export const hiddenFrom = ({resources, profiles}: Config, alias: string): Sql => {
  const cases = Object.entries(resources).flatMap(([name, resource]) => {
    const blind = Object.entries(profiles).filter(([perfil]) => Object.values(resource.actions ?? {})
      .some(action => onlyNotes(resource, action) && hiddenAsks(action, perfil).length > 0));
    if (blind.length === 0) return [];
    const ids = blind.map(([perfil, {id}]) => sql`case when ${isShownTo(resource, perfil, alias)} then null else ${sql.lit(id)} end`);
    return [sql`when ${sql.lit(name)} then array_remove(array[${sql.join(ids)}], null)`];
  });
  return cases.length === 0 ? sql`null` : sql`case ${sql.ref(`${alias}.recurso`)} ${sql.join(cases, sql` `)} end`;
};
