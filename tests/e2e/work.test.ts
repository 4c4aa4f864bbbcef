// A ticket's way through a day, counted: every click, every key that is no text, every call; and how much of the list is in sight.
import type {Locator, Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {quiet} from '../support/quiet.ts';
import {expectDrawn, expectFocus, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal({env: {DEMO: '1'}});
let page: Page;
const counts = {clicks: 0, keys: 0, calls: [] as string[]};

beforeAll(async () => {
  ({page} = await newPage(portal.browser, {width: 1280, height: 800}));
  page.on('request', request => {
    const {pathname} = new URL(request.url());
    // The tab's one line is no ticket's.
    if (!pathname.startsWith('/api/') || pathname.endsWith('/eventos')) return;
    counts.calls.push(`${request.method()} ${pathname.slice('/api/'.length).replace(/\/\d+/g, '/:id')}`);
  });
  await signIn(page, portal.product.url, ADM);
});

const begin = (): void => void Object.assign(counts, {clicks: 0, keys: 0, calls: []});
const click = async (target: Locator): Promise<void> => {
  await target.click();
  counts.clicks++;
};
/** One press, with what is held down meanwhile. */
const key = async (name: string): Promise<void> => {
  await page.keyboard.press(name);
  counts.keys++;
};
const dialog = (name: RegExp): Locator => page.getByRole('dialog', {name});
const button = (name: string, place: Page | Locator = page): Locator => place.getByRole('button', {name, exact: true});
/** Nothing is on its way any more. */
const settled = async (): Promise<void> => {
  await quiet(page);
  await expectDrawn(page);
};

/** The open tickets, at their beginning. */
const openList = async (): Promise<void> => {
  await page.goto(`${portal.product.url}/adm/ticket/status/1`);
  await page.getByRole('table').waitFor();
  await settled();
};

/** The file of a finished ticket: chosen, told its type, added. */
const addFile = async (place: Locator): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await click(button('Escolher arquivo', place));
  await (await chooser).setFiles({name: 'laudo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n')});
  await place.getByLabel('Tipo do arquivo', {exact: true}).selectOption({index: 1});
  counts.clicks++;
  await click(button('Adicionar arquivo', place));
  await place.getByRole('list', {name: 'Arquivos adicionados'}).getByText('laudo.pdf').waitFor();
};
/** What a dialog asks for, written in it. */
const write = async (place: Locator, text: string): Promise<void> => {
  const input = place.getByRole('textbox').first();
  await expectFocus(input);
  await page.keyboard.type(text);
};

test('a list at 1280 × 800 shows fourteen rows, and nothing of it scrolls sideways', async () => {
  await page.goto(`${portal.product.url}/adm/ticket`);
  await page.getByRole('table').waitFor();
  await settled();
  const inSight = await page.locator('tr[data-linha]').evaluateAll(rows =>
    rows.filter(row => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  expect(inSight).toBeGreaterThanOrEqual(14);
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({width, height: 800});
    const place = page.getByRole('table').locator('..');
    await expect.poll(() => place.evaluate(one => one.scrollWidth - one.clientWidth), {message: `${width}`}).toBe(0);
    for (const name of [/^Ações/, /^Código/, /^Status/, /^Formulário/, /^Filial/, /^No Status Desde/]) {
      expect(await page.getByRole('columnheader', {name}).isVisible(), `${width}: ${String(name)}`).toBe(true);
    }
  }
  await page.setViewportSize({width: 1280, height: 800});
});

test('by keys: details, attended, pending, finished with a file, and the next', async () => {
  await openList();
  begin();
  await key('ArrowDown');
  await key('Enter');
  const details = dialog(/^Ticket \d+/);
  await details.getByRole('navigation', {name: 'Fila'}).getByText(/^1 de /).waitFor();
  await settled();
  await key('a');
  await expectFocus(button('Atender', page.getByRole('alertdialog')));
  await key('Enter');
  await page.waitForURL(/\/editar\/\d+$/);
  await button('Salvar').waitFor();
  await settled();
  await key('p');
  await write(dialog(/^Registrar Pendência/), 'Falta a nota fiscal.');
  await key('Control+Enter');
  await dialog(/^Registrar Pendência/).waitFor({state: 'detached'});
  await expectFocus(button('Próximo'));
  await settled();
  await key('f');
  await write(dialog(/^Finalizar/), 'Descarga feita.');
  await addFile(dialog(/^Finalizar/));
  await key('Control+Enter');
  await expectFocus(button('Próximo'));
  await settled();
  const before = page.url();
  await key('Enter');
  await expect.poll(() => page.url()).not.toBe(before);
  await page.getByRole('navigation', {name: 'Fila'}).getByText(/^2 de /).waitFor();
  await settled();
  expect(counts.keys).toBeLessThanOrEqual(9);
  // All of them the file's.
  expect(counts.clicks).toBeLessThanOrEqual(3);
  expect(counts.calls.length, counts.calls.join('\n')).toBeLessThanOrEqual(16);
});

test('by clicks: the same way', async () => {
  await openList();
  begin();
  await click(page.getByRole('link', {name: /^Detalhes do ticket/}).first());
  await settled();
  await click(button('Atender', dialog(/^Ticket \d+/)));
  await click(button('Atender', page.getByRole('alertdialog')));
  await page.waitForURL(/\/editar\/\d+$/);
  await button('Salvar').waitFor();
  await settled();
  await click(button('Registrar Pendência'));
  await write(dialog(/^Registrar Pendência/), 'Falta a nota fiscal.');
  await click(button('Registrar Pendência', dialog(/^Registrar Pendência/)));
  await button('Próximo').waitFor();
  await settled();
  await click(button('Finalizar'));
  await write(dialog(/^Finalizar/), 'Descarga feita.');
  await addFile(dialog(/^Finalizar/));
  await click(button('Finalizar', dialog(/^Finalizar/)));
  await expectFocus(button('Próximo'));
  await settled();
  await click(button('Próximo'));
  await page.getByRole('navigation', {name: 'Fila'}).getByText(/^2 de /).waitFor();
  await settled();
  expect(counts.clicks).toBeLessThanOrEqual(11);
  expect(counts.keys).toBe(0);
  expect(counts.calls.length, counts.calls.join('\n')).toBeLessThanOrEqual(16);
});
