/** A password that can be looked at while it is typed. */
import {useState} from 'react';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import type {FieldOf} from '../../schema/fields.ts';
import {inputAttributes, type ControlProps} from './control.ts';

export const PasswordControl = (props: ControlProps<FieldOf<'senha'>>) => {
  const {field, value, onChange, onBlur, inputRef, disabled, invalid} = props;
  const [shown, setShown] = useState(false);
  return (
    <OutlinedInput
      fullWidth
      size="small"
      type={shown ? 'text' : 'password'}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.target.value)}
      onBlur={onBlur}
      inputRef={inputRef}
      disabled={disabled}
      error={invalid}
      inputProps={{...inputAttributes(props), maxLength: field.maxLength, autoComplete: 'new-password'}}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            disabled={disabled}
            aria-pressed={shown}
            aria-label="Mostrar senha"
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
};
