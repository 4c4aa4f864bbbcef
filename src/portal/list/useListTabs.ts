/** The tabs of a list (rules: Lists 14, 22): the chosen one, the counts, and how choosing one changes the filters. */
import {useQuery} from '@tanstack/react-query';
import {useListContext} from 'ra-core';
import type {Endpoint, Tab} from '../../schema/shapes/config.ts';
import {defaultPeriodFilter} from '../../schema/lists/listRequest.ts';
import {INCOMPLETE_TAB_NAME, INCOMPLETE_LABEL} from '../../schema/lifeCycle/incomplete.ts';
import {TAB_PARAM, TABS_PATH, tabsCall, tabsOf} from '../../schema/lifeCycle/tabs.ts';
import type {TabCount} from '../../schema/apiShapes.ts';
import {useResourceAndSession} from '../session/context.ts';
import {isNotFound} from '../api/errors.ts';
import {request} from '../api/http.ts';
import {markFresh, refetchUnlessFresh} from '../api/queryFreshness.ts';
import type {ListMeta} from '../api/providers/listDialects.ts';
import {defaultSort} from './address/defaultListParams.ts';

type Values = Readonly<Record<string, unknown>>;

export interface ListTabsState {
  /** The profile's tabs, empty if the server lacks the call; then 'incomplete', while such records exist. */
  tabs: readonly [name: string, tab: Pick<Tab, 'label' | 'where'>][];
  chosen: string | undefined;
  /** The count of a tab, whatever the filters; undefined: not known yet. */
  totalOf: (name: string) => number | undefined;
  /** Choosing the chosen tab leaves it. */
  choose: (name: string) => void;
  refresh: () => void;
}

const INCOMPLETE_TAB: ListTabsState['tabs'][number] = [INCOMPLETE_TAB_NAME, {label: INCOMPLETE_LABEL, where: [INCOMPLETE_TAB_NAME]}];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

export const useListTabs = (name: string): ListTabsState => {
  const {resource, session: {perfil}} = useResourceAndSession(name);
  const {setFilters, setSort, ...list} = useListContext();
  const filterValues = list.filterValues as Values;
  const {incomplete} = (list.meta ?? {}) as ListMeta;
  const tabs = tabsOf(resource, perfil);
  const call = tabsCall(name, resource);
  const {data, error, refetch} = useQuery({
    // Under the resource's query key, so that changes to records refetch the counts.
    queryKey: [name, TABS_PATH],
    enabled: tabs.length > 0 && call !== undefined,
    retry: false,
    refetchOnMount: refetchUnlessFresh,
    // The list itself reports a failure.
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const {body} = await request<TabCount[]>(call as Endpoint, {signal});
      markFresh(body);
      return body;
    },
  });
  const tabFilter = filterValues[TAB_PARAM];
  const chosen = typeof tabFilter === 'string' ? tabFilter : undefined;
  const period = defaultPeriodFilter(resource);
  const hasIncompleteTab = incomplete !== undefined || chosen === INCOMPLETE_TAB_NAME;
  return {
    tabs: [...isNotFound(error) ? [] : tabs, ...hasIncompleteTab ? [INCOMPLETE_TAB] : []],
    chosen,
    totalOf: tab => (tab === INCOMPLETE_TAB_NAME ? incomplete : data?.find(({aba}) => aba === tab)?.total),
    // A tab covers all days; the list without a tab covers the default period.
    choose: tab => {
      const isLeaving = tab === chosen;
      setFilters(
        isLeaving ? {...period, ...without(filterValues, [TAB_PARAM])} : {...without(filterValues, Object.keys(period)), [TAB_PARAM]: tab}
      );
      setSort(defaultSort(resource, isLeaving ? undefined : tab));
    },
    refresh: () => void (tabs.length > 0 && !isNotFound(error) && refetch()),
  };
};
