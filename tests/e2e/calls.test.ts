// What the portal asks the server for, as the browser sends it: one thing done is one call and one refresh, and nothing waits for what
// it does not need. And what stays open while the window's width changes.
import type {Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import {newPage, settle, slowClock, type WatchedPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {quiet} from '../support/quiet.ts';
import {DESK, PHONE} from './support/look.ts';
import {chooseAction, confirm, expectValue, field, goWithin, openLineAfter, press, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const DESCARGA = 'Agendamento de descarga';
const portal = openPortal({env: {DEMO: '1'}});
let watched: WatchedPage;
let page: Page;
/**
 * The calls since the last `begin`, in their order: 'GET tickets', numbers as `:id`; but for fixed lists, limits, that somebody is there,
 * and the bell's own, who asks where nothing was told for a while.
 */
let calls: string[] = [];
const begin = (): void => void (calls = []);

beforeAll(async () => {
  watched = await newPage(portal.browser);
  ({page} = watched);
  await slowClock(page);
  page.on('request', request => {
    const {pathname} = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.includes('lista-') || /\/(limites|eventos|avisos|presenca)$/.test(pathname)) return;
    calls.push(`${request.method()} ${pathname.slice('/api/'.length).replace(/\/\d+/g, '/:id')}`);
  });
  await signIn(page, portal.product.url, ADM);
});
const goTo = async (path: string): Promise<void> => {
  await page.goto(`${portal.product.url}/adm/${path}`);
  await page.getByRole('table').waitFor();
  await quiet(page);
};

test('a list that is opened asks for itself first and once, and waits for no combo', async () => {
  // What the page before still asks for is its own.
  await page.goto('about:blank');
  begin();
  await goTo('ticket');
  expect(calls[0]).toBe('GET tickets');
  expect(calls.toSorted()).toEqual(['GET empresas/listarCombo', 'GET statusTickets/listarCombo', 'GET tickets', 'GET tickets/abas']);
});

test('a list at an address of its own asks for what that says, once', async () => {
  begin();
  await goTo('fornecedor?page=1&perPage=5&sort=razaoSocial&order=DESC&filter=%7B%7D');
  expect(calls.filter(call => call === 'GET fornecedores')).toHaveLength(1);
});

test('Atender is one call, whose answer is all that the ticket shows; the list is read once where it is seen again', async () => {
  begin();
  await openLineAfter(page, /\/api\/tickets\?/);
  await goTo('ticket');
  const button = page.getByRole('button', {name: 'Atender'}).first();
  // Somebody is there: list and tabs are asked for once more, each in its own time, for what happened before the line was open.
  await page.keyboard.press('Shift');
  const asked = () => calls.filter(call => call.startsWith('GET tickets')).toSorted();
  await expect.poll(asked).toEqual([...Array(2).fill('GET tickets'), ...Array(2).fill('GET tickets/abas')]);
  await quiet(page);
  begin();
  await button.click();
  await confirm(page, 'Deseja Iniciar Atendimento ?', 'Atender');
  await page.waitForURL(/\/editar\/\d+$/);
  await page.getByRole('table', {name: 'Histórico'}).waitFor();
  await quiet(page);
  expect(calls).toEqual(['PUT tickets/iniciar-atendimento/:id/:id']);
  begin();
  await page.goBack();
  const again = ['GET tickets', 'GET tickets/abas'];
  await expect.poll(() => calls.toSorted()).toEqual(again);
  await quiet(page);
  expect(calls.toSorted()).toEqual(again);
});

test('a combo is asked for once for list, form and dashboard', async () => {
  begin();
  await goTo('fornecedor');
  await page.getByRole('main').getByRole('link', {name: /^Editar /}).first().click();
  await expect.poll(() => field(page, 'Empresa').inputValue()).not.toMatch(/^…?$/);
  await page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link', {name: 'Dashboard'}).click();
  await page.locator('select[name=idEmpresa] option').nth(1).waitFor({state: 'attached'});
  expect(calls.filter(call => call === 'GET empresas/listarCombo')).toHaveLength(1);
});

test('what was opened from a row stays while the width changes', async () => {
  const widen = async (): Promise<void> => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await settle(page);
    }
  };
  await goWithin(page, '/adm/modelo-formulario');
  await press(page, `Ação: ${DESCARGA}`);
  await page.getByRole('menu').waitFor();
  await page.setViewportSize(PHONE);
  await settle(page);
  await page.getByRole('menuitem', {name: 'Pré-visualizar'}).click();
  const preview = page.getByRole('dialog', {name: /^Pré-visualizar/});
  const first = preview.getByRole('textbox').first();
  await first.fill('ABC');
  await widen();
  expect(await first.inputValue()).toBe('ABC');
  await preview.getByText('Fechar', {exact: true}).click();
  await preview.waitFor({state: 'detached'});
  await chooseAction(page, DESCARGA, 'Duplicar');
  await page.getByRole('alertdialog').waitFor();
  await widen();
  await page.getByRole('alertdialog').getByRole('button', {name: 'Voltar'}).click();
  await page.getByRole('alertdialog').waitFor({state: 'detached'});
});

test('of very many companies those that are typed for are searched for on the server, in filter and dashboard', async () => {
  const every = Array.from({length: 1000}, (_none, index) => ({id: 1000 + index, razaoSocial: `Fazenda ${1000 + index}`, ativo: true}));
  const asked: string[] = [];
  await page.setViewportSize(DESK);
  await page.route('**/api/empresas/listarCombo*', route => {
    const {searchParams} = new URL(route.request().url());
    const [text, size] = [searchParams.get('texto') ?? '', Number(searchParams.get('pageSize') ?? every.length)];
    const ids = searchParams.get('id')?.split(',').map(Number);
    if (text !== '') asked.push(text);
    const found = every.filter(({id, razaoSocial}) => razaoSocial.includes(text) && (ids?.includes(id) ?? true));
    return route.fulfill({json: found.slice(0, size)});
  });
  for (const [path, label] of [['ticket', 'Empresa'], ['home', 'Empresa']] as const) {
    await page.goto(`${portal.product.url}/adm/${path}`);
    await page.locator('[role=combobox][name=idEmpresa]').waitFor();
    const company = field(page, label);
    await company.click();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await company.fill('1999');
    await page.getByRole('option', {name: 'Fazenda 1999'}).waitFor();
    await page.keyboard.press('Enter');
    await expectValue(page, label, 'Fazenda 1999');
    await page.waitForURL(/1999/);
    await page.reload();
    await expectValue(page, label, 'Fazenda 1999');
  }
  expect(asked).toEqual(['1999', '1999']);
  expect(watched.problems).toEqual([]);
});
