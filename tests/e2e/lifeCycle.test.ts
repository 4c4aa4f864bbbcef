// What people do with a record that has a life cycle, a form frozen from a template and files, from opening it to its end: tickets, and,
// with everything, reports that no code names and that are so by declaration alone. One table for both (support/lifeCycles.ts).
import type {Browser, Locator, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {demoPdf} from '../../src/server/demo/pdf.ts';
import {newPage, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM, ONLY_MAILS, openProduct, type Product} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import config from '../../resources.config.ts';
import {WHOLE} from '../support/whole.ts';
import {cloneOfProduct} from './support/clone.ts';
import {actionOf, BRANCH, CODE, COMPANY, enteredBy, resourceOf, rows as allRows, stepsOf, type Move} from './support/lifeCycles.ts';
import {look as lookAt} from './support/look.ts';
import {
  attach, confirm, download, expectAddress, expectCount, expectDisabled, expectFocus, expectHeading, expectRow, expectToast, expectValue,
  field, fill, fillForm, NO_PAGE,
  openMenu, press, row as rowOf, signIn, type Attachment, type Credentials,
} from './support/person.ts';
import {closePages, openBrowser} from './support/portal.ts';

type Who = 'adm' | 'empresa' | 'fornecedor' | 'empresaUsuario';
const NAMES: Record<Who, string> = {
  adm: 'Administrador', empresa: 'Marta Nogueira', fornecedor: 'Célio Bonfim', empresaUsuario: 'Otávio Lins',
};

const rows = allRows.filter(({name}) => WHOLE || name === 'tickets');
let product: Product;
let browser: Browser;
const people = new Map<Who, Credentials>([['adm', ADM]]);
const opened = new Map<Who, WatchedPage>();

/** The page of somebody, who signs in when they come first. */
const pageOf = async (who: Who): Promise<Page> => {
  const there = opened.get(who);
  if (there !== undefined) return there.page;
  const watched = await newPage(browser);
  opened.set(who, watched);
  await signIn(watched.page, product.url, people.get(who)!, NO_PAGE);
  return watched.page;
};

beforeAll(async () => {
  const own = WHOLE ? {root: await cloneOfProduct(), first: false} : {};
  [product, browser] = await Promise.all([openProduct(own), openBrowser()]);
  const api = httpApi(product.url);
  const {body: {id, token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const seed = createSeed(api, {...ADM, id, token}, {config});
  const {id: idEmpresa} = await seed.empresa({razaoSocial: COMPANY});
  const {id: idFilial} = await seed.filial({idEmpresa, descricao: BRANCH});
  const made = {idEmpresa, idFilial};
  for (const {name, template: {items}} of rows) {
    if (name === 'tickets') await seed.modelo({...made, descricao: 'Descarga', itens: items});
    else {
      const {body: roteiro} = await api(token, 'POST roteiros', {body: {...made, nome: 'Descarga', norma: 'IN 29'}});
      for (const item of items) await api(token, 'POST roteirosPergunta', {body: {...item, idRoteiro: roteiro.id}});
    }
  }
  for (const perfil of ['empresa', 'fornecedor', 'empresaUsuario'] as const) people.set(perfil, await seed.usuario({
    perfil, idEmpresa, nome: NAMES[perfil], codigoExterno: perfil === 'fornecedor' ? CODE : '',
    filiais: perfil === 'empresa' ? [] : [idFilial],
  }));
});
afterAll(async () => {
  await closePages(browser);
  await product?.dispose();
});

/** A screen in sight would ask while nobody answers, and say so. */
const NOWHERE = 'about:blank';
const fileOf = async (name: string, tipo: string): Promise<Attachment> =>
  ({name, tipo, bytes: demoPdf(name)});
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
/** Read once: a problem belongs to the step it came in. */
const expectNoProblems = () => expect([...opened.values()].flatMap(({problems}) => problems.splice(0)), 'console errors').toEqual([]);
/** What somebody else sees of each, once all was done. */
const afterwards = new Map<string, () => Promise<void>>();

describe.each(rows)('$name', row => {
  const resource = resourceOf(row);
  const {edited: {label, to}} = row;
  const [told = ''] = row.listed;
  /** What its row says once it was edited. */
  const toldNow = told === row.edited.from ? to : told;
  const endStatus = enteredBy(row, row.ended.action);
  const faults: string[] = [];
  let nota: Attachment;
  let laudo: Attachment;
  let worker: Page;
  let id: number;
  let failed = false;
  beforeAll(async () => {
    nota = await fileOf('Nota fiscal nº 104.500.pdf', 'Nota Fiscal');
    laudo = await fileOf('laudo.pdf', 'Laudo');
    worker = await pageOf(row.worker);
  });
  // One life: after a step that failed the others would only wait in vain.
  beforeEach(context => context.skip(failed, 'a step before failed'));
  afterEach(({task}) => {
    failed ||= task.result?.state === 'fail';
    expectNoProblems();
  });
  const look = async (page: Page, what: string) => void faults.push(...await lookAt(page, `${row.name}-${what}`));
  const sentence = (text: string) => text.replace('{id}', String(id));
  const expectStatus = (page: Page, name: string) => page.getByRole('region', {name: 'Situação'}).filter({hasText: name}).waitFor();

  /** Does what an action of the edit screen asks, refusals first, and says yes where it only asks whether to. */
  const move = async (page: Page, {action: name, answers, late = [], file = false}: Move): Promise<void> => {
    const action = actionOf(row, name);
    await press(page, action.label);
    if (action.confirm !== undefined) await confirm(page, action.confirm, action.label);
    else {
      const dialog = page.getByRole('dialog', {name: new RegExp(`^${action.label}`)});
      const needed = dialog.getByText('Esse campo é obrigatório.');
      await press(dialog, action.label);
      await expectCount(needed, 1);
      for (const [asked, answer] of answers) await fill(dialog, asked, answer);
      // Asked as the field it is: needed where another answer makes it so.
      if (late.length > 0) {
        await expectCount(needed, 0);
        await press(dialog, action.label);
        await expectCount(needed, late.length);
        for (const [asked, answer] of late) await fill(dialog, asked, answer);
      }
      if (file) await attach(dialog, laudo);
      await look(page, name);
      await press(dialog, action.label);
    }
    await expectToast(page, action.success);
  };

  test('is opened with its form and a file', async () => {
    const page = await pageOf(row.author);
    await openMenu(page, row.menu);
    await page.getByText(resource.messages.empty).first().waitFor();
    await page.getByRole('main').getByRole('link', {name: resource.list.createLabel ?? ''}).first().click();
    await expectHeading(page, resource.list.createLabel ?? '');
    await expectValue(page, 'Empresa', COMPANY);
    await expectDisabled(field(page, 'Empresa'));
    await fillForm(page, row.fields);
    await attach(page, nota);
    await press(page, 'Salvar');
    await expectToast(page, resource.messages.created);
    for (const text of row.listed) await expectRow(page, told, text);
  });

  test('is taken in its row, after a question, and opened', async () => {
    const {label: take, confirm: question = '', success} = actionOf(row, row.taken);
    await openMenu(worker, row.menu);
    await rowOf(worker, told).getByRole('button', {name: new RegExp(`^${take}`)}).click();
    await confirm(worker, question, take);
    await expectToast(worker, success);
    await expectAddress(worker, new RegExp(`^/adm/${resource.route}/${resource.editRoute ?? 'salvar'}/\\d+$`));
    id = Number(worker.url().split('/').at(-1));
    await expectStatus(worker, enteredBy(row, row.taken));
    await worker.getByText(nota.name).waitFor();
    await look(worker, 'editar');
  });

  test('is edited', async () => {
    await fill(worker, label, to);
    const scrolled = () => worker.evaluate(() => scrollY);
    const save = worker.getByRole('button', {name: 'Salvar', exact: true});
    // By the mouse: as a locator's click the page would be scrolled first.
    const {x, y} = (await save.boundingBox())!;
    const before = await scrolled();
    await worker.mouse.click(x + 5, y + 5);
    await expectToast(worker, sentence(resource.messages.updated));
    await expectValue(worker, label, to);
    await expectFocus(save);
    expect(await scrolled(), 'the page stays where it is').toBe(before);
  });

  test('asks what its action asks, and tells it', async () => {
    const [[, reason] = []] = row.asked.answers;
    await move(worker, row.asked);
    await expectStatus(worker, enteredBy(row, row.asked.action));
    await worker.getByRole('region', {name: 'Histórico'}).getByText(String(reason)).first().waitFor();
  });

  test('at an end can only be read', async () => {
    await move(worker, row.ended);
    await worker.getByText(`Somente leitura. ${resource.label.one} já está em ${endStatus}.`).waitFor();
    await expectDisabled(worker.getByRole('button', {name: 'Salvar', exact: true}));
    await look(worker, 'fim');
  });

  /** What everybody who reaches it must find in its details: form, files byte for byte, every step. */
  const expectDetails = async (page: Page, picture?: string): Promise<void> => {
    await openMenu(page, row.menu);
    const one = rowOf(page, toldNow);
    await one.getByText(endStatus, {exact: true}).waitFor();
    await one.getByRole('link', {name: /^Detalhes/}).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('region', {name: 'Situação'}).filter({hasText: endStatus}).waitFor();
    // Until the whole record is there, what the list knows of it is shown.
    const form = dialog.getByRole('region', {name: 'Dados do formulário'});
    const facts = async () => [await form.getByRole('term').allInnerTexts(), await form.getByRole('definition').allInnerTexts()];
    await expect.poll(facts).toEqual([row.form.map(([name]) => name), row.form.map(([, value]) => value)]);
    for (const {name, bytes} of row.ended.file === true ? [nota, laudo] : [nota]) {
      const saved = await download(dialog, name);
      expect(saved.bytes.equals(bytes), name).toBe(true);
      // Where the machine has no Brazilian locale, Chromium saves an accented name as 'download'.
      expect([name, 'download']).toContain(saved.name);
    }
    const table = dialog.getByRole('region', {name: 'Histórico'}).getByRole('table');
    const steps = async () => {
      const cells = (await table.getByRole('row').all()).slice(1).map(step => step.getByRole('cell').allInnerTexts());
      // Between two statuses stands an arrow that is drawn, not written.
      return (await Promise.all(cells)).map(texts => texts.map(text => text.replaceAll(/\s+/g, ' ')));
    };
    await expect.poll(async () => (await steps()).toReversed().map(([, ...told]) => told))
      .toEqual(stepsOf(row, {author: NAMES[row.author], worker: NAMES[row.worker]}));
    for (const [when = ''] of await steps()) expect(when).toMatch(/^.+ \(\d\d\/\d\d\/\d\d \d\d:\d\d\)$/);
    if (picture !== undefined) await look(page, picture);
    await press(dialog, 'Fechar');
    await dialog.waitFor({state: 'detached'});
  };

  test('its details tell everything', () => expectDetails(worker, 'detalhes'));

  test('is exported with its list', async () => {
    await press(worker, 'Exportar');
    const file = worker.waitForEvent('download');
    await worker.getByRole('menuitem', {name: /CSV/}).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await file).createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    for (const cell of [toldNow, endStatus, row.listed[1]]) expect(text).toContain(cell);
    await expectToast(worker, 'Arquivo exportado: 1 registro.');
  });

  const expectAfterwards = async () => {
    const page = await pageOf(row.viewer);
    if (page.url() === NOWHERE) await page.goto(product.url + NO_PAGE);
    await expectDetails(page);
    expect(await rowOf(page, toldNow).getByRole('link', {name: /^Editar/}).count()).toBe(0);
  };
  afterwards.set(row.name, expectAfterwards);

  test('every screen seen keeps to its width and to the rules of accessibility, light and dark', () => {
    expect(faults).toEqual([]);
  });
});

describe('the product', () => {
  test('is stopped and started', async () => {
    for (const {page} of opened.values()) await page.goto(NOWHERE);
    // Whom the steps tell has a mail of it, of which the operator is told where it is.
    expect(await product.stop()).toMatchObject({code: 0, stderr: expect.stringMatching(ONLY_MAILS)});
    await product.start();
  });
  afterEach(expectNoProblems);

  const expectThere = (name: string) => afterwards.get(name)?.();
  test.each(rows)('has everything of $name, and who else reaches it sees it', ({name}) => expectThere(name));
});
