/** Rows whose order people keep by hand, in a number field (`order` in the config): moved at once, saved behind. */
import {useRef, useState} from 'react';
import {arrayMove} from '@dnd-kit/sortable';
import {useQueryClient} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import type {About} from '../../toasts/AboutRecord.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import type {Row} from '../../wire/providers/dialects.ts';

export interface Order {
  rows: readonly Row[];
  move: (from: number, to: number) => void;
}

/**
 * @param field the number field that holds the order
 * @param stored the rows in their stored order
 * @param about the record they are of
 */
export const useOrder = (name: string, field: string, stored: readonly Row[], about: About | undefined): Order => {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [moved, setMoved] = useState<readonly Row[]>();
  const rows = moved ?? stored;
  const saving = useRef(Promise.resolve());
  const turn = useRef(0);
  /** Rows as the last save left them: the next one needs their version. */
  const saved = useRef(new Map<number, Row>());

  const save = async (next: readonly Row[]) => {
    for (const [index, row] of next.entries()) {
      const current = saved.current.get(row.id) ?? row;
      if (current[field] === index + 1) continue;
      const {data} = await dataProvider.update<Row>(name, {id: row.id, data: {...current, [field]: index + 1}, previousData: current});
      saved.current.set(row.id, data);
    }
  };
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= rows.length) return;
    const next = arrayMove([...rows], from, to);
    setMoved(next);
    turn.current += 1;
    const mine = turn.current;
    const settle = async () => {
      // Somebody who moves a row three places up wants the last order only.
      if (mine !== turn.current) return;
      try {
        await save(next);
        if (mine === turn.current) toasts.success('Ordem Salva!', about);
      } catch (error) {
        toasts.failed(error);
      }
      if (mine !== turn.current) return;
      await queryClient.invalidateQueries({queryKey: [name]});
      saved.current.clear();
      if (mine === turn.current) setMoved(undefined);
    };
    saving.current = saving.current.then(settle);
  };
  return {rows, move};
};
