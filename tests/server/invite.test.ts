// The first access: whoever is made without a password is invited by mail, and again when somebody who may asks for it.
import {sql} from 'kysely';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {openMailServer, testSender, tokenIn, type MailServer} from '../support/mail.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';

const server = beforeTests(openTestApp);
const mails = beforeTests(() => openMailServer());
const sender = beforeTests(async () => {
  const made = await testSender(server, mails.url);
  return {...made, close: () => made.stop(0)};
});
let chefe: SeedUser;
beforeEach(async () => {
  await server.reset();
  mails.received.splice(0);
  const {id} = await server.seed.empresa({razaoSocial: 'Transportes Sol'});
  chefe = await server.seed.usuario({perfil: 'empresa', idEmpresa: id});
});

let made = 0;
const create = async (more: object = {}, token = chefe.token): Promise<Answer> =>
  server.api(token, 'POST usuarios', {
    body: {nome: 'Nova Pessoa', email: `nova${++made}@balcao.test`, tipo: 3, idEmpresa: chefe.idEmpresa, ...more},
  });
const invite = (id: number, token = chefe.token): Promise<Answer> => server.api(token, 'POST usuarios/:id/convite', {params: {id}});
const sent = async (): Promise<MailServer['received']> => {
  await sender.sendAll();
  return mails.received;
};

describe('who is made without a password', () => {
  test('is sent a link that lives three days, and chooses the first password by it', async () => {
    const {api} = server;
    const {body: {id, email, semSenha}} = await create();
    expect(semSenha).toBe(true);
    const [mail] = await sent();
    expect(mail).toMatchObject({recipients: [email], subject: 'Seu acesso ao Balcão'});
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('na empresa Transportes Sol');
      expect(part).toContain(email);
      expect(part).toContain('vale por 3 dias');
    }
    await sql`update tokens_senha set expira = expira - interval '71 hours'`.execute(server.context.db);
    const token = tokenIn(mail);
    expect((await api(undefined, 'GET usuarios/busca-usuario-reset-senha/:token', {params: {token}})).body)
      .toEqual({nome: 'Nova Pessoa', email, convite: true});
    expect(await api(undefined, 'POST resetSenha/reset-senha', {body: {token, novaSenha: 'primeira-1'}})).toAnswer(200);
    expect(await api(undefined, 'POST usuarios/login', {body: {email, senha: 'primeira-1'}})).toAnswer(200);
    expect((await api(chefe, 'GET usuarios/:id', {params: {id}})).body.semSenha).toBe(false);
    // Nobody's password changed.
    expect(await sent()).toHaveLength(1);
  });

  test('and lets the link pass, gets another by asking, which lives as long', async () => {
    const {body: {email}} = await create();
    await sent();
    await sql`update tokens_senha set expira = now()`.execute(server.context.db);
    await server.api(undefined, 'POST resetSenha/forgot-password', {body: {email}});
    expect((await sent())[1]).toMatchObject({recipients: [email], subject: 'Seu acesso ao Balcão'});
  });

  test('is not invited where the record is refused, nor with a password, nor as a robot', async () => {
    expect(await create({email: 'a'})).toAnswer(400);
    expect(await create({email: chefe.email})).toAnswer(400);
    expect(await create({senha: 'segredo-1'})).toAnswer(201, {semSenha: false});
    expect(await create({tipo: 4}, server.adm.token)).toAnswer(201, {semSenha: true});
    expect(await sent()).toEqual([]);
  });

  test('is told from the others in lists, by a fact and never by the hash', async () => {
    const {body: {id}} = await create();
    const {body} = await server.api(chefe, 'GET usuarios');
    const rows = body as {id: number; semSenha: boolean; senha: string}[];
    expect(rows.map(row => [row.id, row.semSenha, row.senha])).toEqual(expect.arrayContaining([[id, true, ''], [chefe.id, false, '']]));
  });
});

