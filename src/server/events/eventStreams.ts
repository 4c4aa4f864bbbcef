/**
 * All event streams of this server. Changes are polled for all listeners together after each write of this process.
 * Other processes' writes are found every second; without listeners nothing is polled.
 */
import {setTimeout as pause} from 'node:timers/promises';
import type {Config} from '../../schema/shapes/config.ts';
import {PRESENCE_EVENT} from '../../schema/events.ts';
import type {PresenceEvent} from '../../schema/apiShapes.ts';
import type {Context} from '../context.ts';
import {createPresencePoll} from '../presence/presence.ts';
import type {StreamSession} from './audience.ts';
import {readChangesSince, createChangePoll, createNoticePoll, type RecordChange, type ChangePoll} from './changePoll.ts';
import {formatEvent, type EventStream} from './eventStream.ts';
import {formatNoticeEvent, composeEvents} from './composeEvents.ts';

const SECOND_MS = 1000;
const POLL_INTERVAL_MS = SECOND_MS;
/** Proxies close idle connections after 30 to 60 seconds. */
const HEARTBEAT_INTERVAL_MS = 25 * SECOND_MS;
/** Pause between two polls: three times the duration of the last one, within limits, which spares an overloaded database. */
const PAUSE_MS = {least: SECOND_MS / 10, times: 3, most: SECOND_MS};
export const pauseAfterPoll = (durationMs: number): number =>
  Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, PAUSE_MS.times * durationMs));
const RETRY_DELAY_MS = SECOND_MS;
const MAX_REACH_CHECKS = 100_000;
const BATCH_ROWS = {least: 20, most: 1000};
/** Beyond this, the person's oldest stream ends. */
const MAX_STREAMS_PER_PERSON = 10;

export interface StreamListener extends StreamSession {
  stream: EventStream;
  isPerson: boolean;
  /** True for the team, which sees other viewers of a record. */
  isTeam: boolean;
  expires: number;
}

export interface EventStreams {
  /**
   * Adds a listener, who gets everything committed after it resolves.
   *
   * @returns false where there are too many
   */
  join(listener: StreamListener): Promise<boolean>;
  leave(listener: StreamListener): void;
  /**
   * Replays the changes of the milliseconds before, and of a margin.
   *
   * @returns false where they are too many
   */
  replay(listener: StreamListener, milliseconds: number): Promise<boolean>;
  wake(): void;
  end(): void;
  ended(): Promise<void>;
}

interface LiveOptions {
  maxListeners: number;
  /** Reports a failed poll, once until one succeeds. */
  onError: (error: unknown) => void;
}

const bySession = (listeners: Iterable<StreamListener>): StreamListener[][] =>
  [...Map.groupBy(listeners, ({id, tokenVersao}) => `${id} ${tokenVersao}`).values()];

/** Changes whose events are not sent yet. */
interface PendingEvents {
  /** By resource: record ids, with the first history entry that may have changed their scope. */
  records: Map<string, Map<number, number | undefined>>;
  calculated: Set<string>;
  hidden: Map<string, readonly number[]>;
}
const noEvents = (): PendingEvents => ({records: new Map(), calculated: new Set(), hidden: new Map()});

const addChanges = ({resources}: Config, changes: readonly RecordChange[], pending: PendingEvents): PendingEvents => {
  for (const {recurso, idRegistro, desde, calculado, ocultoDe} of changes) {
    if (resources[recurso] === undefined) continue;
    const ids = pending.records.get(recurso) ?? new Map<number, number | undefined>();
    // An entry that was committed late may have a lower id.
    const firstEntry = Math.min(ids.get(idRegistro) ?? Infinity, desde ?? Infinity);
    const key = `${recurso}/${idRegistro}`;
    if (calculado) pending.calculated.add(key);
    // A profile learns of a record unless all of its changes are hidden.
    pending.hidden.set(key, pending.hidden.get(key)?.filter(id => ocultoDe.includes(id)) ?? ocultoDe);
    pending.records.set(recurso, ids.set(idRegistro, firstEntry === Infinity ? undefined : firstEntry));
  }
  return pending;
};

interface Source extends PendingEvents {
  changes: ChangePoll;
  begun: Promise<void>;
  readers: ReturnType<typeof createNoticePoll>;
  presences: ReturnType<typeof createPresencePoll>;
  timers: NodeJS.Timeout[];
  people: Set<number>;
  /** True to check every session at the next poll. */
  isDue: boolean;
}

