// Clients that are slow, or silent, or many: everybody else is served meanwhile, and what they keep the server holding has an end.
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {connect, type Socket} from 'node:net';
import {join} from 'node:path';
import {setInterval} from 'node:timers';
import {PGlite} from '@electric-sql/pglite';
import {pg_trgm} from '@electric-sql/pglite/contrib/pg_trgm';
import {afterAll, beforeAll, describe, expect, vi} from 'vitest';
import {openS3Door} from '../support/s3Door.ts';
import {PDF} from '../support/tickets.ts';
import {fault, timed, type Tally} from './support/cases.ts';
import {callOf, heard} from './support/ledger.ts';
import {startWork} from './support/people.ts';
import {noPostgres, openServerStage, openStage, settle, type ServerStage, type Stage} from './support/stage.ts';

const KB = 1024;
const MB = KB * KB;
/** Acknowledged calls by which the others' pace is measured. */
const PACE = 16;
/** Milliseconds until slow clients are cut off, or what they began is gone. Above the server's own limits. */
const CUT = 60_000;

const notLinux = async (): Promise<string | undefined> =>
  (process.platform === 'linux' ? undefined : "a process's memory is read from /proc");
/** `VmHWM`: the most there was since {@link forgetMost}. */
const memoryOf = async ({product}: Stage, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(await readFile(`/proc/${product.pid}/status`, 'utf8'))?.[1]) * KB;
const forgetMost = ({product}: Stage): Promise<void> => writeFile(`/proc/${product.pid}/clear_refs`, '5');

const opened = async ({product}: Stage): Promise<Socket> => {
  const {hostname, port} = new URL(product.url);
  const socket = connect(Number(port), hostname);
  // The server may cut it.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};
const openedMany = async (stage: Stage, count: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(...await Promise.all(
    Array.from({length: Math.min(100, count - sockets.length)}, () => opened(stage)),
  ));
  return sockets;
};
const head = (
  {product, adm}: Stage, line: string, headers: Readonly<Record<string, string | number>> = {}, token = adm,
): string => [
  line, `host: ${new URL(product.url).host}`, `authorization: Bearer ${token}`,
  ...Object.entries(headers).map(pair => pair.join(': ')), '', '',
].join('\r\n');

/** Sends a byte of `text` now and then, as long as somebody listens. */
const trickle = (socket: Socket, text: string): void => {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.writable && at < text.length) socket.write(text.slice(at, ++at));
    else clearInterval(timer);
  }, 100);
  socket.once('close', () => clearInterval(timer));
};

/** Milliseconds in which people get so much done; everybody is answered, and nobody refused. */
const pace = async (stage: Stage): Promise<number> => {
  const work = startWork(stage);
  const time = await timed(() => work.more(PACE));
  await work.end();
  expect({cuts: work.cuts, refusals: work.refusals}).toEqual({cuts: [], refusals: []});
  return time;
};

/** Holds what others get done beside `slow` clients against what they get done alone, and the server's memory before and after. */
const beside = async (
  stage: Stage, tally: Tally, slow: () => Promise<readonly Socket[]>, mostMemory: number,
): Promise<readonly Socket[]> => {
  const first = stage.ledger.stories.length;
  const alone = await pace(stage);
  const before = await memoryOf(stage);
  const sockets = await slow();
  const meanwhile = await pace(stage);
  const grown = await memoryOf(stage) - before;
  const more = `${grown < 0 ? '−' : '+'}${Math.round(Math.abs(grown) / MB)} MB`;
  tally.remark = `others take ${(meanwhile / alone).toFixed(1)} × as long; memory ${more}`;
  expect(grown).toBeLessThan(mostMemory);
  await settle(stage, tally, stage.ledger.stories.slice(first));
  return sockets;
};
const destroy = (sockets: readonly Socket[]): void => sockets.forEach(socket => socket.destroy());

/** Who ask, a question each, and do not read the answer. */
const unread = async (stage: Stage, questions: readonly string[]): Promise<Socket[]> => {
  const sockets = await openedMany(stage, questions.length);
  for (const [at, socket] of sockets.entries()) {
    socket.pause();
    socket.write(questions[at] ?? '');
  }
  return sockets;
};

/** All that comes, until the other side ends it; reading begins here. */
const readAll = async (socket: Socket): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk));
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(chunks);
};

/** The whole answer to a `question` that asks for the connection to be closed behind it, headers included. */
const answerTo = async (stage: Stage, question: string): Promise<Buffer> => {
  const socket = await opened(stage);
  socket.write(question);
  return readAll(socket);
};

