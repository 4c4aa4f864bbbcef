/** A reference in a form. Who may not choose a company has their own, and cannot change it (rules: Access 5). */
import {useEffect, useRef} from 'react';
import type {FieldOf} from '../../schema/fields.ts';
import type {ControlProps} from './control.ts';
import {useFixedValue} from './fixedValue.ts';
import {ReferenceSelect, useTypedReference} from './ReferenceSelect.tsx';
import {useOnlyOption} from './useOnlyOption.ts';

/** A chosen branch does not survive another company: unless both changed together, as when a record is loaded. */
const useClearedWithParent = (parent: unknown, value: unknown, clear: () => void) => {
  const before = useRef({parent, value});
  useEffect(() => {
    const moved = before.current.parent !== parent && before.current.value === value;
    before.current = {parent, value};
    if (moved && value) clear();
  });
};

export const ReferenceControl = ({parent, ...props}: ControlProps<FieldOf<'referencia'>>) => {
  const {field, value, onChange} = props;
  const fixed = useFixedValue(field);
  const within = field.within === undefined ? undefined : {name: field.within, value: parent};
  const reference = useTypedReference(field.to, within, {chosen: value, name: props.name, none: props.none});
  const {options, chosen, all, waiting, loading, failed} = reference;
  const disabled = props.disabled || fixed !== undefined;
  useClearedWithParent(parent, value, () => onChange(null));
  const {only, refuse} = useOnlyOption({...props, parent, disabled}, waiting || loading || failed || !all ? undefined : options);
  useEffect(() => {
    if (fixed !== undefined && value !== fixed) onChange(fixed);
  });
  return (
    <ReferenceSelect
      {...props}
      reference={reference}
      disabled={disabled}
      clearable={!props.required || chosen === undefined || only}
      onChange={id => {
        if (id === null) refuse();
        onChange(id);
      }}
    />
  );
};
