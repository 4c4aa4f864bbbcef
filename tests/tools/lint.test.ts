// Lint, whose rules of types are half of what `npm run check` says; the other half: types.test.ts.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {expect, it} from 'vitest';
import {COMPILER_ENV} from '../../src/run/compiler.ts';

it('finds nothing in the project', async () => {
  const lint = spawn(process.execPath, ['node_modules/oxlint/bin/oxlint', '--format=unix'], {env: {...process.env, ...COMPILER_ENV}});
  const [out, err] = await Promise.all([text(lint.stdout), text(lint.stderr), once(lint, 'close')]);
  expect({code: lint.exitCode, out: out.trim(), err}).toEqual({code: 0, out: '', err: ''});
});
