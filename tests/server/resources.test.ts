// Every administrative resource of the product through create, list, filter, update: the cases are read from the config.
import {beforeEach, describe, expect, test} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field, Kind} from '../../src/schema/shapes/fields.ts';
import {listFilters} from '../../src/schema/lists/listRequest.ts';
import {isWritable} from '../../src/schema/fields/validate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {newCnpj} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import product from '../../resources.config.ts';

const config: Config = product;
const resources = Object.entries(config.resources).filter(([name]) => name !== 'tickets');

const server = beforeTests(openTestApp);
let n = 0;
beforeEach(() => server.reset());

/** A valid value of each kind, another each time where it can be. */
const samples: Record<Kind, (field: Field) => unknown> = {
  texto: field => `Açúcar ${++n}`.slice(0, 'maxLength' in field ? field.maxLength : 100),
  email: () => `Pessoa${++n}@exemplo.com.br`,
  senha: () => 'segredo-1',
  documento: () => newCnpj(),
  telefone: () => `119${String(++n).padStart(8, '0')}`,
  cep: () => '01310100',
  digitos: () => String(++n),
  numero: () => ++n,
  decimal: () => ++n,
  moeda: () => ++n,
  hora: () => '08:30',
  url: () => `https://exemplo.com.br/${++n}`,
  data: () => '2026-02-28',
  dataHora: () => '2026-02-28T12:00:00.000Z',
  booleano: () => true,
  escolha: field => (field.kind === 'escolha'
    ? field.choices.findLast(choice => choice.offered !== false && choice.profiles === undefined)?.id
    : undefined),
  opcoes: () => [],
  arquivo: () => null,
  lista: () => 'x',
  referencia: () => 0,
  relacionado: () => undefined,
  calculo: () => undefined,
  vinculos: () => [],
};

/** A whole valid body: references to a company, a branch and a template made for it. */
const bodyOf = async (resource: Resource): Promise<Record<string, unknown>> => {
  const {idEmpresa, idFilial, id: idModeloFormulario} = await server.seed.modelo();
  const references: Record<string, number> = {idEmpresa, idFilial, idModeloFormulario};
  return Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => isWritable(field))
      .map(([name, field]) => [name, field.kind === 'referencia' ? references[name] : samples[field.kind](field)]),
  );
};
const rowsOf = (answer: Answer): Record<string, unknown>[] => answer.body.registros ?? answer.body;
const answered = (resource: Resource, body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, resource.fields[name]?.kind === 'senha' ? '' : value]));

