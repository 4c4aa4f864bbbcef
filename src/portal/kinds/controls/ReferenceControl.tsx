/** A reference in a form. */
import {useEffect, useRef} from 'react';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import type {ControlProps} from './control.ts';
import {withinOf} from '../references.ts';
import {ReferenceSelect, useTypedReference} from '../ReferenceSelect.tsx';
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

export const ReferenceControl = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, parent, value, onChange} = props;
  const reference = useTypedReference(field.to, withinOf(props), {chosen: value, name: props.name, none: props.none});
  const {options, chosen, all, waiting, loading, failed} = reference;
  useClearedWithParent(parent, value, () => onChange(null));
  const {only, refuse} = useOnlyOption(props, waiting || loading || failed || !all ? undefined : options);
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
