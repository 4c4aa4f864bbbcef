// What selects offer, narrowed: by a text, so many at most, by what is chosen already (rules: Lists 12).
import {sql} from 'kysely';
import {beforeAll, describe, expect, it, test} from 'vitest';
import type {Endpoint, Resource} from '../../src/schema/shapes/config.ts';
import {MAX_OPTIONS} from '../../src/schema/lists/options.ts';
import {optionsStatement} from '../../src/server/lists/options/options.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(() => openTestApp({config: acceptance}));
let manager: SeedUser;
let ids: Record<string, number>;
beforeAll(async () => {
  manager = await server.seed.usuario({perfil: 'empresa'});
  ids = {};
  for (const razaoSocial of ['Zé João', 'JOAO Alves', 'João 50%', 'Maria', 'Ana joão', 'João 500']) {
    ids[razaoSocial] = (await server.seed.empresa({razaoSocial})).id;
  }
});

type Query = Record<string, string | number>;
const asked = async (query: Query | string, token = server.adm.token, call: Endpoint = 'GET empresas/listarCombo') => {
  const [, path = ''] = call.split(' ');
  const text = typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString();
  const request = {url: `/api/${path}?${text}`, headers: {authorization: `Bearer ${token}`}};
  const {statusCode, payload, headers} = await server.app.inject(request);
  return {status: statusCode, body: JSON.parse(payload), total: headers['x-total-count']};
};
const namesOf = async (query: Query | string, token?: string): Promise<string[]> =>
  (await asked(query, token)).body.map((row: {razaoSocial: string}) => row.razaoSocial);

describe('a text', () => {
  it('is contained, without case and accents; what begins with it comes first, each by name', async () => {
    const found = ['João 50%', 'João 500', 'JOAO Alves', 'Ana joão', 'Zé João'];
    for (const texto of ['joao', 'JOÃO', '  joa\u0303o ']) expect(await namesOf({texto})).toEqual(found);
  });
  it('means its signs themselves', async () => {
    expect(await namesOf({texto: '50%'})).toEqual(['João 50%']);
    expect(await namesOf({texto: 'jo_o'})).toEqual([]);
  });
  it('that is empty is none', async () => {
    expect(await namesOf({texto: '', pageSize: '', id: ''})).toEqual(await namesOf({}));
    expect(await namesOf({texto: '  '})).toHaveLength(7);
  });
  it('finds nothing out of reach', async () => {
    expect(await namesOf({texto: 'joao'}, manager.token)).toEqual([]);
    expect(await namesOf({id: ids['Maria']!}, manager.token)).toEqual([]);
  });
  it('finds rows as they are without it', async () => {
    expect((await asked({texto: 'maria'})).body).toEqual([{id: ids['Maria'], razaoSocial: 'Maria', ativo: true}]);
  });
});

it('says how many there are where all of them came, as a fixed list does', async () => {
  expect(await asked({})).toMatchObject({body: {length: 7}, total: '7'});
  expect(await asked({pageSize: 7})).toMatchObject({body: {length: 7}, total: undefined});
  const {body, total} = await asked({}, manager.token, 'GET tickets/lista-fixa-transgenia/');
  expect([total, body.length > 0]).toEqual([String(body.length), true]);
});

it('answers so many at most, the best', async () => {
  expect(await namesOf({texto: 'joao', pageSize: 4})).toEqual(['João 50%', 'João 500', 'JOAO Alves', 'Ana joão']);
  expect(await namesOf({pageSize: 1})).toEqual(['Ana joão']);
  expect(await namesOf({pageSize: MAX_OPTIONS})).toHaveLength(7);
});

it('names what is chosen: one, several repeated or in a list, by name', async () => {
  const {Maria, 'Zé João': ze, 'Ana joão': ana} = ids;
  expect(await namesOf(`id=${Maria}`)).toEqual(['Maria']);
  expect(await namesOf(`id=${ze}&id=${Maria}`)).toEqual(['Maria', 'Zé João']);
  expect(await namesOf(`id=${ze},${Maria},${Maria},0,2147483647`)).toEqual(['Maria', 'Zé João']);
  expect(await namesOf(`id=${ze},${Maria},${ana}&texto=joao&pageSize=1`)).toEqual(['Ana joão']);
});