describe('slow clients', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  fault('2,000 connections that say nothing', {unless: notLinux}, async tally => {
    const sockets = await beside(stage, tally, () => openedMany(stage, 2000), 200 * MB);
    destroy(sockets);
  });

  fault('200 that send their headers byte by byte: they are cut off', {unless: notLinux}, async tally => {
    const sockets = await beside(stage, tally, async () => {
      const all = await openedMany(stage, 200);
      all.forEach(socket => trickle(socket, head(stage, 'GET /api/tickets?page=1 HTTP/1.1', {'x-nada': 'x'.repeat(10_000)})));
      return all;
    }, 200 * MB);
    tally.recovered.push(await timed(() => Promise.all(sockets.map(readAll))));
  });

  fault('100 that send a file byte by byte: when they go, nothing of it stays', {unless: notLinux}, async tally => {
    const start = '--limite\r\ncontent-disposition: form-data; name="files"; filename="lento.pdf"\r\n\r\n';
    const tmp = join(stage.product.dataDir, 'files', 'tmp');
    const sockets = await beside(stage, tally, async () => {
      const all = await openedMany(stage, 100);
      for (const socket of all) {
        socket.write(head(stage, 'POST /api/tickets HTTP/1.1', {
          'content-type': 'multipart/form-data; boundary=limite', 'content-length': 10 * MB,
        }));
        socket.write(start);
        // More than what is looked at before a file is accepted.
        socket.write(Buffer.concat([PDF, randomBytes(8 * KB)]));
        trickle(socket, 'x'.repeat(100_000));
      }
      await vi.waitFor(async () => expect((await readdir(tmp)).length).toBeGreaterThanOrEqual(100), {timeout: CUT});
      return all;
    }, 200 * MB);
    destroy(sockets);
    tally.recovered.push(await timed(() => vi.waitFor(async () => expect(await readdir(tmp)).toEqual([]), {timeout: CUT})));
  });

  fault('50 that ask for a file of 20 MB and do not read it: it is not kept in memory', {unless: notLinux}, async tally => {
    const {ledger, api, adm, world} = stage;
    const story = ledger.begin(world.users.empresa, 20 * MB);
    const [act] = story.acts;
    const answer = await api(act.as, act.endpoint, callOf(story, act));
    expect(heard(story, act, answer)).toBe(true);
    const [{id}] = (await api(adm, 'GET tickets/:id', {params: {id: story.id}})).body.ticketArquivos;
    const question = head(stage, `GET /api/TicketsArquivo/baixar-arquivo/${id} HTTP/1.1`, {connection: 'close'});
    destroy(await beside(stage, tally, () => unread(stage, Array.from({length: 50}, () => question)), 200 * MB));
    const bytes = await answerTo(stage, question);
    expect(bytes.subarray(-(act.files[0]?.bytes.length ?? 0)).equals(act.files[0]?.bytes ?? Buffer.of())).toBe(true);
  });
});

describe('a bucket', () => {
  // The door is not of the process that is measured.
  fault('a file of 200 MB goes there and comes back: it is not kept in memory', {unless: notLinux}, async tally => {
    const door = await openS3Door();
    const stage = await openStage({env: {...(door.env as Record<string, string>), UPLOAD_MAX_MB: '250'}});
    try {
      const {ledger, api, world} = stage;
      const story = ledger.begin(world.users.empresa, 200 * MB);
      const [act] = story.acts;
      /** Bytes beyond what was held before. */
      const grown = async (work: () => Promise<unknown>): Promise<number> => {
        const before = await memoryOf(stage);
        await forgetMost(stage);
        await work();
        return await memoryOf(stage, 'VmHWM') - before;
      };
      const there = await grown(async () => expect(heard(story, act, await api(act.as, act.endpoint, callOf(story, act)))).toBe(true));
      // Each file of the ticket is held against what was sent.
      const back = await grown(() => settle(stage, tally, [story]));
      tally.remark = `there +${Math.round(there / MB)} MB, back +${Math.round(back / MB)} MB`;
      expect(Math.max(there, back)).toBeLessThan(150 * MB);
    } finally {
      await stage.close();
      await door.close();
    }
  });
});

describe('exports that are not read', () => {
  const ROWS = 25_000;
  /** As many as are made at once, each somebody's. */
  const READERS = 8;
  const insert = (idEmpresa: number): string => `
    insert into fornecedores (id_empresa, razao_social, email, telefone)
    select ${idEmpresa}, repeat('Fornecedor ', 15) || n, 'fornecedor' || n || '@balcao.test', '1133334444'
    from generate_series(1, ${ROWS}) n`;

  const notRead = async (stage: Stage, tally: Tally): Promise<void> => {
    const question = (token?: string): string => head(stage, 'GET /api/fornecedores/exportar?formato=csv HTTP/1.1', {
      connection: 'close', 'accept-encoding': 'identity',
    }, token);
    const people = await Promise.all(Array.from({length: READERS}, () => stage.seed.usuario({perfil: 'adm'})));
    const readers = await beside(stage, tally, () => unread(stage, people.map(({token}) => question(token))), 400 * MB);
    const ask = async (): Promise<string> => (await answerTo(stage, question())).toString();
    // Each of them has its place: there is none for another one.
    expect(await ask()).toMatch(/^HTTP\/1\.1 400[^]*Há muitas exportações em andamento/);
    destroy(readers);
    // They are gone when the server has heard so.
    const text = await vi.waitFor(async () => {
      const all = await ask();
      expect(all.slice(0, 200)).toMatch(/^HTTP\/1\.1 200/);
      return all;
    }, {timeout: CUT});
    expect(text.match(/fornecedor\d+@balcao\.test/g)).toHaveLength(ROWS);
  };

  fault(`${READERS} of ${ROWS} rows, embedded database`, {unless: notLinux}, async tally => {
    const stage = await openStage();
    try {
      await stage.product.stop();
      const pglite = await PGlite.create({dataDir: join(stage.product.dataDir, 'db'), extensions: {pg_trgm}});
      await pglite.query(insert(stage.world.idEmpresa));
      await pglite.close();
      await stage.product.start();
      await notRead(stage, tally);
    } finally {
      await stage.close();
    }
  });

  fault(`${READERS} of ${ROWS} rows, server database`, {unless: async () => await notLinux() ?? await noPostgres()}, async tally => {
    const stage: ServerStage = await openServerStage();
    try {
      await stage.postgres.query(insert(stage.world.idEmpresa));
      await notRead(stage, tally);
    } finally {
      await stage.close();
    }
  });
});
