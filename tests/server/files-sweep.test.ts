// Whose files a folder holds, and what is swept from it: nothing that a database could still miss.
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest';
import {FILES_LOCK, tryWithLock} from '../../src/server/db/advisoryLocks.ts';
import {startFileSweeps, pairStorageWithDatabase, restoreTrashed, sweepFiles} from '../../src/server/files/sweep.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import {
  readStorageIdentity, matchIdentities, createStorageGuard, writeStorageIdentity, type StorageAndDatabase,
} from '../../src/server/files/identity.ts';
import {IDENTITY_FILE} from '../../src/server/files/layout.ts';
import {KEY_BATCH_SIZE} from '../../src/server/files/fileStates.ts';
import product from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer, preparedDatabase, type TestDatabase} from '../support/database.ts';
import {addRows, contentsOf, DAY, otherBucket, placeIn, storedFiles, takeAway, testBucket} from '../support/files.ts';
import {openS3Door, PLACES} from '../support/s3Door.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, openTicket, PDF} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const test = beforeTests(openTestApp);
let other: TestDatabase;
const KIND = onServer ? 'server' : 'embedded';
const door = beforeTests(openS3Door);
let place: Awaited<ReturnType<typeof placeIn>>;
let tests = 0;
beforeAll(async () => {
  const world = await createWorld(test);
  await openTicket(test, world, world.users.empresa);
  other = await preparedDatabase(product);
});
afterAll(() => other.close());
beforeEach(async () => {
  const {db, env} = test.context;
  await db.deleteFrom('tickets_arquivos').execute();
  for (const one of [db, other.db]) await one.deleteFrom('instalacao').execute();
  place = await placeIn(env.DATA_DIR, `pasta${++tests}`, {db});
});

const stranger = (): StorageAndDatabase => ({...place, db: other.db, name: 'outro/vazio'});
const mark = async (): Promise<string> => (await readStorageIdentity(place.storage)) ?? '';
const own = async ({db}: StorageAndDatabase): Promise<string | undefined> =>
  (await db.selectFrom('instalacao').select('identidade').executeTakeFirst())?.identidade;
const read = async (key: string): Promise<Buffer> => buffer(await createAttachmentStore(place.storage).get(key));
const days = (count: number): Date => new Date(Date.now() + count * DAY);
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
/** Files with rows, and a folder and a database that know each other. */
const pair = async (count: number): Promise<string[]> => {
  const keys = await storedFiles(place, count);
  await addRows(place, keys);
  expect(await matchIdentities(place)).toMatchObject({kind: 'ours'});
  return keys;
};

