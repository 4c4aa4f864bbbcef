/** Recipients and texts of notices (rules: Notices 1). */
import type {Config, Resource, Notices} from '../shapes/config.ts';
import {referencedValueOf} from '../fields/relatedFields.ts';
import {TEAM} from '../words/notices.ts';

export type NoticeRule = Exclude<Notices[string], string>;

/** Recipients with their notices, in declared order. */
export const listNoticeRules = (tells: Notices = {}): [recipient: string, notice: NoticeRule][] =>
  Object.entries(tells).map(([recipient, notice]) => [recipient, typeof notice === 'string' ? {says: notice} : notice]);

export const sendsNotices = ({tells = {}, actions = {}}: Resource): boolean =>
  [...Object.values(tells), ...Object.values(actions).map(action => action.tells)].some(notices => notices !== undefined);

/** Resolved recipient: a field of the record, a field of a referenced record, or all people of a profile or the team. */
export type NoticeRecipient =
  | {readonly field: string}
  | {readonly through: string; readonly field: string}
  | {readonly profiles: readonly string[]; readonly isTeam: boolean};

export const resolveRecipient = (
  {profiles}: Pick<Config, 'profiles'>, {people, fields}: Pick<Resource, 'people' | 'fields'>, recipient: string,
): NoticeRecipient => {
  const personField = people?.[recipient]?.field;
  if (personField !== undefined) return referencedValueOf({fields}, personField) ?? {field: personField};
  const [through = '', field] = recipient.split('.');
  if (field !== undefined) return {through, field};
  const isTeam = recipient === TEAM;
  return {isTeam, profiles: Object.keys(profiles).filter(perfil => (isTeam ? profiles[perfil]?.team === true : perfil === recipient))};
};
