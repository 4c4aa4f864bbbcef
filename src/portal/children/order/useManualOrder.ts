/** Manual order in a number field (`order` in the config): moves rows at once and saves in the background. */
import {useRef, useState} from 'react';
import {arrayMove} from '@dnd-kit/sortable';
import {useQueryClient} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import type {ToastRecord} from '../../toasts/ToastRecordLine.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import type {Row} from '../../api/providers/listDialects.ts';

export interface ManualOrder {
  rows: readonly Row[];
  move: (from: number, to: number) => void;
}

/**
 * @param field the number field that holds the order
 * @param stored the rows in their stored order
 * @param about the record they are of
 */
export const useManualOrder = (name: string, field: string, stored: readonly Row[], about: ToastRecord | undefined): ManualOrder => {
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [moved, setMoved] = useState<readonly Row[]>();
  const rows = moved ?? stored;
  const saving = useRef(Promise.resolve());
  const moveCount = useRef(0);
  /** Saved rows, because the next save needs their version. */
  const savedRows = useRef(new Map<number, Row>());

  const save = async (next: readonly Row[]) => {
    for (const [index, row] of next.entries()) {
      const current = savedRows.current.get(row.id) ?? row;
      if (current[field] === index + 1) continue;
      const {data} = await dataProvider.update<Row>(name, {id: row.id, data: {...current, [field]: index + 1}, previousData: current});
      savedRows.current.set(row.id, data);
    }
  };
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= rows.length) return;
    const next = arrayMove([...rows], from, to);
    setMoved(next);
    moveCount.current += 1;
    const ownMove = moveCount.current;
    const saveIfLatest = async () => {
      // Only the last of several quick moves is saved.
      if (ownMove !== moveCount.current) return;
      try {
        await save(next);
        if (ownMove === moveCount.current) toasts.success('Ordem Salva!', about);
      } catch (error) {
        toasts.failed(error);
      }
      if (ownMove !== moveCount.current) return;
      await queryClient.invalidateQueries({queryKey: [name]});
      savedRows.current.clear();
      if (ownMove === moveCount.current) setMoved(undefined);
    };
    saving.current = saving.current.then(saveIfLatest);
  };
  return {rows, move};
};
