import {describe, expect, it} from 'vitest';
import {fieldShapes, type Field, type FieldOf, type Kind} from '../../src/schema/shapes/fields.ts';
import {kindRules, MAX_INTEGER, kindRuleOf, valueSchemaOf} from '../../src/schema/fields/kinds.ts';
import {fillPlaceholders, formMessages, itemMessages} from '../../src/schema/words/messages.ts';
import {validateValue} from '../../src/schema/fields/validate.ts';

const label = 'X';
const texto: FieldOf<'texto'> = {kind: 'texto', label, maxLength: 10, minLength: 3};
const email: FieldOf<'email'> = {kind: 'email', label, maxLength: 20};
const senha: FieldOf<'senha'> = {kind: 'senha', label, minLength: 6, maxLength: 45};
const documento: FieldOf<'documento'> = {kind: 'documento', label, maxLength: 20};
const telefone: FieldOf<'telefone'> = {kind: 'telefone', label, maxLength: 20};
const digitos: FieldOf<'digitos'> = {kind: 'digitos', label, maxLength: 5};
const numero: FieldOf<'numero'> = {kind: 'numero', label};
const decimal: FieldOf<'decimal'> = {kind: 'decimal', label};
const moeda: FieldOf<'moeda'> = {kind: 'moeda', label};
const hora: FieldOf<'hora'> = {kind: 'hora', label};
const url: FieldOf<'url'> = {kind: 'url', label, maxLength: 40};
const escolha: FieldOf<'escolha'> = {kind: 'escolha', label, choices: [{id: 1, name: 'Um'}, {id: 0, name: 'Zero'}, {id: 'b', name: 'Bê'}]};
const opcoes: FieldOf<'opcoes'> = {
  kind: 'opcoes', label, choices: [{id: 'soja', name: 'Soja'}, {id: 'milho', name: 'Milho'}, {id: 'trigo', name: 'Trigo', offered: false}],
};
const porNumero: FieldOf<'opcoes'> = {kind: 'opcoes', label, choices: [{id: 2, name: 'Dois'}, {id: 1, name: 'Um'}, {id: 0, name: 'Zero'}]};
const arquivo: FieldOf<'arquivo'> = {kind: 'arquivo', label};
const nota = {id: 7, nomeArquivo: 'nota.pdf', tamanho: 12};
const cep: FieldOf<'cep'> = {kind: 'cep', label};
const data: FieldOf<'data'> = {kind: 'data', label};
const dataHora: FieldOf<'dataHora'> = {kind: 'dataHora', label};
const booleano: FieldOf<'booleano'> = {kind: 'booleano', label};
const lista: FieldOf<'lista'> = {kind: 'lista', label, list: 'x'};
const referencia: FieldOf<'referencia'> = {kind: 'referencia', label, to: 'x'};
const relacionado: FieldOf<'relacionado'> = {kind: 'relacionado', label, through: 'x', field: 'y'};
const ligado: FieldOf<'booleano'> = {kind: 'booleano', label, default: true};
const vinculos: FieldOf<'vinculos'> = {
  kind: 'vinculos', label, to: 'x', within: 'y', wire: {id: 'idFilial', on: 'usuarioVinculado'}, call: 'GET x',
};

const {invalid, digits, date, hour, link, email: notEmail} = formMessages;
const tooLong = (max: number) => fillPlaceholders(formMessages.tooLong, {max});
const notTelephone = 'Informe um telefone com DDD: 10 ou 11 dígitos.';
const notCep = 'Informe um CEP com 8 dígitos.';
const notDocument = 'CPF ou CNPJ inválido: confira os dígitos.';
const mostOfAll = `No máximo ${MAX_INTEGER}.`;
const leastOfAll = `No mínimo ${-MAX_INTEGER}.`;
const notDecimal = (decimals: number) => fillPlaceholders(formMessages.decimal, {digits: 15, decimals});
const tooShort = (min: number) => fillPlaceholders(formMessages.tooShort, {min});

