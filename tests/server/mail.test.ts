// The outbox: mails leave once, wait for a mail server that is away, and are given up where it says so.
import {readdir, readFile, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {sql} from 'kysely';
import PostalMime from 'postal-mime';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {deleteExpiredRows} from '../../src/server/db/retention.ts';
import {
  claimMail, markMailGivenUp, markMailSent, returnToOutbox, type ClaimedMail,
} from '../../src/server/mail/outbox.ts';
import {makePendingDue} from '../../src/server/sending/leasedRows.ts';
import {folderDelivery, smtpDelivery, type Delivery} from '../../src/server/mail/delivery.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {createTokenDeriver} from '../../src/server/passwordLinks/linkTokens.ts';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import {openMailServer, testSender, tokenIn, type MailServer, type TestSender} from '../support/mail.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {until} from '../support/until.ts';

const server = beforeTests(openTestApp);
let mails: MailServer;
let maria: SeedUser;
beforeEach(async () => {
  await server.reset();
  mails = await openMailServer();
  onTestFinished(() => mails.close());
  maria = await server.seed.usuario({perfil: 'empresa'});
});

const forgot = (email = maria.email) => server.api(undefined, 'POST resetSenha/forgot-password', {body: {email}});
/** E-mails of so many more users: signing each in would take longer than all else. */
const people = async (count: number): Promise<string[]> => {
  const {rows} = await sql<{email: string}>`
    insert into usuarios (nome, email, tipo, id_empresa, senha_hash)
    select 'Pessoa', 'colega' || n || '@balcao.test', 2, ${maria.idEmpresa}, 'x'
    from generate_series(1, ${count}::integer) n returning email`.execute(server.context.db);
  return rows.map(({email}) => email);
};
const outbox = async () => (await sql<{estado: string; tentativas: number; dono: string | null}>`
  select estado, tentativas, dono from correio order by id`.execute(server.context.db)).rows;
/** As if so long had gone by since the last try. */
const later = (interval: string) => sql`update correio set proxima = proxima - ${interval}::interval`.execute(server.context.db);
const none: Delivery = {where: '', sweep: async () => {}, deliver: () => Promise.reject(Object.assign(new Error(), {command: 'CONN'}))};
const sender = async (to: string | Delivery = mails.url): Promise<TestSender> => {
  const made = await testSender(server, to);
  onTestFinished(() => made.stop(0));
  return made;
};

describe('a mail server that is away', () => {
  test('is waited for: nothing is lost, nothing comes twice, and the operator is told once', async () => {
    const {port} = mails;
    await mails.close();
    const one = await sender();
    await forgot();
    await one.sendAll();
    for (let n = 0; n < 3; n++) {
      await later('1 hour');
      await one.sendAll();
    }
    expect(await outbox()).toEqual([{estado: 'pendente', tentativas: 4, dono: null}]);
    expect(one.said).toEqual([expect.stringMatching(
      /^Os e-mails não podem sair \(servidor de e-mail: connect ECONNREFUSED 127\.0\.0\.1:\d+\)\. Eles esperam, e o envio será tentado de novo\.$/,
    )]);

    mails = await openMailServer(port);
    await one.sendAll();
    expect(mails.received).toEqual([]);
    await later('1 hour');
    await one.sendAll();
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(one.said.at(-1)).toBe('Os e-mails voltaram a sair.');
    // Its time runs from now.
    expect(await server.api(undefined, 'GET usuarios/busca-usuario-reset-senha/:token', {params: {token: tokenIn(mails.received[0])}}))
      .toAnswer(200);
  });

  test('is not tried for every mail that waits', async () => {
    for (const email of await people(9)) await forgot(email);
    mails.on.connect = () => 421;
    const one = await sender();
    await one.sendAll();
    expect(mails.connections).toBeLessThanOrEqual(3);
  });

  test('is not tried for every mail that waits, however soon it says so', async () => {
    for (const email of await people(9)) await forgot(email);
    let tries = 0;
    const gone = (): Promise<never> => {
      tries += 1;
      return Promise.reject(Object.assign(new Error(), {command: 'CONN'}));
    };
    await (await sender({where: '', sweep: async () => {}, deliver: gone})).sendAll();
    expect(tries).toBeLessThanOrEqual(3);
  });

  test('each wait is about three times the one before, up to two hours; after the tenth try it is given up and said, without the address', async () => {
    mails.on.connect = () => 421;
    const one = await sender();
    await forgot();
    const waits: number[] = [];
    for (let n = 0; n < 10; n++) {
      await one.sendAll();
      const {rows: [row]} = await sql<{seconds: number}>`select extract(epoch from proxima - now())::float8 as seconds from correio`
        .execute(server.context.db);
      waits.push(row?.seconds ?? 0);
      await later('3 hours');
    }
    const ratios = waits.slice(0, 9).map((seconds, n) => seconds / Math.min(10 * 3 ** n, 7200));
    for (const ratio of ratios) expect(ratio).toSatisfy((value: number) => value > 0.7 && value <= 1.25);
    expect(await outbox()).toEqual([{estado: 'morta', tentativas: 10, dono: null}]);
    expect(one.said.at(-1)).toMatch(/^O e-mail \d+ não foi enviado, e não será tentado de novo: reset do usuário \d+, resposta 421\.$/);
    await later('3 hours');
    await one.sendAll();
    expect(mails.connections).toBe(10);
  });
});

describe('a mail server that refuses', () => {
  test.each([
    ['a recipient', 'recipient', 450],
    ['a mail', 'taken', 451],
  ] as const)('%s for now is asked again, with the same mail', async (_what, step, code) => {
    mails.on[step] = () => code;
    const one = await sender();
    await forgot();
    await one.sendAll();
    expect(await outbox()).toEqual([{estado: 'pendente', tentativas: 1, dono: null}]);
    expect(one.said).toEqual([]);
    delete mails.on[step];
    await later('1 hour');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(await outbox()).toEqual([{estado: 'enviada', tentativas: 2, dono: null}]);
  });

  test.each([
    ['a recipient', 'recipient', 550],
    ['a mail', 'taken', 554],
  ] as const)('%s for good is not: told to the operator without the address, and others are sent', async (_what, step, code) => {
    mails.on[step] = () => {
      delete mails.on[step];
      return code;
    };
    const one = await sender();
    await forgot();
    await forgot((await server.seed.usuario({perfil: 'empresa'})).email);
    await one.sendAll();
    expect((await outbox()).map(({estado}) => estado).toSorted()).toEqual(['enviada', 'morta']);
    expect(one.said).toEqual([expect.stringMatching(
      new RegExp(`^O e-mail \\d+ não foi enviado, e não será tentado de novo: reset do usuário \\d+, resposta ${code}\\.$`),
    )]);
    expect(one.said.join('')).not.toMatch(/@|secreta/);
    await later('1 day');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
  });
});

describe('an interrupted sender', () => {
  /** What a process leaves that was killed with a mail in its hands. */
  const leaveOne = async () => claimMail(
    server.context.db, server.context.config, createTokenDeriver(await loadSigningKey(server.context.env)),
  );

  test('leaves its mail to the next start', async () => {
    await forgot();
    await (await sender(none)).sendAll();
    await later('1 hour');
    expect(await leaveOne()).toMatchObject({tipo: 'reset', tentativa: 2});
    const next = await sender();
    await next.sendAll();
    expect(mails.received).toEqual([]);
    await makePendingDue(server.context.db, 'correio', true);
    await next.sendAll();
    expect(mails.received).toHaveLength(1);
  });

  test('beside others on one database, leaves it to them when it has said nothing for two minutes', async () => {
    await forgot();
    await (await sender(none)).sendAll();
    await later('1 hour');
    await leaveOne();
    const other = await sender();
    await makePendingDue(server.context.db, 'correio', false);
    await other.sendAll();
    expect(mails.received).toEqual([]);
    await later('2 minutes');
    await other.sendAll();
    expect(mails.received).toHaveLength(1);
  });

  test('whose mail the server had, but had not said so, sends the same mail again: one Message-ID, one link', async () => {
    const asked = Promise.withResolvers<void>();
    const first = await sender();
    mails.on.taken = () => {
      delete mails.on.taken;
      // It has every byte; ours goes away before it says so.
      void first.stop(0);
      return asked.promise;
    };
    await forgot();
    first.wake();
    await first.idle();
    asked.resolve();
    await until(() => expect(mails.received).toHaveLength(1));
    await makePendingDue(server.context.db, 'correio', true);
    await (await sender()).sendAll();
    expect(mails.received).toHaveLength(2);
    const [one, two] = mails.received;
    expect([two?.messageId, tokenIn(two), two?.date, two?.text]).toEqual([one?.messageId, tokenIn(one), one?.date, one?.text]);
    expect(one?.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
    expect(await server.api(undefined, 'GET usuarios/busca-usuario-reset-senha/:token', {params: {token: tokenIn(one)}})).toAnswer(200);
  });

  test('that ends in order waits for the mail it is sending', async () => {
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    mails.on.taken = () => {
      reached.resolve();
      return held.promise;
    };
    const one = await sender();
    await forgot();
    one.wake();
    await reached.promise;
    const stopped = one.stop(60_000);
    held.resolve();
    await stopped;
    expect(mails.received).toHaveLength(1);
    expect(await outbox()).toEqual([{estado: 'enviada', tentativas: 1, dono: null}]);
  });
});

test('several senders on one database send each mail once', async () => {
  const emails = await people(12);
  await Promise.all(emails.map(email => forgot(email)));
  const senders = await Promise.all([sender(), sender(), sender()]);
  await Promise.all(senders.map(one => one.sendAll()));
  expect(mails.received.flatMap(({recipients}) => recipients).toSorted()).toEqual(emails.toSorted());
  expect(senders.flatMap(({errors}) => errors)).toEqual([]);
});

test.runIf(onServer)('a mail that one server holds in its transaction is passed over by another, not waited for', async () => {
  const {db, config, env} = server.context;
  const tokenOf = createTokenDeriver(await loadSigningKey(env));
  await forgot();
  await forgot((await server.seed.usuario({perfil: 'empresa'})).email);
  await (await sender(none)).sendAll();
  await later('1 hour');
  await db.transaction().execute(async trx => {
    await sql`select from correio order by proxima, id limit 1 for update`.execute(trx);
    const other = await claimMail(db, config, tokenOf);
    expect(other).toMatchObject({tentativa: 2});
    expect(await claimMail(db, config, tokenOf)).toBeUndefined();
  });
});

test.each([
  ['given back', (db: Db, mail: ClaimedMail) => returnToOutbox(db, mail, true)], ['sent', markMailSent], ['given up', markMailGivenUp],
] as const)('a mail that another sender has since its lease was over is not %s by the first one', async (_what, write) => {
  const {db, config, env} = server.context;
  const tokenOf = createTokenDeriver(await loadSigningKey(env));
  await forgot();
  await (await sender({where: '', sweep: async () => {}, deliver: () => Promise.reject(new Error('later'))})).sendAll();
  const claim = async (): Promise<ClaimedMail> => {
    await later('3 hours');
    return await claimMail(db, config, tokenOf) as ClaimedMail;
  };
  const [first, second] = [await claim(), await claim()];
  await write(db, first);
  expect(await outbox()).toEqual([{estado: 'pendente', tentativas: 3, dono: second.dono}]);
  expect(await claimMail(db, config, tokenOf)).toBeUndefined();
});

test('a database that is away for a moment does not make a sent mail go again', async () => {
  const one = await sender();
  await forgot();
  const {db} = server.context;
  mails.on.taken = () => sql`alter table correio rename to correio_fora`.execute(db).then(() => undefined);
  one.wake();
  await until(() => expect(one.errors).not.toEqual([]));
  await sql`alter table correio_fora rename to correio`.execute(db);
  await one.idle();
  delete mails.on.taken;
  await later('1 hour');
  await one.sendAll();
  expect(mails.received).toHaveLength(1);
  expect(await outbox()).toEqual([{estado: 'enviada', tentativas: 1, dono: null}]);
});

test('without a mail server each mail is a file of its own, whole, and its user’s alone; written again it stays one', async () => {
  const folder = join(server.context.env.DATA_DIR, 'outbox');
  const said: string[] = [];
  const one = await sender(folderDelivery(folder, sentence => void said.push(sentence)));
  await forgot();
  await one.sendAll();
  await sql`update correio set estado = 'pendente', proxima = now()`.execute(server.context.db);
  await one.sendAll();

  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-reset-[0-9a-f-]{36}\.eml$/);
  expect(((await stat(join(folder, name))).mode & 0o777).toString(8)).toBe('600');
  const mail = await PostalMime.parse(await readFile(join(folder, name)));
  expect(mail).toMatchObject({to: [{address: maria.email}], subject: 'Redefinição de senha no Balcão'});
  expect(tokenIn(mail)).not.toBe('');
  expect(said).toEqual(Array.from({length: 2}, () => `E-mail gravado em ${join(folder, name)} (sem SMTP_URL, nada é enviado).`));

  const old = new Date(Date.now() - 31 * 86_400_000);
  await writeFile(join(folder, 'leia-me.txt'), 'do operador');
  await utimes(join(folder, 'leia-me.txt'), old, old);
  await folderDelivery(folder, () => {}).sweep();
  expect(await readdir(folder)).toHaveLength(2);
  await utimes(join(folder, name), old, old);
  await folderDelivery(folder, () => {}).sweep();
  expect(await readdir(folder)).toEqual(['leia-me.txt']);
});

test('a folder that cannot be written to is told, and the mail waits', async () => {
  const folder = join(server.context.env.DATA_DIR, 'arquivo');
  await writeFile(folder, '');
  const one = await sender(folderDelivery(folder, () => {}));
  await forgot();
  await one.sendAll();
  expect(one.said).toEqual([`Os e-mails não podem sair (pasta ${folder}: EEXIST). Eles esperam, e o envio será tentado de novo.`]);
  expect(await outbox()).toEqual([{estado: 'pendente', tentativas: 1, dono: null}]);
});

test('a password for the mail server crosses no network in the clear, and stays out of what is said', async () => {
  const one = await sender(smtpDelivery(mails.url.replace('smtp://', 'smtp://usuario:segredo@').replace('127.0.0.1', '0.0.0.0')));
  await forgot();
  await one.sendAll();
  expect(mails.received).toEqual([]);
  expect(one.said).toHaveLength(1);
  expect(one.said.join('')).not.toMatch(/segredo|usuario:/);
});

test('what is long over is swept: sent mails, ended links, requests nobody looked at; what waits stays', async () => {
  const {db} = server.context;
  const one = await sender();
  await forgot();
  await one.sendAll();
  const waiting = await server.seed.usuario({perfil: 'empresa'});
  await forgot(waiting.email);
  await (await sender(none)).sendAll();
  await forgot('ninguem@x.test');
  const counts = async () => (await sql<{mails: number; links: number; asked: number}>`
    select (select count(*) from correio) as mails, (select count(*) from tokens_senha) as links,
      (select count(*) from pedidos_senha) as asked`.execute(db)).rows[0];
  await deleteExpiredRows(db);
  expect(await counts()).toEqual({mails: 2, links: 2, asked: 1});
  for (const table of [
    'correio', 'tokens_senha', 'pedidos_senha',
  ]) await sql`update ${sql.table(table)} set data_criacao = data_criacao - interval '31 days'`.execute(db);
  await deleteExpiredRows(db);
  expect(await counts()).toEqual({mails: 1, links: 1, asked: 0});
});
