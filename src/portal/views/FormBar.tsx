/** The bar that stays in view under a form: Salvar, Cancelar, voltar (§2). */
import type {ReactNode} from 'react';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {useFormState} from 'react-hook-form';
import {Link, useNavigate} from 'react-router-dom';

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
    <Box
      sx={{
        position: 'sticky', bottom: 0, zIndex: 2, mt: 3, mx: {xs: -2, sm: -3}, px: {xs: 2, sm: 3}, py: 1.5, display: 'flex', gap: 1, flexWrap: 'wrap',
        alignItems: 'center', backgroundColor: 'background.paper', borderTop: 1, borderColor: 'divider', borderRadius: '0 0 12px 12px',
      }}
    >
      <Button type="submit" variant="contained" loading={isSubmitting} disabled={disabled}>{save}</Button>
      <Button variant="outlined" onClick={() => void navigate(back)}>Cancelar</Button>
      {children}
      <Button component={Link} to={back} startIcon={<ArrowBack />} sx={{ml: 'auto'}}>voltar</Button>
    </Box>
  );
};
