/** Readers of a field: its own `see`; for a derived value, those who read all of its sources (rules: Access 16). */
import type {Resource} from './shapes/config.ts';
import {listAggregatedFields} from './conditions/evaluate.ts';
import {aggregateOf, calculationOf} from './fields/calculation.ts';
import type {Field} from './shapes/fields.ts';

type Resources = Readonly<Record<string, Resource>>;
type FieldPath = readonly [resource: string, field: string];

/** Direct sources of a derived value, references included; empty for a stored field. */
export const listFieldSources = (resources: Resources, [resource, name]: FieldPath): FieldPath[] => {
  const fields = resources[resource]?.fields ?? {};
  const field = fields[name];
  if (field?.kind === 'relacionado') {
    const reference = fields[field.through];
    return [[resource, field.through], ...(reference?.kind === 'referencia' ? [[reference.to, field.field] as const] : [])];
  }
  const aggregate = aggregateOf(field);
  if (aggregate !== undefined) {
    const child = resources[aggregate.of];
    const read = child === undefined ? [] : listAggregatedFields(child, aggregate);
    return [aggregate.by, ...read].map(childField => [aggregate.of, childField] as const);
  }
  return (calculationOf(field)?.operands ?? []).map(operand => [resource, operand] as const);
};

/** Returns the profiles that read all sources; undefined if all readers of the resource do. */
const readersOf = (resources: Resources, fieldPath: FieldPath, visited: readonly string[] = []): readonly string[] | undefined => {
  const [resource, name] = fieldPath;
  // The check of calculations refuses a circular one.
  if (visited.includes(fieldPath.join('.'))) return undefined;
  return listFieldSources(resources, fieldPath).map(source => readersOf(resources, source, [...visited, fieldPath.join('.')]))
    .reduce((readers, more) =>
      (readers === undefined || more === undefined ? readers ?? more : readers.filter(perfil => more.includes(perfil))),
      resources[resource]?.fields[name]?.see);
};

/** Adds `see` to derived fields that do not declare it. */
export const withDerivedReaders = (resources: Resources, resource: string, fields: Resource['fields']): Resource['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, field]): [string, Field] => {
    const see = field.see ?? readersOf(resources, [resource, name]);
    return [name, see === undefined ? field : {...field, see}];
  }));
