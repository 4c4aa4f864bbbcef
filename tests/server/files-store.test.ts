import {createHash, randomBytes} from 'node:crypto';
import {mkdir, mkdtemp, open, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough, Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import config from '../../resources.config.ts';
import {Refusal} from '../../src/server/errors.ts';
import {diskStore} from '../../src/server/files/diskStore.ts';
import {attachment, rangeOf} from '../../src/server/files/send.ts';
import {asFailure, StoreFailure, tellFailure} from '../../src/server/files/store.ts';
import {refusalOf} from '../../src/server/http/refusals.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-store-'));
});
afterEach(async () => {
  await rm(folder, {recursive: true, force: true});
});

const filesIn = async (): Promise<string[]> =>
  (await readdir(folder, {recursive: true, withFileTypes: true})).filter(entry => entry.isFile()).map(entry => entry.name);

describe('the store on disk', () => {
  it('keeps bytes, size and hash', async () => {
    const bytes = randomBytes(300_000);
    const store = diskStore(folder);
    const stored = await store.put(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]));
    expect(stored).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/),
      size: 300_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect((await buffer(await store.get(stored.key))).equals(bytes)).toBe(true);
    expect((await buffer(await store.get(stored.key, {start: 5, end: 9}))).equals(bytes.subarray(5, 10))).toBe(true);
    // Another process finds it by its key.
    expect((await buffer(await diskStore(folder).get(stored.key))).equals(bytes)).toBe(true);
  });

  it('leaves nothing of a stream that fails', async () => {
    const failing = Readable.from((async function* () {
      yield Buffer.from('half');
      throw new Error('cut');
    })());
    await expect(diskStore(folder).put(failing)).rejects.toThrow('cut');
    expect(await filesIn()).toEqual([]);
  });

  it('leaves nothing of a stream that is aborted', async () => {
    const stream = new PassThrough();
    stream.write('half');
    const put = diskStore(folder).put(stream);
    stream.destroy(new Error('gone'));
    await expect(put).rejects.toThrow('gone');
    expect(await filesIn()).toEqual([]);
  });

  it('syncs a folder where a name in it is new, or may be: of a file always, of a folder until it is known to last', async () => {
    const handle = await open(folder);
    const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
    await handle.close();
    onTestFinished(() => sync.mockRestore());
    const firsts = Array.from({length: 256}, (_, n) => join(folder, n.toString(16).padStart(2, '0')));
    // Made by another process, which may have been cut before they lasted.
    for (const first of firsts) await mkdir(first);
    const store = diskStore(folder);
    const put = async (): Promise<{expected: number; wrong: boolean}[]> => {
      const known = new Set<string>();
      const puts = [];
      for (let n = 0; n < 60; n++) {
        sync.mockClear();
        const {key} = await store.put(Readable.from(['x']));
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

  it('removes, also twice, and then has no such file', async () => {
    const store = diskStore(folder);
    const {key} = await store.put(Readable.from([Buffer.from('x')]));
    await store.remove(key);
    await store.remove(key);
    await expect(store.get(key)).rejects.toMatchObject({code: 'ENOENT'});
    expect(await filesIn()).toEqual([]);
  });

  it.each(['../../etc/passwd', 'aa/bb/../../../x', '/etc/passwd', ''])('never leaves its folder: %j', async key => {
    await expect(async () => diskStore(folder).get(key)).rejects.toThrow('not a file key');
    await expect(async () => diskStore(folder).remove(key)).rejects.toThrow('not a file key');
  });

  it('says whether it can be written to', async () => {
    await diskStore(folder).ready();
    await writeFile(join(folder, 'file'), '');
    await expect(diskStore(join(folder, 'file')).ready()).rejects.toThrow('ENOTDIR');
  });
});

describe('what a store could not do', () => {
  const failure = (code: string) => Object.assign(new Error(code), {code, syscall: 'open'});

  it.each(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EIO', 'EMFILE', 'ENOTDIR', 'ESTALE'])('%s is told in a sentence, and logged', code => {
    const told = tellFailure(config, asFailure('unwritable', failure(code)));
    expect(refusalOf(told)).toMatchObject({
      status: 500, codigo: 'INDISPONIVEL', message: 'Não foi possível gravar o arquivo no servidor. Avise o Administrador.', cause: {code},
    });
    // The same of anything else is a bug.
    expect(refusalOf(tellFailure(config, failure(code)))).toBeUndefined();
  });

  it.each(['ENOSPC', 'EDQUOT'])('%s is told as a full disk', code => {
    expect(refusalOf(tellFailure(config, asFailure('unwritable', failure(code)))))
      .toMatchObject({message: 'Não há espaço em disco no servidor. Avise o Administrador.'});
  });

  it('has a sentence for each', () => {
    for (const what of ['unwritable', 'unreadable', 'missing', 'elsewhere'] as const) {
      expect(tellFailure(config, new StoreFailure(what, ''))).toMatchObject({message: expect.stringMatching(/^\p{Lu}.*\.$/u)});
    }
  });

  it('is not the failure of the stream it was given', async () => {
    const refused = new Refusal('TAMANHO', 'Grande demais.');
    const failing = Readable.from((async function* () {
      yield Buffer.from('half');
      throw refused;
    })());
    await expect(diskStore(folder).put(failing)).rejects.toBe(refused);
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
    expect(rangeOf(header, 10)).toEqual(expected);
  });
});

describe('the name of a download', () => {
  it.each([
    ['nota.pdf', 'attachment; filename="nota.pdf"; filename*=UTF-8\'\'nota.pdf'],
    ['ação nº 1.pdf', 'attachment; filename="acao n_ 1.pdf"; filename*=UTF-8\'\'a%C3%A7%C3%A3o%20n%C2%BA%201.pdf'],
    ['a"b\\c\'(d)*.pdf', 'attachment; filename="a_b_c\'(d)*.pdf"; filename*=UTF-8\'\'a%22b%5Cc%27%28d%29%2A.pdf'],
    ['日本 🚚.pdf', 'attachment; filename="__ __.pdf"; filename*=UTF-8\'\'%E6%97%A5%E6%9C%AC%20%F0%9F%9A%9A.pdf'],
  ])('%s', (name, expected) => {
    expect(attachment(name)).toBe(expected);
  });
});
