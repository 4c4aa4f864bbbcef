/**
 * The person whose session this page shows. All tabs share one stored session (rules: Session 2), so another tab may sign out, or in as
 * another person. Calls are made as the person on the screen, or not at all (rules: Session 18).
 */
import {isSignedIn, SESSION_KEYS, readSessionKey} from './signedIn.ts';

interface Identity {
  id: number;
  name: string;
  /** Their newest token that this page has seen. */
  token: string;
}

/** `own`: the stored session is this page's, or the page is the login; `ended`: signed out; `another`: of another person. */
export type SessionState = 'own' | 'ended' | 'another';

let identity: Identity | undefined;
const listeners = new Set<() => void>();
let isSignedOutElsewhere = false;

export const storedUserName = (): string => {
  try {
    const {userName} = JSON.parse(readSessionKey('USER')) as {userName?: unknown};
    return typeof userName === 'string' ? userName : '';
  } catch {
    return '';
  }
};

export const sessionState = (): SessionState => {
  if (identity === undefined) return 'own';
  if (!isSignedIn()) return 'ended';
  return Number(readSessionKey('idUsuario')) === identity.id ? 'own' : 'another';
};

/** True while this page's person is signed in, so that its input can still be saved. */
export const hasSession = (): boolean => isSignedIn() && sessionState() === 'own';

/** The token of this page's person, never another's; takes over a token that another tab renewed. */
export const accessToken = (): string | undefined => {
  if (identity === undefined) return readSessionKey('access_token') || undefined;
  const token = readSessionKey('access_token');
  if (token !== identity.token && sessionState() === 'own') identity = {...identity, token, name: storedUserName()};
  return identity.token;
};

export const pageUserName = (): string => identity?.name ?? '';
export const pageUserId = (): number => identity?.id ?? Number(readSessionKey('idUsuario'));

/** True where the person signed out in another tab, which has already asked about unsaved input. */
export const hasSignedOutElsewhere = (): boolean => isSignedOutElsewhere;

export const notifySessionState = (): void => {
  if (sessionState() === 'own') isSignedOutElsewhere = false;
  for (const listener of listeners) listener();
};
const onStorage = ({key}: StorageEvent): void => {
  // The key is null for `localStorage.clear()`, which only signing out calls.
  if (key === null) isSignedOutElsewhere = true;
  if (key === null || (SESSION_KEYS as readonly string[]).includes(key)) notifySessionState();
};

/** Binds the page to the stored session until {@link releaseIdentity}. */
export const acquireIdentity = (): void => {
  isSignedOutElsewhere = false;
  identity ??= {id: Number(readSessionKey('idUsuario')), name: storedUserName(), token: readSessionKey('access_token')};
  window.addEventListener('storage', onStorage);
  // A page restored from the back/forward cache has missed storage events.
  window.addEventListener('pageshow', notifySessionState);
};
export const releaseIdentity = (): void => {
  identity = undefined;
  window.removeEventListener('storage', onStorage);
  window.removeEventListener('pageshow', notifySessionState);
};

export const onSessionState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
