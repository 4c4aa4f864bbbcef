/** Keeps the focus in a list when the pressed button disappears or is disabled, e.g. a filter chip or the pager's last page. */
import {useEffect, useRef, type RefObject} from 'react';
import {useListContext} from 'ra-core';
import {useIsPhone} from '../theme/useIsPhone.ts';
import {focusRow, isFocusLost, closestRowKey} from '../navigation/focus.ts';
import {useKeepFocus} from '../navigation/useKeepFocus.ts';
import type {Row} from '../api/providers/listDialects.ts';

interface Props {
  place: RefObject<HTMLElement | null>;
  filters: RefObject<HTMLElement | null>;
}

/** A phone draws the filters elsewhere, so a new key starts the effect on the new element. */
export const ListFocusKeeper = (props: Props) => <FocusKeeper key={String(useIsPhone())} {...props} />;

/** Focuses the next filter chip; after a reload caused by the press, the first row. `useListPosition` handles buttons inside rows. */
const FocusKeeper = ({place, filters}: Props) => {
  useKeepFocus(filters);
  const list = useListContext<Row>();
  const {data, isFetching} = list;
  const asOf = (list.meta as {asOf: number} | undefined)?.asOf ?? 0;
  const lastPress = useRef<{button: Element; at: number}>(undefined);
  useEffect(() => {
    const unmount = new AbortController();
    const rememberPress = ({target}: Event): void => {
      const button = target instanceof Element && closestRowKey(target) === undefined ? target.closest('button') : null;
      lastPress.current = button === null ? undefined : {button, at: Date.now()};
    };
    place.current?.addEventListener('click', rememberPress, unmount);
    return () => unmount.abort();
  }, [place]);
  useEffect(() => {
    if (lastPress.current === undefined || data === undefined || isFetching) return;
    const {button, at} = lastPress.current;
    if (button.isConnected && !button.matches(':disabled')) return;
    lastPress.current = undefined;
    const [first] = data;
    if (asOf >= at && first !== undefined && isFocusLost()) focusRow(place.current, String(first.id));
  });
  return null;
};
