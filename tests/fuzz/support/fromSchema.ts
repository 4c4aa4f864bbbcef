/** Values as a JSON schema of the OpenAPI document describes them: what an honest client sends, before it is twisted. */
import fc from 'fast-check';

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}
export type Schemas = Readonly<Record<string, Schema>>;

/** Ids that a small database has, and a few that it has not. */
export const anyId = fc.oneof({weight: 9, arbitrary: fc.integer({min: 1, max: 12})}, fc.constantFrom(0, 13, 999, 2_147_483_647));

/** Texts that a form of ours would take, most of the time. */
const words = fc.constantFrom(
  'Ana', 'Açúcar União', 'ana@vale.test', '52998224725', '11222333000181', '62999887766', '74010010',
  'Nota Fiscal', 'RR', 'tickets', 'usuarios', 'nome', 'asc', 'desc',
  'Um motivo com mais de dez letras.', 'segredo-1', '2026-02-28', '28/02/2026', '2026', '6m', 'csv', 'xlsx', 'id', '7', '1', '0',
);

const text = ({format, maxLength = 60}: Schema): fc.Arbitrary<unknown> => {
  if (format === 'date') return fc.constantFrom('2026-02-28', '2024-02-29', '2026-02-30', '28/02/2026');
  if (format === 'date-time') return fc.constantFrom('2026-02-28T12:00:00Z', '2026-02-28T12:00:00-03:00');
  if (format === 'email') return fc.constantFrom('ana@vale.test', 'ANA@VALE.TEST', 'ana@vale');
  return fc.oneof({weight: 3, arbitrary: words}, fc.string({maxLength: Math.min(maxLength, 200)}));
};

/** @param depth how many schemas deep it goes: some refer to themselves */
export const fromSchema = (schema: Schema, schemas: Schemas, depth = 5): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) return fromSchema(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (depth === 0) return fc.constant(null);
  const inner = (one: Schema) => fromSchema(one, schemas, depth - 1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(inner));
  if (schema.allOf !== undefined) return fc.tuple(...schema.allOf.map(inner)).map(parts => Object.assign({}, ...parts) as unknown);
  const type = (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) ?? 'object';
  switch (type) {
    case 'string': return text(schema);
    case 'integer':
    case 'number':
      return fc.oneof({weight: 3, arbitrary: anyId}, fc.integer({min: schema.minimum ?? -5, max: schema.maximum ?? 50}));
    case 'boolean': return fc.boolean();
    case 'null': return fc.constant(null);
    case 'array': return fc.array(inner(schema.items ?? {}), {maxLength: 4});
    default: {
      const properties = Object.entries(schema.properties ?? {});
      const required = new Set(schema.required);
      return fc.record(
        Object.fromEntries(properties.map(([name, one]) => [name, inner(one)])),
        {requiredKeys: properties.map(([name]) => name).filter(name => required.has(name)), noNullPrototype: true},
      );
    }
  }
};
