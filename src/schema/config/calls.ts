/** The calls of a resource, as other servers speak them. */
import * as z from 'zod';

export const endpoint = z.templateLiteral([z.enum(['GET', 'POST', 'PUT', 'DELETE']), ' ', z.string()]);
/** A call: method and path under the API base, `:id` and other parameters inside (`PUT empresas/:id`). */
export type Endpoint = z.infer<typeof endpoint>;

export const api = z.strictObject({
  list: endpoint.optional(),
  /** `page`: {total, registros}, 20 a page · `registros`: {registros} · `array`: bare (rules: Lists 1). */
  answer: z.enum(['page', 'registros', 'array']).optional(),
  one: endpoint.optional(),
  create: endpoint.optional(),
  update: endpoint.optional(),
  delete: endpoint.optional(),
  /** Who changed a record and what; `{list}/:id/historico` where it is not said. */
  history: endpoint.optional(),
  /** Options for a select: its path parameters name the references that narrow it. */
  combo: endpoint.optional(),
  /** Parameters other servers read; ours takes who asks from the token alone. */
  echo: z.array(z.string()).readonly().optional(),
});
export type Api = z.infer<typeof api>;
