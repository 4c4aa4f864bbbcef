import {expect, it, vi} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import {makeDataProvider} from '../../src/portal/api/providers/dataProvider.ts';
import {fakeApi} from './support/api.ts';
import {product, sessionOf} from './support/world.tsx';

const provider = makeDataProvider(product, () => sessionOf('empresa'));
const list = {pagination: {page: 2, perPage: 20}, sort: {field: 'razaoSocial', order: 'ASC' as const}, filter: {}};

it('reads total and registros, and sends page, filters by their parameters and who asks', async () => {
  const api = fakeApi({'GET empresas': {total: 41, registros: [{id: 7, razaoSocial: 'Vale'}]}});
  const answer = await provider.getList('empresas', {...list, filter: {razaoSocial: 'vale'}});
  expect(answer).toMatchObject({total: 41, data: [{id: 7, razaoSocial: 'Vale'}]});
  expect(Object.fromEntries(api.calls[0]!.query)).toEqual({page: '2', nome: 'vale', cnpj: '', idPerfilLogado: '2', idUsuarioLogado: '10'});
});

it('sends sort only when it is not the list’s own', async () => {
  const api = fakeApi({'GET empresas': {total: 0, registros: []}});
  await provider.getList('empresas', {...list, sort: {field: 'cnpj', order: 'DESC'}});
  expect(api.calls[0]!.query.get('sort')).toBe('cnpj');
  expect(api.calls[0]!.query.get('order')).toBe('desc');
});

it('takes the total of an array from X-Total-Count', async () => {
  fakeApi({'GET usuarios': () => Response.json([{id: 1, nome: 'Ana'}], {headers: {'X-Total-Count': '33'}})});
  expect(await provider.getList('usuarios', {...list, sort: {field: 'nome', order: 'ASC'}}))
    .toMatchObject({total: 33, data: [{id: 1, nome: 'Ana'}]});
});

it('puts what is empty last in an array that came whole, in both directions', async () => {
  fakeApi({'GET usuarios': [{id: 1, nome: ''}, {id: 2, nome: 'Bia'}, {id: 3, nome: null}, {id: 4, nome: 'Ana'}, {id: 5, nome: 'Bia'}]});
  const ids = async (order: 'ASC' | 'DESC') => {
    const {data} = await provider.getList('usuarios', {pagination: {page: 1, perPage: 20}, filter: {}, sort: {field: 'nome', order}});
    return data.map(({id}) => id);
  };
  expect(await ids('ASC')).toEqual([4, 2, 5, 1, 3]);
  expect(await ids('DESC')).toEqual([5, 2, 4, 3, 1]);
});

it('sorts and pages an array that came whole', async () => {
  fakeApi({'GET usuarios': Array.from({length: 25}, (_, index) => ({id: index, nome: `N${String(25 - index).padStart(2, '0')}`}))});
  const {data, total} = await provider.getList('usuarios', {...list, sort: {field: 'nome', order: 'ASC'}});
  expect(total).toBe(25);
  expect(data.map(row => row.nome)).toEqual(['N21', 'N22', 'N23', 'N24', 'N25']);
});

it('asks for every child without a page', async () => {
  const api = fakeApi({'GET filial': {registros: [{id: 3, descricao: 'Matriz'}]}});
  const answer = await provider.getManyReference('filiais', {...list, target: 'idEmpresa', id: 9, meta: {all: true}});
  expect(answer.data).toHaveLength(1);
  expect(api.calls[0]!.query.get('idEmpresa')).toBe('9');
  expect(api.calls[0]!.query.has('page')).toBe(false);
});

it('updates a user by POST, with bare values, only what may be written, and the version', async () => {
  const api = fakeApi({'POST usuarios': {id: 5, versao: 3}});
  const previousData = {id: 5, versao: 2, nome: 'Ana', ativo: true};
  const {data} = await provider.update('usuarios', {
    id: 5, previousData, data: {...previousData, nome: ' Ana Maria ', codigoExterno: null, idEmpresa: null, senha: ''},
  });
  expect(api.calls[0]!.body).toEqual({id: 5, versao: 2, nome: 'Ana Maria', codigoExterno: '', idEmpresa: 0, senha: ''});
  expect(data).toMatchObject({id: 5, versao: 3, ativo: true});
});

