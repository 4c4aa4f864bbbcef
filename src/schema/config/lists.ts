/** How a resource's records are listed: columns, filters, tabs. */
import * as z from 'zod';
import {asks} from './conditions.ts';
import {name, names, text} from './named.ts';

const filter = z.strictObject({
  /**
   * The query parameter, when it is not the field's own name; two for a period or a range of numbers (from, to). Numbers are
   * filtered by a range (`pesoDe`, `pesoAte` where nothing is said), by one value where one parameter is named.
   */
  param: z.union([z.string(), z.tuple([z.string(), z.string()]).readonly()]).optional(),
  /** Two for the inputs of a period or a range; absent: the field's. */
  label: z.union([text(), z.tuple([text(), text()]).readonly()]).optional(),
  maxLength: z.int().positive().optional(),
  /** The period shown when nothing was chosen, in days back from today (rules: Lists 5). */
  lastDays: z.int().positive().optional(),
  /** What the empty choice is called. */
  all: text().optional(),
  /** What the values to choose from are called here, by value; absent: as the field calls them. */
  names: z.record(z.string(), text()).optional(),
  /** What the records without one are called, where they can be asked for: `-1` on the wire. */
  none: text().optional(),
  /**
   * `more`: asked for more rarely, on a desk its input stands behind 'Mais filtros'. `none`: it has no input, the list is led to it by an
   * address, and shows it as a chip that can be taken off.
   */
  input: z.enum(['more', 'none']).optional(),
  /** Goes with a request only where it is chosen: none of the specified parameters. */
  optional: z.literal(true).optional(),
});
export type Filter = z.infer<typeof filter>;

const order = z.tuple([name('value'), z.enum(['asc', 'desc'])]).readonly();

export const list = z.strictObject({
  /** Fields, and whom a record waits for (`aguarda`); in a table as far as there is room for them. */
  columns: names('shown'),
  /** That of the switch need not say the names of its two choices: 'Ativos', 'Inativos'. */
  filters: z.record(name('value'), filter).optional(),
  /** Absent: by the title. */
  sort: order.optional(),
  /** Which statuses show the edit link to whom; absent: always. */
  editLink: z.record(name('status'), names('profile')).optional(),
  actionsAt: z.enum(['start', 'end']).optional(),
  /** The few facts a phone shows of each row, what matters most first: in a table they stay longest where room is short. */
  card: names('shown').optional(),
  /** What a row says beside its name where it holds. */
  marks: names('value', {kinds: ['booleano']}).optional(),
  createLabel: text().optional(),
  /** The fields by which 'Ir para' finds a record (`id`: by its number); absent: its title; none: never. */
  goTo: names('value', {kinds: ['texto', 'email', 'documento']}).optional(),
});

/** A part of a list that has a name of its own: the records on which all its conditions hold, whatever their day. */
export const tab = z.strictObject({
  label: text(),
  where: z.array(asks('found')).readonly(),
  /** In which order it opens: a queue has the oldest first; absent: the list's. */
  sort: order.optional(),
  /** Who has it; absent: whoever lists. */
  profiles: names('profile').optional(),
  /** How many records it has is told to whoever has it, beside their notices. */
  told: z.literal(true).optional(),
});
export type Tab = z.infer<typeof tab>;
