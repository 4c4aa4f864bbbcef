// Numbers that nobody types: right at once wherever they are read, whoever writes what they follow from, and however many do.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import product from '../../resources.config.ts';
import {checkConfig} from '../../src/schema/check.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Fields} from '../../src/schema/shapes/fields.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {emptyDatabase} from '../support/database.ts';
import {listenTo} from '../support/eventStream.ts';
import {openTestApp} from '../support/server.ts';

const base: Config = product;
const all = ['adm'];
const whole = {
  icon: 'item', title: 'nome', access: {list: all, read: all, create: all, update: all, delete: all}, scope: {adm: ['tudo']},
  messages: {created: 'Feito!', updated: 'Mudado!', empty: 'Nada.'},
} as const;
const nome = {kind: 'texto', label: 'Nome', maxLength: 40} as const;
const resourceOf = (one: string, fields: Fields, more: Partial<Resource> = {}): Resource => ({
  ...whole, label: {one, many: `${one}s`}, pageTitle: one, route: one.toLowerCase(), fields: {nome, ...fields}, form: {'': ['nome']},
  list: {columns: ['nome'], sort: ['id', 'asc']}, ...more,
});
const CLIENTE = {
  idMatriz: {kind: 'referencia', label: 'Matriz', to: 'clientes'},
  filiais: {kind: 'calculo', label: 'Filiais', count: true, of: 'clientes', by: 'idMatriz'},
  gasto: {kind: 'calculo', label: 'Gasto', sum: 'total', of: 'ordens', by: 'idCliente', money: true},
  maior: {kind: 'calculo', label: 'Maior', max: 'total', of: 'ordens', by: 'idCliente', money: true},
} as const;
const ORDEM = {
  idCliente: {kind: 'referencia', label: 'Cliente', to: 'clientes'},
  limite: {kind: 'moeda', label: 'Limite', default: 100},
  fechada: {kind: 'booleano', label: 'Fechada'},
  total: {kind: 'calculo', label: 'Total', sum: 'total', of: 'itens', by: 'idOrdem', money: true},
  itens: {kind: 'calculo', label: 'Itens', count: true, of: 'itens', by: 'idOrdem'},
  menor: {kind: 'calculo', label: 'Menor', min: 'quantidade', of: 'itens', by: 'idOrdem', decimals: 3},
  saldo: {kind: 'calculo', label: 'Saldo', difference: ['limite', 'total'], money: true},
} as const;
const ITEM = {
  idOrdem: {kind: 'referencia', label: 'Ordem', to: 'ordens', required: true},
  quantidade: {kind: 'decimal', label: 'Quantidade', decimals: 3}, preco: {kind: 'moeda', label: 'Preço'},
  total: {kind: 'calculo', label: 'Total', product: ['quantidade', 'preco'], money: true},
} as const;
const DEPOSITO = {
  saidas: {kind: 'calculo', label: 'Saídas', sum: 'quantidade', of: 'movimentos', by: 'idOrigem'},
  entradas: {kind: 'calculo', label: 'Entradas', sum: 'quantidade', of: 'movimentos', by: 'idDestino'},
  menor: {kind: 'calculo', label: 'Menor', min: 'quantidade', of: 'movimentos', by: 'idDestino'},
  feitos: {kind: 'calculo', label: 'Feitos', count: true, of: 'movimentos', by: 'idOrigem'},
} as const;
const MOVIMENTO = {
  idOrigem: {kind: 'referencia', label: 'Origem', to: 'depositos'},
  idDestino: {kind: 'referencia', label: 'Destino', to: 'depositos'},
  origem: {kind: 'relacionado', label: 'Origem', through: 'idOrigem', field: 'nome'}, quantidade: {kind: 'decimal', label: 'Quantidade'},
} as const;
const configOf = (item: Fields, ordem: Fields): Config => ({...base, resources: {
  ...base.resources,
  clientes: resourceOf('Cliente', CLIENTE, {rules: {
    nome: [{not: {compare: ['gasto', '>', 9000]}, reason: 'Gasta demais.'}],
    idMatriz: [{not: {compare: ['filiais', '>', 2]}, reason: 'Tem filiais demais.'}],
  }}),
  ordens: resourceOf('Ordem', ordem, {
    owner: {}, conditions: {aberta: {is: {fechada: [false]}, reason: 'Está fechada.'}},
    list: {columns: ['nome', 'total', 'itens', 'saldo'], filters: {total: {}, saldo: {}}, sort: ['total', 'desc']},
    rules: {
      limite: [{not: {compare: ['saldo', '<', -1000]}, reason: 'Passa muito do limite.'}],
      fechada: [{any: ['aberta', {compare: ['itens', '>', 0]}], reason: 'Não há o que fechar.'}],
    },
    children: {itens: {by: 'idOrdem', label: 'Ver Itens', title: 'Itens de {nome}'}},
  }),
  itens: resourceOf('Item', item, {
    owner: {through: 'idOrdem'}, conditions: {ordemAberta: {through: {idOrdem: 'aberta'}, reason: 'A ordem está fechada.'}},
    access: {...whole.access, create: ['adm:ordemAberta']},
    rules: {preco: [{not: {compare: ['total', '>', 5000]}, reason: 'É caro demais.'}]},
  }),
  depositos: resourceOf('Depósito', DEPOSITO, {
    route: 'deposito', rules: {nome: [{not: {compare: ['entradas', '>', 1000]}, reason: 'Está cheio.'}]},
    conditions: {nomeado: {filled: 'nome', reason: 'Não tem nome.'}},
  }),
  movimentos: resourceOf('Movimento', MOVIMENTO, {rules: {
    idOrigem: [{filled: 'origem', reason: 'Não tem nome.'}], idDestino: [{through: {idDestino: 'nomeado'}, reason: 'Não tem nome.'}],
  }}),
}});
const config = configOf(ITEM, ORDEM);

