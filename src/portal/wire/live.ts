/**
 * What the server tells while somebody looks on (rules: Events 1): one connection for the tab, while somebody listens and the page is
 * seen. It breaks in silence and is opened again; a server that has none is asked once.
 */
import {createParser} from 'eventsource-parser';
import {
  PREFERENCE_APPLIED_HEADER, EVENTS_CALL, MAX_SINCE_MS, NOTICE_EVENT, PRESENCE_EVENT, RECORD_EVENT, SINCE_PREFERENCE,
} from '../../schema/events.ts';
import {PREFER} from '../../schema/lifeCycle/newestSteps.ts';
import type {NoticeEvent, PresenceEvent, RecordEvent} from '../../schema/wire.ts';
import {fetchResponse} from './http.ts';

/** The line is open, first or again, and nobody told what happened before: what was asked for then is to be asked for again. */
export const BACK = 'volta';
/** The line is open, first or again: the server can be reached. */
export const LINE = 'linha';

interface LiveEvents {
  [RECORD_EVENT]: RecordEvent;
  [NOTICE_EVENT]: NoticeEvent;
  [PRESENCE_EVENT]: PresenceEvent;
  [BACK]: undefined;
  [LINE]: undefined;
}
type Name = keyof LiveEvents;
type Listener = (data: never) => void;

const STREAM = 'text/event-stream';
/** Milliseconds after which a page that is not seen is left alone. */
export const HIDDEN = 60_000;
/** Milliseconds without a word, not even that the line is there, after which it is taken for dead. */
export const SILENCE = 75_000;
/** Milliseconds for which what was told is remembered: far longer than a screen takes from asking to being drawn. */
const REMEMBERED = 60_000;
/** Milliseconds before the first try again, doubling up to the longest. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
/** Answers that another try would not change: no such call here, or not for this person. */
export const FINAL_STATUSES = [403, 404, 405, 501];

const listeners = new Map<Name, Set<Listener>>();

/** Milliseconds by which a server may be late with what it tells. */
const LATE = 10_000;
/** The instant up to which what happened was told, in milliseconds of `Date.now()`: what a page shows was asked for after its beginning. */
let known = performance.timeOrigin;
/** What happened before is not told on the line, in milliseconds of `Date.now()`. undefined: there is none. */
let since: number | undefined;
/** What was told lately, by record, the oldest first, with the instant of it. */
const lately = new Map<string, {event: RecordEvent; at: number}>();

const keyOf = ({recurso, id}: Pick<RecordEvent, 'recurso' | 'id'>): string => `${recurso}/${id}`;
/** Whether a record was told of to others before somebody listened. */
export const isToldLately = (recurso: string, id: number): boolean => lately.has(keyOf({recurso, id}));

const remember = (event: RecordEvent): void => {
  const key = keyOf(event);
  lately.delete(key);
  lately.set(key, {event, at: Date.now()});
  for (const [old, {at}] of lately) {
    if (Date.now() - at < REMEMBERED) break;
    lately.delete(old);
  }
};

/**
 * What somebody has missed who shows what was asked for at an instant and listens only now: each record that was told of since; `any`
 * of them, where it was asked for before the line was open or too long ago.
 */
export const toldSince = (asOf: number): readonly RecordEvent[] | 'any' => {
  // Once it opens, that is told.
  if (since === undefined) return [];
  if (asOf <= since || Date.now() - asOf >= REMEMBERED) return 'any';
  return [...lately.values()].filter(({at}) => at >= asOf).map(({event}) => event);
};

const tell = <N extends Name>(name: N, data: LiveEvents[N]): void => {
  for (const listener of listeners.get(name) ?? []) (listener as (data: LiveEvents[N]) => void)(data);
};

const isRecordEvent = (data: unknown): data is RecordEvent =>
  typeof (data as RecordEvent | null)?.recurso === 'string' && Number.isInteger((data as RecordEvent).id);
const isNoticeEvent = (data: unknown): data is NoticeEvent => Number.isInteger((data as NoticeEvent | null)?.naoLidos);

const hear = (name: string, text: string): void => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return;
  }
  if (name === RECORD_EVENT && isRecordEvent(data)) {
    remember(data);
    tell(RECORD_EVENT, data);
  }
  if (name === NOTICE_EVENT && isNoticeEvent(data)) tell(NOTICE_EVENT, data);
  if (name === PRESENCE_EVENT && isRecordEvent(data)) tell(PRESENCE_EVENT, data);
};

