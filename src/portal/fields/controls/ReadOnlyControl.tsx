/** A read-only value, as text where an input would be. */
import InputBase from '@mui/material/InputBase';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {EMPTY_VALUE} from '../../../schema/words/messages.ts';
import {inputAttributes, type ControlProps} from './control.ts';

const TEXT = {color: 'text.primary', WebkitTextFillColor: 'currentColor', textOverflow: 'ellipsis'};

/** @param text the value's text, where its kind cannot format it */
export const ReadOnlyControl = ({text, ...props}: ControlProps<Field> & {text?: string}) => {
  const displayText = (text ?? kindRuleOf(props.field).format(props.value, props.field)) || EMPTY_VALUE;
  return (
    <InputBase
      fullWidth
      readOnly
      disabled
      size="small"
      value={displayText}
      inputProps={{...inputAttributes(props), title: displayText}}
      sx={{minHeight: 40, '& .MuiInputBase-input.Mui-disabled': TEXT}}
    />
  );
};
