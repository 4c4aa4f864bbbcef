/** Who is signed in, for components. */
import {createContext, useContext, useMemo} from 'react';
import type {Session} from '../schema/session.ts';
import {useConfig} from './ConfigContext.tsx';
import {accessToken, currentSession} from './session.ts';

/** Somebody else than the stored session: for tests. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in person; throws outside the shell, which nobody enters without a session (§2). */
export const useSession = (): Session => {
  const config = useConfig();
  const given = useContext(SessionContext);
  const token = accessToken();
  // oxlint-disable-next-line react/exhaustive-deps -- the stored session changes with the token
  const session = useMemo(() => given ?? currentSession(config), [config, given, token]);
  if (session === undefined) throw new Error('useSession needs somebody signed in');
  return session;
};
