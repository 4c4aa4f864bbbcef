/** The product's commands as a person at a terminal runs them: processes of their own, that can be killed. */
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {BRIEF, COMPILED} from '../../support/folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Command {
  child: ChildProcess;
  ended: Promise<{code: number | null; stdout: string; stderr: string}>;
}

/** `npm run {name} -- {args}` without npm. */
export const runCommand = (name: string, args: readonly string[], env: Readonly<Record<string, string>>): Command => {
  const child = spawn(process.execPath, [...BRIEF, '--import', './src/run/requireNode.mjs', `src/run/${name}.ts`, ...args], {
    cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: {PATH: process.env['PATH'] ?? '', ...COMPILED, ...env},
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    .then(([stdout, stderr]) => ({code: child.exitCode, stdout, stderr}));
  return {child, ended};
};
