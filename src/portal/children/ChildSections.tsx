/** Children below a parent's form, each linking to the modal that edits it; read-only for those who may only read. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {mayAccess} from '../../schema/access.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {hasDetails} from '../../schema/parts.ts';
import {CHILDREN_PARAM, childAddress, hasScreens, screens} from '../../schema/paths.ts';
import {useScreenOverlay} from '../list/address/overlay.ts';
import {useResourceAndSession, useConfig, useResource, useSession} from '../session/context.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {useScreenNavigation} from '../navigation/useScreenNavigation.ts';
import {Section} from '../ui/Section.tsx';
import type {Row} from '../api/providers/listDialects.ts';
import {childVerdict} from './childVerdict.ts';
import {ChildRows, useChildRows} from './ChildRows.tsx';
import {parseChildAddress, listVisibleChildren} from './children.ts';

const ChildDialog = lazyComponent(async () => (await import('./ChildDialog.tsx')).ChildDialog);

export interface ChildSectionsProps {
  name: string;
  record: Row | undefined;
}

export const ChildSections = ({name, record}: ChildSectionsProps) => {
  const config = useConfig();
  const parent = useResource(name);
  const {perfil} = useSession();
  const {value, open, change, close} = useScreenOverlay(CHILDREN_PARAM);
  const children = listVisibleChildren(config, parent, perfil);
  const address = parseChildAddress(value);
  const [shownName, child] = children.find(([childName]) => childName === address?.name && record?.id === address.parent) ?? [];
  return (
    <>
      {children.map(([childName, declared]) => (
        <Box key={childName} sx={{maxWidth: 960, mt: 2}}>
          {record === undefined
            ? <UnsavedParentNote name={childName} />
            : (
              <Children
                name={childName}
                by={declared.by}
                label={fillPlaceholders(declared.label, record)}
                parent={record}
                onOpen={() => open(childAddress(childName, record.id))}
              />
            )}
        </Box>
      ))}
      {record && shownName !== undefined && child && (
        <ChildDialog
          name={shownName}
          child={child}
          parent={{record, error: undefined, retry: () => undefined}}
          editing={address?.editing}
          onEdit={id => change(childAddress(shownName, record.id, id))}
          onClose={close}
        />
      )}
    </>
  );
};

const UnsavedParentNote = ({name}: {name: string}) => {
  const {label} = useResource(name);
  return <Section title={label.many}><Typography color="text.secondary">Disponível depois de salvar.</Typography></Section>;
};

interface ChildrenProps {
  name: string;
  by: string;
  label: string;
  parent: Row;
  onOpen: () => void;
}

const Children = ({name, by, label, parent, onOpen}: ChildrenProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const stored = useChildRows(name, by, parent.id);
  const {state} = useScreenNavigation();
  const canCreate = childVerdict('create', {config, session, name, by, parent}).allowed;
  const canUpdate = mayAccess(resource, 'update', session.perfil);
  const rowLink = (row: Row) =>
    (canUpdate ? {to: `?${new URLSearchParams({[CHILDREN_PARAM]: childAddress(name, parent.id, row.id)}).toString()}`, state} : undefined);
  return (
    <Section
      title={resource.label.many}
      aside={canCreate && <Button variant="outlined" size="small" onClick={onOpen}>{label}</Button>}
    >
      <ChildRows
        name={name}
        by={by}
        stored={stored}
        rowLead={rowLink}
        empty={<Typography color="text.secondary">{resource.messages.empty}</Typography>}
      />
    </Section>
  );
};

/** Read-only children, each linking to its own details where it has some. */
export const ReadOnlyChildren = ({name, record}: {name: string; record: Row}) => {
  const {config, resource, session: {perfil}} = useResourceAndSession(name);
  return listVisibleChildren(config, resource, perfil).map(([childName, {by}]) =>
    <ReadOnlyChildSection key={childName} name={childName} by={by} parent={record.id} />);
};

const ReadOnlyChildSection = ({name, by, parent}: {name: string; by: string; parent: number}) => {
  const {config, resource} = useResourceAndSession(name);
  const stored = useChildRows(name, by, parent);
  const {state} = useScreenNavigation();
  const hasDetailsScreen = hasDetails(resource) && hasScreens(resource);
  const rowLink = ({id}: Row) => (hasDetailsScreen ? {to: screens(config, resource).details(id), state} : undefined);
  return (
    <Section title={resource.label.many}>
      <ChildRows
        {...{name, by, stored}}
        rowLead={rowLink}
        empty={<Typography color="text.secondary">{resource.messages.empty}</Typography>}
      />
    </Section>
  );
};
