/** The chart with its own period (rules: Dashboard 4), and the same numbers as a table. */
import {lazy, Suspense, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type {Dashboard} from '../../../schema/shapes/config.ts';
import {dashboardTexts, monthsIn, periodParam, type DayRange} from '../../../schema/dashboard.ts';
import {LabelledSelect} from '../../fields/LabelledSelect.tsx';
import {Message} from '../../ui/Message.tsx';
import {Section} from '../../ui/Section.tsx';
import {periodOptions} from './DashboardFilterBar.tsx';
import {CountLink, type DashboardSectionProps} from './CountLink.tsx';
import {formatCount, type DashboardQuery} from './dashboardQueries.ts';
import {monthText, buildEvolutionSeries, type EvolutionSeries} from './evolutionSeries.ts';
import {DashboardLoadError} from './DashboardLoadError.tsx';
import {statusEntryFilter} from './dashboardLinks.ts';

/** Loaded lazily, because the chart library outweighs this screen. The table is the fallback of a failed load. */
const EvolutionLine = lazy(() => import('./EvolutionLine.tsx').catch(() => ({default: EvolutionTable})));

const CHART_HEIGHT_PX = 300;
const chartSkeleton = <Skeleton variant="rounded" height={CHART_HEIGHT_PX} />;

/** The longest declared period; undefined: `param` is it already. */
const longestPeriod = ({periods}: Dashboard, param: string): string | undefined => {
  const [longest] = periods.filter(monthsIn).toSorted((a, b) => (monthsIn(b) ?? 0) - (monthsIn(a) ?? 0));
  return longest === undefined || periodParam(longest) === param ? undefined : periodParam(longest);
};

const NoEntries = ({dashboard, resource, periodo, onPeriod}: Omit<EvolutionProps, 'numbers'>) => {
  const longest = longestPeriod(dashboard, periodo);
  const name = periodOptions(dashboard).find(({id}) => id === longest)?.name;
  return (
    <Message
      icon="inbox"
      title={dashboardTexts(dashboard, resource).emptyChart}
      {...(longest === undefined ? {} : {action: <Button variant="outlined" onClick={() => onPeriod(longest)}>Ver {name}</Button>})}
    >
      Escolha outro período ou lugar para ver a evolução.
    </Message>
  );
};

interface EvolutionProps extends Omit<DashboardSectionProps, 'ownerIds'> {
  numbers: DashboardQuery<unknown>;
  periodo: string;
  onPeriod: (periodo: string) => void;
}

export const EvolutionSection = ({dashboard, resource, numbers, periodo, onPeriod}: EvolutionProps) => {
  const [asTable, setAsTable] = useState(false);
  const {lastAnswer: answer, isStale, error} = numbers;
  const series = buildEvolutionSeries(dashboard, resource, answer?.body, answer?.asked.periodo);
  const renderContent = () => {
    if (answer === undefined) return error === null ? chartSkeleton : null;
    const props = {...series, dashboard, resource, ownerIds: answer.asked};
    if (asTable) return <EvolutionTable {...props} />;
    if (series.points.every(({count}) => count === 0)) return <NoEntries {...{dashboard, resource, periodo, onPeriod}} />;
    return <Suspense fallback={chartSkeleton}><Box sx={{height: CHART_HEIGHT_PX}}><EvolutionLine {...props} /></Box></Suspense>;
  };
  return (
    <Section title={series.title} note={dashboardTexts(dashboard, resource).chartCounts}>
      <Box sx={{display: 'flex', alignItems: 'end', flexWrap: 'wrap', gap: 2}}>
        <Box sx={{width: {xs: '100%', sm: 200}}}>
          <LabelledSelect
            label="Período do gráfico"
            name="grafico"
            emptyLabel={false}
            options={periodOptions(dashboard)}
            value={periodo}
            onChange={param => onPeriod(String(param ?? ''))}
          />
        </Box>
        <Box
          component="span"
          aria-hidden
          sx={{display: 'inline-flex', alignItems: 'center', gap: 1, minHeight: 44, color: 'text.secondary', fontSize: '0.8125rem'}}
        >
          <Box component="span" sx={{width: 20, height: 3, borderRadius: 1, backgroundColor: 'primary.main'}} />
          {series.name}
          {series.points.some(({isCurrentMonth}) => isCurrentMonth) && series.points.some(({count}) => count > 0) && (
            <>
              <Box component="span" sx={{width: 20, borderTop: '3px dotted', borderColor: 'primary.main'}} />
              Mês em curso, até hoje
            </>
          )}
        </Box>
        <Button variant="outlined" size="small" sx={{ml: 'auto', mb: 0.5}} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Ver como gráfico' : 'Ver como tabela'}
        </Button>
      </Box>
      <DashboardLoadError what="o gráfico" numbers={numbers} />
      <Box
        aria-busy={isStale && error === null}
        sx={{minHeight: CHART_HEIGHT_PX, opacity: isStale && answer !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}
      >
        {renderContent()}
      </Box>
    </Section>
  );
};

const EvolutionTable = ({title, name, points, ...about}: EvolutionSeries & DashboardSectionProps) => {
  const [first, last] = [points[0]?.days, points.at(-1)?.days];
  const total = points.reduce((sum, {count}) => sum + count, 0);
  const renderRow = (label: string, count: number, days: DayRange | undefined, strongStyle?: {fontWeight: number}) => (
    <TableRow key={label}>
      <TableCell component="th" scope="row" sx={strongStyle}>{label}</TableCell>
      <TableCell align="right" sx={strongStyle}>
        <CountLink {...about} filter={days && statusEntryFilter(about, days)} label={`${label}: ${formatCount(count)}`}>
          {formatCount(count)}
        </CountLink>
      </TableCell>
    </TableRow>
  );
  return (
    <TableContainer>
      <Table size="small" aria-label={title}>
        <TableHead>
          <TableRow><TableCell>Mês</TableCell><TableCell align="right">{name}</TableCell></TableRow>
        </TableHead>
        <TableBody>
          {points.map(point => renderRow(monthText(point), point.count, point.days))}
          {renderRow('Total', total, first && last && {from: first.from, to: last.to}, {fontWeight: 600})}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
