// What people do with the queue, and who may do what (rules: Robots 2, 7, 10).
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/config/config.ts';
import {stillWords} from '../../src/schema/queue.ts';
import config from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {createRobots, emptyQueue, negocio, queueCalls, sistema} from '../support/queue.ts';
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
  const CALLS: readonly [Endpoint, object][] = [
    ['POST rpa/tickets/:id/renovar', {}], ['POST rpa/tickets/:id/concluir', {}], ['POST rpa/tickets/:id/falhar', negocio()],
    ['POST rpa/tickets/:id/liberar', {}], ['GET rpa/tickets/:id/arquivos', {}], ['POST rpa/tickets/:id/arquivos', {}],
    ['GET rpa/tickets/:id/arquivos/:idArquivo', {}],
  ];
  it('people have no call of a robot, and a robot of another company finds nothing: nothing changes', async () => {
    const id = await queued();
    const {leaseToken} = await leased();
    const before = await everythingOf(test, id);
    const tried = (who: {token: string}, endpoint: Endpoint, body: object): Promise<Answer> =>
      call(who, endpoint, endpoint.startsWith('GET') ? undefined : {leaseToken, ...body}, id, {'x-lease-token': leaseToken});
    for (const perfil of ['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const) {
      expect(await reserve(world.users[perfil]), perfil).toMatchObject({status: 403});
      for (const [endpoint, body] of CALLS) {
        expect(await tried(world.users[perfil], endpoint, body), endpoint).toMatchObject({status: 403});
      }
    }
    for (const [endpoint, body] of CALLS) {
      expect(await tried(robots.foreign, endpoint, body), endpoint).toMatchObject({status: 404});
    }
    expect(await everythingOf(test, id)).toEqual(before);
  });

  it('the length of the queue is for robots and for who may take tickets out of it, within their reach', async () => {
    await queued();
    for (const who of [test.adm, world.users.empresa, robots.own, robots.everywhere]) {
      expect(await counts(who)).toMatchObject([{workflow: 'agendar', esperando: 1}]);
    }
    expect(await counts(robots.foreign)).toEqual([]);
    for (const who of [world.users.fornecedor, world.users.empresaUsuario]) expect(await call(who, 'GET rpa/fila')).toMatchObject({
      status: 403,
    });
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
    expect(stillWords(works.semProgressoSegundos)).toBe('sem progresso há 40 min');
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
    await queued();
    await on('falhar', await leased(), sistema);
    expect((await panel()).motivos).toMatchObject([
      {modelo: 'Descarga', item: placa!.id, descricao: 'Placa', total: 2}, {item: null, codigo: 'TIMEOUT', total: 1},
    ]);
  });

  it('is for who may take records out of it and for robots, each within their reach; so are the robots themselves', async () => {
    await queued();
    const known = async (who: {token: string}): Promise<Answer['body']> => (await call(who, 'GET rpa/robos')).body;
    for (const who of [test.adm, world.users.empresa, robots.own]) expect((await panel(who)).esperando).toHaveLength(1);
    expect(await panel(robots.foreign)).toMatchObject({filas: [], esperando: [], trabalhando: [], falhas: []});
    for (const who of [world.users.fornecedor, world.users.empresaUsuario]) {
      for (const path of ['GET rpa/painel', 'GET rpa/robos'] as const) expect(await call(who, path), path).toMatchObject({status: 403});
    }
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
  const keysOf = (id: number, who: {token: string} = test.adm): Promise<Answer> => call(who, 'GET usuarios/:id/chaves', undefined, id);
  it('are made for a robot by the Adm, shown once, and sign in until they are revoked', async () => {
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
    const params = {id: idRobo, idChave: made.body.id};
    expect(await asked(test.adm, 'DELETE usuarios/:id/chaves/:idChave', {params})).toMatchObject({status: 200});
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
    for (const perfil of ['empresa', 'fornecedor', 'empresaUsuario'] as const) {
      expect(await call(world.users[perfil], 'POST usuarios/:id/chaves', {nome: 'x'}, robots.own.id)).toMatchObject({status: 403});
      expect(await keysOf(robots.own.id, world.users[perfil])).toMatchObject({status: 403});
    }
    const changed = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const {body} = await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'x'}, changed.id);
    await sql`update usuarios set tipo = 2 where id = ${changed.id}`.execute(test.context.db);
    expect(await call({token: body.chave}, 'GET tickets')).toMatchObject({status: 401});
  });
});
