/** Checks references to other records: they exist, are within the caller's scope, and fit together (a branch is of the chosen company). */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {FieldOf} from '../../schema/shapes/fields.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {switchedOffRefusal} from '../../schema/lifeCycle/toggle.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {matchingWithinField} from '../../schema/references.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {conditionPredicate, offeredRowsPredicate, scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, ALL_ROWS, type Predicate, activePredicate} from '../db/conditions/fieldPredicates.ts';
import {resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import {linkFields} from '../rowScope/links.ts';
import {parseLinkSwitches} from '../formatting/valueFormatter.ts';

/** Rows of `alias` with the value that the reference must share (`within`) with the record. @param value the record's own value */
export const sharedValuePredicate = (
  config: Config, resource: Resource, {to, within}: Pick<FieldOf<'referencia'>, 'to' | 'within'>, alias: string,
  value: (within: string) => Sql,
): Predicate => {
  const shared = within === undefined ? undefined : matchingWithinField(resourceOf(config, to), resource, within);
  return within === undefined || shared === undefined ? ALL_ROWS : sql`${sql.ref(`${alias}.${toSnakeCase(shared)}`)} = ${value(within)}`;
};

interface ReferenceCheck {
  campo: string;
  field: Pick<FieldOf<'referencia'>, 'to' | 'within' | 'names' | 'where'>;
  ids: readonly number[];
}

interface ReachableRecord {
  id: number;
  on: boolean;
}

/**
 * True: the named record must stay unchanged until the commit.
 * A shared value, a switch that refuses, a template's items, and a consequence that refuses all depend on it.
 */
const mustLock = (name: string, resource: Resource, target: Resource, {campo, field}: ReferenceCheck): boolean =>
  field.within !== undefined || switchedOffRefusal(target, resource, campo) !== undefined || resource.template?.by === campo
  || Object.values(target.consequences ?? {}).some(({refuses, of, by}) => refuses === true && of === name && by === campo);

/** The ids that the caller may reference, with their switch, as one JSON value. */
const reachableJson = ({config}: Pick<Context, 'config'>, actor: Actor, name: string, record: RecordValues, check: ReferenceCheck) => {
  const resource = resourceOf(config, name);
  const {field, ids} = check;
  const target = resourceOf(config, field.to);
  const shared = sharedValuePredicate(config, resource, field, 'r', within => sql`${record[within] ?? null}`);
  const rows = {config, name: field.to, resource: target, actor, alias: 'r'};
  const on = activePredicate(rows);
  const scope = scopePredicate({config}, field.to, actor, 'r');
  const isReachable = field.names !== true ? scope
    : andPredicates(
      [sql`(${scope} or ${offeredRowsPredicate(rows)})`, ...(field.where === undefined ? [] : [conditionPredicate(field.where, rows)])]
    );
  return sql`(select coalesce(json_agg(named), '[]') from (
    select r.id, ${on} as "on" from ${sql.table(tableOf(field.to))} as r
    where r.id = any(${ids}::integer[]) and ${shared} and ${isReachable}
    ${mustLock(name, resource, target, check) ? sql`for key share of r` : sql``}) as named)`;
};

const referencesToCheck = (resource: Resource, record: RecordValues, changed: ReadonlySet<string>): ReferenceCheck[] => [
  ...Object.entries(resource.fields).flatMap(([campo, field]) => {
    if (field.kind !== 'referencia' || !(changed.has(campo) || (field.within !== undefined && changed.has(field.within)))) return [];
    const id = record[campo];
    return typeof id === 'number' ? [{campo, field, ids: [id]}] : [];
  }),
  ...linkFields(resource).flatMap(([campo, field]) => {
    const ids = parseLinkSwitches(field, changed.has(campo) ? record[campo] : undefined).filter(link => link.on).map(link => link.id);
    return ids.length === 0 ? [] : [{campo, field, ids}];
  }),
];

/**
 * Checks the references of a record about to be written, in one statement.
 *
 * @param record the whole record after the write, values bare
 * @param changed names of changed fields; a reference is checked when it, or its shared value, changes
 * @returns an error for each that is missing, out of scope, of another company, or switched off for good
 */
export const referenceErrors = async (
  context: Context, trx: DbOrTrx, actor: Actor, name: string, record: RecordValues, changed: ReadonlySet<string>,
): Promise<FieldError[]> => {
  const resource = resourceOf(context.config, name);
  const checks = referencesToCheck(resource, record, changed);
  if (checks.length === 0) return [];
  const columns = checks.map(check => sql`${reachableJson(context, actor, name, record, check)} as ${sql.ref(check.campo)}`);
  const {rows: [reachableByField]} = await sql<Record<string, ReachableRecord[]>>`select ${sql.join(columns)}`.execute(trx);
  return checks.flatMap(({campo, field, ids}) => {
    const records = reachableByField?.[campo] ?? [];
    if (records.length !== ids.length) return [{campo, mensagem: formMessages.invalid}];
    const refusal = changed.has(campo) ? switchedOffRefusal(resourceOf(context.config, field.to), resource, campo) : undefined;
    return refusal === undefined || records.every(({on}) => on) ? [] : [{campo, mensagem: refusal}];
  });
};

/**
 * Refuses a change of a value that records referencing this one must share with it (`within`): a template 'within' its branch cannot move.
 *
 * @param changed names of changed fields
 * @returns an error for each field that has to stay
 */
export const sharedValueErrors = async (
  {config}: Pick<Context, 'config'>, trx: DbOrTrx, name: string, id: number, changed: ReadonlySet<string>,
): Promise<FieldError[]> => {
  const target = resourceOf(config, name);
  const errors = new Map<string, FieldError>();
  for (const [referringName, resource] of Object.entries(config.resources)) {
    for (const [campo, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'referencia' || field.to !== name || field.within === undefined) continue;
      const shared = matchingWithinField(target, resource, field.within);
      if (shared === undefined || !changed.has(shared)) continue;
      const {rows} = await sql`
        select from ${sql.table(tableOf(referringName))} where ${sql.ref(toSnakeCase(campo))} = ${id} limit 1`.execute(trx);
      const label = target.fields[shared]?.label ?? shared;
      if (rows.length > 0) {
        errors.set(shared, {campo: shared, mensagem: `${label} não pode mudar: já há ${resource.label.many} com este registro.`});
      }
    }
  }
  return [...errors.values()];
};
