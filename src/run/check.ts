// `npm run check`: types and lint side by side; each one's output in one piece, problems last.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import {COMPILING, threading} from './compiler.ts';

const CHECKS = {
  tipos: ['tsc', '--pretty', ...threading()].join(' '),
  lint: 'oxlint --format=default',
};

const start = performance.now();
const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, line]) => {
    // Through the shell: on Windows these are .cmd files. npm has put node_modules/.bin on the PATH.
    const child = spawn(line, {shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, ...COMPILING}});
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return {name, failed: child.exitCode !== 0, output: `${out}${err}`};
  }),
);

const failed = results.filter(result => result.failed);
for (const {output} of failed) process.stdout.write(output);
const seconds = ((performance.now() - start) / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1});
process.stdout.write(
  failed.length === 0
    ? `Tipos e lint em ordem (${seconds} s).\n`
    : `Verificação reprovada: ${failed.map(({name}) => name).join(' e ')} (${seconds} s).\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
