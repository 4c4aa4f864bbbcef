// Deliveries to other systems: in the record's transaction, at least once, in order of a record, over several servers.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {deleteExpiredRows} from '../../src/server/db/retention.ts';
import {claimDelivery, insertDeliveries, markDelivered} from '../../src/server/deliveries/deliveryQueue.ts';
import type {OwnCode} from '../../src/server/own.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {sweepLeases} from '../../src/server/robots/expiredLeases.ts';
import {makePendingDue} from '../../src/server/sending/leasedRows.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {newCnpj} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {actOn, createWorld, openTicket, putInto} from '../support/tickets.ts';
import {deliverySender, makeDue, openReceiver, WEBHOOK_SECRET, withWebhooks, type Receiver} from '../support/webhooks.ts';

const own: {steps: OwnCode['steps'] & {}} = {steps: {}};
const test = beforeTests(() => openTestApp({
  config: withWebhooks, own, env: {variables: {ERP_URL: 'https://erp.test/eventos', ERP_SECRET: WEBHOOK_SECRET}},
}));
let receiver: Receiver;
beforeEach(async () => {
  await test.reset();
  receiver = await openReceiver();
  onTestFinished(() => receiver.close());
});

const filial = {razaoSocial: 'Filial Ltda', telefone: '1133334444', contato: 'Ana'};
const rename = async (id: number, idEmpresa: number, descricao: string) => {
  const {body} = await test.api(test.adm, 'GET filial/:id', {params: {id}});
  expect(await test.api(test.adm, 'PUT filial/:id', {params: {id}, body: {...body, idEmpresa, descricao}})).toMatchObject({status: 200});
};
const queue = async () => (await sql<{destino: string; evento: string; estado: string; tentativas: number; erro: string | null}>`
  select destino, evento, estado, tentativas, erro from entregas order by id`.execute(test.context.db)).rows;
const events = async () => (await queue()).map(({evento}) => evento);

describe('what is queued', () => {
  it('is each listed event of a record, with the named fields alone, in the form of the API', async () => {
    const {id, idEmpresa} = await test.seed.filial({descricao: 'Matriz'});
    await rename(id, idEmpresa, 'Matriz Nova');
    await rename(id, idEmpresa, 'Matriz Nova');
    expect(await test.api(test.adm, 'DELETE filial/:id', {params: {id}})).toMatchObject({status: 200});
    await deliverySender(test.context.db, receiver).sendAll();
    expect(receiver.received.map(({body}) => body)).toEqual([
      {evento: 'create', recurso: 'filiais', id, data: expect.stringMatching(/Z$/), campos: {id, descricao: 'Matriz'}},
      {evento: 'update', recurso: 'filiais', id, data: expect.stringMatching(/Z$/), campos: {id, descricao: 'Matriz Nova'}},
      {evento: 'delete', recurso: 'filiais', id, data: expect.stringMatching(/Z$/), campos: {id, descricao: 'Matriz Nova'}},
    ]);
  });

  it('is a status, whoever entered it: its author, a person, a robot, or a lease that expired', async () => {
    const world = await createWorld(test, 'agendar');
    await sql`delete from entregas`.execute(test.context.db);
    const {id} = await openTicket(test, world, world.users.fornecedor);
    await putInto(test, id, 'emAtendimento', {atendente: test.adm.id});
    await actOn(test, id, test.adm, 'enviarRpa');
    expect(await test.api(world.users.rpa, 'POST rpa/reservar', {body: {robo: 'RPA-01'}})).toMatchObject({status: 200});
    expect(await events()).toEqual(['create', 'emAberto', 'emAndamento']);
    await sql`update tickets_fila set ate = now() - interval '9 minutes', tentativas = 9, entregue = true`.execute(test.context.db);
    await sweepLeases({...test.context, hooks});
    await deliverySender(test.context.db, receiver, 'fiscal').sendAll();
    expect(receiver.received.map(({body}) => body.campos)).toEqual([
      {idEmpresa: world.idEmpresa, idStatusTicket: 1, descricaoStatus: 'Em-Aberto'},
      {idEmpresa: world.idEmpresa, idStatusTicket: 1, descricaoStatus: 'Em-Aberto'},
      {idEmpresa: world.idEmpresa, idStatusTicket: 5, descricaoStatus: 'Em Andamento'},
      {idEmpresa: world.idEmpresa, idStatusTicket: 6, descricaoStatus: 'Pendência'},
    ]);
  });

  it('is what an operation did, before what the own code after it does to the record', async () => {
    own.steps = {filiais: {create: {after: async ({record, save}) => {
      const rename = save as (name: string, id: number, values: object) => Promise<void>;
      await rename('filiais', (record as {id: number}).id, {descricao: 'Depois'});
    }}}};
    onTestFinished(() => void (own.steps = {}));
    const {id: idEmpresa} = await test.seed.empresa();
    await test.api(test.adm, 'POST filial', {body: {...filial, descricao: 'Antes', cnpj: newCnpj(), idEmpresa}});
    await deliverySender(test.context.db, receiver).sendAll();
    expect(receiver.received.map(({body: {evento, campos}}) => [evento, campos['descricao']])).toEqual([
      ['create', 'Antes'], ['update', 'Depois'],
    ]);
  });

  it('is nothing where the write is refused or taken back', async () => {
    const {id: idEmpresa} = await test.seed.empresa();
    const cnpj = newCnpj();
    await test.seed.filial({idEmpresa, cnpj});
    expect(await test.api(test.adm, 'POST filial', {body: {...filial, descricao: 'Outra', cnpj, idEmpresa}})).toMatchObject({status: 400});
    expect(await events()).toEqual(['create']);
    const {db} = test.context;
    await expect(db.transaction().execute(async trx => {
      await insertDeliveries(trx, [{destination: 'erp', resource: 'filiais', recordId: 1, event: 'create', body: {}}]);
      throw new Error('taken back');
    })).rejects.toThrow('taken back');
    expect(await events()).toEqual(['create']);
  });

  it('asks the database nothing where no destination is interested', async () => {
    const asked: unknown[] = [];
    const trx = new Proxy({}, {get: (_target, name) => asked.push(name)}) as never;
    const resource = withWebhooks.resources['empresas']!;
    await hooks.enqueueDeliveries(trx, {
      config: withWebhooks, name: 'empresas', resource, id: 1, operation: 'create', before: {id: 1, versao: 0},
      record: {},
    });
    expect(asked).toEqual([]);
  });
});

