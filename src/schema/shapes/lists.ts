/** Shapes of a resource's list: columns, filters, tabs. */
import * as z from 'zod';
import {conditionShapeAs} from './conditions.ts';
import {name, names, text} from './nameShapes.ts';

const filter = z.strictObject({
  /**
   * Query parameter. Default: the field's name. A period or a range of numbers has two (from, to), by default `pesoDe` and `pesoAte`. A
   * number with one parameter is filtered by one value.
   */
  param: z.union([z.string(), z.tuple([z.string(), z.string()]).readonly()]).optional(),
  /** Two labels for the inputs of a period or a range. Default: the field's label. */
  label: z.union([text(), z.tuple([text(), text()]).readonly()]).optional(),
  maxLength: z.int().positive().optional(),
  /** Default period, in days back from today (rules: Lists 5). */
  lastDays: z.int().positive().optional(),
  all: text().optional(),
  /** Labels of the choices, by value. Default: as in the field. */
  names: z.record(z.string(), text()).optional(),
  /** Label for records without a value, where they can be selected: `-1` in the API. */
  none: text().optional(),
  /**
   * `more`: the input is behind 'Mais filtros' on a desktop. `none`: no input; the filter comes from an address and is shown as a removable
   * chip.
   */
  input: z.enum(['more', 'none']).optional(),
  /** Sent only where it has a value, because it is no parameter of the specification. */
  optional: z.literal(true).optional(),
});
export type FilterConfig = z.infer<typeof filter>;

const order = z.tuple([name('value'), z.enum(['asc', 'desc'])]).readonly();

export const listShape = z.strictObject({
  /** Fields, or whom a record waits for (`aguarda`). A table shows as many as fit. */
  columns: names('shown'),
  /** The filter of the toggle may omit the names of its two choices: 'Ativos', 'Inativos'. */
  filters: z.record(name('value'), filter).optional(),
  /** Default: by title. */
  sort: order.optional(),
  /** Profiles that see the edit link, by status. Default: always shown. */
  editLink: z.record(name('status'), names('profile')).optional(),
  actionsAt: z.enum(['start', 'end']).optional(),
  /** Fields on a phone's card, the most important first. In a narrow table they are hidden last. */
  card: names('shown').optional(),
  /** Boolean fields shown beside the record's name where they are true. */
  marks: names('value', {kinds: ['booleano']}).optional(),
  createLabel: text().optional(),
  /** Fields by which 'Ir para' finds a record (`id`: its number). Default: its title; `[]`: never found. */
  goTo: names('value', {kinds: ['texto', 'email', 'documento']}).optional(),
});

/** A named part of a list: the records on which all its conditions hold, regardless of the list's period. */
export const tabShape = z.strictObject({
  label: text(),
  where: z.array(conditionShapeAs('found')).readonly(),
  /** Initial order, for example oldest first in a queue. Default: the list's order. */
  sort: order.optional(),
  /** Profiles that have the tab. Default: all that list the resource. */
  profiles: names('profile').optional(),
  /** Shows the number of its records beside the notices. */
  told: z.literal(true).optional(),
});
export type Tab = z.infer<typeof tabShape>;
