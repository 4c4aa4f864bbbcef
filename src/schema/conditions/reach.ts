/** What of a record decides who reaches it: the fields that its scopes read. */
import type {Resource} from '../config/config.ts';
import {onceFor} from '../onceFor.ts';
import {builtInOf} from './builtIn.ts';
import {askedWith} from './conditions.ts';
import {readBy} from './words.ts';

/** The record's own fields that a condition reads by itself. */
const readAlone = (resource: Resource, name: string): readonly (string | undefined)[] => {
  const {owner, people, conditions} = resource;
  const place = builtInOf(name)?.owner;
  return [people?.[name]?.field, place && owner?.[place], ...readBy(conditions?.[name] ?? {}, resource)];
};

/**
 * The stored fields of a record by which scopes tell whose it is, its parent's among them; what is read through a reference is told by
 * the reference.
 */
export const reachFields = onceFor((resource: Resource): readonly string[] => {
  const {fields, owner, scope} = resource;
  const rules = Object.values(scope).flatMap(all => all.flatMap(rule => (typeof rule === 'string' ? [rule] : rule.any)));
  const names = new Set(rules.flatMap(name => [...askedWith(resource, name)]));
  const own = [owner?.through, ...[...names].flatMap(name => readAlone(resource, name))].flatMap(name => {
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) return [];
    return [field.kind === 'relacionado' ? field.through : name];
  });
  return [...new Set(own)];
});