it('creates with id 0 and takes masks off', async () => {
  const api = fakeApi({'POST empresas': {id: 12}});
  const {data} = await provider.create('empresas', {data: {razaoSocial: 'Vale', cnpj: '11.222.333/0001-81', telefone: '(62) 3221-0000'}});
  expect(api.calls[0]!.body).toEqual({id: 0, razaoSocial: 'Vale', cnpj: '11222333000181', telefone: '6232210000'});
  expect(data.id).toBe(12);
});

it('names many companies with one combo, and records without one by one', async () => {
  const api = fakeApi({
    'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Vale'}, {id: 2, razaoSocial: 'Serra'}, {id: 3, razaoSocial: 'Mar'}],
    'GET filial/4': {id: 4, descricao: 'Matriz'},
  });
  expect((await provider.getMany('empresas', {ids: [1, 3]})).data.map(row => row.razaoSocial)).toEqual(['Vale', 'Mar']);
  // 5 is out of reach: the others still have their names.
  expect((await provider.getMany('filiais', {ids: [4, 5]})).data).toEqual([{id: 4, descricao: 'Matriz'}]);
  expect(api.to('GET empresas/listarCombo')).toHaveLength(1);
});

it('names what was deleted by the call that does, where there is one, and asks for nothing else by it', async () => {
  const api = fakeApi({
    'GET filial/4': {id: 4, descricao: 'Matriz'}, 'GET filial/nomes': [{id: 5, descricao: 'Fechada'}],
    'GET empresas/listarCombo': [],
  });
  const named = async (name: string, ids: number[]) => (await provider.getMany(name, {ids})).data;
  expect(await named('filiais', [4, 5])).toEqual([{id: 4, descricao: 'Matriz'}, {id: 5, descricao: 'Fechada'}]);
  expect(api.to('GET filial/nomes').map(({query}) => query.get('id'))).toEqual(['5']);
  expect(await named('filiais', [4])).toHaveLength(1);
  // Nobody deletes a company.
  expect(await named('empresas', [9])).toEqual([]);
  expect(api.calls.filter(({path}) => path.endsWith('/nomes'))).toHaveLength(1);
});

it('deletes, whatever the answer’s body', async () => {
  fakeApi({'DELETE filial/4': () => new Response('')});
  expect((await provider.delete('filiais', {id: 4, previousData: {id: 4, descricao: 'Matriz'}})).data)
    .toEqual({id: 4, descricao: 'Matriz'});
});

it('gives a request up with its signal', async () => {
  expect(provider.supportAbortSignal).toBe(true);
  vi.stubGlobal('fetch', (_url: string, {signal}: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as DOMException));
    }));
  const leaving = new AbortController();
  const asked = provider.getList('empresas', {...list, signal: leaving.signal});
  leaving.abort();
  await expect(asked).rejects.toHaveProperty('name', 'AbortError');
});

it('speaks react-admin’s own dialect to a resource that declares none', async () => {
  const {api: _api, ...livros} = product.resources['empresas']!;
  const config: Config = {...product, resources: {livros}};
  const rest = makeDataProvider(config, () => undefined);
  const api = fakeApi({
    'GET livros': () => Response.json([{id: 1}], {headers: {'Content-Range': 'livros 0-0/14'}}),
    'PUT livros/1': {id: 1, razaoSocial: 'B'},
  });
  expect(await rest.getList('livros', {...list, pagination: {page: 1, perPage: 20}})).toMatchObject({total: 14, data: [{id: 1}]});
  expect(api.calls[0]!.query.get('range')).toBe('[0,19]');
  await rest.update('livros', {id: 1, data: {razaoSocial: ' B ', ativo: true, versao: 4}, previousData: {id: 1}});
  expect(api.calls[1]!.body).toEqual({id: 1, razaoSocial: 'B', versao: 4});
});
