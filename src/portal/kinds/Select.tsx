/** The browser's own select, because it is fast, native on phones and needs no mouse. */
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import {inputAttributes, type ControlProps} from './controls/control.ts';

export interface Option {
  id: string | number;
  name: string;
}

interface SelectProps extends Omit<ControlProps<unknown>, 'all'> {
  options: readonly Option[];
  /** Label of the empty option; `false` removes it. */
  all: string | false | undefined;
}

export const Select = ({options, all, ...props}: SelectProps) => {
  const {value, onChange, onBlur, inputRef, disabled, invalid} = props;
  const current = options.find(option => option.id === value);
  return (
    <NativeSelect
      input={<OutlinedInput />}
      variant="outlined"
      fullWidth
      size="small"
      value={current === undefined ? '' : String(current.id)}
      onChange={event => onChange(options.find(option => String(option.id) === event.target.value)?.id ?? null)}
      onBlur={onBlur}
      inputRef={inputRef}
      disabled={disabled}
      error={invalid}
      inputProps={inputAttributes(props)}
    >
      {all !== false && <option value="">{all ?? 'Selecione'}</option>}
      {options.map(option => <option key={option.id} value={option.id}>{option.name}</option>)}
    </NativeSelect>
  );
};
