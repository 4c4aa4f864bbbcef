// Backup and restore as commands, beside a real server that people are working on: of the embedded database, and of a PostgreSQL server
// where there is one.
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {watch} from 'node:fs';
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {UNFINISHED_MARKER} from '../../src/server/backup/target.ts';
import {findProgram} from '../../src/server/backup/serverDatabase.ts';
import {databaseOnServer} from '../support/serverDatabase.ts';
import {httpApi} from '../support/httpApi.ts';
import {namesOf} from '../support/places.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import {temporaryFolder, type Api} from '../support/server.ts';
import {createWorld, formOf, newTicket, PDF, type World} from '../support/tickets.ts';
import config from '../../resources.config.ts';
import {runCommand, type Command} from './support/commands.ts';

/** How many tickets are there before the backup begins. */
const BEFORE = 5;

interface Ticket {
  id: number;
  sha256: string;
}

const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Opens a ticket with a file of its own. */
const open = async (api: Api, world: World): Promise<Ticket> => {
  const bytes = Buffer.concat([PDF, randomBytes(40_000)]);
  const {status, body} = await api(world.users.empresa.token, 'POST tickets', {
    form: formOf(newTicket(world), [{nome: 'nota.pdf', tipo: 'Nota Fiscal', bytes}]),
  });
  expect(status).toBe(201);
  return {id: body.id, sha256: shaOf(bytes)};
};

const ticketsOf = async (api: Api, token: string): Promise<number[]> => {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const {body} = await api(token, 'GET tickets', {query: {page, pageSize: 50}});
    ids.push(...(body.registros as {id: number}[]).map(({id}) => id));
    if (body.registros.length < 50) return ids;
  }
};

const server = process.env['TEST_DATABASE_URL'];
const hasServer = server !== undefined && (await findProgram('pg_dump', 15).then(() => true, () => false));

