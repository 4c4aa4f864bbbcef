/** A password that can be looked at while it is typed. */
import {useState} from 'react';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import type {ControlProps} from './control.ts';
import {ControlInput, EndButton} from './ControlInput.tsx';

export const PasswordControl = (props: ControlProps<FieldOf<'senha'>>) => {
  const {value, onChange, disabled} = props;
  const [shown, setShown] = useState(false);
  return (
    <ControlInput
      of={props}
      type={shown ? 'text' : 'password'}
      value={typeof value === 'string' ? value : ''}
      onChange={event => onChange(event.target.value)}
      inputProps={{autoComplete: 'new-password'}}
      endAdornment={
        <EndButton disabled={disabled} aria-pressed={shown} aria-label="Mostrar senha" onClick={() => setShown(!shown)}>
          {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
        </EndButton>
      }
    />
  );
};
