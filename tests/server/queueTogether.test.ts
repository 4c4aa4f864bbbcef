// Robots at once, that wait, and that are cut off (rules: Robots 1, 4).
import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import {duplexPair, type Duplex} from 'node:stream';
import Fastify from 'fastify';
import {sql} from 'kysely';
import {beforeAll, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {hashApiKey} from '../../src/server/accounts/apiKeys.ts';
import type {Tokens} from '../../src/server/accounts/tokens.ts';
import {Refusal} from '../../src/server/errors.ts';
import {CLAIMS_LOCK} from '../../src/server/robots/claim.ts';
import {robotQueueOf} from '../../src/server/robots/robotQueue.ts';
import {createClaimRateLimit, reserveRoute} from '../../src/server/robots/reserveRoute.ts';
import {registerSimulationRoutes} from '../../src/server/robots/simulate.ts';
import {createWaiters} from '../../src/server/robots/waiters.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import {emptyQueue, queueTicket} from '../support/queue.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type Api} from '../support/server.ts';
import {createWorld, type World} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const test = beforeTests(openTestApp);
let world: World;
let robots: SeedUser[];
beforeAll(async () => {
  world = await createWorld(test, 'agendar');
  robots = [world.users.rpa];
  for (let n = 1; n < 4; n++) robots.push(await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa}));
});
beforeEach(() => emptyQueue(test));

const queued = (): Promise<number> => queueTicket(test, world);
const reserve = (robot: SeedUser, more: object = {}, headers: Record<string, string> = {}, api: Api = test.api): Promise<Answer> =>
  api(robot, 'POST rpa/reservar', {body: {robo: 'RPA-01', ...more}, headers});
const on = (path: string, {ticketId: id, leaseToken}: Answer['body'], body: object = {}, robot = robots[0]!, api: Api = test.api) =>
  api(robot, `POST rpa/tickets/:id/${path}`, {params: {id}, body: {leaseToken, ...body}});
const stepsOf = async (id: number, acao: string): Promise<number> => {
  const {body} = await test.api(test.adm, 'GET ticketsHistorico/:id', {params: {id}});
  return body.filter((one: {acao: string}) => one.acao === acao).length;
};
interface Place {
  tentativas: number;
  livre: boolean;
  entregue: boolean;
}
const placeOf = async (id: number): Promise<Place | undefined> => {
  const {rows: [row]} = await sql<Place>`select tentativas, ate is null as livre, entregue from tickets_fila where id_registro = ${id}`
    .execute(test.context.db);
  return row;
};

describe('at once', () => {
  it('many robots on two servers finish each ticket once', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await queued());
    const twin = await test.second();
    const done: number[] = [];
    await Promise.all([test.api, twin.api].flatMap(api => robots.map(async robot => {
      for (;;) {
        const {status, body} = await reserve(robot, {}, {}, api);
        if (status === 204) return;
        expect(status).toBe(200);
        expect(await on('concluir', body, {}, robot, api)).toAnswer(200);
        done.push(body.ticketId);
      }
    })));
    await twin.close();
    expect(done.toSorted((a, b) => a - b)).toEqual(ids);
    for (const id of ids) expect(await stepsOf(id, 'Robô concluiu')).toBe(1);
  });

  it('one robot has five leases and no more, and one key one lease', async () => {
    for (let n = 0; n < 7; n++) await queued();
    const key = {'idempotency-key': 'o mesmo'};
    const same = await Promise.all(Array.from({length: 4}, () => reserve(robots[1]!, {}, key)));
    expect(new Set(same.map(({body}) => body.leaseToken)).size).toBe(1);
    const all = await Promise.all(Array.from({length: 8}, () => reserve(robots[0]!)));
    expect(all.map(({status}) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });
});

