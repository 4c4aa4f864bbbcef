/** Session storage of a tab's scroll positions and list states, one entry per user; signing out clears it (`session/signOut.ts`). */

/** An entry of the tab's history. */
interface HistoryStep {
  key: string;
  /** Scroll position in pixels. */
  y?: number;
  /** Id of the record whose row was used last. */
  row?: string;
}

interface LeftList {
  /** The address's query: filters, order, page. */
  search: string;
  key: string;
}

/** A snapshot of a list's order, for going through its records. */
export interface NeighbourList {
  search: string;
  /** Consecutive records loaded so far. */
  ids: readonly number[];
  /** Records to skip. */
  skipped?: readonly number[];
  /** The number of records before `ids`. */
  before: number;
  total: number;
}

interface Places {
  steps: readonly HistoryStep[];
  lists: Readonly<Record<string, LeftList>>;
  queues: Readonly<Record<string, NeighbourList>>;
  /** By list: the saved record whose row the list focuses when it is shown again. */
  saved: Readonly<Record<string, string>>;
}

const MAX_STEPS = 100;
const EMPTY_PLACES: Places = {steps: [], lists: {}, queues: {}, saved: {}};
const storageKey = (user: number): string => `lugares.${user}`;

const readPlaces = (user: number): Places => {
  try {
    return {...EMPTY_PLACES, ...JSON.parse(sessionStorage.getItem(storageKey(user)) ?? '{}') as Partial<Places>};
  } catch {
    return EMPTY_PLACES;
  }
};
const writePlaces = (user: number, places: Places): void => {
  try {
    sessionStorage.setItem(storageKey(user), JSON.stringify(places));
  } catch {
    // Storage is full: a list opens at its top.
  }
};

export const readTabHistoryStep = (user: number, key: string): HistoryStep | undefined =>
  readPlaces(user).steps.find(step => step.key === key);

export const writeTabHistoryStep = (user: number, {key, ...changes}: HistoryStep): void => {
  const places = readPlaces(user);
  const otherSteps = places.steps.filter(step => step.key !== key);
  const storedStep = places.steps.find(step => step.key === key);
  writePlaces(user, {...places, steps: [...otherSteps, {...storedStep, key, ...changes}].slice(-MAX_STEPS)});
};

/** @param path of the list's address */
export const readListState = (user: number, path: string): LeftList | undefined => readPlaces(user).lists[path];

export const writeListState = (user: number, path: string, list: LeftList): void => {
  const places = readPlaces(user);
  writePlaces(user, {...places, lists: {...places.lists, [path]: list}});
};

/** @param path of the list's address */
export const readNeighbourList = (user: number, path: string): NeighbourList | undefined => readPlaces(user).queues[path];

export const writeNeighbourList = (user: number, path: string, queue: NeighbourList): void => {
  const places = readPlaces(user);
  writePlaces(user, {...places, queues: {...places.queues, [path]: queue}});
};

export const writeSavedRecordId = (user: number, path: string, row: string): void => {
  const places = readPlaces(user);
  writePlaces(user, {...places, saved: {...places.saved, [path]: row}});
};

/** Reads and clears the record that was saved since the list was left. */
export const takeSavedRecordId = (user: number, path: string): string | undefined => {
  const places = readPlaces(user);
  const {[path]: row, ...saved} = places.saved;
  if (row !== undefined) writePlaces(user, {...places, saved});
  return row;
};

/** Gives the tab's first step a unique key, because the router calls each one 'default' and a typed address would count as a return. */
export const assignFirstStepKey = (): void => {
  const state = window.history.state as {key?: string} | null;
  if (state?.key === undefined) window.history.replaceState({...state, key: Math.random().toString(36).slice(2)}, '');
};
