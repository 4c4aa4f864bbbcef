/** The generated list of a resource: filters, table or cards, pages. Its state lives in the address. */
import {useMemo, useState, type ReactNode} from 'react';
import AddIcon from '@mui/icons-material/Add';
import DensityIcon from '@mui/icons-material/DensityMediumOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import {ListBase, ResourceContextProvider, useListContext, useStore} from 'ra-core';
import {Link} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import {pageSizeOf} from '../../schema/query.ts';
import {useConfig, useResource} from '../ConfigContext.tsx';
import {Refused} from '../pages/Refused.tsx';
import type {Row} from '../providers/dialects.ts';
import {useSession} from '../useSession.ts';
import {ChildDialog} from './ChildDialog.tsx';
import {useRowLink} from './columns.ts';
import {openingFilters} from './filterFields.ts';
import {ListFilters} from './ListFilters.tsx';
import {ListCards, ListTable, type Density} from './ListTable.tsx';
import {LoadError} from './LoadError.tsx';
import {Message} from './Message.tsx';
import {Pager} from './Pager.tsx';
import {PageTitle} from './PageTitle.tsx';
import {RowActions} from './RowActions.tsx';
import {useFilters} from './useFilters.ts';

export interface ResourceListProps {
  /** The resource's name in the config. */
  name: string;
  /** The row's actions; generated (edit, Ação menu) when not given. */
  rowActions?: (record: Row) => ReactNode;
  /** Where the row's first column leads; its edit screen, where it may be edited, when not given. */
  rowLink?: (record: Row) => string | undefined;
  /** Beside the heading, before the button that creates. */
  headerActions?: ReactNode;
}

export const ResourceList = (props: ResourceListProps) => {
  const config = useConfig();
  const resource = useResource(props.name);
  const session = useSession();
  // The period is counted from the day the list is opened, not from the last render.
  const opening = useMemo(() => openingFilters(config, resource, session), [config, resource, session]);
  if (!may(resource, 'list', session.perfil)) return <Refused tab={resource.pageTitle} />;
  const [field, order] = resource.list.sort;
  return (
    <ResourceContextProvider value={props.name}>
      <ListBase
        key={props.name}
        disableAuthentication
        perPage={pageSizeOf(resource)}
        sort={{field, order: order === 'desc' ? 'DESC' : 'ASC'}}
        filterDefaultValues={opening}
        // Kept in the address alone: a stored period would stay the day it was stored.
        storeKey={false}
        queryOptions={{onError: () => undefined}}
        exporter={false}
      >
        <Heading {...props} />
        <Rows {...props} />
      </ListBase>
    </ResourceContextProvider>
  );
};

const CreateButton = ({name}: {name: string}) => {
  const config = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  if (!may(resource, 'create', perfil)) return null;
  return (
    <Button component={Link} to={screens(config, resource).create} variant="contained" startIcon={<AddIcon />}>
      {resource.list.createLabel ?? 'Cadastrar'}
    </Button>
  );
};

const Heading = ({name, headerActions}: ResourceListProps) => {
  const {pageTitle, label} = useResource(name);
  return <PageTitle tab={pageTitle} heading={label.many}>{headerActions}<CreateButton name={name} /></PageTitle>;
};

/** Nothing to show: because nothing matches, or because there is nothing yet. */
const Empty = ({name}: {name: string}) => {
  const resource = useResource(name);
  const {chosen, clear} = useFilters(name);
  return chosen.length > 0 ? (
    <Message icon="inbox" title={resource.messages.empty} action={<Button variant="outlined" onClick={clear}>Limpar filtros</Button>}>
      Os filtros acima escondem o resto. Mude-os ou limpe-os para ver mais.
    </Message>
  ) : (
    <Message icon={resource.icon} title={resource.messages.empty} action={<CreateButton name={name} />} />
  );
};

const Rows = ({name, rowActions, rowLink}: ResourceListProps) => {
  const ownLink = useRowLink(name);
  const {data, error, isPending, refetch, isPlaceholderData} = useListContext<Row>();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const [density, setDensity] = useStore<Density>('lista.densidade', 'confortavel');
  const [child, setChild] = useState<{name: string; parent: Row}>();
  const rows = {
    resource: name,
    rows: isPending ? undefined : data,
    rowLink: rowLink ?? ownLink,
    rowActions: rowActions ?? ((record: Row) => <RowActions resource={name} record={record} onChild={(one, parent) => setChild({name: one, parent})} />),
  };
  const content = () => {
    if (error) return <LoadError error={error} retry={() => void refetch()} />;
    if (!isPending && data?.length === 0) return <Empty name={name} />;
    return phone ? <ListCards {...rows} /> : <ListTable {...rows} density={density} />;
  };
  const compact = density === 'compacta';
  return (
    <>
      {phone && <ListFilters resource={name} />}
      <Paper variant={phone ? 'elevation' : 'outlined'} sx={phone ? {background: 'none'} : {borderRadius: 1.5, overflow: 'clip'}}>
        {!phone && <ListFilters resource={name} />}
        <Box sx={{borderTop: phone ? 0 : 1, borderColor: 'divider', opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms'}}>{content()}</Box>
        {!error && (data?.length ?? 0) > 0 && (
          <Box sx={{display: 'flex', alignItems: 'center', borderTop: phone ? 0 : 1, borderColor: 'divider'}}>
            <Box sx={{flexGrow: 1}}><Pager /></Box>
            {!phone && (
              <Tooltip title={compact ? 'Linhas confortáveis' : 'Linhas compactas'}>
                <IconButton size="small" aria-pressed={compact} aria-label="Linhas compactas" sx={{mr: 1}} onClick={() => setDensity(compact ? 'confortavel' : 'compacta')}>
                  <DensityIcon fontSize="small" />
                </IconButton>
              </Tooltip>
            )}
          </Box>
        )}
      </Paper>
      {child && <ChildDialog key={`${child.name}-${child.parent.id}`} parentName={name} name={child.name} parent={child.parent} onClose={() => setChild(undefined)} />}
    </>
  );
};
