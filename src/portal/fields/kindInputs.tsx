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
  texto: {Control: TextControl, maxLength: maxLengthOf, isWide: field => field.multiline === true},
  email: {
    Control: TextControl, maxLength: maxLengthOf,
    warning: ({warnAbove = Infinity}, used) =>
      (used > warnAbove ? `Acima de ${warnAbove} caracteres o e-mail não serve para entrar no portal.` : undefined),
  },
  senha: {Control: PasswordControl, maxLength: maxLengthOf, showsOwnValue: true},
  documento: {Control: MaskedControl},
  telefone: {Control: MaskedControl},
  cep: {Control: MaskedControl},
  digitos: {Control: TextControl, maxLength: maxLengthOf},
  numero: {Control: TextControl},
  decimal: {Control: DecimalControl},
  moeda: {Control: DecimalControl},
  calculo: {Control: CalculatedControl, ReadOnly: CalculatedControl},
  data: {Control: DayControl},
  dataHora: {Control: InstantControl},
  hora: {Control: MaskedControl},
  url: {Control: TextControl, maxLength: maxLengthOf},
  booleano: {Control: SwitchControl, labelPlace: 'beside', showsOwnValue: true},
  escolha: {Control: ChoiceControl},
  opcoes: {Control: MultiChoiceControl},
  arquivo: {Control: FileControl, labelPlace: 'legend', isWide: () => true, ReadOnly: FileText},
  lista: {Control: ListControl},
  referencia: {Control: ReferenceControl, ReadOnly: ReferenceText},
  relacionado: {Control: RelatedControl, ReadOnly: RelatedControl},
  vinculos: {Control: LinksControl, labelPlace: 'legend', isWide: () => true, showsOwnValue: true},
} satisfies {[K in Kind]: KindInput<FieldOf<K>>};

export const kindInputOf = (field: Field): AnyKindInput => kindInputs[field.kind] as unknown as AnyKindInput;

/** The read-only variant of a field's input, as text where the control does not show the value by itself. */
export const readOnlyInputOf = (field: Field): AnyKindInput => {
  const input = kindInputOf(field);
  return input.showsOwnValue === true ? input : {...input, Control: input.ReadOnly ?? ReadOnlyControl};
};
