/** Readers of a field: its own `see`; for a derived value, those who read all of its sources (rules: Access 16). */
import type {Resource} from './config/config.ts';
import {keptOf, madeOf} from './fields/calculation.ts';
import type {Field} from './config/fields.ts';

type Resources = Readonly<Record<string, Pick<Resource, 'fields'>>>;
type FieldAt = readonly [resource: string, field: string];

/** Direct sources of a derived value, references included; empty for a stored field. */
export const sourcesOf = (resources: Resources, [of, name]: FieldAt): FieldAt[] => {
  const fields = resources[of]?.fields ?? {};
  const field = fields[name];
  if (field?.kind === 'relacionado') {
    const reference = fields[field.through];
    return [[of, field.through], ...(reference?.kind === 'referencia' ? [[reference.to, field.field] as const] : [])];
  }
  const kept = keptOf(field);
  if (kept !== undefined) return [[kept.of, kept.by], ...(kept.value === '' ? [] : [[kept.of, kept.value] as const])];
  return (madeOf(field)?.operands ?? []).map(one => [of, one] as const);
};

/** Returns the profiles that read all sources; undefined if all readers of the resource do. */
const seersOf = (resources: Resources, at: FieldAt, way: readonly string[] = []): readonly string[] | undefined => {
  const [of, name] = at;
  // The check of calculations refuses a circular one.
  if (way.includes(at.join('.'))) return undefined;
  return sourcesOf(resources, at).map(source => seersOf(resources, source, [...way, at.join('.')]))
    .reduce((all, some) => (all === undefined || some === undefined ? all ?? some : all.filter(perfil => some.includes(perfil))),
      resources[of]?.fields[name]?.see);
};

/** Adds `see` to derived fields that do not declare it. */
export const withSeers = (resources: Resources, of: string, fields: Resource['fields']): Resource['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, field]): [string, Field] => {
    const see = field.see ?? seersOf(resources, [of, name]);
    return [name, see === undefined ? field : {...field, see}];
  }));