/** The connection from the first listener to the last: opened, waiting to be, closed while nobody looks, or given up. */
const keepConnected = (): {end: () => void} => {
  let firstWait = FIRST_WAIT;
  let failures = 0;
  let over = false;
  let line: AbortController | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const drop = (): void => {
    clearTimeout(next);
    next = undefined;
    line?.abort();
    line = undefined;
    since = undefined;
  };
  const end = (): void => {
    over = true;
    drop();
    clearTimeout(leaving);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', hurry);
  };
  /** Reads to the end of the stream, which is when it breaks. */
  const read = async (body: ReadableStream<Uint8Array>, own: AbortController): Promise<void> => {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const parser = createParser({
      onEvent: ({event = '', data}) => hear(event, data),
      onRetry: milliseconds => {
        firstWait = Math.min(milliseconds, LONGEST_WAIT);
      },
    });
    const reader = body.getReader();
    // One decoder for the whole stream: a letter may be cut in two.
    const decoder = new TextDecoder();
    try {
      for (;;) {
        clearTimeout(silence);
        silence = setTimeout(() => own.abort(), SILENCE);
        const {done, value} = await reader.read();
        if (done || own.signal.aborted) return;
        failures = 0;
        known = Date.now();
        parser.feed(decoder.decode(value, {stream: true}));
      }
    } finally {
      clearTimeout(silence);
    }
  };
  const connect = async (): Promise<void> => {
    drop();
    const own = new AbortController();
    line = own;
    try {
      const unheard = Math.round(Date.now() - known) + LATE;
      const response = await fetchResponse(EVENTS_CALL, {
        headers: {accept: STREAM, ...(unheard <= MAX_SINCE_MS ? {[PREFER]: `${SINCE_PREFERENCE}=${unheard}`} : {})}, signal: own.signal,
      });
      const streams = response.headers.get('content-type')?.startsWith(STREAM) === true;
      if (response.status === 401 || FINAL_STATUSES.includes(response.status) || (response.ok && !streams)) {
        end();
        return;
      }
      if (response.ok && response.body !== null) {
        const isTold = response.headers.has(PREFERENCE_APPLIED_HEADER);
        since = isTold ? known : Date.now();
        if (!isTold) tell(BACK, undefined);
        tell(LINE, undefined);
        await read(response.body, own);
      }
    } catch {
      // It broke: as good as ended.
    }
    own.abort();
    // Somebody else's turn by now, or nobody's.
    if (line !== own) return;
    line = undefined;
    const wait = Math.min(firstWait * 2 ** failures, LONGEST_WAIT);
    failures += 1;
    // Not all who were cut off come back at the same moment.
    next = setTimeout(() => void connect(), wait * (0.5 + Math.random()));
  };
  /** There is a reason to try now what would be tried later. */
  const hurry = (): void => {
    if (next !== undefined) void connect();
  };
  const look = (): void => {
    clearTimeout(leaving);
    if (document.visibilityState === 'hidden') leaving = setTimeout(drop, HIDDEN);
    else if (line === undefined) void connect();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', hurry);
  // Whoever draws the screen comes first; and a page that nobody has seen yet waits until it is.
  next = setTimeout(() => {
    next = undefined;
    if (document.visibilityState !== 'hidden') void connect();
  });
  return {end: () => !over && end()};
};

let connection: {end: () => void} | undefined;

/**
 * Listens to what the server tells; {@link BACK} says that it does, from now on.
 *
 * @returns ends listening; with the last one the connection goes, and what was known of the server
 */
export const onEvent = <N extends Name>(name: N, listener: (data: LiveEvents[N]) => void): (() => void) => {
  const own = listeners.get(name) ?? new Set();
  listeners.set(name, own);
  // One listener may be given twice: each is ended by itself.
  const heard: Listener = data => listener(data);
  own.add(heard);
  connection ??= keepConnected();
  return () => {
    own.delete(heard);
    if ([...listeners.values()].some(({size}) => size > 0)) return;
    connection?.end();
    connection = undefined;
    lately.clear();
  };
};
