/**
 * The shortcuts of a list: `/` focuses the first filter, Escape the rows, `n` creates, `r` reloads, arrows move. On the focused row Enter
 * opens, `e` edits, `x` and space select (Shift+arrows extend), and actions have their own keys.
 */
import type {RefObject} from 'react';
import {screenKeys} from '../../schema/words/keys.ts';
import {useActionRunner} from '../actions/ActionDialogHost.tsx';
import {useRowActionKeys} from '../actions/useRowActionKeys.ts';
import {useResource} from '../session/context.ts';
import {useRegisterShortcut} from '../shortcuts/registry.ts';
import {hasFocusWithin, closestRowKey} from '../navigation/focus.ts';
import type {Row} from '../api/providers/listDialects.ts';
import type {ListLinks} from './address/listLinks.ts';
import type {Selection} from './selection/selection.ts';

const ROW = 'tr[data-linha]';

const focusedRow = (): HTMLElement | undefined => {
  const {activeElement} = document;
  return activeElement instanceof HTMLElement && activeElement.matches(ROW) ? activeElement : undefined;
};

/** Focuses the next or previous row; from outside the rows, the first. Returns false at the ends, where the key scrolls. */
const moveFocus = (list: HTMLElement | null, step: 1 | -1): boolean => {
  const rows = [...(list?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const at = rows.findIndex(row => row.contains(document.activeElement));
  if (at === -1 && step === -1) return false;
  const next = rows[at === -1 ? 0 : at + step];
  next?.focus();
  return next !== undefined;
};

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  refresh: () => void;
  selection: Selection | undefined;
  rows: readonly Row[] | undefined;
  links: ListLinks;
}

export const useListKeys = (name: string, {list, refresh, selection, rows, links: {create, edit, follow}}: ListKeys): void => {
  const resource = useResource(name);
  const run = useActionRunner(name);
  const focusedRecord = (): Row | undefined => {
    const id = hasFocusWithin(list.current) ? closestRowKey(document.activeElement) : undefined;
    return rows?.find(row => String(row.id) === id);
  };
  useRegisterShortcut('/', 'Ir para o primeiro filtro', () => {
    const input = list.current?.querySelector<HTMLElement>('[role="search"] :is(input, select):not(:disabled)');
    input?.focus();
    return input !== null;
  });
  useRegisterShortcut('Escape', 'Do filtro para as linhas', () => {
    const isFiltering = hasFocusWithin(list.current) && document.activeElement?.closest('[role="search"]') != null;
    return isFiltering && moveFocus(list.current, 1);
  });
  useRegisterShortcut(screenKeys.create, resource.list.createLabel ?? 'Cadastrar', () => create && follow(create), create !== undefined);
  useRegisterShortcut(screenKeys.refresh, 'Atualizar a lista', refresh);
  /** Shift selects the left row and the reached one. */
  const step = (event: KeyboardEvent | undefined, direction: 1 | -1): boolean => {
    const [leftRow, moved, reachedRow] = [focusedRecord(), moveFocus(list.current, direction), focusedRecord()];
    if (event?.shiftKey) selection?.set([leftRow, reachedRow].filter(row => row !== undefined), true);
    return moved;
  };
  useRegisterShortcut('ArrowDown', 'Próxima linha', event => step(event, 1));
  useRegisterShortcut('ArrowUp', 'Linha anterior', event => step(event, -1));
  useRegisterShortcut('Enter', 'Abrir a linha em foco', () => {
    const to = focusedRow()?.dataset['linha'];
    if (!to) return false;
    return follow({to});
  });
  useRegisterShortcut(screenKeys.edit, 'Editar a linha em foco', () => {
    const record = focusedRecord();
    const editLink = record && edit(record);
    return editLink === undefined ? false : follow(editLink);
  });
  useRowActionKeys(name, focusedRecord, (action, record) => void run(action, record));
  const tick = (record: Row | undefined): boolean => {
    if (record === undefined) return false;
    selection?.tick(record, !selection.has(record.id));
    return true;
  };
  useRegisterShortcut(screenKeys.tick, 'Selecionar a linha em foco', () => tick(focusedRecord()), selection !== undefined);
  // Not on a button of the row, which space presses.
  useRegisterShortcut(' ', 'Selecionar a linha em foco', () => tick(focusedRow() && focusedRecord()), selection !== undefined);
};