const server = beforeTests(() => openTestApp({config}));
beforeEach(() => server.reset());

const {api} = {api: (...args: Parameters<typeof server.api>) => server.api(...args)};
const made = async (name: string, body: object): Promise<number> => {
  const answer = await api(server.adm, `POST ${name}`, {body});
  expect(answer).toAnswer(201);
  return answer.body.id as number;
};
const read = async (name: string, id: number): Promise<Record<string, unknown>> =>
  (await api(server.adm, `GET ${name}/:id`, {params: {id}})).body;
const change = (name: string, id: number, body: object) => api(server.adm, `PUT ${name}/:id`, {params: {id}, body});
const item = (idOrdem: number, quantidade: number | null, preco = 10) => made('itens', {nome: 'Item', idOrdem, quantidade, preco});

it('the config can be started with', () => {
  expect(checkConfig(config)).toEqual([]);
});

describe('of a child', () => {
  it('are right at once, whatever becomes of it, and as far up as they are summed', async () => {
    const idCliente = await made('clientes', {nome: 'Ana'});
    const [ordem, outra] = [await made('ordens', {nome: 'Um', idCliente}), await made('ordens', {nome: 'Dois', idCliente})];
    expect(await read('ordens', ordem)).toMatchObject({total: 0, itens: 0, menor: null, saldo: 100});
    const first = await item(ordem, 1.5);
    await item(ordem, 0.125, 0.1);
    await item(ordem, null);
    expect(await read('ordens', ordem)).toMatchObject({total: 15.01, itens: 3, menor: 0.125, saldo: 84.99, versao: 1});
    expect(await read('clientes', idCliente)).toMatchObject({gasto: 15.01, maior: 15.01});
    expect(await change('itens', first, {quantidade: 20})).toAnswer(200, {total: 200});
    expect(await read('ordens', ordem)).toMatchObject({total: 200.01, itens: 3, saldo: -100.01});
    expect(await change('itens', first, {idOrdem: outra})).toAnswer(200);
    expect(await read('ordens', ordem)).toMatchObject({total: 0.01, itens: 2, menor: 0.125});
    expect(await read('ordens', outra)).toMatchObject({total: 200, itens: 1, menor: 20});
    expect(await read('clientes', idCliente)).toMatchObject({gasto: 200.01, maior: 200});
    expect(await api(server.adm, 'DELETE itens/:id', {params: {id: first}})).toAnswer(200);
    expect(await read('ordens', outra)).toMatchObject({total: 0, itens: 0, menor: null});
    expect(await api(server.adm, 'DELETE ordens/:id', {params: {id: ordem}})).toAnswer(200);
    expect(await read('clientes', idCliente)).toMatchObject({gasto: 0, maior: 0});
  });

  it('are those of its own resource too', async () => {
    const [matriz, outra] = [await made('clientes', {nome: 'Ana'}), await made('clientes', {nome: 'Rui'})];
    const filial = await made('clientes', {nome: 'Ana Sul', idMatriz: matriz});
    await made('clientes', {nome: 'Ana Norte', idMatriz: matriz});
    expect(await read('clientes', matriz)).toMatchObject({filiais: 2});
    expect(await change('clientes', matriz, {idMatriz: filial})).toAnswer(200);
    expect(await change('clientes', matriz, {idMatriz: null})).toAnswer(200);
    await made('clientes', {nome: 'Rui Sul', idMatriz: outra});
    expect(await change('clientes', filial, {idMatriz: outra})).toAnswer(200);
    const third = {nome: 'Ana Leste', idMatriz: outra};
    expect(await api(server.adm, 'POST clientes', {body: third})).toAnswer(400, {message: 'Matriz (Cliente): Tem filiais demais.'});
    expect([await read('clientes', matriz), await read('clientes', outra)]).toMatchObject([{filiais: 1}, {filiais: 2}]);
  });

  it('find, order and fill a list and its export', async () => {
    const ids: number[] = [];
    for (const [quantidade] of [[1], [3], [2]]) {
      ids.push(await made('ordens', {nome: `De ${quantidade}`}));
      await item(ids.at(-1)!, quantidade!);
    }
    const listed = async (query: Record<string, unknown>): Promise<unknown[]> => {
      const said = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]));
      return (await api(server.adm, 'GET ordens', {query: said})).body.map((row: {total: number}) => row.total);
    };
    expect(await listed({})).toEqual([30, 20, 10]);
    expect(await listed({sort: ['saldo', 'ASC']})).toEqual([30, 20, 10]);
    expect(await listed({filter: {total: {from: 20}}})).toEqual([30, 20]);
    expect(await listed({filter: {saldo: 90}})).toEqual([10]);
    const {bytes} = await api(server.adm, 'GET ordens/exportar', {query: {formato: 'csv', colunas: 'nome,total,itens,saldo'}});
    expect(bytes.toString()).toContain('De 3;R$ 30,00;1;R$ 70,00');
  });

  it('no writer can forget them: nor who writes many rows at once, past the server', async () => {
    const {db} = server.context;
    const [one, two] = [await made('ordens', {nome: 'Um'}), await made('ordens', {nome: 'Dois'})];
    const expectTrue = async () => {
      const {rows} = await sql<{apart: number}>`select count(*)::integer as apart from ordens o left join lateral (
        select coalesce(sum(total), 0) as total, count(*) as itens, min(quantidade) as menor from itens
        where id_ordem = o.id and data_exclusao is null) i on true
        where (o.total, o.itens, o.menor) is distinct from (i.total, i.itens, i.menor)`.execute(db);
      expect(rows).toEqual([{apart: 0}]);
    };
    await sql`insert into itens (id_ordem, quantidade, preco) select case when n % 3 > 0 then ${one}::integer else ${two}::integer end, n, n
      from generate_series(1, 90) n`.execute(db);
    await expectTrue();
    await sql`update itens set id_ordem = ${one + two}::integer - id_ordem, quantidade = quantidade + 1 where quantidade > 10`.execute(db);
    await expectTrue();
    await sql`update itens set data_exclusao = now() where quantidade < 20`.execute(db);
    await expectTrue();
    await sql`update itens set id_ordem = null where quantidade between 20 and 30`.execute(db);
    await sql`delete from itens where quantidade > 60`.execute(db);
    await expectTrue();
    await sql`truncate itens`.execute(db);
    await expectTrue();
    expect(await read('ordens', one)).toMatchObject({total: 0, itens: 0, menor: null});
  });

  it('nothing is lost where many write at once, on two servers, and nobody waits for who waits for them', async () => {
    const twin = await server.second();
    onTestFinished(() => twin.close());
    const idCliente = await made('clientes', {nome: 'Ana'});
    const limite = 9000;
    const ordens = [await made('ordens', {nome: 'Um', idCliente, limite}), await made('ordens', {nome: 'Dois', idCliente, limite})];
    const ids = await Promise.all(Array.from({length: 12}, (_, n) => item(ordens[n % 2]!, n + 1)));
    const doings = Array.from({length: 60}, (_, n) => {
      const {api: own} = n % 2 === 0 ? server : twin;
      const [id, idOrdem] = [ids[n % ids.length]!, ordens[n % 3 % 2]!];
      if (n % 5 === 0) return own(server.adm, 'POST itens', {body: {nome: 'Novo', idOrdem, quantidade: n, preco: 1.01}});
      if (n % 5 === 1) return own(server.adm, 'DELETE itens/:id', {params: {id}});
      if (n % 5 === 2) return own(server.adm, 'PUT ordens/:id', {params: {id: idOrdem}, body: {limite: 100 + n}});
      return own(server.adm, 'PUT itens/:id', {params: {id}, body: n % 2 === 0 ? {quantidade: n / 8} : {idOrdem}});
    });
    for (const {status} of await Promise.all(doings)) expect(status).toBeOneOf([200, 201, 404]);
    const {rows} = await sql`select o.total - coalesce(sum(i.total), 0) as total, o.itens - count(i.id) as itens,
        o.menor - min(i.quantidade) as menor, o.limite - o.total - o.saldo as saldo
      from ordens o left join itens i on i.id_ordem = o.id and i.data_exclusao is null group by o.id`.execute(server.context.db);
    expect(rows).toEqual(Array.from({length: 2}, () => ({total: 0, itens: 0, menor: 0, saldo: 0})));
    const [one, two] = [await read('ordens', ordens[0]!), await read('ordens', ordens[1]!)];
    const totals = [one['total'] as number, two['total'] as number] as const;
    const gasto = Number((totals[0] + totals[1]).toFixed(2));
    expect(await read('clientes', idCliente)).toMatchObject({gasto, maior: Math.max(...totals)});
  });

  it('nobody waits for who waits for them where one record counts for two of a resource, whichever it names first', async () => {
    const twin = await server.second();
    onTestFinished(() => twin.close());
    const depositos = [await made('depositos', {nome: 'Um'}), await made('depositos', {nome: 'Dois'})];
    const moves = Array.from({length: 60}, (_, n) => ({idOrigem: depositos[n % 2]!, idDestino: depositos[(n + 1) % 2]!, quantidade: 1}));
    const called = await Promise.all(moves.map((move, n) =>
      (n % 3 === 0 ? twin : server).api(server.adm, 'POST movimentos', {body: {nome: 'Troca', ...move}})));
    expect(called.map(({status}) => status)).toEqual(moves.map(() => 201));
    await Promise.all(moves.map(({idOrigem, idDestino}, n) =>
      sql`insert into movimentos (id_origem, id_destino, quantidade) values (${idOrigem}, ${idDestino}, ${n + 2})`
        .execute(n % 3 === 0 ? twin.db : server.context.db)));
    // Those of 1, and 2, 4, … 60 or 3, 5, … 61 beside them.
    expect(await read('depositos', depositos[0]!)).toMatchObject({saidas: 960, entradas: 990, menor: 1, feitos: 60});
    await sql`update movimentos set id_destino = id_origem where quantidade > 1`.execute(server.context.db);
    await sql`update movimentos set data_exclusao = now() where quantidade = 1`.execute(server.context.db);
    expect(await read('depositos', depositos[0]!)).toMatchObject({saidas: 930, entradas: 930, menor: 2, feitos: 30});
    expect(await read('depositos', depositos[1]!)).toMatchObject({saidas: 960, entradas: 960, menor: 3, feitos: 30});
  });

  it('whoever looks on at what has them is told, and its history has nothing of it', async () => {
    const idCliente = await made('clientes', {nome: 'Ana'});
    const [ordem, outra] = [await made('ordens', {nome: 'Um', idCliente}), await made('ordens', {nome: 'Dois'})];
    const id = await item(ordem, 1);
    const stream = await listenTo(server.app, server.adm.token);
    onTestFinished(() => stream.leave());
    await change('itens', id, {idOrdem: outra});
    for (const [recurso, one] of [['ordens', ordem], ['ordens', outra], ['clientes', idCliente]] as const) {
      await stream.hears('registro', {recurso, id: one, versao: 1, calculado: true});
    }
    expect((await api(server.adm, 'GET ordens/:id/historico', {params: {id: ordem}})).body).toHaveLength(1);
  });
});

