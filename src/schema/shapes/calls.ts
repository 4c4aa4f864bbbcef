/** Shapes of a resource's API calls, in the dialect of any server. */
import * as z from 'zod';

export const endpointShape = z.templateLiteral([z.enum(['GET', 'POST', 'PUT', 'DELETE']), ' ', z.string()]);
/** Method and path below the API base, with parameters such as `:id` (`PUT empresas/:id`). */
export type Endpoint = z.infer<typeof endpointShape>;

export const apiShape = z.strictObject({
  list: endpointShape.optional(),
  /** `page`: {total, registros}, 20 a page · `registros`: {registros} · `array`: bare (rules: Lists 1). */
  answer: z.enum(['page', 'registros', 'array']).optional(),
  one: endpointShape.optional(),
  create: endpointShape.optional(),
  update: endpointShape.optional(),
  delete: endpointShape.optional(),
  /** Who changed a record and how. Default: `{list}/:id/historico`. */
  history: endpointShape.optional(),
  /** Options of a select. Path parameters name the references that narrow them. */
  combo: endpointShape.optional(),
  /** Parameters sent for other servers. Ours reads the caller from the token alone. */
  echo: z.array(z.string()).readonly().optional(),
});
export type Api = z.infer<typeof apiShape>;
