// The product's promise (README, 'add a resource'): one object in resources.config.ts, nothing else, and there is a menu entry, a
// list, a form, an API, a table and permissions; and lists stay quick when there is very much in them.
import type {Browser, Page, Request, Response} from 'playwright-core';
import {sql} from 'kysely';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openDatabase} from '../../src/server/db/connection/open.ts';
import {newPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {ofEachEnded} from '../support/quiet.ts';
import {createSeed, type SeedUser} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import config from '../../resources.config.ts';
import {cloneOfProduct} from './support/clone.ts';
import {
  chooseAction, confirm, expectAddress, expectCount, expectDisabled, expectHeading, expectRow, expectTitle, expectToast,
  expectValue, field, fill,
  fillForm, goWithin, NO_PAGE, openMenu, press, row, signIn,
} from './support/person.ts';
import {closePages, openBrowser} from './support/portal.ts';

const [VALE, SERRA] = ['Cerealista Vale do Ivaí', 'Cooperativa Serra Azul'];
/** Of suppliers and of users, each. */
const MANY = 20_000;
const PAGE = 20;

let product: Product;
let browser: Browser;
let api: Api;
let adm: Page;
let token: string;
let idVale: number;
let idSerra: number;
let marta: SeedUser;
let celio: SeedUser;
/** What went wrong in the console of every page. */
const problems: string[][] = [];

const open = async (): Promise<Page> => {
  const watched = await newPage(browser);
  problems.push(watched.problems);
  return watched.page;
};

beforeAll(async () => {
  // On a folder that was started without it, as a maintainer has one.
  [product, browser] = await Promise.all([openProduct({root: await cloneOfProduct(), first: false, brief: false}), openBrowser()]);
  api = httpApi(product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  ({token} = body);
  const seed = createSeed(api, {...ADM, id: body.id, token}, {config});
  ({id: idVale} = await seed.empresa({razaoSocial: VALE}));
  ({id: idSerra} = await seed.empresa({razaoSocial: SERRA}));
  marta = await seed.usuario({perfil: 'empresa', idEmpresa: idVale});
  celio = await seed.usuario({perfil: 'fornecedor', idEmpresa: idVale});
  adm = await open();
});
afterAll(async () => {
  await closePages(browser);
  await product?.dispose();
});

/** To the form: the list it is opened from has filters of the same names. */
const create = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
  await expectHeading(page, 'Cadastro de Veículos');
};

test('the Adm finds it in the menu, and an empty list that says what to do', async () => {
  await signIn(adm, product.url, ADM, NO_PAGE);
  const group = adm.getByRole('navigation', {name: 'Menu principal'}).getByRole('group', {name: 'Administração'});
  await expect.poll(() => group.getByRole('link').allInnerTexts()).toEqual(['Empresa', 'Fornecedor', 'Usuários', 'Veículos']);
  await openMenu(adm, 'Veículos');
  await expectHeading(adm, 'Veículos');
  await adm.getByText('Nenhum veículo encontrado.').waitFor();
  await expectAddress(adm, /^\/adm\/veiculo(?:\?|$)/);
  await expectTitle(adm, 'Veículo');
});

test('and creates records, which are validated here and there', async () => {
  await create(adm);
  await expectAddress(adm, '/adm/veiculo/salvar');
  await press(adm, 'Salvar');
  await expectCount(adm.getByText('Esse campo é obrigatório.'), 2);
  await expect.poll(() => field(adm, 'Placa').getAttribute('aria-invalid')).toBe('true');
  await field(adm, 'Placa').pressSequentially('BRA2E19-demais');
  // Nothing that was typed is cut.
  await expectValue(adm, 'Placa', 'BRA2E19-demais');
  await press(adm, 'Salvar');
  await expectCount(adm.getByText('Limite de 8 caracteres excedido.'), 1);
  await fillForm(adm, {Empresa: VALE, Placa: 'BRA2E19'});
  await press(adm, 'Salvar');
  await expectToast(adm, 'Veículo Cadastrado!');
  await expectRow(adm, 'BRA2E19');

  await create(adm);
  await fillForm(adm, {Empresa: VALE, Placa: 'BRA2E19'});
  await press(adm, 'Salvar');
  await expectToast(adm, 'Placa já cadastrado nesta empresa.', 'Atenção');
  await adm.getByRole('main').getByText('Placa já cadastrado nesta empresa.').waitFor();
  // Unique within a company.
  await fill(adm, 'Empresa', SERRA);
  await press(adm, 'Salvar');
  await expectToast(adm, 'Veículo Cadastrado!');
  await expectCount(row(adm, 'BRA2E19'), 2);
});

test('and edits, filters and deletes them', async () => {
  await adm.getByRole('link', {name: 'BRA2E19', exact: true}).first().click();
  await expectHeading(adm, 'Cadastro de Veículos');
  await expectValue(adm, 'Placa', 'BRA2E19');
  await fill(adm, 'Placa', 'QXZ4F07');
  await press(adm, 'Salvar');
  await expectToast(adm, 'Veículo Editado!');

  await expectRow(adm, 'QXZ4F07');
  await fill(adm, 'Placa', 'qxz');
  await row(adm, 'BRA2E19').waitFor({state: 'detached'});
  await expectRow(adm, 'QXZ4F07');
  await expect.poll(() => new URL(adm.url()).searchParams.get('filter')).toBe('{"placa":"qxz"}');

  await chooseAction(adm, 'QXZ4F07', 'Excluir');
  await confirm(adm, 'Deseja realmente excluir Veículo?', 'Voltar');
  await expectRow(adm, 'QXZ4F07');
  await chooseAction(adm, 'QXZ4F07', 'Excluir');
  await confirm(adm, 'Deseja realmente excluir Veículo?', 'Excluir');
  await expectToast(adm, 'Registro Excluído!');
  await adm.getByText('Nenhum veículo encontrado.').waitFor();
  await adm.getByRole('main').getByRole('button', {name: 'Limpar filtros'}).last().click();
  await expectRow(adm, 'BRA2E19');
});

test('the Empresa has its own company alone, and may do what the object says', async () => {
  const {body: [theirs]} = await api(token, 'GET veiculos');
  const {body: own} = await api(token, 'POST veiculos', {body: {idEmpresa: idVale, placa: 'VAL1A01'}});
  expect(theirs).toMatchObject({idEmpresa: idSerra});
  const page = await open();
  await signIn(page, product.url, marta, NO_PAGE);
  await openMenu(page, 'Veículos');
  await expectRow(page, 'VAL1A01');
  expect(await row(page, 'BRA2E19').count()).toBe(0);
  expect(await page.getByRole('button', {name: /^Ação/}).count()).toBe(0);

  await create(page);
  await expectValue(page, 'Empresa', VALE);
  await expectDisabled(field(page, 'Empresa'));
  await fill(page, 'Placa', 'VAL2B02');
  await press(page, 'Salvar');
  await expectToast(page, 'Veículo Cadastrado!');
  await page.getByRole('link', {name: 'VAL1A01', exact: true}).click();
  await expectHeading(page, 'Cadastro de Veículos');
  await expectValue(page, 'Placa', 'VAL1A01');
  await fill(page, 'Placa', 'VAL1A02');
  await press(page, 'Salvar');
  await expectToast(page, 'Veículo Editado!');
  expect((await api(token, 'GET veiculos/:id', {params: {id: own.id}})).body).toMatchObject({placa: 'VAL1A02', versao: 2});
  await page.context().close();
});

test('the Fornecedor is refused, in the page and by the server', async () => {
  const page = await open();
  await signIn(page, product.url, celio, NO_PAGE);
  for (const address of ['veiculo', 'veiculo/salvar', 'veiculo/salvar/1']) {
    await goWithin(page, `/adm/${address}`);
    await expectHeading(page, 'Acesso negado');
    await expectTitle(page, 'Veículo');
  }
  expect(await api(celio.token, 'GET veiculos')).toMatchObject({status: 403});
  await page.context().close();
});

/** Written where the server keeps them. */
const insertMany = async (): Promise<void> => {
  const {db, close} = await openDatabase(product.place, (message, error) => expect.fail(`${message} ${String(error)}`));
  await sql`insert into fornecedores (id_empresa, razao_social, email, telefone)
    select ${idVale}::integer, 'Irmãos São José ' || i, 'contato' || i || '@fornecedor.test', '1133334444'
    from generate_series(1, ${MANY}::integer) as i`.execute(db);
  await sql`insert into usuarios (id_empresa, nome, email, tipo)
    select ${idVale}::integer, 'João Conceição ' || i, 'pessoa' || i || '@muitos.test', 5 from generate_series(1, ${MANY}::integer) as i`
      .execute(db);
  await close();
};

/**
 * How many records an answer carries and how many there are, in the shapes of lists (rules: Lists 1); none in an answer that is no list.
 */
const answered = async (response: Response): Promise<{rows: number; total: number}> => {
  const body = await response.json() as unknown[] | {registros?: unknown[]; total?: number};
  if (Array.isArray(body)) return {rows: body.length, total: Number(response.headers()['x-total-count'])};
  return {rows: body.registros?.length ?? 0, total: body.total ?? 0};
};

/** How many records came over the line for a request that is over. */
const rowsOf = async (request: Request): Promise<number> => {
  const response = await request.response();
  return response?.ok() === true ? (await answered(response)).rows : 0;
};

test(`of ${MANY} suppliers and as many users a filtered list shows a page, and nothing else comes over the line`, async () => {
  const isAlone = product.place.DATABASE_URL === undefined;
  if (isAlone) {
    // Nobody else is let in. A screen in sight would ask meanwhile, and say that nobody answers.
    await adm.goto('about:blank');
    await product.stop();
  }
  await insertMany();
  if (isAlone) {
    await product.start();
    await adm.goto(`${product.url}/adm/home`);
  }
  // Of what was asked for and given up on the way nothing came.
  const came = ofEachEnded(adm, request => (request.resourceType() === 'fetch' ? rowsOf(request) : undefined));
  // 77, 770 to 779 and 7700 to 7799, each with its accents.
  for (const {entry, filter, text, path} of [
    {entry: 'Fornecedor', filter: 'Razão Social', text: 'irmaos sao jose 77', path: '/api/fornecedores'},
    {entry: 'Usuários', filter: 'Nome', text: 'joao conceicao 77', path: '/api/usuarios'},
  ]) {
    await openMenu(adm, entry);
    await adm.getByText(new RegExp(`^1–${PAGE} de 20\\.\\d{3}$`)).waitFor();
    const filtered = adm.waitForResponse(response => response.url().includes(`${path}?`) && response.url().includes('77'));
    await fill(adm, filter, text);
    expect(await answered(await filtered)).toEqual({rows: PAGE, total: 111});
    await adm.getByText(`1–${PAGE} de 111`, {exact: true}).waitFor();
    await expectCount(adm.getByRole('table').getByRole('row'), 1 + PAGE);
    await press(adm, 'Ir para a última página');
    await adm.getByText('101–111 de 111', {exact: true}).waitFor();
    await expectCount(adm.getByRole('table').getByRole('row'), 1 + 11);
  }
  expect(Math.max(...await came())).toBe(PAGE);
});

test('nobody found anything in the console, but the one refusal', () => {
  expect(problems.flat()).toEqual([expect.stringMatching(/status of 400 .*api\/veiculos/)]);
});
