/** Resets invalid or unfinished input of a list's filters when the filters are cleared or replaced. */
import {createContext, useContext, useMemo, useState, type ReactNode} from 'react';

interface FilterReset {
  resetCount: number;
  resetInputs: () => void;
}

const FilterResetContext = createContext<FilterReset>({resetCount: 0, resetInputs: () => undefined});

export const useFilterReset = (): FilterReset => useContext(FilterResetContext);

export const FilterResetProvider = ({children}: {children: ReactNode}) => {
  const [turn, setTurn] = useState(0);
  const value = useMemo((): FilterReset => ({resetCount: turn, resetInputs: () => setTurn(count => count + 1)}), [turn]);
  return <FilterResetContext value={value}>{children}</FilterResetContext>;
};
