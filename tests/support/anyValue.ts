/** Values of every kind for property tests: good ones, those at the limits, and what programs and attackers send. */
import fc from 'fast-check';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {Field, FieldOf, Fields, Kind} from '../../src/schema/shapes/fields.ts';

export type Values = Record<string, unknown>;

const signs = (text: string) => fc.constantFrom(...Array.from(text));
const digits = (minLength: number, maxLength: number) => fc.string({unit: signs('0123456789'), minLength, maxLength});
export const hostile = fc.constantFrom(
  '', ' ', '\t\n', '\u00A0', '\uFEFF', '0', '-0', 'null', 'undefined', 'true', 'a\u0301', 'İ', 'ﬁ', '👩‍👩‍👧', '🚜🚜🚜🚜🚜🚜', '\uD800',
  'a\uDC00', '\u0000', 'a\u0000b', '\u001B[31m',
  '\u007F', '\u202Etxt', 'a\u2028b', "'; drop table amostras; --", '<script>1</script>', '${7*7}', '{max}', '__proto__', '%', '\\', '=1+1',
  '１２３', '٣', `a${'\u0315\u0301'.repeat(16)}`,
);
const wrongTypes = fc.constantFrom<unknown>(null, 0, -1, 12.5, 1e308, true, false, [], {}, ['a'], {a: 1});
/** Texts of about a length, in every script, with and without blanks around. */
const around = (length: number) => fc.oneof(
  fc.string({unit: signs('aZ9é ção'), minLength: Math.max(0, length - 1), maxLength: length + 1}),
  fc.string({unit: 'grapheme', maxLength: length + 1}),
  fc.string({unit: 'binary', maxLength: length + 1}),
  fc.tuple(fc.constantFrom(' ', '\n', '\u00A0'), fc.string({minLength: length, maxLength: length})).map(([blank, text]) =>
    `${blank}${text}${blank}`),
);
/** A text with one sign changed. */
const changed = (text: string) =>
  fc.nat(text.length - 1).chain(at => signs('09aZ.- ').map(sign => text.slice(0, at) + sign + text.slice(at + 1)));
const likeThese = (texts: readonly string[]) =>
  fc.oneof({weight: 3, arbitrary: fc.constantFrom(...texts)}, fc.constantFrom(...texts).chain(changed));

const documents = [
  '52998224725', '529.982.247-25', '11222333000181', '11.222.333/0001-81', '12ABC34501DE35', '12.abc.345/01de-35', '00000000000',
  '11111111111111',
];
const telephones = [
  '6232210000', '(62) 3221-0000', '62999887766', '(62) 99988-7766', '+55 62 99988-7766', '0622210000', '629998877661',
  '5562999887766', '+1 555 123 4567', '(62) 3221-0000 ramal 12',
];
const days = [
  '2026-02-28', '28/02/2026', '2026-02-29', '29/02/2024', '31/04/2026', '0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '2026-2-1',
  '2026-02-28T00:00:00Z',
];
const instants = [
  '2026-02-28T12:00:00Z', '2026-02-28T12:00:00.123456789-03:00', '2026-02-28T23:59+14:00', '2026-02-28T24:00:00Z', '2026-02-30T00:00:00Z',
  '2026-02-28T12:00:00',
  '9999-12-31T23:59:59-03:00', '0001-01-01T00:00:00+14:00', '2026-02-28T12:00:00+23:59', '28/02/2026 12:00',
];

/** Numbers with a comma, about the limits, and the largest that are exact. */
const amounts = (decimals: number, ...limits: readonly number[]) => fc.oneof(
  fc.constantFrom(...limits.flatMap(limit => [-1, 0, 1].map(step => Number((limit + step / 10 ** decimals).toFixed(decimals))))),
  fc.maxSafeInteger().map(cents => Number((cents / 1000 / 10 ** decimals).toFixed(decimals))),
  fc.double({noNaN: true, noDefaultInfinity: true}),
  fc.constantFrom<unknown>(
    '1.234,56', '1234,5', '1234.5', '1.234', '-0,01', 'R$ 5,00', '1e3', '1,5,5', '9'.repeat(15), '9'.repeat(16), -0, 0.3,
  ),
);

/** What values are made for. */
export interface World {
  config: Config;
  /** A record that a reference to this resource may name. */
  idOf: (resource: string) => number;
}

