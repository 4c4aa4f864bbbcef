/** One value of a row: the switch where the config says so, the row's link in its first column, else the value read. */
import Link from '@mui/material/Link';
import {Link as RouterLink} from 'react-router-dom';
import {useResource} from '../ConfigContext.tsx';
import {FieldValue} from '../kinds/FieldValue.tsx';
import type {Row} from '../providers/dialects.ts';
import {ToggleSwitch} from './ToggleSwitch.tsx';

export interface ListCellProps {
  resource: string;
  record: Row;
  column: string;
  /** Where the row leads, for its main cell. */
  to?: string | undefined;
}

export const ListCell = ({resource: name, record, column, to}: ListCellProps) => {
  const {fields, toggle} = useResource(name);
  if (toggle?.field === column) return <ToggleSwitch resource={name} record={record} />;
  const field = fields[column];
  const value = field === undefined ? record.id : <FieldValue field={field} value={record[column]} record={record} />;
  return to === undefined ? value : <Link component={RouterLink} to={to}>{value}</Link>;
};
