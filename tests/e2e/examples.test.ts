// The applications of docs/examples as `npm start -- --config …` runs them: each with its demonstration, a folder and a build of its own,
// and every screen of them looked at.
import type {Page} from 'playwright-core';
import {expect, test} from 'vitest';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {DESK, look} from './support/look.ts';
import {
  confirm, expectDrawn, expectHeading, expectRow, expectToast, fillForm, openMenu, press, row, signIn,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const frota = openPortal({config: 'docs/examples/frota.config.ts', env: {DEMO: '1'}});
const compras = openPortal({config: 'docs/examples/compras.config.ts', env: {DEMO: '1'}});
const clinica = openPortal({config: 'docs/examples/clinica.config.ts', env: {DEMO: '1'}});

/** An entry in the menu of a row. */
const choose = async (page: Page, record: string, entry: string): Promise<void> => {
  await row(page, record).getByRole('button', {name: /^Mais ações/}).click();
  await page.getByRole('menuitem', {name: entry, exact: true}).click();
};
const PDF = Buffer.from('%PDF-1.4 proposta');
const dialog = (page: Page, name: string) => page.getByRole('dialog', {name});

test('fleet: a mechanic opens an order, begins it, adds parts that are summed at once, and finishes it', async () => {
  const {page, problems} = await newPage(frota.browser);
  await signIn(page, frota.product.url, {email: 'beto@frota.example', senha: await frota.product.passwordOf('beto@frota.example')});
  await openMenu(page, 'Ordens de Serviço');
  await page.getByRole('main').getByRole('link', {name: 'Abrir Ordem'}).first().click();
  await expectHeading(page, 'Abrir Ordem');
  await fillForm(page, {Veículo: 'FGH3456', Oficina: 'Oficina Central'});
  await page.getByText('Em branco: o de Veículo.').waitFor();
  await press(page, 'Salvar');
  await expectToast(page, 'Ordem Cadastrada!');
  await press(row(page, 'FGH3456'), 'Iniciar');
  await confirm(page, 'Iniciar?', 'Iniciar');
  await expectToast(page, 'Ordem Iniciada!');
  await expectRow(page, 'FGH3456', 'Em Serviço');

  await choose(page, 'FGH3456', 'Peças');
  const parts = dialog(page, 'Peças da ordem');
  await fillForm(parts, {Peça: 'Pastilha', Quantidade: '2', Preço: '149,90', Instalada: true});
  await press(parts, 'Salvar');
  await expectToast(page, 'Peça Cadastrada!');
  await expectRow(parts, 'Pastilha', 'R$ 299,80');
  await press(parts, 'Fechar');
  await parts.waitFor({state: 'detached'});
  // The list of this width has no room for the sum.
  await row(page, 'FGH3456').getByRole('link', {name: /^Detalhes/}).click();
  const details = page.getByRole('dialog', {name: /^Ordem /});
  await details.getByText('R$ 299,80', {exact: true}).first().waitFor();
  await press(details, 'Fechar');
  await details.waitFor({state: 'detached'});

  await choose(page, 'FGH3456', 'Concluir');
  const asks = dialog(page, 'Concluir');
  await fillForm(asks, {'Hodômetro na Saída (km)': '48512'});
  await press(asks, 'Concluir');
  await expectToast(page, 'Ordem Concluída!');
  await expectRow(page, 'FGH3456', 'Em Conferência');
  expect(problems).toEqual([]);
});

test('purchases: a request above the amount, with its proposal, goes through two approvals', async () => {
  const problems: string[][] = [];
  const enterAs = async (who: string): Promise<Page> => {
    const watched = await newPage(compras.browser);
    problems.push(watched.problems);
    const email = `${who}@compras.example`;
    await signIn(watched.page, compras.product.url, {email, senha: await compras.product.passwordOf(email)});
    // Where each of them begins.
    await expectHeading(watched.page, 'Pedidos');
    return watched.page;
  };
  const caio = await enterAs('caio');
  await caio.getByRole('main').getByRole('link', {name: 'Pedir'}).first().click();
  await expectHeading(caio, 'Pedir');
  await fillForm(caio, {Unidade: 'Sede', 'Centro de Custo': 'Manutenção', 'O que é': 'Gerador a diesel'});
  const chooser = caio.waitForEvent('filechooser');
  await press(caio, 'Escolher arquivo: Proposta');
  await (await chooser).setFiles({name: 'proposta.pdf', mimeType: 'application/pdf', buffer: PDF});
  // It has arrived.
  await caio.getByRole('button', {name: 'Remover proposta.pdf'}).waitFor();
  await press(caio, 'Salvar');
  await expectToast(caio, 'Pedido Cadastrado!');
  await choose(caio, 'Gerador a diesel', 'Itens');
  const items = dialog(caio, 'Itens do pedido');
  await fillForm(items, {Item: 'Gerador 60 kVA', 'Preço Estimado': '48000,00'});
  await press(items, 'Salvar');
  await expectToast(caio, 'Item Cadastrado!');
  await press(items, 'Fechar');
  await expectRow(caio, 'Gerador a diesel', 'R$ 48.000,00');
  await press(row(caio, 'Gerador a diesel'), 'Enviar');
  await confirm(caio, 'Deseja Enviar o Pedido para Aprovação ?', 'Enviar');
  await expectToast(caio, 'Pedido Enviado!');

  const nair = await enterAs('nair');
  await press(row(nair, 'Gerador a diesel'), 'Aprovar');
  await confirm(nair, 'Aprovar?', 'Aprovar');
  await expectToast(nair, 'Pedido Aprovado!');
  const helena = await enterAs('helena');
  await press(row(helena, 'Gerador a diesel'), 'Autorizar');
  await confirm(helena, 'Deseja Autorizar a Compra ?', 'Autorizar');
  await expectToast(helena, 'Pedido Autorizado!');
  // All the while its author looks on.
  await expectRow(caio, 'Gerador a diesel', 'Em Cotação');
  expect(problems).toEqual([[], [], []]);
});

test('clinic: a technician delivers a loan, which takes its equipment from the shelf, and brings it back', async () => {
  const {page, problems} = await newPage(clinica.browser);
  const enterAs = async (who: string): Promise<void> => {
    const email = `${who}@clinica.example`;
    await signIn(page, clinica.product.url, {email, senha: await clinica.product.passwordOf(email)});
  };
  await enterAs('tiago');
  await openMenu(page, 'Prateleira');
  await expectHeading(page, 'Prateleira');
  const shelf = page.getByRole('list', {name: 'Equipamentos disponíveis'});
  await shelf.getByText('3 · Cadeira de rodas').waitFor();
  expect(await shelf.getByText('Bomba de infusão').count()).toBe(0);

  await openMenu(page, 'Empréstimos');
  await page.getByRole('group', {name: 'Abas'}).getByRole('button', {name: /^Abertos/}).click();
  await row(page, 'Bomba de infusão').getByRole('link', {name: /^Detalhes/}).click();
  const details = page.getByRole('dialog', {name: '2 · Bomba de infusão'});
  await press(details, 'Devolver');
  await confirm(page, 'Devolver?', 'Devolver');
  await expectToast(page, 'Empréstimo Devolvido!');
  await press(details, 'Fechar');
  await openMenu(page, 'Prateleira');
  await shelf.getByText('1 · Bomba de infusão').waitFor();
  await openMenu(page, 'Inspeções');
  await expectRow(page, 'Bomba de infusão', 'Pendente');
  expect(problems).toEqual([]);
});

/** Who sees which screens, by their entries of the menu; of each list its first record, its details and a new one besides. */
const SEEN = [
  {name: 'frota', of: frota, email: ADM.email, entries: [
    'Painel', 'Veículos', 'Ordens de Serviço', 'Empresas', 'Garagens', 'Usuários', 'Oficinas',
  ]},
  {name: 'frota-mecanico', of: frota, email: 'beto@frota.example', entries: ['Box', 'Ordens de Serviço']},
  {name: 'compras', of: compras, email: ADM.email, entries: [
    'Painel', 'Pedidos', 'Fornecedores', 'Empresas', 'Unidades', 'Centros de Custo', 'Usuários',
  ]},
  {name: 'compras-pessoa', of: compras, email: 'caio@compras.example', entries: ['Pedidos']},
  {name: 'clinica', of: clinica, email: ADM.email, entries: [
    'Painel', 'Empréstimos', 'Reparos', 'Inspeções', 'Prateleira', 'Equipamentos', 'Locais', 'Clínicas', 'Unidades', 'Pessoas',
  ]},
  {name: 'clinica-solicitante', of: clinica, email: 'olga@clinica.example', entries: ['Empréstimos', 'Prateleira', 'Equipamentos']},
];

test.each(SEEN)('$name: every screen looks right', async ({name, of, email, entries}) => {
  const {page, problems} = await newPage(of.browser);
  page.on('dialog', one => void one.accept());
  await signIn(page, of.product.url, {email, senha: await of.product.passwordOf(email)});
  const main = page.getByRole('main');
  for (const entry of entries) {
    await openMenu(page, entry);
    await page.locator('h1').waitFor();
    await expectDrawn(page);
    const at = page.url();
    const picture = `${name}-${entry.replaceAll(' ', '-').toLowerCase()}`;
    expect(await look(page, picture)).toEqual([]);
    for (const [what, link] of [
      ['detalhes', /^Detalhes/], ['editar', /^Editar/], ['novo', /^(?:Cadastrar|Abrir (?:Ordem|Reparo)|Pedir(?: Empréstimo)?)$/],
    ] as const) {
      await page.setViewportSize(DESK);
      const first = main.getByRole('link', {name: link}).first();
      if (await first.count() === 0) continue;
      await first.click();
      if (what === 'detalhes') await page.getByRole('dialog').waitFor();
      else await page.getByRole('button', {name: 'Salvar'}).waitFor();
      await expectDrawn(page);
      expect(await look(page, `${picture}-${what}`)).toEqual([]);
      await page.goto(at);
      await main.getByRole('toolbar').waitFor();
      await expectDrawn(page);
    }
  }
  expect(problems).toEqual([]);
});
