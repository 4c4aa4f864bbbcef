/** Tabs whose counts are shown beside the notices (rules: Notices 6). */
import type {Config, Resource, Tab} from '../shapes/config.ts';
import {screens} from '../paths.ts';
import {TAB_PARAM, tabsOf} from './tabs.ts';

export const listCountedTabs = (resource: Resource, perfil: string): [name: string, tab: Tab][] =>
  tabsOf(resource, perfil).filter(([, {told: isAnnounced}]) => isAnnounced);

/** Address of a list filtered by a tab alone. */
export const tabAddress = (config: Config, resource: Resource, name: string): string =>
  `${screens(config, resource).list}?${new URLSearchParams({filter: JSON.stringify({[TAB_PARAM]: name})}).toString()}`;

/** 'Para aprovar: 3 tickets' */
export const formatTabCount = ({label: {one, many}}: Resource, {label}: Tab, total: number): string =>
  `${label}: ${total.toLocaleString('pt-BR')} ${(total === 1 ? one : many).toLowerCase()}`;
