// What surrounds every answer: one error body, headers, the portal's files, and input nobody should send.
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync} from 'node:zlib';
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {toRefusal} from '../../src/server/http/refusals.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {newCnpj} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(() => openTestApp({env: {CORS_ORIGINS: ['https://outro.test']}}));

describe('refusals', () => {
  test('a path that is not there, a body that is no JSON, one too large: one body for all', async () => {
    const {app, adm} = server;
    const headers = {authorization: `Bearer ${adm.token}`, 'content-type': 'application/json'};
    const cases = [
      [await app.inject({method: 'GET', url: '/api/nada', headers}), 404, 'NAO_ENCONTRADO'],
      [await app.inject({method: 'GET', url: '/api/nada'}), 404, 'NAO_ENCONTRADO'],
      [await app.inject({method: 'POST', url: '/api/empresas', headers, payload: '{"a":'}), 400, 'VALIDACAO'],
      [await app.inject({method: 'POST', url: '/api/empresas', headers, payload: '[1]'}), 400, 'VALIDACAO'],
      [await app.inject({method: 'POST', url: '/api/empresas', headers, payload: '{"__proto__":{"x":1}}'}), 400, 'VALIDACAO'],
      [
        await app.inject({method: 'POST', url: '/api/empresas', headers: {...headers, 'content-type': 'text/plain'}, payload: 'x'}),
        400,
        'VALIDACAO',
      ],
      [
        await app.inject({method: 'POST', url: '/api/empresas', headers, payload: JSON.stringify({a: 'x'.repeat(1_100_000)})}),
        400,
        'TAMANHO',
      ],
      [await app.inject({method: 'GET', url: '/api/%ZZ', headers}), 400, 'VALIDACAO'],
      [await app.inject({method: 'GET', url: `/api/empresas/${'9'.repeat(300)}`, headers}), 400, 'VALIDACAO'],
      [await app.inject({method: 'GET', url: '/api/empresas'}), 401, 'SESSAO'],
    ] as const;
    for (const [response, status, codigo] of cases) {
      expect(response, response.payload).toMatchObject({statusCode: status, headers: {'cache-control': 'no-store'}});
      expect(response.json()).toEqual({message: expect.any(String), codigo, campos: expect.any(Array), id: expect.stringMatching(/^req-/)});
    }
  });

  test.each([
    [{code: '22021'}, 'VALIDACAO'], [{code: '22003'}, 'VALIDACAO'], [{code: '22025'}, 'VALIDACAO'], [{code: '22P05'}, 'VALIDACAO'],
    [{code: '54001'}, 'TAMANHO'], [{code: '23505'}, 'CONFLITO'], [{code: '23503'}, 'CONFLITO'],
    [{code: '40P01'}, 'CONFLITO'], [{code: '57014'}, 'INDISPONIVEL'], [{code: '57P01'}, 'INDISPONIVEL'],
    [{code: 'ECONNREFUSED'}, 'INDISPONIVEL'], [{code: 'ENOSPC'}, 'INDISPONIVEL'],
    [{code: '08006'}, 'INDISPONIVEL'], [{code: '25006'}, 'INDISPONIVEL'], [{code: '25P03'}, 'INDISPONIVEL'],
    [{code: '53200'}, 'INDISPONIVEL'],
    [{code: '53300'}, 'INDISPONIVEL'], [{code: '58030'}, 'INDISPONIVEL'], [{code: '58P01'}, 'INDISPONIVEL'],
    [{code: '53100'}, 'INDISPONIVEL'], [{code: '55P03'}, 'CONFLITO'],
    [{statusCode: 415}, 'VALIDACAO'],
  ])('%o is told as %s', (error, codigo) => {
    expect(toRefusal(error)?.codigo).toBe(codigo);
  });

  test('a bug is told by its request alone', async () => {
    expect(toRefusal(new TypeError('x is not a function'))).toBeUndefined();
    const broken = await buildApp(server.context);
    broken.get('/api/quebra', () => {
      throw new TypeError('segredo is not a function');
    });
    const response = await broken.inject({url: '/api/quebra'});
    await broken.close();
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({id: expect.stringMatching(/^req-/)});
    expect(response.headers['x-request-id']).toBe(response.json().id);
  });

  test.each([
    ['a proxy that is known', ['127.0.0.1'], 'balanceador-0001', /^balanceador-0001$/], ['anybody', undefined, 'balanceador-0001', /^req-/],
    ['what is no name', ['127.0.0.1'], 'a b', /^req-/],
  ])('a request that %s has named', async (_who, TRUST_PROXY, given, expected) => {
    const app = await buildApp({...server.context, env: {...server.context.env, TRUST_PROXY}});
    const response = await app.inject({url: '/api/empresas', headers: {'x-request-id': given}});
    await app.close();
    expect([response.json().id, response.headers['x-request-id']]).toEqual([expect.stringMatching(expected), response.json().id]);
  });
});

