// A supplier's phone: two photos, a line that breaks, a session that ends, a page that is loaded anew. Nothing that was typed or chosen
// is lost, and there is one ticket (rules: Forms 8, Calls 4).
import {randomBytes} from 'node:crypto';
import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {newPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {quiet} from '../support/quiet.ts';
import {createSeed} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {createWorld, type World} from '../support/tickets.ts';
import {openUploadLine, type UploadLine} from '../support/uploadLine.ts';
import config from '../../resources.config.ts';
import {DESK, look, PHONE} from './support/look.ts';
import {
  enter, expectAddress, expectDrawn, expectFocus, expectToast, expectValue, fill, goWithin, openLineAfter, press, signIn,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';
import {forgetAnswer, goesOn, jumps, slowDown, watchJumps} from './support/slowLine.ts';

const KIB = 1024;
const PHOTO = 400 * KIB;
/** A picture of one pixel, and bytes behind it that no decoder looks at. */
const photo = Buffer.concat([
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  randomBytes(PHOTO),
]);
const PHOTOS = [{name: 'frente.png', tipo: 'Nota Fiscal'}, {name: 'verso.png', tipo: 'Laudo'}];

const portal = openPortal();
let api: Api;
let adm: {id: number; token: string};
let world: World;
let line: UploadLine;
let page: Page;

beforeAll(async () => {
  api = httpApi(portal.product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  adm = {id: body.id, token: body.token};
  world = await createWorld({seed: createSeed(api, {...ADM, ...adm}, {config}), adm: {...ADM, ...adm}});
  line = await openUploadLine(portal.product.url, 'POST /api/tickets ');
  ({page} = await newPage(portal.browser, {touch: true}));
  // The browser's own question when a page with unsaved changes is left: yes.
  page.on('dialog', dialog => void dialog.accept());
});
afterAll(() => line?.close());

const tickets = async (): Promise<readonly {id: number}[]> =>
  (await api(adm.token, 'GET tickets', {query: {idEmpresa: world.idEmpresa}})).body.registros;
const take = async ({name, tipo}: (typeof PHOTOS)[number]): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Escolher arquivo');
  await (await chooser).setFiles({name, mimeType: 'image/png', buffer: photo});
  await fill(page, 'Tipo do arquivo', tipo);
  await press(page, 'Adicionar arquivo');
  await page.getByRole('button', {name: `Remover ${name}`}).waitFor();
};
const allIsBack = async (): Promise<void> => {
  await page.getByText(/^Rascunho restaurado \(/).waitFor();
  await expectValue(page, 'Placa', 'BRA2E19');
  for (const {name, tipo} of PHOTOS) {
    const one = page.getByRole('list', {name: 'Arquivos adicionados'}).getByRole('listitem').filter({hasText: name});
    await one.getByText(new RegExp(`^${tipo} · .* · restaurado$`)).waitFor();
  }
};
const kept = (): Promise<number> => page.evaluate(() => new Promise<number>((resolve, reject) => {
  const opening = indexedDB.open('rascunhos');
  opening.onerror = () => reject(new Error('no store'));
  opening.onsuccess = () => {
    const asked = opening.result.transaction('arquivos').objectStore('arquivos').count();
    asked.onsuccess = () => {
      opening.result.close();
      resolve(asked.result);
    };
  };
}));

test('opens one ticket with two photos, through a line that breaks twice, a reload and a session that ended', async () => {
  const {fornecedor} = world.users;
  await signIn(page, line.url, fornecedor);
  await page.setViewportSize(PHONE);
  await goWithin(page, '/adm/ticket/salvar');
  await fill(page, 'Placa', 'BRA2E19');
  for (const one of PHOTOS) await take(one);
  // The two photos and where they belong.
  await expect.poll(kept).toBe(3);

  line.breaks({bytes: Math.round(0.8 * 2 * PHOTO)});
  await press(page, 'Salvar');
  await expectToast(page, config.messages.offline, 'Erro');
  expect(line.broken()).toBeGreaterThan(0);
  expect(await tickets()).toEqual([]);
  // Why nothing came is read in lines, not word under word beside the next try.
  const lines = await page.getByText(/^Ainda não foi enviado/).evaluate(said => {
    const range = document.createRange();
    range.selectNodeContents(said);
    return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size;
  });
  expect(lines).toBeLessThanOrEqual(4);

  // The battery dies.
  await page.reload();
  await allIsBack();

  // It arrives, and nobody hears of it.
  line.breaks('answer');
  await press(page, 'Salvar');
  await expectToast(page, config.messages.offline, 'Erro');
  expect(line.broken()).toBeGreaterThan(0);
  line.breaks(undefined);
  expect(await tickets()).toHaveLength(1);

  const senha = 'outra-senha-1';
  // The line of events ends with the session too: it is the save that learns of it first.
  await openLineAfter(page, /\/api\/tickets$/);
  await api(adm.token, 'PUT usuarios/:id', {params: {id: fornecedor.id}, body: {senha}});
  await press(page, 'Salvar');
  await expectAddress(page, /^\/login/);
  // Who signs in is known by the menu, which a phone has behind a button.
  await page.setViewportSize(DESK);
  await enter(page, {email: fornecedor.email, senha});
  await page.setViewportSize(PHONE);
  await expectAddress(page, '/adm/ticket/salvar');
  await allIsBack();

  await press(page, 'Salvar');
  await expectToast(page, 'Ticket Criado Com Sucesso!');
  const [one, ...more] = await tickets();
  expect(more).toEqual([]);
  const {body} = await api(adm.token, 'GET tickets/:id', {params: {id: one!.id}});
  expect(body.ticketArquivos).toMatchObject(PHOTOS.map(({name, tipo}) => ({nomeArquivo: name, tipo})));
  for (const {id} of body.ticketArquivos) {
    expect((await api(adm.token, 'GET TicketsArquivo/baixar-arquivo/:id', {params: {id}})).bytes.equals(photo)).toBe(true);
  }
  await expect.poll(kept).toBe(0);
});

test('looks at the photos in place, and has them all in one file', async () => {
  const [one] = await tickets();
  await goWithin(page, `/adm/ticket?detalhes=${one!.id}`);
  await page.getByRole('button', {name: 'frente.png', exact: true}).click();
  const viewer = page.getByRole('dialog', {name: 'frente.png'});
  const picture = viewer.getByRole('img', {name: 'frente.png'});
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1);
  expect(await look(page, '36-foto')).toEqual([]);
  await page.setViewportSize(PHONE);
  await press(page, 'Próximo arquivo');
  await page.getByRole('img', {name: 'verso.png'}).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', {name: 'verso.png'}).waitFor({state: 'detached'});
  const started = page.waitForEvent('download');
  await press(page, 'Baixar todos');
  expect((await started).suggestedFilename()).toBe(`Ticket ${one!.id}.zip`);
});

test('answers what is asked of them with a photo, in four taps from the list on; no focus lost, no jump, nothing covered', async () => {
  const [one] = await tickets();
  const {empresa} = world.users;
  await api(empresa.token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id: one!.id, idUsuario: empresa.id}});
  await api(empresa.token, 'PUT tickets/pendenciar/:id', {
    params: {id: one!.id}, body: {id: one!.id, comentario: 'Falta a placa do reboque.'},
  });
  await page.setViewportSize(PHONE);
  await goWithin(page, '/adm/ticket');
  const row = page.getByRole('listitem').filter({has: page.getByRole('link', {name: `Detalhes do ticket ${one!.id}`})});
  // Where it is the next thing it is in the list as well.
  await row.getByRole('button', {name: 'Responder'}).waitFor();
  await expectDrawn(page);
  await watchJumps(page);
  // What draws the cards comes after what they say.
  const listed = page.waitForResponse(response => response.url().includes('/api/tickets?'));
  await page.route('**/assets/cards-*.js', async route => {
    await listed;
    await page.getByText('1–1 de 1').waitFor();
    await route.continue();
  }, {times: 1});
  await page.reload();
  await row.getByRole('button', {name: 'Responder'}).waitFor();
  await expectDrawn(page);
  expect(await jumps(page)).toEqual([]);
  const quicken = await slowDown(page);
  let taps = 0;
  const tap = async (target: Locator): Promise<void> => {
    await target.tap();
    taps++;
  };
  await tap(page.getByRole('link', {name: `Detalhes do ticket ${one!.id}`}));
  const details = page.getByRole('dialog', {name: `Ticket ${one!.id}`});
  // What is asked stands first, in sight.
  const asked = details.getByText('Falta a placa do reboque.').first();
  await asked.waitFor();
  await expect.poll(async () => (await asked.boundingBox())?.y).toBeLessThan(PHONE.height);
  await goesOn(page);
  await tap(details.getByRole('button', {name: 'Responder'}));
  const answer = page.getByRole('dialog', {name: /^Responder/});
  const comment = answer.getByLabel('Comentário');
  // It is typed at once: no tap leads there.
  await expectFocus(comment);
  await expectDrawn(page);
  expect(await jumps(page)).toEqual([]);
  await page.keyboard.type('Reboque BRA2E20.');
  const chooser = page.waitForEvent('filechooser');
  const camera = answer.getByRole('button', {name: 'Tirar foto'});
  expect((await camera.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tap(camera);
  await (await chooser).setFiles({name: 'IMG_0042.png', mimeType: 'image/png', buffer: photo});
  await expectValue(page, 'Tipo do arquivo', 'Comprovante');
  await quiet(page);
  expect(await jumps(page), 'chosen').toEqual([]);
  expect(await look(page, '44-resposta')).toEqual([]);
  await page.setViewportSize(PHONE);
  await tap(answer.getByRole('button', {name: 'Responder e reabrir'}));
  await answer.waitFor({state: 'detached'});
  await details.getByText(/Reabrir \(de Pendência para Em-Aberto\)/).first().waitFor();
  await forgetAnswer(page);
  await goesOn(page);
  await quiet(page);
  expect(await jumps(page), 'reopened').toEqual([]);
  await expectToast(page, 'Ticket Reaberto!');
  await goesOn(page);
  await quicken();
  expect(taps).toBe(4);
  const {body} = await api(adm.token, 'GET tickets/:id', {params: {id: one!.id}});
  expect(body).toMatchObject({idStatusTicket: 1, ultimoComentario: {texto: 'Reboque BRA2E20.'}});
  expect(body.ticketArquivos.at(-1)).toMatchObject({nomeArquivo: 'IMG_0042.png', tipo: 'Comprovante'});
});

test('can stop an upload: nothing lies over anything else meanwhile, and what was chosen stays', async () => {
  await goWithin(page, '/adm/ticket/salvar');
  await fill(page, 'Placa', 'BRA2E19');
  await take(PHOTOS[0]!);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/tickets', async route => {
    await held.promise;
    // It was stopped meanwhile.
    await route.abort().catch(() => undefined);
  });
  await press(page, 'Salvar');
  const stop = page.getByRole('button', {name: 'Cancelar envio'});
  await stop.waitFor();
  await page.getByRole('progressbar', {name: 'Envio de frente.png'}).waitFor();
  const boxes = await Promise.all([stop, page.getByRole('link', {name: 'voltar'}), page.getByRole('button', {name: 'Salvar'})]
    .map(async one => (await one.boundingBox())!));
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const apart = one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y
        || other.y + other.height <= one.y;
      expect(apart, JSON.stringify([one, other])).toBe(true);
    }
  }
  expect(await look(page, '37-enviando')).toEqual([]);
  await page.setViewportSize(PHONE);
  await stop.click();
  await stop.waitFor({state: 'detached'});
  await page.getByRole('button', {name: 'Remover frente.png'}).waitFor();
  held.resolve();
  await page.unroute('**/api/tickets');
});
