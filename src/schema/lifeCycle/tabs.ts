/** The tabs of a list (rules: Lists 14). */
import type {Endpoint, Resource, Tab} from '../config/config.ts';
import {answerOf} from '../conditions/conditions.ts';
import {apiOf, parseEndpoint} from '../paths.ts';
import type {Session} from '../session.ts';
import {INCOMPLETE, INCOMPLETE_LABEL} from './incomplete.ts';
import {statusesOf} from '../statuses/statuses.ts';

export {TAB} from '../pages.ts';

/** Its call, below that of the list: `GET {list}/abas`. */
export const TABS = 'abas';

/** The tabs somebody has, by name, in their order. */
export const tabsOf = ({tabs = {}}: Resource, perfil: string): [name: string, tab: Tab][] =>
  Object.entries(tabs).filter(([, {profiles}]) => profiles?.includes(perfil) ?? true);

/** The tab, of those somebody has, of all records that stand at no end; undefined: none. */
export const openTab = (resource: Resource, session: Session): string | undefined => {
  const [name] = tabsOf(resource, session.perfil).find(([, {where}]) => statusesOf(resource).every(({id, end}) => {
    const answers = where.map(condition => answerOf(condition, {resource, session, record: {[resource.status ?? '']: id}}));
    return end ? answers.includes(false) : answers.every(Boolean);
  })) ?? [];
  return name;
};

/** Whether what is given as a tab of a list is meant as one. */
export const asksTab = ({tabs}: Resource, name: unknown): boolean => tabs !== undefined || name === INCOMPLETE;

/** What the tab of a name is called, in the headline of its list. */
export const tabLabel = ({tabs = {}}: Resource, name: unknown): string | undefined =>
  (name === INCOMPLETE ? INCOMPLETE_LABEL : tabs[String(name)]?.label);

/** The call that counts them; undefined where there are none. */
export const tabsCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return resource.tabs === undefined || list === undefined ? undefined : `GET ${parseEndpoint(list).path}/${TABS}`;
};
