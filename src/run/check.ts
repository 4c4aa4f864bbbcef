// `npm run check`: runs type check and lint in parallel, also of a config named by `--config`, and prints the output of failed ones.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import {runAsCommand} from './command.ts';
import {COMPILER_ENV, configChecks, projectChecks} from './compiler.ts';
import {configOptionFile} from './commandInputs.ts';

const run = async (name: string, commandLine: string) => {
  const child = spawn(commandLine, {shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: {...process.env, ...COMPILER_ENV}});
  const [stdoutText, stderrText] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {name, failed: child.exitCode !== 0, output: `${stdoutText}${stderrText}`};
};

await runAsCommand(async () => {
  const startedAt = performance.now();
  const file = configOptionFile();
  const configCheck = file === undefined ? undefined : configChecks(file);
  const commands = Object.entries({...projectChecks, ...configCheck?.lines});
  const results = await Promise.all(commands.map(([name, commandLine]) => run(name, commandLine)));
  if (configCheck !== undefined) rmSync(configCheck.folder, {recursive: true});

  const failed = results.filter(result => result.failed);
  for (const {output} of failed) process.stdout.write(output);
  const seconds = ((performance.now() - startedAt) / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1});
  process.stdout.write(
    failed.length === 0
      ? `Tipos e lint em ordem${file === undefined ? '' : `, também de ${file}`} (${seconds} s).\n`
      : `Verificação reprovada: ${failed.map(({name}) => name).join(' e ')} (${seconds} s).\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
});
