import {createHash, randomBytes} from 'node:crypto';
import {mkdir, mkdtemp, open, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {PassThrough, Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import config from '../../resources.config.ts';
import {moveFiles} from '../../src/server/backup/moveFiles.ts';
import type {TaskControl} from '../../src/server/backup/progress.ts';
import {Refusal} from '../../src/server/errors.ts';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import {attachmentDisposition, parseRangeHeader} from '../../src/server/http/sendFile.ts';
import {toStoreFailure, StoreFailure, storeFailureToRefusal} from '../../src/server/files/attachmentStore.ts';
import {readStorageIdentity, writeStorageIdentity} from '../../src/server/files/identity.ts';
import {trashPath, listFileKeys} from '../../src/server/files/layout.ts';
import {createS3Storage} from '../../src/server/files/s3Storage.ts';
import type {FileStorage} from '../../src/server/files/storage.ts';
import {openStorage} from '../../src/server/files/openStorage.ts';
import {toRefusal} from '../../src/server/http/refusals.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {gathered} from '../support/gathered.ts';
import {quiet} from '../support/places.ts';
import {LIES, openS3Door, OTHER_STORE, otherStore, PLACES} from '../support/s3Door.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-store-'));
});
afterEach(async () => {
  await rm(folder, {recursive: true, force: true});
});

const filesIn = async (): Promise<string[]> =>
  (await readdir(folder, {recursive: true, withFileTypes: true})).filter(entry => entry.isFile()).map(entry => entry.name);

const door = beforeTests(openS3Door);
afterEach(() => {
  door.objects.clear();
  door.keeps();
});
const MIB = 1024 * 1024;

describe.each(PLACES)('the store in %s', what => {
  const [isFolder, isDoor] = [what === 'a folder', what === 'a bucket'];
  const storage = () => (isFolder ? createDiskStorage(folder) : createS3Storage(isDoor ? door.env : otherStore(basename(folder))));
  const open = () => createAttachmentStore(storage());
  /** Everything that is kept, whole or not; another store tells what is whole. */
  const kept = async (): Promise<number> => {
    if (isDoor) return door.objects.size + door.uploads.size;
    return (isFolder ? await filesIn() : await gathered(storage().list())).length;
  };

  it.each([['little', 300_000], ['more than a part of an upload', 19 * MIB]])('keeps bytes, size and hash of %s', async (_much, size) => {
    const before = Date.now();
    const bytes = randomBytes(size);
    const store = open();
    const stored = await store.put(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(stored).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/), size,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await buffer(await store.get(stored.key))).equals(bytes)).toBe(true);
    expect((await buffer(await store.get(stored.key, {start: 5, end: 9}))).equals(bytes.subarray(5, 10))).toBe(true);
    // Another process finds it by its key.
    expect((await buffer(await open().get(stored.key))).equals(bytes)).toBe(true);
    const seen = await storage().stat(stored.key);
    expect(seen?.size).toBe(size);
    // A store tells whole seconds.
    expect(seen?.modifiedMs).toBeGreaterThanOrEqual(before - 1000);
    expect(seen?.modifiedMs).toBeLessThanOrEqual(Date.now() + 1000);
    expect(await kept()).toBe(1);
  });

  it.each([0, 12 * MIB])('leaves nothing of a stream that fails after %d bytes', async size => {
    const failing = Readable.from((async function* () {
      yield Buffer.alloc(size + 1);
      throw new Error('cut');
    })());
    await expect(open().put(failing)).rejects.toThrow('cut');
    expect(await kept()).toBe(0);
  });

  it('leaves nothing of a stream that is aborted', async () => {
    const stream = new PassThrough();
    stream.write('half');
    const put = open().put(stream);
    stream.destroy(new Error('gone'));
    await expect(put).rejects.toThrow('gone');
    expect(await kept()).toBe(0);
  });

  it('hands on the failure of the stream as it is', async () => {
    const refused = new Refusal('TAMANHO', 'Grande demais.');
    const failing = Readable.from((async function* () {
      yield Buffer.from('half');
      throw refused;
    })());
    await expect(open().put(failing)).rejects.toBe(refused);
  });

  it('removes, also twice, and then has no such file', async () => {
    const store = open();
    const {key} = await store.put(Readable.from([Buffer.from('x')]));
    await store.remove(key);
    await store.remove(key);
    await expect(store.get(key)).rejects.toMatchObject({what: 'missing', code: 'ENOENT'});
    expect(await kept()).toBe(0);
  });

  it('lists all of it, and what is below a path', async () => {
    const paths = Array.from({length: 90}, (_, n) => `${n % 2 === 0 ? 'lixeira/2026-11-20' : 'aa'}/bb/${String(n).padStart(3, '0')}`);
    for (const path of paths) await storage().write(path, Readable.from([Buffer.from('x')]));
    const listed = async (below?: string) => (await gathered(storage().list(below))).map(({path}) => path).toSorted();
    expect(await listed()).toEqual(paths.toSorted());
    expect(await listed('lixeira')).toEqual(paths.filter(path => path.startsWith('lixeira')).toSorted());
    expect(await listed('nada')).toEqual([]);
  });

  it('moves what is there', async () => {
    await storage().write('aa/bb/ção 1', Readable.from([Buffer.from('x')]));
    expect([await storage().move('aa/bb/ção 1', 'lixeira/x/ção 1'), await storage().move('aa/bb/ção 1', 'lixeira/x/ção 1')])
      .toEqual([true, false]);
    expect((await gathered(storage().list())).map(({path}) => path)).toEqual(['lixeira/x/ção 1']);
    await storage().remove('lixeira/x/ção 1');
    // A folder goes with the last of what was in it.
    expect(isFolder ? await readdir(join(folder, 'lixeira')) : []).toEqual([]);
  });

  it.each(['../../etc/passwd', 'aa/bb/../../../x', '/etc/passwd', ''])('never leaves its place: %j', async key => {
    await expect(open().get(key)).rejects.toThrow('not a file key');
    await expect(open().remove(key)).rejects.toThrow('not a file key');
  });

  it('says whether it can be written to', async () => {
    await open().checkWritable();
    expect(await kept()).toBe(0);
    if (isDoor) door.away(true);
    else await writeFile(join(folder, 'file'), '');
    const gone = isFolder
      ? createDiskStorage(join(folder, 'file'))
      : createS3Storage(isDoor ? door.env : {S3_URL: `${OTHER_STORE}-que-nao-ha`});
    await expect(createAttachmentStore(gone).checkWritable()).rejects.toThrow(/S3 PutObject|ENOTDIR/);
    door.away(false);
  });
});

