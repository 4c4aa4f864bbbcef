/** The part of a text in which words were found, with the words marked. */
import {toComparableText} from '../../schema/fields/text.ts';
import type {FoundRecord} from '../../schema/wire.ts';

type Excerpt = NonNullable<FoundRecord['trecho']>;
/** Where a match begins and where it ends, as indices of a text's signs. */
type Match = readonly [from: number, to: number];

/** Signs of an excerpt, and those of them before its first match. */
const LENGTH = 140;
const LEAD = 40;

/** Each sign as searches compare it: some are several letters, an accent of its own is none. Between letters, so that no blank is cut. */
const foldSigns = (signs: readonly string[], isMasked: boolean): string[] => {
  const foldSign = (sign: string): string => (isMasked && !/[\p{L}\p{N}]/u.test(sign) ? '' : toComparableText(`x${sign}x`).slice(1, -1));
  const folded = new Map([...new Set(signs)].map(sign => [sign, foldSign(sign)]));
  return signs.map(sign => folded.get(sign) ?? '');
};

/** Where words stand among signs, in order; matches that overlap are one. */
const findMatches = (folded: readonly string[], words: readonly string[]): Match[] => {
  const letters = folded.join('');
  /** The sign that each letter is of. */
  const signOf = folded.flatMap((text, sign) => Array.from({length: text.length}, () => sign));
  const matches = words.flatMap(word => {
    const found: Match[] = [];
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + word.length)) {
      found.push([signOf[at] ?? 0, (signOf[at + word.length - 1] ?? 0) + 1]);
    }
    return found;
  }).toSorted(([one], [other]) => one - other);
  return matches.reduce<Match[]>((merged, [from, to]) => {
    const last = merged.at(-1);
    return last === undefined || from > last[1] ? [...merged, [from, to]] : [...merged.slice(0, -1), [last[0], Math.max(last[1], to)]];
  }, []);
};

/** The start of a window that begins some signs before a match, but in no word. */
const windowStart = (signs: readonly string[], match: number): number => {
  if (match <= LEAD) return 0;
  const blank = signs.indexOf(' ', match - LEAD);
  return blank >= 0 && blank < match ? blank + 1 : match;
};

/**
 * @param words as searches compare them, none empty
 * @param isMasked whether the text has the signs of a mask, which no search compares
 * @returns undefined where the text has none of them
 */
export const excerptOf = (text: string, words: readonly string[], isMasked = false): Excerpt | undefined => {
  const signs = Array.from(text.replace(/\s+/g, ' '));
  const matches = findMatches(foldSigns(signs, isMasked), words);
  const [first] = matches;
  if (first === undefined) return undefined;
  const start = windowStart(signs, first[0]);
  const end = Math.min(signs.length, Math.max(start + LENGTH, first[1]));
  const part = (from: number, to: number, achado: boolean): Excerpt =>
    (to > from ? [{texto: signs.slice(from, to).join(''), achado}] : []);
  const pieces: Excerpt = [
    ...(start > 0 ? [{texto: '… ', achado: false}] : []),
    ...matches.filter(([from]) => from < end).flatMap(([from, to], index) => [
      ...part(index === 0 ? start : matches[index - 1]?.[1] ?? start, from, false), ...part(from, Math.min(to, end), true),
    ]),
  ];
  const last = matches.findLast(([from]) => from < end)?.[1] ?? end;
  return [...pieces, ...part(last, end, false), ...(end < signs.length ? [{texto: ' …', achado: false}] : [])];
};
