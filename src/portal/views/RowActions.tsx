/** What can be done to a row of a list: look at it, edit, the menu, and its frequent actions, each under the same place in every row. */
import EditIcon from '@mui/icons-material/EditOutlined';
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {Link} from 'react-router-dom';
import {hasDetails} from '../../schema/parts.ts';
import {nounOf} from '../../schema/words/nouns.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {ActionButton} from '../actions/ActionButton.tsx';
import {useActionRunner} from '../actions/ActionDialogHost.tsx';
import {useActions} from '../actions/useActions.ts';
import {useLeads} from '../list/address/leads.ts';
import {useResource} from '../session/context.ts';
import {COARSE} from '../theme/tokens.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {RowMenu} from './RowMenu.tsx';

/** An icon's own place in the row: what a record does not have leaves it empty, and nothing else moves there. */
const PLACE = {minWidth: 30, [COARSE]: {minWidth: 44}};

interface RowActionsProps {
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
  const place = hasDetails(resource) ? PLACE : null;
  const icons = [
    <Box key="details" sx={place}>
      {details && (
        <Tooltip title="Detalhes">
          <IconButton size="small" component={Link} {...details} aria-label={`Detalhes ${nounOf(resource).of} ${record.id}`}>
            <EyeIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>,
    <Box key="edit" sx={place}>
      {edit && (
        <Tooltip title="Editar">
          <IconButton size="small" component={Link} {...edit} aria-label={`Editar ${recordTitle(resource, record)}`}>
            <EditIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>,
    <Box key="menu" sx={place}><RowMenu resource={name} record={record} onChild={child => onChild(child, record)} /></Box>,
  ];
  const words = actions.map(one => <ActionButton key={one.name} one={one} small onClick={() => void run(one.name, record)} />);
  // What is as wide as its word stands where nothing comes after it; on a card at the other end.
  const groups = [icons, words].map((group, gap) => <Box key={gap} sx={{display: 'flex', alignItems: 'center', gap}}>{group}</Box>);
  const start = resource.list.actionsAt === 'start';
  return (
    <Box sx={{display: 'flex', flexGrow: 1, justifyContent: {xs: 'space-between', sm: start ? 'flex-start' : 'flex-end'}}}>
      {start ? groups : groups.toReversed()}
    </Box>
  );
};
