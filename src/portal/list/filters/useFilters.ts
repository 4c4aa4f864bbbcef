/** The filters of the list in context, without those that the caller cannot change. */
import {useListFilterContext} from 'ra-core';
import {TAB_PARAM} from '../../../schema/lifeCycle/tabs.ts';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {fixedFilters} from './filterInputs.ts';
import {useFilterReset} from './filterReset.tsx';

interface Filters {
  values: Readonly<Record<string, unknown>>;
  chosen: readonly string[];
  remove: (name: string) => void;
  clear: () => void;
}

export const useFilters = (name: string): Filters => {
  const fixed = fixedFilters(useConfig(), useResource(name), useSession());
  const list = useListFilterContext();
  const {resetInputs} = useFilterReset();
  const values = list.filterValues as Readonly<Record<string, unknown>>;
  return {
    values,
    chosen: Object.keys(values).filter(filterName => !(filterName in fixed) && filterName !== TAB_PARAM),
    remove: removedName => list.setFilters(Object.fromEntries(Object.entries(values).filter(([filterName]) => filterName !== removedName))),
    clear: () => {
      list.setFilters(TAB_PARAM in values ? {...fixed, [TAB_PARAM]: values[TAB_PARAM]} : fixed);
      resetInputs();
    },
  };
};
