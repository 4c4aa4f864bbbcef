// What people do with the queue, and who may do what (rules: Robots 2, 7, 10).
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {formatStalledTime} from '../../src/schema/queue.ts';
import config from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {listenTo} from '../support/eventStream.ts';
import {createRobots, emptyQueue, everythingKept, negocio, queueCalls, sistema} from '../support/queue.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {actOn, createWorld, everythingOf} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const judge = await judgeOf(config);
const world = beforeTests(() => createWorld(test, 'agendar'));
const robots = beforeTests(() => createRobots(test, world));
const {asked, call, reserve, queued, leased, on, shift, counts} = queueCalls(test, world, robots, judge);
beforeEach(() => emptyQueue(test));

describe('people and the queue', () => {
  it('interrupt: the robot hears 410 from then on, and changes nothing', async () => {
    const id = await queued();
    const lease = await leased();
    expect(await actOn(test, id, world.users.empresa, 'interromperRpa', {body: {comentario: 'Descarga cancelada'}})).toMatchObject({
      status: 200,
    });
    const before = await everythingOf(test, id);
    for (const [path, body] of [['renovar', {}], ['concluir', {}], ['falhar', negocio()], ['liberar', {}]] as const) {
      expect(await on(path, lease, body), path).toMatchObject({
        status: 410,
        body: {codigo: 'INTERROMPIDO', message: 'Uma pessoa interrompeu o robô: o ticket está em Pendência. Descarte o trabalho.'},
      });
    }
    expect(await everythingOf(test, id)).toEqual(before);
  });

  it('take a ticket out of the queue and send it back behind the others, with three attempts anew', async () => {
    const [first, second] = [await queued(), await queued()];
    await on('falhar', await leased(), sistema);
    expect(await actOn(test, first, test.adm, 'retirarFila', {body: {comentario: 'Espere'}})).toMatchObject({status: 200});
    expect(await counts()).toMatchObject([{esperando: 1, adiados: 0}]);
    await actOn(test, first, test.adm, 'enviarRpa');
    expect(await leased()).toMatchObject({ticketId: second});
    expect(await leased()).toMatchObject({ticketId: first, tentativa: 1});
  });

  it('giving back counts for nothing', async () => {
    const id = await queued();
    expect(await on('liberar', await leased())).toMatchObject({status: 200, body: {idStatusTicket: 4}});
    expect(await leased()).toMatchObject({ticketId: id, tentativa: 1});
  });
});