/** raw → bare, and the sentence where it is refused. */
type Row = readonly [field: Field, raw: unknown, bare: unknown, mistake?: string];
/** What is bare as it stands. */
const same = (field: Field, ...raws: readonly unknown[]): Row[] => raws.map(raw => [field, raw, raw]);
/** What is refused, as it stands. */
const wrong = (field: Field, mistake: string, ...raws: readonly unknown[]): Row[] => raws.map(raw => [field, raw, raw, mistake]);
/** What is nothing. */
const none = (field: Field, ...raws: readonly unknown[]): Row[] => raws.map(raw => [field, raw, null]);
const rows: {[K in Kind]: readonly Row[]} = {
  texto: [
    [texto, '  abc ', 'abc'], [texto, 'ab', 'ab', tooShort(3)], ...same(texto, 'abc', 'a'.repeat(10), '<b>&"\'', 'São'),
    [texto, 'a'.repeat(11), 'a'.repeat(11), tooLong(10)], [texto, ` ${'a'.repeat(10)} `, 'a'.repeat(10)],
    ...none(texto, '   ', '', undefined, '\u200B\u200D \u3164\u2800'),
    ...wrong(texto, invalid, 123, true, ['abc'], {}, 'abc\u0000', 'ab\u0007c', 'ab\u007Fc'),
    // Of one line, and nothing in it that nobody sees or that turns its order; what joins letters stays.
    [texto, 'ab\nc\td', 'ab c d'], [texto, '👩\u200D🌾', '👩\u200D🌾'],
    [texto, 'ab\u2028c\r\n\nd', 'ab c d'], [texto, 'a\u202Eb\u200Bc\u2066d\uFEFF', 'abcd'],
    [{...texto, multiline: true}, ' a\r\n\tb\r\r\n\u2028\u202Ec ', 'a\n\tb\n\n\nc'], [{...texto, multiline: true}, '\n\u200B\n', null],
    // An accent typed as a sign of its own is composed, as the database's search expects.
    [texto, 'Sa\u0303o', 'S\u00E3o'],
    [{...texto, minLength: 4, messages: {tooShort: 'Diga mais.'}}, 'abc', 'abc', 'Diga mais.'],
    [{...texto, messages: {invalid: 'Não serve.'}}, 5, 5, 'Não serve.'], [{...texto, case: 'upper'}, ' São b1 ', 'SÃO B1'],
    [{...texto, case: 'upper'}, 123, 123, invalid],
  ],
  email: [
    [email, ' ana@exemplo.com ', 'ana@exemplo.com'],
    ...same(email, 'ana@exemplo.com.br', 'a+b@x.io', 'Ana@Exemplo.com', `${'a'.repeat(14)}@x.com`),
    ...wrong(email, notEmail, 'ana', 'ana@', '@x.com', 'ana@x', 'ana@x..com', 'a b@x.com', 'ana@x.com, b@x.com'),
    [email, `${'a'.repeat(15)}@x.com`, `${'a'.repeat(15)}@x.com`, tooLong(20)], [email, 7, 7, invalid], [email, '', null],
    [{...email, messages: {invalid: 'Escreva um e-mail.'}}, 'ana', 'ana', 'Escreva um e-mail.'],
  ],
  senha: [
    ...same(senha, ' 12345', '123456', 'x'.repeat(45), null, '      '), [senha, '12345', '12345', tooShort(6)],
    [senha, 'x'.repeat(46), 'x'.repeat(46), tooLong(45)], [senha, '', null], ...wrong(senha, invalid, 123456, 'abc\u0000def'),
  ],
  documento: [
    [documento, '111.444.777-35', '11144477735'], ...same(documento, '11144477735', '11222333000181'),
    [documento, '111.444.777-36', '11144477736', notDocument], [documento, '111.111.111-11', '11111111111', notDocument],
    [documento, '11.222.333/0001-81', '11222333000181'], [documento, '11.222.333/0001-82', '11222333000182', notDocument],
    [documento, '00.000.000/0000-00', '00000000000000', notDocument],
    // Alphanumeric, in force since July 2026.
    [documento, '12.ABC.345/01DE-35', '12ABC34501DE35'],
    [documento, '12.abc.345/01de-35', '12ABC34501DE35'],
    ...wrong(documento, notDocument, '12ABC34501DE36', '1114447773', '1122233300018', '112223330001811'),
    [documento, '../-', '..', notDocument],
    [documento, '+55 529.982.247-25', '+5552998224725', notDocument],
    [documento, 'nada', 'NADA', notDocument], [documento, 11144477735, 11144477735, invalid], [documento, ' ', null],
    [documento, '1'.repeat(21), '1'.repeat(21), tooLong(20)],
    [{...documento, only: 'cpf'}, '11222333000181', '11222333000181', 'CPF inválido: confira os dígitos.'],
    [{...documento, only: 'cpf'}, '11144477735', '11144477735'],
    [{...documento, only: 'cnpj'}, '11144477735', '11144477735', 'CNPJ inválido: confira os dígitos.'],
    [{...documento, messages: {invalid: 'Não é um CNPJ.'}}, '1', '1', 'Não é um CNPJ.'],
    [{...documento, only: 'cnpj'}, '12ABC34501DE35', '12ABC34501DE35'],
  ],
  telefone: [
    [telefone, '(11) 98765-4321', '11987654321'], [telefone, '(11) 3456-7890', '1134567890'], [telefone, '11 3456 7890', '1134567890'],
    ...wrong(telefone, notTelephone, '113456789', '119876543210', '01134567890'), [telefone, '+55 11 98765-4321', '11987654321'],
    [telefone, '55 99 98765-4321', '99987654321'], ...wrong(telefone, notTelephone, '+1 555 123 4567', '0800 123 4567', '4004-1234'),
    ...same(telefone, '+15551234567', '08001234567', '0800123456', '03007891234', '40041234', '30031234'),
    ...wrong(telefone, notTelephone, '080012345', '4104123', '0019876543', '1133334444.0'),
    [telefone, '(11) 3333-4444 ramal 12', '1133334444ramal12', notTelephone],
    ...wrong(telefone, notTelephone, '11x34567890', '559912345678', '+55'),
    [telefone, 1134567890, 1134567890, invalid], [telefone, '', null],
  ],
  cep: [
    [cep, '01310-100', '01310100'], [cep, '01310100', '01310100'], ...wrong(cep, notCep, '0131010', '013101000'),
    ...wrong(cep, notCep, '0131010a', '(01310100)'), [cep, '086800-000', '086800000', notCep],
    [cep, 1310100, 1310100, invalid], [cep, '', null],
  ],
  digitos: [
    [digitos, '00123', '00123'], [digitos, 123, '123'], ...wrong(digitos, digits, '12a', '-12', '1.5', '١٢٣'),
    [digitos, '123456', '123456', tooLong(5)], [digitos, 0, '0'], [digitos, '', null], [digitos, true, true, invalid],
  ],
  numero: [
    [numero, '42', 42], ...same(numero, 42, 0, MAX_INTEGER, -MAX_INTEGER, null), [numero, ' -7 ', -7], [numero, '0', 0],
    ...wrong(numero, digits, '1,5', 1.5, 'dez', Number.NaN, Infinity), ...wrong(numero, mostOfAll, MAX_INTEGER + 1, '9'.repeat(16), 1e308),
    [numero, '2147483648', 2147483648, mostOfAll], ...wrong(numero, leastOfAll, -MAX_INTEGER - 1, `-${'9'.repeat(16)}`),
    [numero, '', null], [{...numero, min: 0, max: 9999}, 9999, 9999], ...wrong({...numero, min: 0, max: 9999}, 'De 0 a 9999.', 10000, -1),
    [{...numero, min: 1}, 0, 0, 'No mínimo 1.'], [{...numero, min: 1}, '9'.repeat(16), '9'.repeat(16), mostOfAll],
    [{...numero, max: 9}, 10, 10, 'No máximo 9.'],
    [{...numero, min: 1, max: 9, messages: {invalid: 'Um peso de 1 a 9.'}}, 10, 10, 'Um peso de 1 a 9.'],
  ],
  decimal: [
    ...same(decimal, 1234.56, 0, null), [decimal, '1.234,56', 1234.56], [decimal, '1234,5', 1234.5], [decimal, '-0,01', -0.01],
    // As programs write it; a person who types a point before three digits means thousands, which the input tells apart.
    [decimal, '1234.56', 1234.56],
    [decimal, '1.234', '1.234', notDecimal(2)], [{...decimal, decimals: 3}, '1.234', 1.234],
    [decimal, '1.234.567', 1234567], [decimal, ' 7 ', 7], [decimal, '0', 0], [decimal, '', null],
    ...wrong(
      decimal, notDecimal(2), 1.005, 0.1 + 0.2, '1,234.5', '12.34,5', 'dez', '1e3', true, [1], Number.NaN, Infinity, 1e308,
      10_000_000_000_000, '1,00000000000000001',
    ),
    // Fifteen digits are kept to the last one, sixteen are not.
    [decimal, 9_999_999_999_999.99, 9_999_999_999_999.99],
    [decimal, '9.999.999.999.999,99', 9_999_999_999_999.99], [{...decimal, decimals: 6}, 0.000001, 0.000001],
    [{...decimal, decimals: 6}, 1e9, 1e9, notDecimal(6)], [{...decimal, decimals: 0}, '1,5', 1.5, notDecimal(0)],
    [{...decimal, decimals: 0}, 999_999_999_999_999, 999_999_999_999_999], [{...decimal, min: 0}, -0.01, -0.01, 'No mínimo 0,00.'],
    [{...decimal, max: 9.5}, 9.51, 9.51, 'No máximo 9,50.'], [{...decimal, min: 1000, max: 2000}, 1, 1, 'De 1.000,00 a 2.000,00.'],
    [{...decimal, messages: {invalid: 'Não pesa.'}}, 'x', 'x', 'Não pesa.'],
  ],
  moeda: [
    [moeda, 'R$ 1.234,56', 1234.56], [moeda, '-R$ 5,00', -5], [moeda, 'R$1234', 1234], [moeda, 10, 10],
    ...wrong(moeda, notDecimal(2), 0.005, 'US$ 5'), [moeda, '', null], [{...moeda, min: 0}, -1, -1, 'No mínimo 0,00.'],
  ],
  data: [
    ...same(data, '2026-02-28', '2024-02-29', '1900-01-01', '2100-12-31'),
    // A year that nobody means: still on its way, or a slip.
    ...wrong(data, date, '0001-01-01', '0226-01-05', '1899-12-31', '2101-01-01', '9999-12-31'),
    ...wrong(
      data, date, '28/02/2026', '2026-02-30', '30/02/2026', '2026-02-29', '2026-13-01', '2026-1-1', '01/13/2026', '2026-02-28T00:00:00Z',
      '0000-01-01', 20260228,
    ),
    [data, '', null],
  ],
  dataHora: [
    [dataHora, '2026-02-28T12:30:00Z', '2026-02-28T12:30:00.000Z'], [dataHora, '2026-02-28T12:30:00-03:00', '2026-02-28T15:30:00.000Z'],
    [dataHora, '2026-02-28T12:30Z', '2026-02-28T12:30:00.000Z'],
    ...wrong(
      dataHora, date, '2026-02-28T12:30:00', '2026-02-30T12:30:00Z', '2026-02-28', '2026-02-28T24:00:00Z', '0000-02-28T12:00:00Z',
      '0226-01-05T12:00:00.000Z', '2101-01-01T03:00:00.000Z', '0001-01-01T00:00:00+05:00', '9999-12-31T23:59:59-01:00', 5,
    ),
    // Still the last day of 2100 in São Paulo.
    [dataHora, '2101-01-01T02:59:00Z', '2101-01-01T02:59:00.000Z'],
    // PostgreSQL takes no offset beyond 15 hours; brought to UTC it never sees one.
    [dataHora, '2026-02-28T12:00:00+23:00', '2026-02-27T13:00:00.000Z'],
    [dataHora, '', null],
  ],
  hora: [
    [hora, ' 08:30 ', '08:30'], ...same(hora, '00:00', '23:59'), ...wrong(hora, hour, '24:00', '8:30', '08:60', '08:30:00', '0830', 830),
    [hora, '', null],
  ],
  url: [
    [url, ' https://vale.com/a?b=1#c ', 'https://vale.com/a?b=1#c'],
    ...same(url, 'HTTPS://Vale.com', 'https://vale.com:8443', 'https://vale.com/@ana', 'https://safra.açúcar.com.br/ó'),
    ...wrong(
      url, link, 'http://vale.com', 'javascript:alert(1)', 'data:text/html,x', '//vale.com', 'vale.com', 'https://', 'https://vale',
      'https://a b.com', 'https:\\\\mau.com',
    ),
    // Whose machine it is reads otherwise than a person would.
    [url, 'https://vale.com@mau.com', 'https://vale.com@mau.com', link],
    [url, `https://vale.com/${'x'.repeat(30)}`, `https://vale.com/${'x'.repeat(30)}`, tooLong(40)], [url, 5, 5, invalid], [url, '', null],
  ],
  booleano: [
    ...same(booleano, true, false), [booleano, 'true', true], [booleano, 'false', false], [booleano, 1, true], [booleano, 0, false],
    [booleano, undefined, false], [ligado, undefined, true], [ligado, false, false], ...wrong(booleano, invalid, 'sim', 2, []),
  ],
  escolha: [
    ...same(escolha, 1, 0, 'b', null), [escolha, '1', 1], [escolha, '0', 0], ...wrong(escolha, invalid, 2, 'B', true, [1]),
    [escolha, '', null], [{...escolha, default: 0}, undefined, 0], [{...escolha, default: 1}, 0, 0],
  ],
  opcoes: [
    // Two that say the same are the same: in the order of the choices, each once.
    [opcoes, ['milho', 'soja'], ['soja', 'milho']],
    [opcoes, ['soja', 'soja'], ['soja']], ...same(opcoes, ['trigo'], null), [opcoes, 'soja', ['soja']],
    [opcoes, ' milho , soja,', ['soja', 'milho']], ...none(opcoes, [], '', ','),
    ...wrong(opcoes, invalid, ['Soja'], ['soja', 'x'], ['soja', null], [''], [['soja']], {soja: true}, 'x', true, [{toString: 1}]),
    [porNumero, [0, 1], [1, 0]], [porNumero, ['1', 2], [2, 1]], [porNumero, 0, [0]], [porNumero, '0,2', [2, 0]],
    [porNumero, [3], [3], invalid],
  ],
  arquivo: [
    ...same(arquivo, nota, null), [arquivo, {...nota, caminho: 'x/1', mais: 1}, nota], [arquivo, '', null],
    [arquivo, {...nota, id: 0}, {...nota, id: 0}, formMessages.notUploaded],
    ...wrong(arquivo, invalid, {...nota, id: '7'}, {id: 7}, 'nota.pdf', [nota], 7),
  ],
  lista: [
    [lista, ' RR ', 'RR'], [lista, '', null], [lista, 'x'.repeat(101), 'x'.repeat(101), tooLong(100)], [lista, 3, 3, invalid],
  ],
  referencia: [
    ...same(referencia, 7, MAX_INTEGER), [referencia, '7', 7], ...none(referencia, 0, '0', ''),
    ...wrong(referencia, invalid, -1, 1.5, MAX_INTEGER + 1, 'sete'),
  ],
  // As a filter takes it: nobody sends one.
  calculo: [
    [{kind: 'calculo', label, product: ['x', 'y']}, '1.234,50', 1234.5],
    [{kind: 'calculo', label, product: ['x', 'y']}, 0.125, 0.125, notDecimal(2)],
    [{kind: 'calculo', label, count: true, of: 'x', by: 'y'}, 1.5, 1.5, notDecimal(0)],
    [{kind: 'calculo', label, max: 'z', of: 'x', by: 'y', decimals: 3}, 0.125, 0.125],
  ],
  relacionado: [
    [relacionado, 'Matriz', 'Matriz', invalid], [relacionado, '', null],
  ],
  vinculos: [
    [vinculos, [], null],
    ...same(vinculos, null, [{idFilial: 1, usuarioVinculado: true}], [1, 1].map(idFilial => ({idFilial, usuarioVinculado: true}))),
    ...wrong(
      vinculos, invalid, [{idFilial: 0, usuarioVinculado: true}], [{idFilial: MAX_INTEGER + 1, usuarioVinculado: true}], [{idFilial: 1}],
      [{idFilial: '1', usuarioVinculado: true}], [1], 'x', [{idFilial: 1, usuarioVinculado: true}, {idFilial: 1, usuarioVinculado: false}],
    ),
  ],
};

