/** Shapes of the people of a record, and of the access by profile. */
import * as z from 'zod';
import {name, names, text} from './nameShapes.ts';

/** A person named by a record. The name can be used as a condition: the caller is that person. */
export const personShape = z.strictObject({
  field: name('user', {kinds: ['referencia']}),
  /** Written by the server: the record's creator (its author), or the last writer (`update`). */
  stamps: z.enum(['create', 'update']).optional(),
  /** The person attends the record. */
  attends: z.literal(true).optional(),
  /** Message for callers refused because they are not this person. */
  reason: text(),
});

export const operations = ['list', 'read', 'create', 'update', 'delete'] as const;
export type Operation = (typeof operations)[number];

/**
 * Profiles by operation. Default: `read` is `list`, `update` is `create`. `mecanico:ordemAberta` is a profile under a condition, checked on
 * the new record for `create`, else on the stored one.
 */
export const accessShape = z.strictObject({
  list: names('profile'), read: names('profile').optional(), create: names('entry').optional(), update: names('entry').optional(),
  delete: names('entry').optional(),
} satisfies Record<Operation, z.ZodType>);
