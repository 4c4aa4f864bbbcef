/**
 * The tab's connection to the server's event stream (rules: Events 1), open while there are listeners and the page is visible.
 * A broken connection is reopened silently; a server without the call is asked once.
 */
import {createParser} from 'eventsource-parser';
import {
  PREFERENCE_APPLIED_HEADER, EVENTS_CALL, MAX_SINCE_MS, NOTICE_EVENT, PRESENCE_EVENT, RECORD_EVENT, SINCE_PREFERENCE,
} from '../../schema/events.ts';
import {PREFER_HEADER} from '../../schema/lifeCycle/newestSteps.ts';
import type {NoticeEvent, PresenceEvent, RecordEvent} from '../../schema/apiShapes.ts';
import {fetchResponse} from './http.ts';

/** The stream opened without replay, so events may have been missed: earlier data is refetched. */
export const EVENTS_MISSED = 'volta';
/** The stream opened, first or again: the server can be reached. */
export const STREAM_OPENED = 'linha';

interface LiveEvents {
  [RECORD_EVENT]: RecordEvent;
  [NOTICE_EVENT]: NoticeEvent;
  [PRESENCE_EVENT]: PresenceEvent;
  [EVENTS_MISSED]: undefined;
  [STREAM_OPENED]: undefined;
}
type EventName = keyof LiveEvents;
type Listener = (data: never) => void;

const EVENT_STREAM_TYPE = 'text/event-stream';
/** Milliseconds until a hidden page closes the stream. */
export const HIDDEN_TIMEOUT_MS = 60_000;
/** Milliseconds without a byte, heartbeats included, after which the connection is taken for dead. */
export const SILENCE_TIMEOUT_MS = 75_000;
/** Milliseconds for which events are remembered: far longer than a screen takes from its request to its first render. */
const REMEMBER_MS = 60_000;
/** Milliseconds before the first retry; exponential backoff up to the longest. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** Statuses after which the stream is not retried. */
export const FINAL_STATUSES = [403, 404, 405, 501];

const listeners = new Map<EventName, Set<Listener>>();

const SERVER_DELAY_MS = 10_000;
/** Events up to here are received, in milliseconds of `Date.now()`. */
let caughtUpTo = performance.timeOrigin;
/** The open stream has every event since here, in milliseconds of `Date.now()`; undefined while no stream is open. */
let coveredSince: number | undefined;
/** The last event of each record, the oldest first. */
const recentEvents = new Map<string, {event: RecordEvent; at: number}>();

const eventKey = ({recurso, id}: Pick<RecordEvent, 'recurso' | 'id'>): string => `${recurso}/${id}`;
export const hasRecentEvent = (recurso: string, id: number): boolean => recentEvents.has(eventKey({recurso, id}));

const rememberEvent = (event: RecordEvent): void => {
  const key = eventKey(event);
  recentEvents.delete(key);
  recentEvents.set(key, {event, at: Date.now()});
  for (const [oldKey, {at}] of recentEvents) {
    if (Date.now() - at < REMEMBER_MS) break;
    recentEvents.delete(oldKey);
  }
};

/**
 * Record events that a listener missed whose data was requested at `asOf`.
 *
 * @returns `any` where the data is older than the stream or than the remembered events
 */
export const recordEventsSince = (asOf: number): readonly RecordEvent[] | 'any' => {
  // Listeners are told when the stream opens.
  if (coveredSince === undefined) return [];
  if (asOf <= coveredSince || Date.now() - asOf >= REMEMBER_MS) return 'any';
  return [...recentEvents.values()].filter(({at}) => at >= asOf).map(({event}) => event);
};

const notifyListeners = <N extends EventName>(name: N, data: LiveEvents[N]): void => {
  for (const listener of listeners.get(name) ?? []) (listener as (data: LiveEvents[N]) => void)(data);
};

const isRecordEvent = (data: unknown): data is RecordEvent =>
  typeof (data as RecordEvent | null)?.recurso === 'string' && Number.isInteger((data as RecordEvent).id);
const isNoticeEvent = (data: unknown): data is NoticeEvent => Number.isInteger((data as NoticeEvent | null)?.naoLidos);

const handleMessage = (name: string, text: string): void => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return;
  }
  if (name === RECORD_EVENT && isRecordEvent(data)) {
    rememberEvent(data);
    notifyListeners(RECORD_EVENT, data);
  }
  if (name === NOTICE_EVENT && isNoticeEvent(data)) notifyListeners(NOTICE_EVENT, data);
  if (name === PRESENCE_EVENT && isRecordEvent(data)) notifyListeners(PRESENCE_EVENT, data);
};

