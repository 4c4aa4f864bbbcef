/** Rules between the fields of a record: conditions that have to hold, each reported at its field. */
import type {Asked} from '../conditions/asked.ts';
import {answerOf, readWith, reasonOf} from '../conditions/conditions.ts';
import {valueOf} from '../conditions/words.ts';
import type {Resource} from '../config/config.ts';
import type {FieldError} from '../wire.ts';
import {fill, formWords} from '../words/messages.ts';
import {madeOf} from '../fields/calculation.ts';
import {decimalsOf, isExact, MOST_DIGITS} from '../fields/decimals.ts';

export const ruledBy = (resource: Resource, field: string): readonly string[] =>
  (resource.rules?.[field] ?? []).flatMap(rule => readWith(resource, rule));

/**
 * Returns the broken rules of a record to be stored, one message for each field. Only rules that read a changed value are evaluated, so
 * that records older than a rule, or broken by the passing of time, can still be saved.
 *
 * @param moves whether a field's value changes
 * @param unknown how a rule with an unknown result counts
 */
export const brokenRules = (context: Asked, moves: (field: string) => boolean, unknown: 'holds' | 'fails'): FieldError[] => {
  const {resource} = context;
  const isMoved = (name: string): boolean => {
    const field = resource.fields[name];
    return moves(field?.kind === 'relacionado' ? field.through : name);
  };
  return Object.entries(resource.rules ?? {}).flatMap(([campo, rules]) => {
    const broken = rules.find(rule =>
      [campo, ...readWith(resource, rule)].some(isMoved) && !(answerOf(rule, context) ?? unknown === 'holds'));
    return broken === undefined ? [] : [{campo, mensagem: reasonOf(resource, broken)}];
  });
};

export const largeIn = (context: Asked, name: string): string | undefined => {
  const field = context.resource.fields[name];
  const value = madeOf(field) === undefined ? undefined : valueOf(context, name);
  const isKept = field === undefined || typeof value !== 'number' || isExact(value, decimalsOf(field));
  return isKept ? undefined : fill(formWords.large, {digits: MOST_DIGITS});
};
