import {useEffect, useState} from 'react';

/** Milliseconds: shorter than anybody waits, longer than between two keys. */
const PAUSE = 150;

/** What is typed, once typing pauses; until then what it was. */
export const useAfterPause = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
