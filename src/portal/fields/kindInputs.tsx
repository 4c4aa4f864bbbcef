/** The input of every kind; a new kind does not compile without its row. */
import Skeleton from '@mui/material/Skeleton';
import type {Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {ChoiceControl, ListControl, SwitchControl} from './controls/ChoiceControl.tsx';
import type {AnyKindInput, KindInput} from './controls/control.ts';
import {DayControl} from './controls/DayControl.tsx';
import {MaskedControl} from './controls/MaskedControl.tsx';
import {ReadOnlyControl} from './controls/ReadOnlyControl.tsx';
import {ReferenceControl, ReferenceText} from './controls/ReferenceControl.tsx';
import {TextControl} from './controls/TextControl.tsx';

/** The placeholder has the height of the loaded control, so that nothing moves. */
const placeholder = (height: number) => <Skeleton variant="rounded" height={height} />;

// Loaded on demand, because few forms need them.
const DecimalControl = lazyComponent(
  async () => (await import('./controls/DecimalControl.tsx')).DecimalControl, undefined, placeholder(40),
);
const InstantControl = lazyComponent(
  async () => (await import('./controls/InstantControl.tsx')).InstantControl, undefined, placeholder(40),
);
const MultiChoiceControl = lazyComponent(
  async () => (await import('./controls/MultiChoiceControl.tsx')).MultiChoiceControl, undefined, placeholder(40),
);
const CalculatedControl = lazyComponent(
  async () => (await import('./controls/CalculatedControl.tsx')).CalculatedControl, undefined, placeholder(40));
const RelatedControl = lazyComponent(
  async () => (await import('./controls/RelatedControl.tsx')).RelatedControl, undefined, placeholder(40),
);
const FileControl = lazyComponent(async () => (await import('./controls/FileControl.tsx')).FileControl, undefined, placeholder(40));
const FileText = lazyComponent(async () => (await import('./controls/FileControl.tsx')).FileText, undefined, placeholder(40));
const PasswordControl = lazyComponent(
  async () => (await import('./controls/PasswordControl.tsx')).PasswordControl, undefined, placeholder(40),
);
const LinksControl = lazyComponent(async () => (await import('./controls/LinksControl.tsx')).LinksControl, undefined, placeholder(88));

const maxLengthOf = (field: {maxLength: number}): number => field.maxLength;

const kindInputs = {
  texto: {Control: TextControl, labelPlace: 'above', maxLength: maxLengthOf, isWide: field => field.multiline === true},
  email: {
    Control: TextControl, labelPlace: 'above', maxLength: maxLengthOf,
    warning: ({warnAbove = Infinity}, used) =>
      (used > warnAbove ? `Acima de ${warnAbove} caracteres o e-mail não serve para entrar no portal.` : undefined),
  },
  senha: {Control: PasswordControl, labelPlace: 'above', maxLength: maxLengthOf, showsOwnValue: true},
  documento: {Control: MaskedControl, labelPlace: 'above', maxLength: undefined},
  telefone: {Control: MaskedControl, labelPlace: 'above', maxLength: undefined},
  cep: {Control: MaskedControl, labelPlace: 'above', maxLength: undefined},
  digitos: {Control: TextControl, labelPlace: 'above', maxLength: maxLengthOf},
  numero: {Control: TextControl, labelPlace: 'above', maxLength: undefined},
  decimal: {Control: DecimalControl, labelPlace: 'above', maxLength: undefined},
  moeda: {Control: DecimalControl, labelPlace: 'above', maxLength: undefined},
  calculo: {Control: CalculatedControl, labelPlace: 'above', maxLength: undefined, ReadOnly: CalculatedControl},
  data: {Control: DayControl, labelPlace: 'above', maxLength: undefined},
  dataHora: {Control: InstantControl, labelPlace: 'above', maxLength: undefined},
  hora: {Control: MaskedControl, labelPlace: 'above', maxLength: undefined},
  url: {Control: TextControl, labelPlace: 'above', maxLength: maxLengthOf},
  booleano: {Control: SwitchControl, labelPlace: 'beside', maxLength: undefined, showsOwnValue: true},
  escolha: {Control: ChoiceControl, labelPlace: 'above', maxLength: undefined},
  opcoes: {Control: MultiChoiceControl, labelPlace: 'above', maxLength: undefined},
  arquivo: {Control: FileControl, labelPlace: 'legend', maxLength: undefined, isWide: () => true, ReadOnly: FileText},
  lista: {Control: ListControl, labelPlace: 'above', maxLength: undefined},
  referencia: {Control: ReferenceControl, labelPlace: 'above', maxLength: undefined, ReadOnly: ReferenceText},
  relacionado: {Control: RelatedControl, labelPlace: 'above', maxLength: undefined, ReadOnly: RelatedControl},
  vinculos: {Control: LinksControl, labelPlace: 'legend', maxLength: undefined, isWide: () => true, showsOwnValue: true},
} satisfies {[K in Kind]: KindInput<FieldOf<K>>};

export const kindInputOf = (field: Field): AnyKindInput => kindInputs[field.kind] as unknown as AnyKindInput;

/** The read-only variant of a field's input, as text where the control does not show the value by itself. */
export const readOnlyInputOf = (field: Field): AnyKindInput => {
  const input = kindInputOf(field);
  return input.showsOwnValue === true ? input : {...input, Control: input.ReadOnly ?? ReadOnlyControl};
};
