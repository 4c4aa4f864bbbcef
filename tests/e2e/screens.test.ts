// Every screen of the administration on the demonstration, as the profiles that have it: no accessibility fault light or dark,
// nothing out of sight at 360 px, nothing in the console, nothing said in English, the right title; and a clear refusal for who has it not.
import type {Page} from 'playwright-core';
import {beforeAll, describe, expect, test} from 'vitest';
import {newPage, settle} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {DESK, faultsEverywhere, faultsOf, SIZES} from './support/look.ts';
import {chooseAction, expectAddress, expectDrawn, expectHeading, expectTitle, goWithin, press} from './support/person.ts';
import {openDemo, openSignedIn} from './support/portal.ts';
import {dismiss} from './support/walk.ts';

const [VALE, RIO_BONITO, DESCARGA] = ['Cerealista Vale do Ivaí Ltda', 'Transportes Rio Bonito Ltda', 'Agendamento de descarga'];

const portal = openDemo();
/** The user whose form has branches. */
let idCelio: number;
/** Tickets by the number of their status, with an e-mail among their fields: one that is attended, one that is finished. */
const tickets = new Map<number, number>();

beforeAll(async () => {
  const api = httpApi(portal.product.url);
  const {body: {token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  for (const status of [3, 7]) {
    const {body: {registros: [one]}} = await api(token, 'GET tickets', {query: {idStatusTicket: status, nome: 'Cadastro de produtor'}});
    tickets.set(status, one.id);
  }
  ({body: [{id: idCelio}]} = await api(token, 'GET usuarios', {query: {email: 'fornecedor@balcao.example'}}));
});

interface Screen {
  /** Below /adm; `{id}` is the user's. */
  path: string;
  /** `document.title` (rules: Screens 2). */
  title: string;
  /** What is seen, where it is more than the page. */
  what?: string;
  open?: (page: Page) => Promise<unknown>;
  /** Seen by the Empresa as well: the same, or another screen at the same address. */
  empresa?: boolean;
}

const dialog = (page: Page) => page.getByRole('dialog');
const empty = (page: Page, text: string) => page.getByText(text).first().waitFor();
/** What somebody opened or was told, which another width must not take away unseen. */
const STANDING = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-invalid=true], [aria-label=Histórico] time';
const standing = (page: Page) => page.locator(STANDING).count();
/** Saves nothing: every required field says so. */
const saveNothing = async (page: Page) => {
  await press(page, 'Salvar');
  await empty(page, 'Esse campo é obrigatório.');
};
const change = (label: string) => async (page: Page) => {
  await page.getByLabel(label, {exact: true}).fill('Outra');
  await press(page, 'Cancelar');
  await page.getByRole('alertdialog').waitFor();
};
const openHistory = async (page: Page) => {
  await press(page, 'Histórico');
  await page.getByRole('table', {name: 'Histórico'}).locator('time').first().waitFor();
};
const action = (row: string, entry: string, role: 'dialog' | 'alertdialog' = 'dialog') => async (page: Page) => {
  await chooseAction(page, row, entry);
  await page.getByRole(role).waitFor();
};
const openBranches = async (page: Page) => {
  await action(VALE, 'Ver Filiais / Add')(page);
  await dialog(page).getByText('Filial Cascavel').first().waitFor();
};
const openItems = async (page: Page) => {
  await action(DESCARGA, 'Add Itens Modelo')(page);
  await dialog(page).getByText('Transgenia').first().waitFor();
};
const openPreview = async (page: Page) => {
  await action(DESCARGA, 'Pré-visualizar')(page);
  await page.getByLabel('Transportadora').waitFor();
};
const tickAll = (page: Page) => page.getByRole('checkbox', {name: 'Selecionar todos'}).check();
const tool = (name: string, role: 'dialog' | 'menu') => async (page: Page) => {
  await press(page, name);
  await page.getByRole(role).last().waitFor();
};

/** Screens of one list stand together: it is loaded once for them, and what was opened over it is closed again. */
const screens: readonly Screen[] = [
  {path: 'usuario', title: 'Usuário', empresa: true},
  {path: 'usuario/salvar', title: 'Usuário', empresa: true, what: 'errors', open: saveNothing},
  {path: 'usuario/salvar/{id}', title: 'Usuário', empresa: true},

  {path: 'empresa', title: 'Empresa', empresa: true},
  {path: 'empresa', title: 'Empresa', what: 'Ação', open: async page => {
    await press(page, `Ação: ${VALE}`);
    await page.getByRole('menu').waitFor();
  }},
  {path: 'empresa', title: 'Empresa', what: 'branches', empresa: true, open: openBranches},
  {path: 'empresa', title: 'Empresa', what: 'errors among branches', open: async page => {
    await openBranches(page);
    await saveNothing(page);
  }},
  {path: 'empresa', title: 'Empresa', what: 'deleting a branch', open: async page => {
    await openBranches(page);
    await press(dialog(page), 'Excluir Filial Cascavel');
    await page.getByRole('alertdialog').waitFor();
  }},
  {path: 'empresa/salvar', title: 'Empresa', what: 'errors', open: saveNothing},
  {path: 'empresa/salvar/1', title: 'Empresa', empresa: true, what: 'history', open: openHistory},
  {path: 'empresa/salvar/1', title: 'Empresa', what: 'leaving unsaved', open: change('Razão Social')},

  {path: 'filial', title: 'Filial', empresa: true},
  {path: 'filial/salvar', title: 'Filial', empresa: true, what: 'errors', open: saveNothing},
  {path: 'filial/salvar/1', title: 'Filial', empresa: true},

  {path: 'fornecedor', title: 'Fornecedor', empresa: true},
  {path: 'fornecedor', title: 'Fornecedor', what: 'columns', open: tool('Colunas', 'dialog')},
  {path: 'fornecedor', title: 'Fornecedor', what: 'export', open: tool('Exportar', 'menu')},
  {path: 'fornecedor', title: 'Fornecedor', what: 'saved filters', open: async page => {
    await tool('Filtros salvos', 'dialog')(page);
    await empty(page, 'Nenhum filtro salvo nesta lista.');
    await press(dialog(page), 'Salvar');
    await empty(page, 'Esse campo é obrigatório.');
  }},
  {
    path: 'fornecedor', title: 'Fornecedor', what: 'confirmation', empresa: true,
    open: action(RIO_BONITO, 'Inativar Fornecedores', 'alertdialog'),
  },
  {path: 'fornecedor', title: 'Fornecedor', what: 'shortcuts', open: async page => {
    await page.keyboard.press('?');
    await dialog(page).waitFor();
  }},
  {path: 'fornecedor', title: 'Fornecedor', what: 'the person', open: async page => {
    await page.getByRole('banner').getByRole('button', {name: /\(Adm\)$/}).click();
    await page.getByRole('menu').waitFor();
  }},
  // What is ticked stays so: last of this list.
  {path: 'fornecedor', title: 'Fornecedor', what: 'selection', open: tickAll},
  {path: 'fornecedor', title: 'Fornecedor', what: 'bulk question', open: async page => {
    await tickAll(page);
    await page.getByRole('button', {name: /^Inativar Fornecedores \(/}).click();
    await page.getByRole('alertdialog').waitFor();
  }},
  {path: 'fornecedor?filter={"razaoSocial":"nada disso"}', title: 'Fornecedor', what: 'nothing found', open: page =>
    empty(page, 'Nenhum fornecedor encontrado.')},
  {path: 'fornecedor/salvar', title: 'Fornecedor', empresa: true, what: 'errors', open: saveNothing},
  {path: 'fornecedor/salvar/1', title: 'Fornecedor', empresa: true},
  {path: 'fornecedor/salvar', title: 'Fornecedor', what: 'choosing a company', open: async page => {
    await page.getByRole('combobox', {name: 'Empresa'}).click();
    await page.getByRole('option', {name: VALE}).waitFor();
  }},

  {path: 'modelo-formulario', title: 'Modelo Formulário', empresa: true},
  {path: 'modelo-formulario', title: 'Modelo Formulário', what: 'items', empresa: true, open: openItems},
  {path: 'modelo-formulario', title: 'Modelo Formulário', what: 'preview', empresa: true, open: openPreview},
  {path: 'modelo-formulario', title: 'Modelo Formulário', what: 'errors in a preview', open: async page => {
    await openPreview(page);
    await press(page, 'Conferir preenchimento');
    await empty(page, 'Campo obrigatório');
  }},
  {path: 'modelo-formulario', title: 'Modelo Formulário', what: 'copying', open: action(DESCARGA, 'Duplicar', 'alertdialog')},
  {path: 'modelo-formulario/salvar', title: 'Modelo Formulário', empresa: true, what: 'errors', open: saveNothing},
  {path: 'modelo-formulario/salvar/1', title: 'Modelo Formulário', empresa: true},
  {path: 'modelo-formulario/salvar/1', title: 'Modelo Formulário', what: 'kit', empresa: true, open: async page => {
    await press(page, 'Kit do robô');
    await page.getByRole('alertdialog').waitFor();
  }},

  {path: 'alterar-senha', title: 'Adm', empresa: true},
  {path: 'ticket', title: 'Ticket', what: 'more filters', open: async page => {
    const more = page.getByRole('button', {name: 'Mais filtros'});
    if (await more.count() > 0) await more.click();
  }},
  {path: 'ticket?detalhes=1', title: 'Ticket 1', what: 'details', empresa: true, open: page =>
    dialog(page).getByText('Ticket Criado Com Sucesso').waitFor()},
  {path: 'empresa/salvar/9999', title: 'Adm', what: 'no such record', empresa: true, open: page => empty(page, 'Página não encontrada')},
];

describe.each([
  {profile: 'Adm', email: ADM.email, seen: screens},
  {profile: 'Empresa', email: 'empresa@balcao.example', seen: screens.filter(({empresa}) => empresa === true)},
])('as the $profile', ({email, seen}) => {
  const watched = openSignedIn(portal, email);
  /** The list that is in sight with nothing over it. */
  let list: string | undefined;
  beforeAll(() => {
    watched.page.on('dialog', one => void one.accept());
  });

  test.each(seen.map(screen => ({...screen, name: [screen.path, screen.what ?? []].flat().join(', ')})))('$name', async (
    {path, title, what, open},
  ) => {
    const {page, problems} = watched;
    const isThere = list === path;
    list = undefined;
    let opened: number | undefined;
    for (const size of SIZES.toReversed()) {
      await page.setViewportSize(size);
      if (opened === undefined && !isThere) {
        const address = `/adm/${path.replace('{id}', String(idCelio))}`;
        // A question in sight stands in the way of every other address.
        if (what === 'no such record' || await page.getByRole('alertdialog').count() > 0) await page.goto(portal.product.url + address);
        else await goWithin(page, address);
        await page.locator('h1').waitFor();
      }
      if (opened === undefined) {
        // An address may open something itself.
        if (isThere) await dismiss(page);
        await expectDrawn(page);
        await open?.(page);
        await settle(page);
        opened = await standing(page);
      }
      await expectTitle(page, title);
      await settle(page);
      await expect.poll(() => standing(page), {message: `${size.width} px`}).toBe(opened);
      expect(await faultsOf(page), `${size.width} px`).toEqual([]);
    }
    // A record that is not there is told by the browser too.
    expect(problems.splice(0).filter(one => !(what === 'no such record' && one.includes('404')))).toEqual([]);
    if (/[/?]/.test(path)) return;
    await dismiss(page);
    await expectAddress(page, new RegExp(`^/adm/${path}(?:\\?|$)`));
    list = path;
  });

  test('and nothing is said in English', () => {
    const {heard} = watched;
    expect(heard.english()).toEqual([]);
    expect(heard.has('Esse campo é obrigatório.') && heard.has('Página não encontrada')).toBe(true);
  });
});

describe.each([
  {profile: 'Fornecedor', email: 'fornecedor@balcao.example'},
  {profile: 'Empresa-Usuário', email: 'usuario@balcao.example'},
])('the $profile, who has none of them', ({profile, email}) => {
  const watched = openSignedIn(portal, email);

  test.each([...new Map(
    screens.filter(({path}) => !/[?9]|^ticket|^alterar/.test(path)).map(({path, title}) => [path, title]),
  )])('is refused at %s, in the page', async (path, title) => {
    const {page} = watched;
    const address = `/adm/${path.replace('{id}', String(idCelio))}`;
    await goWithin(page, address);
    await expectHeading(page, 'Acesso negado');
    await page.getByText(`Você entrou como ${profile}.`).waitFor();
    await expectTitle(page, title);
    await expectAddress(page, address);
    expect(watched.problems).toEqual([]);
  });

  test('finds the refusal, the tickets and a new one free of faults', async () => {
    const {page} = watched;
    for (const path of ['empresa', 'ticket', 'ticket/salvar']) {
      await page.setViewportSize(DESK);
      await goWithin(page, `/adm/${path}`);
      await page.locator('h1').waitFor();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        expect(await faultsOf(page), `${path}, ${size.width} px`).toEqual([]);
      }
    }
    expect(watched.problems).toEqual([]);
  });

  test('and hears no English', () => {
    expect(watched.heard.english()).toEqual([]);
    expect(watched.heard.has('Acesso negado')).toBe(true);
  });
});

/** Where a day's work is done. `{3}`: a ticket of that status. */
const WORK: readonly {name: string; path: string; open?: (page: Page) => Promise<unknown>}[] = [
  {name: '40-lista', path: 'ticket'},
  {name: '41-detalhes', path: 'ticket?detalhes={3}', open: page => dialog(page).getByText('Ticket Criado Com Sucesso').waitFor()},
  {name: '42-edicao', path: 'ticket/editar/{3}', open: page => page.getByRole('button', {name: 'Salvar'}).waitFor()},
  {name: '43-leitura', path: 'ticket/editar/{7}', open: page => page.getByText(/^Somente leitura/).waitFor()},
  {name: '44-novo', path: 'ticket/salvar', open: page => page.getByRole('button', {name: 'Salvar'}).waitFor()},
];

describe('at every width, light and dark', () => {
  const watched = openSignedIn(portal);

  test.each(WORK)('$name', async ({name, path, open}) => {
    const {page, problems} = watched;
    await page.setViewportSize(DESK);
    await goWithin(page, `/adm/${path.replace(/\{(\d)\}/, (_all, status: string) => String(tickets.get(Number(status))))}`);
    await page.locator('h1').waitFor();
    await open?.(page);
    await expectDrawn(page);
    expect(await faultsEverywhere(page, name)).toEqual([]);
    // No width took away what was opened.
    await open?.(page);
    expect(problems.splice(0)).toEqual([]);
  });

  test('what a start found incomplete, in its list and in its form', async () => {
    const {page, problems} = watched;
    await page.setViewportSize(DESK);
    // As if this start asked for a telephone that no start had asked for before.
    const isList = (url: URL): boolean => url.searchParams.has('page');
    await page.route(url => /\/api\/fornecedores(\/1)?$/.test(url.pathname), async route => {
      const url = new URL(route.request().url());
      url.searchParams.delete('aba');
      const response = await route.fetch({url: url.href});
      if (isList(url)) await route.fulfill({response, headers: {...response.headers(), 'x-incompletos': '4'}});
      else await route.fulfill({response, json: {...await response.json() as object, telefone: '', camposEmFalta: ['telefone']}});
    });
    await goWithin(page, '/adm/fornecedor');
    await page.getByRole('button', {name: /^Incompletos/}).click();
    await page.getByRole('button', {name: /^Incompletos/, pressed: true}).waitFor();
    await expectDrawn(page);
    expect(await faultsEverywhere(page, '45-incompletos')).toEqual([]);
    await goWithin(page, '/adm/fornecedor/salvar/1');
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await faultsEverywhere(page, '46-incompleto')).toEqual([]);
    await page.unroute(() => true);
    expect(problems.splice(0)).toEqual([]);
  });

  test('a refused file says so in sight, clear of the bar', async () => {
    const {page} = watched;
    await page.setViewportSize(DESK);
    await goWithin(page, `/adm/ticket/editar/${tickets.get(3)}`);
    await page.getByLabel('Arquivo', {exact: true}).setInputFiles({name: 'a.exe', mimeType: '', buffer: Buffer.from('MZ')});
    const said = page.getByText('Extensão do arquivo não permitida.');
    const isMet = (): Promise<boolean> => said.evaluate(one => {
      const {left, top, height} = one.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + height / 2) === one;
    });
    await expect.poll(isMet).toBe(true);
  });

  test('and nothing is said in English', () => {
    expect(watched.heard.english()).toEqual([]);
    expect(watched.heard.has('Abrir Ticket')).toBe(true);
  });

  // A fault of each sort: of what stands there, of one theme's colours, of a width between a phone's and a desk's.
  test('a fault would be found, wherever it is', async () => {
    const {page} = await newPage(portal.browser);
    await page.goto(`${portal.product.url}/login`);
    await page.getByRole('button', {name: 'Login'}).waitFor();
    expect(await faultsEverywhere(page, 'login')).toEqual([]);
    await page.evaluate(() => {
      const main = document.querySelector('main')!;
      main.insertAdjacentHTML('beforeend', '<button></button><p>Baixo</p><div><button>um</button><button>dois</button></div>');
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`
        [data-tema=dark] main p {color: #333}
        main button {min-height: 44px; min-width: 44px}
        @media (width: 768px) {
          main button {min-height: 0; min-width: 0; display: block; height: 9px; width: 9px; padding: 0; font-size: 6px}
        }
        @media (width: 1024px) {main p {width: 2000px}}`);
      document.adoptedStyleSheets.push(sheet);
    });
    const found = await faultsEverywhere(page, 'login');
    for (const one of [
      /360 px, light: button-name/, /1280 px, light: button-name/, /768 px, light: target-size/, /1024 px, light: \d+ px out of sight/,
      /dark: color-contrast/,
    ]) expect(found).toContainEqual(expect.stringMatching(one));
    expect(found.filter(one => one.includes('light: color-contrast'))).toEqual([]);
    await page.context().close();
  });
});