it('has a row of meaning and a table of values for every kind', () => {
  expect(Object.keys(kindRules).toSorted()).toEqual(Object.keys(fieldShapes).toSorted());
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(fieldShapes).toSorted());
});

const all = Object.values(rows).flat();
it.each(all.map(([field, raw, bare, mistake]) =>
  [field.kind, raw, bare, mistake, field] as const))('%s: %j → %j, %s', (_kind, raw, bare, mistake, field) => {
  expect(kindRuleOf(field).bare(raw, field)).toEqual(bare);
  expect(validateValue(field, raw, false)).toBe(mistake);
});

it.each(all.map(([field, raw]) => [field.kind, raw, field] as const))('%s: the bare form of %j stays as it is', (_kind, raw, field) => {
  const bare = kindRuleOf(field).bare(raw, field);
  expect(kindRuleOf(field).bare(bare, field)).toEqual(bare);
});

it.each(Object.values(rows).map(([first]) => first?.[0]).filter(field => field !== undefined)
  .map(field => [field.kind, field] as const))('%s: required, and what nothing is', (kind, field) => {
  const always = kind === 'booleano';
  expect(validateValue(field, undefined, true)).toBe(always ? undefined : 'Esse campo é obrigatório.');
  expect(validateValue(field, '', true, itemMessages))
    .toBe(always || kind === 'vinculos' ? (always ? undefined : 'Formato inválido') : 'Campo obrigatório');
  expect(validateValue({...field, messages: {required: 'Diga.'}}, null, true)).toBe(always ? undefined : 'Diga.');
  expect(validateValue(field, kindRuleOf(field).empty, false)).toBeUndefined();
});

