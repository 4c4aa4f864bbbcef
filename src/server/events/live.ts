/**
 * Everybody who looks on at this server. What was written is read from the database for all of them together, as soon as this process
 * has written and, where other processes may write, every second; while nobody looks on nothing is asked.
 */
import {setTimeout as pause} from 'node:timers/promises';
import type {Config} from '../../schema/shapes/config.ts';
import {PRESENCE_EVENT} from '../../schema/events.ts';
import type {PresenceEvent} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {createPresenceChanges} from '../presence/presence.ts';
import type {Session} from './audience.ts';
import {changedWithin, createChanges, createUnread, type Change, type Changes} from './changes.ts';
import {eventText, type EventStream} from './stream.ts';
import {noticeText, tellingOf} from './tell.ts';

const SECOND = 1000;
const LOOK_INTERVAL_MS = SECOND;
/** Proxies take a line for dead after a minute or half of one. */
const HEARTBEAT_INTERVAL_MS = 25 * SECOND;
/** Between two looks: three times as long as the one before took, within these. A database that starves makes them late enough. */
const REST = {least: SECOND / 10, times: 3, most: SECOND};
export const restAfter = (took: number): number => Math.min(REST.most, Math.max(REST.least, REST.times * took));
/** The wait after a look that failed. */
const RETRY_DELAY_MS = SECOND;
/** Pairs of a listener and a changed record that one look checks. */
const MAX_REACH_CHECKS = 100_000;
/** Rows of the history that one look reads. */
const BATCH_ROWS = {least: 20, most: 1000};
/** With one more, the person's oldest stream ends. */
const MAX_STREAMS_PER_PERSON = 10;

export interface Listener extends Session {
  stream: EventStream;
  /** Whether they have notices. */
  isPerson: boolean;
  /** Whether they may know who else has a record open. */
  isTeam: boolean;
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
  /**
   * Tells somebody who has joined of the milliseconds before, and of some that came before those.
   *
   * @returns false: that was too much
   */
  tellBefore(listener: Listener, milliseconds: number): Promise<boolean>;
  /** Looks at once. */
  wake(): void;
  /** Ends every stream, and lets nobody join any more. */
  end(): void;
  /** Resolves when nothing is asked any more. */
  ended(): Promise<void>;
}

interface LiveOptions {
  /** How many may listen at once. */
  most: number;
  /** Hears of a look that failed, once until one succeeds. */
  failed: (error: unknown) => void;
}

/** Those who listen, by session, each once. */
const bySession = (listeners: Iterable<Listener>): Listener[][] =>
  [...Map.groupBy(listeners, ({id, tokenVersao}) => `${id} ${tokenVersao}`).values()];

/** Events that are not sent yet. */
interface PendingEvents {
  /** Records by resource, each with the first entry that may have changed who reaches it. */
  records: Map<string, Map<number, number | undefined>>;
  /** Those of them that have numbers of others that changed. */
  calculated: Set<string>;
  /** The profiles that learn nothing of what became of a record, by their ids. */
  hidden: Map<string, readonly number[]>;
}
const noEvents = (): PendingEvents => ({records: new Map(), calculated: new Set(), hidden: new Map()});

const addChanges = ({resources}: Config, changes: readonly Change[], into: PendingEvents): PendingEvents => {
  for (const {recurso, idRegistro, desde, calculado, ocultoDe} of changes) {
    if (resources[recurso] === undefined) continue;
    const ids = into.records.get(recurso) ?? new Map<number, number | undefined>();
    // An entry that was committed late may be older than those that are here already.
    const first = Math.min(ids.get(idRegistro) ?? Infinity, desde ?? Infinity);
    const key = `${recurso}/${idRegistro}`;
    if (calculado) into.calculated.add(key);
    // Of several changes each profile is told of those that it may know.
    into.hidden.set(key, into.hidden.get(key)?.filter(id => ocultoDe.includes(id)) ?? ocultoDe);
    into.records.set(recurso, ids.set(idRegistro, first === Infinity ? undefined : first));
  }
  return into;
};

/** Where events come from while somebody listens. */
interface Source extends PendingEvents {
  changes: Changes;
  begun: Promise<void>;
  readers: ReturnType<typeof createUnread>;
  presences: ReturnType<typeof createPresenceChanges>;
  timers: NodeJS.Timeout[];
  /** Users whose notices have changed, and who were not told yet. */
  people: Set<number>;
  /** Whether everybody is asked about anew, whatever has changed. */
  isDue: boolean;
}

