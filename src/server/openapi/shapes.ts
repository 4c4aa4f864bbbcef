/** The shapes of the wire as JSON Schema, as OpenAPI 3.1 takes it. */
import * as z from 'zod';
import type {Json} from './json.ts';

type Properties = Readonly<Record<string, Json>>;

/** What the library says of every such value, and nobody needs to read. */
const plain = ({zodSchema, jsonSchema}: {zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema}): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // That an array is not to be written to is TypeScript's affair: it would say that nobody may send it.
  if (zodSchema._zod.def.type === 'readonly') delete jsonSchema.readOnly;
};

/** Any shape as JSON Schema, as it is sent. */
export const jsonSchemaOf = (shape: z.core.$ZodType): Json => {
  const {$schema: _dialect, ...schema} = z.toJSONSchema(shape, {io: 'input', unrepresentable: 'any', override: plain});
  return schema;
};

/**
 * A shape of the wire as JSON Schema.
 *
 * @param more what this config knows better, by property: the values there are
 */
export const shapeOf = (shape: z.ZodObject, more: Properties = {}): Json => {
  const schema = jsonSchemaOf(shape);
  const known = schema['properties'] as Properties;
  const better = Object.entries(more).map(([name, one]) => [name, {...known[name], ...one}]);
  return {...schema, properties: {...known, ...Object.fromEntries(better)}};
};
