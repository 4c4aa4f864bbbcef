/** A walk over every screen and dialog of the portal, for who listens on the way. */
import type {Browser, Locator, Page} from 'playwright-core';
import {expect} from 'vitest';
import type {Resource} from '../../../src/schema/shapes/config.ts';
import config from '../../../resources.config.ts';
import {newPage} from '../../support/browser.ts';
import {listen, type Heard} from './english.ts';
import {expectAnswered, expectDrawn, expectTitle, fill, goWithin, openMenu, press} from './person.ts';

export interface Listened {
  page: Page;
  heard: Heard;
}

type Listed = Pick<Resource, 'route' | 'label' | 'pageTitle' | 'messages'>;

/** Opens a page whose words are heard from its first document on. */
export const openPage = async (browser: Browser): Promise<Listened> => {
  const {page} = await newPage(browser);
  page.on('dialog', one => void one.accept());
  return {page, heard: await listen(page)};
};

export const main = (page: Page): Locator => page.getByRole('main');
export const dialogs = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]');
const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await expectDrawn(page);
};
/** Opens an address of the portal anew: one that has nothing, or from where something typed would be asked about. */
const load = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
};
/** Opens another address of the portal. */
export const visit = async (page: Page, path: string): Promise<void> => {
  await goWithin(page, path);
  await settled(page);
};
/** Whatever stands in front goes, however many stand there. */
export const dismiss = async (page: Page): Promise<void> => {
  const standing = page.locator('[role=menu]').or(dialogs(page));
  await expect.poll(async () => {
    if (await standing.count() > 0) await page.keyboard.press('Escape');
    return standing.count();
  }, {message: 'what stands in front'}).toBe(0);
};
const drawn = async (page: Page): Promise<void> => {
  await dialogs(page).first().waitFor();
  await expectDrawn(page);
};

/** Orders the list by its first column, or that the other way round: the rows are the next ones then. */
const sort = async (page: Page): Promise<void> => {
  const column = main(page).getByRole('columnheader').filter({has: page.getByRole('button')}).first();
  const before = await column.getAttribute('aria-sort');
  await column.getByRole('button').click();
  // The portal asks a moment after it was clicked; what was drawn before is no answer.
  await expect.poll(() => column.getAttribute('aria-sort'), {message: 'order'}).not.toBe(before);
  await expectDrawn(page);
};

const TOOLS = [['Filtros salvos', 'dialog'], ['Colunas', 'dialog'], ['Exportar', 'menu']] as const;
const tools = async (page: Page): Promise<void> => {
  for (const [name, role] of TOOLS) {
    await press(main(page), name);
    await page.getByRole(role).last().waitFor();
    await dismiss(page);
  }
  await sort(page);
};

/** The first row's menu and, where `whole`, what every entry opens that may be chosen. */
const rowMenu = async (page: Page, whole: boolean): Promise<void> => {
  const menu = main(page).getByRole('button', {name: /^(Ação|Mais ações): /}).first();
  if (await menu.count() === 0) return;
  const {pathname} = new URL(page.url());
  await menu.click();
  await page.getByRole('menuitem').first().waitFor();
  const names = whole ? await page.locator('[role=menuitem]:not([aria-disabled=true])').allTextContents() : [];
  await dismiss(page);
  for (const name of names) {
    await menu.click();
    await page.getByRole('menuitem').filter({hasText: name}).first().click();
    // A dialog, or a page of its own.
    const isAway = () => new URL(page.url()).pathname !== pathname;
    await expect.poll(async () => isAway() || await dialogs(page).count() > 0, {message: `what '${name}' opens`}).toBe(true);
    await expectDrawn(page);
    await dismiss(page);
    if (isAway()) await visit(page, pathname);
  }
};

/** The list of a resource by its address, or the refusal. @returns whether it is the list */
const openList = async (page: Page, {route, label, pageTitle}: Listed, go = goWithin): Promise<boolean> => {
  await go(page, `/adm/${route}`);
  const refused = page.getByRole('heading', {level: 1, name: 'Acesso negado'});
  await page.getByRole('heading', {level: 1, name: label.many, exact: true}).or(refused).first().waitFor();
  await expectTitle(page, pageTitle);
  await settled(page);
  return await refused.count() === 0;
};

const bulk = async (page: Page): Promise<void> => {
  const all = page.getByRole('checkbox', {name: 'Selecionar todos'});
  if (await all.count() === 0) return;
  await all.check();
  const bar = page.getByRole('group', {name: 'Ações sobre os selecionados'});
  // It is fetched once something is ticked.
  await bar.waitFor();
  for (const action of await bar.getByRole('button').filter({hasText: /\(\d+\)$/}).all()) {
    await action.click();
    await drawn(page);
    await dismiss(page);
  }
  await press(bar, 'Limpar seleção');
};

