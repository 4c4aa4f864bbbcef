// Backup, restore and conferir as functions, on real folders and a real database; as commands: tests/e2e/backup.test.ts.
import {execFile} from 'node:child_process';
import {cp, mkdir, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import compras from '../../docs/examples/compras.config.ts';
import product from '../../resources.config.ts';
import {recordsText} from '../../src/run/progressDisplay.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {backup, type BackupResult} from '../../src/server/backup/backup.ts';
import {verifyFiles, areConsistent} from '../../src/server/backup/verifyFiles.ts';
import {listTree} from '../../src/server/backup/sealedFiles.ts';
import {refuseIncompleteRestore, openDataStorage} from '../../src/server/backup/locations.ts';
import {restore} from '../../src/server/backup/restore.ts';
import {lockDataDir} from '../../src/server/db/connection/folderLock.ts';
import {onServer} from '../support/database.ts';
import {canBackUp, fillPlace, namesOf, newPlace, quiet, rowsOf, withPlace, write, type TestPlace} from '../support/places.ts';
import {openS3Door} from '../support/s3Door.ts';
import {temporaryFolder} from '../support/server.ts';

const run = promisify(execFile);
/** Shown on the ticket; the last one's bytes lie in the bin. */
const SHOWN = ['primeiro', 'segundo', 'terceiro, maior', 'na lixeira'];
const DELETED = ['excluído com bytes', 'excluído sem bytes'];
const sizeOf = (texts: readonly string[]): number => Buffer.byteLength(texts.join(''));
const SKIP = !canBackUp;

let source: TestPlace;
/** By text. */
let keys: Record<string, string>;
/** Where backups go, and copies of the one that all restores begin with. */
let storage: {folder: string; remove(): Promise<void>};
let whole: string;
/** One that lacks files, made by the test of that. */
let incomplete: string;
let made: BackupResult;

const place = (text: string): string => join(source.files, keys[text] ?? '');

beforeAll(async () => {
  if (SKIP) return;
  source = await newPlace();
  const stored = await fillPlace(source, [...SHOWN.map(text => ({text})), ...DELETED.map(text => ({text, deleted: true}))], 'a-instalacao');
  keys = Object.fromEntries([...SHOWN, ...DELETED].map((text, at) => [text, stored[at]?.key ?? '']));
  const bin = join(source.files, 'lixeira', '2026-11-20', keys['na lixeira'] ?? '');
  await mkdir(dirname(bin), {recursive: true});
  await rename(place('na lixeira'), bin);
  await rm(place('excluído sem bytes'));
  storage = await temporaryFolder();
  whole = join(storage.folder, 'inteiro');
  incomplete = join(storage.folder, 'faltando');
  // An empty folder may be there.
  await mkdir(whole);
  made = await backup(source, whole, quiet());
});
afterAll(async () => {
  await source?.remove();
  await storage?.remove();
});

/** Other bytes for some files of the source while `work` runs; none: they are away. */
const altered = async <T>(texts: Readonly<Record<string, string | undefined>>, work: () => Promise<T>): Promise<T> => {
  for (const [text, other] of Object.entries(texts)) await (other === undefined ? rm(place(text)) : writeFile(place(text), other));
  try {
    return await work();
  } finally {
    for (const text of Object.keys(texts)) await writeFile(place(text), text);
  }
};
const THREE_FAULTS = {'primeiro': undefined, 'segundo': 'segundO', 'terceiro, maior': 'curto'};
const REASONS = {
  'primeiro': 'o arquivo não existe ou não pode ser lido',
  'segundo': 'o conteúdo não é o que foi enviado',
  'terceiro, maior': 'tem 5 bytes e deveria ter 15',
};
const faultsOf = (texts: readonly (keyof typeof REASONS)[]) =>
  texts.map(text => ({de: 'tickets', registro: 1, chave: keys[text] ?? '', motivo: REASONS[text]}))
    .toSorted((a, b) => (a.chave < b.chave ? -1 : 1));

/** Stops at a step. */
const stoppedAt = (moment: string) => {
  const stopping = new AbortController();
  const progress = (step: string): void => {
    if (step === moment) stopping.abort(new Error('stopped'));
  };
  return quiet({progress, signal: stopping.signal});
};

test.each([
  ['the product', product, {tickets: 1, usuarios: 9}, '1 ticket'],
  ['another', compras, {pedidos: 1200, usuarios: 9}, '1.200 pedidos'],
  ['one of which nothing has a life', {...product, resources: {empresas: product.resources.empresas}}, {empresas: 2, usuarios: 9}, '2 empresas'],
  ['one that cannot be read', undefined, {empresas: 2, usuarios: 9}, '11 linhas'],
])('%s is told by its own records', (_what, config: Config | undefined, counts, told) => {
  expect(recordsText(counts, config)).toBe(told);
});

describe.skipIf(SKIP)('a backup', () => {
  let target: string;
  beforeEach(() => {
    target = join(storage.folder, `um-${Math.random()}`);
  });
  afterEach(() => rm(target, {recursive: true, force: true}));

  test('says what it holds: what tickets show, wherever it lies, and what was deleted and is still kept', async () => {
    const kept = [...SHOWN, 'excluído com bytes'];
    expect(made.manifest).toMatchObject({
      completo: true, faltas: [], identidade: 'a-instalacao', arquivos: {quantidade: 5, bytes: sizeOf(kept)},
    });
    expect(made.manifest.banco).toMatchObject({
      tipo: onServer ? 'servidor' : 'embutido', contagens: {tickets: 1, tickets_arquivos: 6, usuarios: 1},
    });
    expect(await Promise.all(kept.map(text => readFile(join(whole, 'files', keys[text] ?? ''), 'utf8')))).toEqual(kept);
    // No server runs, so nobody waited.
    expect(made.pauseMs).toBeUndefined();
  });

  test('is its owner’s alone, and can be checked without us', async () => {
    const {files, folders} = await listTree(whole);
    const modes = await Promise.all(['', ...files, ...folders].map(async path => ({
      path, others: (await stat(join(whole, path))).mode & 0o077,
    })));
    expect(modes.filter(({others}) => others !== 0)).toEqual([]);
    const {stdout} = await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {cwd: whole, maxBuffer: 1 << 24});
    expect(stdout.trim().split('\n').map(line => line.replace(/: OK$/, '')).toSorted()).toEqual(files.filter(path =>
      !['SHA256SUMS', 'manifesto.json'].includes(path)));
  });

  test('refuses a folder that holds anything', async () => {
    await write(join(target, 'meu.txt'), 'meu');
    await expect(backup(source, target, quiet())).rejects.toThrow(`A pasta ${target} já existe e não está vazia.`);
    expect(await namesOf(target)).toEqual(['meu.txt']);
  });

  test('refuses a folder inside what it copies', async () => {
    const inside = join(source.files, 'backup');
    await expect(backup(source, inside, quiet())).rejects.toThrow(`A pasta ${inside} fica dentro de ${source.files}, que é copiada.`);
    expect(await namesOf(inside)).toEqual([]);
  });

  test('names what is missing or altered, says that it is incomplete, and keeps the rest', async () => {
    const {manifest} = await altered(THREE_FAULTS, () => backup(source, incomplete, quiet()));
    expect(manifest).toMatchObject({completo: false, arquivos: {quantidade: 4}});
    expect(manifest.faltas).toEqual(faultsOf(['primeiro', 'segundo', 'terceiro, maior']));
    expect(await readFile(join(incomplete, 'files', keys['segundo'] ?? ''), 'utf8')).toBe('segundO');
  });

  test.each(['Banco de dados', 'Arquivos'])('stopped at %s leaves nothing', async moment => {
    await expect(backup(source, target, stoppedAt(moment))).rejects.toThrow(/stopped|aborted/);
    expect((await namesOf(storage.folder)).filter(name => target.endsWith(name) || name.includes('.incompleto-'))).toEqual([]);
  });

  test('of a folder without a database is refused, and none is made', async () => {
    const nowhere = join(storage.folder, 'nada');
    await expect(backup({DATA_DIR: nowhere, DATABASE_URL: undefined}, target, quiet())).rejects.toThrow(
      `Não há banco de dados em ${nowhere}.`,
    );
    expect(await namesOf(nowhere)).toEqual([]);
  });
});

