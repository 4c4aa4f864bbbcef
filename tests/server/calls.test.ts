// Bodies nobody should send: too much text, too many levels, and those that end after their sender was signed out.
import {Readable} from 'node:stream';
import type {FastifyRequest} from 'fastify';
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {fillPath, parseEndpoint} from '../../src/schema/paths.ts';
import {buildApp} from '../../src/server/app.ts';
import {lockCaller} from '../../src/server/accounts/authentication.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {createWorld, everythingOf, filesKept, formOf, newTicket, NOTA, openTicket, PDF, putInto} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const test = beforeTests(() => openTestApp({env: {UPLOAD_MAX_FILES: 4, UPLOAD_MAX_MB: 3}}));
const world = beforeTests(() => createWorld(test));
let id: number;
beforeEach(async () => {
  id = (await openTicket(test, world, world.users.empresa)).id;
});

const post = (form: FormData, headers: Record<string, string> = {}): Promise<Answer> =>
  test.api(world.users.empresa, 'POST tickets', {form, headers});
const check = (form: FormData): Promise<Answer> => test.api(world.users.rpa, 'POST ticketsArquivo/validar-extensao-arquivo', {form});
const withText = (form: FormData, texts: Readonly<Record<string, string | Blob>>): FormData => {
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  return form;
};
const TOO_MUCH = {status: 400, body: {codigo: 'TAMANHO', message: 'Os textos do envio são grandes demais, ou há campos demais.'}};

describe('the text of a body with files', () => {
  const half = 'x'.repeat(600_000);

  it.each([
    ['plain parts', {a: half, b: half}], ['types', {tipos: half, x: half}],
    ['data and a plain part', {data: JSON.stringify({x: half}), x: half}],
    ['data as a file and a plain part', {data: new Blob([JSON.stringify({x: half})]), x: half}],
  ])('has one budget: %s', async (_what, texts) => {
    const before = await filesKept(test);
    for (const call of [post, check]) expect(await call(withText(formOf(newTicket(world), [NOTA]), texts))).toMatchObject(TOO_MUCH);
    expect(await filesKept(test)).toEqual(before);
  });

  it('has few parts', async () => {
    const many = Object.fromEntries(Array.from({length: 60}, (_, at) => [`campo${at}`, 'x']));
    for (const call of [post, check]) expect(await call(withText(formOf(newTicket(world), [NOTA]), many))).toMatchObject(TOO_MUCH);
  });

  it('is enough for the largest form', async () => {
    const longest = {...newTicket(world), anotacao: '🚚'.repeat(240_000)};
    expect(await post(formOf(longest, [NOTA]))).toAnswer(201);
  });

  it('is read into nothing where the call does not know the name', async () => {
    const key = {'idempotency-key': 'desconhecido'};
    const first = await post(withText(formOf(newTicket(world), [NOTA]), {desconhecido: 'um'}), key);
    expect(first.status).toBe(201);
    // Another value of it is the same call.
    expect((await post(withText(formOf(newTicket(world), [NOTA]), {desconhecido: 'outro'}), key)).body).toEqual(first.body);
  });

  it('has short names', async () => {
    const long = 'n'.repeat(101);
    expect(await post(withText(formOf(newTicket(world), [NOTA]), {[long]: 'x'}))).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await post(formOf(newTicket(world), [NOTA], long))).toAnswer(400, {codigo: 'VALIDACAO'});
  });
});

it('validar-extensao-arquivo reads one file', async () => {
  expect(await check(formOf(undefined, [{nome: 'a.pdf'}], 'file'))).toAnswer(200);
  expect(await check(formOf(undefined, [{nome: 'a.pdf'}, {nome: 'b.pdf'}], 'file')))
    .toAnswer(400, {codigo: 'TAMANHO', message: 'Envie um arquivo por vez.'});
});

