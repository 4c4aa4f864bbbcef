/** Child modal of a parent that may be a loaded list row. */
import {useEffect, useEffectEvent, useState} from 'react';
import {useGetOne, useListContext} from 'ra-core';
import {mayChange} from '../../schema/records/profileGrants.ts';
import {childAddress} from '../../schema/paths.ts';
import {useResourceAndSession} from '../session/context.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {ChildDialog, type ChildDialogProps, type ParentRecord} from './ChildDialog.tsx';

const useParent = (name: string, id: number): ParentRecord => {
  const {data: rows, isPending} = useListContext<Row>();
  const listed = rows?.find(row => row.id === id);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false, enabled: !isPending && listed === undefined});
  const loaded = listed ?? data;
  // The parent is kept, because the list may change its rows while a person types.
  const [record, setRecord] = useState(loaded);
  if (record === undefined && loaded !== undefined) setRecord(loaded);
  return {record: record ?? loaded, error, retry: () => void refetch()};
};

interface ChildOfListedProps extends Omit<ChildDialogProps, 'parent'> {
  parentName: string;
  parentId: number;
}

export const ListedChildDialog = ({parentName, parentId, ...props}: ChildOfListedProps) =>
  <ChildDialog {...props} parent={useParent(parentName, parentId)} />;

/** A child known by its id only, as from a notice: its parent is read from it and then put in the address. */
interface ChildByNumberProps extends Omit<ChildDialogProps, 'parent' | 'editing' | 'onEdit'> {
  id: number;
  onFound: (address: string) => void;
}

/** Shows the modal only to report that the child does not exist. */
export const ChildDialogById = ({name, child, id, onFound, onClose}: ChildByNumberProps) => {
  const {config, resource, session: {perfil}} = useResourceAndSession(name);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false});
  const openParent = useEffectEvent((row: Row) =>
    onFound(childAddress(name, Number(row[child.by]), mayChange(config, resource, row, perfil) ? id : undefined)));
  useEffect(() => {
    if (data !== undefined) openParent(data);
  }, [data]);
  if (!error) return null;
  const parent = {record: undefined, error, retry: () => void refetch()};
  return <ChildDialog name={name} child={child} parent={parent} editing={undefined} onEdit={() => undefined} onClose={onClose} />;
};
