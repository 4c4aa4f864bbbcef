import {once} from 'node:events';
import {connect} from 'node:net';
import {decodeJwt} from 'jose';
import {sql} from 'kysely';
import fastify from 'fastify';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import type {Env} from '../../src/server/env.ts';
import {hashPassword} from '../../src/server/accounts/password.ts';
import {addAuthentication} from '../../src/server/accounts/authentication.ts';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {createTokens} from '../../src/server/accounts/tokens.ts';
import {setPassword} from '../../src/server/sessions/passwords.ts';
import {sessionRoutes} from '../../src/server/sessions/routes.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';

const server = beforeTests(() => openTestApp({many: true}));
beforeEach(() => server.reset());

const login = (email: unknown, senha: unknown, more: Pick<Call, 'address'> = {}): Promise<Answer> =>
  server.api(undefined, 'POST usuarios/login', {body: {email, senha}, ...more});
const reads = async (token: string): Promise<number> => (await server.api(token, 'GET statusTickets/listarCombo')).status;
const REFUSED = {status: 401, body: {message: 'Usuário ou Senha Inválidos!', codigo: 'SESSAO', campos: []}};

describe('signing in', () => {
  test('answers what the portal keeps, and a token with the claims it reads', async () => {
    const {seed} = server;
    const empresa = await seed.empresa({razaoSocial: 'Transportes Sol'});
    const user = await seed.usuario({perfil: 'fornecedor', nome: 'Maria da Silva', idEmpresa: empresa.id, codigoExterno: 'T-77'});
    const {status, body} = await login(user.email.toUpperCase(), user.senha);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.any(String), nome: 'Maria da Silva', idPerfil: 3, id: user.id, idEmpresa: empresa.id, codigoExterno: 'T-77',
    });
    const claims = decodeJwt(body.token);
    expect(claims).toMatchObject({
      unique_name: 'Maria da Silva', role: 'Fornecedor', groupsid: 'Transportes Sol', email: user.email, nameid: String(user.id),
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(8 * 3600);
  });

  test('an Adm has no company', async () => {
    const {body} = await login(server.adm.email, server.adm.senha);
    expect(body).toMatchObject({idEmpresa: 0, codigoExterno: ''});
  });

  test('every refusal is the same: wrong password, unknown e-mail, inactive user, inactive company', async () => {
    const {api, adm, seed} = server;
    const one = await seed.usuario({perfil: 'empresa'});
    const other = await seed.usuario({perfil: 'empresa'});
    await api(adm, 'PUT usuarios/inativar/:id', {params: {id: one.id}});
    await api(adm, 'PUT empresas/inativar/:id', {params: {id: other.idEmpresa}});
    for (const answer of [
      await login(adm.email, 'errada'), await login('ninguem@x.test', 'errada'), await login(one.email, one.senha),
      await login(other.email, other.senha), await login('a\0b@x.test', 'x'), await login(`${'a'.repeat(300)}@x.test`, 'x'),
    ]) {
      expect(answer).toMatchObject(REFUSED);
      expect(Object.keys(answer.body).toSorted()).toEqual(['campos', 'codigo', 'id', 'message']);
    }
  });

  test.each([
    [undefined, undefined, 'Preencha os campo Usuário e Senha'], ['', 'x', 'Preencha o campo Usuário'],
    ['a@b.test', '', 'Preencha o campo Senha'],
  ])('what is missing is named (%s, %s)', async (email, senha, message) => {
    expect(await login(email, senha)).toAnswer(400, {message, codigo: 'VALIDACAO'});
  });

  test('credentials that are no text are refused', async () => {
    expect(await login({$ne: ''}, ['x'])).toAnswer(400);
  });

  describe('after ten wrong passwords', () => {
    const HERE = {address: '192.0.2.10'};
    const guess = (email: string, times = 10): Promise<Answer[]> =>
      Promise.all(Array.from({length: times}, () => login(email, 'errada', HERE)));
    let user: SeedUser;
    beforeEach(async () => {
      user = await server.seed.usuario({perfil: 'empresa'});
    });

    test('the right one waits at that address, behind the same refusal, and nowhere else', async () => {
      await guess(user.email);
      expect(await login(user.email, user.senha, HERE)).toMatchObject(REFUSED);
      expect(await login(user.email, user.senha)).toAnswer(200);
      await sql`update tentativas_login set ultima = ultima - interval '1 minute'`.execute(server.context.db);
      expect(await login(user.email, user.senha, HERE)).toAnswer(200);
    });

    test('for an e-mail that nobody has it is no different', async () => {
      await guess('futura@balcao.test');
      const {senha} = await server.seed.usuario({perfil: 'empresa', email: 'futura@balcao.test'});
      expect(await login('Futura@balcao.test', senha, HERE)).toMatchObject(REFUSED);
      expect(await login('futura@balcao.test', senha)).toAnswer(200);
    });

    test('of seventy guesses at once, on two servers, ten are judged: the right one among the others does not get in', async () => {
      const other = await buildApp(server.context);
      try {
        const statuses = await Promise.all(Array.from({length: 70}, async (_, n) => {
          const payload = {email: user.email, senha: n < 20 ? 'errada' : user.senha};
          const one = n % 2 === 0 ? server.app : other;
          return (await one.inject({method: 'POST', url: '/api/usuarios/login', remoteAddress: HERE.address, payload})).statusCode;
        }));
        expect(statuses).toEqual(Array.from({length: 70}, () => 401));
        const {rows} = await sql`
          select falhas from tentativas_login where conta <> '' and endereco = ${HERE.address}`.execute(server.context.db);
        expect(rows).toEqual([{falhas: 10}]);
      } finally {
        await other.close();
      }
    });

    test.each([
      ['their own change', async () => server.api(user, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'nova-senha'}})],
      ['the Adm', async () => server.api(server.adm, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'nova-senha'}})],
      ['the user form', async () => server.api(server.adm, 'POST usuarios', {body: {id: user.id, senha: 'nova-senha'}})],
      ['the command line', async () => {
        const {db} = server.context;
        await setPassword(db, user.id, await hashPassword('nova-senha'));
        return {status: 200};
      }],
    ])('a new password ends the wait (%s)', async (_who, change) => {
      await guess(user.email);
      expect(await login(user.email, user.senha, HERE)).toMatchObject(REFUSED);
      expect(await change()).toAnswer(200);
      expect(await login(user.email, 'nova-senha', HERE)).toAnswer(200);
    });
  });
});

