// `npm run bench`: how costs grow with the data, as ratios of one run. Never a limit: times are the machine's, ratios the product's.
import {command} from './command.ts';

await command(async () => {
  const {bench} = await import('./bench/bench.ts');
  const {default: config} = await import('../../resources.config.ts');
  await bench(config, process.env['BENCH_DATABASE_URL'] || undefined, line => void process.stdout.write(`${line}\n`));
});