describe('hostile input', () => {
  const company = () => ({razaoSocial: 'Alvo', cnpj: newCnpj(), email: 'a@b.test', telefone: '1133334444'});

  test.each([
    ['NUL in a text', {razaoSocial: 'a\0b'}], ['an object for a text', {razaoSocial: {$gt: ''}}],
    ['a list for a text', {razaoSocial: ['x']}],
    ['a number for a text', {razaoSocial: 7}], ['wrong check digits', {cnpj: '11222333000182'}],
    ['a CPF of equal digits', {cnpj: '11111111111'}],
    ['no e-mail', {email: 'a@'}], ['a short telephone', {telefone: '123'}],
  ])('%s is refused as invalid', async (_what, wrong) => {
    const answer = await server.api(server.adm, 'POST empresas', {body: {...company(), ...wrong}});
    expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: Object.keys(wrong)[0]}]});
  });

  test.each([99_999_999_999, -1, 1.5, 'x', {}, [1]])('a reference to %j is refused', async idEmpresa => {
    const answer = await server.api(server.adm, 'POST fornecedores', {
      body: {razaoSocial: 'F', email: 'a@b.test', telefone: '1133334444', idEmpresa},
    });
    expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'idEmpresa'}]});
  });

  describe('bytes of a body', () => {
    const NAME = 'Pendência 5 € – “à vista”';
    const bytesIn = (charset: BufferEncoding, text: string) => Buffer.from(text, charset);
    /** € – “ ” as Windows writes them; the rest is Latin-1. */
    const windows = (text: string) => Buffer.from(
      text.replace(/[€–“”]/g, sign => String.fromCharCode({'€': 0x80, '–': 0x96, '“': 0x93, '”': 0x94}[sign] ?? 0)), 'latin1',
    );
    const post = (charset: string | undefined, bytesOf: (json: string) => Buffer, razaoSocial: string) => server.app.inject({
      method: 'POST', url: '/api/empresas', payload: bytesOf(JSON.stringify({...company(), razaoSocial})), headers: {
        authorization: `Bearer ${server.adm.token}`,
        'content-type': `application/json${charset === undefined ? '' : `; charset=${charset}`}`,
      },
    });

    test.each([
      ['UTF-8', undefined, (text: string) => bytesIn('utf8', text)],
      ['UTF-8 that is named', '"UTF-8"', (text: string) => bytesIn('utf8', text)],
      ['UTF-8 with its mark', undefined, (text: string) => bytesIn('utf8', `\uFEFF${text}`)],
      ['windows-1252', 'windows-1252', windows], ['ISO-8859-1, which is read as windows-1252', 'ISO-8859-1', windows],
      ['UTF-16', 'utf-16', (text: string) => bytesIn('utf16le', text)],
      ['UTF-16 that only its mark tells', undefined, (text: string) => bytesIn('utf16le', `\uFEFF${text}`)],
      ['UTF-16 the other way round', 'utf-16', (text: string) => bytesIn('utf16le', `\uFEFF${text}`).swap16()],
    ])('are read as %s', async (_what, charset, bytesOf) => {
      const answer = await post(charset, bytesOf, NAME);
      expect(answer.json()).toMatchObject({razaoSocial: NAME});
      expect(answer.statusCode).toBe(201);
    });

    const LATIN = (text: string) => bytesIn('latin1', text);
    test.each([
      [
        'Latin-1 that is not named', undefined,
        'O conteúdo não está em UTF-8. Envie-o em UTF-8, ou diga em qual charset está (Content-Type).',
      ],
      [
        'what is not in the charset they name', 'utf-8',
        'O conteúdo não está em utf-8, o charset que o Content-Type diz. Envie-o em UTF-8.',
      ],
      ['a charset that nobody knows', 'x', 'O charset que o Content-Type diz não é conhecido. Envie o conteúdo em UTF-8.'],
    ])('are refused as %s', async (_what, charset, message) => {
      const answer = await post(charset, LATIN, 'Pendência');
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({codigo: 'VALIDACAO', message});
    });

    test('what was lost before they were sent is refused at its field', async () => {
      const answer = await server.api(server.adm, 'POST empresas', {body: {...company(), razaoSocial: 'Pend\uFFFDncia'}});
      expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'razaoSocial'}]});
    });
  });

  describe('a value that comes twice is refused at its name', () => {
    const twice = {razaoSocial: 'Uma', email: 'a@uma.com'};
    const post = (payload: string, type = 'application/json') => server.app.inject({
      method: 'POST', url: '/api/empresas', payload, headers: {authorization: `Bearer ${server.adm.token}`, 'content-type': type},
    });
    const json = JSON.stringify({...company(), ...twice});
    const withKey = (key: string) => json.replace('{', `{${key}:"Outra",`);
    const part = (name: string, value: string) => `--f\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const parts = (...given: string[]) => post(`${given.join('')}--f--\r\n`, 'multipart/form-data; boundary=f');
    test.each([
      ['a key of a body', () => post(withKey('"razaoSocial"')), 'razaoSocial'],
      ['a key that is written otherwise', () => post(withKey('"raz\\u0061oSocial"')), 'razaoSocial'],
      ['a key further in', () => post(json.replace('{', '{"itens":[{"id":1,"valor":"}"},{"valor":1,"id":2,"valor":2}],')), 'valor'],
      ['a key of a part', () => parts(part('data', withKey('"razaoSocial"'))), 'razaoSocial'],
      ['the part of values', () => parts(part('data', json), part('data', '{"razaoSocial":"Outra"}')), 'data'],
      ['a value as a part', () => parts(part('data', '{}'), part('email', 'a@uma.com'), part('email', 'b@uma.com')), 'email'],
    ])('%s', async (_what, send, campo) => {
      const answer = await send();
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({campos: [{campo, mensagem: 'Este campo veio mais de uma vez: envie um valor só.'}]});
    });
    test('but not what is in two objects, or a value like a key', async () => {
      const answer = await post(json.replace('{', '{"a":{"x":1,"y":"x"},"b":{"x":1,"y":"{\\"x\\":1"},"x":["x","x"],'));
      expect(answer.statusCode).toBe(201);
    });
  });

  describe('an id is whole digits', () => {
    const NONE = [true, [1], '1e0', '0x1', '1.0', '+1', '\u0661', {id: 1}];
    test.each(NONE.map(id => [JSON.stringify(id), id]))('in a body, %s is that of no record', async (_json, id) => {
      const answer = await server.api(server.adm, 'POST usuarios', {body: {id, nome: 'Trocado'}});
      expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'id', mensagem: 'Campo inválido.'}]});
    });
    test('as a text it is the same', async () => {
      const {id} = await server.seed.usuario({perfil: 'empresa'});
      expect(await server.api(server.adm, 'POST usuarios', {body: {id: ` ${id}`, nome: 'Ana'}})).toAnswer(200, {id, nome: 'Ana'});
    });
    test.each(NONE.map(one => [JSON.stringify(one), one]))('and so is a version: %s is none that was read', async (_json, versao) => {
      const {id} = await server.seed.empresa();
      const answer = await server.api(server.adm, 'PUT empresas/:id', {params: {id}, body: {razaoSocial: 'Trocada', versao}});
      expect(answer).toAnswer(400, {codigo: 'VERSAO'});
    });
  });

  test('SQL in a value is a value', async () => {
    const razaoSocial = `'; drop table tickets; -- "`;
    const {id} = await server.seed.empresa({razaoSocial});
    const found = await server.api(server.adm, 'GET empresas', {query: {nome: razaoSocial}});
    expect(found.body.registros).toMatchObject([{id, razaoSocial}]);
    expect((await sql`select from tickets`.execute(server.context.db)).rows).toEqual([]);
  });

  test.each(['%', '_', '\\', '100%\\'])('%s in a filter means itself', async sign => {
    const {id} = await server.seed.empresa({razaoSocial: `Sinal ${sign} único`});
    const {body} = await server.api(server.adm, 'GET empresas', {query: {nome: `sinal ${sign} unico`}});
    expect(body.registros.map((row: {id: number}) => row.id)).toEqual([id]);
  });

  test.each(['\0', 'a\0', '99999999999999999999'])('a filter with %j does not break a list', async value => {
    const answer = await server.api(server.adm, 'GET filial', {query: {descricao: value, idEmpresa: value}});
    expect(answer.status).toBe(400);
  });

  test('server-written fields are not taken from a body', async () => {
    const {id} = await server.seed.empresa({ativo: false, id: 4242, versao: 9, data_criacao: '2000-01-01'});
    const {body} = await server.api(server.adm, 'GET empresas/:id', {params: {id}});
    expect(body).toMatchObject({ativo: true, versao: 1});
    expect(id).not.toBe(4242);
  });
});