describe.each(resources)('%s', (_name, resource) => {
  const {api: calls} = resource;
  const create = async (): Promise<{body: Record<string, unknown>; answer: Answer}> => {
    const body = await bodyOf(resource);
    return {body, answer: await server.api(server.adm, calls!.create!, {body})};
  };
  const list = (query: Record<string, string | number> = {}): Promise<Answer> => server.api(server.adm, calls!.list!, {query});

  test('is created, answered whole with its address, and in the list', async () => {
    const {body, answer} = await create();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({id: expect.any(Number), versao: 1, ...answered(resource, body)});
    expect(answer.headers['location']).toMatch(new RegExp(`^/api/.+/${answer.body.id}$`));
    const listed = await list();
    expect(listed.status).toBe(200);
    const row = rowsOf(listed).find(one => one['id'] === answer.body.id);
    expect(row).toMatchObject(
      answered(resource, Object.fromEntries(resource.list.columns.filter(column => column in body).map(column => [column, body[column]]))),
    );
  });

  test('is changed where the body says so, and keeps the rest', async () => {
    const {body, answer} = await create();
    const [field, declared] = Object.entries(resource.fields).find(([, one]) => isWritable(one) && one.kind === 'texto')!;
    const value = samples.texto(declared);
    const {id} = answer.body;
    const changed = await server.api(server.adm, calls!.update!, {params: {id}, body: {id, [field]: value}});
    expect(changed).toAnswer(200, {...answered(resource, body), id, [field]: value, versao: 2});
  });

  test('a save that changes nothing makes no new version', async () => {
    const {answer} = await create();
    const {id} = answer.body;
    const saved = await server.api(server.adm, calls!.update!, {params: {id}, body: answer.body});
    expect(saved).toAnswer(200, {versao: 1});
  });

  test('of two people who changed the same version, one is told', async () => {
    const {answer} = await create();
    const {id} = answer.body;
    const [field, declared] = Object.entries(resource.fields).find(([, one]) => isWritable(one) && one.kind === 'texto')!;
    const saves = await Promise.all([1, 2].map(() =>
      server.api(server.adm, calls!.update!, {params: {id}, body: {id, versao: 1, [field]: samples.texto(declared)}})));
    expect(saves.map(save => save.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(saves.find(save => save.status === 400)?.body).toMatchObject({
      codigo: 'VERSAO', message: 'Este registro foi alterado por outra pessoa. Recarregue a página.',
    });
    const matched = await server.api(server.adm, calls!.update!, {
      params: {id}, body: {id, [field]: 'Y'}, headers: {'if-match': '"1"'},
    });
    expect(matched.body.codigo).toBe('VERSAO');
  });

  const required = Object.entries(resource.fields).filter(([, field]) => field.required === true).map(([field]) => field);
  test.each(required)('is refused without %s, in the words of the form', async field => {
    const body = await bodyOf(resource);
    const answer = await server.api(server.adm, calls!.create!, {body: {...body, [field]: ''}});
    expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: field, mensagem: 'Esse campo é obrigatório.'}]});
  });

  const limited = Object.entries(resource.fields).flatMap(([field, declared]) =>
    declared.kind === 'texto' && isWritable(declared) ? [[field, declared.maxLength] as const] : []);
  test.each(limited)('takes %s of %i characters and not one more', async (field, maxLength) => {
    const body = await bodyOf(resource);
    const long = await server.api(server.adm, calls!.create!, {body: {...body, [field]: 'ã'.repeat(maxLength + 1)}});
    expect(long).toAnswer(400, {campos: [{campo: field}]});
    const full = await server.api(server.adm, calls!.create!, {body: {...body, [field]: 'ã'.repeat(maxLength)}});
    expect(full.status).toBe(201);
  });

  const unique = Object.entries(resource.fields).filter(([, field]) => field.unique !== undefined).map(([field]) => field);
  test.each(unique)('no two have the same %s, not even in another case', async field => {
    const {body} = await create();
    const again = {
      ...(await bodyOf(resource)),
      ...('idEmpresa' in body ? {idEmpresa: body['idEmpresa']} : {}),
      [field]: String(body[field]).toLowerCase(),
    };
    const answer = await server.api(server.adm, calls!.create!, {body: again});
    const {label, unique} = resource.fields[field]!;
    const message = `${label} já cadastrado${unique === 'empresa' ? ' nesta empresa' : ''}.`;
    expect(answer).toAnswer(400, {codigo: 'CONFLITO', message, campos: [{campo: field, mensagem: message}]});
  });

  const byText = listFilters(resource).filter(({field}) => ['texto', 'email', 'documento', 'telefone'].includes(field.kind));
  test.each(byText.map(({name: field, params}) => [field, params[0] ??
    field] as const))('is found by a part of %s (%s), without case and accents', async (field, param) => {
    const {body, answer} = await create();
    await create();
    const value = String(body[field]);
    const part = value.slice(1, 20).toUpperCase();
    const plain = part.replaceAll('Ç', 'C').replaceAll('Ú', 'U');
    for (const sought of [part, plain]) expect(rowsOf(await list({[param]: sought})).map(row => row['id'])).toEqual([answer.body.id]);
    expect(rowsOf(await list({[param]: '%'}))).toEqual([]);
    expect(await list({[param]: '\\'})).toAnswer(200);
  });

  const byId = listFilters(resource).filter(({field}) => field.kind === 'referencia');
  test.each(byId.map(({name: field, params}) => [field, params[0] ??
    field] as const))('is found by %s; 0 is every one', async (field, param) => {
    const {body, answer} = await create();
    await create();
    expect(rowsOf(await list({[param]: Number(body[field])})).map(row => row['id'])).toContain(answer.body.id);
    expect(rowsOf(await list({[param]: Number(body[field])})).every(row => row[field] === body[field])).toBe(true);
    const all = rowsOf(await list({[param]: 0}));
    expect(new Set(all.map(row => row[field])).size).toBeGreaterThan(1);
    expect(rowsOf(await list({[param]: 999_999}))).toEqual([]);
  });

  test('comes in pages with an exact total, sorted by any column', async () => {
    for (let i = 0; i < 6; i += 1) await create();
    const total = (answer: Answer): number => answer.body.total ?? Number(answer.headers['x-total-count']);
    const first = await list({page: 1, pageSize: 5, sort: 'id', order: 'asc'});
    const second = await list({page: 2, pageSize: 5, sort: 'id', order: 'asc'});
    expect(rowsOf(first)).toHaveLength(5);
    const ids = [...rowsOf(first), ...rowsOf(second)].map(row => Number(row['id']));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
    const beyond = await list({page: 900, pageSize: 5});
    expect([rowsOf(beyond), total(beyond)]).toEqual([[], total(first)]);
    for (const column of resource.list.columns) for (const order of ['asc', 'desc']) expect((await list({
      sort: column, order,
    })).status, column).toBe(200);
  });

  const noIds = ['999999', '0', '-1', 'abc', '99999999999', '1.5', '%00'];
  test.each(calls?.one === undefined ? [] : noIds)('there is none with the id %s', async id => {
    const answer = await server.api(server.adm, calls!.one!.replace(':id', id) as 'GET x');
    expect(answer.status).toBeOneOf([400, 404]);
    expect(answer.body.message).toBeOneOf(['Registro não encontrado.', 'Requisição inválida.']);
  });

  test.each(calls?.delete === undefined ? [] : [calls.delete])('is gone from everywhere once deleted (%s)', async call => {
    const {answer} = await create();
    const {id} = answer.body;
    expect(await server.api(server.adm, call, {params: {id}})).toAnswer(200, {id});
    expect(rowsOf(await list()).map(row => row['id'])).not.toContain(id);
    expect(await server.api(server.adm, call, {params: {id}})).toAnswer(404);
    expect(await server.api(server.adm, calls!.update!, {params: {id}, body: {}})).toAnswer(404);
  });

  // What only sends a mail has tests of its own.
  for (const [actionName, action] of Object.entries(resource.actions ?? {}).filter(([, {sets}]) => sets !== undefined)) {
    test(`${actionName} sets what it declares, and again changes nothing`, async () => {
      const {answer} = await create();
      const {id} = answer.body;
      for (const [other, reverse] of Object.entries(resource.actions ?? {})) if (other !== actionName) {
        await server.api(server.adm, reverse.call, {params: {id}});
      }
      const first = await server.api(server.adm, action.call, {params: {id}});
      expect(first).toAnswer(200, {id, ...action.sets});
      const second = await server.api(server.adm, action.call, {params: {id}});
      expect(second).toAnswer(200, {versao: first.body.versao});
    });
  }
});

