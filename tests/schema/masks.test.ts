import {describe, expect, it} from 'vitest';
import {
  normaliseCep, normaliseDocument, normaliseTelephone, applyCepMask, applyDayMask, applyDocumentMask, applyHourMask, applyTelephoneMask,
  type ApplyMask,
} from '../../src/schema/fields/masks.ts';

/** What a mask shows after each sign typed. */
const typed = (text: string, lay: ApplyMask): (string | undefined)[] =>
  Array.from(text, (_sign, index) => lay(text.slice(0, index + 1)));

describe('masks while typing', () => {
  it('a CPF that grows into a CNPJ', () => {
    expect(typed('112223330001', applyDocumentMask)).toEqual([
      '1', '11', '112', '112.2', '112.22', '112.223', '112.223.3', '112.223.33', '112.223.330', '112.223.330-0', '112.223.330-00',
      '11.222.333/0001',
    ]);
  });

  it('a CNPJ with letters, from its first one on', () => {
    expect(typed('12abc34501de35', applyDocumentMask)).toEqual([
      '1', '12', '12.A', '12.AB', '12.ABC', '12.ABC.3', '12.ABC.34', '12.ABC.345', '12.ABC.345/0', '12.ABC.345/01', '12.ABC.345/01D',
      '12.ABC.345/01DE', '12.ABC.345/01DE-3', '12.ABC.345/01DE-35',
    ]);
  });

  it('a telephone of 8, then 9 digits', () => {
    expect(typed('11987654321', applyTelephoneMask)).toEqual([
      '(1', '(11', '(11) 9', '(11) 98', '(11) 987', '(11) 9876', '(11) 9876-5', '(11) 9876-54', '(11) 9876-543', '(11) 9876-5432',
      '(11) 98765-4321',
    ]);
  });

  it('a CEP', () => {
    expect(typed('01310100', applyCepMask)).toEqual(['0', '01', '013', '0131', '01310', '01310-1', '01310-10', '01310-100']);
  });

  it('a day and an hour', () => {
    expect(typed('05012026', applyDayMask)).toEqual(['0', '05', '05/0', '05/01', '05/01/2', '05/01/20', '05/01/202', '05/01/2026']);
    expect(typed('0830', applyHourMask)).toEqual(['0', '08', '08:3', '08:30']);
  });
});

const cpf: ApplyMask = text => applyDocumentMask(text, 'cpf');
const cnpj: ApplyMask = text => applyDocumentMask(text, 'cnpj');
const lays = {
  cpf, cnpj, documento: applyDocumentMask, telefone: applyTelephoneMask, cep: applyCepMask, data: applyDayMask, hora: applyHourMask,
};
it.each([
  ['documento', '', ''], ['cnpj', '112', '11.2'], ['cpf', '529 982 247 25', '529.982.247-25'],
  ['documento', '11.222.333/0001\u201381', '11.222.333/0001-81'],
  ['telefone', '11 98765 4321', '(11) 98765-4321'], ['telefone', '(11)98765-4321', '(11) 98765-4321'],
  ['telefone', '+55 11 98765-4321', '(11) 98765-4321'], ['telefone', '+55 1', '(1'],
  ['telefone', '+5511\u00A098765\u20114321', '(11) 98765-4321'], ['telefone', '0055 11 3333-4444', '(11) 3333-4444'],
  ['telefone', '5511987654321', '(11) 98765-4321'], ['telefone', '551133334444', '(11) 3333-4444'],
  // DDD 55 is a place in Brazil.
  ['telefone', '55991234567', '(55) 99123-4567'], ['telefone', '5532221000', '(55) 3222-1000'],
  ['telefone', '+55 55 99123-4567', '(55) 99123-4567'], ['telefone', '5555991234567', '(55) 99123-4567'],
  ['telefone', '11.98765.4321', '(11) 98765-4321'], ['telefone', '(11) 9.8765-4321', '(11) 98765-4321'],
  ['telefone', 'Tel.: (11) 3333-4444', '(11) 3333-4444'], ['telefone', 'WhatsApp +55 11 98765\u20124321.', '(11) 98765-4321'],
  ['telefone', 'Fone/Fax: 11\u202F3333\u22124444', '(11) 3333-4444'],
  // No DDD stands before these.
  ['telefone', '0800 123 4567', '0800 123 4567'], ['telefone', '0800123456', '0800 123 456'], ['telefone', '0300-7891234', '0300 789 1234'],
  ['telefone', '40041234', '4004-1234'], ['telefone', '3003 1234', '3003-1234'], ['telefone', '300', '300'],
  ['telefone', '+1 (555) 123-4567', '+1 5551234567'], ['telefone', '+595981123456', '+595 981123456'],
  ['telefone', '+351912345678', '+351 912345678'],
  ['documento', 'CNPJ: 11.222.333/0001-81', '11.222.333/0001-81'],
  ['documento', 'CNPJ/MF sob o n\u00BA 11.222.333/0001\u201381,', '11.222.333/0001-81'],
  ['cpf', 'CPF n\u00BA529.982.247\u221225', '529.982.247-25'], ['cpf', 'CPF No. 529\u2009982\u2009247\u201025', '529.982.247-25'],
  ['cpf', '\u201C529.982.247-25\u201D', '529.982.247-25'], ['cnpj', 'cnpj - 12abc34501de35', '12.ABC.345/01DE-35'],
  // Letters of a CNPJ are no label.
  ['cnpj', 'CPFAB34501DE', 'CP.FAB.345/01DE'],
  ['cep', 'CEP 86800-000', '86800-000'], ['cep', 'CEP: 86.800\u2013000.', '86800-000'],
  ['cep', '08.680-000', '08680-000'],
  ['data', '05/01/2026', '05/01/2026'], ['data', ' 05/01', '05/01'],
  ['data', '2026-01-05', '05/01/2026'], ['data', '20/26-01-05', '05/01/2026'],
  ['hora', '8', '8'], ['hora', '08:3', '08:3'],
] as const)('%s: lays %j as %j, and leaves that as it is', (kind, text, shown) => {
  expect(lays[kind](text)).toBe(shown);
  expect(lays[kind](shown)).toBe(shown);
});

