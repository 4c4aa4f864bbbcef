// The door, with real sockets: who must make room, who came too slowly, and how a server ends.
import {createHook} from 'node:async_hooks';
import type {ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import {brotliDecompressSync} from 'node:zlib';
import type {FastifyInstance} from 'fastify';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {DEFAULT_CONNECTION_LIMITS, type ConnectionLimits} from '../../src/server/http/connectionLimits.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {answerOn, connectionsOf, openConnection, type Connection} from '../support/connection.ts';
import {openTestApp} from '../support/server.ts';
import {until} from '../support/until.ts';

const server = beforeTests(openTestApp);

const apps: FastifyInstance[] = [];
const lines: Connection[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const line of lines.splice(0)) line.socket.destroy();
  for (const app of apps.splice(0)) await app.close();
});

interface Held {
  app: FastifyInstance;
  open(from?: string): Promise<Connection>;
  /** Lets whoever waits at /espera have their answer. */
  release(text: string): void;
  /** How many wait there. */
  waiting(): number;
  /** How many requests have come. */
  requests(): number;
  /** The first answer is written, if only into this process's memory. */
  answerWritten: Promise<void>;
}
/** A server that listens, with a route whose answer waits to be released. */
const listening = async (door: Partial<ConnectionLimits> = {}, more: (app: FastifyInstance) => void = () => {}): Promise<Held> => {
  const app = await buildApp(server.context, {door});
  apps.push(app);
  more(app);
  let requests = 0;
  const {promise: answerWritten, resolve: written} = Promise.withResolvers<void>();
  app.server.on('request', (_request, answer: ServerResponse) => {
    requests += 1;
    answer.once('prefinish', written);
  });
  const waiting: ((text: string) => void)[] = [];
  app.get('/espera', () => new Promise<string>(resolve => {
    waiting.push(resolve);
  }));
  await app.listen({port: 0, host: '127.0.0.1'});
  const {port} = app.server.address() as AddressInfo;
  return {
    app,
    requests: () => requests,
    answerWritten,
    waiting: () => waiting.length,
    release: text => waiting.splice(0).forEach(resolve => resolve(text)),
    open: async from => {
      const line = await openConnection(port, from);
      lines.push(line);
      return line;
    },
  };
};

const GET = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: balcao.test\r\n${more}\r\n`;
/** The head of a sign-in. */
const POST = (length: number): string =>
  `POST /api/usuarios/login HTTP/1.1\r\nhost: balcao.test\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
const HALF = 'GET /api/vivo HTTP/1.1\r\nhost: balcao.test\r\nx-mais: ';
const FULL = 20;
/** A request that is answered: proof that there is room. */
const expectRoom = async (held: Held, from?: string): Promise<void> => {
  const line = await held.open(from);
  line.send(GET('/api/vivo', 'connection: close\r\n'));
  await line.ended;
  expect(answerOn(line)).toAnswer(200, '{"situacao":"vivo"}');
};

