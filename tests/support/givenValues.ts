/**
 * What people type and paste and programs send, and what becomes of it: read as it is meant, or refused in a sentence; never another value
 * that only looks right. Held against the inputs of the portal (`tests/portal/given.test.tsx`) and the API (`tests/server/given.test.ts`).
 */
import type {Field} from '../../src/schema/shapes/fields.ts';

/** Of no value: it is refused. */
export const REFUSED = undefined;

const TOO_LONG = 'Limite de 20 caracteres excedido.';
/** A field for each kind of value, and the sentences in which it refuses. */
export const givenFields = {
  cpf: {field: {kind: 'documento', label: 'CPF', maxLength: 20, only: 'cpf'}, says: ['CPF inválido: confira os dígitos.', TOO_LONG]},
  cnpj: {field: {kind: 'documento', label: 'CNPJ', maxLength: 20, only: 'cnpj'}, says: ['CNPJ inválido: confira os dígitos.', TOO_LONG]},
  documento: {field: {kind: 'documento', label: 'Documento', maxLength: 20}, says: ['CPF ou CNPJ inválido: confira os dígitos.', TOO_LONG]},
  telefone: {
    field: {kind: 'telefone', label: 'Telefone', maxLength: 20}, says: ['Informe um telefone com DDD: 10 ou 11 dígitos.', TOO_LONG],
  },
  cep: {field: {kind: 'cep', label: 'CEP'}, says: ['Informe um CEP com 8 dígitos.']},
  digitos: {field: {kind: 'digitos', label: 'Dígitos', maxLength: 30}, says: ['Use somente números.']},
  numero: {
    field: {kind: 'numero', label: 'Número'}, says: ['Use somente números.', 'No máximo 2147483647.', 'No mínimo -2147483647.'],
  },
  decimal: {
    field: {kind: 'decimal', label: 'Decimal'}, says: ['Use um número de até 15 dígitos, 2 deles depois da vírgula.'],
  },
  moeda: {field: {kind: 'moeda', label: 'Moeda'}, says: ['Use um número de até 15 dígitos, 2 deles depois da vírgula.']},
  data: {field: {kind: 'data', label: 'Data'}, says: ['Data inválida.']},
  dataHora: {field: {kind: 'dataHora', label: 'Data e hora'}, says: ['Data inválida.']},
  hora: {field: {kind: 'hora', label: 'Hora'}, says: ['Hora inválida.']},
} satisfies Record<string, {field: Field; says: readonly string[]}>;
export type GivenKind = keyof typeof givenFields;

export interface Given {
  kind: GivenKind;
  /** A text; a number of JSON as it is written. */
  value: string;
  /** What is kept of it where it is typed sign by sign; REFUSED. */
  typed: unknown;
  /** What is kept of it where it is pasted. */
  pasted: unknown;
  /** What is kept of it where a call brings it. */
  inCall: unknown;
}

type Row = readonly [value: string, pasted: unknown, inCall?: unknown, typed?: unknown];
/** The same in every way where nothing else is said. */
const rowsOf = (kind: GivenKind, rows: readonly Row[]): Given[] =>
  rows.map(([value, pasted, ...more]) => ({
    kind, value, pasted, inCall: more.length > 0 ? more[0] : pasted, typed: more.length > 1 ? more[1] : pasted,
  }));
const read = (kept: unknown, ...values: readonly string[]): Row[] => values.map(value => [value, kept]);
const refused = (...values: readonly string[]): Row[] => read(REFUSED, ...values);

const DASHES = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uFF0D'];
const BLANKS = [' ', '\u00A0', '\u2009', '\u202F', '\u3000'];

