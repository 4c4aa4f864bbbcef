/** The browser's own select, because it is fast, native on phones and needs no mouse. */
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import {inputAttributes, type ControlProps} from './controls/control.ts';

export interface SelectOption {
  id: string | number;
  name: string;
}

interface SelectProps extends Omit<ControlProps<unknown>, 'emptyLabel'> {
  options: readonly SelectOption[];
  /** Label of the empty option; `false` removes it. */
  emptyLabel: string | false | undefined;
}

export const Select = ({options, emptyLabel, ...props}: SelectProps) => {
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
      {emptyLabel !== false && <option value="">{emptyLabel ?? 'Selecione'}</option>}
      {options.map(option => <option key={option.id} value={option.id}>{option.name}</option>)}
    </NativeSelect>
  );
};
