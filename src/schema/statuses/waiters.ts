/** Whom a record can wait for, and how that is said. `autor`: who made it; `equipe`: whoever works it; `robo`. */
import type {Config, Resource} from '../config/config.ts';
import {authorField} from './people.ts';

const waiters = {autor: 'Autor', equipe: 'Equipe', robo: 'Robô'} as const;
export type Waiter = keyof typeof waiters;
/** Beside these a record waits for a name of `people`, or a profile. */
export const commonWaiters = Object.keys(waiters) as readonly Waiter[];

type Peopled = Pick<Resource, 'people'>;

/** The field that names whom a record waits for; undefined where it waits for several, or nobody. */
export const waitedField = (resource: Peopled, waiter: string): string | undefined =>
  (waiter === 'autor' ? authorField(resource) : resource.people?.[waiter]?.field);

/** Whether it is whoever made the record, by whatever name. */
export const isAuthor = (resource: Peopled, waiter: string): boolean =>
  waiter === 'autor' || (waiter in (resource.people ?? {}) && waitedField(resource, waiter) === authorField(resource));

/** As a column names it, where nobody knows who it is: 'Equipe', a profile's name, what the field of a person is called. */
export const waiterName = (
  {people, fields}: Pick<Resource, 'people' | 'fields'>, waiter: string, profiles: Config['profiles'] = {},
): string => {
  const common = isAuthor({people}, waiter) ? waiters.autor : waiters[waiter as Waiter] as string | undefined;
  return common ?? fields[people?.[waiter]?.field ?? '']?.label ?? profiles[waiter]?.name ?? waiter;
};