it('rules look at them as they will be', async () => {
  const ordem = await made('ordens', {nome: 'Um', limite: 4000});
  const dear = await api(server.adm, 'POST itens', {body: {nome: 'Caro', idOrdem: ordem, quantidade: 501, preco: 10}});
  expect(dear).toAnswer(400, {campos: [{campo: 'preco', mensagem: 'É caro demais.'}]});
  await item(ordem, 500);
  expect(await change('ordens', ordem, {limite: 3000})).toAnswer(400, {campos: [{campo: 'limite', mensagem: 'Passa muito do limite.'}]});
  expect(await change('ordens', ordem, {limite: 4500})).toAnswer(200, {saldo: -500});
});

describe('the rules of what has them hold whatever becomes of a child', () => {
  const muito = 'Limite (Ordem): Passa muito do limite.';

  it('made, changed, moved and deleted', async () => {
    const [ordem, outra] = [await made('ordens', {nome: 'Um'}), await made('ordens', {nome: 'Dois', limite: 5000})];
    const id = await item(ordem, 100);
    const more = {nome: 'Mais', idOrdem: ordem, quantidade: 20, preco: 10};
    expect(await api(server.adm, 'POST itens', {body: more})).toAnswer(400, {message: muito, campos: [{campo: 'total', mensagem: muito}]});
    expect(await change('itens', id, {quantidade: 111})).toAnswer(400, {message: muito});
    const large = await item(outra, 200);
    expect(await change('itens', large, {idOrdem: ordem})).toAnswer(400, {message: muito});
    expect(await read('ordens', ordem)).toMatchObject({itens: 1, total: 1000});
    expect(await change('itens', id, {quantidade: 110})).toAnswer(200);
    expect(await change('ordens', ordem, {fechada: true})).toAnswer(200);
    const nada = 'Fechada (Ordem): Não há o que fechar.';
    expect(await api(server.adm, 'DELETE itens/:id', {params: {id}})).toAnswer(400, {message: nada});
    expect(await change('itens', id, {idOrdem: outra})).toAnswer(400, {message: nada});
    expect(await read('ordens', ordem)).toMatchObject({itens: 1, total: 1100});
  });

  it('as far up as they are summed, and of two at once one', async () => {
    const idCliente = await made('clientes', {nome: 'Ana'});
    const limite = 9000;
    const ordens = [await made('ordens', {nome: 'Um', idCliente, limite}), await made('ordens', {nome: 'Dois', idCliente, limite})];
    const both = await Promise.all(ordens.map(idOrdem =>
      api(server.adm, 'POST itens', {body: {nome: 'Caro', idOrdem, quantidade: 500, preco: 10}})));
    expect(both.map(({status}) => String(status)).toSorted()).toEqual(['201', '400']);
    expect(both.find(({status}) => status === 400)).toAnswer(400, {message: 'Nome (Cliente): Gasta demais.'});
    expect(await read('clientes', idCliente)).toMatchObject({gasto: 5000});
  });

  it('but one that is older than its rule is not kept from getting better', async () => {
    const ordem = await made('ordens', {nome: 'Um'});
    await sql`insert into itens (id_ordem, quantidade, preco) values (${ordem}, 300, 10), (${ordem}, 1, 10)`.execute(server.context.db);
    const {body: [first, second]} = await api(server.adm, 'GET itens', {query: {sort: '["id","ASC"]'}});
    expect(await api(server.adm, 'DELETE itens/:id', {params: {id: second.id}})).toAnswer(200);
    expect(await change('itens', first.id, {quantidade: 250})).toAnswer(200);
  });
});

