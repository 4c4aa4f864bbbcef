/** The bar that stays in view at the end of a form's page: voltar, Cancelar, Salvar (rules: Forms 2). */
import type {ReactNode} from 'react';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import {useFormState} from 'react-hook-form';
import type {WayBack} from '../ui/place/useWayBack.ts';
import {StickyBar} from '../ui/StickyBar.tsx';

export interface FormBarProps {
  /** Cancelar and voltar. */
  way: Pick<WayBack, 'back' | 'backLink'>;
  /** The id of the form it saves: it stands outside of it, after what the page shows below. */
  form: string;
  /** What saving is called. */
  label?: string | undefined;
  /** Why it may not be saved now. */
  refused?: string | undefined;
  /** While something is on its way. */
  busy?: boolean;
  /** Has the focus from the start: the bar takes the place of one that had it. */
  focused?: boolean;
  /** In the place of Cancelar. */
  children?: ReactNode;
}

export const FormBar = ({way, form, label = 'Salvar', refused, busy = false, focused = false, children}: FormBarProps) => {
  const {isSubmitting} = useFormState();
  const save = (
    <Button
      type="submit"
      variant="contained"
      form={form}
      autoFocus={focused}
      disabled={refused !== undefined || busy}
      loading={isSubmitting}
    >
      {label}
    </Button>
  );
  return (
    <StickyBar sx={{maxWidth: 960, mt: 2, px: 2, py: 1}}>
      <Button {...way.backLink} startIcon={<ArrowBack />} sx={{mr: 'auto'}}>voltar</Button>
      {children === undefined ? <Button variant="outlined" onClick={way.back}>Cancelar</Button> : children}
      {refused === undefined ? save : <Tooltip describeChild title={refused}><span>{save}</span></Tooltip>}
    </StickyBar>
  );
};
