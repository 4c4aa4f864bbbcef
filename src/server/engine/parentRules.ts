/** Checks rules of parent records on numbers calculated from their children (`calculo`), when a child is written. */
import {maySee} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {listAggregatedFields} from '../../schema/conditions/evaluate.ts';
import {sortChildrenFirst, listAggregatesOfChild, listOperands, type Aggregate} from '../../schema/fields/calculation.ts';
import {findBrokenRules, listFieldsReadByRules} from '../../schema/records/fieldRules.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {memoize} from '../../schema/memoize.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {StoredRow} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';
import {lookUpFacts, type RecordContext} from './conditionFacts.ts';
import {changedValues} from './writeRow.ts';

/** Calculated fields of other resources over this one, ordered so that a field precedes those calculated from it. */
const parentCalculations = (config: Config, name: string) => sortChildrenFirst(config).flatMap(parentName =>
  listAggregatesOfChild(resourceOf(config, parentName).fields, name).map(calculation => ({above: parentName, ...calculation})));

const dependsOn = (resource: Resource, aggregate: Aggregate, fieldNames: readonly string[]): boolean =>
  listAggregatedFields(resource, aggregate).flatMap(name => [name, ...listOperands(resource.fields, name)])
    .some(name => fieldNames.includes(name));

/** True if a rule depends on the field, directly or through another calculated field. */
const isRuled = (config: Config, name: string, fieldName: string): boolean => {
  const resource = resourceOf(config, name);
  return Object.keys(resource.rules ?? {}).some(field => [field, ...listFieldsReadByRules(resource, field)].includes(fieldName))
    || parentCalculations(config, name).some(({above, own, ...aggregate}) =>
      dependsOn(resource, aggregate, [fieldName]) && isRuled(config, above, own));
};
/** All calculations of a parent with at least one rule. All are locked, because locking only some would break the database's lock order. */
const ruledCalculations = memoize((config: Config) => new Map(Object.keys(config.resources).map(name => {
  const calculations = parentCalculations(config, name).map(calculation =>
    ({...calculation, ruled: isRuled(config, calculation.above, calculation.own)}));
  return [name, calculations.some(({ruled}) => ruled) ? Map.groupBy(calculations, ({above}) => above) : undefined];
})));

/** A parent record, and the child's field that errors are shown at. */
interface ParentContext extends RecordContext {
  campo: string;
}

/** Locks the parents in the order in which the database's triggers lock them, so that no deadlock occurs. */
const lockParents = async (
  context: RecordContext, rows: readonly RecordValues[], below?: {campo: string; fields: readonly string[]},
): Promise<ParentContext[]> => {
  const {config, db, resource} = context;
  const parents: ParentContext[] = [];
  for (const [name, calculations] of ruledCalculations(config).get(context.name) ?? []) {
    const relevant = calculations.filter(aggregate => below === undefined || dependsOn(resource, aggregate, below.fields));
    const campo = below?.campo ?? relevant.find(({ruled}) => ruled)?.value ?? '';
    const ids = new Set(rows.flatMap(row => relevant.flatMap(({by}) => (typeof row[by] === 'number' ? [row[by]] : []))));
    const locked: ParentContext[] = [];
    for (const id of [...ids].toSorted((left, right) => left - right)) {
      const row = await readReferencedRow(config, db, name, id, true);
      if (row === undefined) continue;
      locked.push({...context, name, resource: resourceOf(config, name), row, locksReferenced: true, campo});
    }
    const [first] = locked;
    const fields = relevant.map(({own}) => own);
    parents.push(...locked, ...first === undefined ? [] : await lockParents(first, locked.map(({row}) => row), {campo, fields}));
  }
  return parents;
};

const violatedRules = async (context: RecordContext, row: StoredRow, changed: RecordValues): Promise<FieldError[]> => {
  const {resource, actor} = context;
  const facts = await lookUpFacts({...context, row}, Object.values(resource.rules ?? {}).flat());
  return findBrokenRules({resource, record: row, session: actor, ...facts}, field => field in changed, 'fails');
};

/**
 * Writes a record and refuses where a parent's rule that held before the write fails after it.
 *
 * @param rows the record before and after the write
 * @throws Refusal VALIDACAO with the sentence of the rule
 */
export const withParentRules = async <T>(context: RecordContext, rows: readonly RecordValues[], write: () => Promise<T>): Promise<T> => {
  const parents = await lockParents(context, rows);
  const result = await write();
  for (const {campo, ...parent} of parents) {
    const {config, db, name, resource, row: before} = parent;
    const after = await readReferencedRow(config, db, name, before.id, true) ?? before;
    const changed = changedValues(resource, before, after);
    const violatedBefore = await violatedRules(parent, before, changed);
    const [violation] = (await violatedRules(parent, after, changed))
      .filter(error => violatedBefore.every(({mensagem}) => mensagem !== error.mensagem));
    if (violation === undefined) continue;
    const {perfil} = context.actor;
    const field = resource.fields[violation.campo];
    // A field that the caller does not see is not named, neither the parent's nor the child's.
    const place = field === undefined || !maySee(field, perfil) ? resource.label.one : `${field.label} (${resource.label.one})`;
    const childField = context.resource.fields[campo];
    const mensagem = `${place}: ${violation.mensagem}`;
    throw invalid(childField === undefined || !maySee(childField, perfil) ? [] : [{campo, mensagem}], mensagem);
  }
  return result;
};
