// A second queue, by its declaration alone; and records that stood in a queue's statuses before there was one.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {Negocio, trabalhar, type Reserva} from '../../src/kit/robo.mjs';
import {robotClientSettings} from '../../src/schema/queue.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {createRobots, emptyQueue, queueCalls, sistema} from '../support/queue.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, putInto} from '../support/tickets.ts';

const test = beforeTests(() => openTestApp({config: acceptance}));
const judge = await judgeOf(acceptance);
const world = beforeTests(() => createWorld(test, 'agendar'));
const robots = beforeTests(() => createRobots(test, world));
const {call, queued, leased, on, shift} = queueCalls(test, world, robots, judge);
beforeEach(() => emptyQueue(test));

describe('a second resource, by its declaration alone', () => {
  it('has a queue at its own address, with its own limits', async () => {
    const made = await call(test.adm, 'POST vistorias', {idEmpresa: world.idEmpresa, placa: 'ABC1D23', tarefa: 'olhar'});
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
    const {body: [newest]} = await call(test.adm, 'GET vistorias/:id/historico', undefined, id);
    expect(newest).toMatchObject({comentario: 'Vistoria concluída pelo robô.'});
  });

  it('is worked by the client that kits carry, and tells of itself where it is looked after', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    type Sent = {method: 'POST'; body: string; headers: Record<string, string>};
    vi.stubGlobal('fetch', async (url: string, {method, body, headers}: Sent) => {
      const answer = await test.app.inject({method, url: url.replace('http://balcao.test', ''), headers, payload: body});
      return new Response(answer.payload || null, {status: answer.statusCode, headers: {'content-type': 'application/json'}});
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });
    const modelo = {workflow: 'olhar', ...robotClientSettings('vistorias', acceptance.resources['vistorias']!)};
    const {token: chave} = robots.own;
    const work = (job: (reserva: Reserva) => string) =>
      trabalhar(job, {url: 'http://balcao.test', chave, robo: 'V-2', vezes: 1, modelo, sinal: new AbortController().signal});
    const make = async (placa: string): Promise<number> =>
      (await call(test.adm, 'POST vistorias', {idEmpresa: world.idEmpresa, placa, tarefa: 'olhar'})).body.id;
    const done = await make('ABC1D23');
    await work(({campos, chave: own}) => `Vista: ${String(campos['placa'])}, ${own}.`);
    expect((await call(test.adm, 'GET vistorias/:id', undefined, done)).body).toMatchObject({
      situacao: 4, ultimoComentario: {texto: `Vista: ABC1D23, ${done}-1.`},
    });
    const wrong = await make('XYZ9K88');
    await work(() => {
      throw new Negocio('PLACA', 'Não há veículo com esta placa.');
    });
    const {falhas: [newest], motivos} = (await call(test.adm, 'GET rpa/vistorias/painel')).body;
    expect(newest).toMatchObject({id: wrong, titulo: 'XYZ9K88', robo: 'V-2', codigo: 'PLACA', campos: []});
    expect(motivos).toContainEqual(expect.objectContaining({item: null, codigo: 'PLACA', total: 1}));
  });
});

it('an attempt ends with its own time, however long the lease that was asked for', async () => {
  const made = await call(test.adm, 'POST vistorias', {idEmpresa: world.idEmpresa, placa: 'ABC1D23', tarefa: 'curta'});
  const {body} = await call(robots.own, 'POST rpa/vistorias/reservar', {robo: 'V-1', workflows: ['curta'], leaseSegundos: 90});
  expect(body).toMatchObject({id: made.body.id, leaseAte: body.limiteAte, leaseSegundos: expect.toSatisfy((n: number) => n <= 60)});
});

describe('records of an older version', () => {
  it('that stand in the queue\'s statuses get their place when it starts; what has one is left alone', async () => {
    const [waits, works, leasedOne] = [await queued(), await queued(), await queued()];
    await sql`delete from tickets_fila where id_registro in (${waits}, ${works})`.execute(test.context.db);
    await putInto(test, works, 'emAndamento');
    const lease = await leased();
    expect(lease.ticketId).toBe(leasedOne);
    expect((await planDatabase(test.context.db, test.context.config)).changes)
      .toEqual([{
        sentence: '2 de tickets que já estão na fila ganharão lugar nela.', lock: 'ROW EXCLUSIVE', table: 'tickets_fila', rows: 2,
      }]);
    const sentences: string[] = [];
    for (let n = 0; n < 2; n++) await prepareDatabase(test.context.db, test.context.config, sentence => sentences.push(sentence));
    expect(sentences).toEqual(['Banco de dados: 2 de tickets que já estavam na fila ganharam lugar nela.']);
    expect(await on('renovar', lease)).toMatchObject({status: 200});
    await shift(works);
    expect([await leased(robots.other), await leased(robots.other)]).toEqual(expect.arrayContaining([
      expect.objectContaining({ticketId: waits, tentativa: 1}), expect.objectContaining({ticketId: works, tentativa: 2}),
    ]));
  });
});
