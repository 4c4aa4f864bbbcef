import {describe, expect, it} from 'vitest';
import {isSwitchedOff, formatOptionName} from '../../src/schema/lifeCycle/toggle.ts';
import product from '../../resources.config.ts';

const {empresas, filiais, fornecedores, usuarios} = product.resources;

describe('records that are switched off', () => {
  it.each([
    ['a company', empresas, {ativo: false}, true],
    ['an active one', empresas, {ativo: true}, false],
    ['one whose state another server does not tell', empresas, {}, false],
    ['a supplier', fornecedores, {status: 0}, true],
    ['an active supplier', fornecedores, {status: 1}, false],
    ['a branch, which is never switched off', filiais, {ativo: false}, false],
  ])('%s', (_what, resource, record, off) => {
    expect(isSwitchedOff(resource, record)).toBe(off);
  });

  it('say so where they may still be chosen', () => {
    expect(formatOptionName(empresas, {razaoSocial: 'Sol', ativo: false})).toBe('Sol (inativa)');
    expect(formatOptionName(empresas, {razaoSocial: 'Sol', ativo: true})).toBe('Sol');
    expect(formatOptionName(empresas, {razaoSocial: 'Sol'})).toBe('Sol');
    expect(formatOptionName(usuarios, {nome: 'Ana', ativo: false})).toBe('Ana');
    expect(formatOptionName(empresas, {})).toBe('');
  });
});
