/** A reference outside a form, with its label: searched for by typing. */
import {useId} from 'react';
import {FieldFrame} from './FieldFrame.tsx';
import {ReferenceSelect, type TypedReference} from './ReferenceSelect.tsx';

interface Props {
  label: string;
  name: string;
  /** The resource whose records are chosen from. */
  to: string;
  reference: TypedReference;
  /** 0: none. */
  value: number;
  disabled: boolean;
  /** What the empty choice is called. */
  all: string;
  /** null: the empty choice. */
  onChange: (id: unknown) => void;
}

export const LabelledReference = ({label, to, value, ...props}: Props) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} disabled={props.disabled}>
      <ReferenceSelect
        {...props}
        field={{label, to}}
        id={id}
        value={value === 0 ? null : value}
        onBlur={() => undefined}
        inputRef={null}
        required={false}
        invalid={false}
        describedBy={undefined}
        clearable
      />
    </FieldFrame>
  );
};
