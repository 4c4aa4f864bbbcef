/** The modal of a child whose parent's row may be in sight. */
import {useEffect, useEffectEvent, useState} from 'react';
import {useGetOne, useListContext} from 'ra-core';
import {mayChange} from '../../schema/records/profileGrants.ts';
import {childAddress} from '../../schema/paths.ts';
import {useAbout} from '../session/context.ts';
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

/** A child of which its number alone is known, since a notice says no more: whose it is is read from it, and said in the address then. */
interface ChildByNumberProps extends Omit<ChildDialogProps, 'parent' | 'editing' | 'onEdit'> {
  id: number;
  /** @param place what the address is to say */
  onFound: (place: string) => void;
}

/** The modal stands here only to say that there is no such child. */
export const ChildByNumber = ({name, child, id, onFound, onClose}: ChildByNumberProps) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false});
  const found = useEffectEvent((row: Row) =>
    onFound(childAddress(name, Number(row[child.by]), mayChange(config, resource, row, perfil) ? id : undefined)));
  useEffect(() => {
    if (data !== undefined) found(data);
  }, [data]);
  if (!error) return null;
  const parent = {record: undefined, error, retry: () => void refetch()};
  return <ChildDialog name={name} child={child} parent={parent} editing={undefined} onEdit={() => undefined} onClose={onClose} />;
};
