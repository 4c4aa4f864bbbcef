// `npm run conferir`: files against rows, both ways. Changes nothing. With --rapido bytes are counted and not read.
import {command} from './command.ts';
import {givenEnv, rest} from './given.ts';

await command(async () => {
  const quick = rest.includes('--rapido');
  const env = await givenEnv();
  const {printFindings} = await import('./findings.ts');
  if (!(await printFindings(env, !quick))) process.exitCode = 1;
});
