/** Shapes of a record's parts besides its fields: the form copied from a template, files, and a queue for robots. */
import * as z from 'zod';
import {endpointShape} from './calls.ts';
import {name, targetOfReference, resourceNamedBy} from './nameShapes.ts';
import {fileMessagesShape, type FileMessageName} from './productMessages.ts';

/** Form copied from a template when a record is created, then filled in and stored with the record. */
const template = z.strictObject({
  by: name('field', {kinds: ['referencia']}),
  items: name('resource'),
  /** Boolean field of the items that includes them in `summary`. Default, or where none is set: the first few items. */
  flag: name('field', {of: resourceNamedBy('items'), kinds: ['booleano']}).optional(),
  /** Key of the form in the API. Default: `itens`. */
  as: z.string().optional(),
  /** Text field that lists items in one line. */
  summary: name('field', {kinds: ['texto']}).optional(),
  /** Copies of the template's values: own field by the template's field. */
  keep: z.record(name('field'), name('field', {of: targetOfReference('by')})).optional(),
  /** Copies of item values: own field by the item's description. */
  keepItem: z.record(name('field', {kinds: ['texto']}), z.string()).optional(),
  /**
   * Number field with the version of the template's items at creation. It turns on versions, which `{the template's list}/:id/versoes`
   * returns.
   */
  version: name('field', {kinds: ['numero']}).optional(),
});
export type TemplatePart = z.infer<typeof template>;

/** Calls of a record's files. Default: below `{list}/:id/arquivos`. */
const fileCalls = z.strictObject({
  list: endpointShape, check: endpointShape, upload: endpointShape, remove: endpointShape, download: endpointShape,
  /** Key of the record's id in the upload's `data`. */
  record: z.string(),
  /** Field of the record that the upload's `data` repeats. Its value must be equal. */
  repeats: name('field').optional(),
});
const filesPart = z.strictObject({
  /** Key of the files in the API. Default: `arquivos`. */
  as: z.string().optional(),
  /** List (`lists`) of file types. */
  types: name('list'),
  /** Type of an added photo, unless its name or the person says another. */
  photo: z.string().optional(),
  required: z.literal(true).optional(),
  onePerType: z.literal(true).optional(),
  calls: fileCalls.optional(),
  /** Messages of this resource, by the names of `files.messages`. */
  messages: fileMessagesShape.optional(),
});
export type FilesPart = Omit<z.infer<typeof filesPart>, 'messages'> & {
  readonly messages?: Readonly<Partial<Record<FileMessageName, string>>> | undefined;
};

const seconds = z.int().min(1);
export const MAX_BUDGET_SECONDS = 86_400;
/** Queue of records for robots. Each record is leased to one robot at a time (rules: Robots). All durations are seconds. */
const queue = z.strictObject({
  /** Statuses: waiting for a robot, leased, failed (needs a person), done. */
  waiting: name('status'), working: name('status'), failed: name('status'), done: name('status'),
  /** After a failure without items the team has the next turn, instead of the person for whom `failed` waits. */
  waits: z.literal('equipe').optional(),
  /** Field by which robots ask for records that they can work. */
  workflow: name('field', {kinds: ['texto', 'relacionado']}),
  /** Key of the queue state in the API. Default: `fila`. */
  as: z.string().optional(),
  /** Default: `POST rpa/{resource}/reservar` and `GET rpa/{resource}/fila`, with `id` as the record's id. */
  calls: z.strictObject({reserve: endpointShape, counts: endpointShape, record: z.string()}).optional(),
  /** Shortest, default and longest lease. Default: 30, 300 and 3600. */
  lease: z.tuple([seconds, seconds, seconds]).readonly().optional(),
  /** Maximum long-poll time of a robot. Default: 30. */
  wait: seconds.optional(),
  /** Delays before each retry after a system failure. When they are used up, a person is needed. Default: 60 and 300. */
  retries: z.array(seconds).readonly().optional(),
  /**
   * Time limit of an attempt, renewals included, at most a day: seconds, or a number field of minutes on a referenced record. Default, or
   * if empty: 7200.
   */
  budget: z.union([seconds.max(MAX_BUDGET_SECONDS), z.strictObject({
    of: name('field', {kinds: ['referencia']}), minutes: name('field', {of: targetOfReference('of'), kinds: ['numero']}),
  })]).optional(),
});
export type QueuePart = z.infer<typeof queue>;

/**
 * Parts of a record besides its fields. A new part is added here first. Every table keyed by `PartName`, on both sides, then fails to
 * compile until it has a row for it.
 */
export const partShapes = {
  template: template.optional(),
  files: filesPart.optional(),
  queue: queue.optional(),
};
export type PartName = keyof typeof partShapes;
