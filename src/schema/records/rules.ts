/** The rules between the fields of a record: conditions that have to hold, each said at the field that it stands at. */
import type {Asked} from '../conditions/asked.ts';
import {answerOf, readWith, reasonOf} from '../conditions/conditions.ts';
import {valueOf} from '../conditions/words.ts';
import type {Resource} from '../config/config.ts';
import type {FieldError} from '../wire.ts';
import {fill, formWords} from '../words/messages.ts';
import {madeOf} from '../fields/calculation.ts';
import {decimalsOf, isExact, MOST_DIGITS} from '../fields/decimals.ts';

/** The fields that one's rules look at. */
export const ruledBy = (resource: Resource, field: string): readonly string[] =>
  (resource.rules?.[field] ?? []).flatMap(rule => readWith(resource, rule));

/**
 * What is wrong with a record as it would be stored, a sentence a field. A rule is asked where something that it looks at moves, so that a
 * record which is older than a rule, or whose day has come, can be saved all the same.
 *
 * @param moves whether a field gets another value than it has
 * @param unknown what becomes of a rule of which it is not known whether it holds
 */
export const brokenRules = (asked: Asked, moves: (field: string) => boolean, unknown: 'holds' | 'fails'): FieldError[] => {
  const {resource} = asked;
  const isMoved = (name: string): boolean => {
    const field = resource.fields[name];
    return moves(field?.kind === 'relacionado' ? field.through : name);
  };
  return Object.entries(resource.rules ?? {}).flatMap(([campo, rules]) => {
    const broken = rules.find(rule =>
      [campo, ...readWith(resource, rule)].some(isMoved) && !(answerOf(rule, asked) ?? unknown === 'holds'));
    return broken === undefined ? [] : [{campo, mensagem: reasonOf(resource, broken)}];
  });
};

/** The sentence for a number of the record's own that is too large to be kept. */
export const largeIn = (asked: Asked, name: string): string | undefined => {
  const field = asked.resource.fields[name];
  const value = madeOf(field) === undefined ? undefined : valueOf(asked, name);
  const isKept = field === undefined || typeof value !== 'number' || isExact(value, decimalsOf(field));
  return isKept ? undefined : fill(formWords.large, {digits: MOST_DIGITS});
};
