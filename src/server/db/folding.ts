/** The database's text-folding functions, generated from the character table of `src/schema/fields/text.ts`. */
import {hash} from 'node:crypto';
import {PLAIN_TEXTS} from '../../schema/fields/alike.ts';
import {MARKS} from '../../schema/fields/text.ts';
import {literal} from './names.ts';

type Pairs = readonly (readonly [sign: string, plain: string])[];

/** Capital letters that `lower` does not know under the locale C and that have no accent to strip. */
const CAPITALS = {of: 'ÆÐØÞĐĦĲĿŁŊŒŦẞ', small: 'æðøþđħĳŀłŋœŧß'};

/** Rare Unicode ranges: Latin of other languages, Greek, Cyrillic, Armenian, Roman numerals. */
const OTHERS = [[0x180, 0x2FF], [0x370, 0x58F], [0x2160, 0x216F]] as const;
const othersOf = <T>(pick: (code: number) => T): T[] =>
  OTHERS.flatMap(([first, last]) => Array.from({length: last - first + 1}, (_, at) => pick(first + at)));

const pairs = [...PLAIN_TEXTS];
const otherSigns = new Set(othersOf(code => String.fromCodePoint(code)));
/** The character table in three parts by frequency, so that common texts skip the rare parts. */
const ascii = pairs.filter(([sign]) => sign < '\u0080');
const wide = pairs.filter(([sign]) => sign > '\uFF00');
const others: Pairs = [...otherSigns].flatMap(sign => {
  const plain = PLAIN_TEXTS.get(sign) ?? sign.toLowerCase();
  return plain === sign || plain.length > 1 ? [] : [[sign, plain] as const];
});
const narrow = [
  ...Array.from(CAPITALS.of, (sign, at) => [sign, CAPITALS.small[at] ?? sign] as const),
  ...pairs.filter(pair => !wide.includes(pair) && !otherSigns.has(pair[0])),
];
const WIDE = literal(`[${wide.at(0)?.[0]}-${wide.at(-1)?.[0]}]`);
const OTHER = literal(`[${OTHERS.map(range => range.map(code => String.fromCodePoint(code)).join('-')).join('')}]`);

const withPlain = (text: string, some: Pairs): string => {
  const single = some.filter(([, plain]) => plain.length === 1);
  const signs = literal(single.map(([sign]) => sign).join(''));
  const plains = literal(single.map(([, plain]) => plain).join(''));
  return some.filter(([, plain]) => plain.length > 1)
    .reduce((inner, [sign, plain]) => `replace(${inner}, ${literal(sign)}, ${literal(plain)})`, `translate(${text}, ${signs}, ${plains})`);
};
const withSingleBlanks = (text: string): string => `btrim(regexp_replace(${text}, ' {2,}', ' ', 'g'))`;

/** The function under which texts that look the same are equal. */
export const EXACT = 'balcao_igual';
/** The function that ignores accents too, for search and order. */
export const NORMALISED = 'balcao_norm';

/** {@link EXACT_FUNCTION} as an inline expression, for a database that does not have it yet. */
export const exactExpression = (text: string): string =>
  withSingleBlanks(`lower(${withPlain(`normalize(${text}, nfd)`, [...narrow, ...others, ...wide])})`);

/** ASCII texts skip the table, because `translate` takes several times as long as all the rest. */
const functionOf = (name: string, decomposed: string): string => `create or replace function ${name}(text) returns text
language plpgsql immutable strict parallel safe as $dobra$
declare
  t text := $1;
begin
  if octet_length(t) > length(t) then
    t := ${decomposed};
    if t ~ ${WIDE} then t := ${withPlain('t', wide)}; end if;
    if t ~ ${OTHER} then t := ${withPlain('t', others)}; end if;
  end if;
  if octet_length(t) > length(t) then t := ${withPlain('t', narrow)}; else t := ${withPlain('t', ascii)}; end if;
  return ${withSingleBlanks('lower(t)')};
end $dobra$`;

/** Definitions by name. The functions are immutable, so that generated columns and indexes may use them. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  [EXACT, functionOf(EXACT, 'normalize(t, nfd)')],
  [NORMALISED, functionOf(NORMALISED, `regexp_replace(normalize(t, nfd), ${literal(MARKS.source)}, '', 'g')`)],
]);

/** A hash of the definitions, stored as a comment, by which a start recognises another version's functions. */
export const FOLDING = `dobra: ${hash('sha1', [...FUNCTIONS.values()].join()).slice(0, 8)}`;
