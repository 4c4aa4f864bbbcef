/** Which inputs of a form are in sight: what is refused of a field that has none there has to be told elsewhere. */
import {createContext, useContext, useEffect} from 'react';

/** The names of those that are drawn; around a form that asks for them. */
export const DrawnInputs = createContext<Set<string> | undefined>(undefined);

/** Keeps the name there as long as its input is drawn. */
export const useDrawn = (name: string): void => {
  const drawn = useContext(DrawnInputs);
  useEffect(() => {
    drawn?.add(name);
    return () => void drawn?.delete(name);
  }, [drawn, name]);
};
