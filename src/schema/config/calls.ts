/** Shapes of a resource's API calls, in the dialect of any server. */
import * as z from 'zod';

export const endpoint = z.templateLiteral([z.enum(['GET', 'POST', 'PUT', 'DELETE']), ' ', z.string()]);
/** Method and path below the API base, with parameters such as `:id` (`PUT empresas/:id`). */
export type Endpoint = z.infer<typeof endpoint>;

export const api = z.strictObject({
  list: endpoint.optional(),
  /** `page`: {total, registros}, 20 a page · `registros`: {registros} · `array`: bare (rules: Lists 1). */
  answer: z.enum(['page', 'registros', 'array']).optional(),
  one: endpoint.optional(),
  create: endpoint.optional(),
  update: endpoint.optional(),
  delete: endpoint.optional(),
  /** Who changed a record and how. Default: `{list}/:id/historico`. */
  history: endpoint.optional(),
  /** Options of a select. Path parameters name the references that narrow them. */
  combo: endpoint.optional(),
  /** Parameters sent for other servers. Ours reads the caller from the token alone. */
  echo: z.array(z.string()).readonly().optional(),
});
export type Api = z.infer<typeof api>;
