// What somebody is told while their portal is open: the bell, the sentence with the reason, the way to the record, and the mail.
import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {newPage, settle} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {openMailServer} from '../support/mail.ts';
import {ADM} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, type World} from '../support/tickets.ts';
import config from '../../resources.config.ts';
import {look} from './support/look.ts';
import {expectAddress, expectCount, expectFocus, press, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const PUBLIC_URL = 'http://portal.exemplo.com.br';
/** Longer than what is shown of a sentence at first. */
const MOTIVO = `Faltou a nota fiscal do frete de retorno. ${'Envie a nota de novo, com a data e a placa legíveis. '.repeat(4)}Obrigada`;

const mails = await openMailServer();
afterAll(() => mails.close());
const portal = openPortal({env: {SMTP_URL: mails.url, MAIL_FROM: 'nao-responda@balcao.test', PUBLIC_URL}});

let api: Api;
let world: World;
let ticket: number;
const does = async (call: `PUT ${string}`, body?: object): Promise<void> =>
  expect(await api(world.users.empresa.token, call, {params: {id: ticket}, ...(body ? {body} : {})})).toMatchObject({status: 200});

beforeAll(async () => {
  api = httpApi(portal.product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const adm = {...ADM, id: body.id, token: body.token};
  world = await createWorld({seed: createSeed(api, adm, {config}), adm});
  const opened = await api(world.users.fornecedor.token, 'POST tickets', {form: formOf(newTicket(world), [NOTA])});
  ticket = Number(opened.body.id);
  await does('PUT tickets/iniciar-atendimento/:id');
});

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', {name, exact: true});
const panel = (page: Page) => page.getByRole('dialog', {name: 'Avisos'});

test('whose ticket waits for them learns it while their portal is open, why, and the way there', async () => {
  const {page, problems} = await newPage(portal.browser);
  // What is asked, as after a while without a word, is answered later: the server tells it by itself.
  const told = Promise.withResolvers<void>();
  await page.route('**/api/avisos*', async route => {
    await told.promise;
    await route.continue();
  });
  await signIn(page, portal.product.url, world.users.fornecedor);
  await bell(page, 'Avisos').waitFor();
  await expect.poll(() => page.title()).toBe('Ticket');

  await does('PUT tickets/pendenciar/:id', {comentario: MOTIVO});
  await bell(page, 'Avisos, 1 não lido').waitFor();
  await page.getByRole('banner').getByText('Aviso novo: 1 não lido.').waitFor();
  told.resolve();
  expect(await page.title()).toBe('Ticket');

  await bell(page, 'Avisos, 1 não lido').click();
  const notice = panel(page).getByRole('link', {name: /^Não lido: /});
  await expectFocus(notice);
  expect(await notice.textContent()).toContain(`pede no ticket ${ticket}: ${MOTIVO}`);
  const height = () => notice.evaluate(link => link.getBoundingClientRect().height);
  const short = await height();
  await panel(page).getByRole('button', {name: 'mais', exact: true}).click();
  await expect.poll(height).toBeGreaterThan(short);
  await press(panel(page), 'E-mails de avisos');
  await panel(page).getByRole('radio', {name: 'Na hora', checked: true}).waitFor();
  expect(await look(page, 'avisos')).toEqual([]);
  // What was opened is open still in a window of another width.
  await press(panel(page), 'menos');
  await expect.poll(height).toBe(short);

  // By keys alone: to the notice, to its record.
  await notice.focus();
  await page.keyboard.press('Enter');
  // The list adds what it is filtered by.
  await expectAddress(page, new RegExp(`^/adm/ticket\\?detalhes=${ticket}&filter=`));
  const details = page.getByRole('dialog').filter({hasText: MOTIVO.slice(0, 40)});
  await details.waitFor();
  await expectCount(panel(page), 0);
  await expect.poll(() => details.evaluate(dialog => dialog.contains(document.activeElement))).toBe(true);
  await expect.poll(async () => (await api(world.users.fornecedor.token, 'GET avisos')).body)
    .toMatchObject({naoLidos: 0, registros: [{lido: true}]});
  expect(problems).toEqual([]);
  await page.context().close();
});

test('the same comes by mail, with the reason and the way there', async () => {
  const {email} = world.users.fornecedor;
  const [mail] = await vi.waitFor(() => {
    const own = mails.received.filter(({recipients}) => recipients.includes(email));
    expect(own).toHaveLength(1);
    return own;
  }, {timeout: 60_000, interval: 20});
  expect(mail?.text).toContain(MOTIVO);
  expect(mail?.text).toContain(`${PUBLIC_URL}/adm/ticket?detalhes=${ticket}`);
});

test('a mail of several leads to the list, open, also by way of the login', async () => {
  const {fornecedor} = world.users;
  const {page, problems} = await newPage(portal.browser);
  await page.goto(`${portal.product.url}/adm/home#avisos`);
  await page.getByLabel('E-mail').fill(fornecedor.email);
  await page.getByLabel('Senha').fill(fornecedor.senha);
  await press(page, 'Login');
  await panel(page).getByRole('link', {name: new RegExp(`pede no ticket ${ticket}`)}).waitFor();
  await press(panel(page), 'Fechar');
  await expectCount(panel(page), 0);
  await expectAddress(page, '/adm/home');
  // Opened by the bell, it is what the browser's way back closes.
  await bell(page, 'Avisos').click();
  await panel(page).getByRole('link', {name: new RegExp(`pede no ticket ${ticket}`)}).waitFor();
  expect(new URL(page.url()).hash).toBe('#avisos');
  await page.goBack();
  await expectCount(panel(page), 0);
  await expectAddress(page, '/adm/home');
  expect(problems).toEqual([]);
  await page.context().close();
});

test('on a phone the bell opens a sheet whose every target a finger meets, and the choice of mails holds', async () => {
  await does('PUT tickets/comentar/:id', {comentario: 'Conseguiu a nota?'});
  const context = await portal.browser.newContext({
    locale: 'pt-BR', viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true, colorScheme: 'dark', reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(portal.product.url);
  await page.getByLabel('E-mail').fill(world.users.fornecedor.email);
  await page.getByLabel('Senha').fill(world.users.fornecedor.senha);
  await press(page, 'Login');
  // Closed before its notices came, which come while it goes: they do not take the focus along.
  const late = Promise.withResolvers<void>();
  await page.route('**/api/avisos*', async route => {
    await late.promise;
    await route.continue();
  });
  await bell(page, 'Avisos, 1 não lido').press('Enter');
  await panel(page).getByRole('status', {name: 'Carregando avisos'}).waitFor();
  await page.keyboard.press('Escape');
  late.resolve();
  await expectCount(panel(page), 0);
  await expectFocus(bell(page, 'Avisos, 1 não lido'));
  await bell(page, 'Avisos, 1 não lido').tap();
  await panel(page).getByRole('link', {name: /Conseguiu a nota\?/}).waitFor();
  await panel(page).getByRole('button', {name: 'E-mails de avisos'}).tap();
  await panel(page).getByRole('radio', {name: 'Na hora', checked: true}).waitFor();
  await settle(page);
  const small = await page.locator('header button, [role=dialog] :is(a, button, label)').evaluateAll(targets =>
    targets.map(target => ({name: target.textContent, ...target.getBoundingClientRect().toJSON() as {width: number; height: number}}))
      .filter(({width, height}) => width < 44 || height < 44));
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await panel(page).getByRole('radio', {name: 'Um resumo por dia'}).tap();
  await panel(page).getByText('Escolha salva.').waitFor();
  const {id, token} = world.users.fornecedor;
  expect((await api(token, 'GET usuarios/:id/avisos', {params: {id}})).body).toEqual({email: 'resumo'});
  await context.close();
});
