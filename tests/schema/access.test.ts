import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {canChooseCompany, requiredCompany, mayAccess, maySee, profileById, rowScopeOf} from '../../src/schema/access.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {operations} from '../../src/schema/shapes/accessShapes.ts';
import {sessions} from './support/sessions.ts';

const product: Config = config;

/**
 * Who may (rules: Access 6): the profiles (1 Adm, 2 Empresa, 3 Fornecedor, 4 RPA, 5 Empresa-Usuário) that may list, read, create,
 * change and delete.
 */
const matrix: Readonly<Record<string, string>> = {
  usuarios: '12 12345 12 12 -',
  empresas: '12 12 1 12 -',
  filiais: '12 12 12 12 12',
  fornecedores: '12 12 12 12 -',
  modelosFormulario: '124 12345 12 12 -',
  modelosFormularioItem: '12345 12345 12 12 12',
  tickets: '12345 12345 1235 1235 -',
};

it('has a row for every resource', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(product.resources).toSorted());
});

describe.each(Object.entries(matrix))('%s', (name, row) => {
  it.each(operations.map((operation, index) => [operation, row.split(' ')[index] ?? ''] as const))('%s: %s', (operation, allowed) => {
    const resource = product.resources[name];
    const found = resource
      && Object.entries(product.profiles).filter(([perfil]) => mayAccess(resource, operation, perfil)).map(([, {id}]) => id);
    expect(found?.join('')).toBe(allowed === '-' ? '' : allowed);
  });
});

/** Which rows each profile reaches (rules: Access 6, 7). */
it.each([
  ['usuarios', {adm: 'tudo', empresa: 'empresa', fornecedor: 'proprio', rpa: 'proprio', empresaUsuario: 'proprio'}],
  ['empresas', {adm: 'tudo', empresa: 'empresa', fornecedor: 'empresa', rpa: 'empresa', empresaUsuario: 'empresa'}],
  ['filiais', {adm: 'tudo', empresa: 'empresa', fornecedor: 'empresa filiais', rpa: 'empresa', empresaUsuario: 'empresa filiais'}],
  ['fornecedores', {adm: 'tudo', empresa: 'empresa', fornecedor: '', rpa: '', empresaUsuario: ''}],
  [
    'modelosFormulario',
    {adm: 'tudo', empresa: 'empresa', fornecedor: 'empresa filiais', rpa: 'empresa', empresaUsuario: 'empresa filiais'},
  ],
  [
    'modelosFormularioItem',
    {adm: 'tudo', empresa: 'empresa', fornecedor: 'empresa filiais', rpa: 'empresa', empresaUsuario: 'empresa filiais'},
  ],
  ['tickets', {
    adm: 'tudo', empresa: 'empresa', fornecedor: 'empresa filiais autor|daTransportadora', rpa: 'empresa naFila|participou',
    empresaUsuario: 'empresa filiais',
  }],
] as const)('the rows of %s', (name, rows) => {
  const found = Object.fromEntries(Object.keys(rows).map(perfil => [
    perfil,
    rowScopeOf(config.resources[name], perfil).map(rule => (typeof rule === 'string' ? rule : rule.any?.map(String).join('|'))).join(' '),
  ]));
  expect(found).toEqual(rows);
  expect(rowScopeOf(config.resources[name], 'ninguém')).toEqual([]);
});

it('only Adm chooses a company; for the others it is their own (rules: Access 5)', () => {
  expect(Object.keys(sessions).filter(perfil => canChooseCompany(product, perfil))).toEqual(['adm']);
  expect(Object.fromEntries(Object.entries(sessions).map(([perfil, session]) => [perfil, requiredCompany(product, session)])))
    .toEqual({adm: undefined, empresa: 10, fornecedor: 10, rpa: 10, empresaUsuario: 10});
  expect(requiredCompany(product, {...sessions.rpa, idEmpresa: null})).toBeNull();
});

it('knows a profile by its id (rules: Access 1)', () => {
  expect([1, 2, 3, 4, 5, 6].map(id => profileById(product, id))).toEqual([
    'adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario', undefined,
  ]);
});

it('hides a field from whom it does not name', () => {
  const field = {kind: 'texto', label: 'X', maxLength: 5} as const;
  expect(maySee(field, 'fornecedor')).toBe(true);
  expect(maySee({...field, see: ['adm']}, 'adm')).toBe(true);
  expect(maySee({...field, see: ['adm']}, 'fornecedor')).toBe(false);
});
