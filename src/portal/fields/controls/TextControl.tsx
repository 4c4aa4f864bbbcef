/** Text input: plain, e-mail, digits, numbers, and long texts over several lines. */
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import type {ControlProps} from './control.ts';
import {ControlInput} from './ControlInput.tsx';

type TextField = FieldOf<'texto'> | FieldOf<'email'> | FieldOf<'digitos'> | FieldOf<'numero'> | FieldOf<'url'>;
const HINTS = {
  texto: {inputMode: 'text'},
  email: {inputMode: 'email', autoCapitalize: 'none', spellCheck: false},
  digitos: {inputMode: 'numeric'},
  numero: {inputMode: 'numeric'},
  url: {inputMode: 'url', autoCapitalize: 'none', spellCheck: false},
} as const;

export const TextControl = (props: ControlProps<TextField>) => {
  const {field, value, onChange, emptyLabel} = props;
  const multiline = 'multiline' in field && field.multiline === true;
  return (
    <ControlInput
      control={props}
      type="text"
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={event => onChange(event.target.value)}
      {...(multiline ? {multiline, minRows: 3, maxRows: 10} : {})}
      {...(emptyLabel === undefined ? {} : {placeholder: emptyLabel})}
      // No `maxLength`, because browsers cut pasted text by it, and a shorter number or address is a different one.
      inputProps={HINTS[field.kind]}
    />
  );
};
