/**
 * Everybody who looks on at this server. What was written is read from the database for all of them together, as soon as this process
 * has written and, where other processes may write, every second; while nobody looks on nothing is asked.
 */
import {setTimeout as pause} from 'node:timers/promises';
import {RECORD_EVENT} from '../../schema/events.ts';
import type {RecordEvent} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {COMPANIES, USERS} from '../sessions/users.ts';
import {heardBy, sessionsNow, type Session} from './audience.ts';
import {createChanges, type Changes} from './changes.ts';
import {eventText, type EventStream} from './stream.ts';

const SECOND = 1000;
const LOOK_EVERY = SECOND;
/** Proxies take a line for dead after a minute or half of one. */
const BEAT_EVERY = 25 * SECOND;
/** Between two looks at least: a tenth of a second, and nine times as long as the one before took. */
const REST = {least: SECOND / 10, times: 9};
/** After a look that failed. */
const TRY_AGAIN = SECOND;
/** Questions of the form 'may this one know of that?' that one look asks. */
const MOST_ASKED = 100_000;
/** Rows that are read at once. */
const MOST_READ = {least: 20, most: 1000};
/** Streams of one person; with more the oldest ends. */
const MOST_OF_ONE = 10;

export interface Listener extends Session {
  stream: EventStream;
  /** The instant, in milliseconds, from which their token is refused. */
  expires: number;
}

export interface Live {
  /**
   * From the moment that it resolves the listener hears what is committed.
   *
   * @returns false: there are too many already
   */
  join(listener: Listener): Promise<boolean>;
  leave(listener: Listener): void;
  /** Looks at once. */
  wake(): void;
  /** Ends every stream, and lets nobody join any more. */
  end(): void;
  /** Resolves when nothing is asked any more. */
  ended(): Promise<void>;
}

export interface LiveOptions {
  /** How many may listen at once. */
  most: number;
  /** Hears of a look that failed, once until one succeeds. */
  failed: (error: unknown) => void;
}

/** Ids by resource. */
type Ids = Map<string, Set<number>>;

const groupedBySession = (listeners: Iterable<Listener>): {sessions: Session[]; groups: Listener[][]} => {
  const found = new Map<string, Listener[]>();
  for (const listener of listeners) {
    const key = `${listener.id} ${listener.tokenVersao}`;
    const group = found.get(key);
    if (group === undefined) found.set(key, [listener]);
    else group.push(listener);
  }
  const groups = [...found.values()];
  return {groups, sessions: groups.flatMap(([one]) => (one === undefined ? [] : [{id: one.id, tokenVersao: one.tokenVersao}]))};
};

export const createLive = ({config, db, env}: Context, {most, failed}: LiveOptions): Live => {
  const listeners = new Set<Listener>();
  let changes: {read: Changes; begun: Promise<void>} | undefined;
  /** Read and not told yet. */
  let waiting: Ids = new Map();
  let timers: NodeJS.Timeout[] = [];
  const over = new AbortController();
  let isWanted = false;
  /** Whether everybody is asked about anew, whatever has changed. */
  let isAsked = false;
  let round: Promise<void> | undefined;
  let isTold = false;

  const leave = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    timers.forEach(clearInterval);
    timers = [];
    changes = undefined;
    waiting = new Map();
  };
  const dismiss = (listener: Listener, later?: boolean): void => {
    listener.stream.end(later);
    leave(listener);
  };

  /** Reads what is new into what waits. @returns whether there is more */
  const read = async ({read: from, begun}: NonNullable<typeof changes>): Promise<boolean> => {
    await begun;
    const rows = Math.min(MOST_READ.most, Math.max(MOST_READ.least, Math.floor(MOST_ASKED / listeners.size)));
    const {changes: found, more} = await from.next(rows);
    for (const {recurso, idRegistro} of found) {
      if (config.resources[recurso] === undefined) continue;
      const ids = waiting.get(recurso) ?? new Set();
      waiting.set(recurso, ids.add(idRegistro));
    }
    return more;
  };

  /** Tells what waits to those who may know. */
  const tell = async (): Promise<void> => {
    const {sessions, groups} = groupedBySession(listeners);
    const texts = new Map<Listener[], Map<string, string>>();
    const add = (place: number, event: RecordEvent): void => {
      const group = groups[place];
      if (group === undefined) return;
      const known = texts.get(group) ?? new Map<string, string>();
      texts.set(group, known.set(`${event.recurso} ${event.id}`, eventText(RECORD_EVENT, event)));
    };
    for (const [recurso, ids] of waiting) {
      for (const {id, versao, sessoes} of await heardBy(config, db, recurso, [...ids], sessions)) {
        for (const place of sessoes) add(place, {recurso, id, versao});
      }
    }
    if (isAsked || waiting.has(USERS) || waiting.has(COMPANIES)) {
      const now = new Map((await sessionsNow(db, sessions)).map(({sessao, versao}) => [sessao, versao]));
      for (const [place, {id}] of sessions.entries()) {
        const versao = now.get(place);
        if (versao === undefined) groups[place]?.forEach(listener => dismiss(listener));
        // What they reach may have changed with them.
        else if (waiting.get(USERS)?.has(id) === true) add(place, {recurso: USERS, id, versao});
      }
      isAsked = false;
    }
    waiting = new Map();
    for (const [group, events] of texts) {
      const text = [...events.values()].join('');
      for (const listener of group) listener.stream.send(text);
    }
  };

  const look = async (): Promise<number> => {
    const began = performance.now();
    try {
      if (changes !== undefined && (await read(changes))) isWanted = true;
      if (listeners.size > 0 && (waiting.size > 0 || isAsked)) await tell();
      isTold = false;
      return Math.max(REST.least, REST.times * (performance.now() - began));
    } catch (error) {
      if (!isTold) failed(error);
      isTold = true;
      isWanted = true;
      return TRY_AGAIN;
    }
  };
  const run = async (): Promise<void> => {
    while (isWanted && listeners.size > 0 && !over.signal.aborted) {
      isWanted = false;
      await pause(await look(), undefined, {ref: false, signal: over.signal}).catch(() => {});
    }
    round = undefined;
  };
  const wake = (): void => {
    if (listeners.size === 0) return;
    isWanted = true;
    round ??= run();
  };

  const beat = (): void => {
    const now = Date.now();
    for (const listener of listeners) {
      if (listener.expires <= now) dismiss(listener);
      else listener.stream.beat();
    }
    isAsked = true;
    wake();
  };

  const begin = async (): Promise<void> => {
    if (changes === undefined) {
      const from = createChanges(db);
      changes = {read: from, begun: from.begin()};
      // On the embedded database nobody else writes.
      if (env.DATABASE_URL !== undefined) timers.push(setInterval(wake, LOOK_EVERY).unref());
      timers.push(setInterval(beat, BEAT_EVERY).unref());
    }
    await changes.begun;
  };

  return {
    join: async listener => {
      if (over.signal.aborted || listeners.size >= most) return false;
      const [oldest, ...others] = [...listeners].filter(({id}) => id === listener.id);
      if (oldest !== undefined && others.length + 1 >= MOST_OF_ONE) dismiss(oldest, true);
      listeners.add(listener);
      try {
        await begin();
      } catch (error) {
        leave(listener);
        throw error;
      }
      return true;
    },
    leave, wake,
    end: () => {
      over.abort();
      for (const listener of listeners) dismiss(listener);
    },
    ended: async () => round,
  };
};
