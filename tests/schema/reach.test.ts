// Which fields decide who reaches a record: those that its scopes read, by whatever condition.
import {expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import {listScopeFields} from '../../src/schema/conditions/scopeFields.ts';
import {acceptance} from '../support/acceptance.ts';

const {resources}: Config = acceptance;
const fieldsOf = (name: string, more: Partial<Resource> = {}) => [...listScopeFields({...resources[name]!, ...more})].toSorted();

it.each([
  ['tickets', ['codigoTransportadora', 'idEmpresa', 'idFilial', 'idStatusTicket', 'idUsuario']],
  ['usuarios', ['idEmpresa']],
  // A company is its own, and has no field that says so.
  ['empresas', []],
  ['filiais', ['idEmpresa']],
  // Its parent knows whose it is.
  ['modelosFormularioItem', ['idModeloFormulario']],
  ['laudos', ['codigoParceiro', 'idAutor', 'idEmpresa', 'idFilial', 'situacao']],
])('of %s', (name, fields) => expect(fieldsOf(name)).toEqual(fields));

it.each<[Condition, string[]]>([
  ['tudo', []],
  ['participou', []],
  ['perito', ['idPerito']],
  ['urgente', ['urgencia']],
  ['parado', ['desde']],
  ['comPerito', ['idPerito']],
  ['semPerito', ['idPerito']],
  ['aberto', ['situacao']],
  ['doAutor', ['desde', 'idAutor', 'situacao']],
  [{any: ['perito', {not: {filled: 'urgencia'}}]}, ['idPerito', 'urgencia']],
  // What is read through a reference is another's with the reference.
  ['comNorma', ['idRoteiro']],
])('of a scope by %j', (rule, fields) => {
  expect(fieldsOf('laudos', {scope: {adm: [rule]}})).toEqual(fields);
  expect(fieldsOf('laudos', {scope: {adm: ['tudo'], rpa: [{any: ['tudo', rule]}]}})).toEqual(fields);
});
