/** The rendered inputs of a form; an error of a field without one has to be shown elsewhere. */
import {createContext, useContext, useEffect} from 'react';

export const RenderedInputs = createContext<Set<string> | undefined>(undefined);

export const useRenderedInput = (name: string): void => {
  const renderedNames = useContext(RenderedInputs);
  useEffect(() => {
    renderedNames?.add(name);
    return () => void renderedNames?.delete(name);
  }, [renderedNames, name]);
};
