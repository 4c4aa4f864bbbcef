/** Turn holders: people and profiles for whom a record can wait. `autor` is the record's author, `equipe` the team, `robo` the robots. */
import type {Config, Resource} from '../shapes/config.ts';
import {authorField} from './people.ts';

const turnHolderNames = {autor: 'Autor', equipe: 'Equipe', robo: 'Robô'} as const;
export type CommonTurnHolder = keyof typeof turnHolderNames;
/** Turn holders that every resource has. Others are names of `people` and profiles. */
export const commonTurnHolders = Object.keys(turnHolderNames) as readonly CommonTurnHolder[];

type WithPeople = Pick<Resource, 'people'>;

/** Field of the person for whom the record waits; undefined for a profile, the team, or nobody. */
export const turnHolderField = (resource: WithPeople, holder: string): string | undefined =>
  (holder === 'autor' ? authorField(resource) : resource.people?.[holder]?.field);

/** Tells whether a turn holder is the record's author, under any name. */
export const isAuthorTurnHolder = (resource: WithPeople, holder: string): boolean =>
  holder === 'autor' || (holder in (resource.people ?? {}) && turnHolderField(resource, holder) === authorField(resource));

/** Name of a turn holder whose person is not known: 'Equipe', a profile's name, or the label of the person's field. */
export const turnHolderName = (
  {people, fields}: Pick<Resource, 'people' | 'fields'>, holder: string, profiles: Config['profiles'] = {},
): string => {
  const common = isAuthorTurnHolder({people}, holder)
    ? turnHolderNames.autor : turnHolderNames[holder as CommonTurnHolder] as string | undefined;
  return common ?? fields[people?.[holder]?.field ?? '']?.label ?? profiles[holder]?.name ?? holder;
};
