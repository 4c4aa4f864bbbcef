/** What the chart and its table show: the months up to the running one, each with the days that it counts. */
import {dashboardTexts, monthSpan, monthParts, parsePeriod, type DayRange} from '../../../schema/dashboard.ts';
import {dayFromToday} from '../../../schema/fields/dates.ts';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import type {EvolutionPoint} from '../../../schema/wire.ts';
import {countOf} from './numbers.ts';

export interface SeriesPoint {
  label: string;
  count: number;
  /** The month that goes on: what is counted is not all yet. */
  running: boolean;
  /** undefined: another server tells its months in words of its own. */
  days: DayRange | undefined;
}
export interface EvolutionSeries {
  title: string;
  /** The line's name. */
  name: string;
  /** Distance of the ticks, see `ticksFor`. */
  step: number;
  points: readonly SeriesPoint[];
}

/** @param said what a server answers for `periodo`, which may be anything */
export const seriesOf = (
  dashboard: Dashboard, resource: Resource, said: unknown, periodo = '',
): EvolutionSeries => {
  const today = dayFromToday(0);
  const months = (parsePeriod(dashboard, periodo, today)?.months ?? []).map(month => ({month, ...monthParts(month)}));
  const running = today.slice(0, 7);
  const told = Array.isArray(said) ? said as readonly Partial<EvolutionPoint>[] : [];
  const points = told.flatMap(({descricaoMes = '', ano = 0, qtdEvolucao}) => {
    const {month} = months.find(one => one.descricaoMes === descricaoMes && one.ano === ano) ?? {};
    // Nothing is known of a month to come: a zero there looks like a crash.
    return month !== undefined && month > running ? [] : [{
      label: `${descricaoMes} ${ano}`, count: countOf(qtdEvolucao), running: month === running,
      days: month === undefined ? undefined : monthSpan(month),
    }];
  });
  return {title: dashboardTexts(dashboard, resource).chart, name: 'Evolução', step: 10_000, points};
};

/** A month in words, the running one as what it is. */
export const inWords = ({label, running}: SeriesPoint): string => (running ? `${label}, até hoje` : label);

/** More ticks would stand on one another. */
const MOST = {below: 6, from: 12};
const EASY = [1, 2, 5];

/** `unit`, 2, 5, 10, 20, 50 … times of it: the first with few enough ticks. */
const distanceFor = (highest: number, unit: number, most: number): number => {
  for (let scale = unit; ; scale *= 10) {
    const distance = EASY.map(factor => factor * scale).find(one => highest / one <= most);
    if (distance !== undefined) return distance;
  }
};

/**
 * The chart's y axis (rules: Dashboard 5): ticks a declared step apart once counts reach it; below, whole numbers.
 *
 * @returns from 0 to the first tick that no count exceeds; at least two
 */
export const ticksFor = (counts: readonly number[], step: number): number[] => {
  const highest = Math.max(1, ...counts);
  const distance = highest < step ? distanceFor(highest, 1, MOST.below) : distanceFor(highest, step, MOST.from);
  return Array.from({length: Math.ceil(highest / distance) + 1}, (_none, index) => index * distance);
};
