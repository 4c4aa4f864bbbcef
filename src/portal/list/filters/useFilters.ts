/** What the list in context is filtered by, apart from what this person cannot change. */
import {useListFilterContext} from 'ra-core';
import {TAB} from '../../../schema/lifeCycle/tabs.ts';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {fixedFilters} from './filterFields.ts';
import {useTypedFilters} from './typedFilters.tsx';

interface Filters {
  values: Readonly<Record<string, unknown>>;
  /** The filters somebody chose, by name; a tab is none. */
  chosen: readonly string[];
  remove: (name: string) => void;
  /** All but the tab. */
  clear: () => void;
}

export const useFilters = (name: string): Filters => {
  const fixed = fixedFilters(useConfig(), useResource(name), useSession());
  const list = useListFilterContext();
  const {giveUp} = useTypedFilters();
  const values = list.filterValues as Readonly<Record<string, unknown>>;
  return {
    values,
    chosen: Object.keys(values).filter(one => !(one in fixed) && one !== TAB),
    remove: gone => list.setFilters(Object.fromEntries(Object.entries(values).filter(([one]) => one !== gone))),
    clear: () => {
      list.setFilters(TAB in values ? {...fixed, [TAB]: values[TAB]} : fixed);
      giveUp();
    },
  };
};
