/** Text input of a control, plain or masked, and a button at its end. */
import type {ReactNode} from 'react';
import IconButton, {type IconButtonProps} from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput, {type OutlinedInputProps} from '@mui/material/OutlinedInput';
import {useForkRef} from '@mui/material/utils';
import {inputAttributes, type ControlProps} from './control.ts';
import {useMask, type Mask} from './useMask.ts';

interface Props extends OutlinedInputProps {
  control: ControlProps<unknown>;
}

export const ControlInput = ({control, inputProps, ...inputOptions}: Props) => (
  <OutlinedInput
    fullWidth
    size="small"
    onBlur={control.onBlur}
    inputRef={control.inputRef}
    disabled={control.disabled}
    error={control.invalid}
    inputProps={{...inputAttributes(control), ...inputProps}}
    {...inputOptions}
  />
);

/** The value is stored without the mask. */
export const MaskedInput = ({mask, control, ...inputOptions}: Props & {mask: Mask}) => {
  const {input, shown: displayText, change} = useMask(control.value, control.onChange, mask);
  const ref = useForkRef(input, control.inputRef as React.Ref<HTMLInputElement>);
  return <ControlInput control={control} value={displayText} onChange={change} {...inputOptions} inputRef={ref} />;
};

export const EndButton = ({hiddenSibling, ...button}: IconButtonProps & {hiddenSibling?: ReactNode}) => (
  <InputAdornment position="end"><IconButton edge="end" size="small" {...button} />{hiddenSibling}</InputAdornment>
);
