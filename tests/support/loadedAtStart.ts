// A process that reads what a start reads and builds the server, and then says which packages, files of them and modules of ours that were.
import {registerHooks} from 'node:module';
import type {Tables} from '../../src/server/db/tables.ts';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    const own = /\/src\/(.+)$/.exec(url)?.[1];
    const [, path, name] = /.*\/node_modules\/(((?:@[^/]+\/)?[^/]+)\/.+)$/.exec(url) ?? [];
    for (const one of [name ?? own ?? url, path ?? url]) loaded.add(one);
    return next(url, context);
  },
});

const {default: config} = await import('../../resources.config.ts');
const {readEnv} = await import('../../src/server/env.ts');
await import('../../src/server/main.ts');
const {buildApp} = await import('../../src/server/app.ts');
const {DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler} = await import('kysely');
const env = readEnv({JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao'});
// One that has no rows.
const db = new Kysely<Tables>({dialect: {
  createDriver: () => new DummyDriver(), createAdapter: () => new PostgresAdapter(),
  createIntrospector: one => new PostgresIntrospector(one), createQueryCompiler: () => new PostgresQueryCompiler(),
}});
const signal = {wake: () => {}};
const app = await buildApp({
  config, env, db, files: {} as never, mailSignal: signal, deliverySignal: signal, destinations: new Map(),
});
await app.ready();
process.stdout.write(JSON.stringify([...loaded]));
await app.close();
