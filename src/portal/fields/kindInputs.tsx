/** The input of every kind; a new kind does not compile without its row. */
import type {ComponentType} from 'react';
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

/** Loads a control on demand, because few forms need it. The placeholder has the control's height, so that nothing moves. */
const lazyControl = <Props extends object>(load: () => Promise<ComponentType<Props>>, height = 40) =>
  lazyComponent(load, undefined, <Skeleton variant="rounded" height={height} />);

const DecimalControl = lazyControl(async () => (await import('./controls/DecimalControl.tsx')).DecimalControl);
const InstantControl = lazyControl(async () => (await import('./controls/InstantControl.tsx')).InstantControl);
const MultiChoiceControl = lazyControl(async () => (await import('./controls/MultiChoiceControl.tsx')).MultiChoiceControl);
const CalculatedControl = lazyControl(async () => (await import('./controls/CalculatedControl.tsx')).CalculatedControl);
const RelatedControl = lazyControl(async () => (await import('./controls/RelatedControl.tsx')).RelatedControl);
const FileControl = lazyControl(async () => (await import('./controls/FileControl.tsx')).FileControl);
const FileText = lazyControl(async () => (await import('./controls/FileControl.tsx')).FileText);
const PasswordControl = lazyControl(async () => (await import('./controls/PasswordControl.tsx')).PasswordControl);
const LinksControl = lazyControl(async () => (await import('./controls/LinksControl.tsx')).LinksControl, 88);

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
