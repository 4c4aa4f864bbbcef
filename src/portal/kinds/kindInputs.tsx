/** The input of every kind; a new kind does not compile without its row. */
import Skeleton from '@mui/material/Skeleton';
import type {Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import {later} from '../ui/later.tsx';
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
const DecimalControl = later(async () => (await import('./controls/DecimalControl.tsx')).DecimalControl, undefined, placeholder(40));
const InstantControl = later(async () => (await import('./controls/InstantControl.tsx')).InstantControl, undefined, placeholder(40));
const MultiChoiceControl = later(async () => (await import('./controls/SeveralControl.tsx')).SeveralControl, undefined, placeholder(40));
const CalculatedControl = later(
  async () => (await import('./controls/CalculatedControl.tsx')).CalculatedControl, undefined, placeholder(40));
const RelatedControl = later(async () => (await import('./controls/RelatedControl.tsx')).RelatedControl, undefined, placeholder(40));
const FileControl = later(async () => (await import('./controls/FileControl.tsx')).FileControl, undefined, placeholder(40));
const FileText = later(async () => (await import('./controls/FileControl.tsx')).FileText, undefined, placeholder(40));
const PasswordControl = later(async () => (await import('./controls/PasswordControl.tsx')).PasswordControl, undefined, placeholder(40));
const LinksControl = later(async () => (await import('./controls/LinksControl.tsx')).LinksControl, undefined, placeholder(88));

const maxLengthOf = (field: {maxLength: number}): number => field.maxLength;

const kindInputs = {
  texto: {Control: TextControl, label: 'above', limit: maxLengthOf, isWide: field => field.multiline === true},
  email: {
    Control: TextControl, label: 'above', limit: maxLengthOf,
    warning: ({warnAbove = Infinity}, used) =>
      (used > warnAbove ? `Acima de ${warnAbove} caracteres o e-mail não serve para entrar no portal.` : undefined),
  },
  senha: {Control: PasswordControl, label: 'above', limit: maxLengthOf, keeps: true},
  documento: {Control: MaskedControl, label: 'above', limit: undefined},
  telefone: {Control: MaskedControl, label: 'above', limit: undefined},
  cep: {Control: MaskedControl, label: 'above', limit: undefined},
  digitos: {Control: TextControl, label: 'above', limit: maxLengthOf},
  numero: {Control: TextControl, label: 'above', limit: undefined},
  decimal: {Control: DecimalControl, label: 'above', limit: undefined},
  moeda: {Control: DecimalControl, label: 'above', limit: undefined},
  calculo: {Control: CalculatedControl, label: 'above', limit: undefined, Text: CalculatedControl},
  data: {Control: DayControl, label: 'above', limit: undefined},
  dataHora: {Control: InstantControl, label: 'above', limit: undefined},
  hora: {Control: MaskedControl, label: 'above', limit: undefined},
  url: {Control: TextControl, label: 'above', limit: maxLengthOf},
  booleano: {Control: SwitchControl, label: 'beside', limit: undefined, keeps: true},
  escolha: {Control: ChoiceControl, label: 'above', limit: undefined},
  opcoes: {Control: MultiChoiceControl, label: 'above', limit: undefined},
  arquivo: {Control: FileControl, label: 'legend', limit: undefined, isWide: () => true, Text: FileText},
  lista: {Control: ListControl, label: 'above', limit: undefined},
  referencia: {Control: ReferenceControl, label: 'above', limit: undefined, Text: ReferenceText},
  relacionado: {Control: RelatedControl, label: 'above', limit: undefined, Text: RelatedControl},
  vinculos: {Control: LinksControl, label: 'legend', limit: undefined, isWide: () => true, keeps: true},
} satisfies {[K in Kind]: KindInput<FieldOf<K>>};

export const inputOf = (field: Field): AnyKindInput => kindInputs[field.kind] as unknown as AnyKindInput;

/** The read-only variant of a field's input, as text where the control does not show the value by itself. */
export const textOf = (field: Field): AnyKindInput => {
  const input = inputOf(field);
  return input.keeps === true ? input : {...input, Control: input.Text ?? ReadOnlyControl};
};
