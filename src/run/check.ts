// `npm run check`: types and lint side by side, of a config that `--config` names too; each one's output in one piece, problems last.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import {command} from './command.ts';
import {COMPILING, configChecks, projectChecks} from './compiler.ts';
import {namedFile} from './given.ts';

const run = async (name: string, line: string) => {
  // Through the shell: on Windows these are .cmd files. npm has put node_modules/.bin on the PATH.
  const child = spawn(line, {shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, ...COMPILING}});
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {name, failed: child.exitCode !== 0, output: `${out}${err}`};
};

await command(async () => {
  const start = performance.now();
  const file = namedFile();
  const named = file === undefined ? undefined : configChecks(file);
  const lines = Object.entries({...projectChecks, ...named?.lines});
  const results = await Promise.all(lines.map(([name, line]) => run(name, line)));
  if (named !== undefined) rmSync(named.folder, {recursive: true});

  const failed = results.filter(result => result.failed);
  for (const {output} of failed) process.stdout.write(output);
  const seconds = ((performance.now() - start) / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1});
  process.stdout.write(
    failed.length === 0
      ? `Tipos e lint em ordem${file === undefined ? '' : `, também de ${file}`} (${seconds} s).\n`
      : `Verificação reprovada: ${failed.map(({name}) => name).join(' e ')} (${seconds} s).\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
});
