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
interface Look<F> {
  mask: (field: F) => Mask;
  /** Shown while it is empty. */
  place: string;
  inputMode: 'text' | 'numeric';
}
const looks: {[K in Masked['kind']]: Look<FieldOf<K>>} = {
  documento: {mask: ({only}) => masked(text => maskDocument(text, only)), place: '', inputMode: 'text'},
  telefone: {mask: () => masked(maskTelephone), place: '(00) 00000-0000', inputMode: 'numeric'},
  cep: {mask: () => masked(maskCep), place: '00000-000', inputMode: 'numeric'},
};

export const MaskedControl = (props: ControlProps<Masked>) => {
  const {field, value, onChange, onBlur, inputRef, disabled, invalid} = props;
  const {mask, place, inputMode} = looks[field.kind] as Look<Masked>;
  const {input, shown, change} = useMask(value, onChange, mask(field));
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
      placeholder={place}
      inputProps={{...inputAttributes(props), inputMode, autoComplete: 'off', spellCheck: false}}
    />
  );
};