describe('who may what', () => {
  /** The Adm, a person of each other profile, a robot of another company, one of the same that has not the lease. */
  const WHO = ['adm', 'empresa', 'fornecedor', 'empresaUsuario', 'foreign', 'other'] as const;
  const NOBODY = [403, 403, 403, 403] as const;
  const WATCHERS = ['may', 'may', 403, 403] as const;
  /** Each call of the queue, and what it answers to whom: `may` to who is asked for in tests of its own. */
  const CALLS: readonly (readonly [Endpoint, readonly (number | 'may')[], object?])[] = [
    ['POST rpa/reservar', [...NOBODY, 204, 204], {robo: 'RPA-09'}],
    ['POST rpa/tickets/:id/renovar', [...NOBODY, 404, 409], {}],
    ['POST rpa/tickets/:id/concluir', [...NOBODY, 404, 409], {}],
    ['POST rpa/tickets/:id/falhar', [...NOBODY, 404, 409], negocio()],
    ['POST rpa/tickets/:id/liberar', [...NOBODY, 404, 409], {}],
    ['GET rpa/tickets/:id/arquivos', [...NOBODY, 404, 409]],
    ['POST rpa/tickets/:id/arquivos', [...NOBODY, 404, 409], {}],
    ['GET rpa/tickets/:id/arquivos/:idArquivo', [...NOBODY, 404, 409]],
    ['GET rpa/tickets/:id/exemplo', [...WATCHERS, 404, 'may']],
    ['PUT tickets/:id/avisos-robo', [400, 400, 400, 400, 404, 403], {item: 1}],
    ['GET rpa/fila', [...WATCHERS, 'may', 'may']],
    ['GET rpa/painel', [...WATCHERS, 'may', 'may']],
    ['GET rpa/robos', [...WATCHERS, 'may', 'may']],
    ['POST rpa/simular', [...NOBODY, 422, 'may'], {workflow: 'agendar'}],
    ['POST rpa/simular/renovar', [...NOBODY, 409, 409], {}],
    ['POST rpa/simular/concluir', [...NOBODY, 409, 409], {}],
    ['POST rpa/simular/falhar', [...NOBODY, 409, 409], negocio()],
    ['GET modelosformulario/:id/kit', [...WATCHERS, 404, 'may']],
    ['GET usuarios/:id/chaves', ['may', 403, 403, 403, 403, 403]],
    ['POST usuarios/:id/chaves', ['may', 403, 403, 403, 403, 403], {nome: 'x'}],
    ['DELETE usuarios/:id/chaves/:idChave', ['may', 403, 403, 403, 403, 403]],
  ];
  const SENTENCES: Readonly<Record<number, string | RegExp>> = {
    204: '', 400: /^\p{Lu}.+\.$/u, 403: 'Seu perfil não tem permissão para esta ação.', 404: 'Registro não encontrado.',
    409: /Descarte o trabalho\.$/, 422: 'Nenhum modelo tem este workflow.',
  };

  it('every call of the queue has its row', () => {
    const declared = Object.entries(judge.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}`));
    expect(CALLS.map(([endpoint]) => endpoint).toSorted())
      .toEqual(declared.filter(one => /^\w+ rpa\/|\/(?:chaves|avisos-robo|kit)\b/.test(one)).toSorted());
  });

  it('whoever may not is refused with a sentence, also with the live lease of another, and nothing changes', async () => {
    const id = await queued();
    const {leaseToken} = await leased();
    const people = {...world.users, ...robots};
    const idOf = (endpoint: Endpoint): number =>
      (/ usuarios/.test(endpoint) ? robots.own.id : / modelos/.test(endpoint) ? world.modelo.id : id);
    for (const [endpoint, statuses, body] of CALLS) {
      const before = await everythingKept(test);
      for (const [at, who] of WHO.entries()) {
        const expected = statuses[at];
        if (expected === 'may') continue;
        const answer = await asked(people[who], endpoint, {
          params: {id: idOf(endpoint), idArquivo: 1, idChave: 1}, headers: {'x-lease-token': leaseToken},
          ...(body === undefined ? {} : {body: {leaseToken, ...body}}),
        });
        expect({status: answer.status, message: answer.body.message ?? ''}, `${endpoint} ${who}`).toEqual({
          status: expected, message: expect.stringMatching(SENTENCES[expected!]!),
        });
      }
      expect(await everythingKept(test), endpoint).toEqual(before);
    }
  });

  it('the length of the queue is for robots and for who may take tickets out of it, within their reach', async () => {
    await queued();
    for (const who of [test.adm, world.users.empresa, robots.own, robots.everywhere]) {
      expect(await counts(who)).toMatchObject([{workflow: 'agendar', esperando: 1}]);
    }
    expect(await counts(robots.foreign)).toEqual([]);
  });
});

describe('what is shown of it to who looks after it', () => {
  const panel = async (who: {token: string} = test.adm): Promise<Answer['body']> => (await call(who, 'GET rpa/painel')).body;
  beforeEach(() => sql`delete from historico where acao like 'rpa-%'`.execute(test.context.db));

  it('says who works and how long without a word, who waits, and of ended attempts when nobody will and how many it takes', async () => {
    const [first, second, third] = [await queued(), await queued(), await queued()];
    expect(await panel()).toMatchObject({
      filas: [{workflow: 'agendar', esperando: 3, modelo: world.modelo.id, mediaSegundos: null, vaziaAs: null, robosNecessarios: null}],
      trabalhando: [], esperando: [{id: first, titulo: `Ticket ${first}`, modelo: 'Descarga', tentativa: 0}, {id: second}, {id: third}],
    });
    await on('concluir', await leased());
    await sql`update historico set data_criacao = now() - interval '50 minutes' where acao = 'rpa-reservar'`.execute(test.context.db);
    await sql`update historico set data_criacao = now() - interval '10 minutes' where acao = 'rpa-concluir'`.execute(test.context.db);
    await leased();
    await shift(second, sql`inicio = now() - interval '40 minutes'`);
    const {agora, filas: [fila], trabalhando: [works]} = await panel();
    expect(fila).toMatchObject({esperando: 1, emAndamento: 1, mediaSegundos: 2400, robosNecessarios: 1});
    expect(Date.parse(fila.vaziaAs) - Date.parse(agora)).toBe(2_400_000);
    expect(works).toMatchObject({id: second, robo: 'RPA-01', nome: expect.any(String), tentativa: 1});
    expect(formatStalledTime(works.semProgressoSegundos)).toBe('sem progresso há 40 min');
  });

  it('says what failed last, and which item makes robots fail most', async () => {
    const [placa] = world.modelo.itens;
    for (let n = 0; n < 2; n++) {
      const id = await queued();
      await on('falhar', await leased(), negocio({campos: [{item: placa!.id, mensagem: 'Não há veículo.'}]}));
      expect((await panel()).falhas[0]).toMatchObject({
        id, robo: 'RPA-01', tipo: 'NEGOCIO', codigo: 'PLACA', tentativa: 1,
        campos: [{item: placa!.id, descricao: 'Placa', mensagem: 'Não há veículo.'}],
      });
    }
    // How often one record failed for it says little.
    const again = await queued();
    await on('falhar', await leased(), sistema);
    await shift(again, sql`apos = now()`);
    await on('falhar', await leased(), sistema);
    for (const who of [test.adm, world.users.empresa]) {
      expect((await panel(who)).motivos).toMatchObject([
        {modelo: 'Descarga', item: placa!.id, descricao: 'Placa', total: 2}, {item: null, codigo: 'TIMEOUT', total: 1},
      ]);
    }
  });

  it('is for who may take records out of it and for robots, each within their reach; so are the robots themselves', async () => {
    await queued();
    const known = async (who: {token: string}): Promise<Answer['body']> => (await call(who, 'GET rpa/robos')).body;
    for (const who of [test.adm, world.users.empresa, robots.own]) expect((await panel(who)).esperando).toHaveLength(1);
    expect(await panel(robots.foreign)).toMatchObject({filas: [], esperando: [], trabalhando: [], falhas: []});
    expect(await known(robots.own)).toMatchObject([
      {id: robots.own.id, ativo: true, chaves: 0, comSenha: true, usoEm: null, trabalhando: 0},
    ]);
    const ids = async (who: {token: string}): Promise<number[]> => (await known(who)).map(({id}: {id: number}) => id);
    expect(await ids(test.adm)).toEqual(expect.arrayContaining([robots.own.id, robots.foreign.id, robots.everywhere.id]));
    const own = await ids(world.users.empresa);
    expect(own).toEqual(expect.arrayContaining([robots.own.id, robots.other.id]));
    expect(own).not.toContain(robots.foreign.id);
    expect(own).not.toContain(robots.everywhere.id);
  });
});

describe('keys', () => {
  const keysOf = (id: number): Promise<Answer> => call(test.adm, 'GET usuarios/:id/chaves', undefined, id);
  it('are made for a robot by the Adm, shown once, and sign in until they are revoked, which ends what they listen to', async () => {
    const {id: idRobo} = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const made = await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'VM 3'}, idRobo);
    expect(made).toMatchObject({status: 201, body: {nome: 'VM 3', chave: expect.stringMatching(/^blc_[\w-]{43}$/)}});
    const key = {token: made.body.chave as string};
    expect((await keysOf(idRobo)).body).toEqual([{id: made.body.id, nome: 'VM 3', dataCriacao: made.body.dataCriacao, ultimoUso: null}]);
    const {rows: [row]} = await sql<{all: string}>`select chaves::text as all from chaves where id = ${made.body.id}`
      .execute(test.context.db);
    expect(row?.all).not.toContain(key.token.slice(4));
    const id = await queued();
    const lease = await leased(key);
    expect(lease).toMatchObject({ticketId: id});
    expect(await on('concluir', lease, {}, key)).toMatchObject({status: 200});
    expect((await keysOf(idRobo)).body).toMatchObject([{ultimoUso: expect.any(String)}]);
    const stream = await listenTo(test.app, key.token);
    const params = {id: idRobo, idChave: made.body.id};
    expect(await asked(test.adm, 'DELETE usuarios/:id/chaves/:idChave', {params})).toMatchObject({status: 200});
    expect(await stream.ended).toBe('end');
    expect(await reserve(key)).toMatchObject({status: 401});
    expect(await asked(test.adm, 'DELETE usuarios/:id/chaves/:idChave', {params})).toMatchObject({status: 404});
  });

  it('are never a person\'s, and nobody\'s but the Adm\'s to make', async () => {
    expect(await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'x'}, world.users.empresa.id)).toMatchObject({
      status: 400, body: {codigo: 'CONFLITO'},
    });
    expect(await call(test.adm, 'POST usuarios/:id/chaves', {nome: ' '}, robots.own.id)).toMatchObject({
      status: 400, body: {codigo: 'VALIDACAO'},
    });
    const changed = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const {body} = await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'x'}, changed.id);
    await sql`update usuarios set tipo = 2 where id = ${changed.id}`.execute(test.context.db);
    expect(await call({token: body.chave}, 'GET tickets')).toMatchObject({status: 401});
  });
});
