/** Who is signed in, for components: read once when the shell opens, so that nothing breaks while a session that ended is left. */
import {createContext, useContext} from 'react';
import type {Session} from '../../schema/session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in person; throws outside the shell, which nobody enters without a session (rules: Session 1). */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession needs somebody signed in');
  return session;
};
