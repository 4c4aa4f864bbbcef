// The whole product and a mail server that comes and goes: what was asked for arrives, each mail once. On the embedded database, which is
// one process's: on a server what a dead one was sending waits for its time.
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {openMailServer, tokenIn, type MailServer} from '../support/mail.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {newCnpj} from '../support/seed.ts';

let mails: MailServer;
let product: Product;
beforeAll(async () => {
  // A port of its own, and nobody there.
  mails = await openMailServer();
  await mails.close();
  product = await openProduct({embedded: true, env: {
    SMTP_URL: mails.url, MAIL_FROM: 'Central de Tickets <nao-responda@exemplo.com.br>', PUBLIC_URL: 'https://portal.exemplo.com.br',
  }});
});
afterAll(async () => {
  await mails?.close();
  await product?.dispose();
});

let token = '';
const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${product.url}/api/${path}`, {
    method: 'POST', body: JSON.stringify(body),
    headers: {'content-type': 'application/json', ...(token === '' ? {} : {authorization: `Bearer ${token}`})},
  });
  const told = await answer.json() as Record<string, unknown>;
  expect(answer.status, JSON.stringify(told)).toBeLessThan(300);
  return told;
};
const arrived = (count: number) =>
  vi.waitFor(() => expect(mails.received.length).toBeGreaterThanOrEqual(count), {timeout: 90_000, interval: 20});
/** Without a word on whom it would have written to. */
const killed = async (): Promise<void> => {
  const {stderr} = await product.kill9();
  expect(stderr).not.toMatch(/(?:ana|bia|caio)@/);
};
const recipients = (): string[] => mails.received.flatMap(one => one.recipients).toSorted();

test('with the mail server away for a while and ours killed meanwhile, each mail comes once', async () => {
  token = String((await post('usuarios/login', {email: ADM.email, senha: ADM.senha}))['token']);
  const {id: idEmpresa} = await post('empresas', {
    razaoSocial: 'Sol Ltda', cnpj: newCnpj(), email: 'sol@balcao.test', telefone: '1133334444',
  });
  const invite = (nome: string) => post('usuarios', {nome, email: `${nome.toLowerCase()}@balcao.test`, tipo: 2, idEmpresa});

  // Nobody there: refused connections.
  await invite('Ana');
  await invite('Bia');
  await killed();
  await product.start();

  // Still nobody, and ours dies right after it answered.
  await invite('Caio');
  await post('resetSenha/forgot-password', {email: ADM.email});
  await killed();

  // There, and silent: ours waits for its greeting, then for its word on a recipient, and dies each time.
  const silence = Promise.withResolvers<void>();
  mails = await openMailServer(mails.port);
  mails.on.connect = () => silence.promise;
  await product.start();
  await vi.waitFor(() => expect(mails.connections).toBeGreaterThan(0), {timeout: 60_000, interval: 20});
  await product.kill9();
  const asked = Promise.withResolvers<void>();
  delete mails.on.connect;
  mails.on.recipient = () => {
    asked.resolve();
    return silence.promise;
  };
  await product.start();
  await asked.promise;
  await product.kill9();
  expect(mails.received).toEqual([]);

  delete mails.on.recipient;
  await product.start();
  await arrived(4);
  const first = ['ana@balcao.test', 'bia@balcao.test', 'caio@balcao.test', ADM.email].toSorted();
  expect(recipients()).toEqual(first);

  // What else waited would come before this one, or with it.
  await product.stop();
  await product.start();
  await invite('Davi');
  await arrived(5);
  expect(recipients()).toEqual([...first, 'davi@balcao.test'].toSorted());
  expect(new Set(mails.received.map(({messageId}) => messageId)).size).toBe(5);

  const ana = mails.received.find(one => one.recipients[0] === 'ana@balcao.test');
  expect(ana).toMatchObject({from: {name: 'Central de Tickets', address: 'nao-responda@exemplo.com.br'}, subject: 'Seu acesso ao Balcão'});
  await post('resetSenha/reset-senha', {token: tokenIn(ana), novaSenha: 'minha-senha-1'});
  expect(await post('usuarios/login', {email: 'ana@balcao.test', senha: 'minha-senha-1'})).toMatchObject({nome: 'Ana'});
});
