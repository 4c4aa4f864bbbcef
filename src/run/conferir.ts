// `npm run conferir`: compares stored files with file rows, read-only. With --rapido only sizes are compared.
import {runAsCommand} from './command.ts';
import {loadEnv, commandArgs} from './commandInputs.ts';

await runAsCommand(async () => {
  const sizesOnly = commandArgs.includes('--rapido');
  const env = await loadEnv();
  const {printFindings} = await import('./printFindings.ts');
  if (!(await printFindings(env, !sizesOnly))) process.exitCode = 1;
});