export const createLive = ({config, db, env}: Context, {most, failed}: LiveOptions): Live => {
  const listeners = new Set<Listener>();
  /** The count of unread notices that each was told last. */
  const unread = new WeakMap<Listener, number>();
  let source: Source | undefined;
  const over = new AbortController();
  let isWanted = false;
  let round: Promise<void> | undefined;
  let isFailureReported = false;

  const leave = (listener: Listener): void => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.timers.forEach(clearInterval);
    source = undefined;
  };
  const dismiss = (listener: Listener, later?: boolean): void => {
    listener.stream.end(later);
    leave(listener);
  };
  const count = (listener: Listener, naoLidos: number | undefined): string => {
    if (!listener.isPerson || naoLidos === undefined || unread.get(listener) === naoLidos) return '';
    unread.set(listener, naoLidos);
    return noticeText(naoLidos);
  };

  /** Reads what is new. @returns whether there is more */
  const read = async (from: Source): Promise<boolean> => {
    const {changes, begun, readers, people} = from;
    await begun;
    const rows = Math.min(BATCH_ROWS.most, Math.max(BATCH_ROWS.least, Math.floor(MAX_REACH_CHECKS / listeners.size)));
    const {changes: found, more, lost} = await changes.next(rows);
    if (lost) {
      // They come back, to begin where the database is now, and are told of the milliseconds between.
      for (const listener of listeners) dismiss(listener);
      return false;
    }
    addChanges(config, found, from);
    for (const id of await readers([...new Set([...listeners].map(listener => listener.id))])) people.add(id);
    return more;
  };

  /** Tells the team who came to the records that they have open, and who left them. */
  const tellPresences = async ({presences}: Source): Promise<void> => {
    const team = [...listeners].filter(({isTeam}) => isTeam);
    for (const {viewer, recurso, id} of await presences([...new Set(team.map(listener => listener.id))])) {
      const text = eventText(PRESENCE_EVENT, {recurso, id} satisfies PresenceEvent);
      for (const {stream} of team.filter(listener => listener.id === viewer)) stream.send(text);
    }
  };

  /** Tells what was read to those who may know, and whoever has just come how many notices they have not read. */
  const tell = async (from: Source): Promise<void> => {
    const {records, calculated, hidden, isDue} = from;
    const fresh = [...listeners].filter(listener => listener.isPerson && !unread.has(listener)).map(({id}) => id);
    const readers = new Set([...from.people, ...fresh]);
    if (records.size === 0 && readers.size === 0 && !isDue) return;
    from.isDue = false;
    const groups = bySession(listeners);
    const telling = await tellingOf({config, db}, groups.flatMap(([one]) => one ?? []), {records, calculated, hidden, readers, isDue});
    Object.assign(from, {...noEvents(), people: new Set()});
    for (const [place, group] of groups.entries()) {
      for (const listener of group) {
        const text = (telling.texts.get(place) ?? '') + count(listener, telling.unread.get(listener.id));
        if (telling.over.has(place)) dismiss(listener);
        else if (text !== '') listener.stream.send(text);
      }
    }
  };

  const look = async (): Promise<number> => {
    const began = performance.now();
    try {
      const from = source;
      if (from !== undefined && (await read(from))) isWanted = true;
      if (from !== undefined && from === source) await tell(from);
      if (from !== undefined && from === source) await tellPresences(from);
      isFailureReported = false;
      return restAfter(performance.now() - began);
    } catch (error) {
      if (source !== undefined) source.isDue = true;
      if (!isFailureReported) failed(error);
      isFailureReported = true;
      isWanted = true;
      return RETRY_DELAY_MS;
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
    if (source !== undefined) source.isDue = true;
    wake();
  };

  const begin = (): Source => {
    const changes = createChanges({config, db});
    const timers = [setInterval(beat, HEARTBEAT_INTERVAL_MS).unref()];
    // On the embedded database nobody else writes.
    if (env.DATABASE_URL !== undefined) timers.push(setInterval(wake, LOOK_INTERVAL_MS).unref());
    return {
      changes, begun: changes.begin(), readers: createUnread(db), presences: createPresenceChanges(db), timers, ...noEvents(),
      people: new Set(), isDue: false,
    };
  };

  return {
    join: async listener => {
      if (over.signal.aborted || listeners.size >= most) return false;
      const [oldest, ...others] = [...listeners].filter(({id}) => id === listener.id);
      if (oldest !== undefined && others.length + 1 >= MAX_STREAMS_PER_PERSON) dismiss(oldest, true);
      listeners.add(listener);
      try {
        source ??= begin();
        await source.begun;
      } catch (error) {
        leave(listener);
        throw error;
      }
      wake();
      return true;
    },
    leave, wake,
    tellBefore: async (listener, milliseconds) => {
      const changes = await changedWithin({config, db}, milliseconds);
      if (changes === undefined) return false;
      const events = addChanges(config, changes, noEvents());
      const {texts} = await tellingOf({config, db}, [listener], {...events, readers: new Set(), isDue: false});
      listener.stream.send(texts.get(0) ?? '');
      return true;
    },
    end: () => {
      over.abort();
      for (const listener of listeners) dismiss(listener);
    },
    ended: async () => round,
  };
};
