/** Whom a record's life tells, and what each of them reads (rules: Notices 1). */
import type {Config, Resource, Tells} from '../config/config.ts';
import {TEAM} from '../words/notices.ts';

export type Telling = Exclude<Tells[string], string>;

/** By whom it says, in its order. */
export const tellingsOf = (tells: Tells = {}): [who: string, telling: Telling][] =>
  Object.entries(tells).map(([who, said]) => [who, typeof said === 'string' ? {says: said} : said]);

/** Whether anything that is done to records of a resource tells anybody. */
export const tellsOf = ({tells = {}, actions = {}}: Resource): boolean =>
  [...Object.values(tells), ...Object.values(actions).map(action => action.tells)].some(one => one !== undefined);

/** Who one of those is: in a field of the record, in one of what it names, or everybody of a profile or the team. */
export type Hearer =
  | {readonly field: string}
  | {readonly through: string; readonly field: string}
  | {readonly profiles: readonly string[]; readonly isTeam: boolean};

export const hearerOf = ({profiles}: Pick<Config, 'profiles'>, {people}: Pick<Resource, 'people'>, who: string): Hearer => {
  const own = people?.[who]?.field;
  if (own !== undefined) return {field: own};
  const [through = '', field] = who.split('.');
  if (field !== undefined) return {through, field};
  const isTeam = who === TEAM;
  return {isTeam, profiles: Object.keys(profiles).filter(perfil => (isTeam ? profiles[perfil]?.team === true : perfil === who))};
};
