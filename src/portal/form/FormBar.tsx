/** The bar that stays in view at the end of a form's page: voltar, Cancelar, Salvar (rules: Forms 2). */
import type {ReactNode} from 'react';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type {WayBack} from '../ui/place/useWayBack.ts';
import {StickyBar} from '../ui/StickyBar.tsx';
import {useUnsaved} from './UnsavedGuard.tsx';

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
  /** Another button is the next thing to do, until something is typed. */
  quiet?: boolean;
  /** As wide as a page in two columns. */
  wide?: boolean;
  /** Has the focus from the start: the bar takes the place of one that had it. */
  focused?: boolean;
  /** In the place of Cancelar. */
  children?: ReactNode;
}

export const FormBar = (props: FormBarProps) => {
  const {way, form, label = 'Salvar', refused, busy = false, quiet = false, wide = false, focused = false, children} = props;
  const {unsaved, isSubmitting} = useUnsaved();
  const save = (
    <Button
      type="submit"
      {...(quiet && !unsaved && !isSubmitting ? {variant: 'outlined', color: 'inherit'} : {variant: 'contained'})}
      form={form}
      autoFocus={focused}
      disabled={refused !== undefined || busy}
      loading={isSubmitting}
    >
      {label}
    </Button>
  );
  return (
    <StickyBar sx={{...(wide ? {} : {maxWidth: 960}), mt: 2, px: 2, py: 1}}>
      <Button {...way.backLink} startIcon={<ArrowBack />} color="inherit" sx={{mr: 'auto'}}>voltar</Button>
      {children === undefined ? <Button variant="outlined" color="inherit" onClick={way.back}>Cancelar</Button> : children}
      {refused === undefined ? save : <Tooltip describeChild title={refused}><span>{save}</span></Tooltip>}
    </StickyBar>
  );
};
