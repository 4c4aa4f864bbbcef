// All open tickets attended at once, one of them taken by somebody else meanwhile; and a person who goes hands theirs back.
import type {Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import {newPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {look} from './support/look.ts';
import {expectCount, expectDrawn, expectFocus, goWithin, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal({env: {DEMO: '1'}});
const MARTA = {email: 'empresa@balcao.example', nome: 'Marta Nogueira'};
let page: Page;
let marta: string;

interface Row {
  id: number;
  idUsuarioAtendimento: number | null;
}
const call = () => httpApi(portal.product.url);
const tokenOf = async (email: string): Promise<string> =>
  (await call()(undefined, 'POST usuarios/login', {body: {email, senha: await portal.product.passwordOf(email)}})).body.token as string;

beforeAll(async () => {
  ({page} = await newPage(portal.browser, {width: 1280, height: 800}));
  await signIn(page, portal.product.url, ADM);
  marta = await tokenOf(MARTA.email);
});

const button = (name: string | RegExp) => page.getByRole('button', {name});

test('all of a filter are attended at once, and of the one that was lost it is said who won it', async () => {
  const filter = {dataCriacao: {from: '2020-01-01', to: '2099-12-31'}};
  await goWithin(page, `/adm/ticket?filter=${encodeURIComponent(JSON.stringify(filter))}`);
  await page.getByRole('table').waitFor();
  await expectDrawn(page);
  const edges = (): Promise<number[]> => page.locator('tr[data-linha], [role=search], [aria-label=Abas]').evaluateAll(all =>
    all.map(one => one.getBoundingClientRect().top));
  const before = await edges();
  await page.getByRole('checkbox', {name: 'Selecionar todos'}).check();
  await button(/^Atender \(/).waitFor();
  await expect.poll(edges).toEqual(before);
  await button(/^Selecionar os .*filtrados$/).click();
  // Nothing more is read, and nothing more is to be.
  await button(/^(?:Parar \(|Selecionar os )/).waitFor({state: 'detached'});
  // Boxes cost the rows nothing.
  const heights = await page.locator('tr[data-linha]').evaluateAll(rows =>
    rows.map(row => Math.round(row.getBoundingClientRect().height)));
  expect(Math.min(...heights)).toBeLessThanOrEqual(36);

  const attend = button(/^Atender \(\d+\)$/);
  // In sight from the last row as well.
  await page.locator('tr[data-linha]').last().scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect.poll(async () => (await attend.boundingBox())?.y ?? -1).toBeGreaterThan(0);
  const many = Number(/\d+/.exec(await attend.innerText())?.[0]);
  expect(many).toBeGreaterThan(2);
  const {body: {registros}} = await call()(marta, 'GET tickets', {query: {page: 1, idStatusTicket: 1}});
  const [{id: taken}] = registros as [Row];
  await attend.click();
  const dialog = page.getByRole('alertdialog', {name: 'Atender'});
  await expectFocus(dialog.getByRole('button', {name: 'Atender'}));
  // After it was asked for: before, the list would have taken it over.
  expect((await call()(marta, 'PUT tickets/iniciar-atendimento/:id', {params: {id: taken}})).status).toBe(200);
  await page.keyboard.press('Enter');
  await dialog.getByText(`${many - 1} feitos, 1 recusado.`).waitFor();
  expect(await dialog.getByRole('list', {name: 'Recusados'}).innerText())
    .toContain(`Ticket ${taken}: Ticket já está em Em-Atendimento, com ${MARTA.nome}.`);
  await expectCount(dialog.getByRole('list', {name: 'Feitos'}).getByRole('link'), many - 1);
  expect(await look(page, 'lote-resultado')).toEqual([]);
  await dialog.getByRole('button', {name: 'Fechar'}).click();
  await dialog.waitFor({state: 'detached'});
  expect(new URL(page.url()).pathname).toBe('/adm/ticket');
  await expectDrawn(page);
  const bar = page.getByRole('group', {name: 'Ações sobre os selecionados'});
  await expect.poll(() => bar.getByRole('button', {name: 'Atender'}).getAttribute('aria-disabled')).toBe('true');
});

test('who goes gives back what they attend first', async () => {
  const mine = async (): Promise<Row[]> => {
    const {body} = await call()(marta, 'GET tickets', {query: {page: 1, pageSize: 50, idStatusTicket: 3}});
    return (body.registros as (Row & {nomeUsuarioAtendimento: string})[]).filter(one => one.nomeUsuarioAtendimento === MARTA.nome);
  };
  const before = await mine();
  expect(before.length).toBeGreaterThan(0);
  await goWithin(page, `/adm/usuario?filter=${encodeURIComponent(JSON.stringify({email: MARTA.email}))}`);
  await page.getByRole('switch', {name: `Ativo: ${MARTA.nome}`}).click();
  const dialog = page.getByRole('alertdialog', {name: `Inativar Usuário: ${MARTA.nome}`});
  await dialog.getByRole('radio', {name: /^Devolver… \(\d+ Tickets?\)$/}).check();
  await dialog.getByLabel('Comentário').fill('Marta saiu da empresa.');
  expect(await look(page, 'entregar-antes')).toEqual([]);
  await dialog.getByRole('button', {name: 'Inativar Usuário'}).click();
  await dialog.waitFor({state: 'detached'});
  const adm = await tokenOf(ADM.email);
  const after = await call()(adm, 'GET tickets/:id', {params: {id: before[0]!.id}});
  expect(after.body).toMatchObject({idStatusTicket: 1, idUsuarioAtendimento: 0});
  const {body: [step]} = await call()(adm, 'GET ticketsHistorico/:id', {params: {id: before[0]!.id}});
  expect(step).toMatchObject({comentario: 'Marta saiu da empresa.', acao: 'Devolver'});
  expect((await call()(marta, 'GET tickets')).status).toBe(401);
});
