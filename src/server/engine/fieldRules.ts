/** Checks the declared rules between fields on the values about to be stored. */
import {maySee} from '../../schema/access.ts';
import {referencedValueOf} from '../../schema/fields/relatedFields.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {findBrokenRules, listFieldsReadByRules} from '../../schema/records/fieldRules.ts';
import type {StoredRow} from '../db/tables.ts';
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

/**
 * Checks the rules of the record.
 *
 * @param changed names of changed fields; undefined: a new record
 * @throws Refusal VALIDACAO with the sentence of each rule that fails, at its field where the caller sees it
 */
export const checkRecordRules = async (context: RecordContext, changed?: ReadonlySet<string>): Promise<void> => {
  const {resource, actor} = context;
  const {rules = {}}: Resource = resource;
  if (Object.keys(rules).length === 0 || changed?.size === 0) return;
  const row = await withRelatedValues(context, Object.keys(rules).flatMap(field => listFieldsReadByRules(resource, field)));
  const facts = await lookUpFacts({...context, row, locksReferenced: true}, Object.values(rules).flat());
  const errors = findBrokenRules({resource, record: row, session: actor, ...facts}, field => changed?.has(field) ?? true, 'fails');
  // For a hidden field the sentence is told, but not the field.
  const visibleErrors = errors.filter(({campo}) => resource.fields[campo] === undefined || maySee(resource.fields[campo], actor.perfil));
  if (errors.length > 0) throw invalid(visibleErrors, errors[0]?.mensagem);
};
