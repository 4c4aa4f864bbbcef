/** Says that this person has a record open, and learns who else has (rules: Events 6). */
import {PRESENCE_EVENT} from '../../../schema/events.ts';
import {RENEW_INTERVAL_MS, type PresenceCalls} from '../../../schema/presence.ts';
import type {OwnPresence, Viewer} from '../../../schema/wire.ts';
import {hasDraftsOf} from '../../form/drafts/store.ts';
import {hasSession} from '../../session/identity.ts';
import {fetchResponse} from '../../wire/http.ts';
import {FINAL_STATUSES, onEvent} from '../../wire/live.ts';
import {makePace} from '../../wire/quiet.ts';

/** Milliseconds between two calls of one record, at least; and between two looks whether somebody still writes. */
const MIN_INTERVAL_MS = 1000;
/** Milliseconds for which somebody who left a screen is still there: from a record's details to its form they stay with it. */
const LEAVE_DELAY_MS = 2000;

interface OpenRecord {
  /** The signed-in person. */
  user: number;
  /** The resource's name. */
  name: string;
  id: number;
  calls: PresenceCalls;
}

/** Records that this tab left a moment ago, by {@link keyOf}. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();
/** The form of a record's drafts, too. */
const keyOf = ({name, id}: OpenRecord): string => `${name}.${id}`;

/** Between a person's tabs: where one leaves a record, those that have it open say that the person is there. */
const channelOf = (record: OpenRecord): BroadcastChannel => new BroadcastChannel(`presenca.${record.user}.${keyOf(record)}`);

const leave = (record: OpenRecord): void => {
  if (!hasSession()) return;
  void fetchResponse(record.calls.leave, {params: {id: record.id}, keepalive: true}).catch(() => undefined);
  const channel = channelOf(record);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage(null);
  channel.close();
};

/** Whether this person, in whatever tab, typed something into the record's forms a moment ago and has not saved it. */
const watchWriting = (record: OpenRecord, onStart: () => void, onEnd: () => void) => {
  let typedAt = -Infinity;
  let wasWriting = false;
  const isWriting = (): boolean => Date.now() - typedAt < RENEW_INTERVAL_MS && hasDraftsOf(record.user, keyOf(record));
  const onInput = (): void => {
    typedAt = Date.now();
    if (!wasWriting && isWriting()) onStart();
  };
  const watching = setInterval(() => {
    if (wasWriting && !isWriting()) onEnd();
  }, MIN_INTERVAL_MS);
  document.addEventListener('input', onInput);
  return {
    /** What there is to say of it: nothing where another tab may be the one that they write in. */
    read: (): OwnPresence => {
      const [escrevendo, before] = [isWriting(), wasWriting];
      wasWriting = escrevendo;
      return escrevendo || before ? {escrevendo} : {};
    },
    end: (): void => {
      clearInterval(watching);
      document.removeEventListener('input', onInput);
    },
  };
};

/**
 * Keeps the person there while the page is seen.
 *
 * @param onViewers is called with the others, after each renewal; with nobody where they are not known
 * @returns ends it
 */
export const keepPresence = (record: OpenRecord, onViewers: (viewers: readonly Viewer[]) => void): (() => void) => {
  const {name, id, calls} = record;
  const over = new AbortController();
  const {signal} = over;
  let isThere = false;
  let next: ReturnType<typeof setTimeout> | undefined;

  const renew = async (): Promise<void> => {
    clearTimeout(next);
    const response = await fetchResponse(calls.renew, {params: {id}, body: writing.read(), signal}).catch(() => undefined);
    const viewers = response?.ok === true ? await response.json() as readonly Viewer[] : [];
    if (signal.aborted) return;
    isThere = response?.ok === true;
    onViewers(viewers);
    if (FINAL_STATUSES.includes(response?.status ?? 0)) return;
    // Sooner where somebody who said nothing is gone by then.
    next = setTimeout(() => pace.want(0), Math.min(RENEW_INTERVAL_MS, ...viewers.map(({segundos}) => segundos * 1000)));
  };
  const pace = makePace(renew);
  const look = (): void => pace.want(MIN_INTERVAL_MS);
  const writing = watchWriting(record, look, look);
  const channel = channelOf(record);
  channel.onmessage = look;
  const endEvents = onEvent(PRESENCE_EVENT, event => {
    if (event.recurso === name && event.id === id) look();
  });
  const onPageHide = (): void => {
    if (isThere) leave(record);
    isThere = false;
    // The browser may bring the page back.
    look();
  };
  window.addEventListener('pagehide', onPageHide);
  clearTimeout(leaving.get(keyOf(record)));
  look();
  return () => {
    over.abort();
    pace.end();
    writing.end();
    clearTimeout(next);
    channel.close();
    endEvents();
    window.removeEventListener('pagehide', onPageHide);
    if (isThere) leaving.set(keyOf(record), setTimeout(() => leave(record), LEAVE_DELAY_MS));
  };
};
