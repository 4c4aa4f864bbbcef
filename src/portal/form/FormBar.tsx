/** The bar that stays in view under a form: voltar, Cancelar, Salvar (§2). */
import type {ReactNode} from 'react';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import {useFormState} from 'react-hook-form';
import {Link, useNavigate} from 'react-router-dom';
import {StickyBar} from '../ui/StickyBar.tsx';

export interface FormBarProps {
  /** Where Cancelar and voltar lead. */
  back: string;
  save?: string;
  children?: ReactNode;
  disabled?: boolean;
}

export const FormBar = ({back, save = 'Salvar', children, disabled = false}: FormBarProps) => {
  const {isSubmitting} = useFormState();
  const navigate = useNavigate();
  return (
    <StickyBar sx={{mt: 3, mx: {xs: -2, sm: -3}, px: {xs: 2, sm: 3}, py: 1.5, borderWidth: '1px 0 0', borderRadius: '0 0 12px 12px'}}>
      <Button component={Link} to={back} startIcon={<ArrowBack />} sx={{mr: 'auto'}}>voltar</Button>
      {children}
      <Button variant="outlined" onClick={() => void navigate(back)}>Cancelar</Button>
      <Button type="submit" variant="contained" loading={isSubmitting} disabled={disabled}>{save}</Button>
    </StickyBar>
  );
};
