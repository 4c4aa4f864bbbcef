/** The switch of a row: it asks first, then does one of the two actions behind it (rules: Lists 7). */
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import {switchOf, type Switch as Switched} from '../../../schema/lifeCycle/toggle.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {useVerdict} from '../../actions/useActions.ts';
import {useResource} from '../../session/context.ts';
import {usePhone} from '../../theme/usePhone.ts';
import type {Row} from '../../wire/providers/dialects.ts';

export const ToggleSwitch = ({resource: name, record}: {resource: string; record: Row}) => {
  const toggle = switchOf(useResource(name));
  return toggle === undefined ? null : <Toggle name={name} record={record} toggle={toggle} />;
};

const Toggle = ({name, record, toggle}: {name: string; record: Row; toggle: Switched}) => {
  const resource = useResource(name);
  const on = record[toggle.field] === toggle.on;
  const action = on ? toggle.disable : toggle.enable;
  const verdict = useVerdict(name, action, record);
  const run = useActionRunner(name);
  const phone = usePhone();
  // It shows its field: where this says that a record is off ('Arquivado'), it is on when the record is not.
  const saysOff = toggle.on === false;
  const label = saysOff ? resource.fields[toggle.field]?.label : on ? 'Ativo' : 'Inativo';
  const control = (
    <Switch
      size="small"
      checked={on !== saysOff}
      disabled={!verdict.allowed}
      onChange={() => void run(action, record)}
      slotProps={{input: {role: 'switch', 'aria-label': `${label}: ${recordTitle(resource, record)}`}}}
    />
  );
  const shown = verdict.allowed ? control : <Tooltip title={verdict.reason}><span>{control}</span></Tooltip>;
  // A card has no heading over it, and one that is on would be taken for a record that is.
  if (!phone || !saysOff) return shown;
  return <Box sx={{display: 'flex', alignItems: 'center', typography: 'caption', color: 'text.secondary'}}>{label}{shown}</Box>;
};
