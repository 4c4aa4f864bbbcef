/** Looks up the facts that conditions need beyond the record itself, and only those. */
import {sql} from 'kysely';
import {parseAccessEntry} from '../../schema/access.ts';
import type {ConditionResult, ConditionContext, ConditionResource} from '../../schema/conditions/context.ts';
import type {LookedUpResults, LookedUpCondition} from '../../schema/conditions/builtIn.ts';
import {listConditionsOnReferences, collectNestedConditions} from '../../schema/conditions/evaluate.ts';
import type {Condition} from '../../schema/shapes/conditions.ts';
import type {Action, Config, PartName, Resource} from '../../schema/shapes/config.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import {findSavingAction, type RefusedVerdict} from '../../schema/lifeCycle/workflow.ts';
import {memoizePair} from '../../schema/memoize.ts';
import type {Actor} from '../context.ts';
import {conditionPredicate} from '../db/conditions/conditionPredicates.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, StoredRow} from '../db/tables.ts';
import {readPartRows} from '../parts/part.ts';
import {lockReferencedRow, readReferencedRow} from '../rowScope/storedRow.ts';
import type {Hooks} from './hooks.ts';
import {partsOfResource} from './partRegistry.ts';

/** A stored record with its caller and resource. */
export interface RecordContext {
  config: Config;
  hooks: Hooks;
  db: DbOrTrx;
  actor: Actor;
  name: string;
  resource: Resource;
  row: StoredRow;
  /** Part rows, where they were read with the record. */
  parts?: ReadonlyMap<PartName, unknown>;
  /** True: conditions lock the rows they look at until the transaction ends. */
  locksReferenced?: true;
}

/** Conditions of `perfil:condicao` entries. */
export const entryConditions = (entries: readonly string[]): Condition[] =>
  entries.flatMap(entry => parseAccessEntry(entry).condition ?? []);

const actionConditions = ({needs = [], profiles = [], from = {}, to}: Action): Condition[] => [
  ...needs,
  ...entryConditions([...profiles, ...Object.values(from).flat()]),
  ...(typeof to === 'object' ? [to.when] : []),
];

/** Conditions on the record itself, and on the records its references name. */
interface RequiredConditions {
  onRecord: ReadonlySet<Condition>;
  throughReferences: readonly (readonly [reference: string, Condition])[];
}

const requiredConditions = (resource: Resource, conditions: readonly Condition[]): RequiredConditions => ({
  onRecord: new Set(conditions.flatMap(condition => [...collectNestedConditions(resource, condition)])),
  throughReferences: conditions.flatMap(condition => listConditionsOnReferences(resource, condition)),
});

const requiredByAction = memoizePair((resource: Resource, action: Action): RequiredConditions => requiredConditions(resource, [
  ...actionConditions(action), ...(findSavingAction(resource)?.[1] === action ? entryConditions(resource.access.update) : []),
]));

/** Errors of the record's parts, with a reason; undefined: no part can be invalid. */
const partErrors = async (context: RecordContext): Promise<{errors: FieldError[]; reason: string} | undefined> => {
  const {db, resource, row, parts} = context;
  const checkedParts = partsOfResource(resource).filter(({part}) => part.errors !== undefined);
  if (checkedParts.length === 0) return undefined;
  const errors: FieldError[] = [];
  let reason = '';
  for (const {name, part} of checkedParts) {
    const rows = parts === undefined ? await readPartRows(db, context, row.id, part.rows) : parts.get(name);
    errors.push(...part.errors?.(context, rows) ?? []);
    reason ||= part.reason?.(rows) ?? '';
  }
  return {errors, reason};
};

/** Reason and errors of a refusal; invalid parts supply their own. */
export const explainRefusal = async (
  context: RecordContext, {condition, reason}: RefusedVerdict,
): Promise<{reason: string; errors?: FieldError[]}> => {
  const partProblems = condition === 'itensValidos' ? await partErrors(context) : undefined;
  return partProblems === undefined ? {reason} : {...partProblems, reason: partProblems.reason || reason};
};

const ALIAS = 't';
/** Evaluates the same predicate that scopes use, on this one row. */
const holdsForRow = async (condition: LookedUpCondition, {config, db, actor, name, resource, row}: RecordContext): Promise<boolean> => {
  const {rows} = await sql`
    select from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)}
    where ${sql.ref(`${ALIAS}.id`)} = ${row.id}
      and ${conditionPredicate(condition, {config, name, resource, actor, alias: ALIAS})}`.execute(db);
  return rows.length > 0;
};

const lookUps: Record<LookedUpCondition, (context: RecordContext) => Promise<ConditionResult>> = {
  itensValidos: async context => {
    const partProblems = await partErrors(context);
    return partProblems && partProblems.errors.length === 0;
  },
  naoUltimoAdm: async ({config, hooks, db, name, row}) => (await hooks.records[name]?.lookUpFacts?.(db, config, row.id))?.naoUltimoAdm,
  participou: context => holdsForRow('participou', context),
  filiais: context => holdsForRow('filiais', context),
  noEscopo: context => holdsForRow('noEscopo', context),
};

const referencedContext = async (
  {parts: _parts, ...context}: RecordContext, reference: string, conditions: readonly Condition[],
): Promise<ConditionContext<ConditionResource> | null> => {
  const {config, db, actor, name, resource, row, locksReferenced} = context;
  const field = resource.fields[reference];
  if (field?.kind !== 'referencia') return null;
  const record = locksReferenced ? await lockReferencedRow(config, db, name, row, {reference, to: field.to})
    : await readReferencedRow(config, db, field.to, row[reference], false);
  if (record === undefined) return null;
  const target = {...context, name: field.to, resource: resourceOf(config, field.to), row: record};
  return {resource: target.resource, record, session: actor, ...await lookUpFacts(target, conditions)};
};

type Facts = Pick<ConditionContext, 'known' | 'named'>;

const collectFacts = async (context: RecordContext, requirements: readonly RequiredConditions[]): Promise<Facts> => {
  const known: LookedUpResults = {};
  for (const [name, lookUp] of Object.entries(lookUps)) {
    if (requirements.some(({onRecord}) => onRecord.has(name))) known[name as LookedUpCondition] = await lookUp(context);
  }
  const named: Record<string, ConditionContext<ConditionResource> | null> = {};
  const through = Map.groupBy(requirements.flatMap(requirement => requirement.throughReferences), ([reference]) => reference);
  for (const [reference, pairs] of through) {
    named[reference] = await referencedContext(context, reference, pairs.map(([, condition]) => condition));
  }
  return {known, named};
};

/** Looks up the facts that these conditions need. */
export const lookUpFacts = (context: RecordContext, conditions: readonly Condition[]): Promise<Facts> =>
  collectFacts(context, [requiredConditions(context.resource, conditions)]);

/** The record as the conditions of these actions see it. */
export const readConditionContext = async (context: RecordContext, actions: readonly Action[]): Promise<ConditionContext> => {
  const {resource, row, actor} = context;
  return {resource, record: row, session: actor, ...await collectFacts(context, actions.map(action => requiredByAction(resource, action)))};
};
