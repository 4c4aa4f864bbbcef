// The process itself: what it prints, how it ends, and the sentences of a start that fails.
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {temporaryFolder} from '../support/server.ts';

const path = (script: string): string => fileURLToPath(new URL(`../../src/run/${script}.ts`, import.meta.url));
let folder: string;
let remove: () => Promise<void>;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const made = await temporaryFolder();
  folder = made.folder;
  remove = () => made.remove();
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
  const child = spawn(process.execPath, [path(script), ...args], {env: {PATH, DATA_DIR: folder, PORT: '0', ...env}, stdio: ['ignore', 'pipe', 'pipe']});
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
  const response = await fetch(`${address}/api/usuarios/login`, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({email, senha})});
  return response.status;
};

test('the first start tells address and password, a signal ends it, the next start keeps everything', async () => {
  const first = run('api');
  const [, address = ''] = await first.printed(/Balcão no ar: (\S+)/);
  const [, email = '', senha = ''] = await first.printed(/Entre com o e-mail (\S+) e a senha (\S+)/);
  await first.printed(/Ctrl-C encerra/);
  expect(await signIn(address, email, senha)).toBe(200);

  const whileItRuns = run('senha', {}, [email]);
  const [, outra = ''] = await whileItRuns.printed(/Nova senha de \S+: (\S+)/);
  expect(await whileItRuns.ended).toBe(0);
  expect([await signIn(address, email, senha), await signIn(address, email, outra)]).toEqual([401, 200]);

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
  expect(second.output()).not.toContain('Banco de dados');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
}, 120_000);

test('schema tells what the next start would do to an empty database, and nothing where it is done', async () => {
  const done = run('schema');
  expect([await done.ended, done.output()]).toEqual([0, 'O banco de dados está de acordo com resources.config.ts.\n']);
  const empty = run('schema', {DATA_DIR: `${folder}/vazia`});
  expect(await empty.ended).toBe(0);
  expect(empty.output()).toContain('Coluna empresas.razao_social (text) criada para o campo razaoSocial.\n');
}, 120_000);

test.each([
  ['a port that is taken', 'api', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    return {env: {PORT: String((taken.address() as {port: number}).port)}, after: () => taken.close()};
  }, /^A porta \d+ já está em uso em 127\.0\.0\.1\. Escolha outra com PORT\.$/m],
  ['a database that is not there', 'api', () => ({env: {DATABASE_URL: 'postgres://a:segredo@127.0.0.1:1/x'}}), /^Não foi possível conectar ao banco de dados de DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1$/m],
  ['a wrong variable', 'api', () => ({env: {PORT: 'abc'}}), /^PORT deve ser um número de 0 a 65535\.$/m],
  ['a password nobody can type', 'api', () => ({env: {ADMIN_EMAIL: 'a@b.test', ADMIN_PASSWORD: '123', DATA_DIR: `${folder}/outra`}}), /^ADMIN_PASSWORD: Informe pelo menos 6 caracteres\.$/m],
  ['an e-mail nobody has', 'senha', () => ({env: {}, args: ['ninguem@x.test']}), /^Não há usuário com o e-mail ninguem@x\.test\.$/m],
])('%s is told in one sentence', async (_what, script, prepare, sentence) => {
  const {env, args = [], after} = (await prepare()) as {env: Record<string, string>; args?: string[]; after?: () => void};
  const failing = run(script, env, args);
  expect(await failing.ended).toBe(1);
  after?.();
  expect(failing.output()).toMatch(sentence);
  expect(failing.output()).not.toMatch(/\bat .*\.ts|segredo/);
}, 120_000);