describe('a session', () => {
  let user: SeedUser;
  beforeEach(async () => {
    user = await server.seed.usuario({perfil: 'empresa'});
  });

  test('needs a token of ours, unaltered', async () => {
    const [head, body, signature] = user.token.split('.');
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
    for (const token of ['', 'abc', none, `${head}.${body}.${signature?.slice(0, -4)}AAAA`]) expect(await reads(token), token).toBe(401);
    expect(await reads(user.token)).toBe(200);
  });

  test('ends when the user is deactivated, and stays ended', async () => {
    const {api, adm} = server;
    await api(adm, 'PUT usuarios/inativar/:id', {params: {id: user.id}});
    expect(await reads(user.token)).toBe(401);
    await api(adm, 'PUT usuarios/ativar/:id', {params: {id: user.id}});
    expect(await reads(user.token)).toBe(401);
  });

  test('ends when the company is deactivated, and stays ended', async () => {
    const {api, adm} = server;
    await api(adm, 'PUT empresas/inativar/:id', {params: {id: user.idEmpresa}});
    expect(await reads(user.token)).toBe(401);
    await api(adm, 'PUT empresas/ativar/:id', {params: {id: user.idEmpresa}});
    expect(await reads(user.token)).toBe(401);
    expect(await api(undefined, 'POST usuarios/login', {body: {email: user.email, senha: user.senha}})).toAnswer(200);
  });

  test('has the rights of the profile the user has now, whatever the token says', async () => {
    const {api, adm} = server;
    expect(await api(user, 'GET usuarios')).toAnswer(200);
    await api(adm, 'POST usuarios', {body: {id: user.id, tipo: 5}});
    expect(await api(user, 'GET usuarios')).toAnswer(403);
  });
});

