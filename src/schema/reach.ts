/** What of a record decides who reaches it: the fields that its scopes read. */
import type {Resource} from './config.ts';

/** The record's own fields that a condition reads, built in, declared or a name of `people`. */
const readBy = (resource: Resource, name: string): readonly (string | undefined)[] => {
  const {owner, people, conditions, status, since} = resource;
  const person = people?.[name]?.field;
  if (person !== undefined) return [person];
  const condition = conditions?.[name];
  if (condition === undefined) return name === 'empresa' ? [owner?.empresa] : name === 'filiais' ? [owner?.filial] : [];
  return [
    condition.filled, ...condition.same ?? [], ...Object.keys(condition.is ?? {}), ...Object.keys(condition.older ?? {}),
    ...(condition.status === undefined ? [] : [status]),
    ...(condition.waits === undefined ? [] : [status, since, people?.['autor']?.field]),
    ...(condition.not === undefined ? [] : readBy(resource, condition.not)),
  ];
};

/**
 * The stored fields of a record by which scopes tell whose it is, its parent's among them; what is read through a reference is told by
 * the reference.
 */
export const reachFields = (resource: Resource): readonly string[] => {
  const {fields, owner, scope} = resource;
  const rules = Object.values(scope).flatMap(all => all.flatMap(rule => (typeof rule === 'string' ? [rule] : rule.any)));
  const read = [owner?.through, ...[...new Set(rules)].flatMap(name => readBy(resource, name))];
  const own = read.flatMap(name => {
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) return [];
    return [field.kind === 'relacionado' ? field.through : name];
  });
  return [...new Set(own)];
};
