/** Text as it is typed: plain, e-mail, digits, numbers, and long texts over several lines. */
import OutlinedInput from '@mui/material/OutlinedInput';
import type {FieldOf} from '../../schema/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

type Text = FieldOf<'texto'> | FieldOf<'email'> | FieldOf<'digitos'> | FieldOf<'numero'>;
const HINTS = {
  texto: {type: 'text', inputMode: 'text'},
  email: {type: 'text', inputMode: 'email'},
  digitos: {type: 'text', inputMode: 'numeric'},
  numero: {type: 'text', inputMode: 'numeric'},
} as const;

export const TextControl = (props: ControlProps<Text>) => {
  const {field, value, onChange, onBlur, inputRef, disabled, invalid, all} = props;
  const multiline = field.kind === 'texto' && field.multiline === true;
  return (
    <OutlinedInput
      fullWidth
      size="small"
      type={HINTS[field.kind].type}
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
        inputMode: HINTS[field.kind].inputMode,
        ...('maxLength' in field ? {maxLength: field.maxLength} : {}),
        ...(field.kind === 'email' ? {autoCapitalize: 'none', spellCheck: false} : {}),
      }}
    />
  );
};
