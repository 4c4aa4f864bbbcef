/**
 * The one grammar of conditions on a record, built in, declared or a name of `people`: asked by buttons and by the server. What one
 * means as rows of a table, which scopes ask, is the server's own.
 */
import type {Resource} from '../config/config.ts';
import type {Answer, Asked} from './asked.ts';
import {builtInOf} from './builtIn.ts';
import {isLasting, judgedBy, namedBy, valueOf} from './words.ts';

/** Whether a condition holds on a record. */
export const answerOf = (name: string, asked: Asked): Answer => {
  const {people, conditions} = asked.resource;
  const person = people?.[name];
  if (person !== undefined) {
    const value = valueOf(asked, person.field);
    return value === undefined ? undefined : value === asked.session.id;
  }
  const condition = conditions?.[name];
  if (condition !== undefined) return judgedBy(condition, asked, other => answerOf(other, asked));
  const row = builtInOf(name);
  return row?.judge === undefined ? asked.known?.[name] : row.judge(asked);
};

/** All that is asked where a condition is: itself, and what it names. */
export const askedWith = ({conditions}: Resource, first: string): ReadonlySet<string> => {
  const names = new Set([first]);
  for (const name of names) for (const next of namedBy(conditions?.[name] ?? {})) names.add(next);
  return names;
};

/** Whether what a condition looks at does not move with the record's life. */
export const lasts = ({conditions}: Resource, name: string): boolean => isLasting(conditions?.[name] ?? {});

/** What is told to whoever is refused for a condition; `''` where the config does not say. */
export const reasonOf = ({people, conditions}: Resource, name: string): string =>
  people?.[name]?.reason ?? conditions?.[name]?.reason ?? builtInOf(name)?.reason ?? '';

/** Whether an action that needs the condition is none of a record's where it does not hold. */
export const hidesAction = ({conditions}: Resource, name: string): boolean => conditions?.[name]?.whenOff === 'hidden';