describe('a session whose person was changed', () => {
  const change = (user: SeedUser, more: Record<string, unknown>): Promise<Answer> => server.api(server.adm, 'POST usuarios', {
    body: {id: user.id, nome: 'Ana', email: user.email, tipo: 2, idEmpresa: user.idEmpresa, ...more},
  });
  const stale = async (token: string) => (await server.api(token, 'GET statusTickets/listarCombo')).headers['x-session-stale'];

  test.each([
    ['profile', {tipo: 3, codigoExterno: 'T-9'}, {idPerfil: 3, codigoExterno: 'T-9'}, {role: 'Fornecedor'}],
    ['name', {nome: 'Ana Lima'}, {nome: 'Ana Lima'}, {unique_name: 'Ana Lima'}],
  ])('is told so by every answer (%s), and by its own call who they are now', async (_what, more, told, claims) => {
    const user = await server.seed.usuario({perfil: 'empresa', nome: 'Ana'});
    expect(await stale(user.token)).toBeUndefined();
    expect(await change(user, more)).toMatchObject({status: 200});
    expect(await stale(user.token)).toBe('true');
    const {status, body} = await server.api(user.token, 'GET sessao');
    expect({status, body}).toMatchObject({status: 200, body: {id: user.id, idEmpresa: user.idEmpresa, ...told}});
    const [before, now] = [decodeJwt(user.token), decodeJwt(body.token)];
    expect(now).toMatchObject(claims);
    expect([now.iat, now.exp]).toEqual([before.iat, before.exp]);
    expect(await stale(body.token)).toBeUndefined();
  });

  test('hears of another company, and of a company that is called otherwise', async () => {
    const {seed, api, adm} = server;
    const user = await seed.usuario({perfil: 'empresa', nome: 'Ana'});
    const {id: idEmpresa} = await seed.empresa({razaoSocial: 'Grãos do Sul'});
    expect(await change(user, {idEmpresa})).toMatchObject({status: 200});
    expect(await stale(user.token)).toBe('true');
    const {body} = await api(user.token, 'GET sessao');
    expect(body).toMatchObject({idEmpresa});
    expect(decodeJwt(body.token)).toMatchObject({groupsid: 'Grãos do Sul'});
    const {body: company} = await api(adm, 'GET empresas/:id', {params: {id: idEmpresa}});
    await api(adm, 'PUT empresas/:id', {params: {id: idEmpresa}, body: {...company, razaoSocial: 'Grãos do Norte'}});
    expect(await stale(body.token)).toBe('true');
  });

  test('gets no new session where the password changes while the call waits', async () => {
    const {seed, context} = server;
    const user = await seed.usuario({perfil: 'empresa'});
    const tokens = createTokens(await loadSigningKey(context.env));
    const app = fastify();
    onTestFinished(() => app.close());
    addAuthentication(app, context, tokens);
    // Between the guard and the call's own work.
    let meanwhile = async (): Promise<void> => {};
    app.addHook('preHandler', () => meanwhile());
    await app.register(sessionRoutes(context, tokens));
    const ask = async () => (await app.inject({url: '/sessao', headers: {authorization: `Bearer ${user.token}`}})).statusCode;
    expect(await ask()).toBe(200);
    meanwhile = async () => setPassword(context.db, user.id, await hashPassword('outra-senha'));
    expect(await ask()).toBe(401);
  });

  test('has nothing to hear of other changes; a key has no session', async () => {
    const {seed, api, adm} = server;
    const user = await seed.usuario({perfil: 'empresa', nome: 'Ana'});
    expect(await change(user, {senha: ''})).toMatchObject({status: 200});
    expect(await stale(user.token)).toBeUndefined();
    const robot = await seed.usuario({perfil: 'rpa'});
    const {body: {chave}} = await api(adm, 'POST usuarios/:id/chaves', {params: {id: robot.id}, body: {nome: 'VM'}});
    expect(await stale(chave)).toBeUndefined();
    expect(await api(chave, 'GET sessao')).toAnswer(403, {codigo: 'PERMISSAO'});
    expect((await api(undefined, 'GET sessao')).status).toBe(401);
  });
});

