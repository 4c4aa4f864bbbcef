/** Adds a list's commands to 'Ir para': printing, and the commands of the focused row, which stay while 'Ir para' has the focus. */
import {useEffect, useState, type RefObject} from 'react';
import {useRowGoToCommands} from '../actions/useActionKeys.ts';
import {useResource} from '../session/context.ts';
import {useRegisterShortcuts} from '../shortcuts/registry.ts';
import {closestRowKey} from '../navigation/focus.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {usePrintList} from './export/usePrintList.ts';

interface Props {
  name: string;
  place: RefObject<HTMLElement | null>;
  rows: readonly Row[] | undefined;
}

export const ListGoToCommands = ({name, place, rows}: Props) => {
  const {label} = useResource(name);
  useRegisterShortcuts([{label: 'Imprimir', goToCommand: {subject: label.many, minor: true}, run: usePrintList(name)}]);
  const [id, setId] = useState(() => closestRowKey(document.activeElement));
  useEffect(() => {
    const unmount = new AbortController();
    const onFocusIn = ({target}: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]') !== null) return;
      setId(place.current?.contains(target) === true ? closestRowKey(target) : undefined);
    };
    document.addEventListener('focusin', onFocusIn, unmount);
    return () => unmount.abort();
  }, [place]);
  const record = rows?.find(row => String(row.id) === id);
  return record && <RowCommands key={record.id} name={name} record={record} />;
};

const RowCommands = ({name, record}: {name: string; record: Row}) => {
  useRowGoToCommands(name, record);
  return null;
};
