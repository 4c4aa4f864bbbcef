// All files of a record as one ZIP (rules: Files 11), and the limits that are told before anybody chooses a file (rules: Files 9).
import {createHash, randomBytes} from 'node:crypto';
import type {AddressInfo} from 'node:net';
import {Readable} from 'node:stream';
import {unzipSync} from 'fflate';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {AttachmentStore} from '../../src/server/files/attachmentStore.ts';
import {entryNames, fitsZip, zipOf} from '../../src/server/parts/files/zip.ts';
import {fileCallsOf} from '../../src/schema/parts.ts';
import {partTable} from '../../src/server/db/sqlNames.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openConnection} from '../support/connection.ts';
import {lifeCycleNames, openLifeCycle, type LifeCycle} from '../support/lifeCycle.ts';
import {openS3Door} from '../support/s3Door.ts';
import {createWorld, PDF} from '../support/tickets.ts';

describe.each(lifeCycleNames)('the files of %s as one', name => {
  let life: LifeCycle;
  const door = beforeTests(openS3Door);
  beforeAll(async () => {
    // One in a folder, the other in a bucket.
    life = await openLifeCycle(name, {env: {UPLOAD_MAX_FILES: 5, UPLOAD_MAX_MB: 1, ...(name === 'laudos' && door.env)}});
  });
  afterAll(() => life.close());
  const empresa = () => life.world.users.empresa;
  const archive = (user: {token: string}, id: number) => life.call(user, fileCallsOf(name, life.resource).archive, id);
  const entriesOf = (bytes: Uint8Array) => Object.fromEntries(Object.entries(unzipSync(bytes))
    .map(([entry, content]) => [entry, Buffer.from(content).toString('hex')]));
  /** A record with more files than the one that it may have to be opened with. */
  const withFiles = async (more: readonly {nome: string; bytes: Buffer}[]): Promise<number> => {
    const {id} = await life.open();
    for (const part of more) expect(await life.upload(empresa(), id, [part])).toAnswer(201);
    return id;
  };
  const keysOf = async (id: number): Promise<string[]> => {
    const {rows} = await sql<{chave: string}>`select chave from ${sql.table(partTable(name, 'files'))}
      where id_registro = ${id} order by id`.execute(life.test.context.db);
    return rows.map(({chave}) => chave);
  };

  it('come byte for byte, each under a name of its own, as an attachment', async () => {
    const [big, small, twin] = [randomBytes(300_001), Buffer.from('olá'), randomBytes(7)];
    const id = await withFiles([
      {nome: 'Ação nº 1.bin', bytes: big}, {nome: 'laudo "x".txt', bytes: small}, {nome: 'AÇÃO Nº 1.bin', bytes: twin},
    ]);
    const answer = await archive(empresa(), id);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const title = {tickets: `Ticket ${id}`, laudos: 'Laudo de carga'}[name] ?? '';
    expect(answer.headers['content-disposition'])
      .toBe(`attachment; filename="${title}.zip"; filename*=UTF-8''${encodeURIComponent(title)}.zip`);
    expect(answer.headers['content-encoding']).toBeUndefined();
    const [first] = (await life.listFiles(empresa(), id)).body as {nomeArquivo: string}[];
    expect(entriesOf(answer.bytes)).toEqual({
      [first!.nomeArquivo]: PDF.toString('hex'), 'Ação nº 1.bin': big.toString('hex'), 'laudo _x_.txt': small.toString('hex'),
      'AÇÃO Nº 1 (2).bin': twin.toString('hex'),
    });
  });

  it('are those that the record shows', async () => {
    const id = await withFiles([{nome: 'fica.txt', bytes: Buffer.from('1')}, {nome: 'sai.txt', bytes: Buffer.from('2')}]);
    const files = (await life.listFiles(empresa(), id)).body as {id: number; nomeArquivo: string}[];
    expect(await life.removeFile(empresa(), id, files.find(({nomeArquivo}) => nomeArquivo === 'sai.txt')!.id)).toAnswer(200);
    expect(Object.keys(entriesOf((await archive(empresa(), id)).bytes))).toEqual([files[0]!.nomeArquivo, 'fica.txt']);
  });

  it('are for whoever may read the record, as each of them is', async () => {
    const id = await withFiles([]);
    const foreign = await createWorld(life.test);
    for (const user of [...Object.values(life.world.users), ...Object.values(foreign.users), life.test.adm]) {
      expect((await archive(user, id)).status).toBe((await life.listFiles(user, id)).status);
    }
    expect(await archive(foreign.users.empresa, id)).toAnswer(404, {message: 'Registro não encontrado.'});
    expect(await archive({token: ''}, id)).toAnswer(401);
    expect(await archive(empresa(), 999_999)).toAnswer(404);
  });

  it('are refused in words where one is gone, also the last, and before a byte is sent where they are too many for one', async () => {
    const id = await withFiles([{nome: 'depois.bin', bytes: randomBytes(10)}]);
    await life.test.storage.remove((await keysOf(id)).at(-1)!);
    expect(await archive(empresa(), id)).toAnswer(500, {
      codigo: 'INDISPONIVEL', message: 'O conteúdo deste arquivo não está mais no servidor. Avise o Administrador.',
    });
    await sql`update ${sql.table(partTable(name, 'files'))} set tamanho = ${2 ** 32} where id_registro = ${id}`
      .execute(life.test.context.db);
    expect(await archive(empresa(), id)).toAnswer(400, {
      codigo: 'TAMANHO', message: 'Os arquivos juntos passam de 4 GB. Baixe um de cada vez.',
    });
  });

  it('break the connection where a later one is cut short: what came is not taken for the whole', async () => {
    const id = await withFiles([{nome: 'depois.bin', bytes: randomBytes(10)}]);
    const [, second] = await keysOf(id);
    await life.test.storage.write(second!, Readable.from([Buffer.alloc(5)]));
    const {app} = life.test;
    if (!app.server.listening) await app.listen({port: 0, host: '127.0.0.1'});
    const path = fileCallsOf(name, life.resource).archive.replace('GET ', '').replace(':id', String(id));
    const line = await openConnection((app.server.address() as AddressInfo).port);
    line.send(`GET /api/${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${empresa().token}\r\n\r\n`);
    expect(await line.ended).toBe('ECONNRESET');
  });
});