it('syncs a folder where a name in it is new, or may be: of a file always, of a folder until it is known to last', async () => {
  const handle = await open(folder);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  await handle.close();
  onTestFinished(() => sync.mockRestore());
  const firsts = Array.from({length: 256}, (_, n) => join(folder, n.toString(16).padStart(2, '0')));
  // Made by another process, which may have been cut before they lasted.
  for (const first of firsts) await mkdir(first);
  const store = createAttachmentStore(createDiskStorage(folder));
  const put = async (): Promise<{expected: number; wrong: boolean}[]> => {
    const known = new Set<string>();
    const puts = [];
    for (let n = 0; n < 60; n++) {
      sync.mockClear();
      const {key} = await store.put(Readable.from([Buffer.from('x')]));
      const above = [key.slice(0, 2), key.slice(0, 5)];
      const expected = 1 + above.filter(one => !known.has(one)).length;
      puts.push({expected, wrong: sync.mock.calls.length !== expected});
      for (const one of above) known.add(one);
    }
    return puts;
  };
  const puts = await put();
  expect(puts.filter(({wrong}) => wrong)).toEqual([]);
  // Of sixty among 256 some have their first folder in common.
  expect(puts.some(({expected}) => expected < 3)).toBe(true);
  // What somebody removed by hand is new again.
  for (const first of firsts) await rm(first, {recursive: true});
  expect((await put()).filter(({wrong}) => wrong)).toEqual([]);
});

