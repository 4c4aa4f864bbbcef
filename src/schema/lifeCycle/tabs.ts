/** The tabs of a list (rules: Lists 14). */
import type {Config, Endpoint, Resource, Tab} from '../config/config.ts';
import {answerOf} from '../conditions/conditions.ts';
import {apiOf, parseEndpoint, screens} from '../paths.ts';
import type {Session} from '../session.ts';
import {statusesOf} from './statuses.ts';
import {entryOf, fromOf} from './workflow.ts';

/** The filter, and the query parameter, that names the tab. */
export const TAB = 'aba';

/** Its call, below that of the list: `GET {list}/abas`. */
export const TABS = 'abas';

/** Said of one that there is not, or that is another profile's. */
export const UNKNOWN_TAB = 'Aba desconhecida.';

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

/**
 * The tabs whose records wait for this profile, by nothing but where they stand: in a status that waits for the team and is left by a
 * primary action of theirs. How many there are is told to them. @returns with the statuses by their ids
 */
export const waitingTabs = (resource: Resource, perfil: string): {name: string; tab: Tab; ids: readonly (number | string)[]}[] => {
  const decides = (key: string): boolean => Object.values(resource.actions ?? {}).some(action => action.tone === 'primary' &&
    fromOf(resource, action)[key]?.some(entry => entryOf(entry).perfil === perfil) === true);
  return tabsOf(resource, perfil).flatMap(([name, tab]) => {
    const [only, ...others] = tab.where;
    const keys = typeof only === 'object' && others.length === 0 ? only.status ?? [] : [];
    const statuses = statusesOf(resource).filter(({key, waits}) => keys.includes(key) && waits === 'equipe' && decides(key));
    return keys.length > 0 && statuses.length === keys.length ? [{name, tab, ids: statuses.map(({id}) => id)}] : [];
  });
};

/** The list with a tab chosen and nothing else filtered. */
export const tabAddress = (config: Config, resource: Resource, name: string): string =>
  `${screens(config, resource).list}?${new URLSearchParams({filter: JSON.stringify({[TAB]: name})}).toString()}`;

/** 'Para aprovar: 3 tickets' */
export const waitingWords = ({label: {one, many}}: Resource, {label}: Tab, total: number): string =>
  `${label}: ${total.toLocaleString('pt-BR')} ${(total === 1 ? one : many).toLowerCase()}`;

/** Whether there is a tab of this name, whoever has it. */
export const isTab = ({tabs = {}}: Resource, name: unknown): name is string => typeof name === 'string' && Object.hasOwn(tabs, name);

/** The call that counts them; undefined where there are none. */
export const tabsCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return resource.tabs === undefined || list === undefined ? undefined : `GET ${parseEndpoint(list).path}/${TABS}`;
};
