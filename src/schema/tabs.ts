/** The tabs of a list (rules: Lists 14). */
import type {Resource, Tab} from './config.ts';

/** The filter, and the query parameter, that names the tab. */
export const TAB = 'aba';

/** Its call, below that of the list: `GET {list}/abas`. */
export const TABS = 'abas';

/** The tabs somebody has, by name, in their order. */
export const tabsOf = ({tabs = {}}: Resource, perfil: string): [name: string, tab: Tab][] =>
  Object.entries(tabs).filter(([, {profiles}]) => profiles?.includes(perfil) ?? true);
