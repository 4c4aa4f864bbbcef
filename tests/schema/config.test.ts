import {expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Config} from '../../src/schema/config.ts';
import {defineConfig} from '../../src/schema/defineConfig.ts';

it('is plain data: printed as JSON and read again it is the same', () => {
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
});

it('is answered as it was written', () => {
  expect(defineConfig(config)).toBe(config);
});

it('has the limits of the records (rules: Users 1, Companies 1, 3, 4, Templates 1, 2)', () => {
  const {resources}: Config = config;
  const limits = Object.fromEntries(Object.entries(resources).map(([name, {fields}]) => [
    name,
    Object.entries(fields).flatMap(([field, declared]) => ('maxLength' in declared &&
      !declared.readOnly ? [`${field} ${declared.maxLength}`] : [])).join(', '),
  ]));
  expect(limits).toEqual({
    usuarios: 'nome 100, email 100, senha 45, codigoExterno 15',
    empresas: 'razaoSocial 100, cnpj 20, email 45, telefone 20, contato 20, celularContato 20',
    filiais: 'descricao 100, razaoSocial 100, cnpj 20, telefone 20, contato 110',
    fornecedores: 'razaoSocial 100, email 45, telefone 20, contato 20',
    modelosFormulario: 'workFlowNameRpa 100, descricao 100, chavePai 100, chave 100',
    modelosFormularioItem: 'descricao 100',
    tickets: '',
  });
});
