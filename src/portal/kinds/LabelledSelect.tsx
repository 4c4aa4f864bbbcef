/** A select outside a form: label, options, and what is wrong with the choice. */
import {useId} from 'react';
import {errorId, FieldFrame} from './FieldFrame.tsx';
import {Select, type Option} from './Select.tsx';

interface Props {
  label: string;
  name: string;
  options: readonly Option[];
  value: string | number;
  problem?: string | undefined;
  disabled?: boolean;
  /** What the empty choice is called; `false`: there is none. */
  all?: string | false;
  /** undefined: the empty choice. */
  onChange: (id: string | number | undefined) => void;
}

export const LabelledSelect = ({label, name, options, value, problem, disabled = false, all, onChange}: Props) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} disabled={disabled} error={problem}>
      <Select
        options={options}
        field={undefined}
        id={id}
        name={name}
        value={value}
        onChange={chosen => onChange(typeof chosen === 'string' || typeof chosen === 'number' ? chosen : undefined)}
        onBlur={() => undefined}
        inputRef={null}
        disabled={disabled}
        required={false}
        invalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : errorId(id)}
        parent={undefined}
        all={all}
      />
    </FieldFrame>
  );
};
