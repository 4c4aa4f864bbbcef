/** Servers and commands as processes of their own, on one database. */
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {COMPILED} from '../../support/folder.ts';

export type Variables = Readonly<Record<string, string>>;

export interface Run {
  child: ChildProcess;
  said: () => string;
  /** How it ended: code or signal. */
  ended: Promise<number | string | null>;
}

export interface Started {
  url: string;
  /** SIGTERM. @returns how it ended */
  end(): Promise<number | string | null>;
  /** SIGKILL. */
  kill(): Promise<unknown>;
}

export interface Processes {
  /** @param path of the program, from this folder */
  run(path: string, env: Variables, ...rest: string[]): Run;
  /** Starts a server. @throws Error with what it said when it ends before it listens */
  start(path: string, env: Variables): Promise<Started>;
}

/** @param closing what ends each of them after the test */
export const createProcesses = (closing: (() => Promise<unknown>)[]): Processes => {
  const run: Processes['run'] = (path, env, ...rest) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url)), ...rest], {
      env: {PATH: process.env['PATH'], ...COMPILED, ...env}, stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
    closing.push(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return {child, said: () => said, ended};
  };
  const start: Processes['start'] = async (path, env) => {
    const {child, said, ended} = run(path, {PORT: '0', ...env});
    const stop = (signal: NodeJS.Signals) => async () => (child.kill(signal), ended);
    for (;;) {
      const [, url] = /^Balcão no ar: (\S+)$[^]*^Ctrl-C encerra/m.exec(said()) ?? [];
      if (url !== undefined) return {url, end: stop('SIGTERM'), kill: stop('SIGKILL')};
      if (await Promise.race([once(child.stdout!, 'data').then(() => false), ended.then(() => true)])) throw new Error(said());
    }
  };
  return {run, start};
};
