/** The record whose children are shown over its list: from the list, where its row is in sight, else read by its id. */
import {useState} from 'react';
import {useGetOne, useListContext} from 'ra-core';
import type {Row} from '../wire/providers/dialects.ts';

export interface Parent {
  /** undefined: still coming, or not to be had. */
  record: Row | undefined;
  error: unknown;
  retry: () => void;
}

export const useParent = (name: string, id: number): Parent => {
  const {data: rows, isPending} = useListContext<Row>();
  const listed = rows?.find(row => row.id === id);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false, enabled: !isPending && listed === undefined});
  const found = listed ?? data;
  // Kept: the list may go on to other rows while what belongs to this one is being typed.
  const [record, setRecord] = useState(found);
  if (record === undefined && found !== undefined) setRecord(found);
  return {record: record ?? found, error, retry: () => void refetch()};
};
