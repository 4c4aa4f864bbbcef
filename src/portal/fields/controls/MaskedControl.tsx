/** Documents, telephones, CEPs and times of the day: masked while typed, stored bare (rules: Fields 1, 2). */
import Button from '@mui/material/Button';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {
  normaliseCep, normaliseDocument, normaliseTelephone, applyCepMask, applyDocumentMask, applyHourMask, applyTelephoneMask,
  telephoneWithoutDdd,
  type ApplyMask,
} from '../../../schema/fields/masks.ts';
import type {ControlProps} from './control.ts';
import {MaskedInput} from './ControlInput.tsx';
import {endsWithSeparator, type Mask} from './useMask.ts';

type Masked = FieldOf<'documento'> | FieldOf<'telefone'> | FieldOf<'cep'> | FieldOf<'hora'>;

const masked = (applyMask: ApplyMask, normalise: (text: string) => string): Mask => ({
  apply: applyMask,
  toValue: text => (endsWithSeparator(text) || applyMask(text) === undefined ? text : normalise(text)),
});
interface MaskedKind<F> {
  mask: (field: F) => Mask;
  placeholder: string;
  inputMode: 'text' | 'numeric' | 'tel';
  /** The value of an unmasked text that the person confirms; undefined where it cannot be valid. */
  acceptUnmasked?: (text: string) => string | undefined;
}
const maskedKinds: {[K in Masked['kind']]: MaskedKind<FieldOf<K>>} = {
  documento: {
    mask: ({only}) => masked(text => applyDocumentMask(text, only), text => normaliseDocument(text, only)), placeholder: '',
    inputMode: 'text',
  },
  telefone: {
    mask: () => masked(applyTelephoneMask, normaliseTelephone), placeholder: '(00) 00000-0000', inputMode: 'tel',
    acceptUnmasked: telephoneWithoutDdd,
  },
  cep: {mask: () => masked(applyCepMask, normaliseCep), placeholder: '00000-000', inputMode: 'numeric'},
  hora: {mask: () => ({apply: applyHourMask, toValue: text => text}), placeholder: 'hh:mm', inputMode: 'numeric'},
};

export const MaskedControl = (props: ControlProps<Masked>) => {
  const {id, field, value, onChange, disabled} = props;
  const {mask, placeholder, inputMode, acceptUnmasked} = maskedKinds[field.kind] as MaskedKind<Masked>;
  const acceptedValue = typeof value === 'string' ? acceptUnmasked?.(value) : undefined;
  return (
    <>
      <MaskedInput
        control={props}
        mask={mask(field)}
        placeholder={placeholder}
        inputProps={{inputMode, autoComplete: 'off', spellCheck: false}}
      />
      {acceptedValue !== undefined && acceptedValue !== value && !disabled && (
        <Button
          size="small"
          sx={{alignSelf: 'flex-start', mt: 0.75}}
          onClick={() => {
            onChange(acceptedValue);
            // The button disappears, and the focus would go with it.
            document.getElementById(id)?.focus();
          }}
        >
          Manter assim mesmo (0800, 4004, exterior)
        </Button>
      )}
    </>
  );
};
