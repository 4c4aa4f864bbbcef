/** Reacts to a sign-out, or a sign-in as somebody else, in another tab (rules: Session 18). */
import {useEffect, useSyncExternalStore} from 'react';
import {isSignedOut, onSessionState, sessionState} from '../../session/identity.ts';
import {endSession, type GoTo} from '../../session/leaving.ts';
import {followSignOut} from '../../session/signOut.ts';
import {AnotherSession} from './AnotherSession.tsx';

export const SessionGuard = ({goTo}: {goTo: GoTo}) => {
  const state = useSyncExternalStore(onSessionState, sessionState);
  useEffect(() => {
    if (state === 'ended') (isSignedOut() ? followSignOut : endSession)(goTo);
  }, [state, goTo]);
  return state === 'another' && <AnotherSession onReload={() => goTo(window.location.pathname + window.location.search)} />;
};
