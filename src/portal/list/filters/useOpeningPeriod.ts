/** The last days that a list opens with, as long as they are what it is filtered by. */
import {defaultFilter, filtersOf} from '../../../schema/lists/query.ts';
import {useResource} from '../../session/context.ts';
import {isOpening} from './filterFields.ts';
import {useFilters} from './useFilters.ts';

interface OpeningPeriod {
  /** 'últimos 30 dias' */
  words: string;
  /** Something else is filtered, too. */
  among: boolean;
  /** Filters by all days, and by all else as before. */
  widen: () => void;
}

/** @returns undefined where the list is about other days, or opens with all of them */
export const useOpeningPeriod = (name: string): OpeningPeriod | undefined => {
  const resource = useResource(name);
  const {values, chosen, remove} = useFilters(name);
  const opening = defaultFilter(resource);
  const period = filtersOf(resource).find(({filter}) => filter.lastDays !== undefined);
  if (period === undefined || !isOpening(opening, period.name, values[period.name])) return undefined;
  return {
    words: `últimos ${period.filter.lastDays} dias`,
    among: chosen.some(one => one !== period.name),
    widen: () => remove(period.name),
  };
};
