// Webhooks: signed calls to addresses outside of the own network, and the page that decides about what did not arrive.
import {createHmac, timingSafeEqual} from 'node:crypto';
import {sql} from 'kysely';
import {afterAll, beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {isPrivateAddress} from '../../src/server/deliveries/privateAddresses.ts';
import {createWebhook, createWebhooks, readWebhookTargets} from '../../src/server/deliveries/webhook.ts';
import {readEnv} from '../../src/server/env.ts';
import product from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {openTestApp} from '../support/server.ts';
import {openReceiver, WEBHOOK_KEY, WEBHOOK_SECRET, withWebhooks, type ReceivedWebhook} from '../support/webhooks.ts';

const receiver = await openReceiver();
afterAll(() => receiver.close());
const variables = {ERP_URL: receiver.url.href, ERP_SECRET: WEBHOOK_SECRET};
const test = beforeTests(() => openTestApp({config: withWebhooks, env: {variables, WEBHOOK_PRIVATE: true}}));
const judge = await judgeOf(withWebhooks);
beforeEach(async () => {
  await test.reset();
  receiver.received.length = 0;
  receiver.reply = () => 204;
});

const delivery = {
  key: '0d9e2b0e-6a55-4b53-8a3c-2d7b1f1c2b11', destination: 'erp', resource: 'filiais', recordId: 3, event: 'create',
  body: {evento: 'create', recurso: 'filiais', id: 3, data: '2026-11-30T12:00:00.000Z', campos: {descricao: 'São João'}}, attempt: 1,
  createdAt: new Date(),
};
const send = (url: string | URL, options: Partial<Parameters<typeof createWebhook>[1]> = {}) =>
  createWebhook({url: new URL(url), key: WEBHOOK_KEY}, {allowsPrivate: true, ...options}).deliver(delivery, new AbortController().signal);

/** Verifies as docs/operations.md says. */
const isVerified = ({headers, text}: ReceivedWebhook, secret: string, now = Date.now()): boolean => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(name => String(headers[`webhook-${name}`]));
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest();
  return signatures!.split(' ').some(signature => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};

describe('a call', () => {
  it('is signed over its id, its instant and its body, so that no other one passes, nor an old one', async () => {
    await send(receiver.url);
    const [received] = receiver.received;
    expect(received).toMatchObject({body: delivery.body, headers: {
      'webhook-id': delivery.key, 'content-type': 'application/json', 'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    }});
    expect(isVerified(received!, WEBHOOK_SECRET)).toBe(true);
    expect(isVerified(received!, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(false);
    expect(isVerified({...received!, text: received!.text.replace('3', '4')}, WEBHOOK_SECRET)).toBe(false);
    expect(isVerified(received!, WEBHOOK_SECRET, Date.now() + 301_000)).toBe(false);
  });

  it('does not follow a redirect', async () => {
    receiver.reply = (_received, response) => void response.writeHead(302, {location: receiver.url.href}).end();
    await expect(send(receiver.url)).rejects.toThrow('resposta 302');
    expect(receiver.received).toHaveLength(1);
  });

  it('says what failed without the address', async () => {
    const closed = await openReceiver();
    closed.close();
    await expect(send(`${closed.url.href}?chave=segredo`)).rejects.toThrow(/^sem conexão \(ECONNREFUSED\)$/);
  });

  it('does not wait for the rest of an answer', async () => {
    receiver.reply = (_received, response) => void response.writeHead(200).write('x');
    await expect(send(receiver.url)).resolves.toBeUndefined();
  });

  it.each([
    'http://127.0.0.1', 'http://[::1]', 'http://[::ffff:10.0.0.1]', 'http://0x7f000001', 'http://192.168.0.7', 'http://169.254.169.254',
  ])(
    'is refused to %s, an address of the own network', async address => {
      await expect(send(address, {allowsPrivate: false})).rejects.toThrow('endereço privado, que WEBHOOK_PRIVATE=1 permitiria');
    },
  );

  it('is refused to a name of such an address', async () => {
    await expect(send(`http://localhost:${receiver.url.port}/eventos`, {allowsPrivate: false})).rejects.toThrow('endereço privado');
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['8.8.8.8', false], ['2606:4700::1111', false], ['100.64.0.1', true], ['fd00::1', true], ['fe80::1', true], ['0.0.0.0', true],
    ['::', true], ['64:ff9b::a00:1', true], ['224.0.0.1', true],
  ])('knows whether %s is of the own network: %s', (address, isPrivate) => {
    expect(isPrivateAddress(address)).toBe(isPrivate);
  });
});

describe('the environment', () => {
  it('is refused with a sentence that names each variable that is missing or does not fit', () => {
    expect(() => readWebhookTargets(withWebhooks, readEnv({ERP_SECRET: 'curto'}))).toThrow(
      'O webhook "erp" precisa da variável de ambiente ERP_URL: um endereço https:// ou http://, sem usuário e senha.\n'
      + 'ERP_SECRET, do webhook "erp", deve ser "whsec_" e de 24 a 64 bytes em base64.',
    );
    expect(() => createWebhooks(withWebhooks, readEnv({ERP_URL: 'ftp://erp.test', ERP_SECRET: WEBHOOK_SECRET})))
      .toThrow('ERP_URL, do webhook "erp", deve ser um endereço');
    expect([...createWebhooks(withWebhooks, readEnv(variables)).keys()]).toEqual(['erp', 'fiscal']);
    expect(createWebhooks(product, readEnv({})).size).toBe(0);
  });
});

describe('the page', () => {
  const list = async (who: {token: string} = test.adm) => {
    const answer = await test.api(who, 'GET entregas');
    expect(judge.faultsOf('GET entregas', answer)).toEqual([]);
    return answer;
  };

  it('lists what waits and what is dead, with the record\'s title where it can be read, and a destination that is gone', async () => {
    const {id} = await test.seed.filial({descricao: 'Matriz'});
    await sql`insert into entregas (destino, recurso, id_registro, evento, corpo, estado, tentativas, erro) values
      ('antigo', 'filiais', 99, 'create', '{}', 'pendente', 0, null),
      ('erp', 'filiais', ${id}, 'update', '{}', 'morta', 19, 'resposta 500'),
      ('erp', 'filiais', ${id}, 'update', '{}', 'pendente', 0, null)`.execute(test.context.db);
    const {body} = await list();
    expect(body).toMatchObject({webhooks: ['erp', 'fiscal'], pendentes: 3, mortas: 1});
    expect(body.entregas).toMatchObject([
      {
        estado: 'morta', destino: 'erp', existe: true, titulo: 'Matriz', tentativas: 19, erro: 'resposta 500', proxima: null,
        evento: 'update',
      },
      {estado: 'pendente', destino: 'erp', titulo: 'Matriz', retida: false, proxima: expect.any(String)},
      {estado: 'pendente', destino: 'antigo', existe: false, titulo: null, proxima: null},
      {estado: 'pendente', retida: true, proxima: null},
    ]);
  });

  it('tells who skipped a delivery, and nobody decides about one twice', async () => {
    await test.seed.filial();
    const {body: {entregas: [{id}]}} = await list();
    expect(await test.api(test.adm, 'POST entregas/:id/pular', {params: {id}})).toMatchObject({status: 200, body: {id}});
    const {rows: [adm]} = await sql<{nome: string}>`select nome from usuarios where id = ${test.adm.id}`.execute(test.context.db);
    expect((await list()).body.entregas).toMatchObject([{id, estado: 'pulada', decididaPor: adm!.nome, decididaEm: expect.any(String)}]);
    const refused = {status: 400, body: {message: 'Esta entrega já chegou, foi pulada ou está sendo enviada agora.'}};
    expect(await test.api(test.adm, 'POST entregas/:id/pular', {params: {id}})).toMatchObject(refused);
    expect(await test.api(test.adm, 'POST entregas/:id/repetir', {params: {id}})).toMatchObject(refused);
    expect(await test.api(test.adm, 'POST entregas/:id/repetir', {params: {id: 999}})).toMatchObject({status: 404});
  });

  it('sends a test at once, and answers what the other side said', async () => {
    const check = async (nome: string) => {
      const answer = await test.api(test.adm, 'POST webhooks/:nome/teste', {params: {nome}});
      expect(judge.faultsOf('POST webhooks/:nome/teste', answer)).toEqual([]);
      return answer;
    };
    expect(await check('erp')).toMatchObject({status: 200, body: {entregue: true, erro: null}});
    expect(receiver.received[0]).toMatchObject({body: {evento: 'teste', recurso: '', id: 0, campos: {}}});
    receiver.reply = () => 401;
    expect((await check('erp')).body).toEqual({entregue: false, erro: 'resposta 401'});
    expect(await test.api(test.adm, 'POST webhooks/:nome/teste', {params: {nome: 'outro'}})).toMatchObject({status: 404});
  });

  it('is of the first user\'s profile alone, and of a product with webhooks', async () => {
    const empresa = await test.seed.usuario({perfil: 'empresa'});
    expect(await test.api(empresa, 'GET entregas')).toMatchObject({status: 403});
    expect(await test.api(empresa, 'POST entregas/:id/pular', {params: {id: 1}})).toMatchObject({status: 403});
    expect(await test.api(empresa, 'POST webhooks/:nome/teste', {params: {nome: 'erp'}})).toMatchObject({status: 403});
    const plain = await openTestApp();
    onTestFinished(() => plain.close());
    expect(await plain.api(plain.adm, 'GET entregas')).toMatchObject({status: 404});
  });
});
