/** Wording of the config check's mistakes. */

/** Reports one mistake: its place (`resources.empresas.list`) and a sentence without the full stop. */
export type ReportMistake = (place: string, mistake: string) => void;

/** Damerau–Levenshtein distance. */
const distance = (from: string, to: string): number => {
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({length: to.length + 1}, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const nextRow = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      let cost = Math.min((lastRow[column] ?? 0) + 1, (nextRow[column - 1] ?? 0) + 1, (lastRow[column - 1] ?? 0) + same);
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) cost = Math.min(cost, (rowBeforeLast[column - 2] ?? 0) + 1);
      nextRow.push(cost);
    }
    [rowBeforeLast, lastRow] = [lastRow, nextRow];
  }
  return lastRow[to.length] ?? 0;
};

/** Matches abbreviations: `admin` for `adm`. */
const isPrefix = (word: string, candidate: string): boolean =>
  Math.min(word.length, candidate.length) > 2 && (word.startsWith(candidate) || candidate.startsWith(word));

/** Returns ` (quis dizer "nome"?)` for the nearest candidate, `''` where none is near. */
export const spellingHint = (word: string, candidates: readonly string[]): string => {
  const limit = Math.max(1, Math.floor(word.length / 3));
  const nearest = candidates
    .map(candidate => ({candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase())}))
    .filter(({candidate, edits}) => edits <= limit || isPrefix(word, candidate))
    .toSorted((a, b) => a.edits - b.edits)[0];
  return nearest ? ` (quis dizer "${nearest.candidate}"?)` : '';
};

/** Joins values as `"a", "b" ou "c"`. Numbers and booleans get no quotes. */
export const joinAlternatives = (values: readonly unknown[]): string => {
  const words = values.map(value => (value === undefined ? 'nada' : JSON.stringify(value)));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ou ${words.at(-1)}`;
};

/** Returns the values that occur more than once, each once. */
export const listDuplicates = <T>(values: readonly T[]): T[] => {
  const encountered = new Set<T>();
  return [...new Set(values.filter(value => encountered.has(value) || !encountered.add(value)))];
};
