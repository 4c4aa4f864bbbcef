/** Resets invalid or unfinished input of a list's filters when the filters are cleared or replaced. */
import {createContext, useContext, useMemo, useState, type ReactNode} from 'react';

interface FilterReset {
  /** Increments with each reset. */
  turn: number;
  giveUp: () => void;
}

const FilterResetContext = createContext<FilterReset>({turn: 0, giveUp: () => undefined});

export const useTypedFilters = (): FilterReset => useContext(FilterResetContext);

export const TypedFilters = ({children}: {children: ReactNode}) => {
  const [turn, setTurn] = useState(0);
  const value = useMemo((): FilterReset => ({turn, giveUp: () => setTurn(count => count + 1)}), [turn]);
  return <FilterResetContext value={value}>{children}</FilterResetContext>;
};
