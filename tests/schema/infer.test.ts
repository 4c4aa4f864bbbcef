import {expect, expectTypeOf, it} from 'vitest';
import config from '../../resources.config.ts';
import type {CreateOf, RecordOf, ValueOf} from '../../src/schema/fields/recordTypes.ts';

type Resources = (typeof config)['resources'];
/** An intersection as one object. */
type Show<T> = {[K in keyof T]: T[K]} & {};

it('types the records that answers carry', () => {
  expectTypeOf<RecordOf<Resources['empresas']>>().toEqualTypeOf<{
    id: number; versao: number; razaoSocial: string; cnpj: string; email: string; telefone: string; contato: string;
    celularContato: string; ativo: boolean;
  }>();
  expectTypeOf<RecordOf<Resources['modelosFormularioItem']>>().toEqualTypeOf<{
    id: number; versao: number; idModeloFormulario: number; descricao: string;
    tipoCampo: 'texto' | 'numero' | 'data' | 'email' | 'decimal' | 'moeda' | 'hora' | 'url';
    obrigatorio: boolean; mostrarConsultaTicket: boolean; ordem: number | null;
  }>();
  expectTypeOf<RecordOf<Resources['usuarios']>['tipo']>().toEqualTypeOf<1 | 2 | 3 | 4 | 5>();
  expectTypeOf<RecordOf<Resources['fornecedores']>['status']>().toEqualTypeOf<0 | 1>();
  expectTypeOf<RecordOf<Resources['filiais']>['nomeEmpresa']>().toEqualTypeOf<string>();
  expectTypeOf<RecordOf<Resources['tickets']>['idStatusTicket']>().toEqualTypeOf<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8>();
  expectTypeOf<RecordOf<Resources['tickets']>['descricaoStatus']>().toEqualTypeOf<string>();
  expectTypeOf<ValueOf<Resources['usuarios']['fields']['filiaisAlteradas']>>()
    .toEqualTypeOf<readonly Readonly<Record<string, number | boolean>>[]>();
  expect(config.resources.empresas.fields.cnpj.kind).toBe('documento');
});

it('types what a new record needs', () => {
  expectTypeOf<CreateOf<Resources['empresas']>>().toEqualTypeOf<{
    razaoSocial: string; cnpj: string; email: string; telefone: string; contato?: string | null; celularContato?: string | null;
  }>();
  expectTypeOf<CreateOf<Resources['tickets']>>().toEqualTypeOf<{idEmpresa: number; idFilial: number; idModeloFormulario: number}>();
  // The company depends on the profile, so types leave it open; the server's own fields are gone.
  expectTypeOf<CreateOf<Resources['usuarios']>>()
    .toExtend<{tipo: 1 | 2 | 3 | 4 | 5; nome: string; email: string; idEmpresa?: number | null}>();
  expectTypeOf<CreateOf<Resources['usuarios']>>().not.toHaveProperty('ativo');
  expectTypeOf<CreateOf<Resources['usuarios']>>().not.toHaveProperty('dataCriacao');
  expectTypeOf<CreateOf<Resources['filiais']>>().not.toHaveProperty('nomeEmpresa');
  expect(Object.keys(config.resources)).toHaveLength(7);
});

it('types a field that a maintainer added, and leaves the rest as it was', () => {
  const {empresas} = config.resources;
  const added = {
    ...empresas, fields: {...empresas.fields, inscricaoEstadual: {kind: 'texto', label: 'Inscrição Estadual', maxLength: 20}},
  } as const;
  expectTypeOf<RecordOf<typeof added>>().toEqualTypeOf<Show<RecordOf<typeof empresas> & {inscricaoEstadual: string}>>();
  expectTypeOf<CreateOf<typeof added>>().toEqualTypeOf<Show<CreateOf<typeof empresas> & {inscricaoEstadual?: string | null}>>();
  expectTypeOf<RecordOf<typeof empresas>>().not.toHaveProperty('inscricaoEstadual');

  const needed = {...empresas, fields: {
    ...empresas.fields,
    porte: {kind: 'escolha', label: 'Porte', required: true, choices: [{id: 'p', name: 'Pequeno'}, {id: 'g', name: 'Grande'}]},
  }} as const;
  expectTypeOf<RecordOf<typeof needed>['porte']>().toEqualTypeOf<'p' | 'g'>();
  expectTypeOf<CreateOf<typeof needed>>().toExtend<{porte: 'p' | 'g'}>();
  expect(Object.keys(added.fields)).toContain('inscricaoEstadual');
});
