import {useEffect, useState} from 'react';

const PAUSE_MS = 150;

export const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
