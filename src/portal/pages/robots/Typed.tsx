/** One line to type in a dialog of this page. */
import {useId} from 'react';
import OutlinedInput from '@mui/material/OutlinedInput';
import {FieldFrame} from '../../kinds/FieldFrame.tsx';

interface Props {
  label: string;
  name: string;
  type?: 'text' | 'email';
  limit: number;
  value: string;
  onChange: (text: string) => void;
}

export const Typed = ({label, name, type = 'text', limit, value, onChange}: Props) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} disabled={false} required>
      <OutlinedInput
        id={id} name={name} type={type} size="small" fullWidth value={value} onChange={event => onChange(event.target.value)}
        inputProps={{maxLength: limit, 'aria-required': true, autoComplete: 'off'}}
      />
    </FieldFrame>
  );
};
