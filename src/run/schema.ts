// `npm run schema`: what the next start would do to the database and find there, nothing done; `--json` for
// machines. It ends as the start would.
import {command} from './command.ts';

await command(async () => {
  const {readEnv} = await import('../server/env.ts');
  const env = readEnv(process.env);
  const {default: config} = await import('../../resources.config.ts');
  // Before anything is opened: a wrong config makes no folder.
  const {demandConfig} = await import('../schema/check.ts');
  demandConfig(config);
  const {reachServer, serverPlan} = await import('../server/control/ask.ts');
  const {withDatabase} = await import('../server/db/connection/open.ts');
  const {oneAtATime} = await import('../server/db/oneAtATime.ts');
  const {planDatabase} = await import('../server/db/structure/migrate.ts');
  const {inWords} = await import('../server/db/structure/plan/plan.ts');
  // The embedded database is open in one process alone; a server's is read beside whoever works with it.
  const server = env.DATABASE_URL === undefined ? await reachServer(env.DATA_DIR) : undefined;
  const preview = server === undefined
    ? await withDatabase(
      env, (db, kind) => oneAtATime(db, kind, 'preparation', one => planDatabase(one, config)),
      message => process.stderr.write(`${message}\n`),
    )
    : await serverPlan(server, config).finally(() => server.end());
  process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(preview) : inWords(preview)}\n`);
  if (preview.findings.some(({stops}) => stops)) process.exitCode = 1;
});
