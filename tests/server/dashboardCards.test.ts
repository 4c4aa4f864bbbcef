// What a dashboard declares beyond statuses: tabs as cards, sums, and counts by the values of a field. Each is what its list shows.
import {sql} from 'kysely';
import {beforeAll, describe, expect, it} from 'vitest';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {parsePeriod} from '../../src/schema/dashboard.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import type {Config, ResourceInput} from '../../src/schema/shapes/config.ts';
import {resourceCountTables} from '../../src/server/db/counts/definition.ts';
import {foldCountDeltas} from '../../src/server/db/counts/fold.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import base from '../../resources.config.ts';

const EVERYBODY = ['adm', 'empresa', 'fornecedor'];
const consertos: ResourceInput = {
  label: {one: 'Conserto', many: 'Consertos'}, icon: 'item', owner: {empresa: 'idEmpresa', filial: 'idFilial'}, api: {answer: 'page'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa'},
    nome: {kind: 'texto', label: 'Nome', maxLength: 30, required: true},
    valor: {kind: 'moeda', label: 'Valor'}, horas: {kind: 'decimal', label: 'Horas', see: ['adm']},
    dobro: {kind: 'calculo', label: 'Dobro', sum: ['valor', 'valor'], money: true},
    urgente: {kind: 'booleano', label: 'Urgente'}, cor: {kind: 'lista', label: 'Cor', list: 'cores'},
    grau: {kind: 'escolha', label: 'Grau', see: ['adm', 'fornecedor'], choices: [{id: 'leve', name: 'Leve'}, {id: 'grave', name: 'Grave'}]},
    idAutor: {kind: 'referencia', label: 'Autor', to: 'usuarios'},
    criadoEm: {kind: 'dataHora', label: 'Criado em', stamps: 'create'}, prontoEm: {kind: 'dataHora', label: 'Pronto em'},
    situacao: {kind: 'escolha', label: 'Situação', choices: [
      {id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'parado', name: 'Parado'},
      {id: 3, key: 'pronto', name: 'Pronto', end: true, stamps: 'prontoEm'},
    ]},
  },
  list: {columns: ['nome', 'valor'], filters: {
    idEmpresa: {}, idFilial: {}, urgente: {}, cor: {}, grau: {}, situacao: {}, criadoEm: {param: ['de', 'ate']},
  }},
  status: 'situacao', people: {autor: {field: 'idAutor', stamps: 'create', reason: 'Só quem pediu.'}},
  conditions: {emCurso: {not: {status: ['pronto']}}},
  tabs: {
    emCurso: {label: 'Em curso', where: ['emCurso']}, urgentes: {label: 'Urgentes', where: ['emCurso', {is: {urgente: [true]}}]},
    caros: {label: 'Caros', where: [{compare: ['valor', '>=', 100]}], profiles: ['adm', 'empresa']},
    meus: {label: 'Meus', where: ['autor']},
  },
  access: {list: EVERYBODY, create: EVERYBODY}, scope: {adm: ['tudo'], empresa: ['empresa'], fornecedor: ['autor']},
  actions: {
    parar: {from: {aberto: EVERYBODY}, to: 'parado'}, aprontar: {from: {aberto: EVERYBODY, parado: EVERYBODY}, to: 'pronto'},
  },
};
const CARDS = [{tab: 'emCurso'}, {tab: 'urgentes'}, {tab: 'caros'}, {tab: 'meus'}] as const;
const config: Config = completeConfig({
  ...base, lists: {...base.lists, cores: {rows: {A: 'Azul', V: 'Verde'}}},
  resources: {...base.resources, consertos},
  dashboards: {...base.dashboards, oficina: {
    of: 'consertos', periods: ['12m', '6m'], cards: ['aberto', ...CARDS], chart: 'pronto',
    by: ['situacao', 'urgente', 'cor', 'grau', 'idFilial'], sums: ['valor', 'horas', 'dobro'],
  }},
});
const {calls} = config.dashboards['oficina']!;

const server = beforeTests(() => openTestApp({config}));
const people: Record<string, SeedUser | {id: number; token: string}> = {};
let branch: {id: number; idEmpresa: number};
let foreign: {id: number; idEmpresa: number};

beforeAll(async () => {
  const {seed, adm, context: {db}} = server;
  [branch, foreign] = [await seed.filial(), await seed.filial()];
  people['adm'] = adm;
  people['empresa'] = await seed.usuario({perfil: 'empresa', idEmpresa: branch.idEmpresa});
  people['fornecedor'] = await seed.usuario({perfil: 'fornecedor', idEmpresa: branch.idEmpresa});
  const valores = [null, '0.10', '0.20', '99.99', '100.00', '1234567.89'];
  for (let at = 0; at < 72; at++) {
    const place = at % 5 === 0 ? foreign : branch;
    const author = people[['adm', 'empresa', 'fornecedor'][at % 3]!]!.id;
    const created = `${dayFromToday(-[0, 20, 200, 500][at % 4]!)}T12:00:00-03:00`;
    await sql`insert into consertos (id_empresa, id_filial, nome, valor, horas, urgente, cor, grau, id_autor, data_criacao, situacao)
      values (${place.idEmpresa}, ${at % 7 === 0 ? null : place.id}, ${`C${at}`}, ${valores[at % 6]}::numeric,
        ${at % 2 === 0 ? null : '1.25'}::numeric, ${at % 4 < 2}, ${['A', 'V', null][at % 3]}, ${['leve', 'grave', null][(at >> 1) % 3]},
        ${author}, ${created}::timestamptz, ${(at % 3) + 1})`.execute(db);
  }
});

