/** What a record alone does not tell, looked up only as far as an action asks for it. */
import {sql} from 'kysely';
import {entryOf} from '../../schema/access.ts';
import type {Answer, Asked, Judged} from '../../schema/conditions/asked.ts';
import type {Known, LookedUp} from '../../schema/conditions/builtIn.ts';
import {askedThrough, askedWith} from '../../schema/conditions/conditions.ts';
import type {Condition} from '../../schema/config/conditions.ts';
import type {Action, Config, PartName, Resource} from '../../schema/config/config.ts';
import type {FieldError} from '../../schema/wire.ts';
import {savingOf, type Refused} from '../../schema/lifeCycle/workflow.ts';
import {onceForEach} from '../../schema/onceFor.ts';
import type {Actor} from '../context.ts';
import {conditionPredicate} from '../db/conditions/conditions.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx, StoredRow} from '../db/tables.ts';
import {rowsOf} from '../parts/part.ts';
import {heldNamed, namedRow} from '../reach/storedRow.ts';
import type {Hooks} from './hooks.ts';
import {partsOf} from './parts.ts';

/** A record that was read, and whoever asks. */
export interface Standing {
  config: Config;
  hooks: Hooks;
  db: DbOrTrx;
  actor: Actor;
  /** The resource's name. */
  name: string;
  resource: Resource;
  row: StoredRow;
  /** The rows of its parts, where they were read with it. */
  parts?: ReadonlyMap<PartName, unknown>;
  /** What it is judged by stays so until the transaction ends. */
  held?: true;
}

/** The conditions that `perfil:condicao` names. */
export const conditionsOf = (entries: readonly string[]): Condition[] => entries.flatMap(entry => entryOf(entry).condition ?? []);

const conditionsIn = ({needs = [], profiles = [], from = {}, to}: Action): Condition[] => [
  ...needs,
  ...conditionsOf([...profiles, ...Object.values(from).flat()]),
  ...(typeof to === 'object' ? [to.when] : []),
];

/** What is asked, with all that it asks in turn: of the record, and of those that its references name. */
interface Asking {
  here: ReadonlySet<Condition>;
  through: readonly (readonly [reference: string, Condition])[];
}

const askingOf = (resource: Resource, conditions: readonly Condition[]): Asking => ({
  here: new Set(conditions.flatMap(one => [...askedWith(resource, one)])),
  through: conditions.flatMap(one => askedThrough(resource, one)),
});

const askingOfAction = onceForEach((resource: Resource, action: Action): Asking => askingOf(resource, [
  ...conditionsIn(action), ...(savingOf(resource)?.[1] === action ? conditionsOf(resource.access.update) : []),
]));

/** What is wrong with the record's parts, and why; undefined where it has none that could be. */
const partErrors = async (standing: Standing): Promise<{errors: FieldError[]; reason: string} | undefined> => {
  const {db, resource, row, parts} = standing;
  const judged = partsOf(resource).filter(({part}) => part.errors !== undefined);
  if (judged.length === 0) return undefined;
  const errors: FieldError[] = [];
  let reason = '';
  for (const {name, part} of judged) {
    const rows = parts === undefined ? await rowsOf(db, standing, row.id, part.rows) : parts.get(name);
    errors.push(...part.errors?.(standing, rows) ?? []);
    reason ||= part.reason?.(rows) ?? '';
  }
  return {errors, reason};
};

/** Why an action is refused, and which values are to blame: where it is the parts that are not valid, they say it. */
export const whyRefused = async (standing: Standing, {condition, reason}: Refused): Promise<{reason: string; errors?: FieldError[]}> => {
  const found = condition === 'itensValidos' ? await partErrors(standing) : undefined;
  return found === undefined ? {reason} : {...found, reason: found.reason || reason};
};

const ALIAS = 't';
/** The same condition that scopes ask of rows. */
const holdsInTable = async (condition: LookedUp, {config, db, actor, name, resource, row}: Standing): Promise<boolean> => {
  const {rows} = await sql`
    select from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)}
    where ${sql.ref(`${ALIAS}.id`)} = ${row.id}
      and ${conditionPredicate(condition, {config, name, resource, actor, alias: ALIAS})}`.execute(db);
  return rows.length > 0;
};

const lookUps: Record<LookedUp, (standing: Standing) => Promise<Answer>> = {
  itensValidos: async standing => {
    const found = await partErrors(standing);
    return found && found.errors.length === 0;
  },
  naoUltimoAdm: async ({config, hooks, db, name, row}) => (await hooks.records[name]?.known?.(db, config, row.id))?.naoUltimoAdm,
  participou: standing => holdsInTable('participou', standing),
  filiais: standing => holdsInTable('filiais', standing),
  noEscopo: standing => holdsInTable('noEscopo', standing),
};

/** The record that a reference names, with what is asked of it. */
const namedBy = async (
  {parts: _parts, ...standing}: Standing, reference: string, conditions: readonly Condition[],
): Promise<Asked<Judged> | null> => {
  const {config, db, actor, name, resource, row, held} = standing;
  const field = resource.fields[reference];
  if (field?.kind !== 'referencia') return null;
  const record = held ? await heldNamed(config, db, name, row, {reference, to: field.to})
    : await namedRow(config, db, field.to, row[reference], false);
  if (record === undefined) return null;
  const there = {...standing, name: field.to, resource: resourceOf(config, field.to), row: record};
  return {resource: there.resource, record, session: actor, ...await factsOf(there, conditions)};
};

type Facts = Pick<Asked, 'known' | 'named'>;

const found = async (standing: Standing, asking: readonly Asking[]): Promise<Facts> => {
  const known: Known = {};
  for (const [name, lookUp] of Object.entries(lookUps)) {
    if (asking.some(({here}) => here.has(name))) known[name as LookedUp] = await lookUp(standing);
  }
  const named: Record<string, Asked<Judged> | null> = {};
  const through = Map.groupBy(asking.flatMap(one => one.through), ([reference]) => reference);
  for (const [reference, all] of through) named[reference] = await namedBy(standing, reference, all.map(([, one]) => one));
  return {known, named};
};

/** What conditions ask about a record beyond its own values. */
export const factsOf = (standing: Standing, conditions: readonly Condition[]): Promise<Facts> =>
  found(standing, [askingOf(standing.resource, conditions)]);

/** A record as actions ask about it. */
export const askedBy = async (standing: Standing, actions: readonly Action[]): Promise<Asked> => {
  const {resource, row, actor} = standing;
  return {resource, record: row, session: actor, ...await found(standing, actions.map(action => askingOfAction(resource, action)))};
};