it.each([
  ['texto', 'texto=a&texto=b', 'Parâmetro inválido: texto.'],
  ['texto', `texto=${'x'.repeat(101)}`, 'Limite de 100 caracteres excedido.'],
  ['texto', 'texto=%00', 'Parâmetro inválido: texto.'],
  ['pageSize', 'pageSize=0', `pageSize é um número de 1 a ${MAX_OPTIONS}.`],
  ['pageSize', 'pageSize=1001', `pageSize é um número de 1 a ${MAX_OPTIONS}.`],
  ['pageSize', 'pageSize=dez', `pageSize é um número de 1 a ${MAX_OPTIONS}.`],
  ['pageSize', 'pageSize=5&pageSize=5', `pageSize é um número de 1 a ${MAX_OPTIONS}.`],
  ['id', 'id=7,x', 'Parâmetro inválido: id.'],
  ['id', 'id=2147483648', 'Parâmetro inválido: id.'],
  ['id', `id=${Array.from({length: MAX_OPTIONS + 1}, (_, id) => id).join(',')}`, `id aceita até ${MAX_OPTIONS} códigos.`],
])('refuses a wrong %s: %.40s', async (campo, query, mensagem) => {
  expect(await asked(query)).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo, mensagem}]});
});

test('the path narrows as ever', async () => {
  const {id: filial} = await server.seed.filial({idEmpresa: manager.idEmpresa, descricao: 'Doca Sul'});
  await server.seed.filial({descricao: 'Doca Norte'});
  const call: Endpoint = `GET filial/listarCombo/${manager.idEmpresa}/${manager.id}`;
  expect((await asked({texto: 'doca'}, manager.token, call)).body).toEqual([{id: filial, descricao: 'Doca Sul'}]);
  expect((await asked({texto: 'doca'}, server.adm.token, `GET filial/buscar-filiais-empresa/${manager.idEmpresa}/0`)).body)
    .toEqual([{id: filial, descricao: 'Doca Sul', usuarioVinculado: false}]);
});

test('choices of a field are narrowed alike', async () => {
  const choices = async (query: Query) =>
    (await asked(query, manager.token, 'GET statusTickets/listarCombo')).body.map((row: {descricao: string}) => row.descricao);
  expect(await choices({})).toHaveLength(8);
  expect(await choices({texto: 'em'})).toEqual(['Em-Aberto', 'Em-Aprovação', 'Em-Atendimento', 'Em Andamento']);
  expect(await choices({texto: 'APROVACAO', pageSize: 1})).toEqual(['Em-Aprovação']);
  expect(await choices({id: '8,7'})).toEqual(['Finalizado', 'Cancelado']);
});

test('a text can be found by the index of texts', async () => {
  const {context} = server;
  const statement = optionsStatement(
    context, {name: 'empresas', where: () => []}, {...server.adm, perfil: 'adm', nome: '', idPerfil: 1, idEmpresa: null, codigoExterno: ''},
    {text: 'joao', size: 50, ids: undefined},
  );
  const {rows} = await context.db.transaction().execute(async trx => {
    // Among so few rows nothing else would be worth its while.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)`.execute(trx);
    return sql<Record<string, string>>`explain ${statement}`.execute(trx);
  });
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on filtro_empresas_razao_social');
});

