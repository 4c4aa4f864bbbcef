/**
 * Which of a person's drafts of a form this tab has. All tabs share one store, so a tab holds a Web Lock on its draft while the form is
 * open: nobody else is offered it. The browser releases the lock with the tab, however that ends, and the next tab may take the draft.
 * Where there are no Web Locks (a page without https) a form has one draft for all tabs.
 */
import {newKey} from '../../wire/submissionKey.ts';
import {forgetDraft, inSlot, isKept, keptDrafts, keptSlots, keyOfDraft, type DraftPlace} from './store.ts';

/** Milliseconds that a duplicated tab waits for the first one, which does not answer where the browser has put it to sleep. */
const MAX_WAIT_MS = 10_000;
/** How many drafts of one form wait for somebody to come back; older ones are removed. */
const MAX_LEFT_DRAFTS = 5;

/** What tabs say on a draft's channel. */
type Message = 'isOpen?' | 'isOpen';

type Release = () => void;
interface OpenDraft {
  /** undefined while the lock is asked for. */
  slot: string | undefined;
  locked: Promise<Release>;
  listeners: Set<() => void>;
}
const openDrafts = new Map<string, OpenDraft>();

const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** @returns what releases the lock; undefined where another tab has it */
const lock = (place: DraftPlace, options: LockOptions): Promise<Release | undefined> => new Promise(resolve => {
  locks()?.request(keyOfDraft(place), options, held => (held === null ? resolve(undefined) : new Promise<void>(resolve)))
    // Not within the time given.
    .catch(() => resolve(undefined));
});
const lockIfFree = (place: DraftPlace) => lock(place, {ifAvailable: true});

/** Between tabs, about one draft. */
const channelOf = (place: DraftPlace): BroadcastChannel => new BroadcastChannel(keyOfDraft(place));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
const post = (channel: BroadcastChannel, message: Message): void => channel.postMessage(message);

/**
 * Locks the draft that this tab had. After a reload its lock becomes free, on a busy machine somewhat later: the page before has gone and
 * cannot answer. In a duplicated tab it does not, and the first tab says so.
 */
const lockOwn = async (place: DraftPlace): Promise<Release | undefined> => {
  const openElsewhere = new AbortController();
  const channel = channelOf(place);
  channel.onmessage = ({data}: MessageEvent<Message>) => {
    if (data === 'isOpen') openElsewhere.abort();
  };
  post(channel, 'isOpen?');
  const release = await lock(place, {signal: AbortSignal.any([openElsewhere.signal, AbortSignal.timeout(MAX_WAIT_MS)])});
  channel.close();
  return release;
};
/** @returns what stops answering */
const answerTabs = (place: DraftPlace): (() => void) => {
  const channel = channelOf(place);
  channel.onmessage = ({data}: MessageEvent<Message>) => {
    if (data === 'isOpen?') post(channel, 'isOpen');
  };
  return () => channel.close();
};

/** @param drafts the newest first */
const removeOldest = async (drafts: readonly DraftPlace[]): Promise<void> => {
  let left = 0;
  for (const place of drafts) {
    const release = await lockIfFree(place);
    if (release !== undefined) left += 1;
    if (left > MAX_LEFT_DRAFTS) forgetDraft(place);
    release?.();
  }
};

/** Takes the draft that this tab had before a reload, else the newest that no tab has open, else a new one. */
const takeDraft = async (user: number, form: string): Promise<{place: DraftPlace; release: Release}> => {
  const own = sessionStorage.getItem(keyOfDraft({user, form}));
  const left = keptSlots(user, form).filter(slot => slot !== own).map((slot): DraftPlace => ({user, form, slot}));
  const candidates: [DraftPlace, typeof lockOwn][] = left.map(place => [place, lockIfFree]);
  if (own !== null) candidates.unshift([{user, form, slot: own}, lockOwn]);
  for (const [place, take] of candidates) {
    const release = await take(place);
    if (release === undefined) continue;
    if (left.length > MAX_LEFT_DRAFTS) void removeOldest(left.filter(one => one.slot !== place.slot));
    return {place, release};
  }
  const place = {user, form, slot: newKey()};
  return {place, release: await lockIfFree(place) ?? (() => undefined)};
};

/** The slot of this tab's draft of a form; undefined while it is not known. */
export const slotOf = (user: number, form: string): string | undefined =>
  (locks() === undefined ? '' : openDrafts.get(keyOfDraft({user, form}))?.slot);

/**
 * Opens a form's draft in this tab; several components of the form open the same.
 *
 * @param listener is called once {@link slotOf} is known
 * @returns the function that closes it; the last one releases the lock
 */
export const openDraft = (user: number, form: string, listener: () => void): (() => void) => {
  if (locks() === undefined) return () => undefined;
  const name = keyOfDraft({user, form});
  const begin = (): OpenDraft => {
    const draft: OpenDraft = {
      slot: undefined, listeners: new Set(),
      locked: takeDraft(user, form).then(({place, release}) => {
        draft.slot = place.slot ?? '';
        sessionStorage.setItem(name, draft.slot);
        for (const told of draft.listeners) told();
        const stopAnswering = answerTabs(place);
        return () => {
          stopAnswering();
          // Of what holds nothing there is nothing to come back to.
          if (!isKept(place)) sessionStorage.removeItem(name);
          release();
        };
      }),
    };
    openDrafts.set(name, draft);
    return draft;
  };
  const draft = openDrafts.get(name) ?? begin();
  draft.listeners.add(listener);
  return () => {
    draft.listeners.delete(listener);
    // A form that takes the place of another one opens the draft in the same turn.
    setTimeout(() => {
      if (draft.listeners.size > 0 || openDrafts.get(name) !== draft) return;
      openDrafts.delete(name);
      void draft.locked.then(release => release());
    });
  };
};

/** Whether a form of this tab has the draft of a key open. */
const isOpenHere = (key: string): boolean => [...openDrafts].some(([name, {slot}]) => key === inSlot(name, slot));

/**
 * What a person has typed in this browser and not saved.
 *
 * @returns the names of the forms: `elsewhere`, those that other tabs have open; `here`, those of this tab and those that nobody has open
 */
export const listDrafts = async (user: number): Promise<{elsewhere: string[]; here: string[]}> => {
  const held = new Set((await locks()?.query())?.held?.map(({name}) => name));
  const isElsewhere = ({key}: {key: string}): boolean => held.has(key) && !isOpenHere(key);
  const drafts = keptDrafts(user);
  return {
    elsewhere: drafts.filter(isElsewhere).map(({form}) => form), here: drafts.filter(one => !isElsewhere(one)).map(({form}) => form),
  };
};
