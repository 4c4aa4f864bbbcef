/** What a step does with other records: it reads them in any scope, and writes them as Sistema, through the engine. */
import {sql, type Transaction} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import {andPredicates, fieldExpression, filledPredicate, notDeleted, valuesPredicate} from '../db/conditions/fieldPredicates.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {StoredRow, Tables} from '../db/tables.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {runAction} from '../engine/runAction.ts';
import {createRecord, saveRecord} from '../engine/writeRecord.ts';
import type {OwnTools} from '../own.ts';
import {EMPTY_SUBMISSION, type Submission} from '../requestBody/submission.ts';
import {RECORD_ALIAS, selectColumns, selectJoins} from '../rowScope/select.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';
import {requireSettable} from './settable.ts';
import {systemActor} from './systemActor.ts';

const MAX_LISTED_RECORDS = 1000;

const isStored = (field: Field): boolean => kindRuleOf(field).own && kindRuleOf(field).alone;
/** A value that a step reads: of a referenced record too, but no password, link or file. */
const isReadable = (field: Field): boolean => kindRuleOf(field).alone || field.kind === 'relacionado';

const toValues = ({fields}: Resource, row: StoredRow, isShown: (field: Field) => boolean): RecordValues => ({
  id: row.id, versao: row.versao,
  ...Object.fromEntries(Object.entries(fields).filter(([, field]) => isShown(field)).map(([name]) => {
    const value = row[name] ?? null;
    return [name, value instanceof Date ? value.toISOString() : value];
  })),
});

/** A row as a step sees it: stored fields, `null` where empty, instants in ISO 8601. */
export const toOwnRecord = (resource: Resource, row: StoredRow): RecordValues => toValues(resource, row, isStored);

const submissionOf = (data: RecordValues): Submission => ({...EMPTY_SUBMISSION, data});

export interface RecordTools {
  /** The engine as Sistema runs it. */
  context: EngineContext;
  trx: Transaction<Tables>;
  /** The step, for the history. */
  path: string;
  /** Runs work on a resource in its turn. */
  enqueue: <T>(resource: Resource, work: () => Promise<T>) => Promise<T>;
}

const resourceFor = ({context: {config}}: RecordTools, name: string): Resource => {
  if (config.resources[name] === undefined) throw new Error(`"${name}" não é um recurso.`);
  return resourceOf(config, name);
};

/** Refuses a record that an operation around this one is about to write, because that one would overwrite the change. */
const requireFree = ({context: {ownRun}, path}: RecordTools, name: string, id: number): void => {
  if (ownRun?.steps.some(outer => outer.point === 'before' && outer.name === name && outer.id === id) !== true) return;
  throw new Error(`${path} altera o registro ${id} de ${name}, que está para ser gravado: use "set", ou o passo "after".`);
};

const listRecords = async ({context: {config}, trx, path}: RecordTools, name: string, where: RecordValues): Promise<RecordValues[]> => {
  const resource = resourceOf(config, name);
  const rows = {config, name, resource, actor: systemActor(path), alias: RECORD_ALIAS};
  const predicates = Object.entries(where).map(([key, value]) => {
    const field = resource.fields[key];
    if (field === undefined) throw new Error(`list: "${key}" não é um campo de ${name}.`);
    return value === null || value === undefined ? sql<boolean>`not ${filledPredicate(fieldExpression(rows, key, field))}`
      : valuesPredicate({[key]: [value as string | number | boolean]}, rows);
  });
  const {rows: found} = await sql<StoredRow>`
    select ${selectColumns(config, resource)}
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} ${selectJoins(config, resource)}
    where ${andPredicates([notDeleted(name, resource, RECORD_ALIAS), ...predicates])}
    order by ${sql.ref(`${RECORD_ALIAS}.id`)} limit ${MAX_LISTED_RECORDS + 1}`.execute(trx);
  if (found.length > MAX_LISTED_RECORDS) throw new Error(`list: há mais de ${MAX_LISTED_RECORDS} registros de ${name}.`);
  return found.map(row => toValues(resource, row, isReadable));
};

/** A tool, untyped: `defineOwn` types it by the config. */
type Tool = (...args: never[]) => Promise<unknown>;
type ToolName = keyof OwnTools<never>;
export type ToolsByName = Readonly<Record<ToolName, Tool>>;

export const mapTools = (convert: (name: ToolName) => Tool): ToolsByName => ({
  read: convert('read'), list: convert('list'), create: convert('create'), save: convert('save'), act: convert('act'),
});

/** The tools of one run. */
export const createRecordTools = (tools: RecordTools): ToolsByName => {
  const {context, trx, path, enqueue} = tools;
  const {config} = context;
  const system = systemActor(path);
  return {
    read: async (name: string, id: number) => enqueue(resourceFor(tools, name), async () => {
      const row = await readReferencedRow(config, trx, name, id, false);
      return row === undefined ? undefined : toValues(resourceOf(config, name), row, isReadable);
    }),
    list: async (name: string, where: RecordValues) => enqueue(resourceFor(tools, name), () => listRecords(tools, name, where)),
    create: async (name: string, values: RecordValues) => enqueue(resourceFor(tools, name), async () => {
      requireSettable(config, name, values, 'create');
      const {body} = await createRecord(context, trx, name, system, submissionOf(values));
      return Number(body['id']);
    }),
    save: async (name: string, id: number, values: RecordValues) => enqueue(resourceFor(tools, name), async () => {
      requireFree(tools, name, id);
      requireSettable(config, name, values, 'save');
      await saveRecord(context, trx, name, system, id, submissionOf(values), undefined);
    }),
    act: async (name: string, id: number, actionName: string, answers: RecordValues = {}) => enqueue(resourceFor(tools, name), async () => {
      requireFree(tools, name, id);
      const {actions = {}} = resourceOf(config, name);
      const action = actions[actionName];
      if (action === undefined || findSavingAction(resourceOf(config, name))?.[1] === action) {
        throw new Error(`act: "${actionName}" não é uma ação de ${name}.`);
      }
      await runAction(context, trx, system, {
        name, actionName, action, id, submission: submissionOf(answers), versao: undefined, idUsuario: undefined,
      });
    }),
  };
};