describe('changing a password', () => {
  test('ends the other sessions; the one that changed it goes on with a fresh token', async () => {
    const user = await server.seed.usuario({perfil: 'fornecedor'});
    const answer = await server.api(user, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'nova-senha'}});
    expect(answer).toAnswer(200, {id: user.id, token: expect.any(String)});
    expect([await reads(user.token), await reads(answer.body.token)]).toEqual([401, 200]);
    expect([(await login(user.email, user.senha)).status, (await login(user.email, 'nova-senha')).status]).toEqual([401, 200]);
  });

  test('through the user form does the same', async () => {
    const user = await server.seed.usuario({perfil: 'empresa'});
    const answer = await server.api(user, 'POST usuarios', {body: {id: user.id, senha: 'nova-senha'}});
    expect(answer).toAnswer(200, {senha: '', token: expect.any(String)});
    expect([await reads(user.token), await reads(answer.body.token)]).toEqual([401, 200]);
  });

  test('of somebody else is for the Adm alone', async () => {
    const {api, adm, seed} = server;
    const user = await seed.usuario({perfil: 'empresa'});
    const colleague = await seed.usuario({perfil: 'empresaUsuario', idEmpresa: user.idEmpresa});
    expect(await api(user, 'PUT usuarios/:id', {params: {id: colleague.id}, body: {senha: 'nova-senha'}})).toAnswer(404);
    const answer = await api(adm, 'PUT usuarios/:id', {params: {id: colleague.id}, body: {senha: 'nova-senha'}});
    expect(answer).toAnswer(200, {id: colleague.id});
    expect(answer.body).not.toHaveProperty('token');
    expect(await reads(colleague.token)).toBe(401);
  });

  test.each([
    [undefined, 'Esse campo é obrigatório.'],
    ['12345', 'Informe pelo menos 6 caracteres.'],
    ['x'.repeat(46), 'Limite de 45 caracteres excedido.'],
    [123_456, 'Campo inválido.'],
  ])(
    'to %s is refused', async (senha, mensagem) => {
      const {api, adm} = server;
      const answer = await api(adm, 'PUT usuarios/:id', {params: {id: adm.id}, body: {senha}});
      expect(answer).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'senha', mensagem}]});
    });

  test('never changes anything else', async () => {
    const user = await server.seed.usuario({perfil: 'fornecedor'});
    await server.api(user, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'nova-senha', tipo: 1, nome: 'X'}});
    const {body} = await server.api(server.adm, 'GET usuarios/:id', {params: {id: user.id}});
    expect(body).toMatchObject({tipo: 3, nome: expect.stringMatching(/^Pessoa/), senha: ''});
  });

  test('no password, hashed or not, is in any answer or in the history', async () => {
    const {api, adm, seed, context} = server;
    const user = await seed.usuario({perfil: 'empresa'});
    await api(adm, 'POST usuarios', {body: {id: user.id, nome: 'Outro', senha: 'segredo-2'}});
    const answers = [await api(adm, 'GET usuarios'), await api(adm, 'GET usuarios/:id', {params: {id: user.id}})];
    const {rows} = await sql`select * from historico`.execute(context.db);
    const everything = JSON.stringify([...answers.map(answer => answer.body), rows]);
    expect(everything).not.toMatch(/argon2|segredo-/);
  });
});

