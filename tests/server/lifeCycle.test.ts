// A life cycle that a maintainer declared on a resource of their own: whom its actions let, from where, and what they ask.
import {beforeEach, describe, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Resource} from '../../src/schema/config/config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withVeiculos, veiculos} from '../support/configs.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';

const vistorias: Resource = {
  ...veiculos,
  label: {one: 'Vistoria', many: 'Vistorias'}, route: 'vistoria',
  owner: {empresa: 'idEmpresa', filial: 'idFilial'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa', required: true},
    placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true},
    idAutor: {kind: 'referencia', label: 'Aberta por', to: 'usuarios', readOnly: true},
    conferidaEm: {kind: 'dataHora', label: 'Conferida em', readOnly: true},
    dia: {kind: 'data', label: 'Dia', readOnly: true},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1,
      choices: [
        {id: 1, key: 'nova', name: 'Nova'},
        {id: 2, key: 'parada', name: 'Parada'},
        {id: 3, key: 'feita', name: 'Feita', end: true},
      ],
    },
  },
  list: {columns: ['placa', 'situacao'], sort: ['placa', 'asc']},
  form: {'': ['idEmpresa', 'idFilial', 'placa']},
  access: {
    list: ['adm', 'empresa', 'empresaUsuario'], read: ['adm', 'empresa', 'empresaUsuario'],
    create: ['adm', 'empresaUsuario'], update: ['adm'], delete: [],
  },
  scope: {adm: ['tudo'], empresa: ['empresa'], empresaUsuario: ['empresa', 'filiais']},
  status: 'situacao',
  people: {solicitante: {field: 'idAutor', stamps: 'create', reason: 'Somente quem abriu a vistoria pode fazer isto.'}},
  actions: {
    parar: {
      label: 'Parar', call: 'PUT vistorias/:id/parar/:idUsuario', from: {nova: ['adm', 'empresaUsuario:solicitante']}, to: 'parada',
      asks: {motivo: {kind: 'texto', label: 'Motivo', maxLength: 20, required: true}}, success: 'Parada!', places: ['menu'],
    },
    conferir: {
      label: 'Conferir', call: 'PUT vistorias/:id/conferir', from: {nova: ['adm']}, sets: {conferidaEm: 'agora', dia: 'agora'},
      success: 'Conferida!', places: ['menu'],
    },
    concluir: {
      label: 'Concluir', call: 'PUT vistorias/:id/concluir', from: {'*': ['adm']}, to: 'feita', success: 'Feita!', places: ['menu'],
    },
  },
};
const config = {...withVeiculos, resources: {...withVeiculos.resources, vistorias}};

const server = beforeTests(() => openTestApp({config}));
let place: {idEmpresa: number; idFilial: number};
let ana: SeedUser;
let bia: SeedUser;
/** Of the same company, and linked to another branch of it. */
let caio: SeedUser;
let id: number;
beforeEach(async () => {
  await server.reset();
  const {idEmpresa, id: idFilial} = await server.seed.filial();
  place = {idEmpresa, idFilial};
  const other = await server.seed.filial({idEmpresa});
  const make = (filial: number) => server.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [filial]});
  [ana, bia, caio] = [await make(idFilial), await make(idFilial), await make(other.id)];
  ({body: {id}} = await server.api(ana, 'POST vistorias', {body: {...place, placa: 'ABC1D23'}}));
});
const act = (
  who: {id: number; token: string}, action: 'parar' | 'concluir' | 'conferir',
  {idUsuario = who.id, ...body}: Record<string, unknown> = {},
) =>
  server.api(who, vistorias.actions![action]!.call, {params: {id, idUsuario}, body});
const motivo = 'Falta o laudo.';

describe('whom an action lets', () => {
  it('is its author where it says so, and nobody else', async () => {
    expect(await act(bia, 'parar', {motivo})).toAnswer(403, {message: 'Somente quem abriu a vistoria pode fazer isto.'});
    expect(await act(ana, 'parar', {motivo})).toAnswer(200, {situacao: 2});
  });

  it('is whoever calls: the path names nobody else', async () => {
    expect(await act(ana, 'parar', {motivo, idUsuario: bia.id})).toAnswer(403);
  });

  it('reaches the record: another branch of the same company is not there', async () => {
    expect(await act(caio, 'parar', {motivo})).toAnswer(404);
    expect((await server.api(caio, 'GET vistorias')).body).toEqual([]);
    expect((await server.api(bia, 'GET vistorias')).body).toHaveLength(1);
  });
});

describe('from where an action leads', () => {
  it('is one of the statuses it names', async () => {
    await act(server.adm, 'parar', {motivo});
    expect(await act(server.adm, 'parar', {motivo})).toAnswer(400, {codigo: 'CONFLITO', message: 'Vistoria já está em Parada.'});
  });

  it('is any but an end, where it says *', async () => {
    await act(server.adm, 'parar', {motivo});
    expect(await act(server.adm, 'concluir')).toAnswer(200, {situacao: 3});
    expect(await act(server.adm, 'concluir')).toAnswer(400, {message: 'Vistoria já está em Feita.'});
  });
});

describe('what an action asks', () => {
  it('is demanded, and limited as a field is', async () => {
    for (const [wrong, mensagem] of [['', 'Esse campo é obrigatório.'], ['x'.repeat(21), 'Limite de 20 caracteres excedido.']]) {
      expect(await act(ana, 'parar', {motivo: wrong})).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'motivo', mensagem}]});
    }
    expect((await server.api(ana, 'GET vistorias/:id', {params: {id}})).body).toMatchObject({situacao: 1});
  });

  it('is in the history', async () => {
    await act(ana, 'parar', {motivo});
    const {body} = await server.api(server.adm, 'GET vistorias/:id/historico', {params: {id}});
    expect(body[0]).toMatchObject({acao: 'Parar'});
    expect(body[0].campos).toContainEqual({campo: 'motivo', rotulo: 'Motivo', antes: '', depois: motivo});
  });
});

it('sets the instant and the day of the action', async () => {
  const {body} = await act(server.adm, 'conferir');
  expect(Date.now() - new Date(body.conferidaEm).getTime()).toBeLessThan(60_000);
  expect(body.dia).toBe(dayFromToday(0));
  expect(checkConfig(structuredClone(config))).toEqual([]);
});
