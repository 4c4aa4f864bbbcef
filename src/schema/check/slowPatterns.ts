/** Worst-case time of a config's regular expressions, because catastrophic backtracking blocks the server for minutes. */
import {createRequire} from 'node:module';
import {compileFullMatchPattern} from '../shapes/patterns.ts';

/** Backtracking steps allowed for one value: some ten milliseconds. */
const MAX_STEPS = 1_000_000;

// A fixed seed gives the same result at every start. Lookahead and backreferences are fuzzed, which takes a second.
const OPTIONS = {randomSeed: 1, timeout: 30_000, maxRepeatCount: 100, maxIteration: 4};

/** Loads recheck with the first pattern, because that takes 70 ms. */
const loadRecheck = (): typeof import('recheck') => createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

/** Returns the exponent of the worst-case steps by text length: Infinity for exponential, `undefined` for unknown. */
const powerOf = (like: string): number | undefined => {
  // The analysis calls some slow lookbehinds safe.
  if (/\(\?<[=!]/.test(like)) return undefined;
  const {source, flags} = compileFullMatchPattern(like);
  const result = loadRecheck().checkSync(source, flags, OPTIONS);
  if (result.status === 'unknown') return undefined;
  if (result.status === 'safe') return 1;
  return result.complexity.type === 'polynomial' ? result.complexity.degree : Infinity;
};
const maxLengthFor = (power: number): number => Math.floor(MAX_STEPS ** (1 / power) + 1e-6);
const powers = new Map<string, number | undefined>();

/** Returns what is wrong with a slow pattern, `undefined` where it is fast enough for the text's length. */
export const slowPatternMistake = (like: string, maxLength: number): string | undefined => {
  if (!powers.has(like)) powers.set(like, powerOf(like));
  const power = powers.get(like);
  if (power === undefined) return `não se pode verificar quanto "${like}" demora: escreva-o de modo mais simples, sem "(?<=" nem "(?<!"`;
  if (maxLength <= maxLengthFor(power)) return undefined;
  const disputed = 'duas repetições não podem disputar os mesmos caracteres';
  return power === Infinity
    ? `"${like}" pode levar um tempo sem fim num texto que quase serve: ${disputed}`
    : `"${like}" pode demorar demais com mais de ${maxLengthFor(power)} caracteres: diminua "maxLength"; ou ${disputed}`;
};