describe('the address that counts', () => {
  const PROXY = '10.1.1.1';
  type SignIn = (senha: string, forwarded: string) => Promise<number>;
  const behind = async (TRUST_PROXY: Env['TRUST_PROXY'], expects: (signIn: SignIn, lines: string[]) => Promise<void>): Promise<void> => {
    const {email, senha: right} = await server.seed.usuario({perfil: 'empresa'});
    const lines: string[] = [];
    const env = {...server.context.env, TRUST_PROXY};
    const app = await buildApp({...server.context, env}, {logger: {write: line => lines.push(line)}});
    try {
      await expects(async (senha, forwarded) => (await app.inject({
        method: 'POST', url: '/api/usuarios/login', remoteAddress: PROXY, headers: {'x-forwarded-for': forwarded},
        payload: {email, senha: senha === RIGHT ? right : senha},
      })).statusCode, lines);
    } finally {
      await app.close();
    }
  };
  const RIGHT = '';

  test('is the one that calls: X-Forwarded-For says nothing, which the log says once', () => behind(undefined, async (signIn, lines) => {
    for (let n = 0; n < 10; n += 1) await signIn('errada', `203.0.113.${n}`);
    expect(await signIn(RIGHT, '203.0.113.77')).toBe(401);
    expect(lines.filter(line => line.includes('X-Forwarded-For'))).toHaveLength(1);
  }));

  test.each<[Env['TRUST_PROXY'], string]>([[1, ''], [2, ', 10.7.7.7'], [['10.1.0.0/16'], ''], [[PROXY, '10.7.7.7'], ', 10.7.7.7']])(
    'behind the proxies of TRUST_PROXY=%s it is the one they name, whatever the caller says',
    (trusted, via) => behind(trusted, async (signIn, lines) => {
      for (let n = 0; n < 10; n += 1) await signIn('errada', `198.51.100.${n}, 203.0.113.5${via}`);
      expect(await signIn(RIGHT, `203.0.113.5${via}`)).toBe(401);
      expect(await signIn(RIGHT, `203.0.113.6${via}`)).toBe(200);
      expect(lines).toEqual([]);
    }));

  test('a proxy that is not named is believed nothing', () => behind(['10.2.0.0/16'], async signIn => {
    for (let n = 0; n < 10; n += 1) await signIn('errada', `203.0.113.${n}`);
    expect(await signIn(RIGHT, '203.0.113.77')).toBe(401);
  }));

  test('of an IPv6 is its network: the rest is the subscriber\'s to choose', () => behind(1, async signIn => {
    for (let n = 0; n < 10; n += 1) await signIn('errada', `2001:db8:1:2::${n}`);
    expect(await signIn(RIGHT, '2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(401);
    expect(await signIn(RIGHT, '2001:db8:1:3::1')).toBe(200);
  }));
});

test('calls that bring nothing to judge spend no tries', async () => {
  const own = await openTestApp();
  try {
    for (let n = 0; n < 101; n += 1) await own.api(undefined, 'POST usuarios/login', {body: {email: '', senha: ''}, address: '127.0.0.1'});
    const address = await own.app.listen({port: 0, host: '127.0.0.1'});
    const {port} = new URL(address);
    // Headers alone: the server asks for the body and never gets it.
    for (let n = 0; n < 101; n += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        'POST /api/usuarios/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60\r\nexpect: 100-continue\r\n\r\n',
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toContain('100 Continue');
      socket.destroy();
    }
    const {email, senha} = own.adm;
    const signedIn = await fetch(`${address}/api/usuarios/login`, {
      method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({email, senha}),
    });
    expect(signedIn.status).toBe(200);
  } finally {
    await own.close();
  }
});
