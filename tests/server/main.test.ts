// The process itself: what it prints, how it ends, and the sentences of a start that fails.
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {chmod, mkdir, readFile, rename, stat, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {resolve} from 'node:path';
import {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {unpackEmpty} from '../support/embeddedDatabase.ts';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import {contentsOf, storedFiles, testFolder} from '../support/files.ts';
import {BRIEF, COMPILED, temporaryFolder} from '../support/folder.ts';
import {openS3Door} from '../support/s3Door.ts';
import {databaseOnServer} from '../support/serverDatabase.ts';

const path = (script: string): string => fileURLToPath(new URL(`../../src/run/${script}.ts`, import.meta.url));
let folder: string;
let remove: () => Promise<void>;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const made = await temporaryFolder();
  folder = made.folder;
  remove = () => made.remove();
  await unpackEmpty(folder);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await remove();
});

interface Run {
  child: ChildProcess;
  output: () => string;
  /** The first match of what is printed, as soon as it is there; rejects when the process ends without it. */
  printed: (pattern: RegExp) => Promise<string[]>;
  ended: Promise<number | null>;
}
const run = (script: string, env: Record<string, string> = {}, args: readonly string[] = []): Run => {
  const {PATH = ''} = process.env;
  const child = spawn(process.execPath, [...BRIEF, path(script), ...args], {
    env: {PATH, ...COMPILED, DATA_DIR: folder, PORT: '0', ...env}, stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = once(child, 'close').then(([code]) => (running.delete(child), code as number | null));
  const printed = (pattern: RegExp): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(text);
        if (match !== null) resolve(match);
      };
      child.stdout.on('data', look);
      look();
      void ended.then(() => reject(new Error(`ended without ${pattern}:\n${text}`)));
    });
  return {child, output: () => text, printed, ended};
};
const signIn = async (address: string, email: string, senha: string): Promise<number> => {
  const response = await fetch(`${address}/api/usuarios/login`, {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({email, senha}),
  });
  return response.status;
};

/** What a database of Balcão refuses, and how. */
const OF_FROTA = ['--config', 'docs/examples/frota.config.ts'];
const NOT_OF_FROTA =
  'O banco de dados é do produto "balcao", e a configuração é do produto "frota": indique o dele em DATA_DIR ou DATABASE_URL.';

