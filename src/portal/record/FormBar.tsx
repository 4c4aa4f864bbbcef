/** The sticky bar of a form: voltar, Cancelar, Salvar (rules: Forms 2). */
import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import {createPortal} from 'react-dom';
import {hasParts} from '../../schema/parts.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import {SubmitStatus} from '../form/SubmitStatus.tsx';
import {useUnsavedChanges} from '../form/UnsavedGuard.tsx';
import {unsentFilesText} from '../parts/files/useFileChoice.ts';
import {UploadProgress} from '../parts/files/UploadProgress.tsx';
import {useResource} from '../session/context.ts';
import type {WayBack} from '../navigation/useWayBack.ts';
import {StickyBar} from '../ui/StickyBar.tsx';
import {useRecordForm} from './useRecordForm.ts';

interface FormBarProps {
  wayBack: Pick<WayBack, 'back' | 'backLink'>;
  /** The bar is drawn into this element with a React portal, outside its form. */
  foot: HTMLElement | null;
  /** Another button is the main one until something is typed. */
  quiet: boolean;
}

/** After a save, focuses the new button without scrolling to the bar's position at the end of the page. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus({preventScroll: true});

export const FormBar = ({wayBack, foot, quiet}: FormBarProps) => {
  const {id, name, record, draft, turn, verdict, files, upload} = useRecordForm();
  const resource = useResource(name);
  const {unsaved, isSubmitting} = useUnsavedChanges();
  const inParts = record !== undefined && hasParts(resource);
  const isNext = !quiet || unsaved || isSubmitting || unsentFilesText(files.choice) !== undefined;
  const save = (
    <Button
      type="submit"
      {...(isNext ? {variant: 'contained'} : {variant: 'outlined', color: 'inherit'})}
      form={id}
      {...(turn > 0 && {ref: takeFocus})}
      disabled={!verdict.allowed || upload.share !== undefined || files.choice.checking}
      loading={isSubmitting}
    >
      {findSavingAction(resource)?.[1].label ?? 'Salvar'}
    </Button>
  );
  return foot && createPortal(
    <StickyBar sx={{...(inParts ? {} : {maxWidth: 960}), mt: 2, px: 2, py: 1}}>
      <SubmitStatus form={id} draft={draft} share={upload.share} onCancel={upload.cancel} />
      <Button {...wayBack.backLink} startIcon={<ArrowBack />} color="inherit" sx={{mr: 'auto'}}>voltar</Button>
      {upload.share !== undefined && <UploadProgress share={upload.share} onCancel={() => upload.cancel()} />}
      {/* Absent with parts, because a button above the form may cancel the record itself. */}
      {upload.share === undefined && !inParts && <Button variant="outlined" color="inherit" onClick={wayBack.back}>Cancelar</Button>}
      {verdict.allowed ? save : <Tooltip describeChild title={verdict.reason}><span>{save}</span></Tooltip>}
    </StickyBar>,
    foot,
  );
};
