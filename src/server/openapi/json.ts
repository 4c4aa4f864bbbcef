/** Plain JSON of the document. */
export type Json = Readonly<Record<string, unknown>>;

export const ref = (name: string): Json => ({$ref: `#/components/schemas/${name}`});
export const arrayOf = (items: Json): Json => ({type: 'array', items});
export const objectOf = (properties: Readonly<Record<string, Json>>, required: readonly string[] = Object.keys(properties)): Json =>
  ({type: 'object', ...(required.length > 0 ? {required} : {}), properties});
export const asJson = (schema: Json): Json => ({'application/json': {schema}});

export const ID: Json = {type: 'integer', minimum: 1};
export const COUNT: Json = {type: 'integer', minimum: 0};
export const TEXT: Json = {type: 'string'};
export const INSTANT: Json = {type: 'string', format: 'date-time'};
