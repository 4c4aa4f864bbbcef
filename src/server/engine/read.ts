/** Records as they are answered: one with its parts, what the caller may do and its newest steps, or many by their ids. */
import {sql} from 'kysely';
import {historyOperation, may, maySee} from '../../schema/access.ts';
import type {Config, PartName, Resource} from '../../schema/config/config.ts';
import {attachedCalls, attachedIn, type Attached} from '../../schema/fields/attached.ts';
import type {Field} from '../../schema/config/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {isActionReserved} from '../../schema/records/giving.ts';
import {fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {MISSING} from '../../schema/lifeCycle/incomplete.ts';
import {MOST_NEWEST, NEWEST_STEPS} from '../../schema/lifeCycle/newest.ts';
import {judge, REFUSED, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import {shownField} from '../../schema/lists/columns.ts';
import {onceForEach} from '../../schema/onceFor.ts';
import type {ActionVerdict} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditions.ts';
import {fixed} from '../db/fixed.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx, Sql, StoredRow} from '../db/tables.ts';
import {conflict, Refusal} from '../errors.ts';
import {entriesOf, stepRows} from '../history/entries.ts';
import {missingColumn, missingIn} from '../reach/incomplete.ts';
import {ALIAS, joins, selection} from '../reach/select.ts';
import {situationOf} from '../reach/situation.ts';
import {storedRow} from '../reach/storedRow.ts';
import {askedBy, whyRefused, type Standing} from './facts.ts';
import type {EngineContext} from './hooks.ts';
import {partsOf} from './parts.ts';

const nameIn = ({resources}: Config, resource: Resource): string => Object.keys(resources).find(name => resources[name] === resource) ?? '';

/** A file as a value, with where it is downloaded. */
const withPath = (config: Config, resource: Resource, field: string, row: StoredRow): Attached | null => {
  const file = attachedIn(row[field]);
  if (file === undefined) return null;
  return {...file, caminho: fillPath(parseEndpoint(attachedCalls(nameIn(config, resource), resource, field).download).path, {id: row.id})};
};

interface Shown {
  fields: readonly (readonly [name: string, field: Field])[];
  /** The answer for a row of nothing: what is made from it by a copy has its shape, and is made and written more quickly. */
  nothing: Readonly<Record<string, unknown>>;
}

/** What each profile sees of a resource. */
const shownTo = onceForEach((config: Config, {fields}: Resource): ReadonlyMap<string, Shown> =>
  new Map(Object.keys(config.profiles).map(perfil => {
    const shown = Object.entries(fields).filter(([, field]) => maySee(field, perfil));
    const empty = shown.flatMap(([name, field]) => [
      ...(field.kind === 'vinculos' ? [] : [[name, ruleOf(shownField(config, fields, field)).empty] as const]),
      ...(field.kind === 'escolha' && field.nameAs !== undefined ? [[field.nameAs, ''] as const] : []),
    ]);
    return [perfil, {fields: shown, nothing: {id: 0, versao: 0, ...Object.fromEntries(empty)}}];
  })));

/**
 * The answer's form of a row: `id`, `versao`, the declared fields that `actor` may see, and where it stands. Instants are ISO 8601,
 * an empty text is `''`, an empty id `0`, a missing number `null`, a password always `''` (rules: Fields 4); what is read
 * through a reference is empty as the field it shows.
 */
export const present = (config: Config, resource: Resource, actor: Actor, row: StoredRow): Record<string, unknown> => {
  const {fields, nothing} = shownTo(config, resource).get(actor.perfil) ?? {fields: [], nothing: {}};
  const answer: Record<string, unknown> = {...nothing, id: row.id, versao: row.versao};
  for (const [name, field] of fields) {
    if (field.kind === 'vinculos' && !(name in row)) continue;
    const value = row[name] ?? nothing[name];
    answer[name] = value instanceof Date ? value.toISOString() : value;
    if (field.kind === 'arquivo' && row[name] !== null) answer[name] = withPath(config, resource, name, row);
    if (field.kind === 'escolha' && field.nameAs !== undefined) answer[field.nameAs] = ruleOf(field).format(value, field);
  }
  return {...answer, ...situationOf(resource, row)};
};

/** Of a record with a life cycle. */
const verdictsOn = async (standing: Standing): Promise<ActionVerdict[]> => {
  const {config, resource, row, actor} = standing;
  const actions = Object.entries(resource.actions ?? {});
  const asked = await askedBy(standing, actions.map(([, action]) => action));
  return Promise.all(actions.map(async ([acao, action]) => {
    const verdict: Verdict = isActionReserved(config, resource, action, row, actor.perfil)
      ? {allowed: false, why: 'perfil', reason: REFUSED} : judge(action, asked, 'refuses');
    return {acao, permitida: verdict.allowed, motivo: verdict.allowed ? '' : (await whyRefused(standing, verdict)).reason};
  }));
};

const columnOf = (part: PartName): string => `#${part}`;

/** What a record is read with beside its fields: its parts, and what is missing from it. */
const beside = onceForEach((config: Config, resource: Resource): Sql => {
  const subject = {config, name: nameIn(config, resource), resource};
  const columns = partsOf(resource).map(({name, part}) => sql`${part.rows(subject, ALIAS)} as ${sql.ref(columnOf(name))}`);
  return fixed(sql`${sql.join([...columns, missingColumn(subject.name)])}`);
});

/**
 * A record as its own read call answers it, read in one statement.
 *
 * @param db the transaction, inside one
 * @param tellsSteps whether its newest steps are told too (rules: Answers 4): not of a record without a life cycle, nor to who may not
 *   read the history
 * @throws Refusal 404 when it is missing, deleted or outside the caller's scope
 */
export const readRecord = async (
  {config, hooks}: Pick<EngineContext, 'config' | 'hooks'>, db: DbOrTrx, name: string, actor: Actor, id: number, tellsSteps = false,
): Promise<Record<string, unknown>> => {
  const resource = resourceOf(config, name);
  const subject = {config, name, resource};
  const declared = partsOf(resource);
  const hasSteps = tellsSteps && resource.status !== undefined && may(resource, historyOperation(resource), actor.perfil);
  const steps = hasSteps ? [stepRows(config, name, actor, ALIAS, MOST_NEWEST)] : [];
  const row = await storedRow({config}, db, name, actor, id, false, [beside(config, resource), ...steps]);
  const missing = may(resource, 'update', actor.perfil) ? missingIn(resource, row, actor) : [];
  const parts = new Map(declared.map(one => [one.name, row[columnOf(one.name)]]));
  return {
    ...present(config, resource, actor, row),
    ...Object.fromEntries(declared.map(({key, name: own, part}) => [key, part.present(parts.get(own))])),
    ...(resource.status === undefined ? {} : {acoes: await verdictsOn({...subject, hooks, db, actor, row, parts})}),
    ...(missing.length > 0 ? {[MISSING]: missing} : {}),
    ...(hasSteps ? {[NEWEST_STEPS]: await entriesOf(db, config, name, actor, row)} : {}),
  };
};

const LOST = 'Com isto o registro sairia do seu alcance, e você não o veria mais.';

/** One that was just written: whoever would lose sight of it by that writes nothing (rules: Access 13). */
export const readWritten = (...asked: Parameters<typeof readRecord>): ReturnType<typeof readRecord> =>
  readRecord(...asked).catch((error: unknown) => {
    throw error instanceof Refusal && error.codigo === 'NAO_ENCONTRADO' ? conflict(LOST) : error;
  });

/** Rows in the order of these ids. What was deleted since the ids were read is left out. */
export const inOrderOf = <T extends {id: unknown}>(ids: readonly number[], rows: readonly T[]): T[] => {
  const found = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => found.get(id) ?? []);
};

/** Those of these records that a person reaches, in the order of their ids. */
export const rowsById = async (
  context: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, ids: readonly number[],
): Promise<Values[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  // One parameter, not one for each id: reading a thousand of those took PostgreSQL longer than finding the rows.
  const {rows} = await sql<StoredRow>`
    select ${selection(config, resource)}
    from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)} ${joins(resource)}
    where ${sql.ref(`${ALIAS}.id`)} = any(${ids}::integer[]) and ${scopePredicate(context, name, actor, ALIAS)}`.execute(db);
  return inOrderOf(ids, rows).map(row => present(config, resource, actor, row));
};
