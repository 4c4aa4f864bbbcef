import {decodeJwt} from 'jose';
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type TestApp} from '../support/server.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const login = (email: unknown, senha: unknown): Promise<Answer> => server.api(undefined, 'POST usuarios/login', {body: {email, senha}});
const reads = async (token: string): Promise<number> => (await server.api(token, 'GET statusTickets/listarCombo')).status;
const REFUSED = {status: 401, body: {message: 'Usuário ou Senha Inválidos!', codigo: 'SESSAO', campos: []}};

describe('signing in', () => {
  test('answers what the portal keeps, and a token with the claims it reads', async () => {
    const {seed} = server;
    const empresa = await seed.empresa({razaoSocial: 'Transportes Sol'});
    const user = await seed.usuario({perfil: 'fornecedor', nome: 'Maria da Silva', idEmpresa: empresa.id, codigoExterno: 'T-77'});
    const {status, body} = await login(user.email.toUpperCase(), user.senha);
    expect(status).toBe(200);
    expect(body).toEqual({token: expect.any(String), nome: 'Maria da Silva', idPerfil: 3, id: user.id, idEmpresa: empresa.id, codigoExterno: 'T-77'});
    const claims = decodeJwt(body.token);
    expect(claims).toMatchObject({unique_name: 'Maria da Silva', role: 'Fornecedor', groupsid: 'Transportes Sol', email: user.email, nameid: String(user.id)});
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
    await api(adm.token, 'PUT usuarios/inativar/:id', {params: {id: one.id}});
    await api(adm.token, 'PUT empresas/inativar/:id', {params: {id: other.idEmpresa}});
    for (const answer of [await login(adm.email, 'errada'), await login('ninguem@x.test', 'errada'), await login(one.email, one.senha), await login(other.email, other.senha), await login('a\0b@x.test', 'x'), await login(`${'a'.repeat(300)}@x.test`, 'x')]) {
      expect(answer).toMatchObject(REFUSED);
      expect(Object.keys(answer.body).toSorted()).toEqual(['campos', 'codigo', 'id', 'message']);
    }
  });

  test.each([
    [undefined, undefined, 'Preencha os campo Usuário e Senha'], ['', 'x', 'Preencha o campo Usuário'], ['a@b.test', '', 'Preencha o campo Senha'],
  ])('what is missing is named (%s, %s)', async (email, senha, message) => {
    expect(await login(email, senha)).toMatchObject({status: 400, body: {message, codigo: 'VALIDACAO'}});
  });

  test('credentials that are no text are refused', async () => {
    expect(await login({$ne: ''}, ['x'])).toMatchObject({status: 400});
  });

  test('after ten wrong passwords the right one waits, behind the same refusal', async () => {
    const user = await server.seed.usuario({perfil: 'empresa'});
    await Promise.all(Array.from({length: 10}, () => login(user.email, 'errada')));
    expect(await login(user.email, user.senha)).toMatchObject(REFUSED);
    await sql`update usuarios set bloqueado_ate = now() - interval '1 second' where id = ${user.id}`.execute(server.context.db);
    expect(await login(user.email, user.senha)).toMatchObject({status: 200});
  });

  test('nine wrong passwords and a right one start the count again', async () => {
    const user = await server.seed.usuario({perfil: 'empresa'});
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({length: 9}, () => login(user.email, 'errada')));
      expect(await login(user.email, user.senha)).toMatchObject({status: 200});
    }
  });

  test('the wait doubles from one minute to fifteen', async () => {
    const user = await server.seed.usuario({perfil: 'empresa'});
    const waitAfter = async (failures: number): Promise<number> => {
      await sql`update usuarios set falhas_login = ${failures - 1}, bloqueado_ate = null where id = ${user.id}`.execute(server.context.db);
      await login(user.email, 'errada');
      const {rows} = await sql<{seconds: number}>`select extract(epoch from bloqueado_ate - now()) as seconds from usuarios where id = ${user.id}`.execute(server.context.db);
      return Math.round((rows[0]?.seconds ?? 0) / 60);
    };
    expect([await waitAfter(10), await waitAfter(11), await waitAfter(12), await waitAfter(20)]).toEqual([1, 2, 4, 15]);
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
    await api(adm.token, 'PUT usuarios/inativar/:id', {params: {id: user.id}});
    expect(await reads(user.token)).toBe(401);
    await api(adm.token, 'PUT usuarios/ativar/:id', {params: {id: user.id}});
    expect(await reads(user.token)).toBe(401);
  });

  test('ends when the company is deactivated, and stays ended', async () => {
    const {api, adm} = server;
    await api(adm.token, 'PUT empresas/inativar/:id', {params: {id: user.idEmpresa}});
    expect(await reads(user.token)).toBe(401);
    await api(adm.token, 'PUT empresas/ativar/:id', {params: {id: user.idEmpresa}});
    expect(await reads(user.token)).toBe(401);
    expect((await api(undefined, 'POST usuarios/login', {body: {email: user.email, senha: user.senha}})).status).toBe(200);
  });

  test('has the rights of the profile the user has now, whatever the token says', async () => {
    const {api, adm} = server;
    expect((await api(user.token, 'GET usuarios')).status).toBe(200);
    await api(adm.token, 'POST usuarios', {body: {id: user.id, tipo: 5}});
    expect((await api(user.token, 'GET usuarios')).status).toBe(403);
  });
});

