/**
 * Where somebody was, in this tab: how far each step of its history was scrolled, and how each list was left. One store
 * per user; Sair clears it with everything else (`session/signOut.ts`).
 */

/** A step of the tab's history. */
interface Step {
  /** The router's key of it. */
  key: string;
  /** Pixels. */
  y?: number;
  /** The record whose row was used last. */
  row?: string;
}

/** A list as it was left last. */
interface LeftList {
  /** What its address said about it: filters, order, page. */
  search: string;
  key: string;
}

/** The records of a list as somebody goes through them: in its order, whatever becomes of the list meanwhile. */
export interface Queue {
  /** What the list's address said. */
  search: string;
  /** Those known so far, one after the other. */
  ids: readonly number[];
  /** Those of them that who goes on to work is led past. */
  skipped?: readonly number[];
  /** How many stand before them. */
  before: number;
  total: number;
}

interface Places {
  steps: readonly Step[];
  lists: Readonly<Record<string, LeftList>>;
  queues: Readonly<Record<string, Queue>>;
  /** By list: the record that was saved since, which is looked for when the list is seen again. */
  saved: Readonly<Record<string, string>>;
}

/** Steps back that nobody counts any more. */
const MOST = 100;
const nowhere: Places = {steps: [], lists: {}, queues: {}, saved: {}};
const storeOf = (user: number): string => `lugares.${user}`;

const read = (user: number): Places => {
  try {
    return {...nowhere, ...JSON.parse(sessionStorage.getItem(storeOf(user)) ?? '{}') as Partial<Places>};
  } catch {
    return nowhere;
  }
};
const write = (user: number, places: Places): void => {
  try {
    sessionStorage.setItem(storeOf(user), JSON.stringify(places));
  } catch {
    // No room in the browser: the way back leads to the top of the list.
  }
};

export const stepAt = (user: number, key: string): Step | undefined => read(user).steps.find(step => step.key === key);

export const keepStep = (user: number, {key, ...more}: Step): void => {
  const places = read(user);
  const others = places.steps.filter(step => step.key !== key);
  const known = places.steps.find(step => step.key === key);
  write(user, {...places, steps: [...others, {...known, key, ...more}].slice(-MOST)});
};

/** @param path of the list's address */
export const leftList = (user: number, path: string): LeftList | undefined => read(user).lists[path];

export const keepList = (user: number, path: string, list: LeftList): void => {
  const places = read(user);
  write(user, {...places, lists: {...places.lists, [path]: list}});
};

/** @param path of the list's address */
export const queueOf = (user: number, path: string): Queue | undefined => read(user).queues[path];

export const keepQueue = (user: number, path: string, queue: Queue): void => {
  const places = read(user);
  write(user, {...places, queues: {...places.queues, [path]: queue}});
};

export const keepSaved = (user: number, path: string, row: string): void => {
  const places = read(user);
  write(user, {...places, saved: {...places.saved, [path]: row}});
};

/** What was saved since the list was left; asked once. */
export const takeSaved = (user: number, path: string): string | undefined => {
  const places = read(user);
  const {[path]: row, ...saved} = places.saved;
  if (row !== undefined) write(user, {...places, saved});
  return row;
};

/**
 * Gives the tab's first step a key of its own: the router calls each first one 'default', and a typed address would be taken for a return.
 */
export const nameFirstStep = (): void => {
  const state = window.history.state as {key?: string} | null;
  if (state?.key === undefined) window.history.replaceState({...state, key: Math.random().toString(36).slice(2)}, '');
};