const openEventStream = (): {end: () => void} => {
  let firstRetryMs = FIRST_RETRY_MS;
  let failures = 0;
  let isEnded = false;
  let currentConnection: AbortController | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;

  const disconnect = (): void => {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    currentConnection?.abort();
    currentConnection = undefined;
    coveredSince = undefined;
  };
  const end = (): void => {
    isEnded = true;
    disconnect();
    clearTimeout(hideTimer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('online', retryNow);
  };
  const readStream = async (body: ReadableStream<Uint8Array>, connection: AbortController): Promise<void> => {
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    const parser = createParser({
      onEvent: ({event = '', data}) => handleMessage(event, data),
      onRetry: milliseconds => {
        firstRetryMs = Math.min(milliseconds, MAX_RETRY_MS);
      },
    });
    const reader = body.getReader();
    // Shared by all chunks, because a chunk may end within a character.
    const decoder = new TextDecoder();
    try {
      for (;;) {
        clearTimeout(silenceTimer);
        silenceTimer = setTimeout(() => connection.abort(), SILENCE_TIMEOUT_MS);
        const {done, value} = await reader.read();
        if (done || connection.signal.aborted) return;
        failures = 0;
        caughtUpTo = Date.now();
        parser.feed(decoder.decode(value, {stream: true}));
      }
    } finally {
      clearTimeout(silenceTimer);
    }
  };
  const connect = async (): Promise<void> => {
    disconnect();
    const connection = new AbortController();
    currentConnection = connection;
    try {
      const missedMs = Math.round(Date.now() - caughtUpTo) + SERVER_DELAY_MS;
      const response = await fetchResponse(EVENTS_CALL, {
        headers: {accept: EVENT_STREAM_TYPE, ...(missedMs <= MAX_SINCE_MS ? {[PREFER_HEADER]: `${SINCE_PREFERENCE}=${missedMs}`} : {})},
        signal: connection.signal,
      });
      const isEventStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM_TYPE) === true;
      if (response.status === 401 || FINAL_STATUSES.includes(response.status) || (response.ok && !isEventStream)) {
        end();
        return;
      }
      if (response.ok && response.body !== null) {
        const isReplayed = response.headers.has(PREFERENCE_APPLIED_HEADER);
        coveredSince = isReplayed ? caughtUpTo : Date.now();
        if (!isReplayed) notifyListeners(EVENTS_MISSED, undefined);
        notifyListeners(STREAM_OPENED, undefined);
        await readStream(response.body, connection);
      }
    } catch {
    }
    connection.abort();
    // Another connection has replaced it, or none is wanted.
    if (currentConnection !== connection) return;
    currentConnection = undefined;
    const retryMs = Math.min(firstRetryMs * 2 ** failures, MAX_RETRY_MS);
    failures += 1;
    // Jitter, because a restarted server would get all clients at once.
    retryTimer = setTimeout(() => void connect(), retryMs * (0.5 + Math.random()));
  };
  const retryNow = (): void => {
    if (retryTimer !== undefined) void connect();
  };
  const onVisibilityChange = (): void => {
    clearTimeout(hideTimer);
    if (document.visibilityState === 'hidden') hideTimer = setTimeout(disconnect, HIDDEN_TIMEOUT_MS);
    else if (currentConnection === undefined) void connect();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('online', retryNow);
  // In a timer, because the screen's own requests go first; a hidden page waits until it is visible.
  retryTimer = setTimeout(() => {
    retryTimer = undefined;
    if (document.visibilityState !== 'hidden') void connect();
  });
  return {end: () => !isEnded && end()};
};

let openStream: {end: () => void} | undefined;

/** Listens to server events. @returns ends listening; the last listener closes the stream */
export const onServerEvent = <N extends EventName>(name: N, listener: (data: LiveEvents[N]) => void): (() => void) => {
  const nameListeners = listeners.get(name) ?? new Set();
  listeners.set(name, nameListeners);
  // A wrapper, because the same listener may be registered twice.
  const uniqueListener: Listener = data => listener(data);
  nameListeners.add(uniqueListener);
  openStream ??= openEventStream();
  return () => {
    nameListeners.delete(uniqueListener);
    if ([...listeners.values()].some(({size}) => size > 0)) return;
    openStream?.end();
    openStream = undefined;
    recentEvents.clear();
  };
};
