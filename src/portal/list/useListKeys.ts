/**
 * The keys of a list: `/` its first filter and Escape back to the rows, `n` a new record, `r` again, arrows from row to row; of the row
 * in focus Enter opens, `e` edits, `x` and space tick (with Shift arrows go on ticking), and an action's key does it.
 */
import type {RefObject} from 'react';
import {screenKeys} from '../../schema/words/keys.ts';
import {useActionRunner} from '../actions/ActionDialogHost.tsx';
import {useRowActionKeys} from '../actions/useRowActionKeys.ts';
import {useResource} from '../session/context.ts';
import {useShortcut} from '../shortcuts/registry.ts';
import {isIn, recordIn} from '../ui/place/focus.ts';
import type {Row} from '../wire/providers/dialects.ts';
import type {Leads} from './address/leads.ts';
import type {Selection} from './selection/selection.ts';

const ROW = 'tr[data-linha]';

/** The row that has the focus itself, not something in it. */
const focusedRow = (): HTMLElement | undefined => {
  const {activeElement} = document;
  return activeElement instanceof HTMLElement && activeElement.matches(ROW) ? activeElement : undefined;
};

/** To the next row, or the previous; from anywhere else to the first. At the ends the key scrolls as ever. */
const move = (list: HTMLElement | null, step: 1 | -1): boolean => {
  const rows = [...(list?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const at = rows.findIndex(row => row.contains(document.activeElement));
  if (at === -1 && step === -1) return false;
  const next = rows[at === -1 ? 0 : at + step];
  next?.focus();
  return next !== undefined;
};

interface ListKeys {
  /** The list with its filters. */
  list: RefObject<HTMLElement | null>;
  refresh: () => void;
  /** The ticked rows; undefined where none can be. */
  selection: Selection | undefined;
  /** Those shown. */
  rows: readonly Row[] | undefined;
  leads: Leads;
}

export const useListKeys = (name: string, {list, refresh, selection, rows, leads: {create, edit, follow}}: ListKeys): void => {
  const resource = useResource(name);
  const run = useActionRunner(name);
  /** Of the row that has the focus, itself or something in it. */
  const focused = (): Row | undefined => {
    const id = isIn(list.current) ? recordIn(document.activeElement) : undefined;
    return rows?.find(one => String(one.id) === id);
  };
  useShortcut('/', 'Ir para o primeiro filtro', () => {
    const input = list.current?.querySelector<HTMLElement>('[role="search"] :is(input, select):not(:disabled)');
    input?.focus();
    return input !== null;
  });
  useShortcut('Escape', 'Do filtro para as linhas', () => {
    const isFiltering = isIn(list.current) && document.activeElement?.closest('[role="search"]') != null;
    return isFiltering && move(list.current, 1);
  });
  useShortcut(screenKeys.create, resource.list.createLabel ?? 'Cadastrar', () => create && follow(create), create !== undefined);
  useShortcut(screenKeys.refresh, 'Atualizar a lista', refresh);
  /** With Shift the row that is left and the one that is reached are ticked. */
  const step = (event: KeyboardEvent | undefined, by: 1 | -1): boolean => {
    const [left, moved, reached] = [focused(), move(list.current, by), focused()];
    if (event?.shiftKey) selection?.set([left, reached].filter(row => row !== undefined), true);
    return moved;
  };
  useShortcut('ArrowDown', 'Próxima linha', event => step(event, 1));
  useShortcut('ArrowUp', 'Linha anterior', event => step(event, -1));
  useShortcut('Enter', 'Abrir a linha em foco', () => {
    const to = focusedRow()?.dataset['linha'];
    if (!to) return false;
    return follow({to});
  });
  useShortcut(screenKeys.edit, 'Editar a linha em foco', () => {
    const record = focused();
    const lead = record && edit(record);
    return lead === undefined ? false : follow(lead);
  });
  useRowActionKeys(name, focused, (action, record) => void run(action, record));
  const tick = (record: Row | undefined): boolean => {
    if (record === undefined) return false;
    selection?.tick(record, !selection.has(record.id));
    return true;
  };
  useShortcut(screenKeys.tick, 'Selecionar a linha em foco', () => tick(focused()), selection !== undefined);
  // On a button in the row it presses that.
  useShortcut(' ', 'Selecionar a linha em foco', () => tick(focusedRow() && focused()), selection !== undefined);
};
