/** Documents, telephones and CEPs: masked while typed, kept bare (rules: Fields 1, 2); and times of the day. */
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {
  bareCep, bareDocument, bareTelephone, layCep, layDocument, layHour, layTelephone, type Lay,
} from '../../../schema/fields/masks.ts';
import type {ControlProps} from './control.ts';
import {MaskedInput} from './ControlInput.tsx';
import {endsInSign, type Mask} from './useMask.ts';

type Masked = FieldOf<'documento'> | FieldOf<'telefone'> | FieldOf<'cep'> | FieldOf<'hora'>;

const masked = (lay: Lay, bare: (text: string) => string): Mask => ({
  lay,
  keep: shown => (endsInSign(shown) || lay(shown) === undefined ? shown : bare(shown)),
});
interface Look<F> {
  mask: (field: F) => Mask;
  /** Shown while it is empty. */
  place: string;
  inputMode: 'text' | 'numeric';
}
const looks: {[K in Masked['kind']]: Look<FieldOf<K>>} = {
  documento: {mask: ({only}) => masked(text => layDocument(text, only), bareDocument), place: '', inputMode: 'text'},
  telefone: {mask: () => masked(layTelephone, bareTelephone), place: '(00) 00000-0000', inputMode: 'numeric'},
  cep: {mask: () => masked(layCep, bareCep), place: '00000-000', inputMode: 'numeric'},
  hora: {mask: () => ({lay: layHour, keep: shown => shown}), place: 'hh:mm', inputMode: 'numeric'},
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