describe.skipIf(SKIP)('a restore', () => {
  let target: TestPlace;
  beforeEach(async () => {
    target = await newPlace();
  });
  afterEach(() => target.remove());

  /** Nothing that looks like a restored place. */
  const expectUntouched = async (): Promise<void> => {
    expect((await namesOf(target.DATA_DIR)).filter(name => name !== 'db.lock')).toEqual([]);
    if (onServer) await withPlace(target, async ({db}) =>
      expect((await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)).rows).toEqual([]));
  };
  /** The whole backup with something done to it. */
  const spoiled = async (spoil: (folder: string) => Promise<unknown>): Promise<string> => {
    const folder = join(storage.folder, `estragado-${Math.random()}`);
    await cp(whole, folder, {recursive: true});
    await spoil(folder);
    return folder;
  };
  const edit = async (path: string, change: (text: string) => string): Promise<void> =>
    writeFile(path, change(await readFile(path, 'utf8')));
  const inFolder = (folder: string): string => join(folder, 'files', keys['primeiro'] ?? '');

  test('gives the same rows and the same bytes, also over what an interrupted one left', async () => {
    await write(join(target.DATA_DIR, 'restaurando', 'db', 'PG_VERSION'), '18');
    expect(() => refuseIncompleteRestore(target.DATA_DIR)).toThrow(`A restauração em ${target.DATA_DIR} não terminou`);
    await restore(target, whole, quiet());
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    const kept = [...SHOWN, 'excluído com bytes'];
    expect(await Promise.all(kept.map(text => readFile(join(target.files, keys[text] ?? ''), 'utf8')))).toEqual(kept);
    expect(await namesOf(target.DATA_DIR)).toEqual(onServer ? ['db.lock', 'files'] : ['db', 'db.lock', 'files']);
    const found = await verifyFiles(target, true, quiet());
    expect([found.identity, areConsistent(found)]).toEqual(['same', true]);
    expect(() => refuseIncompleteRestore(target.DATA_DIR)).not.toThrow();
  });

  test('goes to a bucket, and a backup of that holds the same', async () => {
    const door = await openS3Door();
    onTestFinished(() => door.close());
    const place = {...target, ...door.env};
    // One that was killed while it filled that bucket, and one that would fill another's.
    const left = join(target.DATA_DIR, 'restaurando');
    await mkdir(left, {recursive: true});
    const begun = (name: string) => door.objects.set(`arquivos/${name}`, {bytes: Buffer.from('meta'), at: new Date()});
    begun(keys['segundo'] ?? '');
    await writeFile(join(left, 'bucket'), 'https://s3.test/outro');
    await expect(restore(place, whole, quiet())).rejects.toThrow(/não está vazio/);
    await writeFile(join(left, 'bucket'), (await openDataStorage(place)).name);
    begun('aa/bb/de-outro');
    await expect(restore(place, whole, quiet())).rejects.toThrow(/não está vazio/);
    door.objects.delete('arquivos/aa/bb/de-outro');
    await restore(place, whole, quiet());
    expect(await namesOf(target.files)).toEqual([]);
    expect(() => refuseIncompleteRestore(target.DATA_DIR)).not.toThrow();
    const found = await verifyFiles(place, false, quiet());
    expect([found.identity, areConsistent(found), found.ok.files]).toEqual(['same', true, SHOWN.length]);
    const again = join(storage.folder, 'do-bucket');
    const {manifest} = await backup(place, again, quiet());
    expect(manifest).toMatchObject({completo: true, identidade: 'a-instalacao', arquivos: made.manifest.arquivos});
    const kept = [...SHOWN, 'excluído com bytes'];
    expect(await Promise.all(kept.map(text => readFile(join(again, 'files', keys[text] ?? ''), 'utf8')))).toEqual(kept);
    await expect(restore({...target, DATA_DIR: join(target.DATA_DIR, 'outro'), ...door.env}, whole, quiet()))
      .rejects.toThrow(/balcao\/arquivos não está vazio\. Um backup só é restaurado onde não há nada/);
    const [[key]] = [...door.objects.entries()].filter(([name]) => name.endsWith(keys['segundo'] ?? '')) as [[string, unknown]];
    door.objects.set(key, {bytes: Buffer.from('segundO'), at: new Date()});
    expect((await verifyFiles(place, true, quiet())).faltas).toEqual(faultsOf(['segundo']));
  });

  test('to a bucket that keeps other bytes is refused, and all of it undone', async () => {
    const door = await openS3Door();
    onTestFinished(() => door.close());
    door.keeps(bytes => Buffer.alloc(bytes.length, 1));
    const restoring = restore({...target, ...door.env}, whole, quiet());
    await expect(restoring).rejects.toThrow(/não guardou \S+ como foi enviado: .+ Nada foi restaurado\.$/);
    expect([door.objects.size, await namesOf(target.DATA_DIR)]).toEqual([0, ['db.lock']]);
  });

  test('of an incomplete backup gives what there is, and conferir names the rest', async () => {
    expect(await restore(target, incomplete, quiet())).toMatchObject({completo: false});
    expect((await verifyFiles(target, true, quiet())).faltas).toEqual(faultsOf(['primeiro', 'segundo', 'terceiro, maior']));
  });

  const database = onServer ? 'banco.dump' : 'db/PG_VERSION';
  test.each([
    ['a folder that is none', (folder: string) => rm(join(folder, 'manifesto.json')), /^Não há um backup em .*: falta manifesto\.json\.$/],
    [
      'a manifest that cannot be read',
      (folder: string) => writeFile(join(folder, 'manifesto.json'), '{'),
      /manifesto\.json de .* não pode ser lido/,
    ],
    [
      'a list of hashes that was altered',
      (folder: string) => edit(join(folder, 'SHA256SUMS'), text => text.replace(/^./, 'x')),
      /está estragado: SHA256SUMS falta ou foi alterado\.$/,
    ],
    [
      'an attachment that was altered',
      (folder: string) => edit(inFolder(folder), text => text.toUpperCase()),
      /está estragado: files\/.* foi alterado\. Nada foi restaurado\.$/,
    ],
    ['an attachment that is missing', (folder: string) => rm(inFolder(folder)), /está estragado: files\/.* falta\. Nada foi restaurado\.$/],
    [
      'a database that was altered',
      (folder: string) => writeFile(join(folder, database), 'x'),
      /está estragado: (?:banco\.dump|db\/PG_VERSION) foi alterado\. Nada foi restaurado\.$/,
    ],
    [
      'a newer version’s',
      (folder: string) => edit(join(folder, 'manifesto.json'), text => text.replace(/"migracao": \d+/, '"migracao": 999')),
      /^O backup é de uma versão mais nova do Balcão \(migração 999; esta versão conhece até a \d+\)\./,
    ],
    [
      'one of the other kind of database',
      (folder: string) =>
        edit(join(folder, 'manifesto.json'), text => text.replace(/"tipo": "\w+"/, `"tipo": "${onServer ? 'embutido' : 'servidor'}"`)),
      /^O backup é de um (?:banco de dados embutido|servidor PostgreSQL)/,
    ],
  ])('refuses %s and leaves nothing', async (_what, spoil, sentence) => {
    const folder = await spoiled(spoil);
    await expect(restore(target, folder, quiet())).rejects.toThrow(sentence);
    await expectUntouched();
  });

  test('refuses a backup that was interrupted, whatever it holds', async () => {
    const folder = join(storage.folder, 'meu.incompleto-Ab12cD');
    await cp(whole, folder, {recursive: true});
    await expect(restore(target, folder, quiet())).rejects.toThrow('é um backup que foi interrompido antes do fim');
    await expectUntouched();
  });

  test('refuses a folder of files that holds anything', async () => {
    await write(join(target.files, 'aa', 'bb', 'alguem'), 'de alguém');
    await expect(restore(target, whole, quiet())).rejects.toThrow(`${target.files} não está vazia.`);
    expect((await listTree(target.DATA_DIR)).files).toEqual(['db.lock', 'files/aa/bb/alguem']);
  });

  test('refuses a database that holds anything', async () => {
    if (onServer) await withPlace(target, ({db}) => sql`create table minha (id integer)`.execute(db));
    else await write(join(target.DATA_DIR, 'db', 'PG_VERSION'), '18');
    await expect(restore(target, whole, quiet())).rejects.toThrow(/não está vazi[ao]\. Um backup só é restaurado onde não há nada/);
    expect(await namesOf(target.files)).toEqual([]);
  });

  test('refuses a folder that is in use', async () => {
    await mkdir(target.DATA_DIR);
    const unlock = lockDataDir(target.DATA_DIR);
    await expect(restore(target, whole, quiet())).rejects.toThrow('já está em uso por outro processo do Balcão.');
    unlock();
  });

  test.each(['Copiando e conferindo', 'Banco de dados'])('stopped at %s leaves nothing', async moment => {
    await expect(restore(target, whole, stoppedAt(moment))).rejects.toThrow('stopped');
    await expectUntouched();
  });
});

