/** Tabs whose number is told to whoever they wait for (rules: Notices 6). */
import {entryOf} from '../access.ts';
import type {Config, Resource, Tab} from '../config/config.ts';
import {screens} from '../paths.ts';
import {statusesOf} from './statuses.ts';
import {TAB, tabsOf} from './tabs.ts';
import {fromOf} from './workflow.ts';

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
