/** One question for all the ticked rows, then how far it has come, then what became of each. */
import {useId, useState} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import {useResource} from '../session/ConfigContext.tsx';
import {DialogButtons} from '../ui/DialogButtons.tsx';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Row} from '../wire/providers/dialects.ts';
import type {BulkAction} from './bulkActions.ts';
import {BulkReport} from './BulkReport.tsx';
import {useBulk} from './useBulk.ts';

/** Titles named before the rest is only counted. */
const NAMED = 5;

interface BulkDialogProps {
  resource: string;
  asked: BulkAction;
  /** @param done the rows that need not stay ticked */
  onClose: (done: readonly Row[]) => void;
}

export const BulkDialog = ({resource: name, asked: {name: actionName, action, rows}, onClose}: BulkDialogProps) => {
  const id = useId();
  const resource = useResource(name);
  const {outcomes, running, run, stop} = useBulk(name, actionName);
  const [started, setStarted] = useState(false);
  const refused = outcomes.filter(({again}) => again).map(({row}) => row);
  const go = (some: readonly Row[]) => {
    setStarted(true);
    void run(some);
  };
  const titles = rows.slice(0, NAMED).map(row => recordTitle(resource, row)).join(', ');
  const rest = rows.length - NAMED;
  return (
    <Dialog
      open
      role="alertdialog"
      maxWidth="sm"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => !running && onClose(outcomes.filter(({refusal}) => refusal === undefined).map(({row}) => row))}
    >
      <DialogTitle id={`${id}-title`}>{action.many ?? action.label}</DialogTitle>
      <DialogContent id={`${id}-text`}>
        {!started && (
          <>
            <DialogContentText color="text.primary">{action.confirm}</DialogContentText>
            <DialogContentText variant="body2">{rest > 0 ? `${titles} e mais ${rest.toLocaleString('pt-BR')}` : titles}</DialogContentText>
          </>
        )}
        {running && (
          <>
            <DialogContentText>{`${outcomes.length} de ${rows.length}`}</DialogContentText>
            <LinearProgress
              aria-label="Progresso"
              variant="determinate"
              value={(100 * outcomes.length) / rows.length}
              sx={{mt: 1, borderRadius: 1}}
            />
          </>
        )}
        {started && !running && <BulkReport resource={name} outcomes={outcomes} unsent={rows.length - outcomes.length} />}
      </DialogContent>
      {started ? (
        <DialogActions>
          {running && <Button autoFocus onClick={stop}>Parar</Button>}
          {!running && refused.length > 0 && <Button variant="outlined" onClick={() => go(refused)}>Tentar de novo os recusados</Button>}
          {!running && (
            <Button
              variant="contained"
              autoFocus
              onClick={() => onClose(outcomes.filter(({refusal}) => refusal === undefined).map(({row}) => row))}
            >
              Fechar
            </Button>
          )}
        </DialogActions>
      ) : <DialogButtons confirm="Confirmar" tone={action.tone} onConfirm={() => go(rows)} onBack={() => onClose([])} />}
    </Dialog>
  );
};
