/** What a record has besides its fields: the form frozen from a template, files, and a queue for robots. */
import * as z from 'zod';
import {endpoint} from './calls.ts';
import {name, referredBy, saidBy} from './named.ts';
import {fileSentences, type FileSentence} from './sentences.ts';

/** A form that is frozen from a template when a record is created, filled in, and kept with it. */
const template = z.strictObject({
  /** The reference to the template. */
  by: name('field', {kinds: ['referencia']}),
  /** The resource of the template's items: fields kept in the database. */
  items: name('resource'),
  /** The items' field that says whether one is told in `summary`; absent, or where none is: the first few. */
  flag: name('field', {of: saidBy('items'), kinds: ['booleano']}).optional(),
  /** What the form is called on the wire; absent: `itens`. */
  as: z.string().optional(),
  /** The text that tells items in one line. */
  summary: name('field', {kinds: ['texto']}).optional(),
  /** What the record keeps of the template as it was: its own field by the template's. */
  keep: z.record(name('field'), name('field', {of: referredBy('by')})).optional(),
  /** What the record keeps of an item's value: its own field by the item's description. */
  keepItem: z.record(name('field', {kinds: ['texto']}), z.string()).optional(),
  /**
   * The number field that says with which version of the template's items the record was opened. With it versions are kept, and told
   * at `{the template's list}/:id/versoes`.
   */
  version: name('field', {kinds: ['numero']}).optional(),
});
export type Template = z.infer<typeof template>;

/** Files of a record. Without `calls` they are at `{list}/:id/arquivos`. */
const fileCalls = z.strictObject({
  list: endpoint, check: endpoint, upload: endpoint, remove: endpoint, download: endpoint,
  /** The record's id in the upload's `data`. */
  record: z.string(),
  /** A field of the record that the upload's `data` repeats, and that must be the record's. */
  repeats: name('field').optional(),
});
const filesPart = z.strictObject({
  /** What they are called on the wire; absent: `arquivos`. */
  as: z.string().optional(),
  /** The list (`lists`) of what a file may be. */
  types: name('list'),
  /** Which of them a photo added to a record is, unless its name or somebody says another. */
  photo: z.string().optional(),
  /** A new record needs one. */
  required: z.literal(true).optional(),
  /** A new record has at most one of each type. */
  onePerType: z.literal(true).optional(),
  calls: fileCalls.optional(),
  /** Sentences of its own, by the names of `files.messages`. */
  messages: fileSentences.optional(),
});
export type FilesPart = Omit<z.infer<typeof filesPart>, 'messages'> & {
  readonly messages?: Readonly<Partial<Record<FileSentence, string>>> | undefined;
};

const seconds = z.int().min(1);
export const MOST_BUDGET = 86_400;
/** Robots work the records that wait: each is leased to one of them at a time (rules: Robots). All lengths of time are seconds. */
const queue = z.strictObject({
  /** Where a record waits, where a robot has it, where it needs a person, and where it is done. */
  waiting: name('status'), working: name('status'), failed: name('status'), done: name('status'),
  /** After a failure that names no items the team has the next turn, in place of the person for whom `failed` waits. */
  waits: z.literal('equipe').optional(),
  /** What robots ask for by what they can do. */
  workflow: name('field', {kinds: ['texto', 'relacionado']}),
  /** What its state is called on the wire; absent: `fila`. */
  as: z.string().optional(),
  /** Absent: `POST rpa/{resource}/reservar` and `GET rpa/{resource}/fila`, and a record's id is `id`. */
  calls: z.strictObject({reserve: endpoint, counts: endpoint, record: z.string()}).optional(),
  /** The shortest, the usual and the longest lease; absent: 30, 300 and 3600. */
  lease: z.tuple([seconds, seconds, seconds]).readonly().optional(),
  /** How long one may wait for a record; absent: 30. */
  wait: seconds.optional(),
  /** How long after each failure of a system it is tried again; after one more a person is needed. Absent: 60 and 300. */
  retries: z.array(seconds).readonly().optional(),
  /**
   * How long an attempt may take, however often it is renewed, at most a day: so many, or, as people think of it, the minutes in a number
   * field of the record that a reference names; absent or empty: 7200.
   */
  budget: z.union([seconds.max(MOST_BUDGET), z.strictObject({
    of: name('field', {kinds: ['referencia']}), minutes: name('field', {of: referredBy('of'), kinds: ['numero']}),
  })]).optional(),
});
export type Queue = z.infer<typeof queue>;

/**
 * What a record has besides its fields. Adding a part begins here: every table keyed by `PartName`, on both sides, then fails to compile
 * until it has a row for it.
 */
export const parts = {
  template: template.optional(),
  files: filesPart.optional(),
  queue: queue.optional(),
};
export type PartName = keyof typeof parts;
