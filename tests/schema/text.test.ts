import {describe, expect, it} from 'vitest';
import {hasControl, maskCep, maskDocument, maskTelephone, normalised, unmasked, validDocument} from '../../src/schema/fields/text.ts';

/** What a mask shows after each sign typed. */
const typed = (text: string, mask: (text: string) => string): string[] =>
  Array.from(text, (_sign, index) => mask(text.slice(0, index + 1)));

describe('masks while typing', () => {
  it('CPF, which becomes a CNPJ with the twelfth sign', () => {
    expect(typed('112223330001', maskDocument)).toEqual([
      '1', '11', '112', '112.2', '112.22', '112.223', '112.223.3', '112.223.33', '112.223.330', '112.223.330-0', '112.223.330-00',
      '11.222.333/0001',
    ]);
  });

  it('an alphanumeric CNPJ, known by its first letter and shown in upper case', () => {
    expect(typed('12abc34501de35', maskDocument)).toEqual([
      '1', '12', '12.A', '12.AB', '12.ABC', '12.ABC.3', '12.ABC.34', '12.ABC.345', '12.ABC.345/0', '12.ABC.345/01', '12.ABC.345/01D',
      '12.ABC.345/01DE',
      '12.ABC.345/01DE-3', '12.ABC.345/01DE-35',
    ]);
  });

  it('a telephone, whose dash moves with the eleventh digit', () => {
    expect(typed('11987654321', maskTelephone)).toEqual([
      '(1', '(11', '(11) 9', '(11) 98', '(11) 987', '(11) 9876', '(11) 9876-5', '(11) 9876-54', '(11) 9876-543', '(11) 9876-5432',
      '(11) 98765-4321',
    ]);
  });

  it('a CEP', () => {
    expect(typed('01310100', maskCep)).toEqual(['0', '01', '013', '0131', '01310', '01310-1', '01310-10', '01310-100']);
  });

  it.each([
    [maskDocument, '112223330001819', '11.222.333/0001-81'],
    [maskTelephone, '119876543219', '(11) 98765-4321'],
    [maskCep, '013101009', '01310-100'],
    [maskDocument, '', ''],
    [maskTelephone, 'telefone', ''],
    [(text: string) => maskDocument(text, 'cnpj'), '112', '11.2'],
    [(text: string) => maskDocument(text, 'cpf'), '111444777356', '111.444.777-35'],
  ] as const)('keeps to its places: %# %s → %s', (mask, text, shown) => {
    expect(mask(text)).toBe(shown);
    expect(mask(shown)).toBe(shown);
  });
});

it.each([
  ['  Transgênia ', 'transgenia'], ['TRANSGENIA', 'transgenia'], ['São João', 'sao joao'], ['Çà', 'ca'], ['Sa\u0303o', 'sao'],
  ['a^b`c~', 'a^b`c~'], ['', ''], ['Ñandú 100%', 'nandu 100%'],
])('%j is compared as %j', (text, expected) => {
  expect(normalised(text)).toBe(expected);
});

it.each([
  ['11.222.333/0001-81', '11222333000181'],
  ['(11) 3456-7890', '1134567890'],
  ['+55', '55'],
  ['ab c', 'ABC'],
  ['', ''],
])('%j is kept as %j', (text, expected) => {
  expect(unmasked(text)).toBe(expected);
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
  ['x\uDE00', true],
  ['\n\r\t', false],
  ['ação 😀', false],
])('%j holds what no text may: %s', (text, held) => {
  expect(hasControl(text)).toBe(held);
});
