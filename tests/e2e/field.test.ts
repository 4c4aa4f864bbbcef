// The product's promise (README, 'add a field'): one line and three names in resources.config.ts, nothing else, and the
// field is in the database, the API, the list, the filter and the form, validated on both sides.
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {newPage, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import type {Api} from '../support/server.ts';
import {FIELD} from '../support/recipes.ts';
import {cloneOfProduct} from './support/clone.ts';
import {expectHeading, field, fill, openMenu, press, row, signIn, expectToast} from './support/person.ts';
import {closePages, openBrowser} from './support/portal.ts';

const vale = {razaoSocial: 'Cerealista Vale do Ivaí', cnpj: '27465018000115', email: 'contato@vale.test', telefone: '4334211080'};
const serra = {razaoSocial: 'Cooperativa Serra Azul', cnpj: '12ABC345000188', email: 'contato@serra.test', telefone: '5432221000'};

let product: Product;
let browser: Browser;
let watched: WatchedPage;
let api: Api;
let token: string;
let idVale: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), openBrowser()]);
  watched = await newPage(browser);
  api = httpApi(product.url);
  ({token} = (await api(undefined, 'POST usuarios/login', {body: ADM})).body);
  // A company from before the field.
  idVale = (await api(token, 'POST empresas', {body: vale})).body.id;
});
afterAll(async () => {
  await closePages(browser);
  await product?.dispose();
});

test('a maintainer adds it to the config alone, and starts the product again', async () => {
  await product.stop();
  await product.start(await cloneOfProduct());
  const {body} = await api(token, 'GET empresas/:id', {params: {id: idVale}});
  expect(body).toMatchObject({...vale, inscricaoEstadual: ''});
  await api(token, 'POST empresas', {body: {...serra, inscricaoEstadual: '029/0000301'}});
});

test('the portal shows it in form, list and filter', async () => {
  const {page} = watched;
  await signIn(page, product.url, ADM);
  await openMenu(page, 'Empresa');
  await page.getByRole('columnheader', {name: FIELD}).waitFor();
  await row(page, serra.razaoSocial).getByRole('cell', {name: '029/0000301', exact: true}).waitFor();

  await page.getByRole('link', {name: vale.razaoSocial, exact: true}).click();
  // The list has a filter of the same name.
  await expectHeading(page, 'Cadastro de Empresas');
  await field(page, FIELD).pressSequentially('1234567890123456789012345');
  await page.getByText('25/20').waitFor();
  await press(page, 'Salvar');
  await page.getByText('Limite de 20 caracteres excedido.').waitFor();
  await fill(page, FIELD, '90.123.456-78');
  await press(page, 'Salvar');
  await expectToast(page, 'Empresa Editada!');
  await row(page, vale.razaoSocial).getByRole('cell', {name: '90.123.456-78', exact: true}).waitFor();

  await fill(page, FIELD, '90.123');
  await row(page, serra.razaoSocial).waitFor({state: 'detached'});
  await row(page, vale.razaoSocial).waitFor();
  expect(watched.problems).toEqual([]);
});
