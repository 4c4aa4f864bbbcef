import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {initialItemValue, storedItemValue, prefillFromSession} from '../../src/schema/lifeCycle/answers.ts';
import {itemField, validateItem, type TemplateItem} from '../../src/schema/fields/items.ts';
import {fillPlaceholders, formMessages} from '../../src/schema/words/messages.ts';
import {sessions} from './support/sessions.ts';

const product: Config = config;
const item = (descricao: string, tipoCampo = 'texto', obrigatorio = false): TemplateItem => ({descricao, tipoCampo, obrigatorio});

it.each([
  ['Transgenia', 'texto', 'lista'], ['TRANSGÊNIA', 'texto', 'lista'], [' transgenia ', 'numero', 'lista'], ['cpf', 'texto', 'documento'],
  ['CNPJ', 'texto', 'documento'],
  ['telefone', 'numero', 'telefone'], ['Cep', 'texto', 'cep'], ['Transportadora', 'data', 'texto'], ['CPF do motorista', 'texto', 'texto'],
  ['Peso', 'numero', 'digitos'], ['Entrega', 'data', 'data'],
  ['Contato', 'email', 'email'], ['Outro', 'desconhecido', 'texto'],
])('an item %j of type %s is a field %s', (descricao, tipoCampo, kind) => {
  expect(itemField(product, item(descricao, tipoCampo))).toMatchObject({kind, label: descricao});
});

describe('the sentences (rules: Items 2)', () => {
  const REQUIRED = 'Campo obrigatório';
  const FORMAT = 'Formato inválido';
  const EMAIL = 'Email inválido';
  const LIMIT = 'Limite de caracteres excedido';
  it.each([
    ...['texto', 'numero', 'data', 'email'].flatMap(tipo => [
      ['X', tipo, true, '', REQUIRED],
      ['X', tipo, true, '  ', REQUIRED],
      ['X', tipo, true, undefined, REQUIRED],
      ['X', tipo, false, '', undefined],
    ] as const),
    ['X', 'texto', true, 'a'.repeat(100), undefined], ['X', 'texto', true, 'a'.repeat(101), LIMIT],
    ['X', 'texto', false, 'a\u0000', FORMAT],
    ['X', 'numero', true, '00123', undefined], ['X', 'numero', true, '12,5', FORMAT], ['X', 'numero', true, '-1', FORMAT],
    ['X', 'numero', true, 12, undefined], ['X', 'numero', false, '1'.repeat(101), LIMIT],
    ['X', 'data', true, '2026-02-28', undefined], ['X', 'data', true, '28/02/2026', FORMAT], ['X', 'data', true, '2026-02-30', FORMAT],
    ['X', 'data', false, 'amanhã', FORMAT],
    ['X', 'email', true, 'ana@exemplo.com', undefined], ['X', 'email', true, 'ana', EMAIL], ['X', 'email', false, 'a@b', EMAIL],
    ['X', 'email', false, `${'a'.repeat(95)}@x.com`, LIMIT],
    ['Transgenia', 'texto', true, 'RR2', undefined], ['Transgenia', 'texto', true, 'RR9', FORMAT],
    ['Transgenia', 'texto', true, '', REQUIRED], ['Transgenia', 'texto', false, '', undefined],
    ['CPF', 'texto', true, '111.444.777-35', undefined], ['CPF', 'texto', true, '11.222.333/0001-81', FORMAT],
    ['CNPJ', 'texto', true, '12.ABC.345/01DE-35', undefined], ['CNPJ', 'texto', false, '111.444.777-35', FORMAT],
    ['Telefone', 'texto', true, '(11) 98765-4321', undefined], ['Telefone', 'texto', true, '98765-4321', FORMAT],
    ['CEP', 'texto', true, '01310-100', undefined], ['CEP', 'texto', true, '0131', FORMAT],
    ['X', 'decimal', true, '1234.56', undefined], ['X', 'moeda', true, '', REQUIRED],
    ['X', 'decimal', true, '1,234', fillPlaceholders(formMessages.decimal, {digits: 15, decimals: 2})],
    ['X', 'moeda', true, 'R$ 5,00', undefined], ['X', 'hora', true, '24:00', FORMAT], ['X', 'url', true, 'vale.com', formMessages.link],
    ['Transportadora', 'texto', true, 'TR-9', undefined], ['Transportadora', 'texto', true, 'a'.repeat(101), LIMIT],
  ] as const)('%s (%s, required %s) %j: %s', (descricao, tipo, obrigatorio, valor, sentence) => {
    expect(validateItem(product, item(descricao, tipo, obrigatorio), valor)).toBe(sentence);
  });
});

it.each([
  ['X', 'texto', ' a ', 'a'], ['X', 'numero', 12, '12'], ['X', 'data', ' 2026-02-28', '2026-02-28'],
  ['CPF', 'texto', '111.444.777-35', '11144477735'], ['X', 'texto', null, ''], ['X', 'texto', {}, ''],
  ['X', 'decimal', '1.234,50', '1234.5'], ['X', 'moeda', 1234.5, '1234.5'], ['X', 'hora', ' 08:30', '08:30'],
  ['X', 'url', ' https://vale.com ', 'https://vale.com'],
])('%s (%s) keeps %j as %j', (descricao, tipo, valor, kept) => {
  expect(storedItemValue(product, item(descricao, tipo), valor)).toBe(kept);
});

it('keeps a yes or no as text, when a maintainer adds that type', () => {
  const more: Config = {...product, itemKinds: {...product.itemKinds, simNao: {kind: 'booleano'}}};
  expect(storedItemValue(more, item('Pago', 'simNao'), true)).toBe('true');
  expect(validateItem(more, item('Pago', 'simNao', true), storedItemValue(more, item('Pago', 'simNao'), false))).toBeUndefined();
});

it.each<[Config['itemKinds'][string], string]>([
  [{kind: 'data', default: 'hoje+1'}, dayFromToday(1)], [{kind: 'texto', maxLength: 9, default: 'session.codigoExterno'}, 'TR-9'],
  [{kind: 'moeda', default: 2.5}, '2.5'], [{kind: 'texto', maxLength: 9}, ''],
])('%j begins with %j', (field, text) => {
  const more: Config = {...product, itemKinds: {...product.itemKinds, novo: field}};
  expect(initialItemValue(more, item('X', 'novo'), sessions.fornecedor)).toBe(text);
});

it("fills in a supplier's own code as Transportadora, and nobody else's", () => {
  const filled = Object.fromEntries(Object.entries(sessions).map(([perfil, session]) => [
    perfil, prefillFromSession(product, item('transportadora'), session)?.value,
  ]));
  expect(filled).toEqual({adm: undefined, empresa: undefined, fornecedor: 'TR-9', rpa: undefined, empresaUsuario: undefined});
  expect(prefillFromSession(product, item('Transportadora'), {...sessions.fornecedor, codigoExterno: ''}))
    .toEqual({value: '', missing: expect.stringContaining('Código Externo')});
  expect(prefillFromSession(product, item('Peso'), sessions.fornecedor)).toBeUndefined();
});
