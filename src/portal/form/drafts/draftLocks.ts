/**
 * Assigns the drafts of a form to browser tabs. An open form holds a Web Lock on its draft, so that no other tab is offered it. The browser
 * releases the lock with the tab, and the next tab may take the draft. Without Web Locks (a page without https) all tabs share one draft.
 */
import {createIdempotencyKey} from '../../api/submissionKey.ts';
import {
  removeDraftAndKey, withSlot, hasStoredDraft, listStoredDrafts, listStoredSlots, draftStorageKey, type DraftPlace,
} from './draftStore.ts';

/** Limit of a duplicated tab's wait for the first one, which cannot answer while the browser suspends it. */
const MAX_WAIT_MS = 10_000;
/** Drafts of one form kept while no tab has them open; older ones are removed. */
const MAX_UNOPENED_DRAFTS = 5;

type TabMessage = 'isOpen?' | 'isOpen';

type Release = () => void;
interface OpenDraft {
  slot: string | undefined;
  locked: Promise<Release>;
  listeners: Set<() => void>;
}
const openDrafts = new Map<string, OpenDraft>();

const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** @returns the release function; undefined where another tab holds the lock */
const lock = (place: DraftPlace, options: LockOptions): Promise<Release | undefined> => new Promise(resolve => {
  locks()?.request(draftStorageKey(place), options, grantedLock => (grantedLock === null ? resolve(undefined) : new Promise<void>(resolve)))
    .catch(() => resolve(undefined));
});
const lockIfFree = (place: DraftPlace) => lock(place, {ifAvailable: true});

const channelOf = (place: DraftPlace): BroadcastChannel => new BroadcastChannel(draftStorageKey(place));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
const post = (channel: BroadcastChannel, message: TabMessage): void => channel.postMessage(message);

/**
 * Locks the draft that this tab had before a reload; on a busy machine its lock is released somewhat later. In a duplicated tab, the first
 * tab answers that the draft is open.
 */
const lockOwn = async (place: DraftPlace): Promise<Release | undefined> => {
  const openElsewhere = new AbortController();
  const channel = channelOf(place);
  channel.onmessage = ({data}: MessageEvent<TabMessage>) => {
    if (data === 'isOpen') openElsewhere.abort();
  };
  post(channel, 'isOpen?');
  const release = await lock(place, {signal: AbortSignal.any([openElsewhere.signal, AbortSignal.timeout(MAX_WAIT_MS)])});
  channel.close();
  return release;
};
/** Answers other tabs that the draft is open. @returns the function that stops answering */
const answerTabs = (place: DraftPlace): (() => void) => {
  const channel = channelOf(place);
  channel.onmessage = ({data}: MessageEvent<TabMessage>) => {
    if (data === 'isOpen?') post(channel, 'isOpen');
  };
  return () => channel.close();
};

/** @param drafts the newest first */
const removeOldest = async (drafts: readonly DraftPlace[]): Promise<void> => {
  let unopenedCount = 0;
  for (const place of drafts) {
    const release = await lockIfFree(place);
    if (release !== undefined) unopenedCount += 1;
    if (unopenedCount > MAX_UNOPENED_DRAFTS) removeDraftAndKey(place);
    release?.();
  }
};

/** Locks the draft that this tab had before a reload, else the newest unopened one, else a new one. */
const takeDraft = async (user: number, form: string): Promise<{place: DraftPlace; release: Release}> => {
  const ownSlot = sessionStorage.getItem(draftStorageKey({user, form}));
  const unopened = listStoredSlots(user, form).filter(slot => slot !== ownSlot).map((slot): DraftPlace => ({user, form, slot}));
  const candidates: [DraftPlace, typeof lockOwn][] = unopened.map(place => [place, lockIfFree]);
  if (ownSlot !== null) candidates.unshift([{user, form, slot: ownSlot}, lockOwn]);
  for (const [place, acquire] of candidates) {
    const release = await acquire(place);
    if (release === undefined) continue;
    if (unopened.length > MAX_UNOPENED_DRAFTS) void removeOldest(unopened.filter(draft => draft.slot !== place.slot));
    return {place, release};
  }
  const place = {user, form, slot: createIdempotencyKey()};
  return {place, release: await lockIfFree(place) ?? (() => undefined)};
};

/** The slot of this tab's draft of a form; undefined while it is not known. */
export const openDraftSlot = (user: number, form: string): string | undefined =>
  (locks() === undefined ? '' : openDrafts.get(draftStorageKey({user, form}))?.slot);

/**
 * Opens a form's draft in this tab; several components of the form open the same.
 *
 * @param listener is called once {@link openDraftSlot} is known
 * @returns the function that closes it; the last one releases the lock
 */
export const openDraft = (user: number, form: string, listener: () => void): (() => void) => {
  if (locks() === undefined) return () => undefined;
  const name = draftStorageKey({user, form});
  const startDraft = (): OpenDraft => {
    const draft: OpenDraft = {
      slot: undefined, listeners: new Set(),
      locked: takeDraft(user, form).then(({place, release}) => {
        draft.slot = place.slot ?? '';
        sessionStorage.setItem(name, draft.slot);
        for (const notify of draft.listeners) notify();
        const stopAnswering = answerTabs(place);
        return () => {
          stopAnswering();
          if (!hasStoredDraft(place)) sessionStorage.removeItem(name);
          release();
        };
      }),
    };
    openDrafts.set(name, draft);
    return draft;
  };
  const draft = openDrafts.get(name) ?? startDraft();
  draft.listeners.add(listener);
  return () => {
    draft.listeners.delete(listener);
    // Deferred, because a form that replaces this one opens the draft in the same turn.
    setTimeout(() => {
      if (draft.listeners.size > 0 || openDrafts.get(name) !== draft) return;
      openDrafts.delete(name);
      void draft.locked.then(release => release());
    });
  };
};

const isOpenHere = (key: string): boolean => [...openDrafts].some(([name, {slot}]) => key === withSlot(name, slot));

/**
 * Lists the forms with drafts in this browser.
 *
 * @returns form names: `elsewhere` for drafts open in other tabs, `here` for this tab's and unopened ones
 */
export const listDrafts = async (user: number): Promise<{elsewhere: string[]; here: string[]}> => {
  const heldLocks = new Set((await locks()?.query())?.held?.map(({name}) => name));
  const isOpenElsewhere = ({key}: {key: string}): boolean => heldLocks.has(key) && !isOpenHere(key);
  const drafts = listStoredDrafts(user);
  return {
    elsewhere: drafts.filter(isOpenElsewhere).map(({form}) => form),
    here: drafts.filter(draft => !isOpenElsewhere(draft)).map(({form}) => form),
  };
};
