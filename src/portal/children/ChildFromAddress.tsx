/** Child modal that the list's address asks for; nothing where the address names none or the person may not see it. */
import {CHILDREN_PARAM, childAddress, UNKNOWN_PARENT_ID} from '../../schema/paths.ts';
import {useListOverlay} from '../list/address/overlay.ts';
import {useAbout} from '../session/context.ts';
import {later} from '../ui/later.tsx';
import {childPlace, childrenFor} from './children.ts';

const ChildDialogById = later(async () => (await import('./ChildOfListed.tsx')).ChildByNumber);
const ListedChildDialog = later(async () => (await import('./ChildOfListed.tsx')).ChildOfListed);

export const ChildFromAddress = ({parentName}: {parentName: string}) => {
  const {config, resource, session: {perfil}} = useAbout(parentName);
  const {value, change, close} = useListOverlay(parentName, CHILDREN_PARAM);
  const address = childPlace(value);
  const [, child] = childrenFor(config, resource, perfil).find(([name]) => name === address?.name) ?? [];
  if (address === undefined || child === undefined) return null;
  const {name, parent, editing} = address;
  if (parent === UNKNOWN_PARENT_ID && editing !== undefined) {
    return <ChildDialogById key={editing} name={name} child={child} id={editing} onFound={change} onClose={close} />;
  }
  return (
    <ListedChildDialog
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
