/** Tabs of a list (rules: Lists 14). */
import type {Endpoint, Resource, Tab} from '../shapes/config.ts';
import {evaluateCondition} from '../conditions/evaluate.ts';
import {apiOf, parseEndpoint} from '../paths.ts';
import type {Session} from '../session.ts';
import {INCOMPLETE_TAB_NAME, INCOMPLETE_LABEL} from './incomplete.ts';
import {statusesOf} from '../statuses/statuses.ts';

export {TAB_PARAM} from '../pages.ts';

/** Path step of the call that counts them: `GET {list}/abas`. */
export const TABS_PATH = 'abas';

export const tabsOf = ({tabs = {}}: Resource, perfil: string): [name: string, tab: Tab][] =>
  Object.entries(tabs).filter(([, {profiles}]) => profiles?.includes(perfil) ?? true);

/** Tab with all open records, among those of the caller; undefined if there is none. */
export const findTabOfOpenRecords = (resource: Resource, session: Session): string | undefined => {
  const [name] = tabsOf(resource, session.perfil).find(([, {where}]) => statusesOf(resource).every(({id, end}) => {
    const answers = where.map(condition => evaluateCondition(condition, {resource, session, record: {[resource.status ?? '']: id}}));
    return end ? answers.includes(false) : answers.every(Boolean);
  })) ?? [];
  return name;
};

/** Tells whether the `aba` parameter of a list is a tab. Resources without tabs have only the one of incomplete records. */
export const isTabOfList = ({tabs}: Resource, name: unknown): boolean => tabs !== undefined || name === INCOMPLETE_TAB_NAME;

export const tabLabel = ({tabs = {}}: Resource, name: unknown): string | undefined =>
  (name === INCOMPLETE_TAB_NAME ? INCOMPLETE_LABEL : tabs[String(name)]?.label);

/** Call that counts the tabs; undefined if there are none. */
export const tabsCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return resource.tabs === undefined || list === undefined ? undefined : `GET ${parseEndpoint(list).path}/${TABS_PATH}`;
};
