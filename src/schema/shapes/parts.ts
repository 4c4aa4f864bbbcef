/** Shapes of a record's parts besides its fields: the form copied from a template, files, and a queue for robots. */
import * as z from 'zod';
import {endpointShape} from './calls.ts';
import {nameShape, targetOfReference, resourceNamedBy} from './nameShapes.ts';
import {fileMessagesShape, type FileMessageName} from './productMessages.ts';

/** Form of a record: copied from a template when the record is created, then filled in and stored with the record. */
const templateShape = z.strictObject({
  /** Reference of the record to its template. @example by: 'idModeloFormulario' */
  by: nameShape('field', {kinds: ['referencia']}),
  /**
   * Resource of the template's items. Each item is a field of the form, and belongs to its template by `owner.through`.
   * @example items: 'modelosFormularioItem'
   */
  items: nameShape('resource'),
  /**
   * Boolean field of the items that includes them in `summary`.
   * @default the first few items, also where no item sets it
   * @example flag: 'mostrarNaLista'
   */
  flag: nameShape('field', {of: resourceNamedBy('items'), kinds: ['booleano']}).optional(),
  /** Key of the form in the API. @default `itens` @example as: 'formularios' */
  as: z.string().optional(),
  /** Text field of the record into which the server writes items in one line: `Placa: ABC1D23; Peso: 10`. @example summary: 'vistoria' */
  summary: nameShape('field', {kinds: ['texto']}).optional(),
  /** Copies of the template's values at creation: own field, and the template's field. @example keep: {descricao: 'descricao'} */
  keep: z.record(nameShape('field'), nameShape('field', {of: targetOfReference('by')})).optional(),
  /** Copies of the values of items: own text field, and the item's `descricao`. @example keepItem: {transportadora: 'Transportadora'} */
  keepItem: z.record(nameShape('field', {kinds: ['texto']}), z.string()).optional(),
  /**
   * Number field with the version of the template's items at creation. It turns on versions, which the call `GET {template's
   * list}/:id/versoes` returns.
   *
   * @default no versions
   * @example version: 'versaoVistoria'
   */
  version: nameShape('field', {kinds: ['numero']}).optional(),
});
export type TemplatePart = z.infer<typeof templateShape>;

/** Calls of a record's files in a given dialect. */
const fileCallsShape = z.strictObject({
  /** Call for the files of a record. @example list: 'GET veiculosArquivo/:id' */
  list: endpointShape,
  /** Call that checks a file's name before the upload. @example check: 'POST veiculosArquivo/validar' */
  check: endpointShape,
  /** Call that adds a file to a stored record. @example upload: 'POST veiculosArquivo/enviar' */
  upload: endpointShape,
  /** Call that deletes a file. @example remove: 'DELETE veiculosArquivo/:fileId' */
  remove: endpointShape,
  /** Call that downloads a file. @example download: 'GET veiculosArquivo/baixar/:fileId' */
  download: endpointShape,
  /** Key of the record's id in the `data` of an upload. @example record: 'idVeiculo' */
  record: z.string(),
  /** Field of the record that the `data` of an upload repeats. Its value must be the record's. @example repeats: 'idFilial' */
  repeats: nameShape('field').optional(),
});
/** Files of a record, each with a type. */
const filesShape = z.strictObject({
  /** Key of the files in the API. @default `arquivos` @example as: 'veiculoArquivos' */
  as: z.string().optional(),
  /** Fixed list (`lists`) of the file types. @example types: 'tiposArquivo' */
  types: nameShape('list'),
  /** Type of a photo that is added, unless its name or the person says another. @example photo: 'Comprovante' */
  photo: z.string().optional(),
  /** Requires a file for a new record. @example required: true */
  required: z.literal(true).optional(),
  /** Allows one file of each type. @example onePerType: true */
  onePerType: z.literal(true).optional(),
  /**
   * Calls in a given dialect.
   * @default below the list: `GET veiculos/:id/arquivos`
   * @example calls: {list: 'GET a/:id', check: 'POST a/validar', upload: 'POST a', remove: 'DELETE a/:fileId', download: 'GET
   *   a/baixar/:fileId', record: 'idVeiculo'}
   */
  calls: fileCallsShape.optional(),
  /** Messages of this resource. @default `files.messages` of the config @example messages: {needed: 'Anexe a foto da vistoria.'} */
  messages: fileMessagesShape.optional(),
});
export type FilesPart = Omit<z.infer<typeof filesShape>, 'messages'> & {
  readonly messages?: Readonly<Partial<Record<FileMessageName, string>>> | undefined;
};

