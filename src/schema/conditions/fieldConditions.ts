/** Conditions of a field: when it is required, when a form accepts its value (`visible`, `editable`), who may write it. */
import {maySee} from '../access.ts';
import type {Condition} from '../config/conditions.ts';
import type {Field} from '../config/fields.ts';
import {emptyOf} from '../fields/calculation.ts';
import {ruleOf} from '../fields/kinds.ts';
import {isWritten, type Values} from '../fields/validate.ts';
import type {Asked, Judged} from './asked.ts';
import {answerOf} from './conditions.ts';

/** A record with every field: a missing one has its empty value. A new record has no children. */
const withAllFields = ({record, ...context}: Asked<Judged>): Asked<Judged> => {
  const values = Object.entries(context.resource.fields)
    .map(([name, field]) => [name, ruleOf(field).bare(record[name], field) ?? emptyOf(field)] as const);
  return {...context, record: {...record, ...Object.fromEntries(values)}};
};

/** Whether a condition holds on a typed record. An absent condition holds. */
export const holds = (condition: Condition | undefined, context: Asked<Judged>): boolean =>
  condition === undefined || answerOf(condition, withAllFields(context)) === true;

/** A stored record keeps its password if none is sent (rules: Fields 6). Answers never contain it. */
const keepsPassword = (field: Field, {id}: Values): boolean => field.kind === 'senha' && typeof id === 'number' && id > 0;

export const isRequired = (field: Field, context: Asked<Judged>): boolean => field.required !== undefined
  && !keepsPassword(field, context.record) && (field.required === true || holds(field.required, context));

/**
 * Whether the caller may write the field now. A value that they may not write is ignored, not refused.
 *
 * @param context the stored record; without an id: a new one
 */
export const mayWrite = (field: Field, context: Asked<Judged>): boolean => isWritten(field)
  && (field.readOnly === undefined || field.readOnly === true || !holds(field.readOnly, context)) && maySee(field, context.session.perfil);

export const isOn = ({visible, editable}: Field, context: Asked<Judged>): boolean => holds(visible, context) && holds(editable, context);
/** Whether a record loses the field's value, by its other values. */
export const isCleared = (field: Field, context: Asked<Judged>): boolean => field.whenOff === 'clear' && !isOn(field, context);

export const opening = ({visible, editable}: Field): readonly Condition[] =>
  [visible, editable].filter(condition => condition !== undefined);
