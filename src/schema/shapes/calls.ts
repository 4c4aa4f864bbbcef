/** Shapes of a resource's API calls, in the dialect of any server. */
import * as z from 'zod';

export const endpointShape = z.templateLiteral([z.enum(['GET', 'POST', 'PUT', 'DELETE']), ' ', z.string()]);
/** Method and path below the API base, with parameters such as `:id` (`PUT empresas/:id`). */
export type Endpoint = z.infer<typeof endpointShape>;

/**
 * Calls of a resource that has to speak a given dialect. Without `api` a resource has all five calls of `ra-data-simple-rest` at its name:
 * `GET veiculos`, `GET veiculos/:id`, `POST veiculos`, `PUT veiculos/:id`, `DELETE veiculos/:id`.
 */
export const apiShape = z.strictObject({
  /**
   * Call of the list. The default calls for one record, its history and its files are below its path.
   * @default `GET veiculos`
   * @example list: 'GET veiculos'
   */
  list: endpointShape.optional(),
  /**
   * Body of the list's answer: `page` is `{total, registros}` with 20 records a page, `registros` is `{registros}`, `array` is a bare array
   * (rules: Lists 1).
   * @default as `registros`
   * @example answer: 'page'
   */
  answer: z.enum(['page', 'registros', 'array']).optional(),
  /** Call for one record. @default `GET veiculos/:id`; none for a child (`owner.through`) @example one: 'GET veiculos/:id' */
  one: endpointShape.optional(),
  /** Call that creates a record. @default `POST veiculos` @example create: 'POST veiculos' */
  create: endpointShape.optional(),
  /** Call that saves a record. It may be the call of `create`. @default `PUT veiculos/:id` @example update: 'PUT veiculos/:id' */
  update: endpointShape.optional(),
  /**
   * Call that deletes a record.
   * @default `DELETE veiculos/:id`, where `access.delete` names a profile
   * @example delete: 'DELETE veiculos/:id'
   */
  delete: endpointShape.optional(),
  /** Call for who changed a record, when and how. @default `GET veiculos/:id/historico` @example history: 'GET veiculosHistorico/:id' */
  history: endpointShape.optional(),
  /**
   * Call for the options of a select. Path parameters name the references that narrow them.
   * @example combo: 'GET veiculos/listarCombo/:idEmpresa'
   */
  combo: endpointShape.optional(),
  /** Query parameters that the portal sends for other servers. This server ignores them. @example echo: ['idUsuarioLogado'] */
  echo: z.array(z.string()).readonly().optional(),
});
export type Api = z.infer<typeof apiShape>;
