/** The newest records and the button to create one, for profiles that create records but administer nothing. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {dashboardTexts} from '../../../schema/dashboard.ts';
import {screens} from '../../../schema/paths.ts';
import {CreateButton} from '../../list/CreateButton.tsx';
import {ListCell} from '../../list/table/ListCell.tsx';
import {useConfig} from '../../session/context.ts';
import {Section} from '../../ui/Section.tsx';
import {NotLoaded} from '../../ui/LoadError.tsx';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import type {LatestRecords} from './useOnboarding.ts';
import {dashboardRowStyle, dashboardListStyle} from './CountLink.tsx';

const rowColumns = {
  display: {xs: 'flex', sm: 'grid'}, gridColumn: '1 / -1', gridTemplateColumns: 'subgrid', justifyContent: 'start', flexWrap: 'wrap',
  columnGap: 2, rowGap: 0,
  '& + &': {borderTop: 1, borderColor: 'divider'},
} as const;

const SKELETON_ROWS = [1, 2, 3, 4, 5];

const Rows = ({dashboard, resource, rows}: {dashboard: Dashboard; resource: Resource; rows: NonNullable<LatestRecords['rows']>}) => {
  const config = useConfig();
  const {state} = useScreenNavigation();
  const [first, second] = (resource.list.card ?? resource.list.columns).filter(column => column !== 'id');
  const facts = [...new Set([first, second, resource.list.sort[0]])].filter(column => column !== undefined);
  return (
    <Box
      component="ul"
      aria-label={dashboardTexts(dashboard, resource).latest}
      sx={{...dashboardListStyle, columnGap: 3, gridTemplateColumns: {sm: `repeat(${facts.length}, auto) 1fr`}}}
    >
      {rows.map(record => (
        <Box component="li" key={record.id} sx={{...dashboardRowStyle, ...rowColumns}}>
          <Link
            component={RouterLink}
            to={screens(config, resource).details(record.id)}
            state={state}
            sx={{display: 'inline-flex', alignItems: 'center', minHeight: {xs: 44, sm: 0}}}
          >
            {resource.label.one} {record.id}
          </Link>
          {facts.map(column => <span key={column}><ListCell resource={dashboard.of} record={record} column={column} /></span>)}
        </Box>
      ))}
    </Box>
  );
};

export const LatestSection = (
  {dashboard, resource, latest: {rows, error, retry}}: {dashboard: Dashboard; resource: Resource; latest: LatestRecords},
) => (
  <Section title={dashboardTexts(dashboard, resource).latest} aside={<CreateButton name={dashboard.of} />}>
    {error && <NotLoaded subject="a lista" shownContent={rows && 'same'} onRetry={retry} />}
    {rows === undefined && !error && (
      <Box role="status" aria-label="Carregando">{SKELETON_ROWS.map(row => <Skeleton key={row} height={36} />)}</Box>
    )}
    {rows?.length === 0 && <Typography color="text.secondary">{resource.messages.empty}</Typography>}
    {rows !== undefined && rows.length > 0 && <Rows dashboard={dashboard} resource={resource} rows={rows} />}
  </Section>
);