describe('a bucket that', () => {
  const bucket = () => createAttachmentStore(createS3Storage(door.env));
  const big = randomBytes(12 * MIB);
  const small = Buffer.from('pouco');

  it.each([
    ['is busy', 'busy', 'PutObject'], ['is busy in the middle', 'busy', 'UploadPart'], ['loses an answer', 'lost', 'PutObject'],
    ['loses that of a part', 'lost', 'UploadPart'], ['loses that of the last call', 'lost', 'CompleteMultipartUpload'],
  ] as const)('%s for a moment keeps the file once', async (_how, fault, call) => {
    const bytes = call === 'PutObject' ? small : big;
    door.breaks(call, fault);
    const {key} = await bucket().put(Readable.from([bytes]));
    expect((await buffer(await bucket().get(key))).equals(bytes)).toBe(true);
    expect([door.objects.size, door.uploads.size]).toEqual([1, 0]);
  });

  it('cannot end an upload leaves the stream its own failure', async () => {
    door.breaks('AbortMultipartUpload', 'busy', 'busy', 'busy');
    const failing = Readable.from((async function* () {
      yield big;
      throw new Error('cut');
    })());
    await expect(bucket().put(failing)).rejects.toThrow('cut');
    door.uploads.clear();
  });

  it.each([['PutObject', small], ['UploadPart', big]] as const)('is full in %s says so as a disk does', async (call, bytes) => {
    door.breaks(call, 'full');
    const refused: unknown = await bucket().put(Readable.from([bytes])).catch((error: unknown) => error);
    expect(toRefusal(storeFailureToRefusal(config, refused))).toMatchObject(
      {message: 'Não há espaço em disco no servidor. Avise o Administrador.'},
    );
    expect([door.objects.size, door.uploads.size]).toEqual([0, 0]);
  });

  it('is away says so in a sentence', async () => {
    const {key} = await bucket().put(Readable.from([small]));
    door.away(true);
    await expect(bucket().put(Readable.from([small]))).rejects.toMatchObject({what: 'unwritable'});
    await expect(bucket().get(key)).rejects.toMatchObject({what: 'unreadable'});
    door.away(false);
  });

  it('breaks an answer in its middle is read on from there', async () => {
    const {key} = await bucket().put(Readable.from([big]));
    door.breaks('GetObject', 'half', 'half');
    expect((await buffer(await bucket().get(key))).equals(big)).toBe(true);
    door.breaks('GetObject', 'half');
    expect((await buffer(await bucket().get(key, {start: 7, end: MIB}))).equals(big.subarray(7, MIB + 1))).toBe(true);
    door.breaks('GetObject', 'half', 'half', 'half', 'half');
    await expect(buffer(await bucket().get(key))).rejects.toThrow('aborted');
  });

  it('answers a part with the whole gives neither, also where it goes on after a break', async () => {
    const {key} = await bucket().put(Readable.from([big]));
    door.breaks('GetObject', 'whole');
    await expect(bucket().get(key, {start: 1, end: 2})).rejects.toMatchObject({what: 'unreadable'});
    door.breaks('GetObject', 'half', 'whole');
    await expect(buffer(await bucket().get(key))).rejects.toThrow('the store answers a part with the whole');
  });

  it('answers nothing of a file keeps nobody waiting', async () => {
    const {key} = await bucket().put(Readable.from([small]));
    door.objects.get(`arquivos/${key}`)!.bytes = Buffer.alloc(0);
    expect(await buffer(await bucket().get(key))).toHaveLength(0);
  });

  it('does not know the key, or the bucket, is no store without files', async () => {
    const stranger = createAttachmentStore(createS3Storage({...door.env, AWS_SECRET_ACCESS_KEY: 'outro'}));
    const elsewhere = createAttachmentStore(createS3Storage({...door.env, S3_URL: door.env.S3_URL?.replace('balcao', 'outro')}));
    for (const [store, code] of [[stranger, 'SignatureDoesNotMatch'], [elsewhere, 'NoSuchBucket']] as const) {
      await expect(store.get('aa/bb/aabb0000-0000-0000-0000-000000000000')).rejects.toMatchObject({what: 'unreadable', code});
      await expect(store.checkWritable()).rejects.toThrow(code);
    }
  });
});

