/** The box that a typed value stands in: plain, or under a mask; and a button at its end. */
import type {ReactNode} from 'react';
import IconButton, {type IconButtonProps} from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput, {type OutlinedInputProps} from '@mui/material/OutlinedInput';
import {useForkRef} from '@mui/material/utils';
import {inputAttributes, type ControlProps} from './control.ts';
import {useMask, type Mask} from './useMask.ts';

interface Props extends OutlinedInputProps {
  /** What the control was given. */
  of: ControlProps<unknown>;
}

export const ControlInput = ({of, inputProps, ...own}: Props) => (
  <OutlinedInput
    fullWidth
    size="small"
    onBlur={of.onBlur}
    inputRef={of.inputRef}
    disabled={of.disabled}
    error={of.invalid}
    inputProps={{...inputAttributes(of), ...inputProps}}
    {...own}
  />
);

/** @param mask what is typed is kept without it */
export const MaskedInput = ({mask, of, ...own}: Props & {mask: Mask}) => {
  const {input, shown, change} = useMask(of.value, of.onChange, mask);
  const ref = useForkRef(input, of.inputRef as React.Ref<HTMLInputElement>);
  return <ControlInput of={of} value={shown} onChange={change} {...own} inputRef={ref} />;
};

/** @param beside what stands there besides, unseen */
export const EndButton = ({beside, ...button}: IconButtonProps & {beside?: ReactNode}) => (
  <InputAdornment position="end"><IconButton edge="end" size="small" {...button} />{beside}</InputAdornment>
);
