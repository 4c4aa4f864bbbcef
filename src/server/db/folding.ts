/** The database's functions that compare texts, made of the table by which `src/schema/fields/text.ts` does. */
import {hash} from 'node:crypto';
import {PLAIN_TEXTS} from '../../schema/fields/alike.ts';
import {MARKS} from '../../schema/fields/text.ts';
import {literal} from './names.ts';

type Pairs = readonly (readonly [sign: string, plain: string])[];

/** Capitals that are no letter with an accent: under the locale C, `lower` knows none of them. */
const CAPITALS = {of: 'ÆÐØÞĐĦĲĿŁŊŒŦẞ', small: 'æðøþđħĳŀłŋœŧß'};

/** What hardly any text has: Latin letters of other languages, Greek, Cyrillic, Armenian and Roman numbers, without the marks. */
const OTHERS = [[0x180, 0x2FF], [0x370, 0x58F], [0x2160, 0x216F]] as const;
const othersOf = <T>(pick: (code: number) => T): T[] =>
  OTHERS.flatMap(([first, last]) => Array.from({length: last - first + 1}, (_, at) => pick(first + at)));

const pairs = [...PLAIN_TEXTS];
const otherSigns = new Set(othersOf(code => String.fromCodePoint(code)));
/** Of the table what any text may have, what a text with other signs than those of ASCII may have, and what hardly any has. */
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

/** Texts that look the same are equal. */
export const EXACT = 'balcao_igual';
/** And those that differ by accents alone: how texts are searched and put in order. */
export const NORMALISED = 'balcao_norm';

/** What {@link EXACT} makes of a text, for a database that does not have it yet. */
export const exactExpression = (text: string): string =>
  withSingleBlanks(`lower(${withPlain(`normalize(${text}, nfd)`, [...narrow, ...others, ...wide])})`);

/** Most texts are of ASCII, but for their accents, and are spared the table, which takes several times as long as all else. */
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

/** By name. Immutable, so that what they make can be kept and indexed. */
export const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  [EXACT, functionOf(EXACT, 'normalize(t, nfd)')],
  [NORMALISED, functionOf(NORMALISED, `regexp_replace(normalize(t, nfd), ${literal(MARKS.source)}, '', 'g')`)],
]);

/** What tells these functions from those of another version. */
export const FOLDING = `dobra: ${hash('sha1', [...FUNCTIONS.values()].join()).slice(0, 8)}`;