describe.each([['s3', 'pasta'], ['pasta', 's3']] as const)('files on their way to %s from %s', (to, from) => {
  const storage = (FILES_IN: 's3' | 'pasta') => openStorage({...door.env, FILES_IN}, folder);
  const move = async (more: Partial<TaskControl> = {}) => moveFiles(await storage(to), quiet(more));
  const textOf = async (key: string): Promise<string> => text(await createAttachmentStore(await storage(to)).get(key));

  it('are read where they lie, and go on where they were stopped', async () => {
    const old = await storage(from);
    await writeStorageIdentity(old, 'a-instalacao');
    const keys: string[] = [];
    for (let n = 0; n < 9; n++) keys.push((await createAttachmentStore(old).put(Readable.from([Buffer.from(`antes ${n}`)]))).key);
    await old.move(keys[0]!, trashPath({day: '2026-11-20', key: keys[0]!}));
    await old.write('tmp/envio', Readable.from([Buffer.from('x')]));
    const now = createAttachmentStore(await storage(to));
    keys.push((await now.put(Readable.from([Buffer.from('durante')]))).key);

    const stopping = new AbortController();
    const progress: TaskControl['progress'] = (_step, {files}) => {
      if (files > 2) stopping.abort(new Error('stopped'));
    };
    const stopped = move({signal: stopping.signal, progress});
    await expect(stopped).rejects.toThrow('stopped');
    const left = (await gathered(listFileKeys(old))).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(8);
    expect(await Promise.all(keys.slice(1).map(textOf))).toEqual([...keys.slice(2).map((_, n) => `antes ${n + 1}`), 'durante']);
    expect(await readStorageIdentity(await storage(to))).toBe('a-instalacao');

    await move();
    expect((await gathered((await storage(from)).list())).map(({path}) => path)).toEqual(['tmp/envio']);
    expect(await Promise.all(keys.map(textOf))).toEqual([...keys.slice(1).map((_, n) => `antes ${n}`), 'durante']);
    expect(await readStorageIdentity(await storage(to))).toBe('a-instalacao');
    expect(await move()).toMatchObject({files: 0});
  });

  it('stay where they are when they are of another installation', async () => {
    for (const [where, mark] of [[from, 'uma'], [to, 'outra']] as const) await writeStorageIdentity(await storage(where), mark);
    await expect(move()).rejects.toThrow(/\(identidade uma\) e .* \(identidade outra\) são de instalações diferentes: nada foi movido\.$/);
  });
});

describe.each(LIES)('a bucket that keeps %s', (what, kept) => {
  const bucket = () => createS3Storage(door.env);
  /** On the disk, and in a bucket's place. */
  const keyed = async (where: FileStorage, much: string) =>
    (await createAttachmentStore(where).put(Readable.from([Buffer.from(much)]))).key;

  it('gets no original: each stays and is named, and the next command moves them', async () => {
    const [disk, storage] = [createDiskStorage(folder), await openStorage(door.env, folder)];
    await writeStorageIdentity(disk, 'a-instalacao');
    const keys = [await keyed(disk, 'primeiro'), await keyed(disk, 'segundo arquivo')].toSorted();
    door.keeps(kept);
    const moved = await moveFiles(storage, quiet());
    expect(moved).toMatchObject({files: 0, bytes: 0, kept: keys.map(path => ({path, motivo: expect.stringContaining('cópia')}))});
    expect(await Promise.all([...keys.map(async key => text(await createAttachmentStore(storage).get(key))), readStorageIdentity(disk)]))
      .toEqual(expect.arrayContaining(['primeiro', 'segundo arquivo', 'a-instalacao']));
    expect(door.objects.size).toBe(0);
    door.keeps();
    expect(await moveFiles(storage, quiet())).toMatchObject({files: 2, bytes: 23, kept: []});
    expect((await gathered(disk.list())).length).toBe(0);
  });

  it('gets the others, where it keeps one of them otherwise', async () => {
    const [disk, storage] = [createDiskStorage(folder), await openStorage(door.env, folder)];
    const keys = [await keyed(disk, 'primeiro'), await keyed(disk, 'segundo arquivo')];
    door.keeps(bytes => (bytes.toString() === 'primeiro' ? kept(bytes) : bytes));
    expect(await moveFiles(storage, quiet())).toMatchObject({files: 1, bytes: 15, kept: [{path: keys[0]}]});
    expect(await gathered(listFileKeys(disk))).toEqual([keys[0]]);
  });

  it('moves nothing to its bin, and takes nothing from where it was', async () => {
    const key = await keyed(bucket(), 'um arquivo');
    door.keeps(kept);
    await expect(bucket().move(key, trashPath({day: '2026-11-20', key}))).rejects.toThrow(/^S3 CopyObject: .*cópia/);
    expect([...door.objects.keys()]).toEqual([`arquivos/${key}`]);
  });

  // Of the same length each part was held against its hash on the way; what a store does to it later is found by `conferir`.
  it.skipIf(what.startsWith('other'))('is told at once of a file that is sent to it, and nothing is left', async () => {
    door.keeps(kept);
    await expect(keyed(bucket(), 'um arquivo')).rejects.toMatchObject({name: 'StoreFailure', what: 'unwritable'});
    expect(door.objects.size).toBe(0);
  });
});

