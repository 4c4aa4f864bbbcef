// `npm run restore -- <folder>`: restores a backup into empty targets, and runs `conferir` on the result.
import {runAsCommand} from './command.ts';
import {loadConfigIfValid, loadEnv, commandArgs} from './commandInputs.ts';

await runAsCommand(async () => {
  const [folder] = commandArgs;
  if (folder === undefined) throw new Error('Informe a pasta do backup: npm run restore -- /backups/2026-02-28');
  const env = await loadEnv();
  const {restore} = await import('../server/backup/restore.ts');
  const {faultLines, runWithProgress, recordsText, secondsText} = await import('./progressDisplay.ts');
  const {printFindings} = await import('./printFindings.ts');

  const start = performance.now();
  const {banco, momento, faltas} = await runWithProgress(course => restore(env, folder, course));
  const backupTime = new Date(momento).toLocaleString('pt-BR');
  const records = recordsText(banco.contagens, await loadConfigIfValid());
  const lines = [
    `Restaurado de ${folder}, de ${backupTime}: ${records}, em ${secondsText(performance.now() - start)}.`,
    ...(faltas.length === 0 ? [] : ['O backup já era incompleto: faltavam ou estavam alterados nele', ...faultLines(faltas)]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!(await printFindings(env, true))) process.exitCode = 1;
});
