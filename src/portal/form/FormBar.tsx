/** The bar that stays in view at the end of a form's page: voltar, Cancelar, Salvar (rules: Forms 2). */
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import {useFormState} from 'react-hook-form';
import type {WayBack} from '../ui/place/useWayBack.ts';
import {StickyBar} from '../ui/StickyBar.tsx';

export interface FormBarProps {
  /** Cancelar and voltar. */
  way: Pick<WayBack, 'back' | 'backLink'>;
  /** The id of the form it saves: it stands outside of it, after what the page shows below. */
  form: string;
}

export const FormBar = ({way, form}: FormBarProps) => {
  const {isSubmitting} = useFormState();
  return (
    <StickyBar sx={{maxWidth: 960, mt: 2, px: 2, py: 1}}>
      <Button {...way.backLink} startIcon={<ArrowBack />} sx={{mr: 'auto'}}>voltar</Button>
      <Button variant="outlined" onClick={way.back}>Cancelar</Button>
      <Button type="submit" variant="contained" form={form} loading={isSubmitting}>Salvar</Button>
    </StickyBar>
  );
};