describe('waiting', () => {
  it('ends with what comes, for as many as there is something', async () => {
    const waiting = robots.map(robot => reserve(robot, {espera: 20}));
    const [first, second] = [await queued(), await queued()];
    for (const id of [first, second]) await until(async () => expect(await placeOf(id)).toMatchObject({tentativas: 1}));
    for (let n = 0; n < 2; n++) await queued();
    const answers = await Promise.all(waiting);
    expect(answers.map(({status}) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({body}) => body.ticketId)).size).toBe(4);
  });

  const ticketLine = () => robotQueueOf({...test.context, hooks}, 'tickets');
  /** One that waits on `waiters`; `heard` tells when it was asked to claim. */
  const waiter = (session: {id: number; keyHash?: string}, chave?: string) => {
    const heard = Promise.withResolvers<void>();
    const attempt = vi.fn<() => Promise<undefined>>(async () => {
      heard.resolve();
      throw new Refusal('SESSAO', 'Entre de novo.');
    });
    return {line: ticketLine(), workflows: undefined, idEmpresa: world.idEmpresa, chave, attempt,
      session: {tokenVersao: 0, keyHash: '', ...session}, heard: heard.promise};
  };
  type Waiting = ReturnType<typeof waiter>;
  const waitersOf = () => {
    const waiters = createWaiters(test.context.db, [ticketLine()]);
    onTestFinished(async () => {
      waiters.end();
      await waiters.ended();
    });
    return (all: Waiting[]) => all.forEach(one =>
      void waiters.wait(one, 30_000, new AbortController().signal).catch(() => {}));
  };

  it('hears that the key it came with was revoked, and nothing of another key of the same robot', async () => {
    const {id} = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const keys = await Promise.all(['uma', 'outra'].map(async nome =>
      (await test.api(test.adm, 'POST usuarios/:id/chaves', {params: {id}, body: {nome}})).body as {id: number; chave: string}));
    const [revoked, kept] = [0, 1].map(n => waiter({id, keyHash: hashApiKey(keys[n]!.chave)})) as [Waiting, Waiting];
    waitersOf()([kept, revoked]);
    const idChave = keys[0]!.id;
    expect(await test.api(test.adm, 'DELETE usuarios/:id/chaves/:idChave', {params: {id, idChave}})).toAnswer(200);
    await revoked.heard;
    expect(kept.attempt).not.toHaveBeenCalled();
  });

  const sessionOf = async ({id}: SeedUser) => {
    const {rows: [row]} = await sql<{tokenVersao: number}>`select token_versao as "tokenVersao" from usuarios where id = ${id}`
      .execute(test.context.db);
    return {id, ...row!};
  };
  it('hears of the lease that another call got with its key, with nothing else to come', async () => {
    await queued();
    expect(await reserve(robots[1]!, {}, {'idempotency-key': 'repetida'})).toAnswer(200);
    const session = await sessionOf(robots[1]!);
    const [same, other] = [waiter(session, 'repetida'), waiter(session, 'nova')];
    waitersOf()([other, same]);
    await same.heard;
    expect(other.attempt).not.toHaveBeenCalled();
  });

  it('hears that it has all the leases it may, with nothing else to come; one that has fewer waits on', async () => {
    for (let n = 0; n < 9; n++) await queued();
    for (const robot of [1, 1, 1, 1, 1, 2, 2, 2, 2]) expect(await reserve(robots[robot]!)).toAnswer(200);
    const [full, other] = [waiter(await sessionOf(robots[1]!)), waiter(await sessionOf(robots[2]!))];
    waitersOf()([other, full]);
    await full.heard;
    expect(other.attempt).not.toHaveBeenCalled();
  });
});

