/** The chart with a period of its own (rules: Dashboard 4), and its numbers as a table for who cannot see it or wants to read them. */
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
import {LabelledSelect} from '../../kinds/LabelledSelect.tsx';
import {Message} from '../../ui/Message.tsx';
import {Section} from '../../ui/Section.tsx';
import {periodOptions} from './ChoiceBar.tsx';
import {Leading, type About} from './Leading.tsx';
import {written, type Numbers} from './numbers.ts';
import {inWords, seriesOf, type EvolutionSeries} from './series.ts';
import {Trouble} from './Trouble.tsx';
import {enteredFilter} from './addresses.ts';

/** The chart's code is larger than all the rest of this screen. Where it does not come, the table says the same. */
const EvolutionLine = lazy(() => import('./EvolutionLine.tsx').catch(() => ({default: EvolutionTable})));

const HEIGHT = 300;
const waiting = <Skeleton variant="rounded" height={HEIGHT} />;

/** A longer period than the one in sight, where there is one. */
const widerThan = ({periods}: Dashboard, param: string): string | undefined => {
  const [widest] = periods.filter(monthsIn).toSorted((one, other) => (monthsIn(other) ?? 0) - (monthsIn(one) ?? 0));
  return widest === undefined || periodParam(widest) === param ? undefined : periodParam(widest);
};

const NoEntries = ({dashboard, resource, periodo, onPeriod}: Omit<EvolutionProps, 'numbers'>) => {
  const wider = widerThan(dashboard, periodo);
  const name = periodOptions(dashboard).find(({id}) => id === wider)?.name;
  return (
    <Message
      icon="inbox"
      title={dashboardTexts(dashboard, resource).emptyChart}
      {...(wider === undefined ? {} : {action: <Button variant="outlined" onClick={() => onPeriod(wider)}>Ver {name}</Button>})}
    >
      Escolha outro período ou lugar para ver a evolução.
    </Message>
  );
};

interface EvolutionProps extends Omit<About, 'whose'> {
  numbers: Numbers<unknown>;
  /** The chart's own period. */
  periodo: string;
  onPeriod: (periodo: string) => void;
}

export const Evolution = ({dashboard, resource, numbers, periodo, onPeriod}: EvolutionProps) => {
  const [asTable, setAsTable] = useState(false);
  const {said, earlier, error} = numbers;
  const series = seriesOf(dashboard, resource, said?.body, said?.asked.periodo);
  const drawn = () => {
    if (said === undefined) return error === null ? waiting : null;
    const drawn = {...series, dashboard, resource, whose: said.asked};
    if (asTable) return <EvolutionTable {...drawn} />;
    if (series.points.every(({count}) => count === 0)) return <NoEntries {...{dashboard, resource, periodo, onPeriod}} />;
    return <Suspense fallback={waiting}><Box sx={{height: HEIGHT}}><EvolutionLine {...drawn} /></Box></Suspense>;
  };
  return (
    <Section title={series.title} note={dashboardTexts(dashboard, resource).chartCounts}>
      <Box sx={{display: 'flex', alignItems: 'end', flexWrap: 'wrap', gap: 2}}>
        <Box sx={{width: {xs: '100%', sm: 200}}}>
          <LabelledSelect
            label="Período do gráfico"
            name="grafico"
            all={false}
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
          {series.points.some(({running}) => running) && series.points.some(({count}) => count > 0) && (
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
      <Trouble what="o gráfico" numbers={numbers} />
      <Box
        aria-busy={earlier && error === null}
        sx={{minHeight: HEIGHT, opacity: earlier && said !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}
      >
        {drawn()}
      </Box>
    </Section>
  );
};

/** The chart's numbers, month by month, each leading to what it counts. */
const EvolutionTable = ({title, name, points, ...about}: EvolutionSeries & About) => {
  const [first, last] = [points[0]?.days, points.at(-1)?.days];
  const total = points.reduce((sum, {count}) => sum + count, 0);
  const row = (label: string, count: number, days: DayRange | undefined, strong?: {fontWeight: number}) => (
    <TableRow key={label}>
      <TableCell component="th" scope="row" sx={strong}>{label}</TableCell>
      <TableCell align="right" sx={strong}>
        <Leading {...about} filter={days && enteredFilter(about, days)} label={`${label}: ${written(count)}`}>{written(count)}</Leading>
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
          {points.map(point => row(inWords(point), point.count, point.days))}
          {row('Total', total, first && last && {from: first.from, to: last.to}, {fontWeight: 600})}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
