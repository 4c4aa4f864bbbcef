/** A card for each main status (rules: Dashboard 2) and declared tab, and a line of links for the other statuses. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {dashboardTexts, listCards, otherStatuses, pluralStatusName, type DashboardCard} from '../../../schema/dashboard.ts';
import type {Status} from '../../../schema/statuses/statuses.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {TAB_PARAM} from '../../../schema/pages.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import type {StatusCounts, Sums} from '../../../schema/apiShapes.ts';
import {useToneColours} from '../../fields/StatusBadge.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {Icon} from '../../theme/Icon.tsx';
import {statusListAddress, tabListAddress} from './dashboardLinks.ts';
import {cardNumbersIn, statusCount, formatCount, type DashboardQuery} from './dashboardQueries.ts';
import {DashboardLoadError} from './DashboardLoadError.tsx';

const FULL_BAR_COUNT = 100;

interface CardProps {
  resource: Resource;
  card: DashboardCard;
  /** undefined: not loaded yet. */
  numbers: {count: number; sums: Sums} | undefined;
  to: string | undefined;
  /** A bar shows the count as percent (rules: Dashboard 2). */
  bar: boolean;
}

const CardSum = ({field, value}: {field: Field; value: number}) => (
  <Typography component="span" variant="body2" color="text.secondary" sx={{overflowWrap: 'anywhere'}}>
    {field.label}
    {' '}
    <Box component="span" sx={{color: 'text.primary', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap'}}>
      {kindRuleOf(field).format(value, field)}
    </Box>
  </Typography>
);

/** The bar's height is reserved, so that the counts of all cards align. */
const CardContent = ({resource, card, numbers, bar}: Omit<CardProps, 'to'>): ReactNode => {
  const {label, icon} = card;
  const [text, ground] = useToneColours(card);
  return (
    <>
      <Box component="span" sx={{display: 'flex', alignItems: 'center', gap: 1, minWidth: 0}}>
        {icon !== undefined && (
          <Box
            component="span"
            aria-hidden
            sx={{
              display: 'grid', placeItems: 'center', width: 28, height: 28, borderRadius: 1, color: text, backgroundColor: ground,
              flexShrink: 0,
            }}
          >
            <Icon name={icon} sx={{fontSize: 18}} />
          </Box>
        )}
        <Typography component="span" variant="body2" sx={{fontWeight: 600, color: text, overflowWrap: 'anywhere'}}>{label}</Typography>
      </Box>
      <Typography component="span" sx={{fontSize: '1.75rem', lineHeight: 1.2, fontWeight: 650, fontVariantNumeric: 'tabular-nums'}}>
        {numbers === undefined ? <Skeleton component="span" width="2.5ch" sx={{display: 'block'}} /> : formatCount(numbers.count)}
      </Typography>
      {Object.entries(numbers?.sums ?? {}).map(([name, value]) => {
        const field = resource.fields[name];
        return field && <CardSum key={name} field={field} value={value} />;
      })}
      <Box component="span" sx={{display: 'block', height: 4}}>
        {bar && numbers !== undefined && (
          <LinearProgress
            variant="determinate"
            value={Math.min(FULL_BAR_COUNT, numbers.count)}
            aria-label={label}
            sx={{height: 4, borderRadius: 1, backgroundColor: ground, '& .MuiLinearProgress-bar': {backgroundColor: text}}}
          />
        )}
      </Box>
    </>
  );
};

const cardStyle = {
  flex: {xs: '1 1 150px', sm: '1 1 180px'}, minWidth: 0, p: {xs: 1.5, sm: 2}, display: 'flex', flexDirection: 'column', gap: 1,
  borderRadius: 1.5, color: 'text.primary', textDecoration: 'none',
} as const;

const NumberCard = ({to, ...content}: CardProps) =>
  to === undefined
    ? <Paper variant="outlined" sx={cardStyle}><CardContent {...content} /></Paper>
    : <Paper variant="outlined" component={RouterLink} to={to} sx={{...cardStyle, '&:hover': {borderColor: 'primary.main'}}}>
      <CardContent {...content} />
    </Paper>;

const StatusLink = ({status, label, count, to}: {status: Status; label: string; count: number; to: string}) => {
  const [text] = useToneColours(status);
  return (
    <Link
      component={RouterLink}
      to={to}
      color="text.secondary"
      sx={{display: 'inline-flex', alignItems: 'center', gap: 0.75, minHeight: {xs: 44, sm: 28}}}
    >
      <Icon name={status.icon ?? ''} sx={{fontSize: 16, color: text}} aria-hidden />
      {label}
      <Box component="span" sx={{color: 'text.primary', fontWeight: 600, fontVariantNumeric: 'tabular-nums'}}>{formatCount(count)}</Box>
    </Link>
  );
};

interface StatusesProps {
  dashboard: Dashboard;
  resource: Resource;
  numbers: DashboardQuery<StatusCounts>;
}

export const StatusCards = ({dashboard, resource, numbers}: StatusesProps) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {lastAnswer: answer, isStale, error} = numbers;
  const to = ({id}: Status) => (answer === undefined ? undefined : statusListAddress(config, dashboard, resource, id, answer.asked));
  // Another server may count only some of these statuses.
  const secondaryStatuses = answer === undefined
    ? [] : otherStatuses(dashboard, resource).filter(status => statusCount(answer.body, status) !== undefined);
  return (
    <Box component="section" aria-label={`${resource.label.many} por status`} aria-busy={isStale && error === null} sx={{mb: 3}}>
      <Typography variant="body2" color="text.secondary" sx={{mb: 1}}>{dashboardTexts(dashboard, resource).cardsCount}</Typography>
      <DashboardLoadError what="os números" numbers={numbers} />
      {(answer !== undefined || error === null) && (
        <Box sx={{opacity: isStale && answer !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}>
          <Box sx={{display: 'flex', flexWrap: 'wrap', gap: {xs: 1, sm: 1.5}}}>
            {listCards(dashboard, resource, perfil).map(card => (
              <NumberCard
                key={'status' in card ? card.status.key : `${TAB_PARAM}:${card.tab}`}
                resource={resource}
                card={card}
                bar={'status' in card && card.status.key === dashboard.bar}
                numbers={answer && cardNumbersIn(answer.body, card)}
                to={'status' in card ? to(card.status) : answer && tabListAddress(config, dashboard, resource, card.tab, answer.asked)}
              />
            ))}
          </Box>
          <Box
            component="ul"
            aria-label="Outros status"
            sx={{listStyle: 'none', m: 0, p: 0, mt: 1, minHeight: 28, display: 'flex', flexWrap: 'wrap', columnGap: 3}}
          >
            {secondaryStatuses.map(status => (
              <li key={status.key}>
                <StatusLink
                  status={status}
                  label={pluralStatusName(status)}
                  count={(answer && statusCount(answer.body, status)) ?? 0}
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
