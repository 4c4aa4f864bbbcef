/** A process that is measured: the product as `npm start` starts it, or the limit. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {freePort} from '../../src/run/freePort.ts';
import type {Asked, Used} from './probe.ts';

/** What is undone however the benchmark ends: on its own, by an error, by Ctrl-C or with npm. */
const undoings = new Set<() => void>();

process.on('exit', () => {
  for (const undo of [...undoings].toReversed()) undo();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** @param undo waits for nothing, and may be called twice @returns forgets it */
export const atEnd = (undo: () => void): (() => void) => {
  undoings.add(undo);
  return () => void undoings.delete(undo);
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HOST = '127.0.0.1';
/** Milliseconds between two tries to be answered for the first time. */
const PAUSE = 10;

export const PRODUCT = 'src/run/start.ts';
export const LIMIT = 'tests/bench/limit/main.ts';
/** What signs the tokens of all of them. */
export const JWT_SECRET = 'segredo-de-um-banco-que-ninguem-guarda';

export interface Measured {
  port: number;
  /** Milliseconds from its start to its first answer. */
  started: number;
  used: (asked?: Asked) => Promise<Used>;
  stop: () => Promise<void>;
}

/** The machine's own settings that a process needs. */
const machine = (): Record<string, string> =>
  Object.fromEntries(['PATH', 'HOME', 'TMPDIR'].flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

/** Those that have not ended. */
const running = new Set<Measured>();

export const stopAll = async (): Promise<void> => void await Promise.all([...running].map(({stop}) => stop()));

const answers = (port: number): Promise<boolean> => fetch(`http://${HOST}:${port}/api/vivo`).then(({ok}) => ok, () => false);

/**
 * Starts one in a folder of its own.
 *
 * @param url of its database; undefined: the embedded one in the folder
 * @throws Error with all it said when it ends before it answers
 */
export const startMeasured = async (script: string, folder: string, url: string | undefined): Promise<Measured> => {
  const port = await freePort(0, HOST);
  const log = join(folder, 'log');
  // A file: nobody has to read along while others are measured.
  const output = openSync(log, 'a');
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', './src/run/requireNode.mjs', '--import', './tests/bench/probe.ts', script], {
    cwd: ROOT, stdio: ['ignore', output, output, 'ipc'],
    env: {...machine(), HOST, PORT: String(port), DATA_DIR: folder, JWT_SECRET, ...(url === undefined ? {} : {DATABASE_URL: url})},
  });
  closeSync(output);
  const forget = atEnd(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').finally(forget);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  while (!await answers(port)) {
    if (isOver()) throw new Error(`Um processo terminou antes de responder:\n${readFileSync(log, 'utf8')}`);
    await setTimeout(PAUSE);
  }
  const measured: Measured = {
    port, started: performance.now() - begin,
    used: async (asked = 'used') => {
      child.send(asked);
      const [used] = await once(child, 'message') as [Used];
      return used;
    },
    stop: async () => {
      running.delete(measured);
      child.kill('SIGTERM');
      await ended;
    },
  };
  running.add(measured);
  return measured;
};
