import {expect, it} from 'vitest';
import {cleanFileName} from '../../src/schema/fileNames.ts';
import {hasControl, isLink, normalised, typed, validDocument} from '../../src/schema/fields/text.ts';

it.each([
  ['  Transgênia ', 'transgenia'], ['TRANSGENIA', 'transgenia'], ['São João', 'sao joao'], ['Çà', 'ca'], ['Sa\u0303o', 'sao'],
  ['a^b`c~', 'a^b`c~'], ['', ''], ['Ñandú 100%', 'nandu 100%'],
])('%j is compared as %j', (text, expected) => {
  expect(normalised(text)).toBe(expected);
});

it.each([
  ['11144477735', undefined, true], ['11144477735', 'cpf', true], ['11144477735', 'cnpj', false], ['11222333000181', undefined, true],
  ['11222333000181', 'cpf', false],
  ['12ABC34501DE35', 'cnpj', true], ['12ABC34501DE53', undefined, false], ['111.444.777-35', undefined, false], ['', undefined, false],
] as const)('%s as %s is a document: %s', (text, only, valid) => {
  expect(validDocument(text, only)).toBe(valid);
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
  expect(hasControl(text)).toBe(held);
});

it('leaves stacked marks in the order in which they stand, which takes no time', () => {
  const stacked = `a${'\u05B1\u05B0'.repeat(16)}`;
  expect([normalised(stacked), typed(stacked), cleanFileName(stacked)]).toEqual([stacked, stacked, stacked]);
});

it.each([
  ['https://vale.com', true], ['HTTPS://vale.com/a?b=1#c', true], ['https://a..b', true], ['https://b.co?x', true],
  ['https://vale', false], ['https://.com', false], ['https://vale.', false], ['https://.', false], ['http://vale.com', false],
  ['https://eu@vale.com', false], ['https://vale.com/a b', false], ['https://vale.com\\a', false], ['https://b.co:99999', false],
])('%s is a link: %s', (text, is) => {
  expect(isLink(text)).toBe(is);
});