/** What each kind is given on purpose; the rest of {@link anyValue} is for every kind. */
const own: {[K in Kind]: (field: FieldOf<K>, world: World) => fc.Arbitrary<unknown>} = {
  texto: field => fc.oneof(around(field.maxLength), around(field.minLength ?? 0)),
  email: field => fc.oneof(
    around(field.maxLength), fc.emailAddress({size: 'xsmall'}),
    fc.constantFrom(
      'a@b.c', 'a@b.co', ' A@B.CO ', 'a@b', '@b.co', 'é@b.co', 'a@b.co\n', `${'a'.repeat(field.maxLength - 6)}@b.com`,
      `${'a'.repeat(field.maxLength - 5)}@b.com`,
    ),
  ),
  senha: field => fc.oneof(around(field.maxLength), around(field.minLength), fc.constantFrom('    ', ' abcd', 'ábcd')),
  documento: () => fc.oneof({weight: 3, arbitrary: likeThese(documents)}, digits(10, 15)),
  telefone: () => fc.oneof(likeThese(telephones), digits(9, 12)),
  cep: () => fc.oneof(fc.constantFrom('74010-010', '74010010', '00000000', '7401-0010', '74010-01a'), digits(7, 9)),
  digitos: field => fc.oneof(digits(0, field.maxLength + 1), fc.constantFrom('007', 42, -1, '1.0', '1e3', '-1')),
  numero: field => fc.oneof(
    fc.constantFrom(...[field.min ?? 0, field.max ?? 0].flatMap(limit => [limit - 1, limit, limit + 1])), fc.integer().map(String),
    fc.maxSafeInteger(), fc.double({noNaN: true, noDefaultInfinity: true}),
    fc.constantFrom('007', '1e3', '1.5', '1,5', ' 7 ', '2147483647', '2147483648', '-2147483648', '999999999999999', '9999999999999999'),
  ),
  decimal: field => amounts(field.decimals ?? 2, field.min ?? 0, field.max ?? 0),
  moeda: field => amounts(2, field.min ?? 0, field.max ?? 0),
  data: () => fc.oneof(likeThese(days), fc.date({noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31')}).map(day =>
    day.toISOString().slice(0, 10))),
  dataHora: () => fc.oneof(likeThese(instants), fc.date({noInvalidDate: true}).map(instant => instant.toISOString())),
  hora: () => likeThese(['00:00', '08:30', '23:59', '24:00', '8:30', '08:60', '0830']),
  url: field => fc.oneof(around(field.maxLength), fc.webUrl({validSchemes: ['https', 'http', 'ftp']}), likeThese([
    'https://vale.com', ' https://vale.com/a?b=1#c ', 'javascript:alert(1)',
    'https://a@b.co', 'https://[::1]/', 'https://b.co/%', 'https://b.co:99999',
  ])),
  booleano: () => fc.constantFrom(true, false, 'true', 'false', 1, 0, 2, 'sim'),
  escolha: field => fc.constantFrom(...field.choices.flatMap(({id}) => [id, String(id), ` ${id} `]), 3, 'c'),
  opcoes: ({choices}) => {
    const ids = choices.map(({id}) => id);
    return fc.oneof(
      fc.array(fc.constantFrom<unknown>(...ids, ...ids.map(String), ` ${ids[0]} `, 'x', null), {maxLength: 4}),
      fc.subarray(ids), fc.subarray(ids).map(String), fc.constantFrom<unknown>('a,,b', ',', 'a;b', [['a']]),
    );
  },
  // Which files there are is told apart.
  arquivo: () => fc.constantFrom<unknown>(
    null, '', {id: 0, nomeArquivo: 'a.pdf', tamanho: 1}, {id: 1, nomeArquivo: 'a.pdf'}, {id: '1', nomeArquivo: 'a.pdf', tamanho: 1}, [1],
    'a.pdf',
  ),
  // A select holds the rows of its list and no others: which those are is no rule of a field, but the list's own.
  lista: (field, {config}) => fc.constantFrom(...Object.keys(config.lists[field.list]?.rows ?? {})),
  // Nor is which records there are, and whose.
  referencia: ({to}, {idOf}) => fc.constantFrom(idOf(to), String(idOf(to)), 0, '0', -1, '-1', 1.5, 2_147_483_648, 'abc'),
  relacionado: () => fc.string(),
  calculo: field => amounts(field.decimals ?? 2, 0),
  vinculos: ({wire, to}, {idOf}) => fc.array(fc.record({
    [wire.id]: fc.oneof({weight: 8, arbitrary: fc.constant(idOf(to))}, fc.constantFrom<unknown>(0, -1, 1.5, '1', null, 2_147_483_648)),
    [wire.on]: fc.oneof({weight: 4, arbitrary: fc.boolean()}, fc.constantFrom<unknown>(1, 'true', null)),
  }, {noNullPrototype: true}), {maxLength: 3}),
};
/** Kinds whose inputs offer what they may hold: a stray text would name a record or row. */
const CLOSED: ReadonlySet<Kind> = new Set(['lista', 'referencia', 'vinculos']);

export const anyValue = (field: Field, world: World): fc.Arbitrary<unknown> => {
  const arbitrary = (own[field.kind] as (field: Field, world: World) => fc.Arbitrary<unknown>)(field, world);
  return CLOSED.has(field.kind)
    ? fc.oneof({weight: 4, arbitrary}, fc.constantFrom<unknown>(null, '', true, {}))
    : fc.oneof({weight: 5, arbitrary}, {weight: 2, arbitrary: hostile}, {weight: 1, arbitrary: wrongTypes});
};

/** A value for each field. */
export const anyRecord = (fields: Fields, world: World): fc.Arbitrary<Values> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyValue(field, world)])), {noNullPrototype: true});

/** Not shrunk: a failure names the field and its value itself, and the seed that is printed with it makes them again. */
export const holdsForAll = (arbitrary: fc.Arbitrary<Values>, numRuns: number, property: (values: Values) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(arbitrary, property), {numRuns, endOnFailure: true});
