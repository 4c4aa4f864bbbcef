// The product's promise (README, 'add a field'): one line and three names in resources.config.ts, nothing else, and the
// field is in the database, the API, the list, the filter and the form, validated on both sides.
import type {Browser} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {newPage, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import type {Api} from '../support/server.ts';
import {cloneProduct, type Clone} from './support/clone.ts';
import {expectHeading, expectValue, field, fill, openMenu, press, row, signIn, expectToast} from './support/person.ts';
import {closePages, openBrowser} from './support/portal.ts';

const LABEL = 'Inscrição Estadual';
const CONFIG = 'resources.config.ts';
const vale = {razaoSocial: 'Cerealista Vale do Ivaí', cnpj: '27465018000115', email: 'contato@vale.test', telefone: '4334211080'};
const serra = {razaoSocial: 'Cooperativa Serra Azul', cnpj: '12ABC345000188', email: 'contato@serra.test', telefone: '5432221000'};

let clone: Clone;
let product: Product;
let browser: Browser;
let watched: WatchedPage;
let api: Api;
let token: string;
let idVale: number;

beforeAll(async () => {
  clone = await cloneProduct();
  [product, browser] = await Promise.all([openProduct({root: clone.root, first: false}), openBrowser()]);
  watched = await newPage(browser);
  api = httpApi(product.url);
  ({token} = (await api(undefined, 'POST usuarios/login', {body: ADM})).body);
  // A company from before the field.
  idVale = (await api(token, 'POST empresas', {body: vale})).body.id;
});
afterAll(async () => {
  await closePages(browser);
  await product?.dispose();
  await clone?.remove();
});

test('a maintainer adds it to the config alone, and starts the product again', async () => {
  await clone.edit(CONFIG, "unique: 'global', messages: CNPJ},\n        email: {kind: 'email', label: 'E-mail', maxLength: 45",
    `unique: 'global', messages: CNPJ},
        inscricaoEstadual: {kind: 'texto', label: '${LABEL}', maxLength: 20},
        email: {kind: 'email', label: 'E-mail', maxLength: 45`);
  await clone.edit(CONFIG, "columns: ['razaoSocial', 'cnpj', 'email', 'telefone', 'contato', 'ativo']",
    "columns: ['razaoSocial', 'cnpj', 'inscricaoEstadual', 'email', 'telefone', 'contato', 'ativo']");
  await clone.edit(
    CONFIG,
    "cnpj: {maxLength: 20},\n          ativo: {...SITUACAO, all: 'Todas'",
    "cnpj: {maxLength: 20}, inscricaoEstadual: {},\n          ativo: {...SITUACAO, all: 'Todas'",
  );
  await clone.edit(CONFIG, "fields: ['razaoSocial', 'cnpj', 'email', 'telefone', 'contato', 'celularContato']",
    "fields: ['razaoSocial', 'cnpj', 'inscricaoEstadual', 'email', 'telefone', 'contato', 'celularContato']");
  expect(await clone.changed()).toEqual([CONFIG]);
  // The start builds the portal meanwhile.
  const types = clone.checkTypes();
  types.catch(() => undefined);
  await product.stop();
  await product.start();
  await types;
});

test('the API takes, answers and filters it, and refuses what is too long', async () => {
  const {body: before} = await api(token, 'GET empresas/:id', {params: {id: idVale}});
  expect(before).toMatchObject({...vale, inscricaoEstadual: ''});
  const sent = {...serra, inscricaoEstadual: '029/0000301'};
  expect(await api(token, 'POST empresas', {body: {...sent, inscricaoEstadual: '1'.repeat(21)}})).toMatchObject({
    status: 400,
    body: {codigo: 'VALIDACAO', campos: [{campo: 'inscricaoEstadual', mensagem: 'Limite de 20 caracteres excedido.'}]},
  });
  expect(await api(token, 'POST empresas', {body: sent})).toMatchObject({status: 201, body: sent});
  const {body: found} = await api(token, 'GET empresas', {query: {page: 1, inscricaoEstadual: '029'}});
  expect(found).toMatchObject({total: 1, registros: [{razaoSocial: serra.razaoSocial}]});
});

test('the portal shows it in form, list and filter', async () => {
  const {page} = watched;
  await signIn(page, product.url, ADM);
  await openMenu(page, 'Empresa');
  await page.getByRole('columnheader', {name: LABEL}).waitFor();
  await row(page, serra.razaoSocial).getByRole('cell', {name: '029/0000301', exact: true}).waitFor();

  await page.getByRole('link', {name: vale.razaoSocial, exact: true}).click();
  // The list has a filter of the same name.
  await expectHeading(page, 'Cadastro de Empresas');
  await field(page, LABEL).pressSequentially('1234567890123456789012345');
  await expectValue(page, LABEL, '12345678901234567890');
  await page.getByText('20/20').waitFor();
  await fill(page, LABEL, '90.123.456-78');
  await press(page, 'Salvar');
  await expectToast(page, 'Empresa Editada!');
  await row(page, vale.razaoSocial).getByRole('cell', {name: '90.123.456-78', exact: true}).waitFor();

  await fill(page, LABEL, '90.123');
  await row(page, serra.razaoSocial).waitFor({state: 'detached'});
  await row(page, vale.razaoSocial).waitFor();
  expect(watched.problems).toEqual([]);
});
