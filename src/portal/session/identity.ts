/**
 * Whose session this page shows. The browser keeps one session for all of its tabs (rules: Session 2), so another tab may sign out, or in
 * as somebody else. A call goes out in the name of the person on the screen, or not at all (rules: Session 18).
 */
import {isSignedIn, KEYS, read} from './signedIn.ts';

interface Identity {
  id: number;
  name: string;
  /** The newest token of theirs that this page saw. */
  token: string;
}

/** `own`: still the one of this page, or the page shows nobody's; `ended`: nobody is signed in; `another`: somebody else is. */
export type SessionState = 'own' | 'ended' | 'another';

/** undefined: the page shows no screen that belongs to somebody (the login). */
let identity: Identity | undefined;
const listeners = new Set<() => void>();
let signedOut = false;

/** Who is signed in now, in whatever tab. */
export const nameSignedIn = (): string => {
  try {
    const {userName} = JSON.parse(read('USER')) as {userName?: unknown};
    return typeof userName === 'string' ? userName : '';
  } catch {
    return '';
  }
};

export const sessionState = (): SessionState => {
  if (identity === undefined) return 'own';
  if (!isSignedIn()) return 'ended';
  return Number(read('idUsuario')) === identity.id ? 'own' : 'another';
};

/** Whether the person of this page is signed in, so that what is typed here could still be saved. */
export const hasSession = (): boolean => isSignedIn() && sessionState() === 'own';

/** The token of this page's person, never another's; one that another tab renewed for them is taken up. */
export const accessToken = (): string | undefined => {
  if (identity === undefined) return read('access_token') || undefined;
  const token = read('access_token');
  if (token !== identity.token && sessionState() === 'own') identity = {...identity, token, name: nameSignedIn()};
  return identity.token;
};

/** Whom this page belongs to. */
export const ownName = (): string => identity?.name ?? '';
export const ownId = (): number => identity?.id ?? Number(read('idUsuario'));

/** Whether the person of this page pressed Sair in another tab, which asked them about what is typed here. */
export const isSignedOut = (): boolean => signedOut;

/** Tells everybody who listens how the session stands. */
export const tellSessionState = (): void => {
  if (sessionState() === 'own') signedOut = false;
  for (const listener of listeners) listener();
};
const onStorage = ({key}: StorageEvent): void => {
  // Sair alone clears all there is.
  if (key === null) signedOut = true;
  if (key === null || (KEYS as readonly string[]).includes(key)) tellSessionState();
};

/** The page shows the session that the browser has now, until it is {@link releaseIdentity released}. */
export const holdIdentity = (): void => {
  signedOut = false;
  identity ??= {id: Number(read('idUsuario')), name: nameSignedIn(), token: read('access_token')};
  window.addEventListener('storage', onStorage);
  // A page from the back/forward cache has missed the storage events.
  window.addEventListener('pageshow', tellSessionState);
};
export const releaseIdentity = (): void => {
  identity = undefined;
  window.removeEventListener('storage', onStorage);
  window.removeEventListener('pageshow', tellSessionState);
};

/** @returns the function that stops listening */
export const onSessionState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
