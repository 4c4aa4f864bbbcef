/** Records that came to the chart's status this week, against the week before. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/config/config.ts';
import {weekSpan} from '../../../schema/dashboard.ts';
import {statusByKey} from '../../../schema/lifeCycle/statuses.ts';
import type {Summary} from '../../../schema/wire.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {listAddress, type Whose} from './addresses.ts';
import {written} from './numbers.ts';

interface FinishedProps {
  dashboard: Dashboard;
  resource: Resource;
  counts: Summary['finalizados'];
  whose: Whose;
}

const comparison = (difference: number): string => {
  if (difference === 0) return 'Tantos quanto na semana anterior.';
  return `${written(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que na semana anterior.`;
};

export const Finished = ({dashboard: {chart}, resource, counts: {estaSemana, semanaAnterior}, whose}: FinishedProps) => {
  const config = useConfig();
  const stamp = statusByKey(resource, chart.status)?.stamps ?? '';
  const weeks = [{label: 'Esta semana', count: estaSemana, back: 0}, {label: 'Semana anterior', count: semanaAnterior, back: 1}];
  return (
    <>
      <Box component="dl" sx={{m: 0, display: 'flex', gap: 4}}>
        {weeks.map(({label, count, back}) => (
          <Box key={label}>
            <Typography component="dt" variant="body2" color="text.secondary">{label}</Typography>
            <Typography
              component="dd"
              sx={{m: 0, fontSize: '1.75rem', lineHeight: 1.4, fontWeight: 650, fontVariantNumeric: 'tabular-nums'}}
            >
              {stamp in (resource.list.filters ?? {})
                ? (
                  <Link
                    component={RouterLink}
                    to={listAddress(config, resource, whose, {[stamp]: weekSpan(back)})}
                    sx={{fontWeight: 'inherit', display: 'inline-block', minWidth: 44}}
                    aria-label={`${label}: ${written(count)}`}
                  >
                    {written(count)}
                  </Link>
                ) : written(count)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary">{comparison(estaSemana - semanaAnterior)}</Typography>
    </>
  );
};