export const createEventStreams = ({config, db, env}: Context, {maxListeners, onError}: LiveOptions): EventStreams => {
  const listeners = new Set<StreamListener>();
  const unread = new WeakMap<StreamListener, number>();
  let source: Source | undefined;
  const closing = new AbortController();
  let isWanted = false;
  let polling: Promise<void> | undefined;
  let isErrorReported = false;

  const leave = (listener: StreamListener): void => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    source?.timers.forEach(clearInterval);
    source = undefined;
  };
  const dismiss = (listener: StreamListener, later?: boolean): void => {
    listener.stream.end(later);
    leave(listener);
  };
  const unreadText = (listener: StreamListener, naoLidos: number | undefined): string => {
    if (!listener.isPerson || naoLidos === undefined || unread.get(listener) === naoLidos) return '';
    unread.set(listener, naoLidos);
    return formatNoticeEvent(naoLidos);
  };

  /** Reads new changes. @returns true where more are left */
  const readChanges = async (current: Source): Promise<boolean> => {
    const {changes, begun, readers, people} = current;
    await begun;
    const rows = Math.min(BATCH_ROWS.most, Math.max(BATCH_ROWS.least, Math.floor(MAX_REACH_CHECKS / listeners.size)));
    const {changes: newChanges, hasMore, isLost} = await changes.next(rows);
    if (isLost) {
      // Listeners reconnect, begin at the database's state, and get the milliseconds between replayed.
      for (const listener of listeners) dismiss(listener);
      return false;
    }
    addChanges(config, newChanges, current);
    for (const id of await readers([...new Set([...listeners].map(listener => listener.id))])) people.add(id);
    return hasMore;
  };

  const sendPresences = async ({presences}: Source): Promise<void> => {
    const team = [...listeners].filter(({isTeam}) => isTeam);
    for (const {viewer, recurso, id} of await presences([...new Set(team.map(listener => listener.id))])) {
      const text = formatEvent(PRESENCE_EVENT, {recurso, id} satisfies PresenceEvent);
      for (const {stream} of team.filter(listener => listener.id === viewer)) stream.send(text);
    }
  };

  /** Sends pending events, and their unread count to new listeners. */
  const sendEvents = async (current: Source): Promise<void> => {
    const {records, calculated, hidden, isDue} = current;
    const newListenerIds = [...listeners].filter(listener => listener.isPerson && !unread.has(listener)).map(({id}) => id);
    const readers = new Set([...current.people, ...newListenerIds]);
    if (records.size === 0 && readers.size === 0 && !isDue) return;
    current.isDue = false;
    const groups = bySession(listeners);
    const events = await composeEvents(
      {config, db}, groups.flatMap(([listener]) => listener ?? []), {records, calculated, hidden, readers, isDue},
    );
    Object.assign(current, {...noEvents(), people: new Set()});
    for (const [sessionIndex, group] of groups.entries()) {
      for (const listener of group) {
        const text = (events.texts.get(sessionIndex) ?? '') + unreadText(listener, events.unread.get(listener.id));
        if (events.ended.has(sessionIndex)) dismiss(listener);
        else if (text !== '') listener.stream.send(text);
      }
    }
  };

  const poll = async (): Promise<number> => {
    const startedAt = performance.now();
    try {
      const current = source;
      if (current !== undefined && (await readChanges(current))) isWanted = true;
      if (current !== undefined && current === source) await sendEvents(current);
      if (current !== undefined && current === source) await sendPresences(current);
      isErrorReported = false;
      return pauseAfterPoll(performance.now() - startedAt);
    } catch (error) {
      if (source !== undefined) source.isDue = true;
      if (!isErrorReported) onError(error);
      isErrorReported = true;
      isWanted = true;
      return RETRY_DELAY_MS;
    }
  };
  const pollUntilIdle = async (): Promise<void> => {
    while (isWanted && listeners.size > 0 && !closing.signal.aborted) {
      isWanted = false;
      await pause(await poll(), undefined, {ref: false, signal: closing.signal}).catch(() => {});
    }
    polling = undefined;
  };
  const wake = (): void => {
    if (listeners.size === 0) return;
    isWanted = true;
    polling ??= pollUntilIdle();
  };

  const heartbeat = (): void => {
    const now = Date.now();
    for (const listener of listeners) {
      if (listener.expires <= now) dismiss(listener);
      else listener.stream.heartbeat();
    }
    if (source !== undefined) source.isDue = true;
    wake();
  };

  const openSource = (): Source => {
    const changes = createChangePoll({config, db});
    const timers = [setInterval(heartbeat, HEARTBEAT_INTERVAL_MS).unref()];
    // No other process writes to the embedded database.
    if (env.DATABASE_URL !== undefined) timers.push(setInterval(wake, POLL_INTERVAL_MS).unref());
    return {
      changes, begun: changes.begin(), readers: createNoticePoll(db), presences: createPresencePoll(db), timers, ...noEvents(),
      people: new Set(), isDue: false,
    };
  };

  return {
    join: async listener => {
      if (closing.signal.aborted || listeners.size >= maxListeners) return false;
      const [oldest, ...laterStreams] = [...listeners].filter(({id}) => id === listener.id);
      if (oldest !== undefined && laterStreams.length + 1 >= MAX_STREAMS_PER_PERSON) dismiss(oldest, true);
      listeners.add(listener);
      try {
        source ??= openSource();
        await source.begun;
      } catch (error) {
        leave(listener);
        throw error;
      }
      wake();
      return true;
    },
    leave, wake,
    replay: async (listener, milliseconds) => {
      const changes = await readChangesSince({config, db}, milliseconds);
      if (changes === undefined) return false;
      const events = addChanges(config, changes, noEvents());
      const {texts} = await composeEvents({config, db}, [listener], {...events, readers: new Set(), isDue: false});
      listener.stream.send(texts.get(0) ?? '');
      return true;
    },
    end: () => {
      closing.abort();
      for (const listener of listeners) dismiss(listener);
    },
    ended: async () => polling,
  };
};
