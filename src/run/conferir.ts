// `npm run conferir`: files against rows, both ways. Changes nothing. With --rapido bytes are counted and not read.
import {command} from './command.ts';

await command(async () => {
  const quick = process.argv.includes('--rapido');
  const {readEnv} = await import('../server/env.ts');
  const env = readEnv(process.env);
  const {printFindings} = await import('./findings.ts');
  if (!(await printFindings(env, !quick))) process.exitCode = 1;
});