describe('headers', () => {
  test.each(['/api/vivo', '/api/nao-existe', '/apis', '/nada.js'])('every answer has them, and is never stored: %s', async url => {
    const {headers} = await server.app.inject({url});
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('only the origins listed may read answers', async () => {
    const preflight = (origin: string) => server.app.inject({
      method: 'OPTIONS', url: '/api/empresas', headers: {origin, 'access-control-request-method': 'PUT'},
    });
    const listed = await preflight('https://outro.test');
    expect(listed.statusCode).toBe(204);
    expect(listed.headers).toMatchObject({
      'access-control-allow-origin': 'https://outro.test', 'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-max-age': '3600', 'cross-origin-resource-policy': 'cross-origin', vary: 'Origin',
      'access-control-allow-headers': 'Authorization, Content-Type, If-Match, Idempotency-Key, Prefer, Range, X-Lease-Token',
    });
    expect((await server.api(undefined, 'GET vivo', {headers: {origin: 'https://outro.test'}})).headers).toMatchObject({
      'access-control-allow-origin': 'https://outro.test', vary: 'Origin',
      'access-control-expose-headers': 'Content-Range, X-Total-Count, Location, Content-Disposition, Retry-After, Preference-Applied, '
        + 'X-Request-Id, Date, X-Incompletos, X-Nao-Procurados, X-Session-Stale',
    });
    const other = await preflight('https://mau.test');
    expect(other.headers).toMatchObject({vary: 'Origin', 'cross-origin-resource-policy': 'same-origin'});
    expect(Object.keys(other.headers).filter(name => name.startsWith('access-control'))).toEqual([]);
    const {headers} = await server.api(undefined, 'GET vivo', {headers: {origin: 'https://mau.test'}});
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('paths are found in any case and with a slash at the end', async () => {
    for (const path of ['/api/EMPRESAS', '/api/empresas/', '/API/modelosFormulario/', '/api/tickets/lista-fixa-transgenia/']) {
      const response = await server.app.inject({url: path, headers: {authorization: `Bearer ${server.adm.token}`}});
      expect(response.statusCode, path).toBe(200);
    }
  });
});

describe('the portal', () => {
  test('its page has a fresh nonce each time, its files last, and the API\'s addresses are never a page', async () => {
    const folder = join(server.context.env.DATA_DIR, 'portal');
    await mkdir(join(folder, 'assets'), {recursive: true});
    await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Balcão</title>');
    await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
    const app = await buildApp(server.context, {portalDir: folder});
    try {
      const nonces = new Set<string>();
      for (const url of ['/', '/index.html', '/adm/ticket/status/6', '/login']) {
        const response = await app.inject({url});
        expect(response.statusCode, url).toBe(200);
        expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(response.headers['cache-control']).toBe('no-store');
        const nonce = /nonce="([^"]+)"/.exec(response.payload)?.[1] ?? '';
        expect(response.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        nonces.add(nonce);
      }
      expect(nonces.size).toBe(4);
      expect((await app.inject({url: '/login', method: 'HEAD'})).statusCode).toBe(200);
      const script = await app.inject({url: '/assets/app-1a2b.js'});
      expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      for (const url of [
        '/assets/nao-ha.js', '/api/nao-ha', '/favicon.ico', '/..%2f..%2fjwt.key',
      ]) expect([url, (await app.inject({url})).statusCode]).toEqual([url, 404]);
    } finally {
      await app.close();
    }
  });

  test('its page may speak to the API it was built for, and to nobody else', async () => {
    const folder = join(server.context.env.DATA_DIR, 'portal-de-fora');
    await mkdir(folder, {recursive: true});
    await writeFile(join(folder, 'index.html'), '<title>Balcão</title>');
    for (const [VITE_API_URL, allowed] of [
      ['/api', "connect-src 'self';"],
      ['https://api.test:8443/v1', "connect-src 'self' https://api.test:8443;"],
    ] as const) {
      const app = await buildApp({...server.context, env: {...server.context.env, VITE_API_URL}}, {portalDir: folder});
      const {headers} = await app.inject({url: '/'});
      await app.close();
      expect(headers['content-security-policy'], VITE_API_URL).toContain(allowed);
    }
  });
});

test('an answer of some kilobytes is compressed, a smaller one comes as it is', async () => {
  const {app, adm, seed} = server;
  for (let more = 0; more < 25; more++) await seed.empresa();
  const told = await Promise.all([10, 50].map(async pageSize => {
    const {headers, rawPayload} = await app.inject({
      url: `/api/empresas?page=1&pageSize=${pageSize}`,
      headers: {'authorization': `Bearer ${adm.token}`, 'accept-encoding': 'gzip, deflate, br'},
    });
    const isCompressed = headers['content-encoding'] === 'br';
    const size = isCompressed ? brotliDecompressSync(rawPayload).length : rawPayload.length;
    return {size, isCompressed};
  }));
  expect(told.filter(({size}) => size > 1500).map(({isCompressed}) => isCompressed), JSON.stringify(told)).toEqual([false, true]);
});

describe('the portal\'s files', () => {
  const script = 'export const letra = "a";\n'.repeat(100);
  let app: FastifyInstance;
  beforeAll(async () => {
    const folder = join(server.context.env.DATA_DIR, 'portal-comprimido');
    const assets = join(folder, 'assets');
    await mkdir(assets, {recursive: true});
    await writeFile(join(folder, 'index.html'), '<title>Balcão</title><i nonce="__CSP_NONCE__">');
    await writeFile(join(folder, 'shell.html'), '<title>Balcão</title><link rel="modulepreload"><i nonce="__CSP_NONCE__">');
    await writeFile(join(assets, 'app-1a2b.js'), script);
    // Marked, so that an answer tells whether it was compressed beforehand.
    await writeFile(join(assets, 'app-1a2b.js.br'), brotliCompressSync(`${script}// br`));
    await writeFile(join(assets, 'app-1a2b.js.gz'), gzipSync(`${script}// gz`));
    app = await buildApp(server.context, {portalDir: folder});
  });
  afterAll(() => app.close());
  const ask = (accepted: string, more: Record<string, string> = {}) =>
    app.inject({url: '/assets/app-1a2b.js', headers: {'accept-encoding': accepted, ...more}});

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync], ['gzip', 'gzip', gunzipSync], ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const)('come as the build compressed them (%s)', async (accepted, encoding, open) => {
    const answer = await ask(accepted);
    expect(answer.headers).toMatchObject({
      vary: expect.stringMatching(/accept-encoding/i),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/javascript/),
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(open(answer.rawPayload).toString()).toBe(encoding === undefined ? script : `${script}// ${encoding === 'br' ? 'br' : 'gz'}`);
    const again = await ask(accepted, {'if-none-match': String(answer.headers.etag)});
    expect(again.statusCode).toBe(304);
  });

  test('each form has an ETag of its own, and a part of one is a part of that one', async () => {
    const [br, plain] = [await ask('br'), await ask('identity')];
    expect(br.headers.etag).not.toBe(plain.headers.etag);
    const part = await ask('identity', {range: 'bytes=0-5'});
    expect([part.statusCode, part.payload]).toEqual([206, 'export']);
  });

  test.each([['/adm', true], ['/adm/ticket/status/6', true], ['/login', false], ['/', false], ['/admx', false], ['/shell.html', false]])(
    'the page of %s asks for the shell ahead: %s', async (url, ahead) => {
      const {payload} = await app.inject({url});
      expect(payload.includes('modulepreload')).toBe(ahead);
      expect(payload).not.toContain('__CSP_NONCE__');
    },
  );
});

test('health: the process, and everything it needs', async () => {
  expect(await server.api(undefined, 'GET vivo')).toAnswer(200, {situacao: 'vivo'});
  expect(await server.api(undefined, 'GET pronto')).toAnswer(200, {situacao: 'pronto'});
  const {context} = server;
  const away = await buildApp({...context, files: {...context.files, checkWritable: () => Promise.reject(new Error('gone'))}});
  const response = await away.inject({url: '/api/pronto'});
  await away.close();
  expect([response.statusCode, response.json()]).toEqual([503, {situacao: 'indisponivel'}]);
});