/** Bodies as they are written, sign by sign. */
const BOUNDARY = 'fronteira';
const part = (head: string, body: string, type?: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n${body}\r\n`;
const nota = part('name="files"; filename="nota.pdf"', '%PDF-1.7');
const multipart = (...parts: string[]) => ({
  payload: `${parts.join('')}--${BOUNDARY}--\r\n`, type: `multipart/form-data; boundary=${BOUNDARY}`,
});
const json = (payload: string) => ({payload, type: 'application/json'});
const send = (endpoint: Endpoint, {payload, type}: {payload: string; type: string}, as = world.users.adm) => {
  const {method, path} = parseEndpoint(endpoint);
  return test.app.inject({
    method, url: `/api/${fillPath(path, {id})}`, payload, headers: {authorization: `Bearer ${as.token}`, 'content-type': type},
  });
};

describe('levels of JSON', () => {
  const nested = (levels: number, inner = '1'): string => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
  /** What anybody may call takes so little that depth beyond it is never read. */
  const PUBLIC_MOST = 16 * 1024;
  const TOO_LONG = {codigo: 'TAMANHO', message: 'A requisição é grande demais.'};
  const REFUSED = {codigo: 'VALIDACAO', message: 'Os dados enviados têm níveis demais: são aceitos até 32.'};

  const cases: [string, Endpoint, (levels: number) => {payload: string; type: string}][] = [
    ['a ticket', 'PUT tickets/:id', levels => json(`{"x":${nested(levels - 1)}}`)],
    ['a form', 'PUT tickets/:id', levels => json(`{"ticketFormularios":${nested(levels - 1)}}`)],
    ['a reason', 'PUT tickets/finalizar/:id', levels => json(`{"comentario":${nested(levels - 1)}}`)],
    ['a saved filter', 'POST filtros-salvos', levels => json(`{"recurso":"empresas","nome":"x","filtro":{"x":${nested(levels - 2)}}}`)],
    ['a record', 'POST empresas', levels => json(`{"razaoSocial":${nested(levels - 1)}}`)],
    ['a sign-in', 'POST usuarios/login', levels => json(`{"email":${nested(levels - 1)}}`)],
    ['data as text', 'POST tickets', levels => multipart(part('name="data"', `{"x":${nested(levels - 1)}}`), nota)],
    ['data as a file', 'POST tickets', levels =>
      multipart(part('name="data"; filename="blob"', `{"x":${nested(levels - 1)}}`, 'application/json'), nota)],
    ['data as JSON', 'POST tickets', levels => multipart(part('name="data"', `{"x":${nested(levels - 1)}}`, 'application/json'), nota)],
    ['a plain part', 'POST tickets', levels => multipart(part('name="ticketFormularios"', nested(levels), 'application/json'), nota)],
    ['types', 'POST tickets', levels => multipart(part('name="tipos"', nested(levels)), nota)],
  ];

  it.each(cases)('are 32 at most: %s', async (_what, endpoint, body) => {
    const before = await filesKept(test);
    for (const levels of [33, 50_000, 400_000]) {
      const sent = body(levels);
      const answer = await send(endpoint, sent);
      const expected = endpoint === 'POST usuarios/login' && sent.payload.length > PUBLIC_MOST ? TOO_LONG : REFUSED;
      expect([levels, answer.statusCode, answer.json()]).toMatchObject([levels, 400, expected]);
    }
    // What is wrong with this one is something else.
    const answer = await send(endpoint, body(32));
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().message).not.toBe(REFUSED.message);
    expect(await filesKept(test)).toEqual(before);
  });
});

describe('numbers of JSON', () => {
  const LOST = ['12345678901234567890', '9007199254740993', '1e400', '-1e400', '0.1000000000000000055', '1e-400', `1${'0'.repeat(500)}`];
  const ways: [string, Endpoint, (number: string) => {payload: string; type: string}][] = [
    ['a record', 'POST empresas', number => json(`{"razaoSocial":"A","x":${number}}`)],
    ['an item', 'PUT tickets/:id', number => json(`{"ticketFormularios":[{"id":1,"x":${number}}]}`)],
    ['what an action asks', 'PUT tickets/comentar/:id', number => json(`{"comentario":"12345678901234567890","x":${number}}`)],
    ['data as text', 'POST tickets', number => multipart(part('name="data"', `{"x":${number}}`), nota)],
    ['data as JSON', 'POST tickets', number => multipart(part('name="data"', `{"x":${number}}`, 'application/json'), nota)],
    ['a part of its own', 'POST tickets', number =>
      multipart(part('name="ticketFormularios"', `[{"x":${number}}]`, 'application/json; charset=utf-8'), nota)],
    ['data as a file', 'POST tickets', number =>
      multipart(part('name="data"; filename="blob"', `{"x":${number}}`, 'application/json'), nota)],
  ];
  const short = (number: string): string => (number.length > 40 ? `${number.slice(0, 40)}…` : number);
  const told = (number: string): string =>
    `O número ${short(number)} não cabe em um número de JSON sem mudar: envie-o como texto, entre aspas.`;

  it.each(ways)('are refused where they would be kept as another number: %s', async (_what, endpoint, body) => {
    const before = await filesKept(test);
    for (const number of LOST) {
      const answer = await send(endpoint, body(number));
      expect([number, answer.statusCode, answer.json()]).toMatchObject([number, 400, {
        codigo: 'VALIDACAO', message: told(number), campos: [{campo: 'x', mensagem: told(number)}],
      }]);
    }
    for (const number of ['1.50', '-0', '0.0', '1e3', '1.5E-7', '0.30000000000000004', '123456789012345', '1e308', '5e-324', '"1e400"']) {
      expect([number, (await send(endpoint, body(number))).body]).not.toMatchObject([number, expect.stringContaining('número de JSON')]);
    }
    expect(await filesKept(test)).toEqual(before);
  });

  it('are refused of a robot with the status that programs read', async () => {
    const answer = await send('POST rpa/reservar', json('{"robo":"r","leaseSegundos":1e400}'), world.users.rpa);
    expect([answer.statusCode, answer.json()]).toMatchObject([422, {message: told('1e400')}]);
  });
});

describe('who was signed out while the body came in', () => {
  const calls = {
    'POST tickets': () => formOf(newTicket(world), [NOTA]),
    'PUT tickets/:id': () => formOf({}, [NOTA]),
    'PUT tickets/finalizar/:id': () => formOf({comentario: 'Conferido.'}, [NOTA]),
    'POST ticketsArquivo/upload-arquivo': () => formOf({tipo: 'Laudo', idTicket: id, idFilial: world.idFilial}, [{nome: 'a.pdf'}], 'file'),
  };
  const ends: [string, (idUsuario: number, idEmpresa: number) => ReturnType<typeof sql>][] = [
    ['deactivated', idUsuario => sql`update usuarios set ativo = false where id = ${idUsuario}`],
    ['of a deactivated company', (_idUsuario, idEmpresa) => sql`update empresas set ativo = false where id = ${idEmpresa}`],
    ['with another password', idUsuario => sql`update usuarios set token_versao = token_versao + 1 where id = ${idUsuario}`],
  ];
  const cases = ends.flatMap(([what, end]) =>
    Object.entries(calls).map(([endpoint, form]) => [endpoint as Endpoint, what, end, form] as const));

  it.each(cases)('is refused, and nothing stays: %s, %s', async (endpoint, _what, end, form) => {
    const idEmpresa = world.idEmpresa;
    const user = await test.seed.usuario({perfil: 'empresa', idEmpresa});
    await putInto(test, id, endpoint.includes('finalizar') ? 'pendencia' : 'emAberto', {autor: user.id});
    const {context} = test;
    let received = false;
    const app = await buildApp({...context, files: {
      ...context.files,
      put: async (stream: Readable) => {
        const stored = await context.files.put(stream);
        await end(user.id, idEmpresa).execute(context.db);
        received = true;
        return stored;
      },
    }});
    const before = [await everythingOf(test, id), await filesKept(test)];
    const {method, path} = parseEndpoint(endpoint);
    const body = new Response(form());
    const answer = await app.inject({
      method, url: `/api/${fillPath(path, {id})}`, payload: Buffer.from(await body.arrayBuffer()),
      headers: {authorization: `Bearer ${user.token}`, 'content-type': body.headers.get('content-type') ?? ''},
    });
    await app.close();
    await sql`update empresas set ativo = true`.execute(context.db);
    expect([received, answer.statusCode, answer.json().codigo]).toEqual([true, 401, 'SESSAO']);
    expect([await everythingOf(test, id), await filesKept(test)]).toEqual(before);
  });

  it('has a body without files refused as well', async () => {
    const user = await test.seed.usuario({perfil: 'empresa', idEmpresa: world.idEmpresa});
    const app = await buildApp(test.context);
    app.addHook('preParsing', async () =>
      void (await sql`update usuarios set ativo = false where id = ${user.id}`.execute(test.context.db)));
    const answer = await app.inject({
      method: 'PUT', url: `/api/tickets/${id}`, payload: {}, headers: {authorization: `Bearer ${user.token}`},
    });
    await app.close();
    expect(answer.statusCode).toBe(401);
  });
});

it.runIf(onServer)('who is deactivated while the work is done is so after it', async () => {
  const {context} = test;
  const user = await test.seed.usuario({perfil: 'empresa', idEmpresa: world.idEmpresa});
  const order: string[] = [];
  let deactivating: Promise<unknown> = Promise.resolve();
  await context.db.transaction().execute(async trx => {
    await lockCaller(context, trx, {actor: {id: user.id}, tokenVersao: 1, keyHash: ''} as FastifyRequest);
    deactivating = test.api(test.adm, 'PUT usuarios/inativar/:id', {params: {id: user.id}}).then(({status}) =>
      order.push(`inativado ${status}`));
    await until(async () => {
      const {rows} = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        .execute(context.db);
      expect(rows).toHaveLength(1);
    });
    order.push('feito');
  });
  await deactivating;
  expect(order).toEqual(['feito', 'inativado 200']);
});

it('a whole body is still taken', async () => {
  expect(await post(formOf(newTicket(world), [{...NOTA, bytes: Buffer.concat([PDF, Buffer.alloc(2_000_000, 'a')])}]))).toAnswer(201);
});
