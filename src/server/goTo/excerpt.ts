/** Excerpts of texts around search matches, with the matches marked. */
import {toComparableText} from '../../schema/fields/text.ts';
import type {GoToHit} from '../../schema/apiShapes.ts';

type Excerpt = NonNullable<GoToHit['trecho']>;
/** Range of a match, as indices of the text's characters. */
type Match = readonly [from: number, to: number];

/** Characters of an excerpt, and of the context before its first match. */
const EXCERPT_LENGTH = 140;
const CONTEXT_LENGTH = 40;

/**
 * Folds each character as searches compare it: some become several letters, a combining accent none. Wrapped in letters, so that blanks are
 * not trimmed.
 */
const foldCharacters = (characters: readonly string[], isMasked: boolean): string[] => {
  const foldCharacter = (character: string): string =>
    (isMasked && !/[\p{L}\p{N}]/u.test(character) ? '' : toComparableText(`x${character}x`).slice(1, -1));
  const folded = new Map([...new Set(characters)].map(character => [character, foldCharacter(character)]));
  return characters.map(character => folded.get(character) ?? '');
};

/** Finds the ranges of words, in order and merged where they overlap. */
const findMatches = (folded: readonly string[], words: readonly string[]): Match[] => {
  const letters = folded.join('');
  const characterIndices = folded.flatMap((text, character) => Array.from({length: text.length}, () => character));
  const matches = words.flatMap(word => {
    const ranges: Match[] = [];
    for (let position = letters.indexOf(word); position >= 0; position = letters.indexOf(word, position + word.length)) {
      ranges.push([characterIndices[position] ?? 0, (characterIndices[position + word.length - 1] ?? 0) + 1]);
    }
    return ranges;
  }).toSorted(([a], [b]) => a - b);
  return matches.reduce<Match[]>((merged, [from, to]) => {
    const lastMatch = merged.at(-1);
    return lastMatch === undefined || from > lastMatch[1]
      ? [...merged, [from, to]]
      : [...merged.slice(0, -1), [lastMatch[0], Math.max(lastMatch[1], to)]];
  }, []);
};

/** Start of the excerpt before the first match, at a word boundary. */
const windowStart = (characters: readonly string[], matchStart: number): number => {
  if (matchStart <= CONTEXT_LENGTH) return 0;
  const blank = characters.indexOf(' ', matchStart - CONTEXT_LENGTH);
  return blank >= 0 && blank < matchStart ? blank + 1 : matchStart;
};

/**
 * Creates an excerpt.
 *
 * @param words folded, none empty
 * @param isMasked whether the text has mask characters, which searches ignore
 * @returns undefined without a match
 */
export const createExcerpt = (text: string, words: readonly string[], isMasked = false): Excerpt | undefined => {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  const matches = findMatches(foldCharacters(characters, isMasked), words);
  const [firstMatch] = matches;
  if (firstMatch === undefined) return undefined;
  const start = windowStart(characters, firstMatch[0]);
  const end = Math.min(characters.length, Math.max(start + EXCERPT_LENGTH, firstMatch[1]));
  const part = (from: number, to: number, achado: boolean): Excerpt =>
    (to > from ? [{texto: characters.slice(from, to).join(''), achado}] : []);
  const pieces: Excerpt = [
    ...(start > 0 ? [{texto: '… ', achado: false}] : []),
    ...matches.filter(([from]) => from < end).flatMap(([from, to], index) => [
      ...part(index === 0 ? start : matches[index - 1]?.[1] ?? start, from, false), ...part(from, Math.min(to, end), true),
    ]),
  ];
  const lastEnd = matches.findLast(([from]) => from < end)?.[1] ?? end;
  return [...pieces, ...part(lastEnd, end, false), ...(end < characters.length ? [{texto: ' …', achado: false}] : [])];
};
