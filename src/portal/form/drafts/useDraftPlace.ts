import {useCallback, useMemo, useSyncExternalStore} from 'react';
import {useSession} from '../../session/context.ts';
import {openDraft, slotOf} from './draftLocks.ts';
import type {DraftPlace} from './store.ts';

/**
 * Where this tab keeps this person's draft of a form, which is open as long as the component is there.
 *
 * @param form undefined: nothing is kept
 * @returns undefined for a moment, until it is known which drafts other tabs have open
 */
export const useDraftPlace = (form: string | undefined): DraftPlace | undefined => {
  const {id: user} = useSession();
  const open = useCallback(
    (listener: () => void) => (form === undefined ? () => undefined : openDraft(user, form, listener)), [user, form],
  );
  const slot = useSyncExternalStore(open, () => (form === undefined ? undefined : slotOf(user, form)));
  return useMemo(() => (form === undefined || slot === undefined ? undefined : {user, form, slot}), [user, form, slot]);
};
