/** Documents, telephones and CEPs: masked while typed, kept bare (rules: Fields 1, 2). */
import OutlinedInput from '@mui/material/OutlinedInput';
import {useForkRef} from '@mui/material/utils';
import type {FieldOf} from '../../schema/fields.ts';
import {maskCep, maskDocument, maskTelephone, unmasked} from '../../schema/text.ts';
import {inputAttributes, type ControlProps} from './control.ts';
import {useMask, type Mask} from './useMask.ts';

type Masked = FieldOf<'documento'> | FieldOf<'telefone'> | FieldOf<'cep'>;

const masked = (mask: (text: string) => string): Mask => ({
  show: value => mask(typeof value === 'string' ? value : ''),
  bare: unmasked,
  keep: unmasked,
});
const maskOf = (field: Masked): Mask => {
  if (field.kind === 'documento') return masked(text => maskDocument(text, field.only));
  return masked(field.kind === 'telefone' ? maskTelephone : maskCep);
};
const PLACES = {documento: '', telefone: '(00) 00000-0000', cep: '00000-000'};

export const MaskedControl = (props: ControlProps<Masked>) => {
  const {field, value, onChange, onBlur, inputRef, disabled, invalid} = props;
  const {input, shown, change} = useMask(value, onChange, maskOf(field));
  const ref = useForkRef(input, inputRef as React.Ref<HTMLInputElement>);
  return (
    <OutlinedInput
      fullWidth
      size="small"
      value={shown}
      onChange={change}
      onBlur={onBlur}
      inputRef={ref}
      disabled={disabled}
      error={invalid}
      placeholder={PLACES[field.kind]}
      inputProps={{
        ...inputAttributes(props), inputMode: field.kind === 'documento' ? 'text' : 'numeric', autoComplete: 'off', spellCheck: false,
      }}
    />
  );
};
