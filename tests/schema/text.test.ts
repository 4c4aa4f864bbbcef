import {expect, it} from 'vitest';
import {cleanFileName} from '../../src/schema/fileNames.ts';
import {
  foldText, hasForbiddenCharacters, isSafeLink, toComparableText, normaliseText, isValidDocument,
} from '../../src/schema/fields/text.ts';

it.each([
  ['  Transgênia ', 'transgenia'], ['TRANSGENIA', 'transgenia'], ['São João', 'sao joao'], ['Çà', 'ca'], ['Sa\u0303o', 'sao'],
  ['a^b`c~', 'a^b\'c~'], ['', ''], ['Ñandú 100%', 'nandu 100%'],
])('%j is compared as %j', (text, expected) => {
  expect(toComparableText(text)).toBe(expected);
});

it.each([
  ['dashes', 'AB-1', ['AB\u20101', 'AB\u20111', 'AB\u20121', 'AB\u20131', 'AB\u20141', 'AB\u22121', 'ab\uFE631', 'ab\uFF0D1']],
  ['apostrophes', 'd\'água', ['D’Água', 'd‘água', 'd´água', 'd`água', 'dʼágua', 'd＇água']],
  ['quotes', '"a"', ['“a”', '″a″', '＂A＂', '„a‟']],
  ['blanks', 'a b', ['a\u00A0b', 'a\u202Fb', 'a\u2009b', 'a\u3000b', 'a  \u00A0 b', ' a\tb\u00A0', 'a\r\nb']],
  ['wide letters', 'trb-017', ['ＴＲＢ－０１７', 'ＴRB‑０17']],
  ['letters in one sign', 'oficina de afflitos', ['oﬁcina de aﬄitos']],
  ['strokes', 'km/h', ['km\u2044h', 'km\u2215h', 'KM／H']], ['dots', 'a...', ['a…']], ['degrees', 'nº 5', ['Nº 5', 'n° 5', 'N˚ 5']],
  ['micro signs', '5 \u03BCm', ['5 \u00B5m']], ['blanks that are letters', 'a b', ['a\u3164b', 'a\u2800b ']], 
  ['letters of other alphabets', 'TRB-017 Maco', ['\u0422RB-017 \u041Caco', 'TR\u0412-017 M\u0430\u0441\u043E']],
  ['IJ', 'ijssel', ['Ĳssel', 'ĳssel']],
  ['capitals', 'são tomé', ['SÃO TOMÉ', 'Sa\u0303o Tome\u0301']],
])('%s that look the same are the same: %j', (_what, plain, others) => {
  expect(others.map(foldText)).toEqual(others.map(() => foldText(plain)));
  expect(others.map(toComparableText)).toEqual(others.map(() => toComparableText(plain)));
});

it('nothing is taken away: what looks different stays so, and accents count but in a search', () => {
  expect(foldText('5 \u03BCm')).not.toBe(foldText('5 mm'));
  const different = ['AB-1', 'AB1', 'AB 1', 'AB.1', 'AB–-1', 'AB\'1', 'AB"1', 'ÁB-1'];
  expect(new Set(different.map(foldText)).size).toBe(different.length);
  expect(toComparableText('ÁB-1')).toBe(toComparableText('AB-1'));
});

it.each([
  ['11144477735', undefined, true], ['11144477735', 'cpf', true], ['11144477735', 'cnpj', false], ['11222333000181', undefined, true],
  ['11222333000181', 'cpf', false],
  ['12ABC34501DE35', 'cnpj', true], ['12ABC34501DE53', undefined, false], ['111.444.777-35', undefined, false], ['', undefined, false],
] as const)('%s as %s is a document: %s', (text, only, valid) => {
  expect(isValidDocument(text, only)).toBe(valid);
});

it.each([
  ['\u0000', true],
  ['a\u001Fb', true],
  ['\u007F', true],
  ['\uD83Dx', true],
  ['Pend\uFFFDncia', true],
  ['x\uDE00', true],
  ['\n\r\t', false],
  ['ação 😀', false],
  [`a${'\u0301'.repeat(30)}`, false],
  [`a${'\u0301'.repeat(31)}`, true],
])('%j holds what no text may: %s', (text, held) => {
  expect(hasForbiddenCharacters(text)).toBe(held);
});

it('leaves stacked marks in the order in which they stand, which takes no time', () => {
  const stacked = `a${'\u05B1\u05B0'.repeat(16)}`;
  expect([toComparableText(stacked), normaliseText(stacked), cleanFileName(stacked)]).toEqual([stacked, stacked, stacked]);
});

it.each([
  ['between letters', 'TRB017', ['TRB\u200D017', 'TRB\u200C017', 'TRB\u034F017', 'TRB\uFE0F017', '\u200DTRB017', 'TRB017\u200C']],
  ['tags', 'TRB017', ['T\u{E0041}RB017']],
  ['in numbers', '1-2', ['1\u200D-2', '1\uFE0F-2', '1-2\uFE0E', '1-\u200C2']],
  ['at accents', 'São', ['Sa\u0303\u200Do', 'Sã\u200Co', '\u200CSão']],
])('what joins nothing and is not seen is not kept: %s', (_where, plain, others) => {
  expect(others.map(other => normaliseText(other))).toEqual(others.map(() => plain));
});

it.each([
  '👩‍👩‍👧', '🏳️‍🌈 ❤️', '1️⃣ #️⃣', '🏴\u{E0067}\u{E0062}\u{E007F}', 'می\u200Cخواهم', 'क्\u200D', '☎️ 11',
])('%s is kept whole', text => {
  expect(normaliseText(text)).toBe(text);
});

it.each([
  ['https://vale.com', true], ['HTTPS://vale.com/a?b=1#c', true], ['https://a..b', true], ['https://b.co?x', true],
  ['https://vale', false], ['https://.com', false], ['https://vale.', false], ['https://.', false], ['http://vale.com', false],
  ['https://eu@vale.com', false], ['https://vale.com/a b', false], ['https://vale.com\\a', false], ['https://b.co:99999', false],
  ['https://10.0.0.1:8443', true], ['https://AÇÚCAR.com', true], ['https://vale.com.', true],
  ['https://0x7f.1', false], ['https://1.2', false], ['https://vale%2ecom.br', false], ['https://ｖale.com', false],
  ['https://①.com', false],
])('%s is a link: %s', (text, is) => {
  expect(isSafeLink(text)).toBe(is);
});
