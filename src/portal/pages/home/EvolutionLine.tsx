/** The line itself: loaded by itself, and only where it is shown. */
import Box from '@mui/material/Box';
import {useTheme} from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  ResponsiveLine, type CommonLineProps, type LineCustomSvgLayerProps, type PointOrSliceMouseHandler, type SliceTooltipProps,
} from '@nivo/line';
import {useNavigate} from 'react-router-dom';
import {useConfig} from '../../session/context.ts';
import {enteredFilter, listAddress} from './addresses.ts';
import type {About} from './Leading.tsx';
import {written} from './numbers.ts';
import {inWords, ticksFor, type EvolutionSeries, type SeriesPoint} from './series.ts';

interface Series {
  id: string;
  data: readonly {x: string; y: number; point: SeriesPoint}[];
}
type Layer = LineCustomSvgLayerProps<Series>;

const Tip = ({slice: {points: [point]}}: SliceTooltipProps<Series>) =>
  point === undefined ? null : (
    <Box sx={{
      px: 1.5, py: 1, borderRadius: 1, border: 1, borderColor: 'divider', backgroundColor: 'background.paper', color: 'text.primary',
      fontSize: '0.8125rem', whiteSpace: 'nowrap',
    }}>
      {inWords(point.data.point)}
      <Box component="strong" sx={{display: 'block', fontVariantNumeric: 'tabular-nums'}}>{point.seriesId}: {written(point.data.y)}</Box>
    </Box>
  );

const useChartTheme = (): CommonLineProps<Series>['theme'] => {
  const {palette} = useTheme();
  const text = {fontFamily: 'inherit', fontSize: 12, fill: palette.text.secondary};
  return {
    text,
    axis: {ticks: {line: {stroke: palette.divider}, text}},
    grid: {line: {stroke: palette.divider}},
    crosshair: {line: {stroke: palette.text.secondary, strokeWidth: 1, strokeOpacity: 1, strokeDasharray: '4 4'}},
  };
};

/** The way to the running month is dotted: it goes on. */
const Way = ({series: [line], lineGenerator, lineWidth}: Layer) => {
  const places = line?.data.map(({position}) => position) ?? [];
  const whole = line?.data.at(-1)?.data.point.running ? places.slice(0, -1) : places;
  const ways = [[whole, undefined], [places.slice(whole.length - 1), '2 4']] as const;
  return ways.map(([way, dashes]) => way.length > 1 && (
    <path
      key={dashes} d={lineGenerator(way) ?? ''} fill="none" stroke={line?.color} strokeWidth={lineWidth} strokeDasharray={dashes}
      strokeLinecap="round"
    />
  ));
};

/** Pixels that a month's name and its year beneath it need. */
const LABEL = 68;

/** The months, as many as have room beside one another, the last one always. */
const Months = ({points, innerWidth, innerHeight}: Layer) => {
  const {palette} = useTheme();
  const every = Math.max(1, Math.ceil(LABEL * (points.length - 1) / innerWidth));
  return points.filter((_point, at) => (points.length - 1 - at) % every === 0).map(({x, data: {x: label}}) => (
    <text key={label} x={x} y={innerHeight + 20} textAnchor="middle" fill={palette.text.secondary} fontSize={12}>
      {label.split(/ (?=\d+$)/).map((word, line) => <tspan key={word} x={x} dy={line * 16}>{word}</tspan>)}
    </text>
  ));
};

/** A digit's width, and what stands between number and axis. */
const [DIGIT, GAP] = [8, 16];

/** To the list of what a month counts, as the table's links: for a mouse. A finger reads the number, keys have the table. */
const useLeading = (about: About): {to: (point: SeriesPoint) => string | undefined; onClick: PointOrSliceMouseHandler<Series>} => {
  const config = useConfig();
  const navigate = useNavigate();
  const to = ({days}: SeriesPoint) => listAddress(config, about.resource, about.whose, days && enteredFilter(about, days));
  return {
    to,
    onClick: (datum, {nativeEvent}) => {
      const [point] = 'points' in datum ? datum.points : [datum];
      const address = point && to(point.data.point);
      if (address !== undefined && (nativeEvent as PointerEvent).pointerType !== 'touch') void navigate(address);
    },
  };
};

const EvolutionLine = ({title, name, step, points, ...about}: EvolutionSeries & About) => {
  const {palette} = useTheme();
  const theme = useChartTheme();
  const {to, onClick} = useLeading(about);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const ticks = ticksFor(points.map(({count}) => count), step);
  const top = ticks.at(-1) ?? 0;
  const series: Series = {id: name, data: points.map(point => ({x: point.label, y: point.count, point}))};
  return (
    <Box sx={{height: '100%', ...(points.some(to) ? {'& rect[data-ref]': {cursor: 'pointer'}} : {})}}>
      <ResponsiveLine<Series>
        data={[series]}
        theme={theme}
        colors={[palette.primary.main]}
        margin={{top: 12, right: LABEL / 2, bottom: 48, left: Math.max(LABEL / 2, GAP + DIGIT * written(top).length)}}
        xScale={{type: 'point'}}
        yScale={{type: 'linear', min: 0, max: top}}
        axisLeft={{tickValues: ticks, tickSize: 0, tickPadding: 8, format: value => written(Number(value))}}
        axisBottom={null}
        gridYValues={ticks}
        enableGridX={false}
        layers={['grid', 'axes', Months, 'crosshair', Way, 'points', 'slices']}
        lineWidth={2}
        pointSize={7}
        enableSlices="x"
        enableTouchCrosshair
        sliceTooltip={Tip}
        onClick={onClick}
        animate={!still}
        role="img"
        ariaLabel={`${title}: ${points.map(point => `${inWords(point)}, ${written(point.count)}`).join('; ')}.`}
      />
    </Box>
  );
};

export default EvolutionLine;
