/** One line to type in a dialog of this page. */
import {useId} from 'react';
import OutlinedInput from '@mui/material/OutlinedInput';
import {FieldFrame} from '../../kinds/FieldFrame.tsx';

interface Props {
  /** What it is called, and how long it may be. */
  field: {label: string; maxLength?: number | undefined} | undefined;
  name: string;
  type?: 'text' | 'email';
  value: string;
  onChange: (text: string) => void;
}

export const Typed = ({field: {label, maxLength} = {label: ''}, name, type = 'text', value, onChange}: Props) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} disabled={false} required>
      <OutlinedInput
        id={id} name={name} type={type} size="small" fullWidth value={value} onChange={event => onChange(event.target.value)}
        inputProps={{maxLength, 'aria-required': true, autoComplete: 'off'}}
      />
    </FieldFrame>
  );
};
