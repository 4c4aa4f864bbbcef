/** What the chart and its table show. */
export interface EvolutionSeries {
  title: string;
  /** The line's name. */
  name: string;
  /** Distance of the ticks, see `ticksFor`. */
  step: number;
  points: readonly {label: string; count: number}[];
}
