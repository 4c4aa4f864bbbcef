/** A reference in a form. */
import {useEffect, useRef} from 'react';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {useReferenceOptions, withinOf} from '../references.ts';
import {ReferenceSelect, useTypedReference} from '../ReferenceSelect.tsx';
import {useFixedValue} from '../fieldState.ts';
import {LoadAgain} from '../FieldFrame.tsx';
import type {ControlProps} from './control.ts';
import {useOnlyOption} from './useOnlyOption.ts';
import {ReadOnlyControl} from './ReadOnlyControl.tsx';

/** A chosen branch does not survive another company: unless both changed together, as when a record is loaded. */
const useClearedWithParent = (parent: unknown, value: unknown, clear: () => void) => {
  const before = useRef({parent, value});
  useEffect(() => {
    const moved = before.current.parent !== parent && before.current.value === value;
    before.current = {parent, value};
    if (moved && value) clear();
  });
};

export const ReferenceControl = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, parent, value, onChange} = props;
  const reference = useTypedReference(field.to, withinOf(props), {
    chosen: value, name: props.name, names: field.names, none: props.none,
  });
  const {options, chosen, all, waiting, loading, failed, typed} = reference;
  useClearedWithParent(parent, value, () => onChange(null));
  const {only, refuse} = useOnlyOption(props, waiting || loading || failed || !all ? undefined : options, typed !== '');
  return (
    <ReferenceSelect
      {...props}
      reference={reference}
      clearable={!props.required || chosen === undefined || only}
      onChange={id => {
        if (id === null) refuse();
        onChange(id);
      }}
    />
  );
};

/** A reference that cannot be changed here: the record's name, as text. Who may not choose a company has their own (rules: Access 5). */
export const ReferenceText = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, value, onChange} = props;
  const fixed = useFixedValue(field);
  const {chosen, loading, naming, failed, retry} = useReferenceOptions(
    field.to, withinOf(props), {chosen: value, name: props.name, names: field.names},
  );
  useEffect(() => {
    if (fixed !== undefined && value !== fixed) onChange(fixed);
  });
  if (failed) return <LoadAgain id={props.id} retry={retry} />;
  const unnamed = loading || naming ? '…' : String(value);
  return <ReadOnlyControl {...props} text={value ? (chosen?.name ?? unnamed) : ''} />;
};