test('history tells who changed what, from what, to what', async () => {
  const {api, adm, seed, context} = server;
  const {id} = await seed.empresa({razaoSocial: 'Antes'});
  await api(adm, 'PUT empresas/:id', {params: {id}, body: {razaoSocial: 'Depois'}});
  await api(adm, 'PUT empresas/inativar/:id', {params: {id}});
  const rows = await context.db.selectFrom('historico').selectAll().where('recurso', '=', 'empresas').where('id_registro', '=', id)
    .orderBy('id').execute();
  expect(rows).toMatchObject([
    {acao: 'criar', id_usuario: adm.id, antes: null, depois: {razaoSocial: 'Antes'}},
    {acao: 'alterar', antes: {razaoSocial: 'Antes'}, depois: {razaoSocial: 'Depois'}},
    {acao: 'inativar', antes: {ativo: true}, depois: {ativo: false}},
  ]);
});

test('a masked document and telephone are stored and answered bare', async () => {
  const answer = await server.api(server.adm, 'POST empresas', {
    body: {razaoSocial: 'Sol', cnpj: '11.222.333/0001-81', email: 'a@b.test', telefone: '(11) 98888-7777'},
  });
  expect(answer.body).toMatchObject({cnpj: '11222333000181', telefone: '11988887777'});
  const found = await server.api(server.adm, 'GET empresas', {query: {cnpj: '11.222.333/0001'}});
  expect(found.body.total).toBe(1);
});

