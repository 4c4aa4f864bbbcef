/** Reads records in the form of answers: one with parts, verdicts and newest steps, or many by id. */
import {sql} from 'kysely';
import {historyOperation, mayAccess, maySee} from '../../schema/access.ts';
import type {Config, PartName, Resource} from '../../schema/shapes/config.ts';
import {fileFieldCalls, asAttachedFile, type AttachedFile} from '../../schema/fields/fileKind.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {isActionReserved} from '../../schema/records/profileGrants.ts';
import {fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {MAX_NEWEST_STEPS, NEWEST_STEPS_KEY} from '../../schema/lifeCycle/newestSteps.ts';
import {evaluateAction, PROFILE_REFUSAL, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import {resolveShownField} from '../../schema/lists/columns.ts';
import {memoizePair} from '../../schema/memoize.ts';
import type {ActionVerdict} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {precompile} from '../db/staticSql.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, Sql, StoredRow} from '../db/tables.ts';
import {conflict, Refusal} from '../errors.ts';
import {readHistoryEntries, stepsColumn} from '../history/entries.ts';
import {missingFieldsColumn, missingFieldsFor} from '../rowScope/incomplete.ts';
import {RECORD_ALIAS, selectJoins, selectColumns} from '../rowScope/select.ts';
import {toStatusAnswer} from '../rowScope/statusContext.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {readConditionContext, explainRefusal, type RecordContext} from './conditionFacts.ts';
import type {EngineContext} from './hooks.ts';
import {partsOfResource} from './partRegistry.ts';

const resourceNameOf = ({resources}: Config, resource: Resource): string =>
  Object.keys(resources).find(name => resources[name] === resource) ?? '';

/** A file value with its download path. */
const fileWithPath = (config: Config, resource: Resource, field: string, row: StoredRow): AttachedFile | null => {
  const file = asAttachedFile(row[field]);
  if (file === undefined) return null;
  const {download} = fileFieldCalls(resourceNameOf(config, resource), resource, field);
  return {...file, caminho: fillPath(parseEndpoint(download).path, {id: row.id})};
};

interface VisibleFields {
  fields: readonly (readonly [name: string, field: Field])[];
  /** Template answer of an empty row. Copying it keeps one object shape, which is faster to build and to serialise. */
  emptyAnswer: Readonly<Record<string, unknown>>;
}

const selectFields = (config: Config, {fields}: Resource, isSelected: (field: Field, name: string) => boolean): VisibleFields => {
  const visible = Object.entries(fields).filter(([name, field]) => isSelected(field, name));
  const empty = visible.flatMap(([name, field]) => [
    ...(field.kind === 'vinculos' ? [] : [[name, kindRuleOf(resolveShownField(config, fields, field)).empty] as const]),
    ...(field.kind === 'escolha' && field.nameAs !== undefined ? [[field.nameAs, ''] as const] : []),
  ]);
  return {fields: visible, emptyAnswer: Object.fromEntries(empty)};
};

const visibleFieldsByProfile = memoizePair((config: Config, resource: Resource): ReadonlyMap<string, VisibleFields> =>
  new Map(Object.keys(config.profiles).map(perfil => {
    const {fields, emptyAnswer} = selectFields(config, resource, field => maySee(field, perfil));
    return [perfil, {fields, emptyAnswer: {id: 0, versao: 0, ...emptyAnswer}}];
  })));

const fieldAnswers = (
  config: Config, resource: Resource, {fields, emptyAnswer}: VisibleFields, row: StoredRow,
): Record<string, unknown> => {
  const answer: Record<string, unknown> = {...emptyAnswer};
  for (const [name, field] of fields) {
    if (field.kind === 'vinculos' && !(name in row)) continue;
    const value = row[name] ?? emptyAnswer[name];
    answer[name] = value instanceof Date ? value.toISOString() : value;
    if (field.kind === 'arquivo' && row[name] !== null) answer[name] = fileWithPath(config, resource, name, row);
    if (field.kind === 'escolha' && field.nameAs !== undefined) answer[field.nameAs] = kindRuleOf(field).format(value, field);
  }
  return answer;
};

/** The answer form of these fields of a row, whoever may see them. */
export const toFieldAnswers = (config: Config, resource: Resource, names: readonly string[], row: StoredRow): Record<string, unknown> =>
  fieldAnswers(config, resource, selectFields(config, resource, (_field, name) => names.includes(name)), row);

/**
 * The answer form of a row: `id`, `versao`, the fields visible to `actor`, and the status context (rules: Fields 4).
 * Instants are ISO 8601, an empty text is `''`, an empty id `0`, a missing number `null`, a password always `''`. A related field is empty
 * as the field it shows.
 */
export const toRowAnswer = (config: Config, resource: Resource, actor: Actor, row: StoredRow): Record<string, unknown> => {
  const visible = visibleFieldsByProfile(config, resource).get(actor.perfil) ?? {fields: [], emptyAnswer: {}};
  const answer = fieldAnswers(config, resource, visible, row);
  answer['id'] = row.id;
  answer['versao'] = row.versao;
  return {...answer, ...toStatusAnswer(resource, row)};
};

const actionVerdicts = async (context: RecordContext): Promise<ActionVerdict[]> => {
  const {config, resource, row, actor} = context;
  const actions = Object.entries(resource.actions ?? {});
  const conditionContext = await readConditionContext(context, actions.map(([, action]) => action));
  return Promise.all(actions.map(async ([acao, action]) => {
    const verdict: Verdict = isActionReserved(config, resource, action, row, actor.perfil)
      ? {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL} : evaluateAction(action, conditionContext, 'refuses');
    return {acao, permitida: verdict.allowed, motivo: verdict.allowed ? '' : (await explainRefusal(context, verdict)).reason};
  }));
};

const partColumn = (part: PartName): string => `#${part}`;

/** Columns read beside the fields: parts and missing fields. */
const extraColumns = memoizePair((config: Config, resource: Resource): Sql => {
  const subject = {config, name: resourceNameOf(config, resource), resource};
  const columns = partsOfResource(resource).map(({name, part}) => sql`${part.rows(subject, RECORD_ALIAS)} as ${sql.ref(partColumn(name))}`);
  return precompile(sql`${sql.join([...columns, missingFieldsColumn(subject.name)])}`);
});

/**
 * Reads a record as its read call answers it, in one statement.
 *
 * @param tellsSteps adds the newest steps (rules: Answers 4) for readers of the history of a life cycle
 * @throws Refusal 404 when it is missing, deleted or outside the caller's scope
 */
export const readRecord = async (
  {config, hooks}: Pick<EngineContext, 'config' | 'hooks'>, db: DbOrTrx, name: string, actor: Actor, id: number, tellsSteps = false,
): Promise<Record<string, unknown>> => {
  const resource = resourceOf(config, name);
  const subject = {config, name, resource};
  const declared = partsOfResource(resource);
  const hasSteps = tellsSteps && resource.status !== undefined && mayAccess(resource, historyOperation(resource), actor.perfil);
  const steps = hasSteps ? [stepsColumn(config, name, actor, RECORD_ALIAS, MAX_NEWEST_STEPS)] : [];
  const row = await readStoredRow({config}, db, name, actor, id, false, [extraColumns(config, resource), ...steps]);
  const missing = mayAccess(resource, 'update', actor.perfil) ? missingFieldsFor(resource, row, actor) : [];
  const parts = new Map(declared.map(entry => [entry.name, row[partColumn(entry.name)]]));
  return {
    ...toRowAnswer(config, resource, actor, row),
    ...Object.fromEntries(declared.map(({key, name: partName, part}) => [key, part.present(parts.get(partName))])),
    ...(resource.status === undefined ? {} : {acoes: await actionVerdicts({...subject, hooks, db, actor, row, parts})}),
    ...(missing.length > 0 ? {[MISSING_FIELDS_KEY]: missing} : {}),
    ...(hasSteps ? {[NEWEST_STEPS_KEY]: await readHistoryEntries(db, config, name, actor, row)} : {}),
  };
};

const OUT_OF_REACH = 'Com isto o registro sairia do seu alcance, e você não o veria mais.';

/** Reads a record after a write, and refuses the write that puts the record out of the caller's reach (rules: Access 13). */
export const readAfterWrite = (...readArguments: Parameters<typeof readRecord>): ReturnType<typeof readRecord> =>
  readRecord(...readArguments).catch((error: unknown) => {
    throw error instanceof Refusal && error.codigo === 'NAO_ENCONTRADO' ? conflict(OUT_OF_REACH) : error;
  });

/** Sorts rows by these ids; ids without a row are left out. */
export const sortByIds = <T extends {id: unknown}>(ids: readonly number[], rows: readonly T[]): T[] => {
  const rowById = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => rowById.get(id) ?? []);
};

/** Reads the records of these ids within the caller's scope, in the order of the ids. */
export const readRowsByIds = async (
  context: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, ids: readonly number[],
): Promise<RecordValues[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  // A single array parameter, because PostgreSQL took longer to read a thousand parameters than to find the rows.
  const {rows} = await sql<StoredRow>`
    select ${selectColumns(config, resource)}
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)} ${selectJoins(config, resource)}
    where ${sql.ref(`${RECORD_ALIAS}.id`)} = any(${ids}::integer[]) and ${scopePredicate(context, name, actor, RECORD_ALIAS)}`.execute(db);
  return sortByIds(ids, rows).map(row => toRowAnswer(config, resource, actor, row));
};
