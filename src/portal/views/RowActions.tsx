/** What can be done to a row of a generated list: edit, and the Ação menu. */
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {Link} from 'react-router-dom';
import {screens} from '../../schema/paths.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useReach} from '../ui/place/useReach.ts';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {showsEditLink} from './rowAccess.ts';
import {RowMenu} from './RowMenu.tsx';

export interface RowActionsProps {
  resource: string;
  record: Row;
  onChild: (child: string, record: Row) => void;
}

/** The link to the edit screen; nothing where the row may not be edited. */
export const EditLink = ({resource: name, record}: Pick<RowActionsProps, 'resource' | 'record'>) => {
  const config = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  const {state} = useReach();
  if (!showsEditLink(resource, record, perfil)) return null;
  return (
    <Tooltip title="Editar">
      <IconButton size="small" component={Link} to={screens(config, resource).edit(record.id)} state={state} aria-label={`Editar ${recordTitle(resource, record)}`}>
        <EditIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};

export const RowActions = ({resource, record, onChild}: RowActionsProps) => (
  <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
    <EditLink resource={resource} record={record} />
    <RowMenu resource={resource} record={record} onChild={child => onChild(child, record)} />
  </Box>
);
