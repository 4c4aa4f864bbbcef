/** The bar that stays in view under a form: voltar, Cancelar, Salvar (§2). */
import type {ReactNode} from 'react';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import {useFormState} from 'react-hook-form';
import type {WayBack} from '../ui/place/useWayBack.ts';
import {StickyBar} from '../ui/StickyBar.tsx';

export interface FormBarProps {
  /** Cancelar and voltar. */
  way: Pick<WayBack, 'back' | 'backLink'>;
  save?: string;
  children?: ReactNode;
  disabled?: boolean;
}

export const FormBar = ({way, save = 'Salvar', children, disabled = false}: FormBarProps) => {
  const {isSubmitting} = useFormState();
  return (
    <StickyBar sx={{mt: 3, mx: {xs: -2, sm: -3}, px: {xs: 2, sm: 3}, py: 1.5, borderWidth: '1px 0 0', borderRadius: '0 0 12px 12px'}}>
      <Button {...way.backLink} startIcon={<ArrowBack />} sx={{mr: 'auto'}}>voltar</Button>
      {children}
      <Button variant="outlined" onClick={way.back}>Cancelar</Button>
      <Button type="submit" variant="contained" loading={isSubmitting} disabled={disabled}>{save}</Button>
    </StickyBar>
  );
};