it('one that is too large is refused at its field, or at that of the child that makes it so', async () => {
  const large = 'O resultado passa de 15 dígitos.';
  const ordem = await made('ordens', {nome: 'Um', limite: 9_999_999_999_999.99});
  const body = {nome: 'Item', idOrdem: ordem, quantidade: 999_999_999_999, preco: 10.01};
  expect(await api(server.adm, 'POST itens', {body})).toAnswer(400, {campos: [{campo: 'total', mensagem: large}]});
  const {rows: [first]} = await sql<{id: number}>`
    insert into itens (id_ordem, quantidade, preco) values (${ordem}, 1000000, 9999999) returning id`.execute(server.context.db);
  const id = await item(ordem, -1, 5000);
  await sql`update itens set quantidade = -1000000, preco = 9999999 where id = ${id}`.execute(server.context.db);
  expect(await read('ordens', ordem)).toMatchObject({total: 0, saldo: 9_999_999_999_999.99});
  // The order's own, of the child's.
  const told = {codigo: 'VALIDACAO', message: `Saldo (Ordem): ${large}`};
  expect(await api(server.adm, 'POST itens', {body: {...body, quantidade: -1, preco: 10}})).toAnswer(400, told);
  expect(await read('ordens', ordem)).toMatchObject({itens: 2, total: 0});
  // And one that is because another goes.
  expect(await api(server.adm, 'DELETE itens/:id', {params: {id: first!.id}})).toAnswer(400, told);
  expect(await read('ordens', ordem)).toMatchObject({itens: 2, total: 0});
});

