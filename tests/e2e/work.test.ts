// A ticket's way through a day, counted: every click, every key that is no text, every call; how much of the list is in sight; and thirty
// tickets, one after the other, on a slow line.
import type {Locator, Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import {newPage, slowClock} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {quiet} from '../support/quiet.ts';
import {formOf, NOTA} from '../support/tickets.ts';
import {takeToast} from '../support/toasts.ts';
import {expectDrawn, expectFocus, goWithin, openLineAfter, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';
import {forgetAnswer, goesOn, jumps, slowDown, watchJumps} from './support/slowLine.ts';

const portal = openPortal({env: {DEMO: '1'}});
let page: Page;
const counts = {clicks: 0, keys: 0, calls: [] as string[]};

beforeAll(async () => {
  ({page} = await newPage(portal.browser, {width: 1280, height: 800}));
  await slowClock(page);
  page.on('request', request => {
    const {pathname} = new URL(request.url());
    // The tab's one line is no ticket's, nor what the bell asks where nothing is told on it for a while, nor who is looking.
    if (!pathname.startsWith('/api/') || /\/(eventos|avisos|presenca)$/.test(pathname)) return;
    counts.calls.push(`${request.method()} ${pathname.slice('/api/'.length).replace(/\/\d+/g, '/:id')}`);
  });
  // Heard of from now on: a key is quicker than the browser learns that somebody waits for it.
  page.on('filechooser', () => undefined);
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

const LIST = ['GET tickets', 'GET tickets/abas'];

/** The open tickets, at their beginning; what happened before the line was open is read. */
const openList = async (): Promise<void> => {
  // What the page before still asks for is not counted.
  await page.goto(`${portal.product.url}/api/vivo`);
  await openLineAfter(page, /\/api\/tickets\?/);
  begin();
  await page.goto(`${portal.product.url}/adm/ticket/status/1`);
  await page.getByRole('table').waitFor();
  // Somebody is there.
  await page.keyboard.press('Shift');
  await expect.poll(() => counts.calls.filter(call => LIST.includes(call)).toSorted()).toEqual([...LIST, ...LIST].toSorted());
  await settled();
};

const PDF = {mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n')};
/** Chooses a file for the finished ticket. @param press the button that asks for it */
const choose = async (name: string, press: () => Promise<void>): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await press();
  await (await chooser).setFiles({...PDF, name});
  await dialog(/^Finalizar/).getByText(name).waitFor();
};
/** What a dialog asks for, written in it. */
const write = async (place: Locator, text: string): Promise<void> => {
  const input = place.getByRole('textbox').first();
  await expectFocus(input);
  await page.keyboard.type(text);
};

test('a list shows fourteen rows at 1280 × 800, each action in one column, nothing sideways, and three cards on a phone', async () => {
  await goWithin(page, '/adm/ticket');
  await page.getByRole('table').waitFor();
  await settled();
  const inSight = await page.locator('tr[data-linha]').evaluateAll(rows =>
    rows.filter(row => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  expect(inSight).toBeGreaterThanOrEqual(14);
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({width, height: 800});
    const place = page.getByRole('table').locator('..');
    await expect.poll(() => place.evaluate(one => one.scrollWidth - one.clientWidth), {message: `${width}`}).toBe(0);
    for (const name of [/^Ações/, /^Código/, /^Status/, /^Formulário/, /^Data de Criação/, /^Aguardando/]) {
      await page.getByRole('columnheader', {name}).waitFor();
    }
    const actions = [['link', /^Detalhes/], ['link', /^Editar/], ['button', /^Mais ações/], ['button', /^Atender$/]] as const;
    for (const [role, name] of actions) {
      const places = page.getByRole('table').getByRole(role, {name});
      await expect.poll(async () => {
        const lefts = await places.evaluateAll(all => all.map(one => one.getBoundingClientRect().left));
        return [new Set(lefts).size, lefts.length > 1];
      }, {message: `${width}: ${String(name)}`}).toEqual([1, true]);
    }
  }
  await page.setViewportSize({width: 360, height: 740});
  const cards = page.getByRole('list', {name: 'Tickets'}).locator('> li');
  await cards.first().waitFor();
  const edges = () => cards.evaluateAll(all => all.map(one => one.getBoundingClientRect()));
  await expect.poll(async () => (await edges())[0]?.top).toBeLessThan(300);
  await expect.poll(async () => (await edges()).filter(({bottom}) => bottom <= 740).length).toBeGreaterThanOrEqual(3);
  await page.setViewportSize({width: 1280, height: 800});

  const {page: phone} = await newPage(portal.browser, {touch: true});
  await signIn(phone, portal.product.url, ADM);
  await phone.setViewportSize({width: 360, height: 740});
  await goWithin(phone, '/adm/ticket');
  const touched = phone.getByRole('list', {name: 'Tickets'}).locator('> li');
  await touched.nth(10).waitFor();
  const right = async () => Math.max(...await touched.evaluateAll(all => all.map(one => one.getBoundingClientRect().right)));
  await expect.poll(right, {message: 'cards for fingers'}).toBeLessThanOrEqual(344);
  await phone.context().close();
});

/** What opening a ticket asks for, whichever way. */
const OPENED = ['GET tickets/:id', 'GET ticketsArquivo/:id', 'GET ticketsHistorico/:id'];
/** What is done to it; a file is looked at besides. */
const DONE = ['PUT tickets/iniciar-atendimento/:id/:id', 'PUT tickets/pendenciar/:id', 'PUT tickets/finalizar/:id'];
const CHECKED = 'POST ticketsArquivo/validar-extensao-arquivo';
/** What never changes while somebody works: asked for with the first ticket of a page, and not again. */
const ONCE = ['GET limites', 'GET tickets/lista-fixa-transgenia/', 'GET ticketsArquivo/lista-tipos-arquivo/'];

const byClicks = async (): Promise<void> => {
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
  await page.getByRole('table', {name: 'Histórico'}).getByText('Falta a nota fiscal.').waitFor();
  await click(button('Finalizar'));
  await write(dialog(/^Finalizar/), 'Descarga feita.');
  const before = page.url();
  await click(button('Finalizar e próximo', dialog(/^Finalizar/)));
  await expect.poll(() => page.url()).not.toBe(before);
  await page.getByRole('navigation', {name: 'Fila'}).getByText(/^2 de /).waitFor();
  await settled();
};

test('in seven clicks: details, attended, pending, finished, and the next; what never changes is asked for once', async () => {
  await openList();
  begin();
  await byClicks();
  expect(counts).toMatchObject({clicks: 7, keys: 0});
  expect(counts.calls.toSorted()).toEqual([...OPENED, ...DONE, ...ONCE, ...OPENED].toSorted());
});

test('by keys: the same way, with a file whose name says nothing, within the same page', async () => {
  await goWithin(page, '/adm/ticket/status/1');
  await page.getByRole('table').waitFor();
  await settled();
  begin();
  await key('ArrowDown');
  await key('Enter');
  const details = dialog(/^Ticket \d+/);
  const place = details.getByRole('navigation', {name: 'Fila'}).getByText(/^\d+ de /);
  // Whichever row the list was left at.
  const at = Number.parseInt(await place.innerText(), 10);
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
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await key('f');
  const finishing = dialog(/^Finalizar/);
  await write(finishing, 'Descarga feita.');
  await key('Tab');
  await expectFocus(button('Escolher arquivo', finishing));
  await choose('scan-0042.pdf', () => key('Enter'));
  const type = finishing.getByLabel('Tipo do arquivo', {exact: true});
  await expectFocus(type);
  await key('l');
  await expect.poll(() => type.inputValue()).toBe('Laudo');
  await key('Control+Enter');
  await finishing.waitFor({state: 'detached'});
  await expectFocus(button('Próximo'));
  // From the foot of the page as well.
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect.poll(async () => (await button('Próximo').boundingBox())?.y ?? -1).toBeGreaterThan(0);
  await settled();
  expect(counts.calls.toSorted()).toEqual([...OPENED, ...DONE, CHECKED].toSorted());
  const before = page.url();
  await key('Enter');
  await expect.poll(() => page.url()).not.toBe(before);
  await page.getByRole('navigation', {name: 'Fila'}).getByText(new RegExp(`^${at + 1} de `)).waitFor();
  await settled();
  expect(counts).toMatchObject({clicks: 0, keys: 12});
  // The next ticket's own.
  expect(counts.calls.slice(OPENED.length + DONE.length + 1).toSorted()).toEqual(OPENED.toSorted());
});

/** Opens more of what is open: as many as one of them again. */
const openMore = async (count: number): Promise<void> => {
  const api = httpApi(portal.product.url);
  const {body: {token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const {body: {registros: [{id}]}} = await api(token, 'GET tickets', {query: {idStatusTicket: 1}});
  const {body: {idEmpresa, idFilial, idModeloFormulario, ticketFormularios}} = await api(token, 'GET tickets/:id', {params: {id}});
  const {body: items} = await api(token, 'GET modelosFormularioItem', {query: {idModeloFormulario}});
  const values = new Map(ticketFormularios.map(({descricao, valor}: Record<string, unknown>) => [descricao, valor]));
  const filled = items.map((item: {id: number; descricao: string}) => ({id: item.id, valor: values.get(item.descricao)}));
  for (let n = 0; n < count; n++) {
    const form = formOf({idEmpresa, idFilial, idModeloFormulario, ticketFormularios: filled}, [NOTA]);
    expect(await api(token, 'POST tickets', {form})).toMatchObject({status: 201});
  }
};

test('one after the other on a slow line: nine keys, then seven and six calls each; no focus lost, no jump, nothing covered', async () => {
  const many = 30;
  await openMore(many);
  await goWithin(page, '/adm/ticket/status/1');
  await page.getByRole('table').waitFor();
  await settled();
  const quicken = await slowDown(page);
  await watchJumps(page);
  const queue = page.getByRole('navigation', {name: 'Fila'});
  let n = 1;
  /** Nothing moved since the last answer was drawn. */
  const expectStill = async (when: string): Promise<void> => expect(await jumps(page), `${when}, ${n}`).toEqual([]);
  /** What was sent is answered, and one can go on; of the first record once all has come, during which nothing moves. */
  const answered = async (what: string): Promise<void> => {
    await forgetAnswer(page);
    await goesOn(page);
    if (n === 1) await quiet(page);
    await expectStill(what);
  };
  begin();
  await key('ArrowDown');
  await key('Enter');
  await queue.getByText(/^\d+ de /).waitFor();
  const first = Number.parseInt(await queue.getByText(/^\d+ de /).innerText(), 10);
  for (; n <= many; n++) {
    await goesOn(page);
    if (n === 1) await quiet(page);
    await key('a');
    await expectFocus(button('Atender', page.getByRole('alertdialog')));
    await expectStill('opened');
    await key('Enter');
    await button('Salvar').waitFor();
    await answered('attended');
    await key('p');
    await write(dialog(/^Registrar Pendência/), 'Falta a nota fiscal.');
    await expectStill('asked why');
    await key('Control+Enter');
    await dialog(/^Registrar Pendência/).waitFor({state: 'detached'});
    await expectFocus(button('Próximo'));
    await answered('pending');
    await key('f');
    await write(dialog(/^Finalizar/), 'Descarga feita.');
    await expectStill('asked how it ended');
    await key('Control+Enter');
    await dialog(/^Finalizar/).waitFor({state: 'detached'});
    await expectFocus(button('Próximo'));
    await expect.poll(() => takeToast(page, 'status', ['Sucesso', 'Ticket Finalizado!'])).toBe(true);
    await answered('finished');
    await key('Enter');
    await queue.getByText(new RegExp(`^${first + n} de `)).waitFor();
  }
  await goesOn(page);
  await settled();
  await expectStill('the next');
  await quicken();
  expect(counts).toMatchObject({clicks: 0, keys: 2 + 7 * many});
  // A page of the list has twenty.
  const pages = counts.calls.filter(call => call === 'GET tickets').length;
  expect(pages).toBeLessThanOrEqual(many / 10);
  expect(counts.calls.filter(call => call !== 'GET tickets').toSorted())
    .toEqual([...OPENED, ...Array.from({length: many}, () => [...DONE, ...OPENED]).flat()].toSorted());
});

test('a ticket that a robot marked opens at the first mark, with the focus on its words', async () => {
  const api = httpApi(portal.product.url);
  const {body: {token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const {body: {registros}} = await api(token, 'GET tickets', {query: {page: 1, pageSize: 50, idStatusTicket: 6}});
  const {id} = registros.find(({ultimoComentario: {texto}}: {ultimoComentario: {texto: string}}) => texto.startsWith('A agenda'));
  await goWithin(page, `/adm/ticket/editar/${String(id)}`);
  const mark = page.locator('[data-aviso]').filter({hasText: 'Não há veículo com esta placa'});
  await expectFocus(mark);
  await expect.poll(() => mark.evaluate(one => {
    const {top, bottom} = one.getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  })).toBe(true);
});

test('on a phone the title of the details has a line, and the way to the next record one below it', async () => {
  await page.setViewportSize({width: 360, height: 740});
  await goWithin(page, '/adm/ticket/status/1');
  await page.getByRole('link', {name: /^Detalhes do ticket/}).first().click();
  const details = dialog(/^Ticket \d+/);
  await settled();
  await button('Mais', details).click();
  await page.getByRole('menuitem', {name: 'Cancelar'}).click();
  await write(dialog(/^Cancelar/), 'Foi aberto em duplicidade.');
  await button('Cancelar', dialog(/^Cancelar/)).click();
  await button('Próximo', details).waitFor();
  const heading = details.getByRole('heading', {level: 2}).first();
  const lines = () => heading.evaluate(element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size;
  });
  await expect.poll(lines).toBe(1);
  const [title, next] = await Promise.all([heading, button('Próximo', details)].map(one => one.boundingBox()));
  expect(next!.y).toBeGreaterThanOrEqual(title!.y + title!.height);
  expect(next!.x + next!.width).toBeLessThanOrEqual(360);
  await page.setViewportSize({width: 1280, height: 800});
});
