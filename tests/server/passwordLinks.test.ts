// Passwords by mail: asked for, sent by a real mail server, looked up, chosen.
import {sql, type Transaction} from 'kysely';
import {afterAll, beforeEach, describe, expect, test, vi} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import type {Tables} from '../../src/server/db/tables.ts';
import {processLinkRequest, issueLink} from '../../src/server/passwordLinks/issue.ts';
import {hashPassword} from '../../src/server/accounts/password.ts';
import {setPassword} from '../../src/server/sessions/passwords.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import {openMailServer, testSender, tokenIn, type Received} from '../support/mail.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {until} from '../support/until.ts';

const hashing = vi.hoisted(() => ({hashed: 0}));
// Files of one worker share what they import: before this one, and after it, nobody has the replaced module.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock(import('../../src/server/accounts/password.ts'), async original => {
  const real = await original();
  const hashPassword: typeof real.hashPassword = password => {
    hashing.hashed += 1;
    return real.hashPassword(password);
  };
  return {...real, hashPassword};
});

const SENT = 'As instruções para redefinir a senha foram enviadas para o seu e-mail!';
const SPENT = {status: 400, body: {
  codigo: 'TOKEN',
  message: 'Este link já foi usado ou não vale mais. Peça um novo em “Esqueceu sua senha?”, na tela de entrada.',
  campos: [],
}};

const server = beforeTests(() => openTestApp({
  many: true,
  env: {PUBLIC_URL: 'https://portal.exemplo.com.br', MAIL_FROM: {name: '', address: 'nao-responda@exemplo.com.br'}},
}));
const mails = beforeTests(() => openMailServer());
const sender = beforeTests(async () => {
  const made = await testSender(server, mails.url);
  return {...made, close: () => made.stop(0)};
});
let maria: SeedUser;
beforeEach(async () => {
  await server.reset();
  mails.received.splice(0);
  maria = await server.seed.usuario({perfil: 'empresa', nome: 'Maria da Silva'});
});

const forgot = (email: unknown): Promise<Answer> => server.api(undefined, 'POST resetSenha/forgot-password', {body: {email}});
const lookUp = (token: string): Promise<Answer> =>
  server.api(undefined, 'GET usuarios/busca-usuario-reset-senha/:token', {params: {token}});
const reset = (token: unknown, novaSenha: unknown): Promise<Answer> =>
  server.api(undefined, 'POST resetSenha/reset-senha', {body: {token, novaSenha}});
const signsIn = async (email: string, senha: string): Promise<boolean> =>
  (await server.api(undefined, 'POST usuarios/login', {body: {email, senha}})).status === 200;
const reads = async (token: string): Promise<number> => (await server.api(token, 'GET statusTickets/listarCombo')).status;

/** Asks, and what then came by mail. */
const mailFor = async (email: string): Promise<Received | undefined> => {
  const before = mails.received.length;
  expect(await forgot(email)).toAnswer(200, {message: SENT});
  await sender.sendAll();
  return mails.received[before];
};
const tokenFor = async (email: string): Promise<string> => tokenIn(await mailFor(email));
/** As if so long had gone by since every link was made and sent. */
const later = (interval: string) => sql`
  update tokens_senha set data_criacao = data_criacao - ${interval}::interval, expira = expira - ${interval}::interval`
    .execute(server.context.db);

