/** Text as it is typed: plain, e-mail, digits, numbers, and long texts over several lines. */
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import type {ControlProps} from './control.ts';
import {ControlInput} from './ControlInput.tsx';

type Text = FieldOf<'texto'> | FieldOf<'email'> | FieldOf<'digitos'> | FieldOf<'numero'> | FieldOf<'url'>;
const HINTS = {
  texto: {inputMode: 'text'},
  email: {inputMode: 'email', autoCapitalize: 'none', spellCheck: false},
  digitos: {inputMode: 'numeric'},
  numero: {inputMode: 'numeric'},
  url: {inputMode: 'url', autoCapitalize: 'none', spellCheck: false},
} as const;

export const TextControl = (props: ControlProps<Text>) => {
  const {field, value, onChange, all} = props;
  const multiline = 'multiline' in field && field.multiline === true;
  return (
    <ControlInput
      of={props}
      type="text"
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={event => onChange(event.target.value)}
      {...(multiline ? {multiline, minRows: 3, maxRows: 10} : {})}
      {...(all === undefined ? {} : {placeholder: all})}
      // Without `maxLength`, by which a browser cuts what is pasted: a shorter number or address is another one.
      inputProps={HINTS[field.kind]}
    />
  );
};
