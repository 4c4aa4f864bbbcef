/** What of a record decides who reaches it: the fields that its scopes read. */
import type {Resource} from '../config/config.ts';
import {onceFor} from '../onceFor.ts';
import {readWith} from './conditions.ts';

/**
 * The stored fields of a record by which scopes tell whose it is, its parent's among them; what is read through a reference is told by
 * the reference.
 */
export const reachFields = onceFor((resource: Resource): readonly string[] => {
  const {fields, owner, scope} = resource;
  const own = [owner?.through, ...Object.values(scope).flat().flatMap(rule => readWith(resource, rule))].flatMap(name => {
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) return [];
    return [field.kind === 'relacionado' ? field.through : name];
  });
  return [...new Set(own)];
});
