/** Holds the tab's line to what the server tells as long as the shell is there: from screen to screen it stays the same one. */
import {useEffect} from 'react';
import {BACK, onEvent} from '../../wire/live.ts';

export const LiveHost = () => {
  useEffect(() => onEvent(BACK, () => undefined), []);
  return null;
};
