// A moment counts from a start: what a new record begins with, what an action writes, and which records a condition finds.
import {expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {dayFromToday, startOfDay} from '../../src/schema/fields/dates.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const numero = {kind: 'numero', label: 'Número'} as const;
const modelos = named({one: 'Modelo', many: 'Modelos'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {idEmpresa: company, horas: {...numero, label: 'Horas'}, dias: {...numero, label: 'Dias'}},
  access: {list: ['adm'], create: ['adm']}, scope: {adm: ['tudo']},
});
const logo: Condition = {compare: ['prazo', '<', ['agora', '+', 2, 'horas']]};
const visitas = named({one: 'Visita', many: 'Visitas', article: 'a'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company, idModelo: {kind: 'referencia', label: 'Modelo', to: 'modelos'},
    criadaEm: {kind: 'dataHora', label: 'Criada em', stamps: 'create'},
    prazo: {kind: 'dataHora', label: 'Prazo', default: ['criadaEm', '+', 'idModelo.horas', 'horas']},
    revisao: {kind: 'data', label: 'Revisão', required: true, default: ['hoje', '+', 'idModelo.dias', 'dias']},
    lembrete: {kind: 'data', label: 'Lembrete', default: ['revisao', '-', 1, 'dias']},
    cobranca: {kind: 'data', label: 'Cobrança', default: ['agora', '+', 30, 'dias']},
    inicio: {kind: 'dataHora', label: 'Início', readOnly: true},
  },
  access: {list: ['adm'], create: ['adm']}, scope: {adm: ['tudo']}, conditions: {logo},
  tabs: {logo: {label: 'Vencem logo', where: ['logo']}},
  actions: {
    adiar: {
      profiles: ['adm'], asks: {idModelo: {kind: 'referencia', label: 'Modelo', to: 'modelos', required: true}},
      sets: {revisao: ['revisao', '+', 'idModelo.dias', 'dias'], inicio: ['revisao', '+', 9, 'horas']},
      creates: {visitas: {
        idEmpresa: 'record.idEmpresa', idModelo: 'record.idModelo', nome: 'Seguinte', revisao: ['criadaEm', '+', 'idModelo.dias', 'dias'],
      }},
    },
  },
});
const config = withResources({modelos, visitas});
const test = beforeTests(() => openTestApp({config}));

const create = async (name: string, body: object) => test.api(test.adm, `POST ${name}`, {body: {nome: 'Um', ...body}});
const read = async (id: number) => (await test.api(test.adm, 'GET visitas/:id', {params: {id}})).body;
const HOUR_MS = 3_600_000;
const hoursBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / HOUR_MS;

it('is a config that a start takes', () => expect(checkConfig(config)).toEqual([]));

it('a new record begins with its moments, from its own instants and from what its reference names', async () => {
  const {id: idEmpresa} = await test.seed.empresa();
  const {body: {id: idModelo}} = await create('modelos', {idEmpresa, horas: 5, dias: 10});
  const {body: {id}} = await create('visitas', {idEmpresa, idModelo});
  const record = await read(id);
  expect(hoursBetween(record.criadaEm, record.prazo)).toBe(5);
  expect(record).toMatchObject({revisao: dayFromToday(10), lembrete: dayFromToday(9), cobranca: dayFromToday(30)});
  const {body: {id: own}} = await create('visitas', {idEmpresa, idModelo, revisao: '2027-03-01'});
  expect(await read(own)).toMatchObject({revisao: '2027-03-01', lembrete: '2027-02-28'});
});

it('a required field is missed where the moment is empty', async () => {
  const {id: idEmpresa} = await test.seed.empresa();
  const {body: {id: idModelo}} = await create('modelos', {idEmpresa, horas: 5});
  for (const body of [{idEmpresa}, {idEmpresa, idModelo}]) {
    expect(await create('visitas', body)).toMatchObject({status: 400, body: {campos: [{campo: 'revisao'}]}});
  }
});

it('an action writes moments by the answered reference, and into the record that it creates', async () => {
  const {id: idEmpresa} = await test.seed.empresa();
  const {body: {id: idModelo}} = await create('modelos', {idEmpresa, dias: 28});
  const {body: {id}} = await create('visitas', {idEmpresa, revisao: '2028-02-01'});
  expect(await test.api(test.adm, 'PUT visitas/adiar/:id', {params: {id}, body: {idModelo}})).toMatchObject({status: 200});
  const record = await read(id);
  expect(record).toMatchObject({revisao: '2028-02-29', inicio: new Date(Date.parse(startOfDay('2028-02-01')) + 9 * HOUR_MS).toISOString()});
  const {body: found} = await test.api(test.adm, 'GET visitas', {query: {filter: JSON.stringify({nome: 'Seguinte'})}});
  expect(found).toMatchObject([{revisao: dayFromToday(28)}]);
});

it('a tab finds the records that come due', async () => {
  const {id: idEmpresa} = await test.seed.empresa();
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  for (const [nome, hours] of [['Já', -1], ['Logo', 1], ['Depois', 3]] as const) {
    await create('visitas', {idEmpresa, nome, revisao: '2027-03-01', prazo: at(hours)});
  }
  const {body} = await test.api(test.adm, 'GET visitas', {query: {filter: JSON.stringify({aba: 'logo'})}});
  expect(body.map(({nome}: {nome: string}) => nome).toSorted()).toEqual(['Já', 'Logo']);
});