describe('where there is room for 20', () => {
  test('those that never finish a request make room, the oldest first', async () => {
    const held = await listening({connections: FULL});
    const half: Connection[] = [];
    for (let n = 0; n < FULL + 5; n++) {
      const line = await held.open();
      line.send(HALF);
      half.push(line);
    }
    expect(await half[0]?.ended).toBe('end');
    await expectRoom(held);
    expect(half.at(-1)?.socket.closed).toBe(false);
  });

  test('idle ones make room too, and nobody who waits for an answer or reads one', async () => {
    const held = await listening({connections: FULL});
    const waiting = await Promise.all(Array.from({length: 5}, () => held.open()));
    for (const line of waiting) line.send(GET('/espera'));
    await until(() => expect(held.waiting()).toBe(5));
    const idle: Connection[] = [];
    for (let n = 0; n < FULL; n++) {
      const line = await held.open();
      line.send(GET('/api/vivo'));
      await line.hears(/vivo"\}$/);
      idle.push(line);
    }
    expect(await idle[0]?.ended).toBe('end');
    held.release('pronto!');
    for (const line of waiting) await line.hears(/pronto!$/);
  });

  test('of bodies on their way the slowest make room', async () => {
    const held = await listening({connections: FULL});
    const quick = await held.open();
    const begun = performance.now();
    quick.send(POST(10_000) + ' '.repeat(9999));
    await until(() => expect(held.requests()).toBe(1));
    const slow: Connection[] = [];
    const bodies = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const line = await held.open();
        line.send(`${POST(100)}{`);
        slow.push(line);
      }
    };
    await bodies(FULL - 2);
    await until(() => expect(held.requests()).toBe(FULL - 1));
    // A tenth of the bytes in a quarter of the time, at least: also where this machine stood still after the quick one.
    const heard = performance.now();
    await until(() => expect(4 * (performance.now() - heard)).toBeGreaterThan(performance.now() - begun));
    await bodies(5);
    await slow[0]?.ended;
    quick.send('x');
    await quick.hears(/\r\n\r\n/);
    expect(answerOn(quick)).toAnswer(400, expect.stringContaining('VALIDACAO'));
  });

  test('the address that has most pays, not a neighbour with a few', async () => {
    const held = await listening({connections: FULL});
    const neighbour = await held.open('127.0.0.9');
    neighbour.send(GET('/api/vivo'));
    await neighbour.hears(/vivo"\}$/);
    const many: Connection[] = [];
    for (let n = 0; n < FULL + 5; n++) {
      many.push(await held.open('127.0.0.6'));
      many.at(-1)?.send(HALF);
    }
    await many[0]?.ended;
    await expectRoom(held, '127.0.0.7');
    neighbour.send(GET('/api/vivo'));
    await neighbour.hears(/vivo"\}.*vivo"\}$/s);
  });
});

describe('too late', () => {
  test.each([
    ['', 0], [', also where this process stood still while it came', 100],
  ])('half a head is told so, in words%s', async (_when, milliseconds) => {
    const {open} = await listening({headTimeoutMs: 60});
    const line = await open();
    line.send(HALF);
    for (const sent = performance.now(); performance.now() - sent < milliseconds;);
    expect(await line.ended).toBe('end');
    const {status, headers, body} = answerOn(line);
    expect(status).toBe(408);
    expect(headers).toMatchObject({connection: 'close', 'content-type': 'application/json; charset=utf-8'});
    expect(JSON.parse(body)).toEqual({
      message: 'A requisição demorou demais para chegar. Verifique a conexão e tente novamente.',
      codigo: 'LIMITE', campos: [], id: expect.stringMatching(/^req-/),
    });
  });

  test('a connection that was never used ends without a word', async () => {
    const {open} = await listening({headTimeoutMs: 60});
    const line = await open();
    expect([await line.ended, line.heard()]).toEqual(['end', '']);
  });

  test('a body that trickles is told so', async () => {
    const {open} = await listening({pace: {interval: 40, bytes: 1000}});
    const line = await open();
    line.send(`${POST(1000)}{"email":`);
    await line.ended;
    const {status, headers, body} = answerOn(line);
    expect([status, headers['retry-after'], headers['connection']]).toEqual([400, '5', 'close']);
    expect(JSON.parse(body)).toMatchObject({
      codigo: 'LIMITE', message: 'O envio chegou devagar demais e foi interrompido. Verifique a conexão e tente novamente.',
    });
  });

  test('an answer that nobody reads does not stay for ever, nor look whole', async () => {
    const held = await listening({pace: {interval: 40, bytes: 1000}});
    const line = await held.open();
    line.socket.pause();
    line.send('GET /espera HTTP/1.0\r\n\r\n');
    await until(() => expect(held.waiting()).toBe(1));
    held.release('x'.repeat(16 * 1024 * 1024));
    await until(async () => expect(await connectionsOf(held.app)).toBe(0));
    line.socket.resume();
    expect(await line.ended).toBe('ECONNRESET');
  });
});

