/**
 * The children of the record on a form's page, below the form: those there are, each leading to the modal in which it is
 * changed; for who may only read, to be read.
 */
import {lazy, Suspense} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {ListContextProvider, useList} from 'ra-core';
import {may} from '../../schema/access.ts';
import {CHILDREN, childAddress} from '../../schema/paths.ts';
import {ListCards} from '../list/table/ListCards.tsx';
import {ListTable} from '../list/table/ListTable.tsx';
import {useOverScreen} from '../list/address/overList.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {LoadError, NotLoaded} from '../ui/LoadError.tsx';
import {useReach} from '../ui/place/useReach.ts';
import {Section} from '../ui/Section.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {childPlace, childrenFor, EVERY, useChildRows, type Child} from './children.ts';

const ChildDialog = lazy(async () => ({default: (await import('./ChildDialog.tsx')).ChildDialog}));

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
  const {value, open, change, close} = useOverScreen(CHILDREN);
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
        <Suspense>
          <ChildDialog
            name={shown}
            child={child}
            parent={{record, error: undefined, retry: () => undefined}}
            editing={place?.editing}
            onEdit={id => change(childAddress(shown, record.id, id))}
            onClose={close}
          />
        </Suspense>
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
  const resource = useResource(name);
  const {perfil} = useSession();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const {data, error, isPending, refetch} = useChildRows(name, by, parent.id);
  const {state} = useReach();
  const [field, order] = resource.list.sort;
  const list = useList<Row>({
    ...(data ? {data} : {}), isPending, perPage: EVERY, sort: {field, order: order === 'desc' ? 'DESC' : 'ASC'}, resource: name,
  });
  const changes = may(resource, 'update', perfil);
  const rows = {
    resource: name,
    within: by,
    rows: isPending ? undefined : list.data,
    rowLead: (row: Row) =>
      (changes ? {to: `?${new URLSearchParams({[CHILDREN]: childAddress(name, parent.id, row.id)}).toString()}`, state} : undefined),
  };
  const content = () => {
    if (error && data === undefined) return <LoadError error={error} retry={() => void refetch()} />;
    if (data?.length === 0) return <Typography color="text.secondary">{resource.messages.empty}</Typography>;
    return phone ? <ListCards {...rows} /> : <ListTable {...rows} density="compacta" />;
  };
  return (
    <Section
      title={resource.label.many}
      aside={may(resource, 'create', perfil) && <Button variant="outlined" size="small" onClick={onOpen}>{label}</Button>}
    >
      <ListContextProvider value={list}>
        {error && data !== undefined && <NotLoaded what={`a lista de ${resource.label.many}`} kept="same" onRetry={() => void refetch()} />}
        {content()}
      </ListContextProvider>
    </Section>
  );
};
