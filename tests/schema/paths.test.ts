import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Resource} from '../../src/schema/shapes/config.ts';
import {recordAddressById} from '../../src/schema/lists/addresses.ts';
import {fillPlaceholders} from '../../src/schema/words/messages.ts';
import {apiOf, fillPath, hasDialect, parseEndpoint, pathParams, screens} from '../../src/schema/paths.ts';

const {empresas, tickets, filiais} = config.resources satisfies Record<string, Resource>;

it('takes a call apart', () => {
  expect(parseEndpoint('PUT tickets/aprovar/:id/:idUsuario')).toEqual({method: 'PUT', path: 'tickets/aprovar/:id/:idUsuario'});
  expect(pathParams('filial/listarCombo/:idEmpresa/:idUsuario')).toEqual(['idEmpresa', 'idUsuario']);
  expect(pathParams('empresas')).toEqual([]);
});

it.each([
  ['empresas/:id', {id: 7}, 'empresas/7'],
  ['filial/listarCombo/:idEmpresa/:idUsuario', {idEmpresa: 3, idUsuario: '9'}, 'filial/listarCombo/3/9'],
  ['filial/listarCombo/:idEmpresa', {}, 'filial/listarCombo/0'],
  ['filial/listarCombo/:idEmpresa', {idEmpresa: null}, 'filial/listarCombo/0'],
  ['x/:token', {token: 'a/b?c d%'}, 'x/a%2Fb%3Fc%20d%25'], ['x', {id: 1}, 'x'],
])('%s with %j is %s', (path, values, filled) => {
  expect(fillPath(path, values)).toBe(filled);
});

describe('the screens (rules: Screens 1)', () => {
  it('a resource has a list and a form', () => {
    const {list, create, edit} = screens(config, empresas);
    expect([list, create, edit(7)]).toEqual(['/adm/empresa', '/adm/empresa/salvar', '/adm/empresa/salvar/7']);
    expect(screens(config, config.resources.modelosFormulario).edit('9')).toBe('/adm/modelo-formulario/salvar/9');
  });

  it('a ticket is edited elsewhere, and its list opens on a status', () => {
    const {list, create, edit, byStatus} = screens(config, tickets);
    expect([list, create, edit(7), byStatus(3)]).toEqual([
      '/adm/ticket', '/adm/ticket/salvar', '/adm/ticket/editar/7', '/adm/ticket/status/3',
    ]);
  });
});

it.each([
  // Over its list, where it has details; else on its form, or as its list for who may not change it.
  ['tickets', 'fornecedor', '/adm/ticket?detalhes=7'],
  ['empresas', 'adm', '/adm/empresa/salvar/7'],
  ['empresas', 'fornecedor', '/adm/empresa?filter=%7B%7D'],
  // In its parent's modal, which is looked up there.
  ['filiais', 'adm', '/adm/empresa?filhos=filiais.0.7'],
  // Nothing reads one by itself.
  ['modelosFormularioItem', 'adm', undefined],
  ['nada', 'adm', undefined],
])('a record of %s opens for %s by its number alone', (name, perfil, address) => {
  expect(recordAddressById(config, name, 7, perfil)).toBe(address);
});

it('a child that has screens and details of its own opens there, and not in the modal of its parent', () => {
  const children = {tickets: {by: 'idEmpresa', label: 'Ver Tickets', title: 'Tickets de {razaoSocial}'}};
  const parents = {...config, resources: {...config.resources, empresas: {...empresas, children}}};
  expect(recordAddressById(parents, 'tickets', 7, 'adm')).toBe('/adm/ticket?detalhes=7');
});

it('a resource speaks the dialect it declares, else the one of ra-data-simple-rest', () => {
  const {api: _api, ...plain} = empresas;
  expect(apiOf('empresas', empresas)).toBe(empresas.api);
  expect(hasDialect(empresas)).toBe(true);
  expect(hasDialect(plain)).toBe(false);
  expect(apiOf('veiculos', plain)).toEqual({
    list: 'GET veiculos', one: 'GET veiculos/:id', create: 'POST veiculos', update: 'PUT veiculos/:id', delete: 'DELETE veiculos/:id',
  });
  expect(apiOf('filiais', filiais).delete).toBe('DELETE filial/:id');
});

it.each([
  ['Ticket {id} Editado!', {id: 12}, 'Ticket 12 Editado!'], ['{a} e {a}', {a: 'x'}, 'x e x'], ['{falta}', {}, '{falta}'],
  ['{o}', {o: {}}, '{o}'], ['{n}', {n: 0}, '0'], ['$& {a}', {a: '$1'}, '$& $1'],
])('%s with %j reads %s', (sentence, values, read) => {
  expect(fillPlaceholders(sentence, values)).toBe(read);
});
