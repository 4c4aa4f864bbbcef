// A life cycle, a frozen form and files on a resource that no code names, in a real browser: what tickets have, by declaration alone.
import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Resource} from '../../src/schema/config.ts';
import {acceptance} from '../support/acceptance.ts';
import {launchBrowser, newPage, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import {PDF} from '../support/tickets.ts';
import config from '../../resources.config.ts';
import {cloneProduct, type Clone} from './support/clone.ts';
import {attach, confirm, expectRow, expectToast, fill, fillForm, openMenu, press, row, signIn} from './support/person.ts';

const VALE = 'Cerealista Vale do Ivaí';
const TITULO = 'Laudo de umidade';

let clone: Clone;
let product: Product;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  clone = await cloneProduct();
  const resources: Readonly<Record<string, Resource>> = acceptance.resources;
  const added = Object.entries(resources).filter(([name]) => !(name in config.resources))
    .map(([name, resource]) => `    ${name}: ${JSON.stringify(resource)},\n`);
  await clone.edit('resources.config.ts', '  resources: {\n', `  resources: {\n${added.join('')}`);
  product = await openProduct({root: clone.root});
  watched = await newPage(await launchBrowser());
  ({page} = watched);
  const api = httpApi(product.url);
  const {body: {id, token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const seed = createSeed(api, {...ADM, id, token}, {config});
  const {id: idEmpresa} = await seed.empresa({razaoSocial: VALE});
  const {id: idFilial} = await seed.filial({idEmpresa, descricao: 'Matriz'});
  const {body: roteiro} = await api(token, 'POST roteiros', {body: {idEmpresa, idFilial, nome: 'Classificação', norma: 'IN 29'}});
  const pergunta = {idRoteiro: roteiro.id, descricao: 'Umidade', tipoCampo: 'numero', obrigatorio: true, mostrarConsultaTicket: true};
  await api(token, 'POST roteirosPergunta', {body: pergunta});
  await signIn(page, product.url, ADM);
});
afterAll(async () => {
  await page?.context().browser()?.close();
  await product?.dispose();
  await clone?.remove();
});

const dialog = () => page.getByRole('dialog');

test('is opened with its form and a file', async () => {
  await openMenu(page, 'Laudos');
  await page.getByText('Nenhum laudo encontrado.').waitFor();
  await page.getByRole('main').getByRole('link', {name: 'Abrir Laudo'}).first().click();
  await page.getByRole('heading', {level: 1, name: 'Abrir Laudo'}).waitFor();
  await fillForm(page, {Empresa: VALE, Filial: 'Matriz', Roteiro: 'Classificação', Título: TITULO, Umidade: '14'});
  await attach(page, {name: 'amostra.pdf', tipo: 'Laudo', bytes: PDF});
  await press(page, 'Salvar');
  await expectToast(page, 'Laudo Aberto!');
  await expectRow(page, TITULO);
  await expectRow(page, 'Umidade: 14');
});

test('is acted upon from its row, and asks what its action asks', async () => {
  await row(page, TITULO).getByRole('button', {name: /^Assumir/}).click();
  await confirm(page, 'Deseja Assumir o Laudo ?', 'Assumir');
  await expectToast(page, 'Laudo Assumido!');
  await page.waitForURL(/\/adm\/laudo\/salvar\/\d+$/);
  await page.getByText('amostra.pdf').waitFor();

  await press(page, 'Pedir Complemento');
  await fill(dialog(), 'Motivo', 'Falta a foto.');
  await fill(dialog(), 'Com prazo', true);
  await press(dialog(), 'Pedir Complemento');
  // Asked as the field it is: needed where another answer makes it so.
  await dialog().getByText('Esse campo é obrigatório.').waitFor();
  await fill(dialog(), 'Novo prazo', '31/12/2030');
  await press(dialog(), 'Pedir Complemento');
  await expectToast(page, 'Complemento Pedido!');
  await page.getByRole('region', {name: 'Histórico'}).getByText('Falta a foto.').waitFor();
});

test('is shown over its list, and at an end can only be read', async () => {
  await press(page, 'Recusar');
  await confirm(page, 'Deseja Recusar o Laudo ?', 'Recusar');
  await expectToast(page, 'Laudo Recusado!');
  await page.getByText('Somente leitura. Laudo já está em Recusado.').waitFor();
  expect(await page.getByRole('button', {name: 'Salvar', exact: true}).isDisabled()).toBe(true);
  await openMenu(page, 'Laudos');
  await row(page, TITULO).getByRole('link', {name: /Detalhes/}).click();
  await dialog().getByText('amostra.pdf').waitFor();
  await dialog().getByText('Falta a foto.').waitFor();
  expect(watched.problems).toEqual([]);
});
