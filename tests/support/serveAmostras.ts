// The real server in a process of its own, for tests that need a browser's world around them: `fork` it, and it sends its
// address once it listens. An ordinary database in memory; ends with whoever started it.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buildApp} from '../../src/server/app.ts';
import {readEnv} from '../../src/server/env.ts';
import {createWakeSignal} from '../../src/server/wakeSignal.ts';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import {ensureFirstAdm} from '../../src/server/sessions/firstAdm.ts';
import {preparedDatabase} from './database.ts';
import {withAmostras as config} from './everyKind.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-'));
process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
process.on('disconnect', () => process.exit());

const env = readEnv({...process.env, DATA_DIR: folder, JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao'});
const {db} = await preparedDatabase(config);
await ensureFirstAdm(db, config, env);
const app = await buildApp(
  {config, db, env, files: createAttachmentStore(createDiskStorage(join(folder, 'files'))), mailSignal: createWakeSignal(),
    deliverySignal: createWakeSignal(), destinations: new Map()},
);
process.send?.(await app.listen({host: '127.0.0.1', port: 0}));
