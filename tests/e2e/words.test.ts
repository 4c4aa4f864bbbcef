// Every word of every screen, as each profile and as nobody: Brazilian Portuguese, but for what the specification itself says in
// English. Heard are texts, names and descriptions for screen readers, titles and live regions, however short they are there.
// And every day and hour: São Paulo's.
import type {Browser, Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import config from '../../resources.config.ts';
import {dayFromToday, formatDay} from '../../src/schema/dates.ts';
import {launchBrowser, newPage} from '../support/browser.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {englishIn, listen, type Heard} from './support/english.ts';
import {enter, fill, press, signIn} from './support/person.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({env: {DEMO: '1'}}), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

interface Listened {
  page: Page;
  heard: Heard;
}

const openPage = async (): Promise<Listened> => {
  const {page} = await newPage(browser);
  page.setDefaultTimeout(15_000);
  await page.emulateMedia({reducedMotion: 'reduce'});
  page.on('dialog', one => void one.accept());
  return {page, heard: await listen(page)};
};

const main = (page: Page): Locator => page.getByRole('main');
const dialogs = (page: Page): Locator => page.locator('[role=dialog], [role=alertdialog]');
const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await main(page).locator('[aria-busy=true], .MuiSkeleton-root').first().waitFor({state: 'detached'});
};
const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${product.url}${path}`);
  await settled(page);
};
/** Whatever stands in front goes, however many stand there. */
const dismiss = async (page: Page): Promise<void> => {
  for (const one of await page.locator('[role=menu]').or(dialogs(page)).all()) {
    await page.keyboard.press('Escape');
    await one.waitFor({state: 'detached'});
  }
};
const drawn = async (page: Page): Promise<void> => {
  await dialogs(page).first().waitFor();
  await dialogs(page).first().locator('[role=status][aria-label^=Carregando], .MuiSkeleton-root').first().waitFor({state: 'detached'});
};

const TOOLS = [['Filtros salvos', 'dialog'], ['Colunas', 'dialog'], ['Exportar', 'menu']] as const;
const tools = async (page: Page): Promise<void> => {
  for (const [name, role] of TOOLS) {
    await press(main(page), name);
    await page.getByRole(role).last().waitFor();
    await dismiss(page);
  }
  await main(page).getByRole('table').getByRole('button').first().click();
  await settled(page);
};

/** The first row's menu and, where `whole`, what every entry opens that may be chosen. */
const rowMenu = async (page: Page, path: string, whole: boolean): Promise<void> => {
  const menu = main(page).getByRole('button', {name: /^(Ação|Mais ações): /}).first();
  if (await menu.count() === 0) return;
  await menu.click();
  await page.getByRole('menuitem').first().waitFor();
  const names = whole ? await page.locator('[role=menuitem]:not([aria-disabled=true])').allTextContents() : [];
  await dismiss(page);
  for (const name of names) {
    await menu.click();
    await page.getByRole('menuitem').filter({hasText: name}).first().click();
    await drawn(page);
    await dismiss(page);
    if (new URL(page.url()).pathname !== path) await visit(page, path);
  }
};

const bulk = async (page: Page): Promise<void> => {
  const all = page.getByRole('checkbox', {name: 'Selecionar todos'});
  if (await all.count() === 0) return;
  await all.check();
  const bar = page.getByRole('group', {name: 'Ações sobre os selecionados'});
  for (const action of await bar.getByRole('button').filter({hasText: /\(\d+\)$/}).all()) {
    await action.click();
    await drawn(page);
    await dismiss(page);
  }
  await press(bar, 'Limpar seleção');
};

/** A form for a new record, sent empty, and the first record's, with its history. */
const forms = async (page: Page, path: string): Promise<void> => {
  const create = main(page).getByRole('link', {name: /^(Cadastrar|Abrir Ticket)$/}).first();
  if (await create.count() > 0) {
    await create.click();
    await page.getByRole('button', {name: 'Salvar'}).waitFor();
    await press(page, 'Salvar');
    await page.getByText('Esse campo é obrigatório.').first().waitFor();
    await visit(page, path);
  }
  const edit = main(page).getByRole('link', {name: /^Editar/}).first();
  if (await edit.count() === 0) return;
  await edit.click();
  await page.getByRole('button', {name: 'Salvar'}).waitFor();
  await settled(page);
  const history = page.getByRole('button', {name: 'Histórico'});
  if (await history.count() > 0) {
    await history.click();
    await page.locator('ol time').or(page.getByText('Nenhuma alteração foi registrada ainda.')).first().waitFor();
  }
  await visit(page, path);
};

/** @param whole with every dialog: they are the same for everyone, what may be chosen and why not is not */
const list = async (page: Page, path: string, whole: boolean): Promise<void> => {
  await visit(page, path);
  if (await main(page).getByRole('toolbar').count() === 0) return;
  await rowMenu(page, path, whole);
  if (whole) {
    await tools(page);
    await bulk(page);
  }
  await forms(page, path);
  await visit(page, `${path}?filter={"razaoSocial":"nada","nome":"nada","descricao":"nada","descricaoItensFormulario":"nada"}`);
};

const dashboard = async (page: Page): Promise<void> => {
  await visit(page, '/adm/home');
  const chart = page.getByRole('img', {name: 'Evolução Tickets Finalizados'});
  const none = page.getByText('Nenhum ticket finalizado neste período.');
  await chart.or(none).first().waitFor();
  if (await chart.count() > 0) await chart.hover();
  await fill(page, 'Período', '2024');
  await none.waitFor();
  await fill(page, 'Período', '1 Ano');
  await chart.or(none).first().waitFor();
  if (await chart.count() === 0) return;
  await press(page, 'Ver como tabela');
  await page.getByRole('table', {name: 'Evolução Tickets Finalizados'}).waitFor();
};

const tickets = async (page: Page): Promise<void> => {
  await visit(page, '/adm/ticket');
  await main(page).getByRole('link', {name: /^Detalhes do ticket/}).first().click();
  await drawn(page);
  await dialogs(page).getByRole('group', {name: 'Histórico'}).or(dialogs(page).locator('table, ol')).first().waitFor();
  await visit(page, '/adm/ticket?detalhes=9999');
  await page.getByText('Este ticket não existe ou não está ao seu alcance.').waitFor();
};

/** 'Ir para' with and without anything found, the keyboard's help, the person's menu and the way out. */
const shell = async (page: Page): Promise<void> => {
  await visit(page, '/adm/ticket');
  await page.keyboard.press('?');
  await dialogs(page).waitFor();
  await dismiss(page);
  await page.keyboard.press('ControlOrMeta+k');
  const goTo = page.getByRole('combobox', {name: 'Ir para'});
  for (const text of ['ticket', 'nada disso']) {
    const answered = page.waitForResponse(/ir-para/);
    await goTo.fill(text);
    await answered;
  }
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
  await visit(page, '/adm/ticket');
  await page.context().setOffline(true);
  await press(main(page), 'Atualizar');
  await page.getByText(config.messages['offline'] ?? '').first().waitFor();
  await page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link', {name: 'Dashboard'}).click();
  await main(page).getByRole('button', {name: /Tentar|Recarregar/}).or(page.getByText(/Não foi possível/)).first().waitFor();
  await page.context().setOffline(false);
};

const profiles = [
  {profile: 'Adm', email: ADM.email},
  {profile: 'Empresa', email: 'empresa@balcao.example'},
  {profile: 'Fornecedor', email: 'fornecedor@balcao.example'},
  {profile: 'RPA', email: 'robo@balcao.example'},
  {profile: 'Empresa-Usuário', email: 'usuario@balcao.example'},
];
const LISTS = Object.values(config.resources).filter(({owner}) => !('through' in owner)).map(({route}) => `/adm/${route}`);

describe.each(profiles)('as the $profile', ({profile, email}) => {
  test('nothing is said in English', {timeout: 300_000}, async () => {
    const {page, heard} = await openPage();
    await signIn(page, product.url, {email, senha: ADM.senha});
    await dashboard(page);
    for (const path of LISTS) await list(page, path, profile === 'Adm');
    await tickets(page);
    for (const path of ['/adm/nada', '/adm/empresa/salvar/9999', '/adm/ticket/editar/9999', '/adm/empresa/salvar']) await visit(page, path);
    await shell(page);
    await offline(page);
    await page.context().close();
    expect(heard.english()).toEqual([]);
    expect(heard.has('Visão Geral de Tickets') && heard.has('Deseja Sair?') && heard.has('Página não encontrada')).toBe(true);
  });
});

test('nothing is said in English to who is not signed in', async () => {
  const {page, heard} = await openPage();
  await page.goto(`${product.url}/login`);
  await press(page, 'Login');
  await page.getByText('Preencha os campo Usuário e Senha').waitFor();
  await page.getByLabel('E-mail').fill('ninguem@balcao.example');
  await page.getByLabel('Senha').fill('errada-1');
  await press(page, 'Login');
  await page.getByText('Usuário ou senha inválidos').waitFor();
  await page.getByRole('link', {name: 'Esqueceu sua senha?'}).click();
  const forgot = page.getByRole('dialog', {name: 'Esqueci minha senha'});
  await press(forgot, 'Enviar');
  await forgot.getByText('Insira um e-mail.').waitFor();
  await forgot.getByLabel('E-mail').fill('ninguem@balcao.example');
  await page.context().setOffline(true);
  await press(forgot, 'Enviar');
  await page.getByText(config.messages['offline'] ?? '').waitFor();
  await page.context().setOffline(false);
  await press(forgot, 'Enviar');
  await page.getByText(config.messages['resetSent'] ?? '').waitFor();
  for (const path of ['/reset-senha?token=nenhum', '/reset-senha']) {
    await page.goto(`${product.url}${path}`);
    await page.getByText(/^Este link não vale mais/).waitFor();
  }
  // A session that ended, and the way back in.
  await page.evaluate(() =>
    Object.entries({logado: '1', access_token: 'gasto', idPerfil: '1'}).forEach(([name, value]) => localStorage.setItem(name, value)));
  await page.goto(`${product.url}/adm/ticket`);
  await page.getByText('Sua sessão terminou. O que você digitou está guardado.').waitFor();
  await enter(page, ADM);
  await page.context().close();
  expect(heard.english()).toEqual([]);
  expect(heard.has('Esqueci minha senha')).toBe(true);
});

test('an English word would be found, wherever it is', async () => {
  expect(englishIn('Ticket Criado Com Sucesso! Status: ana@save.example')).toEqual([]);
  expect(englishIn('Reset')).toEqual(['reset']);
  expect(englishIn('ra.action.save')).toContain('ra.action.save');
  const {page, heard} = await openPage();
  await page.goto(`${product.url}/login`);
  await page.getByRole('button', {name: 'Login'}).waitFor();
  expect(heard.english()).toEqual([]);
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.setAttribute('aria-label', 'Fechar');
    document.body.append(button);
    button.setAttribute('aria-label', 'Close dialog');
    button.append(document.createTextNode('Carregando'));
    button.firstChild!.nodeValue = 'Loading…';
    document.title = 'Not found';
    document.documentElement.lang = 'en';
    button.remove();
  });
  const words = () => new Set(heard.english().map(one => one.split(':')[0]));
  await expect.poll(words, {timeout: 10_000}).toEqual(new Set(['not found', 'language', 'close dialog', 'loading']));
  await page.context().close();
});

/** What is written on screens with days, ages and hours, in a browser of this time zone, half an hour before São Paulo's midnight. */
const writtenIn = async (timezoneId: string): Promise<{texts: string[]; period: string[]; hour: number}> => {
  const {page} = await newPage(browser, {timezoneId});
  page.setDefaultTimeout(15_000);
  await page.clock.setFixedTime(new Date(`${dayFromToday(0)}T23:30:00-03:00`));
  await signIn(page, product.url, ADM);
  const texts: string[] = [];
  const keep = async (place: Locator): Promise<void> => {
    texts.push(await place.innerText());
    for (const input of await place.locator('input, select').all()) texts.push(await input.inputValue());
  };
  await visit(page, '/adm/home');
  await page.getByRole('region', {name: 'Abertos há mais tempo'}).getByRole('link').first().waitFor();
  await page.getByRole('region', {name: 'Finalizados por semana'}).getByRole('link').first().waitFor();
  await press(page, 'Ver como tabela');
  await keep(main(page));
  for (const path of ['/adm/modelo-formulario', '/adm/usuario/salvar/1', '/adm/ticket/editar/1', '/adm/ticket']) {
    await visit(page, path);
    if (path.includes('editar')) await page.getByText('Ticket Criado Com Sucesso').waitFor();
    await keep(main(page));
  }
  const period = await Promise.all(['Data Inicial', 'Data Final'].map(label => page.getByLabel(label, {exact: true}).inputValue()));
  await visit(page, '/adm/ticket?detalhes=1');
  await dialogs(page).getByText('Ticket Criado Com Sucesso').waitFor();
  await keep(dialogs(page));
  const hour = await page.evaluate(() => new Date().getHours());
  await page.context().close();
  return {texts, period, hour};
};

test('days and hours are those of São Paulo, wherever the browser is', async () => {
  const [home, away] = [await writtenIn('America/Sao_Paulo'), await writtenIn('Asia/Tokyo')];
  // There it is half past eleven in the morning, of the next day.
  expect([home.hour, away.hour]).toEqual([23, 11]);
  expect(away.period).toEqual([-30, 0].map(days => formatDay(dayFromToday(days))));
  expect(away.texts).toEqual(home.texts);
  expect(away.texts.join(' ')).toMatch(/há \d+ dias.*\d\d\/\d\d\/\d\d \d\d:\d\d/s);
});