it('a file that is read half is not moved', async () => {
  const disk = createDiskStorage(folder);
  const {key} = await createAttachmentStore(disk).put(Readable.from([Buffer.from('um arquivo')]));
  const from: FileStorage = {...disk, open: (path, range) => disk.open(path, range ?? {start: 0, end: 4})};
  const {kept} = await moveFiles({...await openStorage(door.env, folder), fallback: from}, quiet());
  expect(kept).toEqual([{path: key, motivo: 'foram lidos 5 bytes de 10'}]);
  expect(await text(await createAttachmentStore(disk).get(key))).toBe('um arquivo');
});

describe('what a store could not do', () => {
  const failure = (code: string) => Object.assign(new Error(code), {code, syscall: 'open'});

  it.each(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EIO', 'EMFILE', 'ENOTDIR', 'ESTALE'])('%s is told in a sentence, and logged', code => {
    const told = storeFailureToRefusal(config, toStoreFailure('unwritable', failure(code)));
    expect(toRefusal(told)).toMatchObject({
      status: 500, codigo: 'INDISPONIVEL', message: 'Não foi possível gravar o arquivo no servidor. Avise o Administrador.', cause: {code},
    });
    // The same of anything else is a bug.
    expect(toRefusal(storeFailureToRefusal(config, failure(code)))).toBeUndefined();
  });

  it.each(['ENOSPC', 'EDQUOT'])('%s is told as a full disk', code => {
    expect(toRefusal(storeFailureToRefusal(config, toStoreFailure('unwritable', failure(code)))))
      .toMatchObject({message: 'Não há espaço em disco no servidor. Avise o Administrador.'});
  });

  it('has a sentence for each', () => {
    for (const what of ['unwritable', 'unreadable', 'missing', 'elsewhere'] as const) {
      expect(storeFailureToRefusal(config, new StoreFailure(what, ''))).toMatchObject({message: expect.stringMatching(/^\p{Lu}.*\.$/u)});
    }
  });
});

describe('one range of a download', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-0', {start: 0, end: 0}],
    ['bytes=0-', {start: 0, end: 9}],
    ['bytes=3-5', {start: 3, end: 5}],
    ['bytes=8-500', {start: 8, end: 9}],
    ['bytes=-3', {start: 7, end: 9}],
    ['bytes=-500', {start: 0, end: 9}],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-20', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    // What cannot be read, and several ranges, get the whole file.
    ['bytes=5-3', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=a-b', undefined],
    ['lines=0-1', undefined],
    [`bytes=${'9'.repeat(40)}-`, undefined],
  ])('%s of ten bytes', (header, expected) => {
    expect(parseRangeHeader(header, 10)).toEqual(expected);
  });
});

describe('the name of a download', () => {
  it.each([
    ['nota.pdf', 'attachment; filename="nota.pdf"; filename*=UTF-8\'\'nota.pdf'],
    ['ação nº 1.pdf', 'attachment; filename="acao n_ 1.pdf"; filename*=UTF-8\'\'a%C3%A7%C3%A3o%20n%C2%BA%201.pdf'],
    ['a"b\\c\'(d)*.pdf', 'attachment; filename="a_b_c\'(d)*.pdf"; filename*=UTF-8\'\'a%22b%5Cc%27%28d%29%2A.pdf'],
    ['日本 🚚.pdf', 'attachment; filename="__ __.pdf"; filename*=UTF-8\'\'%E6%97%A5%E6%9C%AC%20%F0%9F%9A%9A.pdf'],
  ])('%s', (name, expected) => {
    expect(attachmentDisposition(name)).toBe(expected);
  });
});
