// Any order of what can happen to the leases of a queue, held against a model (rules: Robots 1 to 4).
import fc from 'fast-check';
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {statusByKey} from '../../src/schema/statuses/statuses.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {sweepLeases} from '../../src/server/robots/expiredLeases.ts';
import config from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {createRobots, emptyQueue, queueTicket} from '../support/queue.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {actOn, createWorld, putInto} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test, 'agendar'));
const robots = beforeTests(() => createRobots(test, world));

const OPS = [
  'reserve', 'reserve', 'other', 'repeat', 'renew', 'conclude', 'system', 'matter', 'release', 'expire', 'spend', 'sweep', 'interrupt',
  'withdraw', 'again', 'stale',
] as const;
type Op = (typeof OPS)[number];
type At = 'filaRpa' | 'emAndamento' | 'emAtendimento' | 'pendencia' | 'finalizado';
interface Model {
  at: At;
  tentativas: number;
  /** Whether the lease that somebody has is one. */
  isLive: boolean;
}
interface Lease {
  who: 'own' | 'other';
  leaseToken: string;
  /** The call's own key. */
  key?: string;
}
const NONE: Lease = {who: 'own', leaseToken: 'nenhum'};

it('what can happen to a lease leaves the ticket where a model has it', async () => {
  const {db} = test.context;
  let keys = 0;
  const run = async (ops: readonly Op[]): Promise<void> => {
    await emptyQueue(test);
    const id = await queueTicket(test, world);
    const model: Model = {at: 'filaRpa', tentativas: 0, isLive: false};
    let [lease, old] = [NONE, NONE];
    const ends = (at: At, counted = true): void => {
      Object.assign(model, {at, isLive: false, tentativas: model.tentativas - (counted ? 0 : 1)});
    };
    const answered = new Set<string>();
    const on = (path: string, {who, leaseToken}: Lease, body: object = {}): Promise<Answer> =>
      test.api(robots[who], `POST rpa/tickets/:id/${path}`, {params: {id}, body: {leaseToken, ...body}});
    const reserve = (who: Lease['who'], key: string): Promise<Answer> =>
      test.api(robots[who], 'POST rpa/reservar', {body: {robo: 'RPA-01'}, headers: {'idempotency-key': key}});
    /** With the lease: 200 where it lives, or was ended by the same; else refused, and nothing changes. */
    const work = async (path: string, body: object, then: () => void): Promise<void> => {
      const {status} = await on(path, lease, body);
      // Whoever never had it does not see it outside the queue.
      expect([200, 409, lease === NONE ? 404 : 410].includes(status), `${path} answered ${status}`).toBe(true);
      const which = JSON.stringify([path, lease.leaseToken, body]);
      expect(status === 200, path).toBe(model.isLive || answered.has(which));
      if (!model.isLive) return;
      if (path !== 'renovar') answered.add(which);
      then();
    };
    const claim = async (who: Lease['who']): Promise<void> => {
      const key = `pedido-${++keys}`;
      const {status, body} = await reserve(who, key);
      const hasRunOut = model.at === 'emAndamento' && !model.isLive;
      const isSpent = hasRunOut && model.tentativas === 3;
      expect(status).toBe((model.at === 'filaRpa' || hasRunOut) && !isSpent ? 200 : 204);
      if (isSpent) ends('pendencia');
      if (status !== 200) return;
      [old, lease] = [lease, {who, leaseToken: body.leaseToken, key}];
      Object.assign(model, {at: 'emAndamento', isLive: true, tentativas: model.tentativas + 1});
      expect(body.tentativa).toBe(model.tentativas);
    };
    const act = async (action: 'interromperRpa' | 'retirarFila' | 'reprocessar', from: At, then: () => void): Promise<void> => {
      const {status} = await actOn(test, id, test.adm, action, {body: {comentario: 'Pare'}});
      expect(status, action).toBe(model.at === from ? 200 : 400);
      if (status === 200) then();
    };
    const steps: Readonly<Record<Op, () => Promise<void>>> = {
      reserve: () => claim('own'),
      other: () => claim('other'),
      repeat: async () => {
        if (lease.key === undefined || (!model.isLive && (model.at === 'filaRpa' || model.at === 'emAndamento'))) return;
        const {status, body} = await reserve(lease.who, lease.key);
        expect({status, token: body.leaseToken}).toEqual(model.isLive ? {status: 200, token: lease.leaseToken} : {status: 204});
      },
      renew: () => work('renovar', {}, () => {}),
      conclude: () => work('concluir', {}, () => ends('finalizado')),
      matter: () => work('falhar', {tipo: 'NEGOCIO', mensagem: 'Não pode ser.'}, () => ends('pendencia')),
      release: () => work('liberar', {}, () => ends('filaRpa', false)),
      system: async () => {
        await work('falhar', {tipo: 'SISTEMA', codigo: 'X'}, () => ends(model.tentativas === 3 ? 'pendencia' : 'filaRpa'));
        await sql`update tickets_fila set apos = now() where id_registro = ${id}`.execute(db);
      },
      expire: async () => {
        if (model.isLive) await sql`update tickets_fila set ate = now() - interval '6 minutes'`.execute(db);
        model.isLive = false;
      },
      // The attempt's own time is over: its lease goes no further. What is waited then too.
      spend: async () => {
        if (!model.isLive) return;
        await sql`update tickets_fila set limite = now() - interval '6 minutes'`.execute(db);
        expect((await on('renovar', lease)).status).toBe(200);
        model.isLive = false;
      },
      sweep: async () => {
        await sweepLeases({...test.context, hooks});
        if (model.at === 'emAndamento' && !model.isLive) ends(model.tentativas === 3 ? 'pendencia' : 'filaRpa');
      },
      interrupt: () => act('interromperRpa', 'emAndamento', () => ends('pendencia')),
      withdraw: async () => {
        await act('retirarFila', 'filaRpa', () => ends('emAtendimento'));
        if (model.at !== 'emAtendimento') return;
        expect((await reserve('own', `pedido-${++keys}`)).status).toBe(204);
        await putInto(test, id, 'pendencia');
        ends('pendencia');
      },
      again: () => act('reprocessar', 'pendencia', () => Object.assign(model, {at: 'filaRpa', tentativas: 0})),
      stale: async () => {
        if (old === NONE || old.leaseToken === lease.leaseToken) return;
        expect((await on('concluir', old, {comentario: 'tarde'})).status).toBe(409);
      },
    };
    for (const op of ops) {
      await steps[op]();
      const {body} = await test.api(test.adm, 'GET tickets/:id', {params: {id}});
      const isIn = model.at === 'filaRpa' || model.at === 'emAndamento';
      expect({status: body.idStatusTicket, tentativa: body.fila?.tentativa ?? 'fora'}, op).toEqual({
        status: statusByKey(config.resources.tickets, model.at)?.id, tentativa: isIn ? model.tentativas : 'fora',
      });
      const {body: counts} = await test.api(robots.own, 'GET rpa/fila');
      expect(counts, op).toMatchObject(isIn ? [{esperando: model.isLive ? 0 : 1, emAndamento: model.isLive ? 1 : 0, adiados: 0}] : []);
      expect(counts, op).toHaveLength(isIn ? 1 : 0);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom<Op>(...OPS), {minLength: 6, maxLength: 20}), run), {numRuns: 15});
});
