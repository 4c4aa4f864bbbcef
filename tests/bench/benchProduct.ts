// `npm run bench`: what the product costs beside the limit, and how that grows, as ratios of one run. Never a limit in a test: times are
// the machine's, ratios the product's.
import {parseArgs} from 'node:util';
import {runAsCommand} from '../../src/run/command.ts';

await runAsCommand(async () => {
  const {values: {ate}} = parseArgs({options: {ate: {type: 'string'}}});
  const {bench, MOST} = await import('./bench.ts');
  const most = ate === undefined ? MOST : Number(ate);
  if (!Number.isInteger(most) || most < 10_000 || most > MOST) {
    throw new Error(`Informe em --ate um número de tickets de 10000 a ${MOST}: npm run bench -- --ate 100000`);
  }
  await bench(process.env['BENCH_DATABASE_URL'] || undefined, most, line => void process.stdout.write(`${line}\n`));
  // Lines that are kept to processes that ended.
  process.exit();
});