describe('names alone', () => {
  const company = {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true} as const;
  const text = {kind: 'texto', label: 'Nome', maxLength: 40, required: true} as const;
  const base = {
    icon: 'item', title: 'nome', owner: {empresa: 'idEmpresa'}, list: {columns: ['nome'], sort: ['nome', 'asc']},
    messages: {created: 'Feito!', updated: 'Feito!', empty: 'Nada.'},
  } as const;
  const centros: Resource = {
    ...base, label: {one: 'Centro', many: 'Centros'}, pageTitle: 'Centro', route: 'centro', form: {'': ['idEmpresa', 'nome']},
    fields: {idEmpresa: company, nome: text, verba: {kind: 'moeda', label: 'Verba'}},
    access: {list: ['adm'], read: ['adm'], create: ['adm'], update: ['adm'], delete: ['adm']}, scope: {adm: ['tudo']},
  };
  const compras: Resource = {
    ...base, label: {one: 'Compra', many: 'Compras'}, pageTitle: 'Compra', route: 'compra', form: {'': ['idEmpresa', 'nome', 'idCentro']},
    fields: {
      idEmpresa: company, nome: text,
      idCentro: {
        kind: 'referencia', label: 'Centro', to: 'centros', within: 'idEmpresa', names: true, shows: {nomeCentro: 'nome'},
        where: {not: {is: {nome: ['Fechado']}}},
      },
    },
    access: {list: ['adm', 'empresa'], read: ['adm', 'empresa'], create: ['empresa'], update: ['empresa'], delete: []},
    scope: {adm: ['tudo'], empresa: ['empresa']}, tells: {update: {adm: '{nome}, de {idCentro}.'}},
  };
  const own = beforeTests(() => openTestApp({config: {...acceptance, resources: {...acceptance.resources, centros, compras}}}));

  it('are offered of the company and taken, though nobody lists what they name; and nothing else is told of it', async () => {
    const {api, seed, adm} = own;
    const buyer = await seed.usuario({perfil: 'empresa'});
    const other = await seed.empresa();
    const {body: {idEmpresa}} = await api(adm, 'GET usuarios/:id', {params: {id: buyer.id}});
    const centro = async (nome: string, of: number): Promise<number> =>
      (await api(adm, 'POST centros', {body: {idEmpresa: of, nome, verba: 100}})).body.id;
    const [obras, fechado] = [await centro('Obras', idEmpresa), await centro('Fechado', idEmpresa)];
    const alheio = await centro('Alheio', other.id);
    const options = (query: Record<string, string>, who: {token: string} = buyer) =>
      api(who, 'GET compras/opcoes', {query: {campo: 'idCentro', ...query}});
    expect((await options({})).body).toEqual([{id: obras, nome: 'Obras'}]);
    expect((await options({texto: 'obr', idEmpresa: String(idEmpresa)})).body).toEqual([{id: obras, nome: 'Obras'}]);
    expect((await options({idEmpresa: String(other.id)})).body).toEqual([]);
    // What is chosen already keeps its name; what is another company's has none.
    expect((await options({id: [fechado, alheio].join(',')})).body).toEqual([{id: fechado, nome: 'Fechado'}]);
    expect((await options({idEmpresa: String(other.id)}, adm)).body).toEqual([{id: alheio, nome: 'Alheio'}]);
    expect(await options({campo: 'idEmpresa'})).toAnswer(400);
    expect(await api(await seed.usuario({perfil: 'fornecedor'}), 'GET compras/opcoes', {query: {campo: 'idCentro'}})).toAnswer(403);
    expect(await api(buyer, 'GET centros')).toAnswer(403);
    const buy = async (idCentro: number) => (await api(buyer, 'POST compras', {body: {nome: 'Cimento', idEmpresa, idCentro}})).status;
    expect([await buy(obras), await buy(fechado), await buy(alheio)]).toEqual([201, 400, 400]);
    expect(await api(adm, 'DELETE centros/:id', {params: {id: obras}})).toAnswer(200);
    expect([(await options({})).body, await buy(obras)]).toEqual([[], 400]);
    // What was deleted is named still: where it is chosen already, and to who would reach it.
    expect((await options({id: [obras, alheio].join(',')})).body).toEqual([{id: obras, nome: 'Obras'}]);
    const named = (who: {token: string}, id: string) => api(who, 'GET centros/nomes', {query: {id}});
    expect((await named(adm, `${obras},${fechado}`)).body).toEqual([{id: fechado, nome: 'Fechado'}, {id: obras, nome: 'Obras'}]);
    expect(await named(buyer, String(obras))).toAnswer(403);
  });

  it('of what was deleted stay in exports, in the history and in notices', async () => {
    const {api, seed, adm, context} = own;
    const buyer = await seed.usuario({perfil: 'empresa'});
    const {body: {idEmpresa}} = await api(adm, 'GET usuarios/:id', {params: {id: buyer.id}});
    const {body: {id: idCentro}} = await api(adm, 'POST centros', {body: {idEmpresa, nome: 'Ponte'}});
    const {body: {id}} = await api(buyer, 'POST compras', {body: {nome: 'Areia', idEmpresa, idCentro}});
    expect(await api(adm, 'DELETE centros/:id', {params: {id: idCentro}})).toAnswer(200);
    expect(await api(buyer, 'PUT compras/:id', {params: {id}, body: {nome: 'Brita'}})).toAnswer(200);
    const {rows} = await sql`select texto from avisos where recurso = 'compras' and id_registro = ${id}`.execute(context.db);
    expect(rows).toEqual([{texto: 'Brita, de Ponte.'}]);
    expect((await api(buyer, 'GET compras/exportar', {query: {formato: 'csv', colunas: 'nome,idCentro'}})).bytes.toString())
      .toContain('\r\nBrita;Ponte\r\n');
    const {body: [, created]} = await api(buyer, 'GET compras/:id/historico', {params: {id}});
    expect(created.campos).toContainEqual(expect.objectContaining({campo: 'idCentro', depois: 'Ponte'}));
  });
});
