/** Who has to do with a record, and who reaches it: people it names, operations by profile, scopes. */
import * as z from 'zod';
import {name, names, text} from './named.ts';

/** Somebody a record names: their name is a condition ('is me'). */
export const person = z.strictObject({
  /** The reference to a user. */
  field: name('user', {kinds: ['referencia']}),
  /** Is whoever makes the record, its author; or whoever wrote it last (`update`). */
  stamps: z.enum(['create', 'update']).optional(),
  /** Works the record: it is with them. */
  attends: z.literal(true).optional(),
  /** Told to whoever is refused for not being it. */
  reason: text(),
});

export const operations = ['list', 'read', 'create', 'update', 'delete'] as const;
export type Operation = (typeof operations)[number];

/**
 * Who lists; who reads one is the same where nothing is said, who changes one is who creates. `mecanico:ordemAberta` is the profile under
 * a condition: on what is to be made, on what is there.
 */
export const access = z.strictObject({
  list: names('profile'), read: names('profile').optional(), create: names('entry').optional(), update: names('entry').optional(),
  delete: names('entry').optional(),
} satisfies Record<Operation, z.ZodType>);
