/** Rules between the fields of a record: conditions that have to hold, each reported at its field. */
import type {ConditionContext} from '../conditions/context.ts';
import {evaluateCondition, listReadFields, conditionReason} from '../conditions/evaluate.ts';
import {readContextValue} from '../conditions/wordTable.ts';
import type {Resource} from '../shapes/config.ts';
import type {FieldError} from '../apiShapes.ts';
import {fillPlaceholders, formMessages} from '../words/messages.ts';
import {calculationOf} from '../fields/calculation.ts';
import {storedFieldOf} from '../fields/relatedFields.ts';
import {decimalsOf, fitsDecimals, MAX_DIGITS} from '../fields/decimals.ts';

export const listFieldsReadByRules = (resource: Resource, field: string): readonly string[] =>
  (resource.rules?.[field] ?? []).flatMap(rule => listReadFields(resource, rule));

/**
 * Returns the broken rules of a record to be stored, one message for each field. Only rules that read a changed value are evaluated, so
 * that records older than a rule, or broken by the passing of time, can still be saved.
 *
 * @param moves whether a field's value changes
 * @param unknown how a rule with an unknown result counts
 */
export const findBrokenRules = (context: ConditionContext, moves: (field: string) => boolean, unknown: 'holds' | 'fails'): FieldError[] => {
  const {resource} = context;
  const isMoved = (name: string): boolean => moves(storedFieldOf(resource, name));
  return Object.entries(resource.rules ?? {}).flatMap(([campo, rules]) => {
    const broken = rules.find(rule =>
      [campo, ...listReadFields(resource, rule)].some(isMoved) && !(evaluateCondition(rule, context) ?? unknown === 'holds'));
    return broken === undefined ? [] : [{campo, mensagem: conditionReason(resource, broken)}];
  });
};

export const tooManyDigitsMessage = (context: ConditionContext, name: string): string | undefined => {
  const field = context.resource.fields[name];
  const value = calculationOf(field) === undefined ? undefined : readContextValue(context, name);
  const fitsDigits = field === undefined || typeof value !== 'number' || fitsDecimals(value, decimalsOf(field));
  return fitsDigits ? undefined : fillPlaceholders(formMessages.tooManyDigits, {digits: MAX_DIGITS});
};