/** A server with a route that sends the beginning of an answer, and its end when it is released. */
const answering = async (door: Partial<ConnectionLimits> = {}): Promise<Held & {end(): void}> => {
  const {promise: ended, resolve: end} = Promise.withResolvers<void>();
  const held = await listening(door, app => {
    app.get('/metade', (_request, reply) => reply.send(Readable.from((async function* () {
      yield 'primeira metade';
      await ended;
      yield 'segunda metade';
    })(), {objectMode: false})));
  });
  return {...held, end};
};

test('noise behind a request whose answer is being written never becomes a part of that answer', async () => {
  const {open} = await answering();
  const line = await open();
  line.send(GET('/metade'));
  await line.hears(/primeira metade/);
  line.send('isto não é HTTP\r\n\r\n');
  await line.ended;
  expect(line.heard()).not.toContain('VALIDACAO');
});

describe('a server that ends', () => {
  test('finishes what is under way, says that the connection ends, and takes nobody in', async () => {
    const held = await listening();
    const [waiting, idle] = [await held.open(), await held.open()];
    waiting.send(GET('/espera'));
    idle.send(GET('/api/vivo'));
    await idle.hears(/vivo"\}$/);
    await until(() => expect(held.waiting()).toBe(1));
    const {port} = held.app.server.address() as AddressInfo;
    const closed = held.app.close();
    expect(await idle.ended).toBe('end');
    await expect(openConnection(port)).rejects.toMatchObject({code: 'ECONNREFUSED'});
    held.release('inteira');
    expect(await waiting.ended).toBe('end');
    expect(answerOn(waiting)).toMatchObject({status: 200, headers: {connection: 'close'}, body: 'inteira'});
    await closed;
  });

  test('goes on taking calls until a balancer that asks again and again has heard that they are to go elsewhere', async () => {
    const held = await listening();
    const call = async (path: string): Promise<number> => {
      const line = await held.open();
      line.send(GET(path, 'connection: close\r\n'));
      await line.ended;
      return answerOn(line).status;
    };
    expect([await call('/api/pronto'), await call('/api/pronto')]).toEqual([200, 200]);
    vi.useFakeTimers({toFake: ['setTimeout']});
    const closed = held.app.close();
    expect([await call('/api/pronto'), await call('/api/empresas'), await call('/api/pronto')]).toEqual([503, 401, 503]);
    await vi.advanceTimersByTimeAsync(DEFAULT_CONNECTION_LIMITS.drainMs);
    vi.useRealTimers();
    await closed;
    await expect(held.open()).rejects.toMatchObject({code: 'ECONNREFUSED'});
  });

  test('waits for nobody who asked once, as who starts a server does', async () => {
    const held = await listening({drainMs: 600_000});
    const line = await held.open();
    line.send(GET('/api/pronto'));
    await line.hears(/pronto"\}$/);
    await held.app.close();
    expect(await line.ended).toBe('end');
  });

  test('refuses what comes on a connection that is still being answered, with a sentence, and its health check says so', async () => {
    const held = await answering();
    const [one, other] = [await held.open(), await held.open()];
    for (const line of [one, other]) {
      line.send(GET('/metade'));
      await line.hears(/primeira metade/);
    }
    const closed = held.app.close();
    await until(() => expect(held.app.server.listening).toBe(false));
    one.send(GET('/api/empresas', 'origin: https://outro.test\r\n'));
    other.send(GET('/api/pronto'));
    await until(() => expect(held.requests()).toBe(4));
    held.end();
    expect([await one.ended, await other.ended]).toEqual(['end', 'end']);
    const second = (line: Connection) => /segunda metade\r\n0\r\n\r\n(.*)$/s.exec(line.heard())?.[1] ?? '';
    const refused = second(one);
    expect(refused).toMatch(/^HTTP\/1\.1 500 .*retry-after: 5/is);
    expect(refused).toMatch(/connection: close/i);
    expect(JSON.parse(Buffer.from(refused.split('\r\n\r\n')[1] ?? '', 'latin1').toString('utf8'))).toMatchObject({
      codigo: 'INDISPONIVEL', message: 'Serviço temporariamente indisponível. Tente novamente em instantes.',
    });
    expect(second(other)).toMatch(/^HTTP\/1\.1 503 .*indisponivel/s);
    await closed;
  });

  test('gives a slow reader the whole of an answer that is written already', async () => {
    const held = await listening();
    const line = await held.open();
    line.socket.pause();
    line.send(GET('/espera'));
    await until(() => expect(held.waiting()).toBe(1));
    const size = 16 * 1024 * 1024;
    held.release('x'.repeat(size));
    await held.answerWritten;
    const closed = held.app.close();
    await until(() => expect(held.app.server.listening).toBe(false));
    line.socket.resume();
    expect(await line.ended).toBe('end');
    expect(answerOn(line).body.length).toBe(size);
    await closed;
  });

  test('waits for nobody beyond its grace', async () => {
    const held = await listening({graceMs: 40});
    const line = await held.open();
    line.send(GET('/espera'));
    await until(() => expect(held.waiting()).toBe(1));
    await held.app.close();
    await line.ended;
    expect(line.heard()).toBe('');
  });
});

describe('a body that is compressed', () => {
  // Of brotli: 16 MiB of blanks, and 219 times as much again.
  const bomb = Buffer.from(`cfffff7f002440e2b14072efff0d${'fcffff074002200e0b40f7fedf00'.repeat(219)}`, 'hex');
  const unpacking: string[] = [];
  const hook = createHook({init: (_id, type) => void (type === 'ZLIB' && unpacking.push(type))});
  beforeEach(() => void hook.enable());
  afterEach(() => {
    hook.disable();
    unpacking.splice(0);
  });

  test('would be gigabytes, and unpacking it would be seen', () => {
    expect(() => brotliDecompressSync(bomb, {maxOutputLength: 64 * 1024 * 1024})).toThrow(/larger than/);
    expect(unpacking).toEqual(['ZLIB']);
  });

  test.each(['br', 'gzip', 'BR', 'deflate', 'identity, br'])('(%s) is refused in words, and nobody unpacks it', async encoding => {
    const {open} = await listening();
    const line = await open();
    line.send(POST(bomb.length).replace('\r\n\r\n', `\r\ncontent-encoding: ${encoding}\r\nconnection: close\r\n\r\n`));
    line.socket.write(bomb);
    expect([await line.ended, unpacking]).toEqual(['end', []]);
    const {status, body} = answerOn(line);
    expect([status, JSON.parse(body)]).toMatchObject([400, {
      codigo: 'VALIDACAO', message: 'Envie os dados sem compressão (Content-Encoding).',
    }]);
  });
});

test.each([
  ['names two hosts: a proxy may have judged the other', 'host: x\r\nhost: y'],
  ['names none', 'x: y'],
  ['expects what we do not know', 'host: x\r\nexpect: outra-coisa\r\ncontent-length: 2'],
])('a request that %s is refused as any other', async (_what, head) => {
  const {open} = await listening();
  const line = await open();
  line.send(`GET /api/vivo HTTP/1.1\r\n${head}\r\nconnection: close\r\n\r\n`);
  await line.ended;
  const {status, headers, body} = answerOn(line);
  expect([status, headers, JSON.parse(body)]).toMatchObject([
    400, {'cache-control': 'no-store'}, {codigo: 'VALIDACAO', message: 'Requisição inválida.'},
  ]);
});

test('whoever has not signed in sends little', async () => {
  const {status, body} = await server.api(undefined, 'POST usuarios/login', {body: {email: 'a@b.test', senha: 'x'.repeat(20_000)}});
  expect([status, body.codigo]).toEqual([400, 'TAMANHO']);
});
