/** A reference in a form: a select, or text. */
import {useEffect, useRef} from 'react';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {useReferenceOptions, referenceParentOf} from '../references.ts';
import {ReferenceSelect, useTypedReference} from '../ReferenceSelect.tsx';
import {useFixedValue} from '../fieldState.ts';
import {RetryLoadButton} from '../FieldFrame.tsx';
import type {ControlProps} from './control.ts';
import {useOnlyOption} from './useOnlyOption.ts';
import {ReadOnlyControl} from './ReadOnlyControl.tsx';

/** Clears the value when its parent changes, unless both changed together, as when a record is loaded. */
const useClearedWithParent = (parent: unknown, value: unknown, clear: () => void) => {
  const previous = useRef({parent, value});
  useEffect(() => {
    const parentChanged = previous.current.parent !== parent && previous.current.value === value;
    previous.current = {parent, value};
    if (parentChanged && value) clear();
  });
};

export const ReferenceControl = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, parent, value, onChange} = props;
  const reference = useTypedReference(field.to, referenceParentOf(props), {
    chosen: value, name: props.name, names: field.names, tree: field.tree, noneLabel: props.noneLabel,
  });
  const {options, chosen, all: isComplete, waiting: isParentMissing, loading, failed, typed} = reference;
  useClearedWithParent(parent, value, () => onChange(null));
  const {isOnlyOption, keepEmpty} = useOnlyOption(
    props, isParentMissing || loading || failed || !isComplete ? undefined : options, typed !== '',
  );
  return (
    <ReferenceSelect
      {...props}
      reference={reference}
      clearable={!props.required || chosen === undefined || isOnlyOption}
      onChange={id => {
        if (id === null) keepEmpty();
        onChange(id);
      }}
    />
  );
};

/** A read-only reference, as the record's name. A person without a choice of company gets their own (rules: Access 5). */
export const ReferenceText = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, value, onChange} = props;
  const fixed = useFixedValue(field);
  const {chosen, loading, naming, failed, retry} = useReferenceOptions(
    field.to, referenceParentOf(props), {chosen: value, name: props.name, names: field.names},
  );
  useEffect(() => {
    if (fixed !== undefined && value !== fixed) onChange(fixed);
  });
  if (failed) return <RetryLoadButton id={props.id} retry={retry} />;
  const fallbackText = loading || naming ? '…' : String(value);
  return <ReadOnlyControl {...props} text={value ? (chosen?.name ?? fallbackText) : ''} />;
};
