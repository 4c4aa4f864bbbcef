// `npm run arquivos -- mover`: moves files from the folder to the bucket of S3_URL, or back with FILES_IN=pasta. The server may run.
import {runAsCommand} from './command.ts';
import {loadEnv, commandArgs} from './commandInputs.ts';

await runAsCommand(async () => {
  if (commandArgs[0] !== 'mover') throw new Error('Informe o que fazer: npm run arquivos -- mover');
  const {openDataStorage} = await import('../server/backup/locations.ts');
  const {moveFiles} = await import('../server/backup/moveFiles.ts');
  const {amountText, countText, runWithProgress} = await import('./progressDisplay.ts');

  const shelf = await openDataStorage(await loadEnv());
  const {from, to, kept, ...moved} = await runWithProgress(course => moveFiles(shelf, course));
  process.stdout.write(`De ${from} para ${to}: ${amountText(moved)}.\n`);
  if (kept.length === 0) return;
  const leftText = countText(kept.length, 'arquivo ficou', 'arquivos ficaram');
  const lines = kept.map(({path, motivo}) => `  ${path}: ${motivo}`);
  process.stderr.write(`${[`${leftText} em ${from}, porque ${to} não guardou o mesmo:`, ...lines].join('\n')}\n`);
  process.exitCode = 1;
});
