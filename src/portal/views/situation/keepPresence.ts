/** Reports that the caller has a record open, and receives who else has (rules: Events 6). */
import {PRESENCE_EVENT} from '../../../schema/events.ts';
import {RENEW_INTERVAL_MS, type PresenceCalls} from '../../../schema/presence.ts';
import type {OwnPresence, RecordViewer} from '../../../schema/apiShapes.ts';
import {hasDraftsOfForm} from '../../form/drafts/draftStore.ts';
import {hasSession} from '../../session/identity.ts';
import {fetchResponse} from '../../api/http.ts';
import {FINAL_STATUSES, onServerEvent} from '../../api/eventStream.ts';
import {createRefetchScheduler} from '../../api/backgroundRefetch.ts';

/** Minimum interval between two calls for a record, and between two checks for writing. */
const MIN_INTERVAL_MS = 1000;
/** Delay before leaving, so that going from the details to the form keeps the presence. */
const LEAVE_DELAY_MS = 2000;

interface OpenRecord {
  user: number;
  name: string;
  id: number;
  calls: PresenceCalls;
}

/** Timers of records that this tab left recently, by {@link keyOf}. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();
/** The drafts' keys of the record begin with it. */
const keyOf = ({name, id}: OpenRecord): string => `${name}.${id}`;

/** Connects a person's tabs: after one tab leaves a record, the others renew the presence. */
const channelOf = (record: OpenRecord): BroadcastChannel => new BroadcastChannel(`presenca.${record.user}.${keyOf(record)}`);

const reportLeaving = (record: OpenRecord): void => {
  if (!hasSession()) return;
  void fetchResponse(record.calls.leave, {params: {id: record.id}, keepalive: true}).catch(() => undefined);
  const channel = channelOf(record);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage(null);
  channel.close();
};

/** Watches whether the caller, in any tab, typed into the record's forms recently and has not saved. */
const watchWriting = (record: OpenRecord, onStart: () => void, onEnd: () => void) => {
  let typedAt = -Infinity;
  let wasWriting = false;
  const isWriting = (): boolean => Date.now() - typedAt < RENEW_INTERVAL_MS && hasDraftsOfForm(record.user, keyOf(record));
  const onInput = (): void => {
    typedAt = Date.now();
    if (!wasWriting && isWriting()) onStart();
  };
  const watching = setInterval(() => {
    if (wasWriting && !isWriting()) onEnd();
  }, MIN_INTERVAL_MS);
  document.addEventListener('input', onInput);
  return {
    /** Empty unless this tab wrote now or before, because another tab may be the one in use. */
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
 * Keeps the caller present while the page is visible.
 *
 * @param onViewers receives the other viewers after each renewal; an empty list after an error
 * @returns a function that ends the presence
 */
export const keepPresence = (record: OpenRecord, onViewers: (viewers: readonly RecordViewer[]) => void): (() => void) => {
  const {name, id, calls} = record;
  const controller = new AbortController();
  const {signal} = controller;
  let isPresent = false;
  let next: ReturnType<typeof setTimeout> | undefined;

  const renew = async (): Promise<void> => {
    clearTimeout(next);
    const response = await fetchResponse(calls.renew, {params: {id}, body: writing.read(), signal}).catch(() => undefined);
    const viewers = response?.ok === true ? await response.json() as readonly RecordViewer[] : [];
    if (signal.aborted) return;
    isPresent = response?.ok === true;
    onViewers(viewers);
    if (FINAL_STATUSES.includes(response?.status ?? 0)) return;
    // Sooner when another viewer's presence expires earlier.
    next = setTimeout(() => pace.schedule(0), Math.min(RENEW_INTERVAL_MS, ...viewers.map(({segundos}) => segundos * 1000)));
  };
  const pace = createRefetchScheduler(renew);
  const renewSoon = (): void => pace.schedule(MIN_INTERVAL_MS);
  const writing = watchWriting(record, renewSoon, renewSoon);
  const channel = channelOf(record);
  channel.onmessage = renewSoon;
  const endEvents = onServerEvent(PRESENCE_EVENT, event => {
    if (event.recurso === name && event.id === id) renewSoon();
  });
  const onPageHide = (): void => {
    if (isPresent) reportLeaving(record);
    isPresent = false;
    // The browser may restore the page from its back/forward cache.
    renewSoon();
  };
  window.addEventListener('pagehide', onPageHide);
  clearTimeout(leaving.get(keyOf(record)));
  renewSoon();
  return () => {
    controller.abort();
    pace.end();
    writing.end();
    clearTimeout(next);
    channel.close();
    endEvents();
    window.removeEventListener('pagehide', onPageHide);
    if (isPresent) leaving.set(keyOf(record), setTimeout(() => reportLeaving(record), LEAVE_DELAY_MS));
  };
};
