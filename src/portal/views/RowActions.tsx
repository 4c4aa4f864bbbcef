/** What can be done to a row of a list: edit, look at it, its frequent actions, and the menu of the others. */
import EditIcon from '@mui/icons-material/EditOutlined';
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {Link} from 'react-router-dom';
import {nounOf} from '../../schema/words/nouns.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {ActionButton} from '../actions/ActionButton.tsx';
import {useActionRunner} from '../actions/useActionRunner.ts';
import {useActions} from '../actions/useActions.ts';
import {useLeads} from '../list/address/leads.ts';
import {useResource} from '../session/ConfigContext.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {RowMenu} from './RowMenu.tsx';

export interface RowActionsProps {
  resource: string;
  record: Row;
  onChild: (child: string, record: Row) => void;
}

export const RowActions = ({resource: name, record, onChild}: RowActionsProps) => {
  const resource = useResource(name);
  const leads = useLeads(name);
  const run = useActionRunner(name);
  const actions = useActions(name, record, 'row');
  const [edit, details] = [leads.edit(record), leads.details(record)];
  return (
    <Box sx={{display: 'flex', alignItems: 'center', gap: 0.5}}>
      {edit && (
        <Tooltip title="Editar">
          <IconButton size="small" component={Link} {...edit} aria-label={`Editar ${recordTitle(resource, record)}`}>
            <EditIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {details && (
        <Tooltip title="Detalhes">
          <IconButton size="small" component={Link} {...details} aria-label={`Detalhes ${nounOf(resource).of} ${record.id}`}>
            <EyeIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {actions.map(one => <ActionButton key={one.name} one={one} small onClick={() => void run(one.name, record)} />)}
      <RowMenu resource={name} record={record} onChild={child => onChild(child, record)} />
    </Box>
  );
};