describe.each([
  {kind: 'embedded', skip: false},
  {kind: 'server (TEST_DATABASE_URL and pg_dump)', skip: !hasServer},
])('on the $kind database', ({kind, skip}) => {
  const embedded = kind === 'embedded';
  let shelf: {folder: string; remove(): Promise<void>};
  let product: Product;
  let restored: Product | undefined;
  let api: Api;
  let world: World;
  const drops: (() => Promise<void>)[] = [];
  const database = async (): Promise<Record<string, string>> => {
    if (embedded) return {};
    const {url, drop} = await databaseOnServer(server ?? '');
    drops.push(drop);
    return {DATABASE_URL: url};
  };
  let source: Record<string, string>;

  beforeAll(async () => {
    if (skip) return;
    shelf = await temporaryFolder();
    product = await openProduct({embedded});
    const {DATA_DIR, DATABASE_URL} = product.place;
    source = {DATA_DIR, ...(DATABASE_URL === undefined ? {} : {DATABASE_URL})};
    api = httpApi(product.url);
    const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
    const who = {id: body.id, token: body.token, ...ADM};
    world = await createWorld({seed: createSeed(api, who, {config}), adm: who});
  });
  afterAll(async () => {
    await product?.dispose();
    await restored?.dispose();
    for (const drop of drops) await drop();
    await shelf?.remove();
  });

  const expectSound = async (...args: string[]): Promise<void> =>
    expect(await runCommand('conferir', args, source).ended).toMatchObject({code: 0});

  /** Begins a backup beside the others; `begun` once there is something of it, or it is over. */
  const backup = (name: string): Command & {begun: Promise<void>} => {
    const appeared = Promise.withResolvers<void>();
    const watcher = watch(shelf.folder, (_event, changed) => {
      if (changed?.startsWith(`${name}${UNFINISHED_MARKER}`) === true) appeared.resolve();
    });
    const making = runCommand('backup', [join(shelf.folder, name)], source);
    const begun = Promise.race([appeared.promise, making.ended]).then(() => watcher.close());
    return {...making, begun};
  };

  test.skipIf(skip)('a backup taken while tickets are opened, restored elsewhere: same rows, same bytes, everybody signs in', async () => {
    const before: Ticket[] = [];
    for (let n = 0; n < BEFORE; n++) before.push(await open(api, world));

    const folder = join(shelf.folder, 'backup');
    const making = backup('backup');
    const during: Ticket[] = [];
    await making.begun;
    while (making.child.exitCode === null) during.push(await open(api, world));
    const made = await making.ended;
    expect(made).toMatchObject({code: 0, stdout: expect.stringMatching(/^Backup em .* tickets, .* ao todo, em .* s\.$/m)});
    expect(/O banco de dados ficou parado por .* s\./.test(made.stdout)).toBe(embedded);
    // Nobody looks at a terminal: plain lines.
    expect(made.stderr).toMatch(/^Arquivos: 100%.*$/m);
    expect(made.stderr).not.toContain('\r');
    const after = await open(api, world);

    const place = {...(await database()), DATA_DIR: join(shelf.folder, 'outro')};
    const back = await runCommand('restore', [folder], place).ended;
    expect(back).toMatchObject({code: 0, stdout: expect.stringMatching(/^Banco de dados e arquivos estão de acordo\.$/m)});

    const {DATA_DIR, ...env} = place;
    restored = await openProduct({dataDir: DATA_DIR, env});
    const other = httpApi(restored.url);
    for (const {email, senha} of Object.values(world.users)) {
      expect(await other(undefined, 'POST usuarios/login', {body: {email, senha}}), email).toMatchObject({status: 200});
    }
    const {body: {token}} = await other(undefined, 'POST usuarios/login', {body: ADM});

    const known = new Map([...before, ...during].map(ticket => [ticket.id, ticket]));
    const there = await ticketsOf(other, token);
    expect(there).toEqual(expect.arrayContaining(before.map(({id}) => id)));
    expect(there).not.toContain(after.id);
    for (const id of there) {
      const [now, then] = await Promise.all([
        other(token, 'GET tickets/:id', {params: {id}}), api(world.users.adm.token, 'GET tickets/:id', {params: {id}}),
      ]);
      expect(now.body).toEqual(then.body);
      const file = await other(token, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId: now.body.ticketArquivos[0].id}});
      expect(shaOf(file.bytes)).toBe(known.get(id)?.sha256);
    }
    await expectSound();
  });

  /** Kills a backup on its way, and answers what it left. One that ended before, on a machine with other work, is made again. */
  const killed = async (name: string): Promise<string> => {
    for (;;) {
      const making = backup(name);
      await making.begun;
      making.child.kill('SIGKILL');
      await making.ended;
      const [left = ''] = (await namesOf(shelf.folder)).filter(one => one.startsWith(name));
      if (left !== name) return left;
      // What looks whole is whole.
      const place = {...(await database()), DATA_DIR: join(shelf.folder, randomUUID())};
      expect(await runCommand('restore', [join(shelf.folder, name)], place).ended).toMatchObject({code: 0});
      await rm(join(shelf.folder, name), {recursive: true});
    }
  };

  test.skipIf(skip)('killed on its way it leaves nothing that looks whole, and the server goes on', async () => {
    const name = 'morto';
    const parent = join(shelf.folder, 'pais');
    await mkdir(parent);
    const left = await killed(name);
    expect(left).toMatch(new RegExp(`^${name}${UNFINISHED_MARKER}`));
    const refused = await runCommand('restore', [join(shelf.folder, left)], {...source, DATA_DIR: parent}).ended;
    expect(refused).toMatchObject({
      code: 1, stderr: `${join(shelf.folder, left)} é um backup que foi interrompido antes do fim: não serve, e pode ser apagado.\n`,
    });
    // Nobody waits for the one that is gone.
    await open(api, world);
    await rm(join(shelf.folder, left), {recursive: true});
  });

  /** Stops a backup at its first word, and answers how it ended. One that had ended before it heard of it is made again. */
  const stopped = async (target: string): Promise<Awaited<Command['ended']>> => {
    for (;;) {
      const making = runCommand('backup', [target], source);
      making.child.stderr?.once('data', () => making.child.kill('SIGINT'));
      const ending = await making.ended;
      if (ending.code !== 0) return ending;
      await rm(target, {recursive: true});
    }
  };

  test.skipIf(skip)('Ctrl-C leaves nothing at all', async () => {
    expect(await stopped(join(shelf.folder, 'cancelado')))
      .toMatchObject({code: 1, stderr: expect.stringMatching(/^Cancelado: nada ficou pela metade\.$/m)});
    expect((await namesOf(shelf.folder)).filter(one => one.startsWith('cancelado'))).toEqual([]);
  });

  test.skipIf(skip)('a restore over a place that is in use is refused, and the place stays as it was', async () => {
    const refused = await runCommand('restore', [join(shelf.folder, 'backup')], source).ended;
    expect(refused).toMatchObject({code: 1, stdout: '', stderr: expect.stringMatching(
      embedded ? /já está em uso por outro processo do Balcão\.\n$/ : /não está vazia\. Um backup só é restaurado onde não há nada/,
    )});
    // Also by a server that was killed and left its socket behind.
    await product.kill9();
    await product.start();
    await expectSound('--rapido');
  });
});
