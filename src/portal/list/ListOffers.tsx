/** What 'Ir para' offers of a list: to print it, and the row that somebody is at, also while it stands over that and has the focus. */
import {useEffect, useState, type RefObject} from 'react';
import {useRowOffers} from '../actions/useActionKeys.ts';
import {useResource} from '../session/context.ts';
import {useShortcutsOf} from '../shortcuts/registry.ts';
import {recordIn} from '../ui/place/focus.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {usePrintList} from './export/usePrintList.ts';

interface Props {
  /** The resource's name. */
  name: string;
  /** The list. */
  place: RefObject<HTMLElement | null>;
  /** Those shown. */
  rows: readonly Row[] | undefined;
}

export const ListOffers = ({name, place, rows}: Props) => {
  const {label} = useResource(name);
  useShortcutsOf([{label: 'Imprimir', offer: {of: label.many, minor: true}, run: usePrintList(name)}]);
  const [id, setId] = useState(() => recordIn(document.activeElement));
  useEffect(() => {
    const leave = new AbortController();
    const heard = ({target}: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]') !== null) return;
      setId(place.current?.contains(target) === true ? recordIn(target) : undefined);
    };
    document.addEventListener('focusin', heard, leave);
    return () => leave.abort();
  }, [place]);
  const record = rows?.find(one => String(one.id) === id);
  return record && <Offers key={record.id} name={name} record={record} />;
};

const Offers = ({name, record}: {name: string; record: Row}) => {
  useRowOffers(name, record);
  return null;
};
