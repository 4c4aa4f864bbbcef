// Commands and the running server: the socket, what it answers, and that it never holds people up for long.
import {once} from 'node:events';
import {mkdir, stat, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {sql} from 'kysely';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {adminSocketPath, createConversation, type Conversation} from '../../src/server/adminSocket/protocol.ts';
import {createCommandHandler} from '../../src/server/commands.ts';
import {
  withServerPaused, connectToServer, readServerFileRows, requestNewPassword, planServerStart,
} from '../../src/server/adminSocket/client.ts';
import {openAdminSocket, type AdminSocket} from '../../src/server/adminSocket/server.ts';
import {verifyPassword} from '../../src/server/accounts/password.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withFields} from '../support/configs.ts';
import {onServer} from '../support/database.ts';
import {openTestApp, temporaryFolder} from '../support/server.ts';
import {createWorld, openTicket} from '../support/tickets.ts';

const HELD_FOR = 50;

const app = beforeTests(openTestApp);
let folder: string;
let remove: () => Promise<void>;
let control: AdminSocket | undefined;
/** A trouble that nobody waits for fails the run. */
const report = (message: string, error: unknown): void => {
  throw new Error(message, {cause: error});
};
const open = async (longestHold?: number): Promise<void> => {
  control = (await openAdminSocket(folder, createCommandHandler(app.context.db, longestHold), report)).control;
};
const reached = async (): Promise<Conversation> => {
  const server = await connectToServer(folder);
  if (server === undefined) throw new Error('nobody listens');
  return server;
};

beforeEach(async () => {
  ({folder, remove} = await temporaryFolder());
});
afterEach(async () => {
  await control?.close();
  control = undefined;
  await remove();
});

describe('the socket', () => {
  test('is its owner’s alone, and nobody’s before the server listens or after it ended', async () => {
    expect(await connectToServer(folder)).toBeUndefined();
    await open();
    expect((await stat(join(folder, 'controle.sock'))).mode & 0o777).toBe(0o600);
    (await reached()).end();
    await control?.close();
    expect(await connectToServer(folder)).toBeUndefined();
  });

  test('of a server that was killed is nobody’s, and the next server takes its place', async () => {
    // What kill -9 leaves is a name without a listener; a file refuses connections the same way.
    await writeFile(join(folder, 'controle.sock'), '');
    expect(await connectToServer(folder)).toBeUndefined();
    await open();
    (await reached()).end();
  });

  test('is told from where the process stands when its whole path is too long, else why there is none', () => {
    const long = 'x'.repeat(120);
    // Short by itself, too long even in a folder like /app.
    expect(adminSocketPath(join(process.cwd(), 'y'.repeat(89))).path).toBe(`${'y'.repeat(89)}/controle.sock`);
    expect(adminSocketPath(`/${long}`).reason).toBe(
      `O caminho /${long}/controle.sock passa de 107 caracteres: backup, conferir, schema e senha precisam do servidor parado, ou de um DATA_DIR mais curto.`);
  });

  test('answers what it does not know with a sentence', async () => {
    await open();
    for (const words of ['{"ask":"tomorrow"}\n', 'nonsense\n']) {
      const socket = connect(join(folder, 'controle.sock'));
      await once(socket, 'connect');
      const server = createConversation(socket);
      socket.write(words);
      expect(await server.receive()).toEqual({
        error: 'O servidor no ar é de outra versão do Balcão: rode o comando com a versão dele, ou encerre-o.',
      });
      expect(await server.receive()).toBeUndefined();
    }
  });
});

describe('a password', () => {
  test('is set by the running server, and signs in', async () => {
    await open();
    const {email} = await app.seed.usuario({perfil: 'adm'});
    const password = await requestNewPassword(await reached(), email.toUpperCase());
    const {rows: [row]} = await sql<{hash: string}>`select senha_hash as hash from usuarios where email = ${email}`.execute(app.context.db);
    expect(await verifyPassword(password, row?.hash ?? null)).toBe(true);
  });

  test('of nobody is refused in a sentence', async () => {
    await open();
    await expect(requestNewPassword(await reached(), 'ninguem@x.test')).rejects.toThrow('Não há usuário com o e-mail ninguem@x.test.');
  });
});

test('what a start would do is told beside the running product, and a config of other rows changes nothing of it', async () => {
  await open();
  const config = withFields('empresas', {apelido: {kind: 'texto', label: 'Apelido', maxLength: 5, required: true}});
  const {id} = await app.seed.empresa();
  const {changes, findings} = await planServerStart(await reached(), config);
  expect(changes.map(({sentence}) => sentence)).toContain('Coluna empresas.apelido (text) será criada para o campo apelido.');
  expect(findings).toEqual([
    expect.objectContaining({
      at: 'resources.empresas.fields.apelido', total: 1, some: [expect.objectContaining({id})],
      sentence: expect.stringMatching(/ o formulário recusaria 1 registro \(.* a aba Incompletos da lista mostra a quem pode corrigir/),
    }),
  ]);
  expect((await planServerStart(await reached(), app.context.config)).changes).toEqual([]);
});

test('rows of files come whole', async () => {
  await open();
  const world = await createWorld(app);
  const {ticketArquivos: [file]} = await openTicket(app, world, world.users.empresa);
  const {rows} = await readServerFileRows(await reached());
  expect(rows).toEqual([expect.objectContaining({id: file.id, excluido: false, sha256: expect.stringMatching(/^[0-9a-f]{64}$/)})]);
});

describe.skipIf(onServer)('the embedded database held still', () => {
  const write = () => sql`select 1`.execute(app.context.db).then(() => 'answered');
  /** What is first: a statement's answer, or the turn of the loop after the next. */
  const nowOrLater = (statement: Promise<string>) => Promise.race([statement, new Promise(resolve => {
    setTimeout(resolve, HELD_FOR, 'waits');
  })]);

  test('lets nobody write until the copy is made, and then everybody', async () => {
    await open();
    const {waiting, seen} = await withServerPaused(await reached(), async wal => {
      expect(wal).toEqual({first: expect.stringMatching(/^[0-9A-F]{24}$/), last: expect.stringMatching(/^[0-9A-F]{24}$/)});
      const statement = write();
      return {waiting: statement, seen: await nowOrLater(statement)};
    });
    expect([seen, await waiting]).toEqual(['waits', 'answered']);
  });

  test('goes on when the command dies', async () => {
    await open();
    const server = await reached();
    await expect(withServerPaused(server, () => {
      server.end();
      throw new Error('killed');
    })).rejects.toThrow('killed');
    expect(await write()).toBe('answered');
  });

  test('goes on when the command takes too long, which then has no copy', async () => {
    await open(HELD_FOR);
    await expect(withServerPaused(await reached(), write)).rejects.toThrow(
      `A cópia do banco de dados levou mais de ${HELD_FOR / 1000} s, e o servidor não pode parar tanto.`);
  });

  test('is let go by a server that ends, and the command is told', async () => {
    await open();
    await expect(withServerPaused(await reached(), () => control?.close() ?? Promise.resolve())).rejects.toThrow(
      'O servidor no ar não respondeu ao comando',
    );
    expect(await write()).toBe('answered');
  });
});

test('a folder that cannot be reached is no server', async () => {
  await mkdir(join(folder, 'controle.sock'));
  expect(await connectToServer(folder)).toBeUndefined();
});