const ask = async (who: string, call: 'counts' | 'summary', query: Record<string, string | number>) => {
  const {status, body} = await server.api(people[who], calls[call], {query});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const list = async (who: string, query: Record<string, string | number>) => {
  const {status, body} = await server.api(people[who], 'GET consertos', {query: {...query, pageSize: 50}});
  expect(status, JSON.stringify(body)).toBe(200);
  const {body: next} = await server.api(people[who], 'GET consertos', {query: {...query, pageSize: 50, page: 2}});
  return {total: body.total as number, rows: [...body.registros, ...next.registros] as Record<string, number>[]};
};
const sumOf = (rows: readonly Record<string, number>[], name: string): number =>
  Number(rows.reduce((sum, row) => sum + (row[name] ?? 0), 0).toFixed(2));

it('is a config that the start takes', () => expect(checkConfig(config)).toEqual([]));

describe.each(EVERYBODY)('%s sees', who => {
  const sums = who === 'adm' ? ['valor', 'horas', 'dobro'] : ['valor', 'dobro'];
  const tabs = CARDS.map(({tab}) => tab).filter(tab => tab !== 'caros' || who !== 'fornecedor');
  const places = () => [{}, {idEmpresa: branch.idEmpresa}, {idEmpresa: foreign.idEmpresa}, {idFilial: branch.id}];

  it.each(['12m', '6m', '2024'])('on the card of a tab what its list shows of %s, and the sums of its rows', async periodo => {
    const {from, to} = parsePeriod(config.dashboards['oficina']!, periodo)!;
    let seen = 0;
    for (const place of places()) {
      const {abas, somas} = await ask(who, 'counts', {...place, periodo});
      expect(abas.map(({aba}: {aba: string}) => aba)).toEqual(tabs);
      for (const card of abas) {
        const {total, rows} = await list(who, {...place, aba: card.aba, de: from, ate: to});
        seen += total;
        const told = Object.fromEntries(sums.map(name => [name, sumOf(rows, name)]));
        expect({place, ...card}).toEqual({place, aba: card.aba, total, somas: told});
      }
      for (const [id, key] of ['aberto', 'parado', 'pronto'].entries()) {
        const {rows} = await list(who, {...place, situacao: id + 1, de: from, ate: to});
        const told = Object.fromEntries(sums.map(name => [name, sumOf(rows, name)]));
        expect({place, key, somas: somas[key]}).toEqual({place, key, somas: told});
      }
    }
    expect(seen > 0).toBe(periodo !== '2024');
  });

  it('of each value of a field what the list shows of the open ones', async () => {
    for (const place of places()) {
      const {por} = await ask(who, 'summary', place);
      expect(Object.keys(por)).toEqual(['situacao', 'urgente', 'cor', ...(who === 'empresa' ? [] : ['grau'])]);
      for (const [field, shares] of Object.entries<{id: string | number; qtd: number}[]>(por)) for (const {id, qtd} of shares) {
        expect({place, field, id, qtd}).toEqual({place, field, id, qtd: (await list(who, {...place, [field]: id, aba: 'emCurso'})).total});
      }
      const {total} = await list(who, {...place, aba: 'emCurso'});
      for (const field of ['situacao', 'urgente']) {
        expect(por[field].reduce((sum: number, {qtd}: {qtd: number}) => sum + qtd, 0)).toBe(total);
      }
    }
  });
});

it('names the values as the config does, those with most first, and follows every change', async () => {
  const {por: {situacao, urgente, cor, grau}} = await ask('adm', 'summary', {});
  expect([situacao, urgente, cor, grau].map(shares => shares.map(({descricao}: {descricao: string}) => descricao).toSorted()))
    .toEqual([['Aberto', 'Parado'], ['Não', 'Sim'], ['Azul', 'Verde'], ['Grave', 'Leve']]);
  const tabOf = async (aba: string) => (await ask('adm', 'counts', {})).abas.find((card: {aba: string}) => card.aba === aba);
  const before = await tabOf('urgentes');
  const {body: {id}} = await server.api(people['adm'], 'POST consertos', {
    body: {idEmpresa: branch.idEmpresa, idFilial: branch.id, nome: 'Novo', valor: 10.5, urgente: true},
  });
  await foldCountDeltas(server.context.db, resourceCountTables(config, 'consertos'));
  const after = await tabOf('urgentes');
  expect([after.total - before.total, after.somas.valor - before.somas.valor]).toEqual([1, 10.5]);
  expect(await server.api(people['adm'], 'PUT consertos/aprontar/:id', {params: {id}})).toAnswer(200);
  expect(await tabOf('urgentes')).toEqual(before);
});
