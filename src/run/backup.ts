// `npm run backup -- <folder>`: backs up database and files of one point in time, with or without a running server.
import {runAsCommand} from './command.ts';
import {loadConfigIfValid, loadEnv, commandArgs} from './commandInputs.ts';

await runAsCommand(async () => {
  const [folder] = commandArgs;
  if (folder === undefined) throw new Error('Informe a pasta do backup, que ainda não existe: npm run backup -- /backups/2026-02-28');
  const env = await loadEnv();
  const {backup} = await import('../server/backup/backup.ts');
  const {amountText, bytesText, countText, faultLines, runWithProgress, recordsText, secondsText} = await import('./progressDisplay.ts');

  const start = performance.now();
  const {manifest: {banco, arquivos, bytes, completo, faltas}, pauseMs} = await runWithProgress(course => backup(env, folder, course));
  const records = recordsText(banco.contagens, await loadConfigIfValid());
  const files = amountText({files: arquivos.quantidade, bytes: arquivos.bytes});
  const lines = [
    `Backup em ${folder}: ${records}, ${files}, ${bytesText(bytes)} ao todo, em ${secondsText(performance.now() - start)}.`,
    ...(pauseMs === undefined ? [] : [`O banco de dados ficou parado por ${secondsText(pauseMs)}.`]),
    ...(completo ? [] : [
      `O backup está INCOMPLETO: faltam ou estão alterados ${countText(faltas.length, 'arquivo', 'arquivos')}.`, ...faultLines(faltas),
    ]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!completo) process.exitCode = 1;
});