it.each(Object.values(rows).flatMap(([row]) => (row !== undefined && 'maxLength' in row[0] ? [[row[0].kind, row[0]] as const] : [])))(
  '%s: of a text that is too long nothing else is judged', (_kind, field) => {
    const result = valueSchemaOf(field, formMessages).safeParse('\0'.repeat(field.maxLength + 1));
    expect(result.error?.issues.map(({code}) => code)).toEqual(['too_big']);
  });

const refused = all.filter(([field, , , mistake]) => mistake !== undefined && field.messages === undefined && field.kind !== 'email');
it.each(refused.map(([field, raw]) =>
  [field.kind, raw, field] as const))('%s: a ticket says of %j what is specified, of ours what a form says', (kind, raw, field) => {
  const ours = ['decimal', 'moeda', 'calculo', 'url'].includes(kind);
  expect(validateValue(field, raw, false, itemMessages))
    .toBeOneOf(['Formato inválido', 'Limite de caracteres excedido', ...(ours ? [validateValue(field, raw, false)] : [])]);
});

describe('read by a person', () => {
  it.each<readonly [Field, unknown, string]>([
    [texto, 'abc', 'abc'], [texto, null, ''], [texto, 5, '5'], [email, 'a@x.com', 'a@x.com'], [senha, 'segredo', ''],
    [documento, '11222333000181', '11.222.333/0001-81'], [documento, '12ABC34501DE35', '12.ABC.345/01DE-35'],
    [documento, '11144477735', '111.444.777-35'], [documento, '', ''],
    [telefone, '11987654321', '(11) 98765-4321'], [telefone, '1134567890', '(11) 3456-7890'], [telefone, null, ''],
    [cep, '01310100', '01310-100'], [digitos, '007', '007'],
    [numero, 1234567, '1.234.567'], [numero, 12345, '12.345'], [numero, 1938, '1938'], [numero, null, ''],
    [numero, 0, '0'],
    [decimal, 1234.5, '1.234,50'], [decimal, '-1234.5', '-1.234,50'], [{...decimal, decimals: 4}, 0.1, '0,1000'], [decimal, null, ''],
    [moeda, 1234.56, 'R$ 1.234,56'], [moeda, -5, '-R$ 5,00'], [moeda, 9_999_999_999_999.99, 'R$ 9.999.999.999.999,99'], [moeda, null, ''],
    [hora, '08:30', '08:30'], [url, 'https://vale.com', 'https://vale.com'],
    [data, '2026-02-28', '28/02/2026'], [data, '', ''],
    [dataHora, '2026-03-01T02:05:00Z', '28/02/26 23:05'],
    [{kind: 'dataHora', label, show: 'dia'}, '2026-03-01T02:05:00Z', '28/02/2026'], [dataHora, '', ''],
    [{kind: 'calculo', label, product: ['x', 'y'], money: true}, 1234.5, 'R$ 1.234,50'],
    [{kind: 'calculo', label, count: true, of: 'x', by: 'y'}, 3, '3'],
    [booleano, true, 'Sim'], [booleano, false, 'Não'], [escolha, 0, 'Zero'], [escolha, 9, ''],
    [opcoes, ['soja', 'trigo'], 'Soja, Trigo'], [opcoes, 'milho', 'Milho'], [opcoes, ['soja', 'aveia'], 'Soja, aveia'], [opcoes, [], ''],
    [arquivo, nota, 'nota.pdf'], [arquivo, null, ''],
    [porNumero, [0], 'Zero'],
    [lista, 'RR', 'RR'], [referencia, 7, '7'],
    [relacionado, 'Matriz', 'Matriz'], [vinculos, [{}, {}], '2'], [vinculos, null, ''],
  ])('%j %j → %s', (field, value, text) => {
    expect(kindRuleOf(field).format(value, field)).toBe(text);
  });
});

it.each([
  ['abc-1'], ['ção'], [''], ['xabc-1', 'Assim não.'], ['abc-1x', 'Assim não.'], ['abc-1\ny', 'Assim não.'], ['abc', 'Assim não.'],
] as const)('the whole of %j is like what the config says, or its sentence is said: %s', (raw, mistake?: string) => {
  const field: Field = {...texto, multiline: true, pattern: {like: '[a-c]+-\\d|\\p{L}ão', reason: 'Assim não.'}};
  expect(validateValue(field, raw, false)).toBe(mistake);
});
