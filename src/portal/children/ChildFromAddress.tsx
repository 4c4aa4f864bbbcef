/** The modal of a record's children that the list's address asks for; nothing for a place that is none, or not this person's. */
import {CHILDREN_PARAM, childAddress, UNKNOWN_PARENT_ID} from '../../schema/paths.ts';
import {useListOverlay} from '../list/address/overlay.ts';
import {useAbout} from '../session/context.ts';
import {later} from '../ui/later.tsx';
import {childPlace, childrenFor} from './children.ts';

const ChildByNumber = later(async () => (await import('./ChildOfListed.tsx')).ChildByNumber);
const ChildOfListed = later(async () => (await import('./ChildOfListed.tsx')).ChildOfListed);

/** Stands in the list of the parents. */
export const ChildFromAddress = ({parentName}: {parentName: string}) => {
  const {config, resource, session: {perfil}} = useAbout(parentName);
  const {value, change, close} = useListOverlay(parentName, CHILDREN_PARAM);
  const place = childPlace(value);
  const [, child] = childrenFor(config, resource, perfil).find(([name]) => name === place?.name) ?? [];
  if (place === undefined || child === undefined) return null;
  const {name, parent, editing} = place;
  if (parent === UNKNOWN_PARENT_ID && editing !== undefined) {
    return <ChildByNumber key={editing} name={name} child={child} id={editing} onFound={change} onClose={close} />;
  }
  return (
    <ChildOfListed
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
