/** The line chart; a chunk of its own, because the chart library is large. */
import Box from '@mui/material/Box';
import {useTheme} from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  ResponsiveLine, type CommonLineProps, type LineCustomSvgLayerProps, type PointOrSliceMouseHandler, type SliceTooltipProps,
} from '@nivo/line';
import {useNavigate} from 'react-router-dom';
import {useConfig} from '../../session/context.ts';
import {statusEntryFilter, listAddressForOwners} from './dashboardLinks.ts';
import type {DashboardSectionProps} from './CountLink.tsx';
import {formatCount} from './dashboardQueries.ts';
import {monthText, axisTicks, type EvolutionSeries, type SeriesPoint} from './evolutionSeries.ts';

interface Series {
  id: string;
  data: readonly {x: string; y: number; point: SeriesPoint}[];
}
type Layer = LineCustomSvgLayerProps<Series>;

const ChartTooltip = ({slice: {points: [point]}}: SliceTooltipProps<Series>) =>
  point === undefined ? null : (
    <Box sx={{
      px: 1.5, py: 1, borderRadius: 1, border: 1, borderColor: 'divider', backgroundColor: 'background.paper', color: 'text.primary',
      fontSize: '0.8125rem', whiteSpace: 'nowrap',
    }}>
      {monthText(point.data.point)}
      <Box component="strong" sx={{display: 'block', fontVariantNumeric: 'tabular-nums'}}>
        {point.seriesId}: {formatCount(point.data.y)}
      </Box>
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

const LineLayer = ({series: [line], lineGenerator, lineWidth}: Layer) => {
  const positions = line?.data.map(({position}) => position) ?? [];
  const solid = line?.data.at(-1)?.data.point.isCurrentMonth ? positions.slice(0, -1) : positions;
  const segments = [[solid, undefined], [positions.slice(solid.length - 1), '2 4']] as const;
  return segments.map(([segment, dashes]) => segment.length > 1 && (
    <path
      key={dashes} d={lineGenerator(segment) ?? ''} fill="none" stroke={line?.color} strokeWidth={lineWidth} strokeDasharray={dashes}
      strokeLinecap="round"
    />
  ));
};

const LABEL_PX = 68;

const MonthLabels = ({points, innerWidth, innerHeight}: Layer) => {
  const {palette} = useTheme();
  const interval = Math.max(1, Math.ceil(LABEL_PX * (points.length - 1) / innerWidth));
  return points.filter((_point, index) => (points.length - 1 - index) % interval === 0).map(({x, data: {x: label}}) => (
    <text key={label} x={x} y={innerHeight + 20} textAnchor="middle" fill={palette.text.secondary} fontSize={12}>
      {label.split(/ (?=\d+$)/).map((word, line) => <tspan key={word} x={x} dy={line * 16}>{word}</tspan>)}
    </text>
  ));
};

const [DIGIT_PX, GAP_PX] = [8, 16];

/**
 * A mouse click on a month opens the list of its records. Touch only shows the tooltip; the keyboard has the table's links.
 */
const useMonthLinks = (about: DashboardSectionProps): {
  to: (point: SeriesPoint) => string | undefined; onClick: PointOrSliceMouseHandler<Series>,
} => {
  const config = useConfig();
  const navigate = useNavigate();
  const to = ({days}: SeriesPoint) => listAddressForOwners(config, about.resource, about.ownerIds, days && statusEntryFilter(about, days));
  return {
    to,
    onClick: (datum, {nativeEvent}) => {
      const [point] = 'points' in datum ? datum.points : [datum];
      const address = point && to(point.data.point);
      if (address !== undefined && (nativeEvent as PointerEvent).pointerType !== 'touch') void navigate(address);
    },
  };
};

const EvolutionLine = ({title, name, step, points, ...about}: EvolutionSeries & DashboardSectionProps) => {
  const {palette} = useTheme();
  const theme = useChartTheme();
  const {to, onClick} = useMonthLinks(about);
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const ticks = axisTicks(points.map(({count}) => count), step);
  const top = ticks.at(-1) ?? 0;
  const series: Series = {id: name, data: points.map(point => ({x: point.label, y: point.count, point}))};
  return (
    <Box sx={{height: '100%', ...(points.some(to) ? {'& rect[data-ref]': {cursor: 'pointer'}} : {})}}>
      <ResponsiveLine<Series>
        data={[series]}
        theme={theme}
        colors={[palette.primary.main]}
        margin={{top: 12, right: LABEL_PX / 2, bottom: 48, left: Math.max(LABEL_PX / 2, GAP_PX + DIGIT_PX * formatCount(top).length)}}
        xScale={{type: 'point'}}
        yScale={{type: 'linear', min: 0, max: top}}
        axisLeft={{tickValues: ticks, tickSize: 0, tickPadding: 8, format: value => formatCount(Number(value))}}
        axisBottom={null}
        gridYValues={ticks}
        enableGridX={false}
        layers={['grid', 'axes', MonthLabels, 'crosshair', LineLayer, 'points', 'slices']}
        lineWidth={2}
        pointSize={7}
        enableSlices="x"
        enableTouchCrosshair
        sliceTooltip={ChartTooltip}
        onClick={onClick}
        animate={!isMotionReduced}
        role="img"
        ariaLabel={`${title}: ${points.map(point => `${monthText(point)}, ${formatCount(point.count)}`).join('; ')}.`}
      />
    </Box>
  );
};

export default EvolutionLine;
