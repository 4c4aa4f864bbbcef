/** What cannot be changed here, as text where an input would stand. */
import InputBase from '@mui/material/InputBase';
import {ruleOf} from '../../schema/kinds.ts';
import type {Field} from '../../schema/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

/** It is there to be read, in full contrast. */
const TEXT = {color: 'text.primary', WebkitTextFillColor: 'currentColor', textOverflow: 'ellipsis'};

export const ReadOnlyControl = (props: ControlProps<Field>) => {
  const text = ruleOf(props.field).format(props.value, props.field) || '—';
  return (
    <InputBase
      fullWidth
      readOnly
      disabled
      size="small"
      value={text}
      inputProps={{...inputAttributes(props), title: text}}
      sx={{minHeight: 40, '& .MuiInputBase-input.Mui-disabled': TEXT}}
    />
  );
};