describe('the invitation again', () => {
  test('is sent, ends the one before, and stands in the history', async () => {
    const {body: {id}} = await create();
    const [first] = await sent();
    expect(await invite(id)).toAnswer(200, {id, semSenha: true});
    const [, second] = await sent();
    expect(await server.api(undefined, 'POST resetSenha/reset-senha', {body: {token: tokenIn(first), novaSenha: 'primeira-1'}}))
      .toMatchObject({body: {codigo: 'TOKEN'}});
    const history = await server.api(chefe, 'GET usuarios/:id/historico', {params: {id}});
    expect(history.body[0]).toMatchObject({acao: 'Enviar o convite de novo', campos: []});
    expect(await server.api(undefined, 'POST resetSenha/reset-senha', {body: {token: tokenIn(second), novaSenha: 'primeira-1'}}))
      .toAnswer(200);
  });

  test('is three mails an hour, then a sentence that says when', async () => {
    const {body: {id}} = await create();
    expect([(await invite(id)).status, (await invite(id)).status]).toEqual([200, 200]);
    const refused = await invite(id);
    expect(refused).toAnswer(400, {
      codigo: 'LIMITE', message: 'Este usuário já recebeu os e-mails que pode receber em uma hora. Tente novamente em 60 minutos.',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    await sql`update tokens_senha set data_criacao = data_criacao - interval '61 minutes'`.execute(server.context.db);
    expect(await invite(id)).toAnswer(200);
  });

  test('is refused in words to who has a password, is inactive, is a robot, or is of an inactive company', async () => {
    const {api, adm} = server;
    expect(await invite(chefe.id, adm.token)).toAnswer(400, {
      codigo: 'CONFLITO', message: expect.stringMatching(/^Este usuário já tem senha\./),
    });
    const {body: {id: robo}} = await create({tipo: 4}, adm.token);
    expect(await invite(robo, adm.token)).toAnswer(400, {message: 'Usuários deste perfil não recebem convite por e-mail.'});
    const {body: {id}} = await create();
    await api(adm, 'PUT usuarios/inativar/:id', {params: {id}});
    expect(await invite(id)).toAnswer(400, {message: 'Este usuário está inativo. Ative-o antes de enviar o convite.'});
    await api(adm, 'PUT usuarios/ativar/:id', {params: {id}});
    await api(adm, 'PUT empresas/inativar/:id', {params: {id: chefe.idEmpresa}});
    expect(await invite(id, adm.token)).toAnswer(400, {
      message: 'A empresa deste usuário está inativa. Ative-a antes de enviar o convite.',
    });
    expect(await sent()).toEqual([]);
  });

  test('is only for who may edit that user: the Adm, and the Empresa in its own company, never a robot of it', async () => {
    const {adm, seed} = server;
    const {body: {id}} = await create();
    const foreign = await seed.usuario({perfil: 'empresa'});
    const {body: {id: anAdm}} = await create({tipo: 1, idEmpresa: 0}, adm.token);
    const {body: {id: robo}} = await create({tipo: 4}, adm.token);
    expect(await invite(id, foreign.token)).toAnswer(404);
    expect(await invite(anAdm)).toAnswer(404);
    expect(await invite(robo)).toAnswer(403);
    for (const perfil of ['fornecedor', 'empresaUsuario', 'rpa'] as const) {
      expect(await invite(id, (await seed.usuario({perfil, idEmpresa: chefe.idEmpresa})).token)).toAnswer(403);
    }
    expect(await server.api(undefined, 'POST usuarios/:id/convite', {params: {id}})).toAnswer(401);
    expect(await invite(anAdm, adm.token)).toAnswer(200);
  });
});

describe('without a mail server the link', () => {
  const handOver = (id: number, token = chefe.token): Promise<Answer> =>
    server.api(token, 'POST usuarios/:id/convite/link', {params: {id}});
  const lookUp = (link: string) => server.api(undefined, 'GET usuarios/busca-usuario-reset-senha/:token', {
    params: {token: new URL(link).searchParams.get('token') ?? ''},
  });

  test('is handed to who may invite: the mail’s own, which opens the door once, and the history says who took it', async () => {
    expect((await server.api(chefe, 'GET limites')).body.enviaEmails).toBe(false);
    const {body: {id, email}} = await create();
    const {body: {link, ate}, status} = await handOver(id);
    expect(status).toBe(200);
    expect(Date.parse(ate) - Date.now()).toBeGreaterThan(71 * 3600 * 1000);
    expect((await handOver(id)).body.link).toBe(link);
    expect(link).toBe(`${server.context.env.PUBLIC_URL}/reset-senha?token=${tokenIn((await sent())[0])}`);
    expect((await lookUp(link)).body).toEqual({nome: 'Nova Pessoa', email, convite: true});
    const {body: [step]} = await server.api(chefe, 'GET usuarios/:id/historico', {params: {id}});
    expect(step).toMatchObject({acao: 'Link do convite entregue'});
    expect(JSON.stringify((await sql`select * from historico`.execute(server.context.db)).rows)).not.toContain('token');
  });

  test('is another once the first is over, and ends that one', async () => {
    const {body: {id}} = await create();
    const {body: {link}} = await handOver(id);
    await sql`update tokens_senha set expira = now()`.execute(server.context.db);
    const {body: {link: next}} = await handOver(id);
    expect(next).not.toBe(link);
    expect(await lookUp(link)).toAnswer(400, {codigo: 'TOKEN'});
    expect(await lookUp(next)).toAnswer(200);
  });

  test('is refused to all others, and of all others', async () => {
    const {adm, seed} = server;
    const {body: {id}} = await create();
    const {body: {id: anAdm}} = await create({tipo: 1, idEmpresa: 0}, adm.token);
    const foreign = await seed.usuario({perfil: 'empresa'});
    expect(await handOver(id, foreign.token)).toAnswer(404);
    expect(await handOver(anAdm)).toAnswer(404);
    expect(await handOver(id, (await seed.usuario({perfil: 'fornecedor', idEmpresa: chefe.idEmpresa})).token)).toAnswer(403);
    expect(await server.api(undefined, 'POST usuarios/:id/convite/link', {params: {id}})).toAnswer(401);
    expect(await handOver(chefe.id, adm.token)).toAnswer(400, {message: expect.stringMatching(/^Este usuário já tem senha\./)});
    await server.api(adm, 'PUT empresas/inativar/:id', {params: {id: chefe.idEmpresa}});
    expect(await handOver(id, adm.token))
      .toAnswer(400, {message: 'A empresa deste usuário está inativa. Ative-a antes de enviar o convite.'});
  });

  test('is handed to nobody where mails go out', async () => {
    const {body: {id}} = await create();
    const {env} = server.context;
    Object.assign(env, {SMTP_URL: mails.url});
    onTestFinished(() => void Object.assign(env, {SMTP_URL: undefined}));
    expect(await handOver(id))
      .toAnswer(400, {codigo: 'CONFLITO', message: 'Este servidor envia e-mails: o convite vai ao e-mail da pessoa.'});
  });
});
