/** The counts by status: a card for each that matters (rules: Dashboard 2), and a quiet strip for the others. */
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/config/config.ts';
import {cardStatuses, otherStatuses, severalIn} from '../../../schema/dashboard.ts';
import type {Status} from '../../../schema/lifeCycle/statuses.ts';
import type {StatusCounts} from '../../../schema/wire.ts';
import {useTone} from '../../kinds/StatusBadge.tsx';
import {useConfig} from '../../session/context.ts';
import {Icon} from '../../theme/Icon.tsx';
import {statusAddress} from './addresses.ts';
import {countIn, written, type Numbers} from './numbers.ts';
import {StatusCard} from './StatusCard.tsx';
import {Trouble} from './Trouble.tsx';

const Other = ({status, label, count, to}: {status: Status; label: string; count: number; to: string}) => {
  const [text] = useTone(status);
  return (
    <Link
      component={RouterLink}
      to={to}
      color="text.secondary"
      sx={{display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: {xs: 44, sm: 28}}}
    >
      <Icon name={status.icon ?? ''} sx={{fontSize: 16, color: text}} aria-hidden />
      {label}
      <Box component="span" sx={{color: 'text.primary', fontWeight: 600, fontVariantNumeric: 'tabular-nums'}}>{written(count)}</Box>
    </Link>
  );
};

interface StatusesProps {
  dashboard: Dashboard;
  resource: Resource;
  numbers: Numbers<StatusCounts>;
}

export const Statuses = ({dashboard, resource, numbers}: StatusesProps) => {
  const config = useConfig();
  const {said, earlier, error} = numbers;
  const to = ({id}: Status) => (said === undefined ? undefined : statusAddress(config, dashboard, resource, id, said.asked));
  // Which of these another server counts is not known before it answers.
  const others = said === undefined ? [] : otherStatuses(dashboard, resource).filter(status => countIn(said.body, status) !== undefined);
  return (
    <Box component="section" aria-label={`${resource.label.many} por status`} aria-busy={earlier && error === null} sx={{mb: 3}}>
      <Trouble what="os números" numbers={numbers} />
      {(said !== undefined || error === null) && (
        <Box sx={{opacity: earlier && said !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}>
          <Box sx={{display: 'flex', flexWrap: 'wrap', gap: {xs: 1, sm: 1.5}}}>
            {cardStatuses(dashboard, resource).map(status => {
              const count = said && (countIn(said.body, status) ?? 0);
              return (
                <StatusCard
                  key={status.key}
                  status={status}
                  label={severalIn(status)}
                  bar={status.key === dashboard.bar}
                  count={count}
                  to={to(status)}
                />
              );
            })}
          </Box>
          <Box
            component="ul"
            aria-label="Outros status"
            sx={{listStyle: 'none', m: 0, p: 0, mt: 1, minHeight: 28, display: 'flex', flexWrap: 'wrap', columnGap: 3}}
          >
            {others.map(status => (
              <li key={status.key}>
                <Other
                  status={status}
                  label={severalIn(status)}
                  count={(said && countIn(said.body, status)) ?? 0}
                  to={to(status) ?? ''}
                />
              </li>
            ))}
          </Box>
        </Box>
      )}
    </Box>
  );
};