/** A form for a new record, sent empty, and the first record's, with its history; each is left by the browser's own button. */
const forms = async (page: Page): Promise<void> => {
  const back = async () => {
    await page.goBack();
    await main(page).getByRole('toolbar').waitFor();
    await settled(page);
  };
  const create = main(page).getByRole('link', {name: /^(Cadastrar|Abrir Ticket)$/}).first();
  if (await create.count() > 0) {
    await create.click();
    await page.getByRole('button', {name: 'Salvar'}).waitFor();
    await expectDrawn(page);
    await press(page, 'Salvar');
    await page.getByText('Esse campo é obrigatório.').first().waitFor();
    await back();
  }
  const edit = main(page).getByRole('link', {name: /^Editar/}).first();
  if (await edit.count() === 0) return;
  await edit.click();
  await page.getByRole('button', {name: 'Salvar'}).waitFor();
  await settled(page);
  const history = page.getByRole('button', {name: 'Histórico'});
  if (await history.count() > 0) {
    await history.click();
    await page.getByRole('table', {name: 'Histórico'}).or(page.getByText('Nenhuma alteração foi registrada ainda.')).first().waitFor();
  }
  await back();
};

/** @param whole with every dialog: they are the same for everyone, what may be chosen and why not is not */
const list = async (page: Page, resource: Listed, whole: boolean): Promise<void> => {
  if (!await openList(page, resource)) return;
  await rowMenu(page, whole);
  if (whole) {
    await tools(page);
    await bulk(page);
  }
  await forms(page);
  const nothing = '{"razaoSocial":"nada","nome":"nada","descricao":"nada","descricaoItensFormulario":"nada"}';
  await visit(page, `/adm/${resource.route}?filter=${encodeURIComponent(nothing)}`);
  await main(page).getByText(resource.messages.empty).first().waitFor();
};

const dashboard = async (page: Page): Promise<void> => {
  await openMenu(page, 'Dashboard');
  const chart = page.getByRole('img', {name: 'Evolução Tickets Finalizados'});
  const none = page.getByText('Nenhum ticket finalizado neste período.');
  await chart.or(none).first().waitFor();
  if (await chart.count() > 0) await chart.hover();
  await fill(page, 'Período', '2024');
  await none.waitFor();
  await expectAnswered(page, /listar-evolucao/, () => fill(page, 'Período', '1 Ano'));
  await chart.or(none).first().waitFor();
  if (await chart.count() === 0) return;
  await press(page, 'Ver como tabela');
  await page.getByRole('table', {name: 'Evolução Tickets Finalizados'}).waitFor();
};

const {tickets: ticket} = config.resources;

const tickets = async (page: Page): Promise<void> => {
  await openList(page, ticket);
  await main(page).getByRole('link', {name: /^Detalhes do ticket/}).first().click();
  await drawn(page);
  await dialogs(page).getByRole('table', {name: 'Histórico'}).waitFor();
  await visit(page, '/adm/ticket?detalhes=9999');
  await page.getByText('Este ticket não existe ou não está ao seu alcance.').waitFor();
};

/** 'Ir para' with and without anything found, the keyboard's help, the person's menu and the way out. */
const shell = async (page: Page): Promise<void> => {
  await openList(page, ticket);
  await page.keyboard.press('?');
  await dialogs(page).waitFor();
  await dismiss(page);
  await page.keyboard.press('ControlOrMeta+k');
  const goTo = page.getByRole('combobox', {name: 'Ir para'});
  for (const text of ['ticket', 'nada disso']) await expectAnswered(page, /ir-para/, () => goTo.fill(text));
  await dismiss(page);
  await press(page, 'Recolher menu');
  await press(page, 'Abrir menu');
  const account = page.getByRole('banner').getByRole('button', {name: /\(.+\)$/});
  await account.click();
  await page.getByRole('menuitem', {name: 'Sair'}).click();
  await page.getByRole('dialog', {name: 'Deseja Sair?'}).waitFor();
  await dismiss(page);
  await account.click();
  await page.getByRole('menuitem', {name: 'Alterar Senha'}).click();
  await page.getByLabel('Nova Senha').fill('abc');
  await page.getByText('Força da senha: Muito Fraca').waitFor();
};

/** A list, a screen whose program was not fetched yet, and a save, without a line. */
const offline = async (page: Page): Promise<void> => {
  await openList(page, ticket, load);
  await page.context().setOffline(true);
  await press(main(page), 'Atualizar');
  await page.getByText(config.messages['offline'] ?? '').first().waitFor();
  await page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link', {name: 'Dashboard'}).click();
  // The list says as much.
  await main(page).getByRole('toolbar').waitFor({state: 'detached'});
  await main(page).getByRole('button', {name: /Tentar|Recarregar/}).or(page.getByText(/Não foi possível/)).first().waitFor();
  await page.context().setOffline(false);
};

const LISTS: readonly Listed[] = Object.values(config.resources).filter(({owner}) => owner?.through === undefined);
/** At each of these nothing is, or not for everyone. */
const NOTHING = ['/adm/ticket/editar/9999', '/adm/nada', '/adm/empresa/salvar/9999', '/adm/empresa/salvar'];

/** Every screen a profile has, and what it has not, by who is signed in on the page; with every dialog where `whole`. */
export const walk = async (page: Page, whole: boolean): Promise<void> => {
  await dashboard(page);
  for (const resource of LISTS) await list(page, resource, whole);
  await tickets(page);
  for (const path of NOTHING) {
    await load(page, path);
    await settled(page);
  }
  await shell(page);
  await offline(page);
};
