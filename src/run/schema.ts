// `npm run schema`: what the next start would do to the database and find there, nothing done; `--json` for
// machines. It ends as the start would.
import type {SchemaPreview} from '../server/db/structure/plan/plan.ts';
import {isSentence} from '../server/sentence.ts';
import {command} from './command.ts';
import {configName, givenConfig, givenEnv, rest} from './given.ts';

const preview = async (): Promise<SchemaPreview> => {
  const env = await givenEnv();
  const {config} = await givenConfig();
  const {reachServer, serverPlan} = await import('../server/control/ask.ts');
  const {withDatabase} = await import('../server/db/connection/open.ts');
  const {withStartupLock, withoutTimeouts} = await import('../server/db/advisoryLocks.ts');
  const {planDatabase} = await import('../server/db/structure/migrate.ts');
  // The embedded database is open in one process alone; a server's is read beside whoever works with it.
  const server = env.DATABASE_URL === undefined ? await reachServer(env.DATA_DIR) : undefined;
  if (server !== undefined) return serverPlan(server, config).finally(() => server.end());
  return withDatabase(
    env, (db, kind) => withStartupLock(db, kind, () => withoutTimeouts(db, one => planDatabase(one, config, kind))),
    message => process.stderr.write(`${message}\n`),
  );
};

const isForMachines = rest.includes('--json');

await command(async () => {
  const told = await preview().catch((error: unknown) => {
    if (!isForMachines || !isSentence(error)) throw error;
    return {error: error.message};
  });
  const {formatPreview} = await import('../server/db/structure/plan/plan.ts');
  process.stdout.write(`${isForMachines || 'error' in told ? JSON.stringify(told) : formatPreview(told, configName)}\n`);
  if ('error' in told || told.findings.some(({stops}) => stops)) process.exitCode = 1;
});
