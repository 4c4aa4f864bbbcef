// `npm run schema`: what the next start would do to the database and find there, nothing done; `--json` for
// machines. It ends as the start would.
import {command} from './command.ts';
import {configName, givenConfig, givenEnv, rest} from './given.ts';

await command(async () => {
  const env = await givenEnv();
  const {config} = await givenConfig();
  const {reachServer, serverPlan} = await import('../server/control/ask.ts');
  const {withDatabase} = await import('../server/db/connection/open.ts');
  const {inTurn, unlimited} = await import('../server/db/oneAtATime.ts');
  const {planDatabase} = await import('../server/db/structure/migrate.ts');
  const {inWords} = await import('../server/db/structure/plan/plan.ts');
  // The embedded database is open in one process alone; a server's is read beside whoever works with it.
  const server = env.DATABASE_URL === undefined ? await reachServer(env.DATA_DIR) : undefined;
  const preview = server === undefined
    ? await withDatabase(
      env, (db, kind) => inTurn(db, kind, () => unlimited(db, one => planDatabase(one, config, kind))),
      message => process.stderr.write(`${message}\n`),
    )
    : await serverPlan(server, config).finally(() => server.end());
  process.stdout.write(`${rest.includes('--json') ? JSON.stringify(preview) : inWords(preview, configName)}\n`);
  if (preview.findings.some(({stops}) => stops)) process.exitCode = 1;
});
