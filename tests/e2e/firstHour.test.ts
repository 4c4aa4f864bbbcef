// The first hour, counted: from an empty database to the first ticket of a supplier, every click besides what is typed.
import type {Locator, Page} from 'playwright-core';
import {expect, test} from 'vitest';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {newCnpj} from '../support/seed.ts';
import {expectHeading, expectRow, expectValue, fillForm, openMenu, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal();
const ANA = {email: 'frete@transportes.test', senha: 'segredo-3'};

test('company, branch, supplier, access, template with items and the first ticket take twenty clicks', async () => {
  let clicks = 0;
  const counted = async (click: Promise<void>): Promise<void> => {
    await click;
    clicks++;
  };
  const click = (target: Locator) => counted(target.click());
  const {page} = await newPage(portal.browser);
  await signIn(page, portal.product.url, ADM);
  // A toast stays while somebody points at it; this machine may be slower than they are.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.Toastify__progress-bar {animation-play-state: paused !important}');
    document.adoptedStyleSheets.push(sheet);
  });
  const button = (name: string, place: Page | Locator = page) => place.getByRole('button', {name, exact: true});
  const save = () => click(button('Salvar'));
  const next = (name: string) => click(page.getByRole('link', {name, exact: true}));
  const create = async (menu: string, heading: string): Promise<void> => {
    await counted(openMenu(page, menu));
    await click(page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first());
    await expectHeading(page, heading);
  };
  const contact = {Telefone: '4334211080', Contato: 'Rui'};

  await click(page.getByRole('region', {name: 'Primeiros passos'}).getByRole('link').first());
  await fillForm(page, {'Razão Social': 'Sol Ltda', CNPJ: newCnpj(), 'E-mail': 'sol@sol.test', ...contact});
  await save();
  await next('Adicionar filiais');
  const branches = page.getByRole('dialog', {name: 'Adicionar Filial à Empresa: Sol Ltda'});
  await fillForm(branches, {Descrição: 'Matriz', 'Razão Social': 'Sol Ltda', CNPJ: newCnpj(), ...contact});
  await click(button('Salvar', branches));
  await expectRow(branches, 'Matriz');
  await click(button('Fechar', branches));
  await branches.waitFor({state: 'detached'});

  await create('Fornecedor', 'Cadastro de Fornecedores');
  await expectValue(page, 'Empresa', 'Sol Ltda');
  await fillForm(page, {'Razão Social': 'Transportes', 'E-mail': ANA.email, ...contact});
  await save();
  await next('Criar acesso');
  // What the supplier says is there, and the only branch is ticked.
  await expectValue(page, 'E-mail', ANA.email);
  await page.getByRole('switch', {name: 'Matriz', checked: true}).waitFor();
  await fillForm(page, {Senha: ANA.senha});
  await save();
  await expectRow(page, 'Transportes', 'Fornecedor');

  await create('Modelos Formulário', 'Cadastro de Modelos Formulário');
  await expectValue(page, 'Filial', 'Matriz');
  await fillForm(page, {Descrição: 'Descarga', 'Chave Pai': 'OPERACAO', Chave: 'DESC'});
  await save();
  await next('Adicionar itens');
  const items = page.getByRole('dialog', {name: 'Adicionar Item Modelo: Descarga'});
  for (const name of ['Placa', 'Motorista']) {
    await fillForm(items, {Descrição: name});
    await items.getByLabel('Tipo do Campo').press('T');
    await expect.poll(() => items.getByLabel('Tipo do Campo').inputValue()).toBe('texto');
    await click(button('Salvar', items));
    await expectRow(items, name);
    await expectValue(items, 'Descrição', '');
  }

  const {page: theirs} = await newPage(portal.browser);
  await theirs.goto(portal.product.url);
  await theirs.getByLabel('E-mail').fill(ANA.email);
  await theirs.getByLabel('Senha').fill(ANA.senha);
  await click(button('Login', theirs));
  await click(theirs.getByRole('link', {name: 'Abrir Ticket'}).first());
  await expectValue(theirs, 'Formulário', 'Descarga');
  await fillForm(theirs, {Placa: 'ABC1D23', Motorista: 'Rui'});
  const type = theirs.getByLabel('Tipo do arquivo');
  await type.getByRole('option', {name: 'Nota Fiscal'}).waitFor({state: 'attached'});
  const chooser = theirs.waitForEvent('filechooser');
  await click(button('Escolher arquivo', theirs));
  await (await chooser).setFiles({name: 'nota fiscal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n')});
  // Its name says what it is.
  await expect.poll(() => type.inputValue()).toBe('Nota Fiscal');
  await click(button('Salvar', theirs));
  await theirs.getByRole('row', {name: /Descarga/}).waitFor();
  expect(clicks).toBe(20);
});