test('the first start tells address and password, commands ask it, a signal ends it, the next start keeps everything', async () => {
  const first = run('api', {METRICS_PORT: '0'});
  const [, address = ''] = await first.printed(/Balcão no ar: (\S+)/);
  const [, metrics = ''] = await first.printed(/Métricas: (\S+)/);
  expect(await (await fetch(metrics)).text()).toContain('balcao_database_up');
  const [, email = '', senha = ''] = await first.printed(/Entre com o e-mail (\S+) e a senha (\S+)/);
  await first.printed(/^Sem SMTP_URL nenhum e-mail é enviado: cada um fica em \S+outbox\.$[^]*Ctrl-C encerra/m);
  expect(await signIn(address, email, senha)).toBe(200);

  const whileItRuns = run('senha', {}, [email]);
  const [, outra = ''] = await whileItRuns.printed(/Nova senha de \S+: (\S+)/);
  expect(await whileItRuns.ended).toBe(0);
  // It has the embedded database open, and is asked.
  const asked = run('schema', {}, ['--json']);
  expect([await asked.ended, JSON.parse(asked.output())]).toEqual([0, {changes: [], findings: []}]);
  expect([await signIn(address, email, senha), await signIn(address, email, outra)]).toEqual([401, 200]);
  const nobody = run('senha', {}, ['ninguem@x.test']);
  expect([await nobody.ended, nobody.output()]).toEqual([1, 'Não há usuário com o e-mail ninguem@x.test.\n']);
  const ofOther = run('schema', {}, [...OF_FROTA, '--json']);
  expect([await ofOther.ended, JSON.parse(ofOther.output())]).toEqual([1, {error: NOT_OF_FROTA}]);
  // What would stop the start ends it as the start would; for programs it is one object.
  const stopped = `${folder}/outra.config.ts`;
  await writeFile(stopped, `import product from ${JSON.stringify(resolve('resources.config.ts'))};
    const {filiais} = product.resources;
    const fields = {...filiais.fields, contato: {kind: 'opcoes', label: 'Contato', choices: [{id: 'a', name: 'A'}]}};
    export default {...product, resources: {...product.resources, filiais: {...filiais, fields}}};`);
  const refused = run('schema', {}, ['--config', stopped, '--json']);
  expect([await refused.ended, JSON.parse(refused.output()).findings]).toEqual([1, [
    expect.objectContaining({at: 'resources.filiais.fields.contato.kind', total: 0, some: [], stops: true}),
  ]]);

  first.child.kill('SIGINT');
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const forgotten = run('senha', {}, [email]);
  const [, nova = ''] = await forgotten.printed(/Nova senha de \S+: (\S+)/);
  expect(await forgotten.ended).toBe(0);

  const second = run('api');
  const [, again = ''] = await second.printed(/Balcão no ar: (\S+)/);
  await second.printed(/Ctrl-C encerra/);
  expect([await signIn(again, email, outra), await signIn(again, email, nova)]).toEqual([401, 200]);
  expect(second.output()).not.toMatch(/Banco de dados|Métricas/);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

const SERVER = process.env['TEST_DATABASE_URL'];
/** The environment of a start on a new database: on the server, where there is one, it costs a third of one on the embedded engine. */
const newDatabase = async (): Promise<{DATABASE_URL?: string}> => {
  if (SERVER === undefined) return {};
  const {url, drop} = await databaseOnServer(SERVER);
  onTestFinished(drop);
  return {DATABASE_URL: url};
};
/** As {@link newDatabase}, with a folder that nobody had. */
const newPlace = async (name: string): Promise<{DATA_DIR: string; DATABASE_URL?: string}> => {
  const place = {DATA_DIR: `${folder}/${name}`, ...await newDatabase()};
  if (place.DATABASE_URL === undefined) await unpackEmpty(place.DATA_DIR);
  else await mkdir(place.DATA_DIR);
  return place;
};

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test('what it keeps is its own user\'s alone, a folder of an earlier version too; moved away under it, it stops with a sentence', async () => {
  const given = `${folder}/dada`;
  await unpackEmpty(given);
  await mkdir(`${given}/files/aa`, {recursive: true});
  for (const path of [given, `${given}/db`, `${given}/files`]) await chmod(path, 0o755);

  const moved = run('api', {DATA_DIR: given});
  const [, address = ''] = await moved.printed(/Balcão no ar: (\S+)/);
  await moved.printed(/Ctrl-C encerra/);
  expect(await fetch(`${address}/api/pronto`)).toAnswer(200);
  expect(await Promise.all(['', '/db', '/files', '/files/tmp'].map(name => modeOf(given + name)))).toEqual(['755', '700', '700', '700']);
  expect(await Promise.all(['/db.lock', '/jwt.key'].map(name => modeOf(given + name)))).toEqual(['600', '600']);

  await rename(given, `${folder}/levada`);
  expect(await moved.ended).toBe(1);
  // What was under way in that moment may have failed before, and says why in its own words.
  const stopped = moved.output().replace(/^O envio de e-mails falhou[^]*?(?=^A pasta)/m, '').split('Ctrl-C encerra.\n').at(-1);
  expect(stopped?.trim()).toBe(`A pasta ${given} foi movida, trocada ou removida: o Balcão parou, para não gravar no lugar errado.`);
});

test('another database on a folder of files takes none of them, and says so', async () => {
  const place = await newPlace('trocada');
  const files = `${place.DATA_DIR}/files`;
  const keys = await storedFiles(testFolder(files), 30, 400);
  const start = run('api', place);
  const [, address = ''] = await start.printed(/Balcão no ar: (\S+)/);
  expect(await fetch(`${address}/api/pronto`)).toAnswer(200);
  const identidade = await readFile(`${files}/identidade`, 'utf8');
  expect(start.output()).toContain(
    `e a pasta de arquivos ${files} (identidade ${identidade}) não são um par. A pasta continua em uso, mas nada será limpo nela.`,
  );
  start.child.kill('SIGTERM');
  expect(await start.ended).toBe(0);
  expect(await contentsOf(createDiskStorage(files))).toMatchObject({stored: {length: keys.length}, bin: []});
});

test('schema tells what the next start would do to an empty database, and nothing where it is done', async () => {
  const done = run('schema');
  expect([await done.ended, done.output()]).toEqual([0, 'O banco de dados está de acordo com resources.config.ts.\n']);
  const other = run('schema', {}, OF_FROTA);
  expect([await other.ended, other.output()]).toEqual([1, `${NOT_OF_FROTA}\n`]);
  const empty = run('schema', {DATA_DIR: `${folder}/vazia`});
  expect(await empty.ended).toBe(0);
  expect(await modeOf(`${folder}/vazia`)).toBe('700');
  expect(empty.output()).toContain('Coluna empresas.razao_social (text) será criada para o campo razaoSocial.\n');
});

test.runIf(SERVER !== undefined)('two that start at once on one empty database of a server both come up, and one of them makes the first Adm', async () => {
  const place = await newDatabase();
  const both = [run('api', place), run('api', place)];
  for (const one of both) await one.printed(/Balcão no ar: \S+[^]*Ctrl-C encerra/);
  const told = both.map(one => /Entre com o e-mail (\S+) e a senha (\S+)/.exec(one.output())).filter(one => one !== null);
  expect(told).toHaveLength(1);
  for (const one of both) {
    const [, address = ''] = await one.printed(/Balcão no ar: (\S+)/);
    expect(await signIn(address, told[0]?.[1] ?? '', told[0]?.[2] ?? '')).toBe(200);
    one.child.kill('SIGTERM');
    expect(await one.ended).toBe(0);
  }
});

test('files whose copy is another stay, and the command that moves them names them and fails', async () => {
  const door = await openS3Door();
  onTestFinished(() => door.close());
  door.keeps(bytes => (bytes.toString() === 'segundo' ? Buffer.from('segundO') : bytes));
  const DATA_DIR = `${folder}/mover`;
  const disk = createDiskStorage(`${DATA_DIR}/files`);
  const [first, second] = ['primeiro', 'segundo'].map(text => createAttachmentStore(disk).put(Readable.from([Buffer.from(text)])));
  const {key} = await second!;
  await first;
  const moving = run('arquivos', {DATA_DIR, ...door.env as Record<string, string>}, ['mover']);
  expect(await moving.ended).toBe(1);
  expect(moving.output()).toMatch(/^De \S+mover\/files para \S+\/balcao\/arquivos: 1 arquivo \(8 bytes\)\.$/m);
  expect(moving.output()).toMatch(/^1 arquivo ficou em \S+mover\/files, porque \S+\/balcao\/arquivos não guardou o mesmo:$/m);
  expect(moving.output()).toContain(`  ${key}: o conteúdo da cópia é outro\n`);
  door.keeps();
  const again = run('arquivos', {DATA_DIR, ...door.env as Record<string, string>}, ['mover']);
  expect([await again.ended, again.output()]).toEqual([0, expect.stringContaining('1 arquivo (7 bytes).')]);
});

test.each([
  ['a port that is taken', 'api', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    return {env: {...await newDatabase(), PORT: String((taken.address() as {port: number}).port)}, after: () => taken.close()};
  }, /^A porta \d+ já está em uso em 127\.0\.0\.1\. Escolha outra com PORT\.$/m],
  ['a database that is not there', 'api', () => ({env: {DATABASE_URL: 'postgres://a:segredo@127.0.0.1:1/x'}}), /^Não foi possível conectar ao banco de dados de DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/m],
  ['a folder where its lock belongs', 'api', async () => {
    await mkdir(`${folder}/trava/db.lock`, {recursive: true});
    return {env: {DATA_DIR: `${folder}/trava`}};
  }, /^Não é possível usar o arquivo \S+\/trava\/db\.lock, com que o Balcão reserva a pasta \S+\/trava\. Com o Balcão parado, remova-o e verifique se este usuário pode escrever nela\.$/m],
  ['a lock that is something else', 'senha', async () => {
    await mkdir(`${folder}/alheia`);
    await writeFile(`${folder}/alheia/db.lock`, 'isto não é uma trava '.repeat(100));
    return {env: {DATA_DIR: `${folder}/alheia`}, args: ['a@x.test']};
  }, /^Não é possível usar o arquivo \S+\/alheia\/db\.lock, /m],
  ['a config that is not there', 'schema', () => ({env: {}, args: ['--config', 'docs/examples/nada.config.ts']}),
    /^Informe em --config o arquivo de uma configuração: --config docs\/examples\/frota\.config\.ts\n$/],
  ['a config that exports nothing', 'schema', async () => {
    await writeFile(`${folder}/muda.config.ts`, 'export const config = {};\n');
    return {env: {}, args: ['--config', `${folder}/muda.config.ts`]};
  }, /^\S+muda\.config\.ts não exporta a configuração: falta "export default defineConfig\(\{…\}\)"\.\n$/],
  ['a config that is none', 'schema', async () => {
    await writeFile(`${folder}/lista.config.ts`, 'export default [];\n');
    return {env: {}, args: ['--config', `${folder}/lista.config.ts`]};
  }, /^(\S+lista\.config\.ts) tem erros:\n\1: esperava um objeto\.\n$/],
  ['a demonstration that a product does not have', 'api', async () => {
    const config = `${folder}/so.config.ts`;
    await writeFile(config, `export {default} from '${resolve('docs/examples/frota.config.ts')}';`);
    return {env: {DEMO: '1'}, args: ['--config', config]};
  }, /^DEMO pede uma demonstração, que \S+so\.config\.ts não tem: escreva \S+\/so\.demo\.ts\.\n$/],
  ['a wrong variable', 'api', () => ({env: {PORT: 'abc'}}), /^PORT deve ser um número de 0 a 65535\.$/m],
  [
    'a password nobody can type',
    'api',
    async () => ({env: {...await newPlace('outra'), ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: '123'}}),
    /^ADMIN_PASSWORD: Informe pelo menos 6 caracteres\.$/m,
  ],
  ['a signing key that is no key', 'api', async () => {
    const env = await newPlace('sem-chave');
    await writeFile(`${folder}/sem-chave/jwt.key`, '');
    return {env};
  }, /^O arquivo \S+jwt\.key, com a chave que assina as sessões, está vazio ou é curto demais\. .+$/m],
  ['a folder where the signing key should be', 'api', async () => {
    const env = await newPlace('outra-pasta');
    await mkdir(`${folder}/outra-pasta/jwt.key`);
    return {env};
  }, /^A chave que assina as sessões não pôde ser lida nem criada em \S+jwt\.key: há uma pasta com esse nome\. .+$/m],
])('%s is told in one sentence', async (_what, script, prepare, sentence) => {
  const {env, args = [], after} = (await prepare()) as {env: Record<string, string>; args?: string[]; after?: () => void};
  const failing = run(script, env, args);
  expect(await failing.ended).toBe(1);
  after?.();
  expect(failing.output()).toMatch(sentence);
  expect(failing.output()).not.toMatch(/\bat .*\.ts|segredo/);
});
