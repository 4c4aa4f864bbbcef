/** Checks the declared rules between fields on the values about to be stored. */
import {maySee} from '../../schema/access.ts';
import {referencedValueOf} from '../../schema/fields/relatedFields.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {findBrokenRules, listFieldsReadByRules} from '../../schema/records/fieldRules.ts';
import {treeReference} from '../../schema/references.ts';
import type {StoredRow} from '../db/tables.ts';
import {isAtOrAbove, lockTree} from '../db/trees.ts';
import {invalid} from '../errors.ts';
import {lockReferencedRow} from '../rowScope/storedRow.ts';
import {lookUpFacts, type RecordContext} from './conditionFacts.ts';

/** The record with its related values as they will be; the referenced records are locked until the commit. */
export const withRelatedValues = async (
  {config, db, name: resourceName, resource, row}: RecordContext, names: readonly string[],
): Promise<StoredRow> => {
  const record: StoredRow = {...row};
  for (const name of new Set(names)) {
    const read = referencedValueOf(resource, name);
    if (read === undefined) continue;
    const target = await lockReferencedRow(config, db, resourceName, row, {reference: read.through, to: read.to});
    record[name] = target?.[read.field] ?? null;
  }
  return record;
};

const CIRCLE_MESSAGE = 'Um registro não fica abaixo de si mesmo: o escolhido é este, ou está abaixo dele.';

/** Refuses a move in the resource's tree below the record itself. Nothing is below a new record. */
const refuseCircle = async ({config, db, name, resource, row}: RecordContext, changed: ReadonlySet<string> | undefined): Promise<void> => {
  const [campo = ''] = treeReference(resource) ?? [];
  const above = row[campo];
  if (changed?.has(campo) !== true || typeof above !== 'number') return;
  await lockTree(db, name);
  if (await isAtOrAbove(db, config, name, row.id, above)) throw invalid([{campo, mensagem: CIRCLE_MESSAGE}], CIRCLE_MESSAGE);
};

/**
 * Checks the rules of the record, and that it does not come to stand below itself in its tree.
 *
 * @param changed names of changed fields; undefined: a new record
 * @throws Refusal VALIDACAO with the sentence of each rule that fails, at its field where the caller sees it
 */
export const checkRecordRules = async (context: RecordContext, changed?: ReadonlySet<string>): Promise<void> => {
  const {resource, actor} = context;
  const {rules = {}}: Resource = resource;
  await refuseCircle(context, changed);
  if (Object.keys(rules).length === 0 || changed?.size === 0) return;
  const row = await withRelatedValues(context, Object.keys(rules).flatMap(field => listFieldsReadByRules(resource, field)));
  const facts = await lookUpFacts({...context, row, locksReferenced: true}, Object.values(rules).flat());
  const errors = findBrokenRules({resource, record: row, session: actor, ...facts}, field => changed?.has(field) ?? true, 'fails');
  // For a hidden field the sentence is told, but not the field.
  const visibleErrors = errors.filter(({campo}) => resource.fields[campo] === undefined || maySee(resource.fields[campo], actor.perfil));
  if (errors.length > 0) throw invalid(visibleErrors, errors[0]?.mensagem);
};
