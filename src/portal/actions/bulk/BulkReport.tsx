/** How far many records have come, and what became of each. */
import {useEffect} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import {addressOf} from '../../../schema/lists/addresses.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {useAbout} from '../../session/context.ts';
import {counted} from '../../ui/counted.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {hasSession} from '../../session/identity.ts';
import {COARSE} from '../../theme/tokens.ts';
import {isDone, unsentOf, type Batch, type Outcome} from './batch.ts';

/**
 * How far many records have come. Closing the tab meanwhile asks: what is left would not be done.
 *
 * @param title of what is done, where it does not stand above
 */
export const BulkProgress = ({done, of, title}: {done: number; of: number; title?: string}) => {
  useEffect(() => {
    // A session that ended leaves at once; what was done is said to whoever comes back.
    const ask = (event: BeforeUnloadEvent) => hasSession() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const said = `${done.toLocaleString('pt-BR')} de ${of.toLocaleString('pt-BR')}`;
  return (
    <Box>
      <Typography>{title === undefined ? said : `${title}: ${said}`}</Typography>
      <LinearProgress
        aria-label="Progresso"
        aria-valuetext={said}
        variant="determinate"
        value={of === 0 ? 0 : (100 * done) / of}
        sx={{mt: 1, borderRadius: 1}}
      />
    </Box>
  );
};

interface ListedProps {
  name: string;
  label: string;
  rows: readonly {row: Row; refusal?: string | undefined}[];
}

/** One under the other: high enough for whoever presses one, 24 px by mouse and 44 by finger. */
const target = {display: 'inline-block', py: 0.5, fontWeight: 600, [COARSE]: {py: 1.75}} as const;

/** Another tab, so that the report stays. */
const Listed = ({name, label, rows}: ListedProps) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  if (rows.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{mt: 1.5}}>{label}</Typography>
      <Box component="ul" aria-label={label} sx={{m: 0, pl: 2.5}}>
        {rows.map(({row, refusal}) => (
          <Typography key={row.id} component="li" variant="body2">
            <Link component={RouterLink} to={addressOf(config, name, resource, row, perfil)} target="_blank" sx={target}>
              {recordTitle(resource, row)}
            </Link>
            {refusal === undefined ? '' : `: ${refusal}`}
          </Typography>
        ))}
      </Box>
    </>
  );
};

/** So many done, so many refused and why, so many not sent; each with a link. */
export const BulkReport = ({batch, outcomes}: {batch: Batch; outcomes: readonly Outcome[]}) => {
  const refused = outcomes.filter(one => !isDone(one));
  const unsent = unsentOf(batch, outcomes);
  const said = [
    counted(outcomes.length - refused.length, 'feito', 'feitos'),
    counted(refused.length, 'recusado', 'recusados'),
    ...(unsent.length > 0 ? [counted(unsent.length, 'não enviado', 'não enviados')] : []),
  ].join(', ');
  return (
    <>
      <Alert role="status" severity={refused.length > 0 || unsent.length > 0 ? 'warning' : 'success'}>{said}.</Alert>
      <Box role="region" aria-label="Resultado de cada um" tabIndex={0} sx={{mt: 1, overflowWrap: 'anywhere'}}>
        <Listed name={batch.resource} label="Recusados" rows={refused} />
        <Listed name={batch.resource} label="Não enviados" rows={unsent.map(row => ({row}))} />
        <Listed name={batch.resource} label="Feitos" rows={outcomes.filter(isDone)} />
      </Box>
    </>
  );
};
