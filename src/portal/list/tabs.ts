/** The tabs of a list (rules: Lists 14, 22): which one is chosen, how many records each has, and what choosing one does to the filters. */
import {useQuery} from '@tanstack/react-query';
import {useListContext} from 'ra-core';
import type {Endpoint, Tab} from '../../schema/config/config.ts';
import {defaultFilter} from '../../schema/lists/query.ts';
import {INCOMPLETE, INCOMPLETE_LABEL} from '../../schema/lifeCycle/incomplete.ts';
import {TAB, TABS, tabsCall, tabsOf} from '../../schema/lifeCycle/tabs.ts';
import type {TabCount} from '../../schema/wire.ts';
import {useAbout} from '../session/context.ts';
import {isMissing} from '../wire/errors.ts';
import {request} from '../wire/http.ts';
import {justAnswered, unlessKnown} from '../wire/known.ts';
import type {Told} from '../wire/providers/dialects.ts';
import {sortOf} from './address/opening.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Tabs {
  /** Those this person has, none where the server does not know them; after them what is incomplete, while it is. */
  tabs: readonly [name: string, tab: Pick<Tab, 'label' | 'where'>][];
  /** The tab in the address; undefined: none. */
  chosen: string | undefined;
  /** How many records a tab has, whatever the filters say; undefined: not known (yet). */
  totalOf: (name: string) => number | undefined;
  /** The chosen one again: leaves it. */
  choose: (name: string) => void;
  /** Counts again. */
  refresh: () => void;
}

const INCOMPLETE_TAB: Tabs['tabs'][number] = [INCOMPLETE, {label: INCOMPLETE_LABEL, where: [INCOMPLETE]}];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

export const useTabs = (name: string): Tabs => {
  const {resource, session: {perfil}} = useAbout(name);
  const {setFilters, setSort, ...list} = useListContext();
  const filterValues = list.filterValues as Values;
  const {incomplete} = (list.meta ?? {}) as Told;
  const tabs = tabsOf(resource, perfil);
  const call = tabsCall(name, resource);
  const {data, error, refetch} = useQuery({
    // Below the resource's, so that whatever refreshes the records refreshes this too.
    queryKey: [name, TABS],
    enabled: tabs.length > 0 && call !== undefined,
    retry: false,
    refetchOnMount: unlessKnown,
    // The list says itself that something failed.
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const {body} = await request<TabCount[]>(call as Endpoint, {signal});
      justAnswered(body);
      return body;
    },
  });
  const said = filterValues[TAB];
  const chosen = typeof said === 'string' ? said : undefined;
  const period = defaultFilter(resource);
  const isMore = incomplete !== undefined || chosen === INCOMPLETE;
  return {
    tabs: [...isMissing(error) ? [] : tabs, ...isMore ? [INCOMPLETE_TAB] : []],
    chosen,
    totalOf: tab => (tab === INCOMPLETE ? incomplete : data?.find(({aba}) => aba === tab)?.total),
    // A tab is about every day, the list by itself about the last ones.
    choose: tab => {
      const left = tab === chosen;
      setFilters(left ? {...period, ...without(filterValues, [TAB])} : {...without(filterValues, Object.keys(period)), [TAB]: tab});
      setSort(sortOf(resource, left ? undefined : tab));
    },
    refresh: () => void (tabs.length > 0 && !isMissing(error) && refetch()),
  };
};
