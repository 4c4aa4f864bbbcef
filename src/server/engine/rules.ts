/** Rules between fields, judged on what is about to be stored: of saves, of actions, of whoever calls. */
import {maySee} from '../../schema/access.ts';
import type {Resource} from '../../schema/config/config.ts';
import {brokenRules, ruledBy} from '../../schema/records/rules.ts';
import type {StoredRow} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import {heldNamed} from '../reach/storedRow.ts';
import {factsOf, type Standing} from './facts.ts';

/** The record with what it reads through references as they will be; those stay as they are until this is done. */
const withRelated = async ({config, db, name: own, resource, row}: Standing, names: readonly string[]): Promise<StoredRow> => {
  const read: StoredRow = {...row};
  for (const name of new Set(names)) {
    const field = resource.fields[name];
    const reference = field?.kind === 'relacionado' ? resource.fields[field.through] : undefined;
    if (field?.kind !== 'relacionado' || reference?.kind !== 'referencia') continue;
    const there = await heldNamed(config, db, own, row, {reference: field.through, to: reference.to});
    read[name] = there?.[field.field] ?? null;
  }
  return read;
};

/**
 * Goes on only if the record may be stored as it is.
 *
 * @param changed names of the fields that change; undefined: all of it is new
 * @throws Refusal VALIDACAO with the sentence of each rule that does not hold, at its field where they see that
 */
export const demandRules = async (where: Standing, changed?: ReadonlySet<string>): Promise<void> => {
  const {resource, actor} = where;
  const {rules = {}}: Resource = resource;
  if (Object.keys(rules).length === 0 || changed?.size === 0) return;
  const row = await withRelated(where, Object.keys(rules).flatMap(field => ruledBy(resource, field)));
  const facts = await factsOf({...where, row, held: true}, Object.values(rules).flat());
  const errors = brokenRules({resource, record: row, session: actor, ...facts}, field => changed?.has(field) ?? true, 'fails');
  // Of a field that they do not see they are told the sentence, and not at which it stands.
  const seen = errors.filter(({campo}) => resource.fields[campo] === undefined || maySee(resource.fields[campo], actor.perfil));
  if (errors.length > 0) throw invalid(seen, errors[0]?.mensagem);
};
