/** Text as it is typed: plain, e-mail, digits, numbers, and long texts over several lines. */
import OutlinedInput from '@mui/material/OutlinedInput';
import type {FieldOf} from '../../schema/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

type Text = FieldOf<'texto'> | FieldOf<'email'> | FieldOf<'digitos'> | FieldOf<'numero'>;
const HINTS = {
  texto: {inputMode: 'text'},
  email: {inputMode: 'email', autoCapitalize: 'none', spellCheck: false},
  digitos: {inputMode: 'numeric'},
  numero: {inputMode: 'numeric'},
} as const;

export const TextControl = (props: ControlProps<Text>) => {
  const {field, value, onChange, onBlur, inputRef, disabled, invalid, all} = props;
  const multiline = 'multiline' in field && field.multiline === true;
  return (
    <OutlinedInput
      fullWidth
      size="small"
      type="text"
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={event => onChange(event.target.value)}
      onBlur={onBlur}
      inputRef={inputRef}
      disabled={disabled}
      error={invalid}
      {...(multiline ? {multiline, minRows: 3, maxRows: 10} : {})}
      {...(all === undefined ? {} : {placeholder: all})}
      inputProps={{
        ...inputAttributes(props),
        ...HINTS[field.kind],
        ...('maxLength' in field ? {maxLength: field.maxLength} : {}),
      }}
    />
  );
};
