/**
 * Evaluation of conditions on a record: built in, declared, a name of `people`, or in place. Inputs, buttons and the server use it. The
 * server also compiles conditions to SQL.
 */
import type {Answer, Asked, Judged} from './asked.ts';
import {operandsOf} from '../fields/calculation.ts';
import {builtInOf} from './builtIn.ts';
import type {Condition, Spelled} from '../config/conditions.ts';
import {askedBy, isAlone, isLasting, judgedBy, readBy, valueOf} from './words.ts';

/** Returns the words of a condition; `{}` for a built-in one and for a name of `people`. */
export const spelledOf = ({conditions}: Pick<Judged, 'conditions'>, condition: Condition): Spelled =>
  (typeof condition === 'string' ? conditions?.[condition] ?? {} : condition);

export const anyIn = (condition: Condition): readonly Condition[] | undefined =>
  (typeof condition === 'string' ? undefined : condition.any);

export const answerOf = (condition: Condition, context: Asked<Judged>): Answer => {
  const {people, conditions} = context.resource;
  if (typeof condition === 'string') {
    const person = people?.[condition];
    if (person !== undefined) {
      const value = valueOf(context, person.field);
      return value === undefined ? undefined : value === context.session.id;
    }
    if (conditions?.[condition] === undefined) {
      const row = builtInOf(condition);
      return row?.judge === undefined ? context.known?.[condition] : row.judge(context);
    }
  }
  return judgedBy(spelledOf(context.resource, condition), context, (nested, nestedContext = context) => answerOf(nested, nestedContext));
};

export const askedWith = (resource: Pick<Judged, 'conditions'>, condition: Condition): ReadonlySet<Condition> => {
  const conditions = new Set([condition]);
  for (const condition of conditions) for (const nested of askedBy(spelledOf(resource, condition))) conditions.add(nested);
  return conditions;
};

/** Lists the nested conditions on referenced records, each with its reference. */
export const askedThrough = (resource: Pick<Judged, 'conditions'>, condition: Condition): readonly [reference: string, Condition][] =>
  [...askedWith(resource, condition)].flatMap(nested => Object.entries(spelledOf(resource, nested).through ?? {}));

/** Lists the record's own fields that a condition reads, operands of calculations included. */
export const readWith = (resource: Judged, condition: Condition): readonly string[] => {
  const {owner, people} = resource;
  return [...askedWith(resource, condition)].flatMap(nested => {
    const name = typeof nested === 'string' ? nested : '';
    const ownerKey = builtInOf(name)?.owner;
    return [people?.[name]?.field, ownerKey && owner?.[ownerKey], ...readBy(spelledOf(resource, nested), resource)];
  }).flatMap(field => (field === undefined || field.startsWith('session.') ? [] : [field, ...operandsOf(resource.fields, field)]));
};

/** Whether a condition depends only on the stored record: not on the caller, the time, or other records. */
export const asksRecordAlone = (resource: Judged, condition: Condition): boolean => [...askedWith(resource, condition)].every(nested => {
  const spelled = spelledOf(resource, nested);
  const isSpelled = typeof nested !== 'string' || (resource.people?.[nested] === undefined && resource.conditions?.[nested] !== undefined);
  return isSpelled && isAlone(spelled) && !readBy(spelled, resource).some(name => name?.startsWith('session.'));
});

/** Whether a condition reads only values that do not change during the life cycle. */
export const lasts = (resource: Judged, condition: Condition): boolean => isLasting(spelledOf(resource, condition));

/** Message for callers refused because of a condition; `''` if the config has none. */
export const reasonOf = (resource: Judged, condition: Condition): string => {
  const name = typeof condition === 'string' ? condition : '';
  return resource.people?.[name]?.reason ?? spelledOf(resource, condition).reason ?? builtInOf(name)?.reason ?? '';
};

/** Whether a failing condition hides what requires it. */
export const hides = (resource: Pick<Judged, 'conditions'>, condition: Condition): boolean =>
  spelledOf(resource, condition).hides === true;
