/** The opening period ('last N days') of a list, while it applies. */
import {defaultFilter, filtersOf} from '../../../schema/lists/query.ts';
import {useResource} from '../../session/context.ts';
import {isOpening} from './filterFields.ts';
import {useFilters} from './useFilters.ts';

interface OpeningPeriod {
  /** 'últimos 30 dias' */
  words: string;
  /** Other filters apply too. */
  among: boolean;
  /** Removes the period and keeps the other filters. */
  widen: () => void;
}

/** @returns undefined for another period, or a list without an opening period */
export const useOpeningPeriod = (name: string): OpeningPeriod | undefined => {
  const resource = useResource(name);
  const {values, chosen, remove} = useFilters(name);
  const opening = defaultFilter(resource);
  const period = filtersOf(resource).find(({filter}) => filter.lastDays !== undefined);
  if (period === undefined || !isOpening(opening, period.name, values[period.name])) return undefined;
  return {
    words: `últimos ${period.filter.lastDays} dias`,
    among: chosen.some(filterName => filterName !== period.name),
    widen: () => remove(period.name),
  };
};
