/** Documents, telephones and CEPs: masked while typed, kept bare (rules: Fields 1, 2); and times of the day. */
import Button from '@mui/material/Button';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {
  normaliseCep, normaliseDocument, normaliseTelephone, applyCepMask, applyDocumentMask, applyHourMask, applyTelephoneMask,
  telephoneWithoutDdd,
  type ApplyMask,
} from '../../../schema/fields/masks.ts';
import type {ControlProps} from './control.ts';
import {MaskedInput} from './ControlInput.tsx';
import {endsInSign, type Mask} from './useMask.ts';

type Masked = FieldOf<'documento'> | FieldOf<'telefone'> | FieldOf<'cep'> | FieldOf<'hora'>;

const masked = (lay: ApplyMask, bare: (text: string) => string): Mask => ({
  lay,
  keep: shown => (endsInSign(shown) || lay(shown) === undefined ? shown : bare(shown)),
});
interface Look<F> {
  mask: (field: F) => Mask;
  /** Shown while it is empty. */
  place: string;
  inputMode: 'text' | 'numeric' | 'tel';
  /** What a text is kept as when the person says that it is right although the mask is not for it; undefined where it cannot be. */
  insisted?: (text: string) => string | undefined;
}
const looks: {[K in Masked['kind']]: Look<FieldOf<K>>} = {
  documento: {
    mask: ({only}) => masked(text => applyDocumentMask(text, only), text => normaliseDocument(text, only)), place: '', inputMode: 'text',
  },
  telefone: {
    mask: () => masked(applyTelephoneMask, normaliseTelephone), place: '(00) 00000-0000', inputMode: 'tel', insisted: telephoneWithoutDdd,
  },
  cep: {mask: () => masked(applyCepMask, normaliseCep), place: '00000-000', inputMode: 'numeric'},
  hora: {mask: () => ({lay: applyHourMask, keep: shown => shown}), place: 'hh:mm', inputMode: 'numeric'},
};

export const MaskedControl = (props: ControlProps<Masked>) => {
  const {id, field, value, onChange, disabled} = props;
  const {mask, place, inputMode, insisted} = looks[field.kind] as Look<Masked>;
  const kept = typeof value === 'string' ? insisted?.(value) : undefined;
  return (
    <>
      <MaskedInput
        of={props}
        mask={mask(field)}
        placeholder={place}
        inputProps={{inputMode, autoComplete: 'off', spellCheck: false}}
      />
      {kept !== undefined && kept !== value && !disabled && (
        <Button
          size="small"
          sx={{alignSelf: 'flex-start', mt: 0.75}}
          onClick={() => {
            onChange(kept);
            // The button goes away, and the focus would go with it.
            document.getElementById(id)?.focus();
          }}
        >
          Manter assim mesmo (0800, 4004, exterior)
        </Button>
      )}
    </>
  );
};