it('nobody sends them', async () => {
  const ordem = await made('ordens', {nome: 'Um', total: 5, saldo: 5, itens: 5});
  expect(await change('ordens', ordem, {total: 7, saldo: 7})).toAnswer(200, {total: 0, saldo: 100, itens: 0, versao: 1});
  const {body: document} = await api(server.adm, 'GET openapi.json');
  const {properties} = document.components.schemas.ordens;
  expect(properties).toMatchObject({total: {readOnly: true, anyOf: [{type: 'number'}, {const: null}]}, itens: {readOnly: true}});
  expect(document.components.schemas['ordens.novo']?.properties).not.toHaveProperty('total');
});

describe('in the database', () => {
  it('are made of what there is, made anew where the config says otherwise, and left as they are where they are typed', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.close());
    const {db} = database;
    const {total: _total, ...plain} = ITEM;
    const {total: _sum, menor: _menor, saldo: _saldo, ...ordem} = ORDEM;
    const clientes = resourceOf('Cliente', {idMatriz: CLIENTE.idMatriz});
    const before = configOf(plain, ordem);
    const prepare = async (one: Config): Promise<string[]> => {
      const told: string[] = [];
      await prepareDatabase(db, one, sentence => told.push(sentence.replace('Banco de dados: ', '')));
      return told;
    };
    const values = async () => {
      const {rows} = await sql`select total, saldo, itens from ordens order by id`.execute(db);
      return rows;
    };
    await prepare({...before, resources: {...before.resources, clientes}});
    await sql`insert into ordens (limite) values (10), (20)`.execute(db);
    await sql`insert into itens (id_ordem, quantidade, preco) values (1, 2, 3), (1, 0.5, 0.01)`.execute(db);
    await sql`insert into clientes (nome, id_matriz) values ('Ana', null), ('Ana Sul', 1), ('Ana Norte', 1)`.execute(db);
    const planned = async (one: Config): Promise<string[]> => (await planDatabase(db, one)).changes.map(({sentence}) => sentence);
    expect(await planned(config)).toContain(
      // The triggers that were there go first.
      'Contas do que há em itens serão feitas. Durante a leitura de 2 linhas, ninguém lê nem grava em itens.',
    );
    expect(await prepare(config)).toEqual(expect.arrayContaining([
      'Coluna itens.total (numeric) criada para o campo total, que é calculado.', 'Contas do que há em itens feitas.',
      'Contas do que há em ordens feitas.',
    ]));
    expect(await values()).toEqual([{total: 6.01, saldo: 3.99, itens: 2}, {total: 0, saldo: 20, itens: 0}]);
    expect((await sql`select filiais from clientes order by id`.execute(db)).rows).toEqual([{filiais: 2}, {filiais: 0}, {filiais: 0}]);
    expect(await prepare(config)).toEqual([]);

    const sum = {kind: 'calculo', label: 'Total', sum: ['quantidade', 'preco'], decimals: 3} as const;
    const other = configOf({...ITEM, total: sum}, {
      ...ORDEM, total: {...ORDEM.total, decimals: 3, money: undefined}, saldo: {kind: 'moeda', label: 'Saldo'},
    });
    expect(await planned(other)).toEqual(expect.arrayContaining([
      'Coluna itens.total será removida: a conta do campo total é outra.',
      'Coluna ordens.saldo será mantida: o campo saldo não é mais calculado.',
    ]));
    await prepare({...other, resources: {...other.resources, clientes}});
    expect(await values()).toEqual([{total: 5.51, saldo: 3.99, itens: 2}, {total: 0, saldo: 20, itens: 0}]);
    await sql`update ordens set saldo = 1`.execute(db);
    await expect(prepare(config)).rejects.toThrow(
      'O campo saldo é calculado, mas a coluna ordens.saldo guarda o que foi digitado: dê outro nome ao campo.',
    );
  });

  it('give their values to a field that people type from then on under another name, which keeps what they type', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.close());
    const {db} = database;
    await prepareDatabase(db, config, () => undefined);
    await sql`insert into ordens (limite) values (10), (20)`.execute(db);
    await sql`insert into itens (id_ordem, quantidade, preco) values (1, 2, 3)`.execute(db);
    const {saldo: _saldo, itens: _itens, ...ordem} = ORDEM;
    const typed = configOf(ITEM, {
      ...ordem, sobra: {kind: 'moeda', label: 'Sobra', was: 'saldo'}, quantos: {kind: 'decimal', label: 'Quantos', was: 'itens'},
    });
    await prepareDatabase(db, typed, () => undefined);
    await sql`update ordens set sobra = 7 where id = 2`.execute(db);
    await sql`update ordens set fechada = true`.execute(db);
    await sql`insert into itens (id_ordem, quantidade, preco) values (1, 1, 1)`.execute(db);
    await sql`insert into ordens (limite, sobra, quantos) values (30, 9, 5)`.execute(db);
    const {rows} = await sql`select sobra, quantos from ordens order by id`.execute(db);
    expect(rows).toEqual([{sobra: 4, quantos: 1}, {sobra: 7, quantos: 0}, {sobra: 9, quantos: 5}]);
  });
});
