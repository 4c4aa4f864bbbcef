/** The database's text-folding functions, generated from the character table of `src/schema/fields/text.ts`. */
import {hash} from 'node:crypto';
import {PLAIN_BY_LOOK_ALIKE} from '../../schema/fields/lookAlikes.ts';
import {COMBINING_MARKS} from '../../schema/fields/text.ts';
import {literal} from './sqlNames.ts';

type Pairs = readonly (readonly [sign: string, plain: string])[];

/** Capital letters that `lower` does not know under the locale C and that have no accent to strip. */
const SPECIAL_CAPITALS = {of: 'ÆÐØÞĐĦĲĿŁŊŒŦẞ', small: 'æðøþđħĳŀłŋœŧß'};

/** Rare Unicode ranges: Latin of other languages, Greek, Cyrillic, Armenian, Roman numerals. */
const RARE_RANGES = [[0x180, 0x2FF], [0x370, 0x58F], [0x2160, 0x216F]] as const;
const mapRareCodes = <T>(pick: (code: number) => T): T[] =>
  RARE_RANGES.flatMap(([first, last]) => Array.from({length: last - first + 1}, (_, at) => pick(first + at)));

const pairs = [...PLAIN_BY_LOOK_ALIKE];
const rareSigns = new Set(mapRareCodes(code => String.fromCodePoint(code)));
/** The character table in three parts by frequency, so that common texts skip the rare parts. */
const asciiPairs = pairs.filter(([sign]) => sign < '\u0080');
const widePairs = pairs.filter(([sign]) => sign > '\uFF00');
const rarePairs: Pairs = [...rareSigns].flatMap(sign => {
  const plain = PLAIN_BY_LOOK_ALIKE.get(sign) ?? sign.toLowerCase();
  return plain === sign || plain.length > 1 ? [] : [[sign, plain] as const];
});
const narrowPairs = [
  ...Array.from(SPECIAL_CAPITALS.of, (sign, at) => [sign, SPECIAL_CAPITALS.small[at] ?? sign] as const),
  ...pairs.filter(pair => !widePairs.includes(pair) && !rareSigns.has(pair[0])),
];
const WIDE_CLASS = literal(`[${widePairs.at(0)?.[0]}-${widePairs.at(-1)?.[0]}]`);
const RARE_CLASS = literal(`[${RARE_RANGES.map(range => range.map(code => String.fromCodePoint(code)).join('-')).join('')}]`);

const replaceSigns = (text: string, replacements: Pairs): string => {
  const single = replacements.filter(([, plain]) => plain.length === 1);
  const signs = literal(single.map(([sign]) => sign).join(''));
  const plains = literal(single.map(([, plain]) => plain).join(''));
  return replacements.filter(([, plain]) => plain.length > 1)
    .reduce((inner, [sign, plain]) => `replace(${inner}, ${literal(sign)}, ${literal(plain)})`, `translate(${text}, ${signs}, ${plains})`);
};
const withSingleBlanks = (text: string): string => `btrim(regexp_replace(${text}, ' {2,}', ' ', 'g'))`;

export const CANONICAL_TEXT_FUNCTION = 'balcao_igual';
export const UNACCENTED_FUNCTION = 'balcao_norm';

/** {@link CANONICAL_TEXT_FUNCTION} as an inline expression, for a database that does not have it yet. */
export const exactExpression = (text: string): string =>
  withSingleBlanks(`lower(${replaceSigns(`normalize(${text}, nfd)`, [...narrowPairs, ...rarePairs, ...widePairs])})`);

/** ASCII texts skip the table, because `translate` takes several times as long as all the rest. */
const createFunctionSql = (name: string, decomposed: string): string => `create or replace function ${name}(text) returns text
language plpgsql immutable strict parallel safe as $dobra$
declare
  t text := $1;
begin
  if octet_length(t) > length(t) then
    t := ${decomposed};
    if t ~ ${WIDE_CLASS} then t := ${replaceSigns('t', widePairs)}; end if;
    if t ~ ${RARE_CLASS} then t := ${replaceSigns('t', rarePairs)}; end if;
  end if;
  if octet_length(t) > length(t) then t := ${replaceSigns('t', narrowPairs)}; else t := ${replaceSigns('t', asciiPairs)}; end if;
  return ${withSingleBlanks('lower(t)')};
end $dobra$`;

/** Definitions by name. The functions are immutable, so that generated columns and indexes may use them. */
export const FOLDING_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  [CANONICAL_TEXT_FUNCTION, createFunctionSql(CANONICAL_TEXT_FUNCTION, 'normalize(t, nfd)')],
  [
    UNACCENTED_FUNCTION,
    createFunctionSql(UNACCENTED_FUNCTION, `regexp_replace(normalize(t, nfd), ${literal(COMBINING_MARKS.source)}, '', 'g')`),
  ],
]);

/** A hash of the definitions, stored as a comment, by which a start recognises another version's functions. */
export const FOLDING_VERSION = `dobra: ${hash('sha1', [...FOLDING_FUNCTIONS.values()].join()).slice(0, 8)}`;
