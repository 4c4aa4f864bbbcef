/** Records that came to the chart's status this week, against the same days of the week before. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {weekSpans, type Week} from '../../../schema/dashboard.ts';
import {enteredFilter} from './addresses.ts';
import type {Summary} from '../../../schema/wire.ts';
import {Leading, type About} from './Leading.tsx';
import {countOf, written} from './numbers.ts';

const WEEKS: Readonly<Record<Week, string>> = {
  estaSemana: 'Esta semana', mesmosDias: 'Mesmos dias da anterior', semanaAnterior: 'Anterior inteira',
};

const comparison = (difference: number): string => {
  if (difference === 0) return 'Tantos quanto nos mesmos dias da semana anterior.';
  return `${written(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que nos mesmos dias da semana anterior.`;
};

export const Finished = ({counts, ...about}: About & {counts: Summary['finalizados']}) => {
  const {estaSemana, mesmosDias} = counts;
  const spans = weekSpans();
  // Another server may not tell the same days.
  const weeks = (Object.keys(WEEKS) as Week[]).filter(week => counts[week] !== undefined);
  return (
    <>
      <Box component="dl" sx={{m: 0, display: 'grid', gap: 2, gridTemplateColumns: `repeat(${weeks.length}, minmax(0, 1fr))`}}>
        {weeks.map(week => (
          <Box key={week} sx={{display: 'flex', flexDirection: 'column', justifyContent: 'space-between'}}>
            <Typography component="dt" variant="body2" color="text.secondary">{WEEKS[week]}</Typography>
            <Typography
              component="dd"
              sx={{m: 0, fontSize: '1.75rem', lineHeight: 1.4, fontWeight: 650, fontVariantNumeric: 'tabular-nums'}}
            >
              <Leading
                {...about}
                filter={enteredFilter(about, spans[week])}
                label={`${WEEKS[week]}: ${written(countOf(counts[week]))}`}
                sx={{fontWeight: 'inherit', display: 'inline-block', minWidth: 44}}
              >
                {written(countOf(counts[week]))}
              </Leading>
            </Typography>
          </Box>
        ))}
      </Box>
      {mesmosDias !== undefined && (
        <Typography variant="body2" color="text.secondary">{comparison(estaSemana - mesmosDias)}</Typography>
      )}
    </>
  );
};
