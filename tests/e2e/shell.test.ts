// The frame around every screen, in a real Chromium: 'Ir para' on a desk and on a phone, the theme before the first paint,
// and the ring around what has the focus.
import type {Locator, Page} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {violations} from '../support/axe.ts';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {DESK, faultsOf, keepPaper, look, lookAtPaper, PHONE} from './support/look.ts';
import {
  expectAddress, expectCount, expectDrawn, expectFocus, expectHeading, expectTitle, goWithin, openMenu, press, signIn,
} from './support/person.ts';
import {openDemo, openSignedIn} from './support/portal.ts';

const portal = openDemo();
/** For who needs no page of their own. */
const watched = openSignedIn(portal);

const COMPANY = 'Cerealista Vale do Ivaí Ltda';
const dialogOf = (page: Page) => page.getByRole('dialog', {name: 'Ir para'});
const input = (page: Page) => page.getByRole('combobox', {name: 'Ir para'});

describe.each([['a desk', DESK, 600], ['a phone', PHONE, PHONE.width]] as const)('on %s', (_what, size, width) => {
  test('one goes to a record by its name, and to a ticket by its number', async () => {
    const {page, problems} = watched;
    await page.setViewportSize(size);
    await goWithin(page, '/adm/home');
    await page.evaluate(() => {
      document.body.dataset['impresso'] = '0';
      window.print = () => {
        document.body.dataset['impresso'] = String(1 + Number(document.body.dataset['impresso']));
      };
    });
    if (size === DESK) await page.keyboard.press('ControlOrMeta+k');
    else await page.getByRole('button', {name: 'Ir para'}).click();
    await input(page).waitFor();
    await expectFocus(input(page));
    expect(await faultsOf(page)).toEqual([]);

    await input(page).fill('vale do ivai');
    // Its branches have the name in a text of theirs.
    const company = page.getByRole('option').filter({hasText: new RegExp(`^${COMPANY}`)});
    await company.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    // The whole screen of a phone is the dialog's, and nothing in it is too small for a finger.
    await expect.poll(async () => (await dialogOf(page).boundingBox())?.width).toBe(width);
    await expect.poll(async () => (await company.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await company.click();
    await expectHeading(page, 'Cadastro de Empresas');
    await dialogOf(page).waitFor({state: 'detached'});

    await page.getByRole('button', {name: 'Ir para'}).click();
    await input(page).fill('1');
    await page.getByRole('option').filter({hasText: /^Ticket 1\D/}).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'Ticket 1', exact: false}).waitFor();
    await expectTitle(page, 'Ticket 1');
    // Over a record it does what can be done to it: on paper there is nothing to press, and a way back on the screen alone.
    await page.keyboard.press('ControlOrMeta+k');
    await input(page).fill('impr');
    await page.getByRole('option', {name: 'Imprimir Ticket 1'}).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expectHeading(page, 'Ticket 1');
    await expect.poll(() => page.evaluate(() => document.body.dataset['impresso'])).toBe('1');
    // The same from wherever one comes, at either size.
    expect(size === DESK ? await lookAtPaper(page, 'imprimir-ticket') : []).toEqual([]);
    await page.setViewportSize(size);
    await page.emulateMedia({media: 'print', colorScheme: 'dark'});
    for (const role of ['button', 'link', 'navigation', 'banner'] as const) await expectCount(page.getByRole(role), 0);
    await page.getByRole('table', {name: 'Arquivos'}).getByRole('row').nth(1).getByText(/\d (B|KB|MB)$/).waitFor();
    await page.getByRole('table', {name: 'Histórico'}).getByRole('columnheader', {name: 'Quando'}).waitFor();
    await page.getByText(/^Impresso em .+ por .+ \(Adm\)$/).waitFor();
    await keepPaper(page, 'papel-ticket');
    await page.emulateMedia({media: null});
    await page.getByRole('link', {name: 'Voltar'}).click();
    await page.getByRole('dialog', {name: 'Ticket 1', exact: false}).waitFor();
    await page.setViewportSize(DESK);
    expect(problems).toEqual([]);
  });
});

test('a screen that could not be fetched comes with another try', async () => {
  const {page, problems} = watched;
  await page.goto(`${portal.product.url}/adm/ticket`);
  await page.getByRole('table').waitFor();
  await page.route(/\/HomePage[^/]*\.js$/, route => route.abort());
  await openMenu(page, 'Dashboard');
  await page.getByText('Esta tela parou de funcionar.').waitFor();
  await page.unroute(/\/HomePage[^/]*\.js$/);
  await press(page, 'Tentar de novo');
  await expectHeading(page, 'Visão Geral de Tickets');
  expect(problems.splice(0)).toContainEqual(expect.stringContaining('HomePage'));
});

