/** Yes or no. */
import Switch from '@mui/material/Switch';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

export const SwitchControl = (props: ControlProps<FieldOf<'booleano'>>) => (
  <Switch
    checked={props.value === true}
    onChange={event => props.onChange(event.target.checked)}
    onBlur={props.onBlur}
    disabled={props.disabled}
    slotProps={{input: {...inputAttributes(props), ref: props.inputRef as React.Ref<HTMLInputElement>}}}
  />
);
