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
const keepers = new Set<() => unknown>();
let keeping: Promise<unknown> = Promise.resolve();

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
  if (sessionState() === 'own') identity = {...identity, token: read('access_token')};
  return identity.token;
};

/** Whom this page belongs to. */
export const ownName = (): string => identity?.name ?? '';

/** Tells everybody who listens how the session stands. What is typed is kept first: the other tab may have removed it. */
export const tellSessionState = (): void => {
  if (sessionState() !== 'own') keeping = Promise.allSettled([...keepers].map(async keep => keep()));
  for (const listener of listeners) listener();
};
const onStorage = ({key}: StorageEvent): void => {
  if (key === null || (KEYS as readonly string[]).includes(key)) tellSessionState();
};

/** The page shows the session that the browser has now, until it is {@link releaseIdentity released}. */
export const holdIdentity = (): void => {
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

/**
 * Has work of this page's person written to the browser once more when another tab ends their session.
 *
 * @returns the function that stops it
 */
export const onSessionLost = (keep: () => unknown): (() => void) => {
  keepers.add(keep);
  return () => void keepers.delete(keep);
};

/** Milliseconds that files may take to be written before the page is left. */
const MAX_KEEPING_MS = 2000;

/** Resolves once what is typed and chosen is kept. */
export const workKept = (): Promise<unknown> => Promise.race([
  keeping,
  new Promise(resolve => {
    setTimeout(resolve, MAX_KEEPING_MS);
  }),
]);
