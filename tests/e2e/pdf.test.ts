// A record's PDFs in place, in a real browser under the product's own policy (rules: Files 13): drawn and read by pages, as much of them as
// is looked at; nothing in them is run, and what cannot be shown says why.
import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {newPage, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {lockedPdf, pdfOf, pdfWithProgram, scannedPdf} from '../support/pdf.ts';
import {ADM} from '../support/product.ts';
import {quiet} from '../support/quiet.ts';
import {createSeed} from '../support/seed.ts';
import {createWorld, formOf, newTicket, PDF} from '../support/tickets.ts';
import config from '../../resources.config.ts';
import {look, PHONE} from './support/look.ts';
import {expectCount, expectFocus, press, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const PAGES = 200;
/** So much a page, that all of them are far more than what is asked for at first. */
const WEIGHT = 50_000;
const ELSEWHERE = 'http://127.0.0.1:9/';

const portal = openPortal();
let watched: WatchedPage;
let page: Page;
/** Bytes that came of each file, by its id. */
const came = new Map<number, number>();
const ids = new Map<string, number>();
let idTicket: number;

beforeAll(async () => {
  const {product, browser} = portal;
  const api = httpApi(product.url);
  const {body: {id, token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const world = await createWorld({seed: createSeed(api, {...ADM, id, token}, {config}), adm: {...ADM, id, token}});
  watched = await newPage(browser);
  ({page} = watched);
  const real = await page.context().newPage();
  await real.setContent('<h1>Romaneio de carga</h1><p style="page-break-after: always">Açúcar cristal, 40 toneladas</p><p>Conferido</p>');
  const written = await real.pdf();
  await real.close();
  const files = {
    'romaneio.pdf': written,
    'contrato.pdf': pdfOf({pages: Array.from({length: PAGES}, (_one, at) => `Folha ${at + 1}`), weight: WEIGHT}),
    'programa.pdf': pdfWithProgram(ELSEWHERE), 'protegido.pdf': lockedPdf(), 'quebrado.pdf': PDF, 'escaneado.pdf': scannedPdf(),
  };
  const {body} = await api(token, 'POST tickets', {form: formOf(newTicket(world), Object.entries(files).slice(0, 1)
    .map(([nome, bytes]) => ({nome, tipo: 'Laudo', bytes})))});
  idTicket = body.id;
  for (const [nome, bytes] of Object.entries(files).slice(1)) {
    const form = formOf({tipo: 'Laudo', idTicket, idFilial: world.idFilial}, [{nome, bytes}], 'file');
    await api(token, 'POST ticketsArquivo/upload-arquivo', {form});
  }
  const {body: {ticketArquivos}} = await api(token, 'GET tickets/:id', {params: {id: idTicket}});
  for (const one of ticketArquivos) ids.set(one.nomeArquivo, one.id);

  page.on('response', response => {
    const file = Number(/baixar-arquivo\/(\d+)/.exec(response.url())?.[1]);
    if (file > 0) came.set(file, (came.get(file) ?? 0) + Number(response.headers()['content-length']));
  });
  await signIn(page, product.url, ADM);
  await page.goto(`${product.url}/adm/ticket?detalhes=${idTicket}`);
});
afterAll(() => page?.context().close());

const viewer = () => page.locator('[aria-labelledby=arquivo-titulo]');
const view = async (name: string): Promise<void> => {
  // What a test that failed has left open.
  if (await viewer().count() > 0) await page.reload();
  await page.getByRole('button', {name, exact: true}).click();
  await page.getByRole('dialog', {name}).waitFor();
};
const close = async (): Promise<void> => {
  await page.getByRole('button', {name: 'Fechar', exact: true}).last().click();
  await expectCount(viewer(), 0);
};
const paper = (name: string) => page.getByRole('group', {name});
/** The middle of what is drawn: its colour. */
const middle = (): Promise<number[]> => page.locator('canvas[aria-hidden]').evaluate((canvas: HTMLCanvasElement) =>
  [...canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data]);
/** How many points of what is drawn are dark. */
const ink = (): Promise<number> => page.locator('canvas[aria-hidden]').evaluate((canvas: HTMLCanvasElement) => {
  const {data} = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at]! < 100) dark += 1;
  return dark;
});

test('a document is drawn page by page, with its text to be read, and led through by buttons and keys', async () => {
  await view('romaneio.pdf');
  const first = paper('Página 1 de 2');
  // As words: a screen reader has them, and they can be selected.
  await first.getByText('Romaneio de carga').waitFor();
  await first.getByText('Açúcar cristal, 40 toneladas').waitFor();
  await expect.poll(ink).toBeGreaterThan(100);
  expect(await page.evaluate(() => {
    getSelection()!.selectAllChildren(document.querySelector('[aria-label^="Página"] > div')!);
    return getSelection()!.toString();
  })).toMatch(/Romaneio de carga\s+Açúcar cristal/);
  await press(page, 'Próxima página');
  await paper('Página 2 de 2').getByText('Conferido').waitFor();
  const next = page.getByRole('button', {name: 'Próxima página'});
  await expectFocus(next);
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('PageUp');
  await paper('Página 1 de 2').getByText('Romaneio de carga').waitFor();

  const width = () => page.locator('canvas[aria-hidden]').evaluate((canvas: HTMLCanvasElement) => canvas.getBoundingClientRect().width);
  // As on paper: A4 at 96 points an inch.
  expect(Math.round(await width())).toBe(816);
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(1200);
  await page.keyboard.press('-');
  await expect.poll(async () => Math.round(await width())).toBe(816);
  expect(await look(page, '38-pdf')).toEqual([]);
  await page.setViewportSize(PHONE);
  // It fits, and stands beside nothing.
  await expect.poll(width).toBeLessThan(PHONE.width);
  await page.setViewportSize({width: 1280, height: 800});
  await close();
  await expectCount(page.locator('canvas[aria-hidden]'), 0);
});

test('of a long one as much comes as is looked at', async () => {
  const id = ids.get('contrato.pdf')!;
  await view('contrato.pdf');
  await paper(`Página 1 de ${PAGES}`).getByText('Folha 1', {exact: true}).waitFor();
  await quiet(page);
  expect(came.get(id)).toBeLessThan(PAGES * WEIGHT / 8);
  await page.keyboard.press('End');
  await paper(`Página ${PAGES} de ${PAGES}`).getByText(`Folha ${PAGES}`, {exact: true}).waitFor();
  await quiet(page);
  expect(came.get(id)).toBeLessThan(PAGES * WEIGHT / 4);
  await close();
});

test('nothing in a document is run, followed or sent', async () => {
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', request => asked.push(request.url()));
  page.on('dialog', dialog => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  await view('programa.pdf');
  await paper('Página 1 de 1').getByText('Nota com programa').waitFor();
  await paper('Página 1 de 1').click({position: {x: 200, y: 200}});
  await page.getByRole('dialog', {name: 'programa.pdf'}).waitFor();
  await quiet(page);
  expect(await page.title()).not.toContain('executado');
  expect(await paper('Página 1 de 1').locator('a, input, button, script, iframe').count()).toBe(0);
  expect([said, asked.filter(url => !url.startsWith(portal.product.url))]).toEqual([[], []]);
  // The worker has a policy of its own: it reaches nothing, whatever a document makes of it.
  const policy = (await fetch(page.workers().at(-1)!.url())).headers.get('content-security-policy');
  expect(policy).toBe("default-src 'none'; script-src 'wasm-unsafe-eval'");
  await close();
  await expect.poll(() => page.workers().length).toBe(0);
});

test('a scan is drawn as what it is, and said to have no text', async () => {
  await view('escaneado.pdf');
  await paper('Página 1 de 1').getByText('Página 1 de 1: é uma imagem, sem texto que possa ser lido.').waitFor();
  await expect.poll(middle).toEqual([0, 0, 0, 255]);
  await close();
});

test('what cannot be shown says why, and leads on to the next', async () => {
  await view('protegido.pdf');
  await page.getByText('Este PDF está protegido por senha. Baixe o arquivo para abri-lo no seu computador.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', {name: 'quebrado.pdf'})
    .getByText('Este PDF está danificado e não pôde ser mostrado. Baixe o arquivo para abri-lo no seu computador.').waitFor();
  const started = page.waitForEvent('download');
  await press(page, 'Baixar quebrado.pdf');
  expect((await started).suggestedFilename()).toBe('quebrado.pdf');
  await close();
  expect(watched.problems).toEqual([]);
});
