// The log tells what went wrong where, and nothing of whom: no e-mail, no password, no token, no search.
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {errorText, loggedError} from '../../src/server/http/log.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import type {FastifyInstance} from 'fastify';

const EMAIL = 'vazado.silva@empresa.test';
const SENHA = 'segredo-que-vaza';
const TOKEN = 'um-token-secreto';

const test_ = beforeTests(openTestApp);
let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  app = await buildApp(test_.context, {logger: {write: line => lines.push(line)}});
  app.get('/falha', () => {
    throw Object.assign(new Error(`could not open "/reset-senha?token=${TOKEN}"`), {
      cause: new Error('the cause'), headers: {authorization: TOKEN},
    });
  });
  app.get('/duas-vezes', (_request, reply) => {
    void reply.send('a');
    void reply.send('b');
  });
  app.get('/muda', request => {
    request.log.error({err: Object.assign(new Error(`invalid input syntax for type integer: "${EMAIL}"`), {code: '22P02'})});
    return '';
  });
  // A rule that the product does not know: the database answers with the whole row, hash included.
  await sql`alter table usuarios add constraint nunca check (email <> ${sql.lit(EMAIL)})`.execute(test_.context.db);
});
afterAll(() => app?.close());
beforeEach(() => void lines.splice(0));

const expectNothingPersonal = (): void => {
  expect(lines.join('')).not.toMatch(
    new RegExp([EMAIL, 'vazado', SENHA, TOKEN, 'argon2', 'Maria', 'buscado', 'Failing row'].join('|'), 'i'),
  );
};

test('an error of the database is told by its code and rule, without the row', async () => {
  const {statusCode} = await app.inject({
    method: 'POST', url: '/api/usuarios?buscado=Maria', headers: {authorization: `Bearer ${test_.adm.token}`},
    payload: {nome: 'Maria', email: EMAIL, senha: SENHA, tipo: 1, idEmpresa: 0},
  });
  expect(statusCode).toBe(500);
  expectNothingPersonal();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50, msg: 'request failed', req: {id: expect.stringMatching(/^req-/), method: 'POST', path: '/api/usuarios'},
    err: {
      code: '23514', constraint: 'nunca', message: expect.stringContaining('violates check constraint'),
      stack: expect.stringContaining('writeRecord.ts'),
    },
  });
});

test('an error of ours is told with its cause, without the address it quotes', async () => {
  await app.inject({url: `/falha?token=${TOKEN}`});
  expectNothingPersonal();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    req: {method: 'GET', path: '/falha'},
    err: {message: 'could not open "/reset-senha?…"', stack: expect.stringContaining('log.test.ts'), cause: {message: 'the cause'}},
  });
});

test('the token of a link stands in a path, and is not told with it', async () => {
  const {db} = test_.context;
  await sql`alter table tokens_senha rename to tokens_fora`.execute(db);
  const answer = await app.inject({url: `/api/Usuarios/Busca-usuario-reset-senha/${TOKEN}?outra=${TOKEN}`});
  await sql`alter table tokens_fora rename to tokens_senha`.execute(db);
  expect(answer.statusCode).toBe(500);
  expectNothingPersonal();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({req: {method: 'GET', path: '/api/Usuarios/Busca-usuario-reset-senha/…'}});
  expect(errorText(new Error(`Route GET:/api/usuarios/busca-usuario-reset-senha/${TOKEN} not found`))).not.toContain(TOKEN);
});

test('what the server itself logs is told the same way', async () => {
  await app.inject({url: `/duas-vezes?token=${TOKEN}`});
  await app.inject({url: `/muda?token=${TOKEN}`});
  expectNothingPersonal();
  const logged = lines.map(line => JSON.parse(line));
  expect(logged).toContainEqual(expect.objectContaining({
    msg: 'Reply was already sent, did you forget to "return reply" in the "/duas-vezes?…" (GET) route?',
  }));
  expect(logged.at(-1)).toMatchObject({msg: 'error', err: {code: '22P02', message: 'invalid input syntax for type integer: "…"'}});
});

test('an error outside of a request is told as text, without what a database’s error carries', () => {
  const error = Object.assign(new Error(`duplicate key value violates unique constraint "x"`), {
    code: '23505', detail: `Key (email)=(${EMAIL}) already exists.`, parameters: [EMAIL],
  });
  expect(errorText(new Error('failed', {cause: error})))
    .toMatch(/^failed\n\s+at [^]*por causa de: duplicate key value violates unique constraint "…"\n\s+at /);
  expect(errorText(error)).not.toContain(EMAIL);
  expect(JSON.stringify(loggedError(new AggregateError([error], 'all failed')))).not.toContain(EMAIL);
});

test.each([
  ['a text', 'string'],
  [undefined, 'undefined'],
  [{email: EMAIL}, 'object'],
])('%j thrown is told by its type alone', (thrown, type) => {
  expect(loggedError(thrown)).toEqual({type, message: 'not an Error', stack: ''});
});
