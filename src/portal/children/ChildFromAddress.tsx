/** The modal of a record's children that the list's address asks for; nothing for a place that is none, or not this person's. */
import {useState} from 'react';
import {useGetOne, useListContext} from 'ra-core';
import {CHILDREN, childAddress, SOME_PARENT} from '../../schema/paths.ts';
import {useOverList} from '../list/address/overList.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {later} from '../ui/later.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import type {ChildDialogProps, Parent} from './ChildDialog.tsx';
import {childPlace, childrenFor} from './children.ts';

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

interface DialogProps extends Omit<ChildDialogProps, 'parent'> {
  parentName: string;
  parentId: number;
}

const Dialog = ({parentName, parentId, ...props}: DialogProps) => <ChildDialog {...props} parent={useParent(parentName, parentId)} />;

const ChildByNumber = later(async () => (await import('./ChildByNumber.tsx')).ChildByNumber);
const ChildDialog = later(async () => (await import('./ChildDialog.tsx')).ChildDialog);

/** Stands in the list of the parents. */
export const ChildFromAddress = ({parentName}: {parentName: string}) => {
  const config = useConfig();
  const resource = useResource(parentName);
  const {perfil} = useSession();
  const {value, change, close} = useOverList(parentName, CHILDREN);
  const place = childPlace(value);
  const [, child] = childrenFor(config, resource, perfil).find(([name]) => name === place?.name) ?? [];
  if (place === undefined || child === undefined) return null;
  const {name, parent, editing} = place;
  if (parent === SOME_PARENT && editing !== undefined) {
    return <ChildByNumber key={editing} name={name} child={child} id={editing} onFound={change} onClose={close} />;
  }
  return (
    <Dialog
      key={childAddress(name, parent)}
      parentName={parentName}
      name={name}
      child={child}
      parentId={parent}
      editing={editing}
      onEdit={id => change(childAddress(name, parent, id))}
      onClose={close}
    />
  );
};