const secondsShape = z.int().min(1);
export const MAX_BUDGET_SECONDS = 86_400;
/**
 * Queue of records for robots. Each record is leased to one robot at a time (rules: Robots 1). Whatever leads to the status `waiting`
 * queues the record. All durations are seconds.
 */
const queueShape = z.strictObject({
  /** Status of a record that waits for a robot. @example waiting: 'naFila' */
  waiting: nameShape('status'),
  /** Status of a record that a robot has. Only robots lead to it. @example working: 'comRobo' */
  working: nameShape('status'),
  /** Status of a record with which a robot failed, so that a person is needed. @example failed: 'parado' */
  failed: nameShape('status'),
  /** Status of a record with which a robot was done: an end. @example done: 'pronto' */
  done: nameShape('status'),
  /**
   * Gives the next turn to the team after a failure that names no items, instead of the person for whom `failed` waits.
   * @example waits: 'equipe'
   */
  waits: z.literal('equipe').optional(),
  /** Field by which robots ask for the records that they can work. @example workflow: 'tarefa' */
  workflow: nameShape('field', {kinds: ['texto', 'relacionado']}),
  /** Key of the queue state in the API. @default `fila` @example as: 'filaRobo' */
  as: z.string().optional(),
  /** Calls in a given dialect. @example calls: {reserve: 'POST rpa/reservar', counts: 'GET rpa/fila', record: 'idVeiculo'} */
  calls: z.strictObject({
    /** Call by which a robot leases a record. @default `POST rpa/veiculos/reservar` @example reserve: 'POST rpa/reservar' */
    reserve: endpointShape,
    /** Call for the number of records that wait. @default `GET rpa/veiculos/fila` @example counts: 'GET rpa/fila' */
    counts: endpointShape,
    /** Key of the record's id in the answer for a robot. @default `id` @example record: 'idVeiculo' */
    record: z.string(),
  }).optional(),
  /** Shortest, usual and longest lease. @default `[30, 300, 3600]` @example lease: [30, 600, 3600] */
  lease: z.tuple([secondsShape, secondsShape, secondsShape]).readonly().optional(),
  /** Longest time that a robot's call waits for a record. @default `30` @example wait: 20 */
  wait: secondsShape.optional(),
  /**
   * Delays before each retry after a system failure. When they are used up, a person is needed.
   * @default `[60, 300]`
   * @example retries: [30, 120, 600]
   */
  retries: z.array(secondsShape).readonly().optional(),
  /**
   * Time limit of an attempt, renewals included, at most a day: seconds, or a number field of minutes on a referenced record.
   *
   * @default `7200`, also where that field is empty
   * @example budget: 3600
   */
  budget: z.union([secondsShape.max(MAX_BUDGET_SECONDS), z.strictObject({
    /** Reference to the record with the limit. @example of: 'idModeloFormulario' */
    of: nameShape('field', {kinds: ['referencia']}),
    /** Number field of that record, in minutes from 1 to 1440. @example minutes: 'limiteRobo' */
    minutes: nameShape('field', {of: targetOfReference('of'), kinds: ['numero']}),
  })]).optional(),
});
export type QueuePart = z.infer<typeof queueShape>;

/**
 * Parts of a record besides its fields. A new part is added here first. Every table keyed by `PartName`, on both sides, then fails to
 * compile until it has a row for it.
 */
export const partShapes = {
  /** Form copied from a template. @example template: {by: 'idModelo', items: 'modelosItem'} */
  template: templateShape.optional(),
  /** Files of a record. @example files: {types: 'tiposArquivo'} */
  files: filesShape.optional(),
  /**
   * Queue for robots.
   * @example queue: {waiting: 'naFila', working: 'comRobo', failed: 'parado', done: 'pronto', workflow: 'tarefa'}
   */
  queue: queueShape.optional(),
};
export type PartName = keyof typeof partShapes;
