// Coming in: the public screens in a real browser, and where each address leads (rules: Screens 1, Session 1).
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import PostalMime from 'postal-mime';
import {beforeAll, expect, it, onTestFinished, vi} from 'vitest';
import type {Page} from 'playwright-core';
import {newPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {ofEachEnded, quiet} from '../support/quiet.ts';
import {look} from './support/look.ts';
import {
  enter, expectAddress, expectFocus, expectHeading, expectToast, expectValue, fill, goWithin, openMenu, press, signIn,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal();
let page: Page;

beforeAll(async () => {
  ({page} = await newPage(portal.browser));
});

const forgot = () => page.getByRole('link', {name: 'Esqueceu sua senha?'});

it('keeps the forgotten password open until its own buttons close it', async () => {
  await page.goto(`${portal.product.url}/login`);
  await forgot().click();
  const dialog = page.getByRole('dialog', {name: 'Esqueci minha senha'});
  await dialog.waitFor();
  expect(await look(page, 'esqueci-minha-senha')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await dialog.getByLabel('E-mail').fill('ana@vale.com.br');
  // What is behind it cannot be reached with the keyboard.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.door') ?? null)).toBeNull();
  }
  await press(dialog, 'Voltar');
  await dialog.waitFor({state: 'detached'});
  await expectFocus(forgot());
});

it('says that the browser blocks its data, and is not offered in another language', async () => {
  const {page: blocked} = await newPage(portal.browser);
  onTestFinished(() => blocked.context().close());
  await blocked.addInitScript(() => {
    const deny = {get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    }};
    Object.defineProperties(window, {localStorage: deny, sessionStorage: deny});
  });
  await blocked.goto(`${portal.product.url}/adm/ticket`);
  await blocked.getByRole('alert').getByText(/^O navegador está bloqueando os dados deste site/).waitFor();
  expect(await look(blocked, 'dados-bloqueados')).toEqual([]);
  expect(await blocked.locator('html').getAttribute('translate')).toBe('no');
});

it('opens the shell in the same page, where somebody wanted to go', async () => {
  await page.goto(`${portal.product.url}/adm/empresa?page=1`);
  await page.evaluate(() => Object.assign(window, {samePage: true}));
  await enter(page, ADM);
  await expectAddress(page, /^\/adm\/empresa\?/);
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
  // Back leads out of the portal, never to a login that is over.
  await openMenu(page, 'Ticket');
  await expectHeading(page, 'Tickets');
  await page.goBack();
  await expectHeading(page, 'Empresas');
});

it.each(['/login', '/login?redirect=true', '/nao-existe', '/'])('leads somebody signed in from %s to their home', async address => {
  await page.goto(`${portal.product.url}${address}`);
  await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
  await expectAddress(page, '/adm/home');
});

it('says that a session ended, and goes on where it did', async () => {
  // All that is asked by itself has been: it is the next screen that learns of it.
  const line = page.waitForResponse(/\/api\/eventos$/);
  await page.goto(`${portal.product.url}/adm/fornecedor`);
  await expectHeading(page, 'Fornecedores');
  await Promise.all([line, quiet(page)]);
  await page.evaluate(() => localStorage.setItem('access_token', 'gasto'));
  await openMenu(page, 'Empresa');
  await page.getByText('Sua sessão terminou.', {exact: true}).waitFor();
  await expectToast(page, 'Usuário ou Senha Inválidos!', 'Atenção');
  await expectAddress(page, '/login');
  expect(await look(page, 'sessao-encerrada')).toEqual([]);
  await enter(page, ADM);
  await expectAddress(page, /^\/adm\/empresa/);
});

/** The links of the mails that were written so far, oldest first; without a mail server each mail is a file. */
const links = async (): Promise<string[]> => {
  const folder = join(portal.product.dataDir, 'outbox');
  const names = (await readdir(folder).catch((): string[] => [])).filter(name => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(names.map(async name => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.flatMap(({text}) => /\S+\/reset-senha\?token=\S+/.exec(text ?? '') ?? []);
};
const nextLink = (known: number): Promise<string> => vi.waitFor(async () => {
  const found = await links();
  expect(found.length).toBeGreaterThan(known);
  return found.at(-1) ?? '';
}, {timeout: 60_000});

it('gives somebody who forgot it a new password by mail, once', async () => {
  const someone = (await newPage(portal.browser)).page;
  await someone.goto(`${portal.product.url}/login`);
  await someone.getByRole('link', {name: 'Esqueceu sua senha?'}).click();
  const dialog = someone.getByRole('dialog', {name: 'Esqueci minha senha'});
  await dialog.getByLabel('E-mail').fill(ADM.email);
  await press(dialog, 'Enviar');
  await expectToast(someone, 'As instruções para redefinir a senha foram enviadas para o seu e-mail!');
  await dialog.waitFor({state: 'detached'});

  const link = await nextLink(0);
  const referers = ofEachEnded(someone, request => request.headerValue('referer'));
  await someone.goto(link);
  await expectValue(someone, 'E-mail', ADM.email);
  await quiet(someone);
  // The token goes nowhere but to the API.
  const told = await referers();
  expect([told.length > 2, told.filter(Boolean)]).toEqual([true, []]);
  await expectAddress(someone, '/reset-senha');
  // The link still works after a reload, though the address does not show it.
  await someone.reload();
  await fill(someone, 'Nova Senha', 'nova-1!x');
  await someone.getByText('Força da senha: Fraca').waitFor();
  expect(await look(someone, 'reset-senha')).toEqual([]);
  await press(someone, 'Alterar');
  await expectToast(someone, 'Senha redefinida com sucesso');
  await enter(someone, {email: ADM.email, senha: 'nova-1!x'});
  await someone.context().close();

  // Who was signed in with the old one is not any more, which their open page says by itself.
  await page.getByText('Sua sessão terminou.', {exact: true}).waitFor();
  await page.goto(link);
  await page.getByText('Este link não vale mais').waitFor();
  expect(await look(page, 'link-gasto')).toEqual([]);
  await press(page, 'Pedir um novo link');
  await page.getByRole('dialog', {name: 'Esqueci minha senha'}).waitFor();
});

it('lets who is invited make a password, and in with it', async () => {
  const api = httpApi(portal.product.url);
  const {body: {token}} = await api(undefined, 'POST usuarios/login', {body: {email: ADM.email, senha: 'nova-1!x'}});
  const known = (await links()).length;
  const bia = {nome: 'Beatriz de Alcântara Figueiredo', email: 'beatriz.figueiredo@vale.com.br', tipo: 1};
  const {status, body: {id}} = await api(token, 'POST usuarios', {body: bia});
  expect(status).toBe(201);
  const inviting = (await newPage(portal.browser)).page;
  await signIn(inviting, portal.product.url, {email: ADM.email, senha: 'nova-1!x'});
  await goWithin(inviting, `/adm/usuario/salvar/${id}`);
  await inviting.getByRole('button', {name: 'Enviar o convite de novo'}).waitFor();
  expect(await look(inviting, 'convite-de-novo')).toEqual([]);
  await inviting.context().close();
  const invited = (await newPage(portal.browser)).page;
  await invited.goto(await nextLink(known));
  await expectHeading(invited, 'Crie sua senha');
  await expectValue(invited, 'E-mail', bia.email);
  expect(await look(invited, 'crie-sua-senha')).toEqual([]);
  await fill(invited, 'Nova Senha', 'minha-1!');
  await press(invited, 'Criar');
  await expectToast(invited, 'Senha criada com sucesso');
  await enter(invited, {email: bia.email, senha: 'minha-1!'});
  await invited.context().close();
});

it('leaves nothing of one person for the next', async () => {
  await page.goto(`${portal.product.url}/login`);
  await enter(page, {email: ADM.email, senha: 'nova-1!x'});
  await page.evaluate(() => Object.assign(window, {samePage: true}));
  await page.getByRole('banner').getByRole('button', {name: /\(.+\)$/}).click();
  await page.getByRole('menuitem', {name: 'Sair'}).click();
  await press(page.getByRole('dialog', {name: 'Deseja Sair?'}), 'Logout');
  await forgot().waitFor();
  await expectAddress(page, '/login?redirect=true');
  expect(await page.evaluate(() => ['samePage' in window, localStorage.length, sessionStorage.length])).toEqual([false, 0, 0]);
});