describe('the mail', () => {
  test('goes to the user alone, says what it is for, and leads to the portal by PUBLIC_URL', async () => {
    const mail = await mailFor(maria.email.toUpperCase());
    expect(mail).toMatchObject({
      recipients: [maria.email], subject: 'Redefinição de senha no Balcão',
      from: {name: 'Balcão', address: 'nao-responda@exemplo.com.br'}, to: [{name: 'Maria da Silva', address: maria.email}],
    });
    const link = `https://portal.exemplo.com.br/reset-senha?token=${tokenIn(mail)}`;
    expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Olá,');
      expect(part).toContain('vale por 30 minutos e só pode ser usado uma vez');
      expect(part).toContain(link);
    }
    expect(mail?.html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(mail?.html).not.toMatch(/<img|<script|<link|src=|url\(/);
    expect(mail?.headers.find(({key}) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('no header of a request moves the link', async () => {
    await server.api(undefined, 'POST resetSenha/forgot-password', {
      body: {email: maria.email}, headers: {host: 'mau.test', 'x-forwarded-host': 'mau.test', origin: 'https://mau.test'},
    });
    await sender.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(JSON.stringify(mails.received)).not.toContain('mau.test');
  });

  test('a name with line breaks and tags is a name: no header, no recipient, no markup of its own', async () => {
    await sql`update usuarios set nome = ${'Eva\r\nBcc: outra@balcao.test\r\n\r\n<b>oi</b>'} where id = ${maria.id}`
      .execute(server.context.db);
    const mail = await mailFor(maria.email);
    expect(mail).toMatchObject({recipients: [maria.email], to: [{address: maria.email}]});
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.headers.map(({key}) => key)).not.toContain('bcc');
    expect(mail?.text).toMatch(/^Olá,\r?\n/);
    expect(mail?.html).not.toContain('<b>');
  });

  test('is not sent to robots’ accounts without a password, to nobody unknown, nobody inactive, nobody of an inactive company', async () => {
    const {api, adm, seed} = server;
    const [one, other] = [await seed.usuario({perfil: 'fornecedor'}), await seed.usuario({perfil: 'empresa'})];
    await api(adm, 'PUT usuarios/inativar/:id', {params: {id: one.id}});
    await api(adm, 'PUT empresas/inativar/:id', {params: {id: other.idEmpresa}});
    await api(adm, 'POST usuarios', {body: {nome: 'Robô', email: 'robo@balcao.test', tipo: 4, idEmpresa: maria.idEmpresa}});
    for (const email of ['ninguem@x.test', one.email, other.email, 'robo@balcao.test']) expect(await mailFor(email)).toBeUndefined();
    const {rows} = await sql`select from pedidos_senha union all select from correio union all select from tokens_senha`
      .execute(server.context.db);
    expect(rows).toEqual([]);
  });
});

describe('asking', () => {
  test.each([[undefined, 'Insira um e-mail.'], ['', 'Insira um e-mail.'], ['  ', 'Insira um e-mail.'], ['maria', 'E-mail inválido.'], [
    7, 'Campo inválido.',
  ],
    [`${'a'.repeat(95)}@x.test`, 'Limite de 100 caracteres excedido.'], ['a\0b@x.test', 'Campo inválido.'],
    ['a@x.test\r\nBcc: b@x.test', 'E-mail inválido.']])(
    'for %j is refused', async (email, message) => {
      expect(await forgot(email)).toAnswer(400, {codigo: 'VALIDACAO', message, campos: [{campo: 'email', mensagem: message}]});
    });

  test('takes the same statements for an address that is known, unknown, inactive, or had its mails', async () => {
    const {context, seed, api, adm} = server;
    const gone = await seed.usuario({perfil: 'empresa'});
    await api(adm, 'PUT usuarios/inativar/:id', {params: {id: gone.id}});
    const full = await seed.usuario({perfil: 'empresa'});
    for (let n = 0; n < 3; n++) await mailFor(full.email);

    const statements: string[] = [];
    const db = context.db.withPlugin({
      transformQuery: ({node}) => {
        statements.push(context.db.getExecutor().compileQuery(node, {queryId: 'any'}).sql.replace(/\s+/g, ' '));
        return node;
      },
      transformResult: async ({result}) => result,
    });
    const app = await buildApp({...context, db});
    const taken: string[][] = [];
    // The first call of a process also sweeps.
    for (const email of ['antes@x.test', maria.email, 'ninguem@x.test', gone.email, full.email]) {
      statements.splice(0);
      const answer = await app.inject({method: 'POST', url: '/api/resetSenha/forgot-password', payload: {email}});
      expect([answer.statusCode, answer.json()]).toEqual([200, {message: SENT}]);
      taken.push([...statements]);
    }
    await app.close();
    const [, known, ...others] = taken;
    expect(known).toHaveLength(2);
    for (const other of others) expect(other).toEqual(known);
  });

  test.runIf(onServer)('gives it three however many transactions are open at once', async () => {
    const {db} = server.context;
    for (let n = 0; n < 2; n++) await mailFor(maria.email);
    const issue = (trx: Transaction<Tables>) => issueLink(trx, maria.id, 'reset');
    let other: Promise<number | undefined> | undefined;
    await db.transaction().execute(async trx => {
      expect(await issue(trx)).toBeUndefined();
      other = db.transaction().execute(issue);
      await until(async () => expect((await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows).toHaveLength(1));
    });
    expect(await other).toBeGreaterThan(3500);
  });

  test('gives an account three mails an hour, whoever asks and however often at once; the answer stays the same', async () => {
    await Promise.all(Array.from({length: 6}, () => forgot(maria.email)));
    const {rows: before} = await sql`select from pedidos_senha`.execute(server.context.db);
    expect(before).toHaveLength(6);
    await sender.sendAll();
    const {rows} = await sql`select from tokens_senha where id_usuario = ${maria.id}`.execute(server.context.db);
    expect(rows).toHaveLength(3);
    // Of links that were replaced before their mail left, only the last is sent.
    expect(mails.received.length).toBeLessThanOrEqual(3);
    expect(await lookUp(tokenIn(mails.received.at(-1)))).toAnswer(200);
    expect(await mailFor(maria.email)).toBeUndefined();
    await later('59 minutes');
    expect(await mailFor(maria.email)).toBeUndefined();
    await later('2 minutes');
    expect(await mailFor(maria.email)).toBeDefined();
  });

  test('an address that asks too often is told to wait, and what it asks for then is not done', async () => {
    const address = '10.99.0.1';
    const ask = () => server.api(undefined, 'POST resetSenha/forgot-password', {body: {email: 'ninguem@x.test'}, address});
    for (let n = 0; n < 100; n++) expect(await ask()).toAnswer(200);
    expect(await ask()).toAnswer(400, {codigo: 'LIMITE', message: 'Muitas tentativas. Aguarde alguns minutos e tente novamente.'});
    const {rows} = await sql`select from pedidos_senha`.execute(server.context.db);
    expect(rows).toHaveLength(100);
    // Whoever has a password or a link signs in at that address all the same.
    expect(await server.api(undefined, 'GET usuarios/busca-usuario-reset-senha/:token', {params: {token: 'x'}, address}))
      .toMatchObject({body: {codigo: 'TOKEN'}});
    expect(await server.api(undefined, 'POST usuarios/login', {body: {email: maria.email, senha: maria.senha}, address})).toAnswer(200);
  });

  test('a whole large body is not even read', async () => {
    const {status, body} = await forgot('a'.repeat(20_000));
    expect([status, body.codigo]).toEqual([400, 'TAMANHO']);
  });
});

describe('the link', () => {
  test('tells whose it is, sets the password once, ends every session and forgets wrong passwords', async () => {
    const token = await tokenFor(maria.email);
    for (let n = 0; n < 11; n++) await server.api(undefined, 'POST usuarios/login', {
      body: {email: maria.email, senha: 'errada'}, address: '10.98.0.1',
    });
    expect((await lookUp(token)).body).toEqual({nome: 'Maria da Silva', email: maria.email, convite: false});
    expect(await reads(maria.token)).toBe(200);

    expect(await reset(token, 'nova-senha-1')).toAnswer(200, {message: 'Senha redefinida com sucesso'});

    expect(await reads(maria.token)).toBe(401);
    expect(await signsIn(maria.email, maria.senha)).toBe(false);
    expect(await server.api(undefined, 'POST usuarios/login', {body: {email: maria.email, senha: 'nova-senha-1'}, address: '10.98.0.1'}))
      .toAnswer(200);
    expect(await lookUp(token)).toMatchObject(SPENT);
    expect(await reset(token, 'outra-senha')).toMatchObject(SPENT);
    const history = await server.api(server.adm, 'GET usuarios/:id/historico', {params: {id: maria.id}});
    expect(history.body[0]).toMatchObject({acao: 'Troca de senha', nomeUsuario: 'Maria da Silva'});
  });

  test('its use is told by mail to whoever had a password', async () => {
    const token = await tokenFor(maria.email);
    await reset(token, 'nova-senha-1');
    await sender.sendAll();
    expect(mails.received[1]).toMatchObject({
      recipients: [maria.email], subject: 'Sua senha no Balcão foi alterada', text: expect.stringContaining('Se não foi você'),
    });
    expect(tokenIn(mails.received[1])).toBe('');
  });

  test('of two at once exactly one counts', async () => {
    const token = await tokenFor(maria.email);
    const answers = await Promise.all(['primeira-1', 'segunda-2', 'terceira-3'].map(senha => reset(token, senha)));
    expect(answers.map(({status}) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const winner = ['primeira-1', 'segunda-2', 'terceira-3'][answers.findIndex(({status}) => status === 200)] ?? '';
    expect(await signsIn(maria.email, winner)).toBe(true);
  });

  test('lives 30 minutes from when its mail left', async () => {
    const token = await tokenFor(maria.email);
    await later('29 minutes');
    expect(await lookUp(token)).toAnswer(200);
    await later('2 minutes');
    expect(await lookUp(token)).toMatchObject(SPENT);
    expect(await reset(token, 'nova-senha-1')).toMatchObject(SPENT);
  });

  test('is replaced by a newer one', async () => {
    const [first, second] = [await tokenFor(maria.email), await tokenFor(maria.email)];
    expect(await lookUp(first)).toMatchObject(SPENT);
    expect(await reset(first, 'nova-senha-1')).toMatchObject(SPENT);
    expect(await lookUp(second)).toAnswer(200);
  });

  test.each(['x', 'ç ã', '../../login', 'a'.repeat(190)])('%j is none', async token => {
    expect(await reset(token, 'nova-senha-1')).toMatchObject(SPENT);
    expect(await lookUp(token)).toMatchObject(SPENT);
  });
  test.each(['', 'a'.repeat(400), 7, null, ['a'], {a: 1}])('%j is none either', async token => {
    expect(await reset(token, 'nova-senha-1')).toMatchObject(SPENT);
  });

  test.each([[undefined, 'Esse campo é obrigatório.'], ['', 'Esse campo é obrigatório.'], ['12345', 'Informe pelo menos 6 caracteres.'],
    ['a'.repeat(46), 'Limite de 45 caracteres excedido.']])('does not set %j, and may be tried again', async (senha, message) => {
    const token = await tokenFor(maria.email);
    expect(await reset(token, senha)).toAnswer(400, {codigo: 'VALIDACAO', message, campos: [{campo: 'novaSenha', mensagem: message}]});
    expect(await reset(token, 'a'.repeat(45))).toAnswer(200);
  });

  test.each([
    ['a new e-mail', (id: number) => server.api(server.adm, 'POST usuarios', {body: {id, email: `outra${id}@balcao.test`}})],
    ['a password somebody gave', (id: number) =>
      server.api(server.adm, 'PUT usuarios/:id', {params: {id}, body: {senha: 'dada-por-adm'}})],
    ['a deactivation, also when it is undone', async (id: number) => {
      await server.api(server.adm, 'PUT usuarios/inativar/:id', {params: {id}});
      return server.api(server.adm, 'PUT usuarios/ativar/:id', {params: {id}});
    }],
    ['the company’s deactivation', () => server.api(server.adm, 'PUT empresas/inativar/:id', {params: {id: maria.idEmpresa}})],
  ])('is ended by %s, sent or not yet', async (_what, change) => {
    const {db, config} = server.context;
    const joao = await server.seed.usuario({perfil: 'fornecedor', idEmpresa: maria.idEmpresa});
    const token = await tokenFor(maria.email);
    await forgot(joao.email);
    await processLinkRequest(db, config);
    for (const id of [maria.id, joao.id]) await change(id);
    expect(await lookUp(token)).toMatchObject(SPENT);
    expect(await reset(token, 'nova-senha-1')).toMatchObject(SPENT);
    await sender.sendAll();
    expect(mails.received.map(({recipients}) => recipients)).toEqual([[maria.email]]);
    expect(await db.selectFrom('correio').select('estado').orderBy('id').execute()).toEqual([{estado: 'enviada'}, {estado: 'cancelada'}]);
  });

  test('and by a password from the command line', async () => {
    const token = await tokenFor(maria.email);
    const hash = await hashPassword('da-linha-de-comando');
    await server.context.db.transaction().execute(trx => setPassword(trx, maria.id, hash));
    expect(await lookUp(token)).toMatchObject(SPENT);
  });

  test('the database alone does not give it away', async () => {
    const token = await tokenFor(maria.email);
    const {rows: [row]} = await sql<{all: string}>`
      select (select json_agg(t) from tokens_senha t)::text || (select json_agg(c) from correio c)::text ||
        (select json_agg(h) from historico h)::text as all`
      .execute(server.context.db);
    expect(row?.all).toContain('reset');
    expect(row?.all).not.toContain(token);
  });

  test('a guess has no password hashed', async () => {
    hashing.hashed = 0;
    for (let n = 0; n < 5; n++) await reset(`chute-${n}`, 'nova-senha-1');
    expect(hashing.hashed).toBe(0);
    await reset(await tokenFor(maria.email), 'nova-senha-1');
    expect(hashing.hashed).toBe(1);
  });
});
