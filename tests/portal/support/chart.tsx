// Setup of every portal test file: the line of a chart is its points in words. jsdom has no layout for it to measure; the line itself
// is seen in a real browser. For every file alike, because files of one worker share what they import.
import {vi} from 'vitest';
import type {EvolutionSeries} from '../../../src/portal/pages/home/evolutionSeries.ts';

vi.mock('../../../src/portal/pages/home/EvolutionLine.tsx', () => ({
  default: ({title, points}: EvolutionSeries) => (
    <svg role="img" aria-label={`${title}: ${points.map(({label, count}) => `${label} ${count}`).join(', ')}`} />
  ),
}));
