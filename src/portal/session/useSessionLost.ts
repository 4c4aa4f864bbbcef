import {useEffect, useEffectEvent} from 'react';
import {onSessionLost} from './identity.ts';

/** Writes what this component holds to the browser once more when another tab ends the session: Sair removed it with everything. */
export const useSessionLost = (keep: () => unknown): void => {
  const latest = useEffectEvent(keep);
  useEffect(() => onSessionLost(() => latest()), []);
};
