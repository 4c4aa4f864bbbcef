/** How long a config's regular expression can take: a text that nearly fits keeps a careless one, and the server, busy for minutes. */
import {createRequire} from 'node:module';
import {compileFullMatchPattern} from '../shapes/patterns.ts';

/** Steps that one value may take: some ten milliseconds. */
const MAX_STEPS = 1_000_000;

// The same at every start. Lookahead and backreferences cannot be calculated but only tried, which takes a second.
const OPTIONS = {randomSeed: 1, timeout: 30_000, maxRepeatCount: 100, maxIteration: 4};

/** Loaded by the first pattern, because it takes 70 ms. */
const load = (): typeof import('recheck') => createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

/** What texts of growing length take at worst: their length to this power; Infinity where each sign doubles it; undefined: not known. */
const powerOf = (like: string): number | undefined => {
  // Of lookbehind the analysis calls some harmless that are not.
  if (/\(\?<[=!]/.test(like)) return undefined;
  const {source, flags} = compileFullMatchPattern(like);
  const result = load().checkSync(source, flags, OPTIONS);
  if (result.status === 'unknown') return undefined;
  if (result.status === 'safe') return 1;
  return result.complexity.type === 'polynomial' ? result.complexity.degree : Infinity;
};
/** The longest text that takes no more steps than there may be. */
const longest = (power: number): number => Math.floor(MAX_STEPS ** (1 / power) + 1e-6);
const powers = new Map<string, number | undefined>();

/** What is wrong with a pattern of a text of so many characters; undefined where it takes no time worth telling. */
export const slowPattern = (like: string, maxLength: number): string | undefined => {
  if (!powers.has(like)) powers.set(like, powerOf(like));
  const power = powers.get(like);
  if (power === undefined) return `não se pode verificar quanto "${like}" demora: escreva-o de modo mais simples, sem "(?<=" nem "(?<!"`;
  if (maxLength <= longest(power)) return undefined;
  const disputed = 'duas repetições não podem disputar os mesmos caracteres';
  return power === Infinity
    ? `"${like}" pode levar um tempo sem fim num texto que quase serve: ${disputed}`
    : `"${like}" pode demorar demais com mais de ${longest(power)} caracteres: diminua "maxLength"; ou ${disputed}`;
};
