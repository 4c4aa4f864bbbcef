/** What the list in context is filtered by, apart from what this person cannot change. */
import {useListContext} from 'ra-core';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {fixedFilters} from './filterFields.ts';
import {useTypedFilters} from './typedFilters.tsx';

export interface Filters {
  values: Readonly<Record<string, unknown>>;
  /** The filters somebody chose, by name. */
  chosen: readonly string[];
  remove: (name: string) => void;
  clear: () => void;
}

export const useFilters = (name: string): Filters => {
  const fixed = fixedFilters(useConfig(), useResource(name), useSession());
  const list = useListContext();
  const {giveUp} = useTypedFilters();
  const values = list.filterValues as Readonly<Record<string, unknown>>;
  return {
    values,
    chosen: Object.keys(values).filter(one => !(one in fixed)),
    remove: gone => list.setFilters(Object.fromEntries(Object.entries(values).filter(([one]) => one !== gone))),
    clear: () => {
      list.setFilters(fixed);
      giveUp();
    },
  };
};
