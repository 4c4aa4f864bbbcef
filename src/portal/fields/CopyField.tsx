/** A text to copy: selected by a click, copied by its button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import {useToasts} from '../toasts/useToasts.ts';

interface CopyFieldProps {
  label: string;
  value: string;
  button: string;
  copied: string;
}

export const CopyField = ({label, value, button, copied}: CopyFieldProps) => {
  const toasts = useToasts();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toasts.success(copied);
    } catch {
      toasts.warning('O navegador não deixou copiar. Selecione o texto e copie-o.');
    }
  };
  return (
    <Box sx={{display: 'flex', flexWrap: 'wrap', gap: 1}}>
      <OutlinedInput
        size="small" readOnly autoFocus value={value} onFocus={event => event.target.select()}
        inputProps={{'aria-label': label}} sx={{flex: '1 1 220px', fontFamily: 'monospace'}}
      />
      <Button onClick={() => void copy()}>{button}</Button>
    </Box>
  );
};
