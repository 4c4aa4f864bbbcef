/** Whether somebody may be told what a record of a resource is called, where the record that names it does not say so. */
import {may, scopeOf} from '../../schema/access.ts';
import type {Resource} from '../../schema/config/config.ts';
import {hasDialect, pathParams} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';

/** Names come from a combo that needs no narrowing, else from the records themselves; in the default dialect, from their list. */
export const mayName = (resource: Resource, id: unknown, {id: self, perfil}: Session): boolean => {
  if (!hasDialect(resource)) return may(resource, 'list', perfil);
  const {combo} = resource.api ?? {};
  if (combo !== undefined && pathParams(combo).length === 0) return true;
  const scope = scopeOf(resource, perfil);
  return may(resource, 'read', perfil) && scope.length > 0 && (!scope.includes('proprio') || id === self);
};
