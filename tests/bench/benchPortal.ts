// `npm run bench:portal`: what the portal's screens weigh and how quick they are, on the product itself. Never a limit: times are
// the machine's.
import {runAsCommand} from '../../src/run/command.ts';

await runAsCommand(async () => {
  const {benchPortal} = await import('./portal.ts');
  await benchPortal(line => void process.stdout.write(`${line}\n`));
});
