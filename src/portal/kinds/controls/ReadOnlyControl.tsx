/** What cannot be changed here, as text where an input would stand. */
import InputBase from '@mui/material/InputBase';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

/** It is there to be read, in full contrast. */
const TEXT = {color: 'text.primary', WebkitTextFillColor: 'currentColor', textOverflow: 'ellipsis'};

/** @param text what the value is called, where its kind cannot say that by itself */
export const ReadOnlyControl = ({text, ...props}: ControlProps<Field> & {text?: string}) => {
  const said = (text ?? kindRuleOf(props.field).format(props.value, props.field)) || '—';
  return (
    <InputBase
      fullWidth
      readOnly
      disabled
      size="small"
      value={said}
      inputProps={{...inputAttributes(props), title: said}}
      sx={{minHeight: 40, '& .MuiInputBase-input.Mui-disabled': TEXT}}
    />
  );
};
