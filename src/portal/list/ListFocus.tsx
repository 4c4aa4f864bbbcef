/** The focus of a list whose button goes, or is off, with its press: a chip of its filters, what reads it again, the last page's. */
import {useEffect, useRef, type RefObject} from 'react';
import {useListContext} from 'ra-core';
import {usePhone} from '../theme/usePhone.ts';
import {focusRow, isIdle, recordIn} from '../ui/place/focus.ts';
import {useFocusKept} from '../ui/place/useFocusKept.ts';
import type {Row} from '../wire/providers/dialects.ts';

interface Props {
  /** The list. */
  place: RefObject<HTMLElement | null>;
  /** What is filtered by, in it. */
  filters: RefObject<HTMLElement | null>;
}

/** What is filtered by stands elsewhere on a phone. */
export const ListFocus = (props: Props) => <Focus key={String(usePhone())} {...props} />;

/**
 * Among the filters to what stands next; else, where the list was read because of it, to the first row. What goes with its row goes on at
 * another (`useListPlace`).
 */
const Focus = ({place, filters}: Props) => {
  useFocusKept(filters);
  const list = useListContext<Row>();
  const {data, isFetching} = list;
  const asOf = (list.meta as {asOf: number} | undefined)?.asOf ?? 0;
  const last = useRef<{button: Element; at: number}>(undefined);
  useEffect(() => {
    const leave = new AbortController();
    const press = ({target}: Event): void => {
      const button = target instanceof Element && recordIn(target) === undefined ? target.closest('button') : null;
      last.current = button === null ? undefined : {button, at: Date.now()};
    };
    place.current?.addEventListener('click', press, leave);
    return () => leave.abort();
  }, [place]);
  useEffect(() => {
    if (last.current === undefined || data === undefined || isFetching) return;
    const {button, at} = last.current;
    if (button.isConnected && !button.matches(':disabled')) return;
    last.current = undefined;
    const [first] = data;
    if (asOf >= at && first !== undefined && isIdle()) focusRow(place.current, String(first.id));
  });
  return null;
};
