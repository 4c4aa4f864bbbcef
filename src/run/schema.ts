// `npm run schema`: previews the next start's database changes and findings; `--json` for machines. The exit code is the start's.
import type {SchemaPreview} from '../server/db/structure/plan/plan.ts';
import {isOperatorError} from '../server/operatorError.ts';
import {runAsCommand} from './command.ts';
import {configName, loadConfig, loadEnv, commandArgs} from './commandInputs.ts';

const preview = async (): Promise<SchemaPreview> => {
  const env = await loadEnv();
  const {config} = await loadConfig();
  const {connectToServer, planServerStart} = await import('../server/adminSocket/client.ts');
  const {withDatabase} = await import('../server/db/connection/open.ts');
  const {withStartupLock, withoutTimeouts} = await import('../server/db/advisoryLocks.ts');
  const {planDatabase} = await import('../server/db/structure/migrate.ts');
  // An embedded database is read through the process that has it open; a server's database is read directly.
  const server = env.DATABASE_URL === undefined ? await connectToServer(env.DATA_DIR) : undefined;
  if (server !== undefined) return planServerStart(server, config).finally(() => server.end());
  return withDatabase(
    env, (db, kind) => withStartupLock(db, kind, () => withoutTimeouts(db, connection => planDatabase(connection, config, kind))),
    message => process.stderr.write(`${message}\n`),
  );
};

const isForMachines = commandArgs.includes('--json');

await runAsCommand(async () => {
  const result = await preview().catch((error: unknown) => {
    if (!isForMachines || !isOperatorError(error)) throw error;
    return {error: error.message};
  });
  const {formatPreview} = await import('../server/db/structure/plan/plan.ts');
  process.stdout.write(`${isForMachines || 'error' in result ? JSON.stringify(result) : formatPreview(result, configName)}\n`);
  if ('error' in result || result.findings.some(({stops}) => stops)) process.exitCode = 1;
});
