/** The dialog of a bulk run: its question, then the progress, then the outcomes. */
import {useId, type ReactNode} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {retryableRows, unsentRows} from './bulkBatch.ts';
import {BulkProgress, BulkReport} from './BulkReport.tsx';
import type {BulkRun} from './useBulkRun.ts';

interface BulkRunDialogProps {
  title: string;
  bulk: BulkRun;
  /** A step before the run is in progress, so the dialog cannot be closed. */
  busy?: boolean;
  question?: {text: ReactNode; buttons: ReactNode};
  note?: ReactNode;
  onClose: () => void;
}

export const BulkRunDialog = ({title, bulk, busy = false, question, note, onClose}: BulkRunDialogProps) => {
  const id = useId();
  const phone = useIsPhone();
  const {batch, outcomes, running, stop} = bulk;
  return (
    <Dialog
      open
      role="alertdialog"
      fullWidth
      fullScreen={phone && batch !== undefined}
      aria-describedby={id}
      onClose={() => !running && !busy && onClose()}
    >
      <DialogTitle>{title}</DialogTitle>
      <DialogContent id={id}>
        {batch === undefined && question?.text}
        {batch !== undefined && running && <BulkProgress done={outcomes.length} of={batch.rows.length} />}
        {batch !== undefined && !running && (
          <>
            {note}
            <BulkReport batch={batch} outcomes={outcomes} />
          </>
        )}
      </DialogContent>
      {batch === undefined ? question?.buttons : (
        <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
          {running ? <Button autoFocus onClick={stop}>Parar</Button> : (
            <>
              <RetryButtons bulk={bulk} />
              <Button variant="contained" autoFocus onClick={onClose}>Fechar</Button>
            </>
          )}
        </DialogActions>
      )}
    </Dialog>
  );
};

/** Buttons that retry refused records and send unsent ones. @param onDone called once every record is done */
export const RetryButtons = ({bulk: {batch, outcomes, run}, onDone}: {bulk: BulkRun; onDone?: () => void}) => {
  if (batch === undefined) return null;
  const send = async (rows: readonly Row[]) => {
    if (await run(batch, rows)) onDone?.();
  };
  const retryable = retryableRows(outcomes);
  const unsent = unsentRows(batch, outcomes);
  return (
    <>
      {retryable.length > 0 && <Button variant="outlined" onClick={() => void send(retryable)}>Tentar de novo os recusados</Button>}
      {unsent.length > 0 && <Button variant="outlined" onClick={() => void send(unsent)}>Enviar os que faltam</Button>}
    </>
  );
};
