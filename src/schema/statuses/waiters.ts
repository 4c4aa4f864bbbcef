/** Waiters: people and profiles for whom a record can wait. `autor` is the record's author, `equipe` the team, `robo` the robots. */
import type {Config, Resource} from '../config/config.ts';
import {authorField} from './people.ts';

const waiterNames = {autor: 'Autor', equipe: 'Equipe', robo: 'Robô'} as const;
export type Waiter = keyof typeof waiterNames;
/** Waiters that every resource has. Others are names of `people` and profiles. */
export const commonWaiters = Object.keys(waiterNames) as readonly Waiter[];

type WithPeople = Pick<Resource, 'people'>;

/** Field of the person for whom the record waits; undefined for a profile, the team, or nobody. */
export const turnHolderField = (resource: WithPeople, waiter: string): string | undefined =>
  (waiter === 'autor' ? authorField(resource) : resource.people?.[waiter]?.field);

/** Whether a waiter is the record's author, under any name. */
export const isAuthorTurnHolder = (resource: WithPeople, waiter: string): boolean =>
  waiter === 'autor' || (waiter in (resource.people ?? {}) && turnHolderField(resource, waiter) === authorField(resource));

/** Name of a waiter whose person is not known: 'Equipe', a profile's name, or the label of the person's field. */
export const waiterName = (
  {people, fields}: Pick<Resource, 'people' | 'fields'>, waiter: string, profiles: Config['profiles'] = {},
): string => {
  const common = isAuthorTurnHolder({people}, waiter) ? waiterNames.autor : waiterNames[waiter as Waiter] as string | undefined;
  return common ?? fields[people?.[waiter]?.field ?? '']?.label ?? profiles[waiter]?.name ?? waiter;
};
