/** Child modal that the list's address asks for; nothing where the address names none or the person may not see it. */
import {CHILDREN_PARAM, childAddress, UNKNOWN_PARENT_ID} from '../../schema/paths.ts';
import {useListOverlay} from '../list/address/overlay.ts';
import {useResourceAndSession} from '../session/context.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {parseChildAddress, listVisibleChildren} from './children.ts';

const ChildDialogById = lazyComponent(async () => (await import('./ListedChildDialog.tsx')).ChildDialogById);
const ListedChildDialog = lazyComponent(async () => (await import('./ListedChildDialog.tsx')).ListedChildDialog);

export const ChildOverlay = ({parentName}: {parentName: string}) => {
  const {config, resource, session: {perfil}} = useResourceAndSession(parentName);
  const {value, change, close} = useListOverlay(parentName, CHILDREN_PARAM);
  const address = parseChildAddress(value);
  const [, child] = listVisibleChildren(config, resource, perfil).find(([name]) => name === address?.name) ?? [];
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
