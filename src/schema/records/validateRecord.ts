/** Validation of a whole record: writable fields, effective values, messages. */
import {maySee} from '../access.ts';
import {listReadFields, conditionReason} from '../conditions/evaluate.ts';
import type {ConditionContext} from '../conditions/context.ts';
import type {Config, Resource} from '../shapes/config.ts';
import {choiceRefusal} from './profileGrants.ts';
import type {Session} from '../session.ts';
import type {FieldError} from '../apiShapes.ts';
import {formMessages} from '../words/messages.ts';
import {listOperands} from '../fields/calculation.ts';
import {initialFieldValue, isDefaultLookedUp} from '../fields/defaults.ts';
import type {FieldChoice, Field} from '../shapes/fields.ts';
import {isRetiredChoice, kindRuleOf} from '../fields/kinds.ts';
import {
  holdsOnFormRecord, isVisibleAndEditable, isRequired, mayWrite, listVisibleAndEditableConditions,
} from '../conditions/fieldConditions.ts';
import {tooManyDigitsMessage} from './fieldRules.ts';
import {isMissingRow, isSameValue, validateValue, type RecordValues} from '../fields/validate.ts';

/**
 * Sets fields that accept no value now: to the stored value, to the default of a new record, or to null with `whenOff: 'clear'`. A field
 * is set after those that its conditions read.
 */
const resolveFields = (
  {resource, record, session}: ConditionContext, names: readonly string[], stored: RecordValues,
): {record: RecordValues; off: Set<string>} => {
  const effective: Record<string, unknown> = {...record};
  const [off, pending] = [new Set<string>(), new Set(names)];
  const resolve = (name: string): void => {
    const field = resource.fields[name];
    if (!pending.delete(name) || field === undefined) return;
    listVisibleAndEditableConditions(field).flatMap(condition => listReadFields(resource, condition)).forEach(resolve);
    if (isVisibleAndEditable(field, {resource, record: effective, session})) return;
    off.add(name);
    effective[name] = field.whenOff === 'clear' ? null : stored[name];
  };
  names.forEach(resolve);
  return {record: effective, off};
};

/** Fields that lose their value while they accept none, for any writer. */
const clearableFields = ({fields}: Resource): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.whenOff === 'clear' && kindRuleOf(field).own ? [name] : []));
const clearedValues = (resource: Resource, off: ReadonlySet<string>): Record<string, null> =>
  Object.fromEntries(clearableFields(resource).filter(name => off.has(name)).map(name => [name, null]));

/** Returns the fields that the record loses as it is. A field is left out if its conditions read values that are unknown. */
export const clearedFieldValues = (context: ConditionContext): Record<string, null> => {
  const {resource, record} = context;
  const hasKnownConditions = (name: string): boolean => {
    const field = resource.fields[name];
    return field !== undefined
      && listVisibleAndEditableConditions(field).flatMap(
        condition => listReadFields(resource, condition)
      ).every(read => record[read] !== undefined);
  };
  return clearedValues(resource, resolveFields(context, clearableFields(resource).filter(hasKnownConditions), record).off);
};

/**
 * Validates a whole record.
 *
 * @param current the stored record with its id; fields missing in the body keep its values
 * @param missing fields that are required though the body lacks them
 * @returns the bare values of writable fields, `null` for lost ones, and a message for each refused field
 */
