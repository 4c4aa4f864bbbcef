/** What becomes of this page when another tab signs out, or in as somebody else (rules: Session 18). */
import {useEffect, useSyncExternalStore} from 'react';
import {isSignedOut, nameSignedIn, onSessionState, ownName, sessionState} from '../../session/identity.ts';
import {endSession, followSignOut, type GoTo} from '../../session/leaving.ts';
import {later} from '../../ui/later.tsx';

const AnotherSession = later(async () => (await import('./AnotherSession.tsx')).AnotherSession);

export const SessionGuard = ({goTo}: {goTo: GoTo}) => {
  const state = useSyncExternalStore(onSessionState, sessionState);
  // Told apart from whether it is another: what a sign-in writes comes key by key, the name after the id.
  const now = useSyncExternalStore(onSessionState, nameSignedIn);
  useEffect(() => {
    if (state === 'ended') (isSignedOut() ? followSignOut : endSession)(goTo);
  }, [state, goTo]);
  return state === 'another'
    ? <AnotherSession own={ownName()} now={now} onReload={() => goTo(window.location.pathname + window.location.search)} />
    : null;
};
