/** A receiver of webhooks, the product with one of them, and senders on a test's server. */
import {once} from 'node:events';
import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {sql} from 'kysely';
import {onTestFinished} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {createDeliverySender} from '../../src/server/deliveries/startDeliveries.ts';
import {createWebhook} from '../../src/server/deliveries/webhook.ts';
import type {SenderPool} from '../../src/server/sending/senderPool.ts';
import product from '../../resources.config.ts';

export const WEBHOOK_KEY = Buffer.alloc(32, 7);
export const WEBHOOK_SECRET = `whsec_${WEBHOOK_KEY.toString('base64')}`;

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  text: string;
  body: {evento: string; recurso: string; id: number; data: string; campos: Record<string, unknown>};
}

/** Answers a call with a status, or by itself, or never. */
type Reply = (received: ReceivedWebhook, response: ServerResponse) => number | void;

export interface Receiver {
  readonly url: URL;
  readonly received: ReceivedWebhook[];
  reply: Reply;
  close(): void;
}

export const openReceiver = async (): Promise<Receiver> => {
  const received: ReceivedWebhook[] = [];
  const server = createServer((call, response) => {
    let text = '';
    call.on('data', chunk => {
      text += String(chunk);
    });
    call.on('end', () => {
      const one = {headers: call.headers, text, body: JSON.parse(text) as ReceivedWebhook['body']};
      received.push(one);
      const status = receiver.reply(one, response);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/eventos`), received, reply: () => 204,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
};

/** The product with a webhook about branches, and one about tickets. */
export const withWebhooks: Config = {
  ...product,
  menu: {...product.menu, Entregas: {entregas: 'Entregas'}},
  webhooks: {
    erp: {on: {filiais: ['create', 'update', 'delete']}, to: 'ERP_URL', secret: 'ERP_SECRET', fields: ['id', 'descricao']},
    fiscal: {
      on: {tickets: ['create', 'emAberto', 'emAndamento', 'pendencia']}, to: 'ERP_URL', secret: 'ERP_SECRET',
      fields: ['idEmpresa', 'idStatusTicket'],
    },
  },
};

export interface TestDeliverySender extends SenderPool {
  said: string[];
  /** Sends what is due, until nothing is. */
  sendAll(): Promise<void>;
}

/** A sender as a server has one, that looks only when it is told to. */
export const deliverySender = (db: Db, {url}: Receiver, name = 'erp', timeLimitMs?: number): TestDeliverySender => {
  const said: string[] = [];
  const destination = createWebhook({url, key: WEBHOOK_KEY}, {allowsPrivate: true, ...(timeLimitMs !== undefined && {timeLimitMs})});
  const pool = createDeliverySender({db, name, destination, print: sentence => void said.push(sentence), onError: error => {
    throw error;
  }});
  onTestFinished(() => pool.stop(0));
  return {...pool, said, sendAll: async () => {
    pool.wake();
    await pool.idle();
  }};
};

/** As if the waits of all deliveries were over. */
export const makeDue = (db: Db): Promise<unknown> => sql`update entregas set proxima = now() where dono is null`.execute(db);
