/** The series of the chart and its table: one point per month, up to the current one. */
import {dashboardTexts, monthSpan, monthParts, parsePeriod, type DayRange} from '../../../schema/dashboard.ts';
import {dayFromToday} from '../../../schema/fields/dates.ts';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import type {EvolutionPoint} from '../../../schema/apiShapes.ts';
import {parseCount} from './dashboardQueries.ts';

export interface SeriesPoint {
  label: string;
  count: number;
  /** The current month, whose count is not final. */
  isCurrentMonth: boolean;
  /** undefined: another server names its months differently. */
  days: DayRange | undefined;
}
export interface EvolutionSeries {
  title: string;
  name: string;
  step: number;
  points: readonly SeriesPoint[];
}

export const buildEvolutionSeries = (
  dashboard: Dashboard, resource: Resource, body: unknown, periodo = '',
): EvolutionSeries => {
  const today = dayFromToday(0);
  const months = (parsePeriod(dashboard, periodo, today)?.months ?? []).map(month => ({month, ...monthParts(month)}));
  const currentMonth = today.slice(0, 7);
  const rows = Array.isArray(body) ? body as readonly Partial<EvolutionPoint>[] : [];
  const points = rows.flatMap(({descricaoMes = '', ano = 0, qtdEvolucao}) => {
    const {month} = months.find(candidate => candidate.descricaoMes === descricaoMes && candidate.ano === ano) ?? {};
    // Future months are omitted, because a zero there looks like a crash.
    return month !== undefined && month > currentMonth ? [] : [{
      label: `${descricaoMes} ${ano}`, count: parseCount(qtdEvolucao), isCurrentMonth: month === currentMonth,
      days: month === undefined ? undefined : monthSpan(month),
    }];
  });
  return {title: dashboardTexts(dashboard, resource).chart, name: 'Evolução', step: 10_000, points};
};

export const monthText = ({label, isCurrentMonth}: SeriesPoint): string => (isCurrentMonth ? `${label}, até hoje` : label);

/** Most intervals between ticks: with counts below the declared step, and from it on. */
const MAX_INTERVALS = {below: 6, from: 12};
const FACTORS = [1, 2, 5];

/** The smallest of `unit` × 1, 2, 5, 10, 20, 50 … that gives at most `maxIntervals`. */
const tickDistance = (highest: number, unit: number, maxIntervals: number): number => {
  for (let scale = unit; ; scale *= 10) {
    const distance = FACTORS.map(factor => factor * scale).find(candidate => highest / candidate <= maxIntervals);
    if (distance !== undefined) return distance;
  }
};

/**
 * Ticks of the y axis (rules: Dashboard 5): multiples of `step` once counts reach it; below, whole numbers.
 *
 * @returns at least two ticks, from 0 to the first one that no count exceeds
 */
export const axisTicks = (counts: readonly number[], step: number): number[] => {
  const highest = Math.max(1, ...counts);
  const distance = highest < step ? tickDistance(highest, 1, MAX_INTERVALS.below) : tickDistance(highest, step, MAX_INTERVALS.from);
  return Array.from({length: Math.ceil(highest / distance) + 1}, (_value, index) => index * distance);
};
