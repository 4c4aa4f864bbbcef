import {useCallback, useMemo, useSyncExternalStore} from 'react';
import {useSession} from '../../session/context.ts';
import {openDraft, openDraftSlot} from './draftLocks.ts';
import type {DraftPlace} from './draftStore.ts';

/**
 * Opens this tab's draft of a form while the component is mounted.
 *
 * @param form undefined: no draft
 * @returns undefined until the tab's draft is determined
 */
export const useDraftPlace = (form: string | undefined): DraftPlace | undefined => {
  const {id: user} = useSession();
  const open = useCallback(
    (listener: () => void) => (form === undefined ? () => undefined : openDraft(user, form, listener)), [user, form],
  );
  const slot = useSyncExternalStore(open, () => (form === undefined ? undefined : openDraftSlot(user, form)));
  return useMemo(() => (form === undefined || slot === undefined ? undefined : {user, form, slot}), [user, form, slot]);
};
