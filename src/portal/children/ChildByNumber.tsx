/** A child of which its number alone is known, since a notice says no more: whose it is is read from it, and said in the address then. */
import {useEffect, useEffectEvent} from 'react';
import {useGetOne} from 'ra-core';
import {mayChange} from '../../schema/access.ts';
import {childAddress} from '../../schema/paths.ts';
import {useAbout} from '../session/context.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {ChildDialog, type ChildDialogProps} from './ChildDialog.tsx';

interface ChildByNumberProps extends Omit<ChildDialogProps, 'parent' | 'editing' | 'onEdit'> {
  id: number;
  /** @param place what the address is to say */
  onFound: (place: string) => void;
}

/** The modal stands here only to say that there is no such child. */
export const ChildByNumber = ({name, child, id, onFound, onClose}: ChildByNumberProps) => {
  const {resource, session: {perfil}} = useAbout(name);
  const {data, error, refetch} = useGetOne<Row>(name, {id}, {retry: false});
  const found = useEffectEvent((row: Row) =>
    onFound(childAddress(name, Number(row[child.by]), mayChange(resource, row, perfil) ? id : undefined)));
  useEffect(() => {
    if (data !== undefined) found(data);
  }, [data]);
  if (!error) return null;
  const parent = {record: undefined, error, retry: () => void refetch()};
  return <ChildDialog name={name} child={child} parent={parent} editing={undefined} onEdit={() => undefined} onClose={onClose} />;
};