/** From now on no script comes. @returns what lets them */
const holdScripts = async (page: Page): Promise<() => Promise<void>> => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/[^/]+\.js$/, async route => {
    await held.promise;
    await route.continue();
  });
  return () => {
    held.resolve();
    return page.unrouteAll({behavior: 'wait'});
  };
};
const OPEN = /^\/adm\/ticket\?/;
/** Open tickets, of whose dialogs and screens nothing is fetched yet. */
const openList = async (page: Page): Promise<Locator> => {
  await page.goto(`${portal.product.url}/adm/ticket/status/1`);
  await expectAddress(page, OPEN);
  await page.getByRole('table').waitFor();
  await expectDrawn(page);
  return page.locator('tr[data-linha]').first();
};

test('from a list to a record, whose screen is on its way for a moment, the page is never blank', async () => {
  const {page} = watched;
  const row = await openList(page);
  await page.evaluate(() => {
    const blank: string[] = [];
    Object.assign(window, {blank});
    const look = (): void => {
      if (document.querySelector('main :is(h1, .MuiSkeleton-root)') === null) blank.push(location.pathname);
      requestAnimationFrame(look);
    };
    look();
  });
  const release = await holdScripts(page);
  await row.getByRole('link', {name: /^Editar/}).click();
  await page.getByRole('main').locator('.MuiSkeleton-root').first().waitFor();
  await release();
  await page.getByRole('button', {name: 'Salvar'}).waitFor();
  await expectDrawn(page);
  expect(await page.evaluate(() => (window as unknown as {blank: string[]}).blank)).toEqual([]);
});

