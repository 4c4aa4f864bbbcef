/** Conditions of a field: when it is required, when a form accepts its value (`visible`, `editable`), who may write it. */
import {maySee} from '../access.ts';
import type {Condition} from '../shapes/conditions.ts';
import type {Field} from '../shapes/fields.ts';
import {aggregateOfNoChildren} from '../fields/calculation.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {isWritable, type RecordValues} from '../fields/validate.ts';
import type {ConditionContext, ConditionResource} from './context.ts';
import {evaluateCondition} from './evaluate.ts';

/** A record with every field: a missing one has its empty value. A new record has no children. */
const withAllFields = ({record, ...context}: ConditionContext<ConditionResource>): ConditionContext<ConditionResource> => {
  const values = Object.entries(context.resource.fields)
    .map(([name, field]) => [name, kindRuleOf(field).bare(record[name], field) ?? aggregateOfNoChildren(field)] as const);
  return {...context, record: {...record, ...Object.fromEntries(values)}};
};

/** Tells whether a condition holds on a typed record. An absent condition holds. */
export const holdsOnFormRecord = (condition: Condition | undefined, context: ConditionContext<ConditionResource>): boolean =>
  condition === undefined || evaluateCondition(condition, withAllFields(context)) === true;

/** A stored record keeps its password if none is sent (rules: Fields 6). Answers never contain it. */
const keepsPassword = (field: Field, {id}: RecordValues): boolean => field.kind === 'senha' && typeof id === 'number' && id > 0;

export const isRequired = (field: Field, context: ConditionContext<ConditionResource>): boolean => field.required !== undefined
  && !keepsPassword(field, context.record) && (field.required === true || holdsOnFormRecord(field.required, context));

/**
 * Tells whether the caller may write the field now. A value that they may not write is ignored, not refused.
 *
 * @param context the stored record; without an id: a new one
 */
export const mayWrite = (field: Field, context: ConditionContext<ConditionResource>): boolean => isWritable(field)
  && (field.readOnly === undefined || field.readOnly === true || !holdsOnFormRecord(field.readOnly, context))
    && maySee(field, context.session.perfil);

export const isVisibleAndEditable = ({visible, editable}: Field, context: ConditionContext<ConditionResource>): boolean =>
  holdsOnFormRecord(visible, context) && holdsOnFormRecord(editable, context);
/** Tells whether a record loses the field's value, by its other values. */
export const isFieldCleared = (field: Field, context: ConditionContext<ConditionResource>): boolean =>
  field.whenOff === 'clear' && !isVisibleAndEditable(field, context);

export const listVisibleAndEditableConditions = ({visible, editable}: Field): readonly Condition[] =>
  [visible, editable].filter(condition => condition !== undefined);
