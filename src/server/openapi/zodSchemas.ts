/** Zod schemas as JSON Schema for OpenAPI 3.1. */
import * as z from 'zod';
import type {Json} from './json.ts';

type Properties = Readonly<Record<string, Json>>;

/** Removes limits and patterns that zod adds to every value of a type. */
const removeDefaults = ({zodSchema, jsonSchema}: {zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema}): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  // In OpenAPI `readOnly` would forbid clients to send the array; zod means TypeScript's readonly.
  if (zodSchema._zod.def.type === 'readonly') delete jsonSchema.readOnly;
};

/** Converts a zod schema, as requests send it or as answers have it. */
export const jsonSchemaOf = (shape: z.core.$ZodType, io: 'input' | 'output' = 'input'): Json => {
  const {$schema: _dialect, ...schema} = z.toJSONSchema(shape, {io, unrepresentable: 'any', override: removeDefaults});
  return schema;
};

/** Converts an object schema. @param overrides additions per property from the config, such as allowed values */
export const objectSchemaOf = (shape: z.ZodObject, overrides: Properties = {}): Json => {
  const schema = jsonSchemaOf(shape);
  const declared = schema['properties'] as Properties;
  const overridden = Object.entries(overrides).map(([name, override]) => [name, {...declared[name], ...override}]);
  return {...schema, properties: {...declared, ...Object.fromEntries(overridden)}};
};