describe('as many as may', () => {
  it('600 calls a minute a robot; then 429 until the minute is over', () => {
    let now = 1000;
    const pace = createClaimRateLimit(() => now);
    for (let n = 0; n < 600; n++) pace(7);
    now += 59_001;
    expect(() => pace(7)).toThrow(expect.objectContaining({status: 429, codigo: 'LIMITE', retryAfter: 1}));
    expect(() => pace(8)).not.toThrow();
    now += 999;
    expect(() => pace(7)).not.toThrow();
  });

  it('in any minute, and not in another robot\'s: of 600 late in one no more come early in the next', () => {
    let now = 0;
    const pace = createClaimRateLimit(() => now);
    pace(8);
    now = 59_000;
    for (let n = 0; n < 600; n++) pace(7);
    now = 60_500;
    expect(() => pace(7)).toThrow(expect.objectContaining({status: 429, retryAfter: 59}));
    now = 119_000;
    expect(() => pace(7)).not.toThrow();
  });

  it('each call that leases, or invents, is counted before it is done', async () => {
    const line = robotQueueOf({...test.context, hooks}, 'tickets');
    const app = Fastify();
    onTestFinished(() => app.close());
    app.decorateRequest('actor');
    app.addHook('onRequest', async request => void Object.assign(request, {actor: {id: 7, perfil: 'rpa'}}));
    const pace = vi.fn<(id: number) => void>(() => {
      throw new Error('demais');
    });
    reserveRoute(app, line, {lines: [line], waiters: createWaiters(test.context.db, [line]), pace, later: () => {}});
    registerSimulationRoutes(app, line, {} as Tokens, pace);
    for (const url of ['/rpa/reservar', '/rpa/simular']) {
      const {body} = await app.inject({method: 'POST', url, payload: {robo: 'RPA-01', workflow: 'agendar'}});
      expect(body, url).toContain('demais');
    }
    expect(pace.mock.calls).toEqual([[7], [7]]);
  });

  it('50 of one company wait at once, for whom a look asks as much as for one; others wait beside them until their session ends', async () => {
    let [asked, claims, open] = [0, 0, 0];
    const db = test.context.db.withPlugin({
      transformQuery: ({node}) => {
        asked += 1;
        open += 1;
        if (JSON.stringify(node).includes('pg_advisory_xact_lock')) claims += 1;
        return node;
      },
      transformResult: ({result}) => {
        open -= 1;
        return Promise.resolve(result);
      },
    });
    const server = await buildApp({...test.context, db});
    onTestFinished(() => server.close());
    const wait = ({token}: SeedUser) => server.inject({
      method: 'POST', url: '/api/rpa/reservar', headers: {authorization: `Bearer ${token}`}, payload: {robo: 'RPA-01', espera: 30},
    });
    const foreign = await test.seed.usuario({perfil: 'rpa'});
    const [other, ...company] = [wait(foreign), ...Array.from({length: 51}, (_, n) => wait(robots[n % robots.length]!))];
    const {statusCode, headers} = await Promise.race(company);
    expect({statusCode, after: headers['retry-after']}).toEqual({statusCode: 429, after: '30'});
    asked = 0;
    let before = 0;
    await until(() => {
      const isOver = asked > 0 && asked === before && open === 0;
      before = asked;
      expect(isOver).toBe(true);
    });
    expect(asked).toBeLessThan(25);
    // Who comes to wait for the same asks who they are, and no more.
    [asked, claims] = [0, 0];
    const late = wait(foreign);
    await until(() => expect(asked).toBeGreaterThan(6));
    expect(claims).toBe(0);
    expect(await test.api(test.adm, 'PUT usuarios/inativar/:id', {params: {id: foreign.id}})).toAnswer(200);
    for (const one of [other, late]) expect(await one).toMatchObject({statusCode: 401});
    await server.close();
    const statuses = (await Promise.all(company)).map(one => one.statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({length: 50}, () => 204), 429]);
  });
});