describe.each(PLACES)('%s', what => {
  const [isFolder, isDoor] = [what === 'a folder', what === 'a bucket'];
  beforeEach(() => {
    if (!isFolder) place = {...place, ...(isDoor ? testBucket(door, `pasta${tests}`) : otherBucket())};
  });

  describe('folder and database', () => {
    it('adopt each other where both are empty', async () => {
      expect(await matchIdentities(place)).toEqual({kind: 'ours', mark: await mark()});
      expect(await own(place)).toBe(await mark());
      expect(await matchIdentities(place)).toEqual({kind: 'ours', mark: await mark()});
    });

    it('adopt each other where the files of the newest rows are there, in the bin too', async () => {
      const keys = await storedFiles(place, 25);
      await addRows(place, keys);
      await matchIdentities(place);
      await place.db.deleteFrom('tickets_arquivos').where('chave', '=', keys[24]!).execute();
      expect(await sweepFiles(place)).toMatchObject({trashed: 1});
      await addRows(place, [keys[24]!]);
      // As it was before either had an identity.
      await place.storage.remove(IDENTITY_FILE);
      await place.db.deleteFrom('instalacao').execute();
      expect(await matchIdentities(place)).toMatchObject({kind: 'ours'});
    });

    it('settle on one identity when two servers start at once', async () => {
      const verdicts = await Promise.all([matchIdentities(place), matchIdentities(place), matchIdentities(place)]);
      expect(new Set(verdicts.map(verdict => verdict.kind === 'ours' && verdict.mark))).toEqual(new Set([await mark()]));
    });

    it.each([['with', true], ['without', false]])('%s an identity: an empty database never takes the files of another for its own', async (
      _how, marked,
    ) => {
      await pair(60);
      if (!marked) await place.storage.remove(IDENTITY_FILE);
      const before = await contentsOf(place.storage);
      const verdict = await matchIdentities(stranger());
      expect(verdict).toMatchObject({
        kind: 'foreign',
        sentence: expect.stringContaining(
          `O banco de dados outro/vazio (identidade ${await own(stranger())}) e a pasta de arquivos ${place.storage.name} (identidade ${await mark()}) não são um par.`,
        ),
      });
      expect(verdict).toMatchObject({
        sentence: expect.stringContaining(`grave ${await own(stranger())} em ${place.storage.name}/identidade`),
      });
      for (const later of [0, 40, 400]) {
        expect(await sweepFiles(stranger(), days(later))).toMatchObject({
          trashed: 0, removed: 0, refused: expect.stringContaining('não são um par'),
        });
      }
      expect(await contentsOf(place.storage)).toEqual(before);
      // It works on, and what it stores by and by makes the folder no more its own.
      const guarded = createAttachmentStore(place.storage, createStorageGuard(stranger()));
      await guarded.checkWritable();
      await guarded.put(Readable.from([PDF]));
      expect(await matchIdentities(stranger())).toMatchObject({kind: 'foreign'});
      // Nor does its visit take the folder from its owner.
      if (!marked) await place.db.deleteFrom('instalacao').execute();
      expect(await matchIdentities(place)).toMatchObject({kind: 'ours', mark: await own(place)});
    });

    it('do not belong together where files of the newest rows are missing', async () => {
      const keys = await storedFiles(place, 5);
      await addRows(place, [...keys, 'aa/bb/aabb0000-0000-0000-0000-000000000000']);
      expect(await matchIdentities(place)).toMatchObject({kind: 'foreign'});
      expect(await sweepFiles(place, days(90))).toMatchObject({trashed: 0, removed: 0});
    });

    it('find together again: an older dump that had no identity, beside a folder that has one', async () => {
      await pair(10);
      await place.db.deleteFrom('instalacao').execute();
      expect(await matchIdentities(place)).toEqual({kind: 'ours', mark: await mark()});
      expect(await own(place)).toBe(await mark());
    });

    it('are a pair once an operator says so', async () => {
      await pair(3);
      await writeStorageIdentity(place.storage, 'outra\n');
      expect(await matchIdentities(place)).toMatchObject({
        kind: 'foreign', mark: 'outra', sentence: expect.stringContaining('(identidade outra) não são um par'),
      });
      await writeStorageIdentity(place.storage, `${await own(place)}\r\n`);
      expect(await matchIdentities(place)).toMatchObject({kind: 'ours'});
    });
  });

  describe('the bin', () => {
    it('takes a file without a row after a day, and keeps it for 30', async () => {
      await pair(3);
      const [orphan] = await storedFiles(place, 1, 2) as [string];
      const [fresh] = await storedFiles(place, 1, 0) as [string];
      const now = new Date();
      expect(await sweepFiles(place, now)).toEqual({restored: 0, trashed: 1, removed: 0});
      expect((await contentsOf(place.storage)).bin).toEqual([`${dayOf(now)}/${orphan}`]);
      expect((await read(orphan)).equals(PDF)).toBe(true);
      // The other one joins it on the last day.
      expect(await sweepFiles(place, days(30))).toEqual({restored: 0, trashed: 1, removed: 0});
      expect(await sweepFiles(place, days(31))).toEqual({restored: 0, trashed: 0, removed: 1});
      await expect(read(orphan)).rejects.toMatchObject({what: 'missing', message: `file without bytes: ${orphan}`});
      expect((await contentsOf(place.storage)).bin).toEqual([`${dayOf(days(30))}/${fresh}`]);
      expect(await sweepFiles(place, days(62))).toEqual({restored: 0, trashed: 0, removed: 1});
      expect((await contentsOf(place.storage)).stored).toHaveLength(3);
    });

    it.each([['a sweep', async () => (await sweepFiles(place, days(45))).restored], ['a start', () => restoreTrashed(place)]])(
      'gives back what has a row again, by %s', async (_how, again) => {
        await pair(3);
        const [orphan] = await storedFiles(place, 1) as [string];
        await sweepFiles(place);
        await addRows(place, [orphan]);
        expect(await again()).toBe(1);
        const {stored, bin} = await contentsOf(place.storage);
        expect([stored.includes(orphan), bin]).toEqual([true, []]);
      });

    it('gives back even to a database that is not the folder\'s', async () => {
      await pair(3);
      const [orphan] = await storedFiles(place, 1) as [string];
      await sweepFiles(place);
      await addRows(place, [orphan]);
      await writeStorageIdentity(place.storage, 'outra');
      expect(await sweepFiles(place)).toMatchObject({restored: 1, refused: expect.any(String)});
    });
  });

  describe('a sweep', () => {
    it('removes a deleted file 30 days later, and not before', async () => {
      await pair(3);
      const keys = await storedFiles(place, 2, 60) as [string, string];
      await addRows(place, [keys[0]], 29);
      await addRows(place, [keys[1]], 31);
      expect(await sweepFiles(place)).toEqual({restored: 0, trashed: 0, removed: 1});
      expect((await contentsOf(place.storage)).stored).toContain(keys[0]);
      await expect(read(keys[1])).rejects.toMatchObject({what: 'missing'});
    });

    it.runIf(isFolder || isDoor)('removes uploads that were cut a day ago', async () => {
      await pair(1);
      for (const [name, age] of [['antigo', 25], ['novo', 23]] as const) {
        const at = new Date(Date.now() - age * DAY / 24);
        if (isDoor) door.uploads.set(name, {key: `arquivos/pasta${tests}/${name}`, at, parts: new Map()});
        else {
          await writeFile(join(place.folder, 'tmp', name), 'x');
          await place.age(`tmp/${name}`, at);
        }
      }
      expect(await sweepFiles(place)).toEqual({restored: 0, trashed: 0, removed: 1});
      expect(isDoor ? door.uploads.has('novo') : await place.storage.stat('tmp/novo')).toBeTruthy();
    });

    it('takes half of the files, and refuses to take more: an older dump was restored', async () => {
      await pair(20);
      const [old, found] = [await storedFiles(place, 1), await storedFiles(place, 1)];
      await addRows(place, old, 40);
      await storedFiles(place, 21);
      const before = await contentsOf(place.storage);
      expect(await sweepFiles(place)).toEqual({
        restored: 0, trashed: 0, removed: 0,
        refused: `A limpeza de arquivos foi recusada: 22 de 43 arquivos em ${place.storage.name} não têm registro no banco de dados servidor/banco. ` +
          'Confira se foi restaurado um backup antigo do banco; nada foi removido.',
      });
      expect(await contentsOf(place.storage)).toEqual(before);
      await addRows(place, found);
      expect(await sweepFiles(place)).toEqual({restored: 0, trashed: 21, removed: 1});
    });

    it('on several servers at once does everything once', async () => {
      await pair(30);
      const orphans = await storedFiles(place, 25);
      const swept = await Promise.all([sweepFiles(place), sweepFiles(place), sweepFiles(place)]);
      expect(swept.map(({refused}) => refused)).toEqual([undefined, undefined, undefined]);
      // Two may copy in a bucket what both then remove; of servers one at a time sweeps.
      expect(!isFolder || swept.reduce((sum, one) => sum + one.trashed, 0) === 25).toBe(true);
      const {stored, bin} = await contentsOf(place.storage);
      expect([stored.length, bin.length]).toEqual([30, 25]);
      await addRows(place, orphans);
      await Promise.all([sweepFiles(place), sweepFiles(place), restoreTrashed(place)]);
      expect(await contentsOf(place.storage)).toMatchObject({stored: {length: 55}, bin: []});
    });

    it('asks of some at a time: of millions no list would fit into memory', async () => {
      const key = (n: number): string => `00/00/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      await pair(1);
      await addRows(place, [key(0)]);
      let listed = 0;
      const whenAsked: number[] = [];
      await sweepFiles({...place, storage: {
        ...place.storage,
        async *list(below) {
          const at = below === undefined ? '' : `${below}/2999-01-01/`;
          for (listed = 0; listed <= KEY_BATCH_SIZE; listed++) yield {path: at + key(listed)};
        },
        stat: async () => void whenAsked.push(listed),
      }});
      // In the bin of the one that has a row, where they belong of those that have none.
      expect(whenAsked.slice(0, 2)).toEqual([KEY_BATCH_SIZE - 1, KEY_BATCH_SIZE - 1]);
    });

    it('of a folder that is not there does nothing', async () => {
      expect(await sweepFiles(place)).toEqual({restored: 0, trashed: 0, removed: 0});
    });
  });

  describe('a running server', () => {
    const report = (message: string): void => {
      throw new Error(message);
    };
    afterEach(() => vi.useRealTimers());
    const hour = () => vi.advanceTimersByTimeAsync(3_600_000);

    it('sweeps nothing at start, puts back, and sweeps every hour', async () => {
      await pair(3);
      const [orphan, found] = await storedFiles(place, 2) as [string, string];
      await sweepFiles(place);
      await addRows(place, [found]);
      const [later] = await storedFiles(place, 1) as [string];
      vi.useFakeTimers({toFake: ['setInterval']});
      const say = vi.fn<(sentence: string) => void>();
      const end = await startFileSweeps(place, KIND, say, report);
      const {stored, bin} = await contentsOf(place.storage);
      expect([stored.includes(found), stored.includes(later), bin.length]).toEqual([true, true, 1]);
      expect(bin[0]).toContain(orphan);
      await hour();
      await until(async () => expect((await contentsOf(place.storage)).bin).toHaveLength(2));
      await end();
      expect(say).not.toHaveBeenCalled();
    });

    it.runIf(onServer)('leaves the sweep to another that is at it', async () => {
      await pair(3);
      await storedFiles(place, 1);
      vi.useFakeTimers({toFake: ['setInterval']});
      const end = await startFileSweeps(place, KIND, () => {}, report);
      await tryWithLock(place.db, FILES_LOCK, async () => {
        await hour();
        await end();
      });
      expect((await contentsOf(place.storage)).bin).toEqual([]);
    });

    it('says once what is wrong', async () => {
      await pair(60);
      vi.useFakeTimers({toFake: ['setInterval']});
      const say = vi.fn<(sentence: string) => void>();
      const end = await startFileSweeps(stranger(), KIND, say, report);
      await hour();
      await end();
      expect(say.mock.calls).toEqual([[expect.stringContaining('não são um par')]]);
    });

    it.runIf(isFolder || isDoor)('starts where files cannot be reached, and says so', async () => {
      if (isDoor) door.away(true);
      else await writeFile(place.folder, '');
      const say = vi.fn<(sentence: string) => void>();
      await (await startFileSweeps(place, KIND, say, report))();
      door.away(false);
      const why = isDoor ? /^Não é possível usar a pasta de arquivos .*: S3 ListObjectsV2: / : /^Não é possível usar .*: ENOTDIR/;
      expect(say.mock.calls).toEqual([[expect.stringMatching(why)]]);
    });

    it('names its database without user and password', () => {
      const {db} = place;
      const url = 'postgres://ana:segredo@servidor:5433/tickets?sslmode=require';
      expect(pairStorageWithDatabase({DATA_DIR: '/dados', DATABASE_URL: url}, place.storage, db).name).toBe('servidor:5433/tickets');
      expect(pairStorageWithDatabase({DATA_DIR: '/dados', DATABASE_URL: undefined}, place.storage, db).name).toBe(join('/dados', 'db'));
    });
  });

  // Another store has nobody who would take its files away.
  describe.runIf(isFolder || isDoor)('what was there and is not there any more', () => {
    const gone = () => takeAway(isDoor ? door : place.folder);

    it('gets no files until it is back: an unmounted disk, another bucket', async () => {
      await pair(3);
      const store = createAttachmentStore(place.storage, createStorageGuard(place));
      await store.checkWritable();
      const bringBack = await gone();
      for (const guarded of [store, createAttachmentStore(place.storage, createStorageGuard(place))]) {
        const refused = {what: 'elsewhere', message: expect.stringContaining(`não estão em ${place.storage.name}: o disco está montado?`)};
        await expect(guarded.put(Readable.from([PDF]))).rejects.toMatchObject(refused);
        await expect(guarded.checkWritable()).rejects.toMatchObject(refused);
      }
      expect(await sweepFiles(place, days(90))).toMatchObject({removed: 0, refused: expect.stringContaining('o disco está montado?')});
      expect(await contentsOf(place.storage)).toEqual({stored: [], bin: []});
      await bringBack();
      await store.checkWritable();
      await store.put(Readable.from([PDF]));
    });

    it('is not replaced by another one', async () => {
      await pair(3);
      const store = createAttachmentStore(place.storage, createStorageGuard(place));
      await store.checkWritable();
      await writeStorageIdentity(place.storage, 'outra');
      await expect(store.put(Readable.from([PDF]))).rejects.toMatchObject({what: 'elsewhere'});
      await expect(store.checkWritable()).rejects.toMatchObject({what: 'elsewhere'});
    });

    it('is made again where it had no files', async () => {
      await matchIdentities(place);
      const store = createAttachmentStore(place.storage, createStorageGuard(place));
      await store.checkWritable();
      await gone();
      await store.put(Readable.from([PDF]));
      expect(await mark()).toBe(await own(place));
    });
  });
});
