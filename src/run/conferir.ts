// `npm run conferir`: compares stored files with file rows, read-only. With --rapido only sizes are compared.
import {command} from './command.ts';
import {givenEnv, rest} from './given.ts';

await command(async () => {
  const sizesOnly = rest.includes('--rapido');
  const env = await givenEnv();
  const {printFindings} = await import('./findings.ts');
  if (!(await printFindings(env, !sizesOnly))) process.exitCode = 1;
});
