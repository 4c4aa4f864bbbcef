// A second queue, by its declaration alone; and records that stood in a queue's statuses before there was one.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/config/config.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import product from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {createRobots, emptyQueue, queueCalls, sistema} from '../support/queue.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, putInto} from '../support/tickets.ts';

const base: Config = product;
/** A second resource with a queue, by config alone: it is queued as soon as it is made, and tried twice. */
const vistorias: Resource = {
  label: {one: 'Vistoria', many: 'Vistorias', article: 'a'}, icon: 'item', pageTitle: 'Vistoria', route: 'vistoria', title: 'placa',
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true},
    tarefa: {kind: 'texto', label: 'Tarefa', maxLength: 20},
    prazo: {kind: 'numero', label: 'Prazo'},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1, choices: [
        {id: 1, key: 'fila', name: 'Na Fila', waits: 'robo'}, {id: 2, key: 'comRobo', name: 'Com o Robô', waits: 'robo'},
        {id: 3, key: 'parada', name: 'Parada', waits: 'equipe'}, {id: 4, key: 'feita', name: 'Feita', end: true},
      ],
    },
  },
  list: {columns: ['placa'], sort: ['placa', 'asc']}, form: {'': ['idEmpresa', 'placa', 'tarefa', 'prazo']},
  access: {list: ['adm', 'rpa'], read: ['adm', 'rpa'], create: ['adm'], update: ['adm'], delete: []},
  scope: {adm: ['tudo'], rpa: ['empresa', {any: [{status: ['fila', 'comRobo']}, 'participou']}]},
  status: 'situacao',
  queue: {
    waiting: 'fila', working: 'comRobo', failed: 'parada', done: 'feita', workflow: 'tarefa', lease: [1, 10, 20], retries: [7],
    budget: 'prazo',
  },
  actions: {
    parar: {label: 'Parar', call: 'PUT vistorias/parar/:id', from: {fila: ['adm'], comRobo: ['adm']}, to: 'parada', success: 'Parada!'},
    voltar: {label: 'Voltar', call: 'PUT vistorias/voltar/:id', from: {parada: ['adm']}, to: 'fila', success: 'Voltou!'},
    encerrar: {label: 'Encerrar', call: 'PUT vistorias/encerrar/:id', from: {parada: ['adm']}, to: 'feita', success: 'Encerrada!'},
  },
  messages: {created: 'Vistoria Aberta!', updated: 'Vistoria Editada!', empty: 'Nenhuma.'},
};
const config: Config = {...base, resources: {...base.resources, vistorias}};
const test = beforeTests(() => openTestApp({config}));
const judge = await judgeOf(config);
const world = beforeTests(() => createWorld(test, 'agendar'));
const robots = beforeTests(() => createRobots(test, world));
const {call, queued, leased, on} = queueCalls(test, world, robots, judge);
beforeEach(() => emptyQueue(test));

describe('a second resource, by its declaration alone', () => {
  it('has a queue at its own address, with its own limits', async () => {
    const made = await call(test.adm, 'POST vistorias', {idEmpresa: world.idEmpresa, placa: 'ABC1D23', tarefa: 'olhar', prazo: 60});
    expect(made).toMatchObject({status: 201, body: {fila: {tentativa: 0}}});
    const {id} = made.body;
    const again = async () => {
      const {body} = await call(robots.own, 'POST rpa/vistorias/reservar', {robo: 'V-1', workflows: ['olhar']});
      expect(body).toMatchObject({
        id, workflow: 'olhar', modelo: null, itens: [], arquivos: [], campos: {placa: 'ABC1D23'},
        leaseSegundos: expect.toSatisfy((n: number) => n <= 10),
      });
      return body;
    };
    const lease = await again();
    // A field says how long an attempt may take.
    expect(Date.parse(lease.limiteAte) - Date.parse(lease.leaseAte)).toBe(50_000);
    expect(await call(robots.own, 'POST rpa/vistorias/:id/falhar', {leaseToken: lease.leaseToken, ...sistema}, id)).toMatchObject({
      status: 200, body: {situacao: 1},
    });
    expect(await call(test.adm, 'GET rpa/vistorias/fila')).toMatchObject({body: [{workflow: 'olhar', adiados: 1}]});
    const {body: {leaseToken: invented, ...simulated}} =
      await call(robots.own, 'POST rpa/vistorias/simular', {workflow: 'olhar', semente: 9});
    expect(simulated).toMatchObject({id: 9, workflow: 'olhar', modelo: null, itens: [], leaseSegundos: 10, campos: {situacao: 2}});
    expect(await call(robots.own, 'POST rpa/vistorias/simular/concluir', {leaseToken: invented})).toMatchObject({body: {situacao: 4}});
    await sql`update vistorias_fila set apos = now()`.execute(test.context.db);
    const {leaseToken} = await again();
    expect(await call(robots.own, 'POST rpa/vistorias/:id/falhar', {leaseToken, ...sistema}, id)).toMatchObject({
      status: 200, body: {situacao: 3, fila: null},
    });
    expect(await call(test.adm, 'PUT vistorias/voltar/:id', {}, id)).toMatchObject({status: 200});
    const last = await again();
    expect(await call(robots.own, 'POST rpa/vistorias/:id/concluir', {leaseToken: last.leaseToken}, id)).toMatchObject({
      status: 200, body: {situacao: 4},
    });
  });
});

it('an attempt ends with its own time, however long the lease that was asked for', async () => {
  const made = await call(test.adm, 'POST vistorias', {idEmpresa: world.idEmpresa, placa: 'ABC1D23', tarefa: 'curta', prazo: 5});
  const {body} = await call(robots.own, 'POST rpa/vistorias/reservar', {robo: 'V-1', workflows: ['curta'], leaseSegundos: 20});
  expect(body).toMatchObject({id: made.body.id, leaseAte: body.limiteAte, leaseSegundos: expect.toSatisfy((n: number) => n <= 5)});
});

describe('records of an older version', () => {
  it('that stand in the queue\'s statuses get their place when it starts; what has one is left alone', async () => {
    const [waits, works, leasedOne] = [await queued(), await queued(), await queued()];
    await sql`delete from tickets_fila where id_registro in (${waits}, ${works})`.execute(test.context.db);
    await putInto(test, works, 'emAndamento');
    const lease = await leased();
    expect(lease.ticketId).toBe(leasedOne);
    const sentences: string[] = [];
    for (let n = 0; n < 2; n++) await prepareDatabase(test.context.db, test.context.config, sentence => sentences.push(sentence));
    expect(sentences).toEqual(['Banco de dados: 2 de tickets que já estavam na fila ganharam lugar nela.']);
    expect(await on('renovar', lease)).toMatchObject({status: 200});
    expect([await leased(robots.other), await leased(robots.other)]).toEqual(expect.arrayContaining([
      expect.objectContaining({ticketId: waits, tentativa: 1}), expect.objectContaining({ticketId: works, tentativa: 2}),
    ]));
  });
});
