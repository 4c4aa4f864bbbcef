/** What stands in the inputs of a list's filters and is no filter (yet) is given up when all of them are cleared or replaced. */
import {createContext, useContext, useMemo, useState, type ReactNode} from 'react';

interface Typed {
  /** Counts up each time. */
  turn: number;
  giveUp: () => void;
}

const TypedContext = createContext<Typed>({turn: 0, giveUp: () => undefined});

export const useTypedFilters = (): Typed => useContext(TypedContext);

/** Around a list with its filters. */
export const TypedFilters = ({children}: {children: ReactNode}) => {
  const [turn, setTurn] = useState(0);
  const value = useMemo(() => ({turn, giveUp: () => setTurn(one => one + 1)}), [turn]);
  return <TypedContext value={value}>{children}</TypedContext>;
};
