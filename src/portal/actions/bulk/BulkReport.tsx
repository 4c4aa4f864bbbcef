import {useEffect} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import {recordAddress} from '../../../schema/lists/addresses.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {hasSession} from '../../session/identity.ts';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {isDoneOutcome, unsentRows, type BulkBatch, type BulkOutcome} from './bulkBatch.ts';

/**
 * The progress of a bulk run; closing the tab asks first, because the rest would not be sent.
 *
 * @param title the action, where no dialog title names it
 */
export const BulkProgress = ({done, of, title}: {done: number; of: number; title?: string}) => {
  useEffect(() => {
    // After the session ended, leaving is not blocked; the next visit reports the run.
    const ask = (event: BeforeUnloadEvent) => hasSession() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const progressText = `${done.toLocaleString('pt-BR')} de ${of.toLocaleString('pt-BR')}`;
  return (
    <Box>
      <Typography>{title === undefined ? progressText : `${title}: ${progressText}`}</Typography>
      <LinearProgress
        aria-label="Progresso"
        aria-valuetext={progressText}
        variant="determinate"
        value={of === 0 ? 0 : (100 * done) / of}
        sx={{mt: 1, borderRadius: 1}}
      />
    </Box>
  );
};

interface RecordListProps {
  name: string;
  label: string;
  rows: readonly {row: Row; refusal?: string | undefined}[];
}

/** Link height: 24 px with a mouse, 44 px on touch. */
const linkStyle = {display: 'inline-block', py: 0.5, fontWeight: 600, [TOUCH_SCREEN]: {py: 1.75}} as const;

/** Links open another tab, so that the report stays. */
const RecordList = ({name, label, rows}: RecordListProps) => {
  const {config, resource, session: {perfil}} = useResourceAndSession(name);
  if (rows.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{mt: 1.5}}>{label}</Typography>
      <Box component="ul" aria-label={label} sx={{m: 0, pl: 2.5}}>
        {rows.map(({row, refusal}) => (
          <Typography key={row.id} component="li" variant="body2">
            <Link component={RouterLink} to={recordAddress(config, name, resource, row, perfil)} target="_blank" sx={linkStyle}>
              {recordTitle(resource, row)}
            </Link>
            {refusal === undefined ? '' : `: ${refusal}`}
          </Typography>
        ))}
      </Box>
    </>
  );
};

/** Done, refused (with the reason) and unsent records, each with a link. */
export const BulkReport = ({batch, outcomes}: {batch: BulkBatch; outcomes: readonly BulkOutcome[]}) => {
  const refusedOutcomes = outcomes.filter(outcome => !isDoneOutcome(outcome));
  const unsent = unsentRows(batch, outcomes);
  const summary = [
    formatCountWithNoun(outcomes.length - refusedOutcomes.length, 'feito', 'feitos'),
    formatCountWithNoun(refusedOutcomes.length, 'recusado', 'recusados'),
    ...(unsent.length > 0 ? [formatCountWithNoun(unsent.length, 'não enviado', 'não enviados')] : []),
  ].join(', ');
  return (
    <>
      <Alert role="status" severity={refusedOutcomes.length > 0 || unsent.length > 0 ? 'warning' : 'success'}>{summary}.</Alert>
      <Box role="region" aria-label="Resultado de cada um" tabIndex={0} sx={{mt: 1, overflowWrap: 'anywhere'}}>
        <RecordList name={batch.resource} label="Recusados" rows={refusedOutcomes} />
        <RecordList name={batch.resource} label="Não enviados" rows={unsent.map(row => ({row}))} />
        <RecordList name={batch.resource} label="Feitos" rows={outcomes.filter(isDoneOutcome)} />
      </Box>
    </>
  );
};