it.each([
  ['cpf', '11.222.333/0001-81'], ['cpf', '5299822472x'], ['documento', '112223330001819'], ['documento', '+52998224725'],
  ['documento', '5552998224725x'], ['documento', '11222333000AB'], ['cnpj', '11,222'],
  ['telefone', '(11) 3333-4444 ramal 12'], ['telefone', 'telefone'], ['telefone', '119876543219'], ['telefone', '+'], ['telefone', '+55'],
  ['telefone', '+595'], ['telefone', '+1555123456789012'], ['telefone', '(11) 3333/4444'], ['telefone', '11 3333-4444, 11 3333-5555'],
  ['telefone', '011 98765-4321'],
  // One digit too many of a mobile number of DDD 55 is no other number behind the country's code.
  ['telefone', '(55) 99123-45678'], ['telefone', '+55 011 98765-4321'],
  // Programs write numbers so: a point that is not the mask's makes another number.
  ['cep', '1310100.0'], ['cep', '1310.1000'], ['telefone', '1133334444.0'], ['telefone', '113333444.00'], ['cpf', '2998224725.0'],
  ['cpf', '52998224.725'], ['cnpj', '1122233300018.1'], ['documento', '1122233.3'],
  ['telefone', 'ramal 1133334444'], ['cpf', 'RG 529.982.247-25'], ['cep', 'CEP: CEP'], ['documento', 'CPF '.repeat(50_000)],
  ['cep', '086800-000'], ['cep', '08680-00a'],
  ['data', '5/1/2026'], ['data', '2026-02-30'], ['data', '20260105 '.repeat(2)], ['data', 'dia 21/11'], ['data', '05.01.2026'],
  ['data', '21/11/20261'],
  ['hora', '8:30'], ['hora', '08:30:00'], ['hora', '8h30'],
] as const)('%s: has no place for %j', (kind, text) => {
  expect(lays[kind](text)).toBeUndefined();
});

it.each([
  [normaliseDocument, '12.abc.345/01de-35', '12ABC34501DE35'], [normaliseDocument, '+55 529', '+55529'], [normaliseDocument, '', ''],
  [normaliseDocument, 'CPF: 529.982.247\u221225', '52998224725'], [normaliseDocument, '2998224725.0', '2998224725.0'],
  [normaliseTelephone, '1133334444.0', '1133334444.0'], [normaliseTelephone, '08001234567', '08001234567'],
  // As somebody says it, and as somebody may have mistyped it.
  [normaliseTelephone, '0800 123 4567', '0800 123 4567'], [normaliseTelephone, '+15551234567', '+15551234567'],
  [normaliseTelephone, '+1 5551234567', '+1 5551234567'], [normaliseCep, '1310100.0', '1310100.0'],
  [normaliseTelephone, '(11) 3456-7890', '1134567890'], [normaliseTelephone, '+55', '+55'], [normaliseTelephone, '+55 (11) 9', '119'],
  [normaliseTelephone, '(+55) 11 3456-7890', '1134567890'], [normaliseTelephone, '+55 55 11 3456-7890', '1134567890'],
  [normaliseTelephone, '(11) 3333-4444 ramal 12', '1133334444ramal12'], [normaliseTelephone, '559912345678', '559912345678'],
  [normaliseCep, '08.680-000', '08680000'], [normaliseCep, '(08680000)', '(08680000)'],
] as const)('keeps %# %j as %j, and that as it is', (bare, text, kept) => {
  expect(bare(text)).toBe(kept);
  expect(bare(kept)).toBe(kept);
});
