/** The browser's own select: fast, at home on a phone, and it needs no mouse. */
import NativeSelect from '@mui/material/Select';
import {inputAttributes, type ControlProps} from './control.ts';

export interface Option {
  id: string | number;
  name: string;
}

export const Select = ({options, ...props}: ControlProps<unknown> & {options: readonly Option[]}) => {
  const {value, onChange, onBlur, inputRef, disabled, invalid, all} = props;
  const current = options.find(option => option.id === value);
  return (
    <NativeSelect
      native
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
      <option value="">{all ?? 'Selecione'}</option>
      {options.map(option => <option key={option.id} value={option.id}>{option.name}</option>)}
    </NativeSelect>
  );
};
