/** How the start check speaks: one sentence a mistake, with the place first and, where a word looks misspelt, the likely one. */

/** Takes one mistake: where it stands (`resources.empresas.list`) and what is wrong there, without the full stop. */
export type Say = (place: string, mistake: string) => void;

/** Edits between two words: letters put in, left out, changed or swapped with their neighbour. */
const distance = (from: string, to: string): number => {
  let before: number[] = [];
  let last = Array.from({length: to.length + 1}, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same);
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    [before, last] = [last, next];
  }
  return last[to.length] ?? 0;
};

/** One word is the beginning of the other: `admin` for `adm`. */
const begins = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 2 && (one.startsWith(other) || other.startsWith(one));

/** ` (quis dizer "nome"?)` where one of the words is near, else `''`. */
export const suggestion = (word: string, candidates: readonly string[]): string => {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const near = candidates
    .map(candidate => ({candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase())}))
    .filter(({candidate, edits}) => edits <= limit || begins(word, candidate))
    .toSorted((a, b) => a.edits - b.edits)[0];
  return near ? ` (quis dizer "${near.candidate}"?)` : '';
};

/** `"a", "b" ou "c"`; numbers and booleans without quotes, what holds others as it is written. */
export const either = (values: readonly unknown[]): string => {
  const words = values.map(value => (value === undefined ? 'nada' : JSON.stringify(value)));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ou ${words.at(-1)}`;
};

/** The values that stand more than once, each named once. */
export const repeated = <T>(values: readonly T[]): T[] => {
  const seen = new Set<T>();
  return [...new Set(values.filter(value => seen.has(value) || !seen.add(value)))];
};
