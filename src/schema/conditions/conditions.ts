/**
 * The one grammar of conditions on a record, built in, declared, a name of `people` or in place: asked by inputs, buttons and the server.
 * What one means as rows of a table, which scopes ask, is the server's own.
 */
import type {Answer, Asked, Judged} from './asked.ts';
import {operandsOf} from '../fields/calculation.ts';
import {builtInOf} from './builtIn.ts';
import type {Condition, Spelled} from '../config/conditions.ts';
import {askedBy, isAlone, isLasting, judgedBy, readBy, valueOf} from './words.ts';

/** What a condition says by its words; nothing for one that is built in, or a name of `people`. */
export const spelledOf = ({conditions}: Pick<Judged, 'conditions'>, condition: Condition): Spelled =>
  (typeof condition === 'string' ? conditions?.[condition] ?? {} : condition);

/** Several conditions of which one holds, where a condition in place is no more than that. */
export const anyIn = (condition: Condition): readonly Condition[] | undefined =>
  (typeof condition === 'string' ? undefined : condition.any);

/** Whether a condition holds on a record. */
export const answerOf = (condition: Condition, asked: Asked<Judged>): Answer => {
  const {people, conditions} = asked.resource;
  if (typeof condition === 'string') {
    const person = people?.[condition];
    if (person !== undefined) {
      const value = valueOf(asked, person.field);
      return value === undefined ? undefined : value === asked.session.id;
    }
    if (conditions?.[condition] === undefined) {
      const row = builtInOf(condition);
      return row?.judge === undefined ? asked.known?.[condition] : row.judge(asked);
    }
  }
  return judgedBy(spelledOf(asked.resource, condition), asked, (other, of = asked) => answerOf(other, of));
};

/** All that is asked where a condition is: itself, and what it asks in turn. */
export const askedWith = (resource: Pick<Judged, 'conditions'>, first: Condition): ReadonlySet<Condition> => {
  const all = new Set([first]);
  for (const one of all) for (const next of askedBy(spelledOf(resource, one))) all.add(next);
  return all;
};

/** What a condition, with all that it asks, asks of the records that references name, each by its own. */
export const askedThrough = (resource: Pick<Judged, 'conditions'>, condition: Condition): readonly [reference: string, Condition][] =>
  [...askedWith(resource, condition)].flatMap(one => Object.entries(spelledOf(resource, one).through ?? {}));

/** The record's own fields that a condition reads, with all that it asks, and what is calculated by. */
export const readWith = (resource: Judged, condition: Condition): readonly string[] => {
  const {owner, people} = resource;
  return [...askedWith(resource, condition)].flatMap(one => {
    const name = typeof one === 'string' ? one : '';
    const place = builtInOf(name)?.owner;
    return [people?.[name]?.field, place && owner?.[place], ...readBy(spelledOf(resource, one), resource)];
  }).flatMap(field => (field === undefined || field.startsWith('session.') ? [] : [field, ...operandsOf(resource.fields, field)]));
};

/** Whether a condition asks what a record keeps, and nothing else: not who asks, what time it is, or what another record is. */
export const asksRecordAlone = (resource: Judged, first: Condition): boolean => [...askedWith(resource, first)].every(one => {
  const spelled = spelledOf(resource, one);
  const isSpelled = typeof one !== 'string' || (resource.people?.[one] === undefined && resource.conditions?.[one] !== undefined);
  return isSpelled && isAlone(spelled) && !readBy(spelled, resource).some(name => name?.startsWith('session.'));
});

/** Whether what a condition looks at does not move with the record's life. */
export const lasts = (resource: Judged, condition: Condition): boolean => isLasting(spelledOf(resource, condition));

/** What is told to whoever is refused for a condition; `''` where the config does not say. */
export const reasonOf = (resource: Judged, condition: Condition): string => {
  const name = typeof condition === 'string' ? condition : '';
  return resource.people?.[name]?.reason ?? spelledOf(resource, condition).reason ?? builtInOf(name)?.reason ?? '';
};

/** Whether what asks for the condition is not shown where it does not hold. */
export const hides = (resource: Pick<Judged, 'conditions'>, condition: Condition): boolean =>
  spelledOf(resource, condition).hides === true;