test('what is sent beside the filters is ignored, and a parameter sent twice is refused', async () => {
  const {api, adm} = server;
  expect(await api(adm, 'GET empresas', {query: {idPerfilLogado: 5, idUsuarioLogado: 99}})).toAnswer(200);
  expect(await api(adm, 'GET empresas?nome=a&nome=b')).toAnswer(400);
});

test('an item goes to the end of its template unless it says where', async () => {
  const {api, adm, seed} = server;
  const {id, itens} = await seed.modelo({itens: [{descricao: 'Um', tipoCampo: 'texto'}, {descricao: 'Dois', tipoCampo: 'texto'}]});
  await api(adm, 'PUT modelosFormularioItem/:id', {params: {id: itens[1]!.id}, body: {ordem: 0}});
  const listed = await api(adm, 'GET modelosFormularioItem', {query: {idModeloFormulario: id}});
  expect(listed.body.map((row: {descricao: string}) => row.descricao)).toEqual(['Dois', 'Um']);
});

describe('what is inactive', () => {
  test('is told by the combo of companies, which still offers it: a record in it is accepted', async () => {
    const {api, adm, seed} = server;
    const {id: on} = await seed.empresa({razaoSocial: 'Aurora'});
    const {id: off} = await seed.empresa({razaoSocial: 'Boreal'});
    await api(adm, 'PUT empresas/inativar/:id', {params: {id: off}});
    const {body} = await api(adm, 'GET empresas/listarCombo');
    expect(body.filter(({id}: {id: number}) => id === on || id === off))
      .toEqual([{id: on, razaoSocial: 'Aurora', ativo: true}, {id: off, razaoSocial: 'Boreal', ativo: false}]);
    expect(await seed.filial({idEmpresa: off})).toMatchObject({idEmpresa: off});
    expect(await seed.fornecedor({idEmpresa: off})).toMatchObject({idEmpresa: off});
  });

  test.each([
    ['empresas', 'ativo', 'true', 'false'],
    ['usuarios', 'ativo', 'true', 'false'],
    ['fornecedores', 'status', '1', '0'],
  ] as const)(
    'of %s is listed alone, apart, or with the rest where %s is not named', async (name, param, on, off) => {
      const {api, adm, seed} = server;
      const make = (): Promise<{id: number}> =>
        (name === 'usuarios' ? seed.usuario({perfil: 'empresa'}) : name === 'empresas' ? seed.empresa() : seed.fornecedor());
      const [{id: active}, {id: inactive}] = [await make(), await make()];
      const {list} = config.resources[name]!.api!;
      await api(adm, config.resources[name]!.actions!['inativar']!.call, {params: {id: inactive}});
      const found = async (query: Record<string, string>) => {
        const {body} = await api(adm, list!, {query});
        return ((body.registros ?? body) as {id: number}[]).map(({id}) => id).filter(id => id === active || id === inactive)
          .toSorted((a, b) => a - b);
      };
      expect(await found({[param]: off})).toEqual([inactive]);
      expect(await found({[param]: on})).toEqual([active]);
      expect(await found({})).toEqual([active, inactive]);
      expect(await found({[param]: ''})).toEqual([active, inactive]);
      expect(await api(adm, list!, {query: {[param]: 'talvez'}})).toAnswer(400);
    },
  );
});
