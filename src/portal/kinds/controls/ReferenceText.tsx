/** A reference that cannot be changed here: the record's name, as text. Who may not choose a company has their own (rules: Access 5). */
import {useEffect} from 'react';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import type {ControlProps} from './control.ts';
import {useFixedValue} from '../fixedValue.ts';
import {LoadAgain} from '../LoadAgain.tsx';
import {ReadOnlyControl} from './ReadOnlyControl.tsx';
import {useReferenceOptions, withinOf} from '../references.ts';

export const ReferenceText = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, value, onChange} = props;
  const fixed = useFixedValue(field);
  const {chosen, loading, naming, failed, retry} = useReferenceOptions(field.to, withinOf(props), {chosen: value, name: props.name});
  useEffect(() => {
    if (fixed !== undefined && value !== fixed) onChange(fixed);
  });
  if (failed) return <LoadAgain id={props.id} retry={retry} />;
  const unnamed = loading || naming ? '…' : String(value);
  return <ReadOnlyControl {...props} text={value ? (chosen?.name ?? unnamed) : ''} />;
};
