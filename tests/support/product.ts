/** The real product as `npm start` starts it: a process of its own, on a folder of its own, that can be stopped and killed. */
import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {BRIEF, COMPILED, temporaryFolder} from './folder.ts';
import {kept, stateOf} from './kept.ts';
import {ownPort} from './ownPort.ts';
import {databaseOnServer} from './serverDatabase.ts';

/** A product that was started first on a PostgreSQL server, and ended: what its copies are made of. */
interface Started {
  server: string;
  database: string;
  folder: string;
  ending: Ending;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** On the server of TEST_DATABASE_URL: without and with the demonstration. None where there is no server. */
    started?: readonly Started[];
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const ADM = {email: 'adm@balcao.test', senha: 'segredo-1'};

/** How a process ended, and what it said. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Product {
  /** Where it listens, without a slash at the end; the same after every start. */
  readonly url: string;
  readonly dataDir: string;
  /** Where its database is, as its own environment says it. */
  readonly place: {DATA_DIR: string; DATABASE_URL: string | undefined};
  /** Of the process that was started last. */
  readonly pid: number;
  readonly running: boolean;
  /** How the process that was started last ended; waits for it. */
  readonly ended: Promise<Ending>;
  /** What somebody of its demonstration signs in with. */
  passwordOf(email: string): Promise<string>;
  /** Starts again on the same folder and port, in another tree where one is named; ready when it resolves. */
  start(tree?: string): Promise<void>;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<Ending>;
  /** SIGKILL, and waits for the end. */
  kill9(): Promise<Ending>;
  /** Ends it, whatever state it is in, and removes the folder. */
  dispose(): Promise<void>;
}

export interface ProductOptions {
  /** The tree it runs from, when it is not this one. */
  root?: string;
  env?: Readonly<Record<string, string>>;
  /** The file of another config than the product's own. */
  config?: string;
  /** A folder of the caller's own, which stays; absent: a new one, which goes with the product. */
  dataDir?: string;
  /**
   * True: its very first start, on an empty folder. Else on a copy of a folder in which it was started and ended before, which takes a third
   * of the time. Absent: as they are with a folder, a tree, a config or a database server of the caller's own, else the copy.
   */
  first?: boolean;
  /** True: on the embedded database, because that is the subject. Else on the run's server, where there is one, unless a place is given. */
  embedded?: boolean;
  /** Whether it answers few calls ({@link BRIEF}); absent: unless it has the demonstration. */
  brief?: boolean;
}

// What outlives this process is nobody's: on a plain exit here, on any other by endWithNpm there.
const alive = new Set<ChildProcess>();
process.on('exit', () => alive.forEach(child => child.kill('SIGKILL')));