describe('changing a password', () => {
  test('ends the other sessions; the one that changed it goes on with a fresh token', async () => {
    const user = await server.seed.usuario({perfil: 'fornecedor'});
    const answer = await server.api(user.token, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'nova-senha'}});
    expect(answer).toMatchObject({status: 200, body: {id: user.id, token: expect.any(String)}});
    expect([await reads(user.token), await reads(answer.body.token)]).toEqual([401, 200]);
    expect([(await login(user.email, user.senha)).status, (await login(user.email, 'nova-senha')).status]).toEqual([401, 200]);
  });

  test('through the user form does the same', async () => {
    const user = await server.seed.usuario({perfil: 'empresa'});
    const answer = await server.api(user.token, 'POST usuarios', {body: {id: user.id, senha: 'nova-senha'}});
    expect(answer).toMatchObject({status: 200, body: {senha: '', token: expect.any(String)}});
    expect([await reads(user.token), await reads(answer.body.token)]).toEqual([401, 200]);
  });

  test('of somebody else is for the Adm alone', async () => {
    const {api, adm, seed} = server;
    const user = await seed.usuario({perfil: 'empresa'});
    const colleague = await seed.usuario({perfil: 'empresaUsuario', idEmpresa: user.idEmpresa});
    expect((await api(user.token, 'PUT usuarios/:id', {params: {id: colleague.id}, body: {senha: 'nova-senha'}})).status).toBe(404);
    const answer = await api(adm.token, 'PUT usuarios/:id', {params: {id: colleague.id}, body: {senha: 'nova-senha'}});
    expect(answer).toMatchObject({status: 200, body: {id: colleague.id}});
    expect(answer.body).not.toHaveProperty('token');
    expect(await reads(colleague.token)).toBe(401);
  });

  test.each([[undefined, 'Esse campo é obrigatório.'], ['12345', 'Informe pelo menos 6 caracteres.'], ['x'.repeat(46), 'Limite de 45 caracteres excedido.'], [123_456, 'Campo inválido.']])(
    'to %s is refused', async (senha, mensagem) => {
      const {api, adm} = server;
      const answer = await api(adm.token, 'PUT usuarios/:id', {params: {id: adm.id}, body: {senha}});
      expect(answer).toMatchObject({status: 400, body: {codigo: 'VALIDACAO', campos: [{campo: 'senha', mensagem}]}});
    });

  test('never changes anything else', async () => {
    const user = await server.seed.usuario({perfil: 'fornecedor'});
    await server.api(user.token, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'nova-senha', tipo: 1, nome: 'X'}});
    const {body} = await server.api(server.adm.token, 'GET usuarios/:id', {params: {id: user.id}});
    expect(body).toMatchObject({tipo: 3, nome: expect.stringMatching(/^Pessoa/), senha: ''});
  });

  test('no password, hashed or not, is in any answer or in the history', async () => {
    const {api, adm, seed, context} = server;
    const user = await seed.usuario({perfil: 'empresa'});
    await api(adm.token, 'POST usuarios', {body: {id: user.id, nome: 'Outro', senha: 'segredo-2'}});
    const answers = [await api(adm.token, 'GET usuarios'), await api(adm.token, 'GET usuarios/:id', {params: {id: user.id}})];
    const {rows} = await sql`select * from historico`.execute(context.db);
    const everything = JSON.stringify([...answers.map(answer => answer.body), rows]);
    expect(everything).not.toMatch(/argon2|segredo-/);
  });
});

test('an address that tries too often waits, whatever the account', async () => {
  const own = await openTestApp();
  try {
    const answers = [];
    for (let n = 0; n < 101; n += 1) answers.push(await own.api(undefined, 'POST usuarios/login', {body: {email: '', senha: ''}, address: '192.0.2.1'}));
    expect(answers[99]?.status).toBe(400);
    expect(answers[99]?.body.codigo).toBe('VALIDACAO');
    expect(answers[100]).toMatchObject({status: 400, body: {codigo: 'LIMITE', message: 'Muitas tentativas. Aguarde alguns minutos e tente novamente.'}});
    expect(Number(answers[100]?.headers['retry-after'])).toBeGreaterThan(200);
  } finally {
    await own.close();
  }
});
