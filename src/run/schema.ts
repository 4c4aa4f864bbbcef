// `npm run schema`: what the next start would change in the database, nothing applied.
import {command} from './command.ts';

await command(async () => {
  const {readEnv} = await import('../server/env.ts');
  const env = readEnv(process.env);
  const {default: config} = await import('../../resources.config.ts');
  // Before anything is opened: a wrong config makes no folder.
  const {demandConfig} = await import('../schema/check.ts');
  demandConfig(config);
  const {withDatabase} = await import('../server/db/connection/open.ts');
  const {planDatabase} = await import('../server/db/structure/migrate.ts');
  const {sentences, mistakes} = await withDatabase(
    env, db => planDatabase(db, config), message => process.stderr.write(`${message}\n`),
  );
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  process.stdout.write(
    sentences.length === 0 ? 'O banco de dados está de acordo com resources.config.ts.\n' : `${sentences.join('\n')}\n`,
  );
});