describe('a receiver that fails', () => {
  it('gets a delivery again with the same key, and the later ones of the record after it, others meanwhile', async () => {
    receiver.reply = ({body}) => (body.id === broken && receiver.received.length < 4 ? 503 : 200);
    const {id: broken, idEmpresa} = await test.seed.filial({descricao: 'Um'});
    await rename(broken, idEmpresa, 'Dois');
    const {id: other} = await test.seed.filial({descricao: 'Outra'});
    const sender = deliverySender(test.context.db, receiver);
    await sender.sendAll();
    const told = () => receiver.received.map(({body}) => [body.id, body.evento]);
    expect(new Map(told().map(([id, event]) => [id, event]))).toEqual(new Map([[broken, 'create'], [other, 'create']]));
    expect((await queue())[0]).toMatchObject({estado: 'pendente', tentativas: 1, erro: 'resposta 503'});
    // The wait is not over.
    await sender.sendAll();
    expect(receiver.received).toHaveLength(2);
    await makeDue(test.context.db);
    await sender.sendAll();
    expect(receiver.received).toHaveLength(3);
    await makeDue(test.context.db);
    await sender.sendAll();
    expect(told().slice(2)).toEqual([[broken, 'create'], [broken, 'create'], [broken, 'update']]);
    const keys = receiver.received.filter(({body}) => body.id === broken && body.evento === 'create')
      .map(({headers}) => headers['webhook-id']);
    expect(new Set(keys).size).toBe(1);
    expect((await queue()).map(({estado}) => estado)).toEqual(['entregue', 'entregue', 'entregue']);
  });

  it('waits longer each time, up to two hours', async () => {
    receiver.reply = () => 500;
    await test.seed.filial();
    const sender = deliverySender(test.context.db, receiver);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await makeDue(test.context.db);
      await sender.sendAll();
      const {rows: [row]} = await sql<{wait: number}>`
        select extract(epoch from proxima - now())::integer as wait from entregas`.execute(test.context.db);
      waits.push(row?.wait ?? 0);
    }
    expect(waits[0]).toBeLessThan(20);
    expect(waits[4]).toBeGreaterThan(500);
    expect(waits.every(wait => wait <= 9000)).toBe(true);
    expect(waits[8]).toBeGreaterThan(5000);
  });

  it('ends in a dead delivery, which holds back the later ones of its record until it is sent again or skipped', async () => {
    receiver.reply = ({body}) => (body.evento === 'create' ? 500 : 200);
    const {id, idEmpresa} = await test.seed.filial({descricao: 'Um'});
    await rename(id, idEmpresa, 'Dois');
    await sql`update entregas set tentativas = 18`.execute(test.context.db);
    const sender = deliverySender(test.context.db, receiver);
    await sender.sendAll();
    expect((await queue()).map(({estado}) => estado)).toEqual(['morta', 'pendente']);
    expect(sender.said).toEqual([expect.stringMatching(/^A entrega \d+ a erp não chegou e não será tentada de novo\./)]);
    await makeDue(test.context.db);
    await sender.sendAll();
    expect(receiver.received).toHaveLength(1);
    receiver.reply = () => 200;
    const {rows: [dead]} = await sql<{id: number}>`select id from entregas where estado = 'morta'`.execute(test.context.db);
    expect(await test.api(test.adm, 'POST entregas/:id/repetir', {params: {id: dead?.id}}))
      .toMatchObject({status: 200, body: {id: dead?.id}});
    await sender.sendAll();
    expect(receiver.received.map(({body}) => body.evento)).toEqual(['create', 'create', 'update']);
  });

  it('is given up waiting for where it never answers', async () => {
    receiver.reply = () => undefined;
    await test.seed.filial();
    await deliverySender(test.context.db, receiver, 'erp', 50).sendAll();
    expect((await queue())[0]).toMatchObject({estado: 'pendente', tentativas: 1, erro: 'não respondeu a tempo'});
  });

  it('keeps no shutdown waiting, and the delivery stays claimed until its lease ends', async () => {
    receiver.reply = () => undefined;
    await test.seed.filial();
    const sender = deliverySender(test.context.db, receiver);
    sender.wake();
    await expect.poll(() => receiver.received.length).toBe(1);
    await sender.stop(0);
    expect((await queue())[0]).toMatchObject({estado: 'pendente', tentativas: 1, erro: null});
    expect(await claimDelivery(test.context.db, 'erp')).toBeUndefined();
    await sql`update entregas set proxima = now()`.execute(test.context.db);
    expect(await claimDelivery(test.context.db, 'erp')).toMatchObject({attempt: 2});
  });
});

