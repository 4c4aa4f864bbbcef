// The equipment desk of docs/examples as it is, with its own code: loans, repairs and inspections that act on one another.
import {readFileSync} from 'node:fs';
import {beforeAll, describe, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {seedDemo} from '../../src/server/demo/seed.ts';
import clinica from '../../docs/examples/clinica.config.ts';
import demonstration from '../../docs/examples/clinica.demo.ts';
import own from '../../docs/examples/clinica.own.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {Caller} from '../support/httpApi.ts';
import {openOwnCode} from '../support/ownCode.ts';

const linesOf = (...files: string[]): number =>
  files.reduce((total, file) => total + readFileSync(`docs/examples/${file}`, 'utf8').trimEnd().split('\n').length, 0);

it('is said in 300 lines of config and 60 of own code', () => {
  expect(linesOf('clinica.config.ts')).toBeLessThanOrEqual(300);
  expect(linesOf('clinica.own.ts', 'clinica.own.tsx', 'clinica.own.Shelf.tsx')).toBeLessThanOrEqual(60);
  expect(checkConfig(clinica)).toEqual([]);
});

describe('the equipment desk', () => {
  const server = beforeTests(() => openOwnCode(clinica));
  const people = new Map<string, Caller>();
  const as = (name: string): Caller => people.get(name);
  beforeAll(async () => {
    const {app, context, adm} = server;
    server.use(own);
    people.set('adm', adm);
    for (const {email} of await seedDemo(app, context, demonstration, adm.email, adm.senha)) {
      const {body} = await server.api(undefined, 'POST usuarios/login', {body: {email, senha: adm.senha}});
      people.set(email.split('@')[0] ?? '', {token: body.token});
    }
  });

  const one = async (name: string, id: number, who = 'adm') => (await server.api(as(who), `GET ${name}/:id`, {params: {id}})).body;
  const all = async (name: string, filter: object) =>
    (await server.api(as('adm'), `GET ${name}`, {query: {filter: JSON.stringify(filter)}})).body as Record<string, unknown>[];
  const statusOf = async (name: string, id: number): Promise<string> => {
    const {choices} = clinica.resources[name as 'reparos'].fields.situacao;
    const {situacao} = await one(name, id);
    return choices.find(choice => choice.id === situacao)?.key ?? '';
  };
  const [BOMBA, MONITOR, CADEIRA, DESFIBRILADOR] = [1, 2, 3, 4];
  const PDF = {'laudo.pdf': 'Laudo'};

  it('names a loan by its number and its equipment, and counts by status', async () => {
    const bomba = await one('equipamentos', BOMBA);
    expect(bomba).toMatchObject({emprestimosAbertos: 1, emprestados: 1, gasto: 0});
    expect(await one('equipamentos', MONITOR)).toMatchObject({gasto: 731.8, emprestados: 0});
    expect(await one('locais', 2)).toMatchObject({equipamentos: 2});
    const inUti = await all('equipamentos', {idLocal: 1});
    expect(inUti.map(({id, local}) => [id, local])).toEqual([[MONITOR, 'UTI'], [DESFIBRILADOR, 'Leito 4']]);
    const {body} = await server.api(as('adm'), 'GET ir-para', {query: {texto: 'Monitor'}});
    expect((body as {titulo: string}[]).map(({titulo}) => titulo)).toContain('2 · Monitor multiparâmetro');
  });

  it('counts urgent repairs and sums approved values on the dashboard, as the lists behind the cards do', async () => {
    const {calls} = clinica.dashboards.home;
    const {body: cards} = await server.api(as('tiago'), calls.counts);
    expect(cards).toMatchObject({
      qtdPronto: 1, qtdAprovacao: 1, abas: [{aba: 'urgentes', total: 1, somas: {valorAprovado: 0}}],
      somas: {pronto: {valorAprovado: 731.8}, aprovacao: {valorAprovado: 0}, recusado: {valorAprovado: 0}},
    });
    const {body: {por}} = await server.api(as('tiago'), calls.summary);
    expect(por.urgente).toEqual([{id: 'true', descricao: 'Sim', qtd: 1}]);
    const listed = async (query: object) => (await server.api(as('tiago'), 'GET reparos', {query: {...query}})).body as {id: number}[];
    expect((await listed({filter: JSON.stringify({aba: 'urgentes'})})).map(({id}) => id)).toEqual([2]);
    expect((await listed({filter: JSON.stringify({urgente: true})})).map(({id}) => id)).toEqual([2]);
    expect((await server.api(as('bruno'), calls.counts)).status).toBe(403);
  });

  it('a delivery lends the equipment and freezes its value; a return frees it and makes an inspection', async () => {
    expect([await statusOf('equipamentos', BOMBA), (await one('emprestimos', 2)).valor]).toEqual(['emprestado', 8900]);
    const before = (await all('inspecoes', {idEquipamento: BOMBA})).length;
    expect((await server.act(as('tiago'), 'emprestimos', 2, 'devolver')).status).toBe(200);
    expect(await statusOf('equipamentos', BOMBA)).toBe('disponivel');
    const inspections = await all('inspecoes', {idEquipamento: BOMBA});
    expect([inspections.length, inspections.at(-1)?.['motivo']]).toEqual([before + 1, 'Devolução']);
    expect((await server.steps('equipamentos', BOMBA))[0]).toBe('Devolver: Tiago Prado');
  });

  it('what a solicitante may not do to the equipment, their loan does not do either', async () => {
    expect((await server.act(as('bruno'), 'emprestimos', 3, 'aprovar')).status).toBe(403);
    expect((await server.act(as('olga'), 'emprestimos', 3, 'aprovar')).status).toBe(200);
    expect((await server.act(as('olga'), 'emprestimos', 3, 'entregar')).status).toBe(403);
    expect(await statusOf('equipamentos', CADEIRA)).toBe('disponivel');
  });

  it('own code refuses a second loan of the day, beside the equipment', async () => {
    const {dia} = await one('emprestimos', 3);
    const again = await server.create(as('bruno'), 'emprestimos', {idFilial: 1, idEquipamento: CADEIRA, dia, uso: 'Passeio'});
    expect([again.status, again.body.campos]).toEqual([400, [
      {campo: 'idEquipamento', mensagem: 'O empréstimo 3 já pede este equipamento para o mesmo dia.'},
    ]]);
  });

  it('own code takes what is to be repaired from the shelf, and nothing is made where that is refused', async () => {
    expect(await statusOf('equipamentos', DESFIBRILADOR)).toBe('emReparo');
    const repairs = (await all('reparos', {idEquipamento: DESFIBRILADOR})).length;
    const again = await server.create(as('tiago'), 'reparos', {idEmpresa: 1, idEquipamento: DESFIBRILADOR, defeito: 'Outro.'});
    expect([again.status, again.body.message]).toEqual([400, 'Equipamento: Equipamento já está em Reparo.']);
    expect((await all('reparos', {idEquipamento: DESFIBRILADOR})).length).toBe(repairs);
  });

  it('approval freezes the sum of the parts; the end waits for the parts and a file, and frees the equipment', async () => {
    expect((await server.act(as('adm'), 'reparos', 2, 'aprovar')).status).toBe(200);
    expect(await one('reparos', 2)).toMatchObject({valorAprovado: 2300, faltam: 1});
    const conclude = (files: Readonly<Record<string, string>>) => server.api(as('tiago'), 'PUT reparos/concluir/:id', {
      params: {id: 2}, form: formOf(files),
    });
    expect((await conclude(PDF)).body.message).toBe('Há peças por instalar.');
    const [part] = await all('pecas', {idReparo: 2});
    expect((await server.save(as('tiago'), 'pecas', part?.['id'] as number, {instalada: true})).status).toBe(200);
    expect((await conclude({})).body.campos).toMatchObject([{campo: 'files'}]);
    expect((await conclude(PDF)).status).toBe(200);
    expect(await statusOf('equipamentos', DESFIBRILADOR)).toBe('disponivel');
    expect(await one('equipamentos', DESFIBRILADOR)).toMatchObject({gasto: 2300});
  });

  it('an inspection that fails makes the repair, which takes the equipment', async () => {
    const [inspection] = await all('inspecoes', {idEquipamento: BOMBA});
    const done = await server.act(as('tiago'), 'inspecoes', inspection?.['id'] as number, 'reprovar', {defeito: 'Alarme não soa.'});
    expect(done.status).toBe(200);
    expect((await all('reparos', {idEquipamento: BOMBA})).at(-1)).toMatchObject({defeito: 'Alarme não soa.'});
    expect(await statusOf('equipamentos', BOMBA)).toBe('emReparo');
    expect((await server.steps('equipamentos', BOMBA))[0]).toBe('Recolher: Sistema, por Reparo: Cadastro');
  });
});

const formOf = (files: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  form.append('data', '{}');
  for (const name of Object.keys(files)) form.append('files', new Blob(['%PDF-1.4 laudo']), name);
  form.append('tipos', JSON.stringify(Object.values(files)));
  return form;
};