describe('an archive while it is written', () => {
  const file = (key: string, size: number) => ({
    key, nome: `${key}.bin`, size,
    sha256: createHash('sha256').update(Buffer.from(Array.from({length: size}, (_, at) => at))).digest('hex'),
    dataCriacao: new Date('2026-11-20T12:00:00Z'),
  });
  /** A store of files of so many bytes, in portions of one. */
  const storeOf = (sizes: Readonly<Record<string, number>>) => {
    const opened: string[] = [];
    const closed: string[] = [];
    let read = 0;
    const store: Pick<AttachmentStore, 'get'> = {
      get: (key, range) => {
        // Its first byte alone is how one looks whether it is there.
        if (range === undefined) opened.push(key);
        const portions = async function* () {
          try {
            for (let at = 0; at < sizes[key]!; at++) {
              read += 1;
              yield Buffer.from([at]);
            }
          } finally {
            closed.push(key);
          }
        };
        return Promise.resolve(Readable.from(portions(), {highWaterMark: 1}));
      },
    };
    return {store: store as AttachmentStore, opened, closed, read: () => read};
  };

  it('reads no further than it is taken, and nothing more once the receiver has left', async () => {
    const {store, opened, closed, read} = storeOf({a: 100, b: 100});
    const portions = zipOf(store, [file('a', 100), file('b', 100)]);
    for (let taken = 0; taken < 4; taken++) await portions.next();
    expect(opened).toEqual(['a']);
    expect(read()).toBeLessThan(10);
    await portions.return(undefined);
    await expect.poll(() => closed).toEqual(['a']);
    expect(opened).toEqual(['a']);
  });

  it("tells when each came by São Paulo's clocks, wherever the server is", async () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      const {value: bytes} = await zipOf(storeOf({a: 1}).store, [file('a', 1)]).next();
      const time = Buffer.from(bytes ?? []).readUInt16LE(10);
      expect([time >> 11, (time >> 5) & 63]).toEqual([9, 0]);
    } finally {
      process.env['TZ'] = zone;
    }
  });

  it.each([['shorter', file('a', 4)], ['longer', file('a', 2)], ['of other bytes', {...file('a', 3), sha256: '00'}]])(
    'fails where a file is %s than it was', async (_how, was) => {
    const {store} = storeOf({a: 3});
    const all = async () => {
      for await (const _portion of zipOf(store, [was]));
    };
    await expect(all()).rejects.toMatchObject({name: 'StoreFailure', what: 'unreadable'});
  });

  it('has room for less than four gigabytes', () => {
    expect(fitsZip([{size: 2 ** 31}, {size: 2 ** 30}])).toBe(true);
    expect(fitsZip([{size: 2 ** 31}, {size: 2 ** 31}])).toBe(false);
  });

  it.each([
    [['a.pdf', 'a.pdf', 'A.PDF', 'a (2).pdf'], ['a.pdf', 'a (2).pdf', 'A (3).PDF', 'a (2) (2).pdf']],
    [['..\\..\\x', '../x', 'a/b'], ['.._.._x', '.._x', 'a_b']],
    [['con', 'NUL.txt', 'com1.log', 'contrato.pdf'], ['_con', '_NUL.txt', '_com1.log', 'contrato.pdf']],
    [['sem', 'sem'], ['sem', 'sem (2)']],
  ])('names %j so that every system unpacks them', (names, entries) => {
    expect(entryNames(names)).toEqual(entries);
  });
});

describe('the limits', () => {
  let life: LifeCycle;
  beforeAll(async () => {
    life = await openLifeCycle(lifeCycleNames[0]!, {env: {UPLOAD_MAX_FILES: 7, UPLOAD_MAX_MB: 3}});
  });
  afterAll(() => life.close());

  it('are told to whoever is signed in, and to nobody else', async () => {
    for (const user of [...Object.values(life.world.users), life.test.adm]) {
      expect(await life.test.api(user, 'GET limites')).toAnswer(200, {arquivoMaxMb: 3, arquivosMax: 7});
    }
    expect(await life.test.api(undefined, 'GET limites')).toAnswer(401);
  });
});
