/**
 * The children of the record on a form's page, below the form: those there are, each leading to the modal in which it is
 * changed; for who may only read, to be read.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {mayAccess} from '../../schema/access.ts';
import {hasDetails} from '../../schema/parts.ts';
import {CHILDREN_PARAM, childAddress, hasScreens, screens} from '../../schema/paths.ts';
import {useScreenOverlay} from '../list/address/overlay.ts';
import {useAbout, useConfig, useResource, useSession} from '../session/context.ts';
import {later} from '../ui/later.tsx';
import {useReach} from '../navigation/useReach.ts';
import {Section} from '../ui/Section.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {childVerdict} from './childVerdict.ts';
import {ChildRows, useChildRows} from './ChildRows.tsx';
import {childPlace, childrenFor, type Child} from './children.ts';

const ChildDialog = later(async () => (await import('./ChildDialog.tsx')).ChildDialog);

export interface ChildSectionsProps {
  /** The parent resource. */
  name: string;
  /** undefined: it is not saved yet. */
  record: Row | undefined;
}

export const ChildSections = ({name, record}: ChildSectionsProps) => {
  const config = useConfig();
  const parent = useResource(name);
  const {perfil} = useSession();
  const {value, open, change, close} = useScreenOverlay(CHILDREN_PARAM);
  const children = childrenFor(config, parent, perfil);
  const place = childPlace(value);
  const [shown, child] = children.find(([one]) => one === place?.name && record?.id === place.parent) ?? [];
  return (
    <>
      {children.map(([one, declared]) => (
        <Box key={one} sx={{maxWidth: 960, mt: 2}}>
          {record === undefined
            ? <Later name={one} />
            : <Children name={one} child={declared} parent={record} onOpen={() => open(childAddress(one, record.id))} />}
        </Box>
      ))}
      {record && shown !== undefined && child && (
        <ChildDialog
          name={shown}
          child={child}
          parent={{record, error: undefined, retry: () => undefined}}
          editing={place?.editing}
          onEdit={id => change(childAddress(shown, record.id, id))}
          onClose={close}
        />
      )}
    </>
  );
};

const Later = ({name}: {name: string}) => {
  const {label} = useResource(name);
  return <Section title={label.many}><Typography color="text.secondary">Disponível depois de salvar.</Typography></Section>;
};

interface ChildrenProps {
  name: string;
  child: Child;
  parent: Row;
  onOpen: () => void;
}

const Children = ({name, child: {by, label}, parent, onOpen}: ChildrenProps) => {
  const {config, resource, session} = useAbout(name);
  const stored = useChildRows(name, by, parent.id);
  const {state} = useReach();
  const mayMake = childVerdict('create', {config, session, name, by, parent}).allowed;
  const changes = mayAccess(resource, 'update', session.perfil);
  const lead = (row: Row) =>
    (changes ? {to: `?${new URLSearchParams({[CHILDREN_PARAM]: childAddress(name, parent.id, row.id)}).toString()}`, state} : undefined);
  return (
    <Section
      title={resource.label.many}
      aside={mayMake && <Button variant="outlined" size="small" onClick={onOpen}>{label}</Button>}
    >
      <ChildRows
        name={name}
        by={by}
        stored={stored}
        rowLead={lead}
        empty={<Typography color="text.secondary">{resource.messages.empty}</Typography>}
      />
    </Section>
  );
};

/** The same of a record that is only read: each child leads to its own details, where it has some. */
export const ChildrenToRead = ({name, record}: {name: string; record: Row}) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  return childrenFor(config, resource, perfil).map(([one, {by}]) => <ToRead key={one} name={one} by={by} parent={record.id} />);
};

const ToRead = ({name, by, parent}: {name: string; by: string; parent: number}) => {
  const {config, resource} = useAbout(name);
  const stored = useChildRows(name, by, parent);
  const {state} = useReach();
  const isOpened = hasDetails(resource) && hasScreens(resource);
  const lead = ({id}: Row) => (isOpened ? {to: screens(config, resource).details(id), state} : undefined);
  return (
    <Section title={resource.label.many}>
      <ChildRows
        {...{name, by, stored}}
        rowLead={lead}
        empty={<Typography color="text.secondary">{resource.messages.empty}</Typography>}
      />
    </Section>
  );
};
