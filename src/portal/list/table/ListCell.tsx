/** One value of a row: the switch where the config says so, the row's link in its first column, an age, else the value read. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import {Link as RouterLink} from 'react-router-dom';
import {WAITED_FOR} from '../../../schema/lifeCycle/situation.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {useConfig, useResource} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {COARSE} from '../../theme/tokens.ts';
import {Age} from '../../ui/Age.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import {Clamped} from './Clamped.tsx';
import {columnField, isProse} from '../columns/columns.ts';
import type {Lead} from '../address/leads.ts';
import {ToggleSwitch} from './ToggleSwitch.tsx';
import {isOld, waitedFor} from './waiting.ts';

/** A code of one digit is no target for a finger. */
const touch = {[COARSE]: {display: 'inline-flex', alignItems: 'center', minWidth: 44, minHeight: 44}};

export interface ListCellProps {
  resource: string;
  record: Row;
  column: string;
  /** Where the row leads, for its main cell. */
  lead?: Lead | undefined;
  /** Long texts in two lines, as a table's rows want them. */
  clamp?: boolean;
}

export const ListCell = ({resource: name, record, column, lead, clamp = false}: ListCellProps) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  if (resource.toggle?.field === column) return <ToggleSwitch resource={name} record={record} />;
  if (column === WAITED_FOR) return waitedFor(resource, record, session) || '—';
  const at = record[column];
  if (column === resource.since && typeof at === 'string' && at !== '') {
    return (
      <Box component="span" sx={isOld(resource, record, session) ? {color: 'warning.main', fontWeight: 600} : {}}><Age instant={at} /></Box>
    );
  }
  const field = columnField(config, resource, column);
  const value = field === undefined ? record.id : <FieldValue field={field} value={record[column]} record={record} />;
  const shown = lead === undefined ? value : <Link component={RouterLink} {...lead} data-principal sx={touch}>{value}</Link>;
  if (!clamp || !isProse(config, resource, column)) return shown;
  return <Clamped {...(lead === undefined ? {} : {text: value})}>{shown}</Clamped>;
};
