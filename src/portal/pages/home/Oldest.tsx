/** The open records opened longest ago, each with its age. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/config/config.ts';
import {dashboardWords} from '../../../schema/dashboard.ts';
import {screens} from '../../../schema/paths.ts';
import type {Summary} from '../../../schema/wire.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useReach} from '../../ui/place/useReach.ts';
import {ageOf} from '../../ui/age.ts';
import {line, lines} from './lines.ts';

export const Oldest = ({dashboard, resource, rows}: {dashboard: Dashboard; resource: Resource; rows: Summary['maisAntigos']}) => {
  const config = useConfig();
  const {state} = useReach();
  if (rows.length === 0) return <Typography color="text.secondary">{dashboardWords(dashboard, resource).noneOpen}</Typography>;
  return (
    <Box component="ol" sx={lines}>
      {rows.map(({id, descricao, dataCriacao}) => (
        <Box component="li" key={id} sx={line}>
          <Link component={RouterLink} to={screens(config, resource).details(id)} state={state} sx={{overflowWrap: 'anywhere'}}>
            {resource.label.one} {id} · {descricao}
          </Link>
          <Typography component="span" variant="body2" color="text.secondary" sx={{whiteSpace: 'nowrap'}}>{ageOf(dataCriacao)}</Typography>
        </Box>
      ))}
    </Box>
  );
};