/** The machine's own settings that a process needs; not those of the test run (NODE_ENV, VITEST, TEST_DATABASE_URL). */
const MACHINE = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'];
const machine = (): Record<string, string> =>
  Object.fromEntries(MACHINE.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

interface Run {
  child: ChildProcess;
  /** What it has said so far. */
  said: () => string;
  ended: Promise<Ending>;
}

/** For a tree or a config of a test's own, which builds its portal. */
const QUICKLY = {NODE_OPTIONS: `--import=${new URL('quickCompression.ts', import.meta.url).href}`};

const run = ({root = ROOT, env = {}, config, brief = env['DEMO'] !== '1'}: ProductOptions): Run => {
  const words = ['--import', './src/run/requireNode.mjs', 'src/run/start.ts', ...(config === undefined ? [] : ['--config', config])];
  const child = spawn(process.execPath, [...(brief ? BRIEF : []), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {...machine(), ...COMPILED, ...(root === ROOT && config === undefined ? {} : QUICKLY), npm_lifecycle_event: 'start', ...env},
  });
  alive.add(child);
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    .then(([stdout, stderr]): Ending => ({code: child.exitCode, signal: child.signalCode, stdout, stderr}))
    .finally(() => alive.delete(child));
  return {child, said: () => said, ended};
};

/** Starts the product where it is expected to refuse, and answers how it ended. */
export const refusedStart = async (options: ProductOptions): Promise<Ending> => {
  const {ended} = run(options);
  return ended;
};

/** The address, and the last line of the welcome: between the two the first Adm and the demonstration are made. */
const WELCOME = /^Balcão no ar: (http\S+)$.*^Ctrl-C encerra\.$/ms;

/** The address it prints once it can be used; rejects with all it said (and the {@link Ending} as cause) when it ends before. */
const listening = async ({child, said, ended}: Run): Promise<string> => {
  for (;;) {
    const address = WELCOME.exec(said())?.[1];
    if (address !== undefined) return address;
    const over = await Promise.race([once(child.stdout!, 'data').then(() => false), ended.then(() => true)]);
    if (over) throw new Error(`The product ended before it was ready:\n${said()}`, {cause: await ended});
  }
};

const [DATA, ENDING] = ['dados', 'fim.json'];

/**
 * A folder with what a first start made and how that product ended. Depends on the server's code, the config, the day of the demonstration,
 * and who is the Adm.
 */
const firstStart = async (demo: boolean): Promise<string> => {
  const code = ['package-lock.json', 'resources.config.ts', 'resources.demo.ts', 'src/schema', 'src/server'];
  const state = await stateOf(code, [JSON.stringify(ADM), dayFromToday(0)]);
  return kept(state, demo ? 'primeiro-demo' : 'primeiro', async path => {
    const dataDir = join(path, DATA);
    await mkdir(dataDir, {recursive: true, mode: 0o700});
    const product = await openProduct({dataDir, env: demo ? {DEMO: '1'} : {}});
    await writeFile(join(path, ENDING), JSON.stringify(await product.stop()));
  });
};

/**
 * How the product that was started first ended at SIGTERM, on an empty folder; with the demonstration where asked, which is on the run's
 * server, where there is one.
 */
export const firstEnding = async (demo: boolean): Promise<Ending> => {
  const there = demo ? await started(demo) : undefined;
  return there?.ending ?? JSON.parse(await readFile(join(await firstStart(demo), ENDING), 'utf8')) as Ending;
};

/** What somebody signs in with: {@link ADM}, or another of the demonstration, whose password was drawn and told once. */
const passwordIn = async (said: string, email: string): Promise<string> => {
  if (email === ADM.email) return ADM.senha;
  const [, senha] = /^.* os outros com a senha (\S+)$/m.exec(said) ?? [];
  if (senha === undefined) throw new Error(`The product has told nobody's password:\n${said}`);
  return senha;
};
/** The same of the demonstration that all copies are of. */
export const passwordOfDemo = async (email: string): Promise<string> => passwordIn((await firstEnding(true)).stdout, email);

const startedOnServer = async (server: string, demo: boolean): Promise<Started> => {
  const [{name: database, url}, {folder}] = await Promise.all([databaseOnServer(server), temporaryFolder()]);
  const product = await openProduct({dataDir: folder, env: {DATABASE_URL: url, ...(demo ? {DEMO: '1'} : {})}});
  return {server, database, folder, ending: await product.stop()};
};

/** Of the process that prepares; those that run tests are told. */
let prepared: readonly Started[] | undefined;
const started = async (demo: boolean): Promise<Started | undefined> => {
  if (prepared === undefined && process.env['VITEST'] === undefined) return undefined;
  return (prepared ?? (await import('vitest')).inject('started'))?.[Number(demo)];
};

/**
 * Makes what all products start from, before any is asked for: several at once would each make it.
 *
 * @param server where copies shall be, besides the embedded database; their databases go with the run, their folders with the caller
 */
export const prepareStarts = async (server?: string): Promise<readonly Started[]> => {
  [prepared] = await Promise.all([
    Promise.all(server === undefined ? [] : [false, true].map(demo => startedOnServer(server, demo))),
    firstStart(false),
    // On the embedded database nobody asks for it where there is a server.
    server === undefined ? firstStart(true) : undefined,
  ]);
  return prepared;
};

/** @returns what the copy wants of its environment, and what removes what is not in its folder */
const copyStarted = async (demo: boolean, embedded: boolean, to: string): Promise<{env: Record<string, string>; drop: () => Promise<void>}> => {
  const there = embedded ? undefined : await started(demo);
  await promisify(execFile)('cp', ['-a', `${there?.folder ?? join(await firstStart(demo), DATA)}/.`, to]);
  if (there === undefined) return {env: {}, drop: async () => {}};
  const {url, drop} = await databaseOnServer(there.server, there.database);
  return {env: {DATABASE_URL: url}, drop};
};

/** It says that it is not when its database takes longer than a second, as a machine with other work makes it. */
const ASKED = 20;
const ready = async (url: string): Promise<void> => {
  for (let asked = 1; ; asked++) {
    const {status} = await fetch(`${url}/api/pronto`);
    if (status === 200) return;
    if (status !== 503 || asked === ASKED) throw new Error(`The product listens, but answers ${status} when asked whether it is ready.`);
  }
};

/**
 * Starts the product on a folder of its own, with {@link ADM} as its first Adm, and with `DEMO=1` on the demonstration. Call `dispose` in
 * `afterAll`.
 *
 * @throws Error with all it printed when it does not start
 */
export const openProduct = async (
  {root, env: asked = {}, config, dataDir: given, brief, embedded = false, ...options}: ProductOptions = {},
): Promise<Product> => {
  const {first = [given, root, config, asked['DATABASE_URL']].some(one => one !== undefined)} = options;
  const {folder: dataDir, remove} = given === undefined ? await temporaryFolder() : {folder: given, remove: async () => {}};
  let env = asked;
  let drop = async (): Promise<void> => {};
  const port = String(await ownPort());
  let url = '';
  let current: Run | undefined;
  let tree = root;

  const running = (): Run => {
    if (current === undefined) throw new Error('The product has not been started.');
    return current;
  };
  const end = async (signal: NodeJS.Signals): Promise<Ending> => {
    const {child, ended} = running();
    child.kill(signal);
    return ended;
  };
  const start = async (from = tree): Promise<void> => {
    tree = from;
    current = run({
      ...(tree === undefined ? {} : {root: tree}),
      ...(brief === undefined ? {} : {brief}),
      ...(config === undefined ? {} : {config}),
      env: {ADMIN_EMAIL: ADM.email, ADMIN_PASSWORD: ADM.senha, ...env, DATA_DIR: dataDir, PORT: port},
    });
    url = await listening(current);
    await ready(url);
  };
  const dispose = async (): Promise<void> => {
    if (current !== undefined) await end('SIGKILL');
    await Promise.all([drop(), remove()]);
  };

  try {
    if (!first) {
      const copy = await copyStarted(env['DEMO'] === '1', embedded, dataDir);
      env = {...copy.env, ...asked};
      ({drop} = copy);
    } else if (!embedded && given === undefined && asked['DATABASE_URL'] === undefined) {
      const there = await started(false);
      if (there !== undefined) {
        const {url: own, drop: dropOwn} = await databaseOnServer(there.server);
        env = {DATABASE_URL: own, ...asked};
        drop = dropOwn;
      }
    }
    await start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    dataDir, start, dispose, place: {DATA_DIR: dataDir, DATABASE_URL: env['DATABASE_URL']},
    get url() {
      return url;
    },
    get pid() {
      return running().child.pid ?? 0;
    },
    get running() {
      const {exitCode, signalCode} = running().child;
      return exitCode === null && signalCode === null;
    },
    get ended() {
      return running().ended;
    },
    passwordOf: email => (first ? passwordIn(running().said(), email) : passwordOfDemo(email)),
    stop: () => end('SIGTERM'),
    kill9: () => end('SIGKILL'),
  };
};

/** What the operator hears where mails go to a folder: where each of them is, and nothing else. */
export const ONLY_MAILS = /^(?:E-mail gravado em .*\n)*$/;