describe('several servers', () => {
  it('send each delivery once, and of a record one at a time', async () => {
    const second = await test.second();
    onTestFinished(() => second.close());
    const busy = new Set<number>();
    let together = 0;
    receiver.reply = ({body}, response) => {
      if (busy.has(body.id)) together += 1;
      busy.add(body.id);
      setImmediate(() => {
        busy.delete(body.id);
        response.writeHead(200).end();
      });
    };
    const rows = Array.from({length: 40}, (_, n) => {
      const [id, event] = [n % 2 + 1, `${Math.floor(n / 2)}`];
      return {destination: 'erp', resource: 'filiais', recordId: id, event, body: {evento: event, id}};
    });
    await insertDeliveries(test.context.db, rows);
    const senders = [deliverySender(test.context.db, receiver), deliverySender(second.db, receiver)];
    // A worker that found nothing while another one held the record ends: the poll of a server wakes it again.
    for (let turn = 0; turn < 20; turn += 1) await Promise.all(senders.map(sender => sender.sendAll()));
    expect(receiver.received).toHaveLength(40);
    expect(new Set(receiver.received.map(({headers}) => headers['webhook-id'])).size).toBe(40);
    expect(together).toBe(0);
    for (let id = 1; id <= 2; id += 1) {
      expect(receiver.received.filter(({body}) => body.id === id).map(({body}) => Number(body.evento)))
        .toEqual(Array.from({length: 20}, (_, n) => n));
    }
  });

  it('take over the delivery of a process that died, when its lease ends; what that one says later counts no more', async () => {
    await test.seed.filial();
    const {db} = test.context;
    const lost = await claimDelivery(db, 'erp');
    expect(lost).toMatchObject({attempt: 1, event: 'create'});
    await makePendingDue(db, 'entregas', false);
    expect(await claimDelivery(db, 'erp')).toBeUndefined();
    await sql`update entregas set proxima = now()`.execute(db);
    expect(await claimDelivery(db, 'erp')).toMatchObject({attempt: 2, key: lost!.key});
    await markDelivered(db, lost!);
    expect((await queue())[0]).toMatchObject({estado: 'pendente'});
  });
});

it('keeps what arrived for 30 days, and what did not for ever', async () => {
  await test.seed.filial();
  await test.seed.filial();
  await sql`update entregas set data_criacao = now() - interval '31 days'`.execute(test.context.db);
  await sql`update entregas set estado = 'entregue' where id = (select min(id) from entregas)`.execute(test.context.db);
  await deleteExpiredRows(test.context.db);
  expect(await queue()).toMatchObject([{estado: 'pendente'}]);
});
