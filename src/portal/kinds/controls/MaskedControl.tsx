/** Documents, telephones and CEPs: masked while typed, kept bare (rules: Fields 1, 2); and times of the day. */
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {maskCep, maskDocument, maskHour, maskTelephone, unmasked} from '../../../schema/fields/text.ts';
import type {ControlProps} from './control.ts';
import {MaskedInput} from './ControlInput.tsx';
import type {Mask} from './useMask.ts';

type Masked = FieldOf<'documento'> | FieldOf<'telefone'> | FieldOf<'cep'> | FieldOf<'hora'>;

const masked = (mask: (text: string) => string, bare = unmasked, keep = bare): Mask => ({
  show: value => mask(typeof value === 'string' ? value : ''),
  bare,
  keep,
});
const digits = (text: string): string => text.replace(/\D/g, '');
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
  hora: {mask: () => masked(maskHour, digits, maskHour), place: 'hh:mm', inputMode: 'numeric'},
};

export const MaskedControl = (props: ControlProps<Masked>) => {
  const {mask, place, inputMode} = looks[props.field.kind] as Look<Masked>;
  return (
    <MaskedInput
      of={props}
      mask={mask(props.field)}
      placeholder={place}
      inputProps={{inputMode, autoComplete: 'off', spellCheck: false}}
    />
  );
};
