/** The rules between the fields of a record: conditions that have to hold, each said at the field that it stands at. */
import type {Asked} from '../conditions/asked.ts';
import {answerOf, readWith, reasonOf} from '../conditions/conditions.ts';
import type {Resource} from '../config/config.ts';
import type {FieldError} from '../wire.ts';

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
