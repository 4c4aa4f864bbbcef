/**
 * What a condition may say: its words, once. Adding one starts here: every table keyed by `Word` (how it is judged on a record, how its
 * declaration is checked, how it is said in SQL) then fails to compile until it has a row for it.
 */
import * as z from 'zod';
import {name, names} from '../config/named.ts';
import {waiters} from '../lifeCycle/waiters.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A condition says exactly one of these. */
export const words = {
  /** The field that has a value. */
  filled: name('field'),
  /** Two that are equal: fields, or `session.` and what is known of whoever asks. An empty one is the same as nothing. */
  same: z.tuple([name('compared'), name('compared')]).readonly(),
  /** The statuses it stands in one of. */
  status: names('status'),
  /** For every field named, the values it has one of. */
  is: z.record(name('field'), z.array(scalar).readonly()),
  /** The instant or day, and by how many days it is past. */
  older: z.record(name('field'), z.int().positive()),
  /** Whom it waits for. */
  waits: z.enum(waiters),
  /** Another condition that does not hold. */
  not: name('condition'),
};
export type Word = keyof typeof words;

/** A condition on a record, by which name it is asked for: by actions (`fornecedor:autor`, `needs`, `when`), scopes and tabs. */
export const condition = z.strictObject({
  ...z.strictObject(words).partial().shape,
  /** Told to whoever is refused for it; needed where an action uses it. */
  reason: z.string().optional(),
  /** Where it does not hold, nothing is lacking that somebody could see to: the action is none of such a record's. */
  whenOff: z.literal('hidden').optional(),
});
export type Condition = z.infer<typeof condition>;

/** What a word is said with. */
export type Said<W extends Word> = NonNullable<Condition[W]>;
