/** The line itself: loaded by itself, and only where it is shown. */
import Box from '@mui/material/Box';
import {useTheme} from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {ResponsiveLine, type CommonLineProps, type SliceTooltipProps} from '@nivo/line';
import {written} from './numbers.ts';
import type {EvolutionSeries} from './series.ts';
import {ticksFor} from './ticks.ts';

interface Series {
  id: string;
  data: readonly {x: string; y: number}[];
}

const Tip = ({slice: {points: [point]}}: SliceTooltipProps<Series>) =>
  point === undefined ? null : (
    <Box sx={{
      px: 1.5, py: 1, borderRadius: 1, border: 1, borderColor: 'divider', backgroundColor: 'background.paper', color: 'text.primary',
      fontSize: '0.8125rem', whiteSpace: 'nowrap',
    }}>
      {point.data.x}
      <Box component="strong" sx={{display: 'block', fontVariantNumeric: 'tabular-nums'}}>{point.seriesId}: {written(point.data.y)}</Box>
    </Box>
  );

const useChartTheme = (): CommonLineProps<Series>['theme'] => {
  const {palette, typography} = useTheme();
  const text = {fontFamily: typography.fontFamily ?? '', fontSize: 12, fill: palette.text.secondary};
  return {
    text,
    axis: {ticks: {line: {stroke: palette.divider}, text}},
    grid: {line: {stroke: palette.divider}},
    crosshair: {line: {stroke: palette.text.secondary, strokeWidth: 1, strokeOpacity: 1, strokeDasharray: '4 4'}},
  };
};

/** More labels than these stand on one another. */
const MOST_LABELS = {phone: 6, desk: 13};
/** A digit's width, what stands between number and axis, and how far the first label reaches to the left. */
const [DIGIT, GAP, FIRST_LABEL] = [8, 16, 60];

const EvolutionLine = ({title, name, step, points}: EvolutionSeries) => {
  const {palette} = useTheme();
  const theme = useChartTheme();
  const phone = useMediaQuery(({breakpoints}) => breakpoints.down('sm'));
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const ticks = ticksFor(points.map(({count}) => count), step);
  const top = ticks.at(-1) ?? 0;
  const every = Math.ceil(points.length / MOST_LABELS[phone ? 'phone' : 'desk']);
  const series: Series = {id: name, data: points.map(({label, count}) => ({x: label, y: count}))};
  return (
    <ResponsiveLine<Series>
      data={[series]}
      theme={theme}
      colors={[palette.primary.main]}
      margin={{top: 12, right: 24, bottom: 76, left: Math.max(FIRST_LABEL, GAP + DIGIT * written(top).length)}}
      xScale={{type: 'point'}}
      yScale={{type: 'linear', min: 0, max: top}}
      axisLeft={{tickValues: ticks, tickSize: 0, tickPadding: 8, format: value => written(Number(value))}}
      gridYValues={ticks}
      enableGridX={false}
      axisBottom={{
        tickValues: points.filter((_point, index) => index % every === 0).map(({label}) => label),
        tickSize: 4,
        tickPadding: 6,
        tickRotation: -40,
      }}
      lineWidth={2}
      pointSize={7}
      enableSlices="x"
      enableTouchCrosshair
      sliceTooltip={Tip}
      animate={!still}
      role="img"
      ariaLabel={`${title}: ${points.map(({label, count}) => `${label}, ${written(count)}`).join('; ')}.`}
    />
  );
};

export default EvolutionLine;