test.each([
  ["'Ir para'", 'ControlOrMeta+k', 'dialog'], ['the shortcuts', '?', 'dialog'], ['what is done to a row', 'a', 'alertdialog'],
  ['the details of a row', 'Enter', 'dialog'],
] as const)('%s is on its way for a moment: no key does anything else, then it has the focus, and gives it back', async (_what, key, role) => {
  const {page} = watched;
  const row = await openList(page);
  const release = await holdScripts(page);
  await page.keyboard.press('ArrowDown');
  await expectFocus(row);
  await page.keyboard.press(key);
  await page.locator('[aria-busy=true]').first().waitFor({state: 'attached'});
  // As it would make a new one in the list.
  await page.keyboard.press('n');
  await release();
  const opened = page.getByRole(role);
  await opened.waitFor();
  await expectAddress(page, OPEN);
  await expect.poll(() => opened.evaluate(one => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await opened.waitFor({state: 'detached'});
  await expectFocus(row);
});

test('looks right, light and dark, wide and narrow', async () => {
  const {page} = watched;
  await page.keyboard.press('ControlOrMeta+k');
  await input(page).fill('pend vale');
  await page.getByRole('option').filter({hasText: 'Pendência'}).filter({hasText: 'Ticket'}).first().waitFor();
  expect(await look(page, 'ir-para')).toEqual([]);
});

test('the page of the robots looks right, and what makes one, its keys, and takes one away', async () => {
  const {page} = watched;
  await page.keyboard.press('Escape');
  await page.goto(`${portal.product.url}/adm/robos`);
  await page.getByRole('region', {name: 'Robôs', exact: true}).waitFor();
  await page.getByRole('region', {name: 'Últimas falhas'}).waitFor();
  expect(await look(page, 'robos')).toEqual([]);
  await page.getByRole('button', {name: 'Criar robô'}).click();
  await page.getByRole('dialog', {name: 'Criar robô'}).waitFor();
  expect(await look(page, 'robos-criar')).toEqual([]);
  await page.keyboard.press('Escape');
  // The demonstration stays as it is.
  const key = {id: 1, nome: 'Máquina do fiscal, 2º andar', dataCriacao: new Date().toISOString(), ultimoUso: null};
  await page.route(/\/chaves$/, route => route.fulfill(
    route.request().method() === 'GET' ? {json: [key]} : {status: 201, json: {...key, chave: `rpa_${'3fX9aQ_'.repeat(6)}k`}}));
  await page.getByRole('button', {name: /^Chaves de /}).first().click();
  const keys = page.getByRole('dialog', {name: /^Chaves de /});
  await keys.getByLabel('Nome da chave').fill(key.nome);
  await press(keys, 'Criar chave');
  await expectFocus(keys.getByLabel('Chave', {exact: true}));
  expect(await look(page, 'robos-chaves')).toEqual([]);
  await press(keys, `Revogar ${key.nome}`);
  await page.getByRole('alertdialog').waitFor();
  expect(await look(page, 'robos-revogar')).toEqual([]);
  await page.unroute(/\/chaves$/);
});

test('is free of faults while a screen waits for its answers', async () => {
  const {page} = watched;
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/fornecedores/, async route => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${portal.product.url}/adm/fornecedor`);
  await page.getByRole('progressbar', {name: 'Carregando'}).waitFor();
  await page.locator('h1').waitFor();
  expect(await violations(page)).toEqual([]);
  held.resolve();
  await page.getByRole('progressbar', {name: 'Carregando'}).waitFor({state: 'detached'});
});

test('a chosen theme is there before the first paint, and on the login page', async () => {
  const {page} = await newPage(portal.browser, {...DESK, colorScheme: 'dark'});
  await signIn(page, portal.product.url, ADM);
  await page.getByRole('banner').getByRole('button', {name: /\(.+\)$/}).click();
  await page.getByRole('menuitemradio', {name: 'Tema claro'}).click();
  await page.locator('html[data-tema=light]').waitFor();
  // What each page is painted on first, before any module ran.
  const grounds: string[] = [];
  await page.exposeFunction('tell', (ground: string) => grounds.push(ground));
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') {
        (window as unknown as {tell(ground: string): void}).tell(getComputedStyle(document.body).backgroundColor);
      }
    });
  });
  await page.reload();
  await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
  await expect.poll(() => grounds).toEqual(['rgb(246, 248, 249)']);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('logado'));
  await page.goto(`${portal.product.url}/login`);
  await page.getByRole('button', {name: 'Login'}).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('data-tema')).toBe('light');
  await page.context().close();
});

/** The ring of the nearest thing around the focused input that has one. */
const ringOf = (control: Locator): Promise<string> => control.evaluate(element => {
  for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) {
    const {outlineStyle, outlineWidth, outlineColor, opacity} = getComputedStyle(one);
    if (outlineStyle === 'solid' && opacity !== '0') return `${outlineWidth} ${outlineColor}`;
  }
  return 'none';
});

test('focus is drawn on buttons, checkboxes and switches with the same ring', async () => {
  const {page} = watched;
  await page.emulateMedia({colorScheme: 'light'});
  await goWithin(page, '/adm/usuario');
  const row = page.getByRole('row').nth(2);
  await row.getByRole('switch').waitFor();
  await page.getByRole('button', {name: 'Colunas'}).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  // Polled: Material draws the ring a frame after the focus has arrived.
  const ring = '2px rgb(11, 85, 99)';
  await expect.poll(() => ringOf(page.getByRole('button', {name: 'Colunas'}))).toBe(ring);
  for (const control of [row.getByRole('checkbox'), row.getByRole('switch')]) {
    await control.focus();
    await expect.poll(() => ringOf(control)).toBe(ring);
  }
});

test('a list and any page are printed in light colours, without bars and buttons, a dialog over it alone and whole', async () => {
  const {page, problems} = watched;
  await page.emulateMedia({colorScheme: 'dark'});
  const list = `/adm/ticket?filter=${encodeURIComponent(JSON.stringify({idStatusTicket: 6}))}`;
  await goWithin(page, list);
  await page.getByRole('button', {name: 'Exportar'}).click();
  await page.getByRole('menuitem', {name: 'Imprimir'}).click();
  await page.getByRole('table', {name: 'Tickets'}).getByRole('row').nth(3).waitFor();
  await page.getByText(/^\d+ registros$/).waitFor();
  expect(await lookAtPaper(page, 'imprimir-lista')).toEqual([]);
  const shownAs = () => page.locator('html').getAttribute('data-tema');
  await expect.poll(shownAs).toBe('light');
  await keepPaper(page, 'papel-lista');
  await page.getByRole('link', {name: 'Voltar'}).click();
  await page.getByRole('button', {name: 'Exportar'}).waitFor();
  await expect.poll(shownAs).toBe('dark');
  // What the browser's own printing does to the page as it stands.
  for (const [event, theme] of [['beforeprint', 'light'], ['afterprint', 'dark']] as const) {
    expect(await page.evaluate(name => {
      window.dispatchEvent(new Event(name));
      return document.documentElement.dataset['tema'];
    }, event), event).toBe(theme);
  }
  await page.emulateMedia({media: 'print', colorScheme: 'dark'});
  await expectCount(page.getByRole('columnheader', {name: 'Ações'}), 0);
  await page.emulateMedia({media: null});
  await keepPaper(page, 'papel-ctrl-p-lista');
  await page.goto(`${portal.product.url}/adm/ticket?detalhes=460`);
  await page.getByRole('dialog').getByRole('table', {name: 'Histórico'}).waitFor();
  await page.emulateMedia({media: 'print', colorScheme: 'dark'});
  // The name of a file stays, though it is one to press.
  await expectCount(page.getByRole('button').filter({hasNotText: /\.pdf$/}), 0);
  await expectCount(page.getByRole('textbox'), 0);
  await page.locator('#root').waitFor({state: 'hidden'});
  await page.emulateMedia({media: null});
  await keepPaper(page, 'papel-ctrl-p-detalhes');
  expect(problems).toEqual([]);
});

test('and nothing is said in English', () => {
  expect(watched.heard.english()).toEqual([]);
  expect(watched.heard.has('Esta tela parou de funcionar.') && watched.heard.has('Atalhos do teclado')).toBe(true);
});
