/** The rendered inputs of a form; an error of a field without one has to be shown elsewhere. */
import {createContext, useContext, useEffect} from 'react';

export const DrawnInputs = createContext<Set<string> | undefined>(undefined);

export const useDrawn = (name: string): void => {
  const renderedNames = useContext(DrawnInputs);
  useEffect(() => {
    renderedNames?.add(name);
    return () => void renderedNames?.delete(name);
  }, [renderedNames, name]);
};