export const validateRecord = (
  config: Config, resource: Resource, body: RecordValues, session: Session, current: RecordValues = {}, missing: readonly string[] = [],
): {values: Record<string, unknown>; errors: FieldError[]} => {
  const {fields} = resource;
  const writable = Object.entries(fields).filter(([, field]) => mayWrite(field, {resource, record: current, session}));
  const sent = new Set(writable.flatMap(([name]) => (Object.hasOwn(body, name) && body[name] !== undefined ? [name] : [])));
  // Conditions are evaluated on the record as it would be stored: a field that the caller may not write has its stored value.
  const isNew = current['id'] === undefined;
  const defaults = isNew ? Object.fromEntries(writable.map(([name, field]) => [name, initialFieldValue(fields, field, session)])) : {};
  const typed: RecordValues = {...current, ...defaults, ...Object.fromEntries([...sent].map(name => [name, body[name]]))};
  const names = [...writable.map(([name]) => name), ...clearableFields(resource)];
  const {record, off} = resolveFields({resource, record: typed, session}, names, {...defaults, ...current});
  const context = {resource, record, session};
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = readOnlyErrors(resource, body, {resource, record: current, session});
  for (const [name, field] of writable) {
    if (off.has(name)) continue;
    if (!isNew && !sent.has(name) && !missing.includes(name) && !dependsOn(field, resource, sent)) continue;
    const isValueRequired = isRequired(field, context) && !(isNew && isDefaultLookedUp(fields, field, record));
    const mensagem = validateValue(field, record[name], isValueRequired) ?? choiceMessage(
      config, field, record[name], session, current[name], missing.includes(name),
    );
    if (mensagem === undefined) values[name] = kindRuleOf(field).bare(record[name], field);
    else errors.push({campo: name, mensagem});
  }
  for (const name of Object.keys(fields)) {
    const mensagem = isNew || listOperands(fields, name).some(operand => sent.has(operand))
      ? tooManyDigitsMessage(context, name)
      : undefined;
    if (mensagem !== undefined) errors.push({campo: name, mensagem});
  }
  return {values: {...values, ...clearedValues(resource, off)}, errors};
};

/**
 * Refuses another value for a field that is read-only with a reason, because ignoring it would look like success. The record's toggle is
 * refused with it (rules: Access 8).
 */
const readOnlyErrors = (resource: Resource, body: RecordValues, context: ConditionContext): FieldError[] => {
  const fields = Object.entries(resource.fields);
  const reasons = new Map(fields.flatMap(([name, {readOnly}]) =>
    (readOnly === undefined || readOnly === true || !holdsOnFormRecord(readOnly, context) ? []
      : [[name, conditionReason(resource, readOnly)] as const])));
  const [mensagem] = [...reasons.values()].filter(reason => reason !== '');
  return mensagem === undefined ? [] : fields.flatMap(([campo, field]) => {
    // A refusal would reveal the stored value to a caller who does not see the field.
    const isRefusedField = maySee(field, context.session.perfil) && (reasons.get(campo) === mensagem || campo === resource.toggle?.field);
    return isRefusedField && body[campo] !== undefined && !isSameValue(field, body[campo], context.record[campo])
      ? [{campo, mensagem}] : [];
  });
};

/** Tells whether a field missing in the body has to be validated, because a value of its `required` or opening conditions was sent. */
const dependsOn = (field: Field, resource: Resource, sent: ReadonlySet<string>): boolean => field.required !== undefined
  && [...field.required === true ? [] : [field.required], ...listVisibleAndEditableConditions(field)]
    .some(condition => listReadFields(resource, condition).some(name => sent.has(name)));

/** Message for a choice that the caller may not set (rules: Access 8, 14: only Adm makes an Adm), or a row that the list does not have. */
export const choiceMessage = (
  config: Config, field: Field, raw: unknown, {perfil}: Session, current: unknown, isMissing: boolean,
): string | undefined => {
  const value = kindRuleOf(field).bare(raw, field);
  // An unchanged missing row is refused only after the start reported it.
  if (value === null || (value === current && !isMissing)) return undefined;
  if ('choices' in field) {
    const currentIds: readonly unknown[] = [current].flat();
    const sentIds: readonly unknown[] = [value].flat();
    const chosen = (field.choices as readonly FieldChoice[]).filter(({id}) => sentIds.includes(id) && !currentIds.includes(id));
    if (chosen.some(isRetiredChoice)) return 'Esta opção não é mais usada.';
    return chosen.map(choice => choiceRefusal(config, field, choice, perfil)).find(reason => reason !== undefined);
  }
  return isMissingRow(config, field, value) ? formMessages.invalid : undefined;
};
