/**
 * Look-alike characters, and those that word processors substitute, each with its plain form. Texts are compared by this table, and the
 * database functions are generated from it (`src/server/db/textFolding.ts`). No character is removed: AB-1 and AB1 stay different.
 */

/** Plain text by its look-alike characters. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '-': '\u02D7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\uFE58\uFE63',
  '\'': '`\u00B4\u02B9\u02BB\u02BC\u02BD\u2018\u2019\u201A\u201B\u2032\u2035',
  '"': '\u201C\u201D\u201E\u201F\u2033\u2036',
  ' ': '\t\n\v\f\r\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F'
    + '\u2800\u3000\u3164',
  '/': '\u2044\u2215', '...': '\u2026',
  // Nº and N°; the micro sign and the letter mu.
  '\u00BA': '\u00B0\u02DA', '\u03BC': '\u00B5',
  // Cyrillic and Greek letters that look like Latin ones. Of Greek only the capitals, because its small letters look different (\u03BC is
  // no m).
  a: '\u0410\u0430\u0391', b: '\u0412\u0432\u0392', c: '\u0421\u0441', e: '\u0415\u0435\u0395', h: '\u041D\u043D\u0397',
  i: '\u0406\u0456\u0399', j: '\u0408\u0458', k: '\u041A\u043A\u039A', m: '\u041C\u043C\u039C', n: '\u039D', o: '\u041E\u043E\u039F\u03BF',
  p: '\u0420\u0440\u03A1', s: '\u0405\u0455', t: '\u0422\u0442\u03A4', x: '\u0425\u0445\u03A7', y: '\u0423\u0443\u03A5', z: '\u0396',
  // Forms of one letter by its position in the word.
  '\u03C3': '\u03A3\u03C2',
  ij: '\u0132\u0133', ff: '\uFB00', fi: '\uFB01', fl: '\uFB02', ffi: '\uFB03', ffl: '\uFB04', st: '\uFB05\uFB06',
};

/** Full-width forms from '！' to '～', at a constant distance from the ASCII characters. */
const FULL_WIDTH = {first: 0xFF01, last: 0xFF5E, plain: 0x21};

const lookAlikePairs = Object.entries(LOOK_ALIKES).flatMap(([plain, signs]) => Array.from(signs, sign => [sign, plain] as const));
const fullWidthPairs = Array.from({length: FULL_WIDTH.last - FULL_WIDTH.first + 1}, (_, offset): readonly [string, string] => {
  const plain = String.fromCodePoint(FULL_WIDTH.plain + offset);
  return [String.fromCodePoint(FULL_WIDTH.first + offset), new Map(lookAlikePairs).get(plain) ?? plain];
});

export const PLAIN_BY_LOOK_ALIKE: ReadonlyMap<string, string> = new Map([...lookAlikePairs, ...fullWidthPairs]);

const LOOK_ALIKE = new RegExp(`[${[...PLAIN_BY_LOOK_ALIKE.keys()].join('')}]`, 'g');

export const replaceLookAlikes = (text: string): string => text.replace(LOOK_ALIKE, sign => PLAIN_BY_LOOK_ALIKE.get(sign) ?? sign);

/** Collapses runs of plain blanks and trims the ends. */
export const collapseBlanks = (text: string): string => text.replace(/ {2,}/g, ' ').replace(/^ | $/g, '');
