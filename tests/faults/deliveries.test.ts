// Two servers on one database tell another system what is written, while that system fails, hangs, hears without an answer, and while the
// servers die: each event arrives at least once, those of a record in order, and none is lost.
import {randomUUID} from 'node:crypto';
import type {ServerResponse} from 'node:http';
import {afterEach, expect} from 'vitest';
import {openBalancer} from '../support/balancer.ts';
import {temporaryFolder} from '../support/folder.ts';
import {httpApi} from '../support/httpApi.ts';
import {startPostgres} from '../support/postgres.ts';
import {ADM} from '../support/product.ts';
import {newCnpj} from '../support/seed.ts';
import type {Answer, Api} from '../support/server.ts';
import {openReceiver, WEBHOOK_SECRET, type ReceivedWebhook, type Receiver} from '../support/webhooks.ts';
import {fault, timed} from './support/cases.ts';
import {createProcesses} from './support/processes.ts';
import {BOUND, noPostgres} from './support/stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const SERVER = './delivering.ts';
const RECORDS = 8;
const SAVES = 4;
const SECOND = 1000;
/** A call that never ends costs the sender its whole limit. */
const MAX_HANGING = 3;

const nameOf = (record: number, version: number): string => `Filial ${record}, ${version}`;
const versions = Array.from({length: SAVES + 1}, (_, version) => version);

/** Descriptions of each record's events in the order of their first arrival. */
const describeTaken = (taken: readonly ReceivedWebhook[]): ReadonlyMap<number, string[]> => {
  const events = [...new Map(taken.map(event => [event.headers['webhook-id'], event.body])).values()];
  return new Map([...Map.groupBy(events, ({id}) => id)].map(([id, of]) => [id, of.map(({campos}) => String(campos['descricao']))]));
};

type Fault = (response: ServerResponse) => number | void;
const FAULTS: readonly Fault[] = [() => 500, response => void response.destroy(), () => 204, () => 429];

interface Unreliable {
  receiver: Receiver;
  taken: readonly ReceivedWebhook[];
  /** Number of calls that it never answered. */
  hanging(): number;
  /** Takes and answers every call from now on. */
  recover(): void;
}
/** A system that takes one call of four, and keeps what it took although it does not always say so. */
const openUnreliable = async (): Promise<Unreliable> => {
  const receiver = await openReceiver();
  closing.push(async () => receiver.close());
  const taken: ReceivedWebhook[] = [];
  let [calls, hanging] = [0, 0];
  receiver.reply = (event, response) => {
    calls += 1;
    if (calls % 5 === 0 && hanging < MAX_HANGING) return void (hanging += 1);
    const answer = FAULTS[calls % FAULTS.length]?.(response);
    // One that cuts the line has heard everything.
    if (answer === 204 || answer === undefined) taken.push(event);
    return answer;
  };
  return {receiver, taken, hanging: () => hanging, recover: () => {
    receiver.reply = event => {
      taken.push(event);
      return 204;
    };
  }};
};

fault('another system fails, hangs and hears without an answer, while servers are killed', {unless: noPostgres}, async tally => {
  const [postgres, {folder, remove}, webhook, own] = [
    await startPostgres(), await temporaryFolder(), await openUnreliable(), await openUnreliable(),
  ];
  closing.push(() => postgres.remove(), remove);
  const {start} = createProcesses(closing);
  const env = {
    DATABASE_URL: postgres.url, DATA_DIR: folder, JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao', ADMIN_EMAIL: ADM.email,
    ADMIN_PASSWORD: ADM.senha, WEBHOOK_PRIVATE: '1', ERP_URL: webhook.receiver.url.href, OWN_URL: own.receiver.url.href,
    ERP_SECRET: WEBHOOK_SECRET,
  };
  const servers = [await start(SERVER, env), await start(SERVER, env)];
  const urls = servers.map(({url}) => url);
  const balancer = await openBalancer();
  closing.push(async () => balancer.close());
  balancer.watch(urls, SECOND);
  const api = httpApi(balancer.url, BOUND);
  const {body: {token}} = await api(undefined, 'POST usuarios/login', {body: ADM});

  /** Calls until it is acknowledged, under one key. */
  const insist = async (...[endpoint, options]: [Parameters<Api>[1], NonNullable<Parameters<Api>[2]>]): Promise<Answer> => {
    const headers = {'idempotency-key': randomUUID()};
    for (;;) {
      const answer = await api({token}, endpoint, {...options, headers}).catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return answer;
      await expect.poll(() => fetch(`${balancer.url}/api/pronto`).then(({ok}) => ok, () => false), {timeout: BOUND}).toBe(true);
    }
  };
  const {body: {id: idEmpresa}} = await insist('POST empresas', {body: {
    razaoSocial: 'Transportes', cnpj: newCnpj(), email: 'contato@empresa.test', telefone: '1133334444',
  }});
  const live = async (record: number): Promise<number> => {
    const values = {idEmpresa, cnpj: newCnpj(), razaoSocial: 'Filial Ltda', telefone: '1133334444', contato: 'Ana'};
    const created = await insist('POST filial', {body: {...values, descricao: nameOf(record, 0)}});
    expect(created.status).toBe(201);
    for (const version of versions.slice(1)) {
      const body = {...values, descricao: nameOf(record, version)};
      expect(await insist('PUT filial/:id', {params: {id: created.body.id}, body})).toMatchObject({status: 200});
    }
    tally.acknowledged += versions.length;
    return created.body.id;
  };
  const restart = async (index: number): Promise<void> => {
    await servers[index]?.kill();
    servers[index] = await start(SERVER, {...env, PORT: new URL(urls[index] ?? '').port});
  };

  // Half of the records before a server dies, the others while it starts again.
  const half = RECORDS / 2;
  const lives = (from: number): Promise<number[]> => Promise.all(Array.from({length: half}, (_, at) => live(from + at)));
  const before = await lives(0);
  const [after] = await Promise.all([lives(half), restart(0)]);
  await restart(1);
  await Promise.all(servers.map(server => server.kill()));
  // As two minutes later: leases of the dead have ended, and waits are over.
  const makeDue = (which: string): Promise<unknown> =>
    postgres.query(`update entregas set proxima = now() where estado = 'pendente' ${which}`);
  await makeDue('');
  webhook.recover();
  own.recover();
  const countWaiting = async (): Promise<number> => {
    await makeDue('and dono is null');
    return (await postgres.query(`select destino, estado from entregas where estado <> 'entregue'`)).length;
  };
  tally.recovered.push(await timed(async () => {
    servers[0] = await start(SERVER, {...env, PORT: new URL(urls[0] ?? '').port});
    await expect.poll(countWaiting, {timeout: 4 * BOUND, interval: 200}).toBe(0);
  }));

  const expected = new Map([...before, ...after].map((id, record) => [id, versions.map(version => nameOf(record, version))]));
  for (const system of [webhook, own]) {
    expect(describeTaken(system.taken)).toEqual(expected);
    expect(system.hanging()).toBe(MAX_HANGING);
  }
  const heard = webhook.receiver.received.length + own.receiver.received.length;
  tally.remark = `${2 * RECORDS * versions.length} events in ${heard} calls`;
});
