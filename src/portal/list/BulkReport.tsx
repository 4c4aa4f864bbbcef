/** What became of each row: so many done, so many refused and why. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useResource} from '../session/ConfigContext.tsx';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Outcome} from './useBulk.ts';

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`;

/** @param unsent rows left when it was stopped */
export const BulkReport = ({resource: name, outcomes, unsent}: {resource: string; outcomes: readonly Outcome[]; unsent: number}) => {
  const resource = useResource(name);
  const refused = outcomes.filter(({refusal}) => refusal !== undefined);
  const said = [
    counted(outcomes.length - refused.length, 'feito', 'feitos'),
    counted(refused.length, 'recusado', 'recusados'),
    ...(unsent > 0 ? [counted(unsent, 'não enviado', 'não enviados')] : []),
  ].join(', ');
  return (
    <>
      <Alert role="status" severity={refused.length > 0 || unsent > 0 ? 'warning' : 'success'}>{said}.</Alert>
      {refused.length > 0 && (
        <Box
          component="ul"
          aria-label="Recusados"
          sx={{m: 0, mt: 2, pl: 2.5, maxHeight: 260, overflowY: 'auto', overflowWrap: 'anywhere'}}
          tabIndex={0}
        >
          {refused.map(({row, refusal}) => (
            <Typography key={row.id} component="li" variant="body2"><strong>{recordTitle(resource, row)}</strong>: {refusal}</Typography>
          ))}
        </Box>
      )}
    </>
  );
};
