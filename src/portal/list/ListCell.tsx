/** One value of a row: the switch where the config says so, the row's link in its first column, else the value read. */
import Link from '@mui/material/Link';
import {Link as RouterLink} from 'react-router-dom';
import {FieldValue} from '../kinds/FieldValue.tsx';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {COARSE} from '../theme/tokens.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {Clamped} from './Clamped.tsx';
import {columnField, isProse} from './columns.ts';
import type {Lead} from './leads.ts';
import {ToggleSwitch} from './ToggleSwitch.tsx';

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
  if (resource.toggle?.field === column) return <ToggleSwitch resource={name} record={record} />;
  const field = columnField(config, resource, column);
  const value = field === undefined ? record.id : <FieldValue field={field} value={record[column]} record={record} />;
  const shown = lead === undefined ? value : <Link component={RouterLink} {...lead} data-principal sx={touch}>{value}</Link>;
  if (!clamp || !isProse(config, resource, column)) return shown;
  return <Clamped {...(lead === undefined ? {} : {text: value})}>{shown}</Clamped>;
};
