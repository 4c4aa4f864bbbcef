/** A select outside a form, with label and error. */
import {useId} from 'react';
import {errorId, FieldFrame} from './FieldFrame.tsx';
import {Select, type SelectOption} from './Select.tsx';

interface Props {
  label: string;
  name: string;
  options: readonly SelectOption[];
  value: string | number;
  problem?: string | undefined;
  disabled?: boolean;
  /** Label of the empty option; `false` removes it. */
  emptyLabel?: string | false;
  onChange: (id: string | number | undefined) => void;
}

export const LabelledSelect = ({label, name, options, value, problem, disabled = false, emptyLabel, onChange}: Props) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} disabled={disabled} error={problem}>
      <Select
        options={options}
        field={undefined}
        id={id}
        name={name}
        value={value}
        onChange={choice => onChange(typeof choice === 'string' || typeof choice === 'number' ? choice : undefined)}
        onBlur={() => undefined}
        inputRef={null}
        disabled={disabled}
        required={false}
        invalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : errorId(id)}
        parent={undefined}
        emptyLabel={emptyLabel}
      />
    </FieldFrame>
  );
};
