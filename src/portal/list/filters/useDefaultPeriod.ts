/** The default period ('last N days') of a list, while it applies. */
import {defaultPeriodFilter, listFilters} from '../../../schema/lists/listRequest.ts';
import {useResource} from '../../session/context.ts';
import {isDefaultFilterValue} from './filterInputs.ts';
import {useFilters} from './useFilters.ts';

interface DefaultPeriod {
  /** 'últimos 30 dias' */
  label: string;
  hasOtherFilters: boolean;
  removePeriod: () => void;
}

/** @returns undefined for another period, or a list without an default period */
export const useDefaultPeriod = (name: string): DefaultPeriod | undefined => {
  const resource = useResource(name);
  const {values, chosen, remove} = useFilters(name);
  const opening = defaultPeriodFilter(resource);
  const period = listFilters(resource).find(({filter}) => filter.lastDays !== undefined);
  if (period === undefined || !isDefaultFilterValue(opening, period.name, values[period.name])) return undefined;
  return {
    label: `últimos ${period.filter.lastDays} dias`,
    hasOtherFilters: chosen.some(filterName => filterName !== period.name),
    removePeriod: () => remove(period.name),
  };
};