describe.skipIf(SKIP)('conferir', () => {
  const findings = (contents = true) => verifyFiles(source, contents, quiet());

  test('finds everything in order, and changes nothing', async () => {
    const before = await listTree(source.files);
    const found = await findings();
    expect(found).toMatchObject({
      ok: {files: 4, bytes: sizeOf(SHOWN)}, deleted: {files: 1}, bin: {files: 1}, faltas: [], orphans: [], identity: 'same',
    });
    expect(areConsistent(found)).toBe(true);
    expect(await listTree(source.files)).toEqual(before);
  });

  test('names files that are missing, of another size, of other contents; those of other contents only where bytes are read', async () => {
    const found = await altered(THREE_FAULTS, async () => [await findings(), await findings(false)]);
    expect(found.map(({faltas}) => faltas)).toEqual([
      faultsOf(['primeiro', 'segundo', 'terceiro, maior']), faultsOf(['primeiro', 'terceiro, maior']),
    ]);
    expect(found.map(areConsistent)).toEqual([false, false]);
  });

  test('tells bytes without a row by their age', async () => {
    const uuid = '01234567-89ab-4cde-8f01-23456789abcd';
    const [old, young, arriving] =
      [join('01', '23', uuid), join('45', '67', uuid), join('tmp', uuid)].map(path => join(source.files, path)) as [string, string, string];
    for (const path of [old, young, arriving]) await write(path, 'x');
    await utimes(old, new Date('2026-01-01'), new Date('2026-01-01'));
    const found = await findings();
    expect(found).toMatchObject({orphans: [`01/23/${uuid}`], recent: {files: 1, bytes: 1}, tmp: {files: 1, bytes: 1}, faltas: []});
    expect(areConsistent(found)).toBe(false);
    await rm(old);
    expect(areConsistent(await findings())).toBe(true);
    for (const path of [young, arriving]) await rm(path);
  });

  test('says when database and files are of two installations', async () => {
    await writeFile(join(source.files, 'identidade'), 'outra');
    const found = await findings();
    expect([found.identity, areConsistent(found)]).toEqual(['different', false]);
    await writeFile(join(source.files, 'identidade'), 'a-instalacao');
  });
});
