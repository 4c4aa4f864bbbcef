/** The modal of a child whose parent's row may be in sight. */
import {useState} from 'react';
import {useGetOne, useListContext} from 'ra-core';
import type {Row} from '../wire/providers/dialects.ts';
import {ChildDialog, type ChildDialogProps, type Parent} from './ChildDialog.tsx';

/** From the list, where its row is in sight, else read by its id. */
const useParent = (name: string, id: number): Parent => {
  const {data: rows, isPending} = useListContext<Row>();
  const listed = rows?.find(row => row.id === id);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false, enabled: !isPending && listed === undefined});
  const found = listed ?? data;
  // Kept: the list may go on to other rows while what belongs to this one is being typed.
  const [record, setRecord] = useState(found);
  if (record === undefined && found !== undefined) setRecord(found);
  return {record: record ?? found, error, retry: () => void refetch()};
};

interface ChildOfListedProps extends Omit<ChildDialogProps, 'parent'> {
  parentName: string;
  parentId: number;
}

export const ChildOfListed = ({parentName, parentId, ...props}: ChildOfListedProps) =>
  <ChildDialog {...props} parent={useParent(parentName, parentId)} />;
