/** What only the server writes, shown where an input would stand. */
import OutlinedInput from '@mui/material/OutlinedInput';
import {ruleOf} from '../../schema/kinds.ts';
import type {Field} from '../../schema/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

export const ReadOnlyControl = (props: ControlProps<Field>) => (
  <OutlinedInput
    fullWidth
    readOnly
    disabled
    size="small"
    value={ruleOf(props.field).format(props.value, props.field) || '—'}
    inputProps={inputAttributes(props)}
  />
);