describe('a caller that is cut off', () => {
  /** Hears of each statement that the server has had answered. */
  let asked = (): void => {};
  const server = beforeTests(async () => {
    const db = test.context.db.withPlugin({
      transformQuery: ({node}) => node,
      transformResult: ({result}) => {
        asked();
        return Promise.resolve(result);
      },
    });
    const app = await buildApp({...test.context, db});
    await app.ready();
    return {app, close: () => app.close()};
  });
  /** A call on a connection that takes no byte of the answer which nobody reads. */
  const dial = (robot: SeedUser, body: object = {}, headers: Record<string, string> = {}): {caller: Duplex; cut: () => void} => {
    const [caller, socket] = duplexPair({highWaterMark: 1});
    socket.on('error', () => {});
    const text = JSON.stringify({robo: 'RPA-01', ...body});
    const own = {host: 'x', authorization: `Bearer ${robot.token}`, 'content-type': 'application/json', 'content-length': text.length};
    const head = Object.entries({...own, ...headers}).map(([name, value]) => `${name}: ${value}\r\n`).join('');
    server.app.server.emit('connection', socket);
    caller.write(`POST /api/rpa/reservar HTTP/1.1\r\n${head}\r\n${text}`);
    return {caller, cut: () => void socket.destroy()};
  };
  it('while it waits gets nothing', async () => {
    const {cut} = dial(robots[0]!, {espera: 20});
    cut();
    const id = await queued();
    expect(await reserve(robots[1]!)).toAnswer(200, {ticketId: id, tentativa: 1});
    expect(await stepsOf(id, 'Robô começou')).toBe(1);
  });

  it.each([['without a key', false], ['with a key', true]])('at whatever stage loses no lease and no attempt, %s', async (_how, hasKey) => {
    const id = await queued();
    const [robot, other] = robots as [SeedUser, SeedUser];
    const who = hasKey ? robot : other;
    let isAnswered = false;
    for (let statements = 1; !isAnswered; statements++) {
      const headers: Record<string, string> = hasKey ? {'idempotency-key': `cortada-${statements}`} : {};
      const {caller, cut} = dial(robot, {}, headers);
      let left = statements;
      isAnswered = await new Promise<boolean>(resolve => {
        caller.once('readable', () => resolve(true));
        asked = () => {
          left -= 1;
          if (left > 0) return;
          cut();
          resolve(false);
        };
      });
      asked = () => {};
      // In the middle of the answer's bytes, the last time.
      if (isAnswered) caller.read(100);
      cut();
      const answer = await reserve(who, {espera: 20}, headers);
      expect(answer).toAnswer(200);
      const lease = answer.body;
      expect(lease, `after ${statements}`).toMatchObject({ticketId: id, tentativa: 1});
      expect(await on('liberar', lease, {}, who)).toAnswer(200);
    }
    await until(async () => expect(await placeOf(id)).toMatchObject({tentativas: 0, livre: true}));
    expect(await stepsOf(id, 'Robô devolveu')).toBe(await stepsOf(id, 'Robô começou'));
  });

  it.runIf(onServer)('while it waits for its turn takes nothing', async () => {
    const key = {'idempotency-key': 'cortada-antes'};
    const [id, robot] = [await queued(), robots[0]!];
    const claimsOf = async (isGranted: boolean): Promise<number> => {
      const {rows: [row]} = await sql<{n: number}>`select count(*)::integer as n from pg_locks
        where locktype = 'advisory' and classid = ${CLAIMS_LOCK} and granted = ${isGranted}
          and database = (select oid from pg_database where datname = current_database())`.execute(test.context.db);
      return row!.n;
    };
    const turn = await test.context.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(${CLAIMS_LOCK}::integer, ${robot.id}::integer)`.execute(turn);
    const closed = once(server.app.server, 'request').then(([, response]) => once(response as ServerResponse, 'close'));
    const {cut} = dial(robot, {}, key);
    await until(async () => expect(await claimsOf(false)).toBe(1));
    cut();
    await closed;
    await turn.commit().execute();
    await until(async () => expect(await claimsOf(false) + await claimsOf(true)).toBe(0));
    expect(await placeOf(id)).toMatchObject({tentativas: 0, livre: true});
    expect(await stepsOf(id, 'Robô começou')).toBe(0);
  });

  it('with a key finds the same lease for a while; then it is nobody\'s and not counted', async () => {
    const key = {'idempotency-key': 'cortada'};
    const id = await queued();
    const first = dial(robots[0]!, {}, key);
    await once(first.caller, 'readable');
    first.cut();
    await until(async () => expect(await placeOf(id)).toMatchObject({entregue: false}));
    const secondsLeft = async (): Promise<number> => {
      const {rows: [left]} = await sql<{em: number}>`select extract(epoch from ate - now())::integer as em from tickets_fila`
        .execute(test.context.db);
      return left!.em;
    };
    expect(await secondsLeft()).toBeLessThanOrEqual(30);
    const second = dial(robots[0]!, {}, key);
    await once(second.caller, 'readable');
    expect(await reserve(robots[0]!, {}, key)).toAnswer(200, {ticketId: id, tentativa: 1});
    // An answer that is found lost after another one was heard takes nothing from it.
    const found = new Promise<void>(resolve => {
      asked = resolve;
    });
    second.cut();
    await found;
    expect(await placeOf(id)).toMatchObject({entregue: true});
    expect(await secondsLeft()).toBeGreaterThan(30);
    await sql`update tickets_fila set entregue = false, ate = now() - interval '1 second'`.execute(test.context.db);
    expect(await reserve(robots[1]!)).toAnswer(200, {ticketId: id, tentativa: 1});
  });
});
