/** The keys of a list: `/` its first filter, `n` a new record, `r` again, arrows from row to row, Enter opens, space ticks. */
import type {RefObject} from 'react';
import {useResource} from '../session/ConfigContext.tsx';
import {useShortcut} from '../shortcuts/registry.ts';
import {useLeads} from './leads.ts';

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

export interface ListKeys {
  /** The list with its filters. */
  list: RefObject<HTMLElement | null>;
  refresh: () => void;
  /** Whether rows can be ticked. */
  ticks: boolean;
}

export const useListKeys = (name: string, {list, refresh, ticks}: ListKeys): void => {
  const resource = useResource(name);
  const {create, follow} = useLeads(name);
  useShortcut('/', 'Ir para o primeiro filtro', () => {
    const input = list.current?.querySelector<HTMLElement>('[role="search"] :is(input, select):not(:disabled)');
    input?.focus();
    return input !== null;
  });
  useShortcut('n', resource.list.createLabel ?? 'Cadastrar', () => create && follow(create), create !== undefined);
  useShortcut('r', 'Atualizar a lista', refresh);
  useShortcut('ArrowDown', 'Próxima linha', () => move(list.current, 1));
  useShortcut('ArrowUp', 'Linha anterior', () => move(list.current, -1));
  useShortcut('Enter', 'Abrir a linha em foco', () => {
    const to = focusedRow()?.dataset['linha'];
    if (!to) return false;
    return follow({to});
  });
  useShortcut(' ', 'Selecionar a linha em foco', () => {
    const box = focusedRow()?.querySelector<HTMLElement>('input[type="checkbox"]');
    box?.click();
    return box != null;
  }, ticks);
};