export const givenTexts: readonly Given[] = [
  ...rowsOf('cpf', [
    ...read('52998224725', '52998224725', '529.982.247-25', ' 529.982.247-25 ', '529982247-25', '529.982.247.25'),
    ...DASHES.flatMap(dash => read('52998224725', `529.982.247${dash}25`)),
    ...BLANKS.flatMap(blank => read('52998224725', `529${blank}982${blank}247${blank}25`)),
    ...read(
      '52998224725', 'CPF: 529.982.247-25', 'CPF nº 529.982.247-25', 'cpf n° 52998224725', 'CPF/MF 529.982.247-25', '“529.982.247-25”,',
      '\u202A529.982.247-25\u202C', '529.982.247-25.'),
    ...refused(
      '52998224725.0', '2998224725.0', '52998224.725', '5299822472.5', '5299822472', '529982247250', '529.982.247-26', '+52998224725',
      'RG 529.982.247-25', '5,2998224725E+10', '11.222.333/0001-81', '529.982.247-25 e 111.444.777-35', '529,982,247-25', '111.111.111-11'),
  ]),
  ...rowsOf('cnpj', [
    ...read(
      '11222333000181', '11222333000181', '11.222.333/0001-81', '11.222.333/0001\u201381', 'CNPJ: 11.222.333/0001-81',
      '11 222 333 0001 81', 'cnpj 11222333000181'),
    // Letters are those of a CNPJ while they are typed: such a label is pasted.
    ['CNPJ/MF sob o nº 11.222.333/0001\u221281,', '11222333000181', '11222333000181', REFUSED],
    ...read('12ABC34501DE35', '12.abc.345/01de-35', 'CNPJ 12.ABC.345/01DE-35'),
    ...refused(
      '11222333000181.0', '1222333000181.0', '1122233300018', '112223330001810', '1,12223E+13', '529.982.247-25', '11.222.333/0001-82'),
  ]),
  ...rowsOf('documento', [
    ...read('52998224725', '529.982.247-25', 'CPF/CNPJ: 529.982.247-25'),
    ...read('11222333000181', '11.222.333/0001-81', 'CPF/CNPJ: 11.222.333/0001-81', '11.222.333.0001-81'),
    ...refused('529.982.247-25 / 11.222.333/0001-81', '11222333000181.00', '52998224725.0', '1.1222333000181', 'CNPJ'),
  ]),
  ...rowsOf('telefone', [
    ...read(
      '11987654321', '(11) 98765-4321', '11987654321', '+55 11 98765-4321', '+5511987654321', '0055 11 98765-4321', '5511987654321',
      '(+55) 11 98765-4321', '\u202A+55\u00A011\u00A098765\u20114321\u202C', '11.98765.4321', '(11) 9.8765-4321',
      'Cel.: (11) 98765\u20134321',
      'WhatsApp +55 11 98765-4321', '(11) 98765-4321.'),
    ...read('1133334444', '(11) 3333-4444', '551133334444', 'Tel.: (11) 3333-4444', 'Fone/Fax 11 3333 4444'),
    // DDD 55 is a place in Brazil.
    ...read('55991234567', '55991234567', '(55) 99123-4567', '+55 55 99123-4567'),
    ...refused(
      '(11) 3333-4444 ramal 12', '1133334444.0', '113333444.00', '119876543219', '(55) 99123-45678', '(11) 3333/4444',
      '(11) 3333-4444 / 3333-5555', '3333-4444', '011 98765-4321', '1,13333E+09', 'não tem', '+55', '(11) 3333-4444, Ana',
      // An 0800 that a spreadsheet cut.
      '8001234567', '(80) 0123-4567'),
    // Without DDD, in the stored form a program says that it is meant so; a person says it by a button.
    ['08001234567', REFUSED, '08001234567'], ['0800123456', REFUSED, '0800123456'], ['40041234', REFUSED, '40041234'],
    ['+595981123456', REFUSED, '+595981123456'], ['+15551234567', REFUSED, '+15551234567'],
    ...refused('0800 123 4567', '4004-1234', '+595 981 123456', '+1 (555) 123-4567', '080012345', '190', '0900 123 4567'),
  ]),
  ...rowsOf('cep', [
    ...read(
      '86800000', '86800000', '86800-000', '86.800-000', '86800 000', '86800\u2013000', '86800\u2212000', 'CEP 86800-000',
      'CEP: 86.800-000.'),
    ...refused(
      '086800-000', '1310100.0', '1310100', '13.101-00', '8680000.0', '868000000', '86800-00a', '8,68E+07', '86800,000',
      '(86800-000)'),
  ]),
  ...rowsOf('digitos', [
    ...read('007', '007', ' 007 '), ...read('12345678901234567890', '12345678901234567890'),
    ...refused('7.0', '7,0', '1e3', '-7', '1 2', '12-3', '１２３', '0x1F', '7a'),
  ]),
  ...rowsOf('numero', [
    ...read(42, '42', ' 42 ', '042'), ...read(-7, '-7'),
    ...refused('4,2', '4.2', '42.0', '1.234', '1e3', '12345678901234567890', '2147483648', '42 kg', '\u22127', '0x10', '+42', '1 234'),
  ]),
  ...rowsOf('decimal', [
    ...read(1234.56, '1.234,56', '1234,56', '1234.56'), ...read(-0.01, '-0,01'), ...read(7, '7', '7,', '7,00'),
    ...read(1234567, '1.234.567'),
    // Three digits after a point are thousands to a person, and a fraction to a program.
    ['1.234', 1234, REFUSED], ['1.005', 1005, REFUSED], ['1.000', 1000, REFUSED], ['-100.000', -100000, REFUSED],
    ...read(0.5, '0.500', '0,500'), ...refused('0.125', '0.001', '0.500,00'), ...read(1000, '1.000,00', 'R$ 1.000', '1000.000'),
    ...refused(
      '1,005', '0.1000000000000000055', '1,234.56', '12.34,5', '1e3', '10%', '1 234,56', '\u22125', '12345678901234567890', '1,5,5',
      '--5', '(5,00)'),
  ]),
  ...rowsOf('moeda', [
    ...read(1234.56, 'R$ 1.234,56', 'R$\u00A01.234,56', '1234.56', 'R$1234,56'), ...read(10000, 'R$ 10.000', '10.000,00', '10000.00'),
    ['10.000', 10000, REFUSED], ...read(-5, '-R$ 5,00'),
    ...refused('5,001', 'US$ 5', '5 reais', '12345678901234567,00', '1e400', 'R$', '5-', '1,234.56', '0,1000000000000000055'),
  ]),
  ...rowsOf('data', [
    ...read('2026-01-05', '2026-01-05'), ['05/01/2026', '2026-01-05', REFUSED], ['05012026', '2026-01-05', REFUSED],
    ...read('1900-01-01', '1900-01-01'), ...read('2100-12-31', '2100-12-31'),
    ...refused(
      '5/1/2026', '05/01/26', '05/01/0226', '0226-01-05', '2026-02-30', '31/02/2026', '05.01.2026', '05-01-2026', '2026-01-05T00:00:00Z',
      '20260105', '46027', '1899-12-31', '2101-01-01', '2026-1-5', '01/05', 'hoje', '05/01/20266'),
  ]),
  ...rowsOf('dataHora', [
    ...['2026-01-05T12:30:00-03:00', '2026-01-05T15:30:00Z'].map((text): Row =>
      [text, '2026-01-05T15:30:00.000Z', '2026-01-05T15:30:00.000Z', REFUSED]),
    ['05/01/2026 12:30', '2026-01-05T15:30:00.000Z', REFUSED], ['2026-01-05 12:30', '2026-01-05T15:30:00.000Z', REFUSED],
    ...refused(
      '5/1/2026 12:30', '05/01/0226 12:30', '0226-01-05T12:30:00Z', '2026-01-05', '05/01/2026', '04/11/2018 00:30', '05/01/2026 24:00',
      '2101-06-01T12:30:00Z', '05/01/2026 8:30', '46027.5'),
  ]),
  ...rowsOf('hora', [
    ...read('08:30', '08:30', ' 08:30 '), ['0830', '08:30', REFUSED],
    ...refused('8:30', '8h30', '24:00', '08:60', '08:30:00', '8', '08.30', '08:3', '0.354'),
  ]),
];

/** Numbers of JSON, which no person types. */
export const givenNumbers: readonly Given[] = [
  ...rowsOf('cpf', refused('52998224725', '52998224725.0')), ...rowsOf('cnpj', refused('11222333000181', '11222333000181.0')),
  ...rowsOf('telefone', refused('1133334444', '1133334444.0', '8001234567')), ...rowsOf('cep', refused('86800000', '1310100.0')),
  ...rowsOf('digitos', [...read('7', '7', '7.0'), ...refused('7.5', '-7', '1e21')]),
  ...rowsOf('numero', [...read(42, '42', '42.0', '4.2e1'), ...refused('4.2', '2147483648', '-1e300')]),
  ...rowsOf('decimal', [
    ...read(0.1, '0.1', '0.10', '1e-1'), ...refused('0.30000000000000004', '1.005', '1e300', '10000000000000', '0.1000000000000001'),
  ]),
  ...rowsOf('moeda', [...read(1234.56, '1234.56'), ...refused('0.001', '1e22', '999999999999999.9')]),
  ...rowsOf('data', refused('20260105', '46027')), ...rowsOf('dataHora', refused('1767627000000', '46027.5')),
  ...rowsOf('hora', refused('830', '0.354')),
];
