// Without a mouse: from signing in to signing out, the work of an administrator. Every key goes to what has the focus.
import type {Locator, Page} from 'playwright-core';
import {afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {newPage, settle, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {takeToast} from '../support/toasts.ts';
import config from '../../resources.config.ts';
import {
  expectAddress, expectCount, expectDrawn, expectFocus, expectHeading, expectRow, expectValue, field, openLineAfter, row,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const EMPRESA = 'Cerealista Vale do Ivaí';
/** More stops than any screen has between two things. */
const MANY = 90;

const portal = openPortal();
let watched: WatchedPage;
let page: Page;
let api: Api;
let adm: string;
let idModelo: number;
let failed = false;

beforeAll(async () => {
  api = httpApi(portal.product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  adm = body.token;
  const seed = createSeed(api, {...ADM, id: body.id, token: adm}, {config});
  const {id: idEmpresa} = await seed.empresa({razaoSocial: EMPRESA});
  for (const razaoSocial of ['Rodoviário Três Pinheiros', 'Laboratório Grão Certo']) await seed.fornecedor({idEmpresa, razaoSocial});
  const itens = ['Placa', 'Motorista', 'Produto'].map(descricao => ({descricao, tipoCampo: 'texto'}));
  ({id: idModelo} = await seed.modelo({descricao: 'Agendamento de descarga', idEmpresa, itens}));
  watched = await newPage(portal.browser);
  ({page} = watched);
});

beforeEach(context => context.skip(failed, 'a step before failed'));
/** Read once: a problem belongs to the step it came in. */
const expectNoProblems = () => expect(watched.problems.splice(0), 'console errors').toEqual([]);
afterEach(({task}) => {
  failed ||= task.result?.state === 'fail';
  expectNoProblems();
});

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate(element => element === document.activeElement);

/** What shows where the focus is: an outline, or a frame or ground of the element or of what encloses it that it has not without. */
const isShown = (target: Locator): Promise<boolean> =>
  target.evaluate(async (element: HTMLElement) => {
    const frame = () => new Promise(resolve => {
      requestAnimationFrame(resolve);
    });
    const looks = async () => {
      // One to draw the change, one for its transition to end.
      await frame();
      await frame();
      const around = [element, element.parentElement, element.parentElement?.parentElement].filter(one => one instanceof HTMLElement);
      return around.flatMap(one => [one, ...one.children]).map(one => {
        const {outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth, backgroundColor} = getComputedStyle(one);
        return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth, backgroundColor].join();
      }).join('|');
    };
    // Some draw it a frame or two after the focus has arrived.
    for (let tries = 0; tries < 10; tries++) {
      const focused = await looks();
      element.blur();
      const not = await looks();
      element.focus();
      if (focused !== not) return true;
    }
    return false;
  });

/** Tab by Tab to what the hands are looking for. */
const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (let steps = 0; steps < MANY; steps++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  expect.fail(`no way by ${key} to ${String(target)}`);
};
const pressAt = async (target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(target);
  await page.keyboard.press(key);
};
const typeAt = async (label: string, text: string, by?: 'Tab' | 'Shift+Tab'): Promise<void> => {
  await tabTo(field(page, label), by);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};
const button = (name: string): Locator => page.getByRole('button', {name, exact: true});
/** Said once, however short it was there. */
const expectSaid = async (text: string): Promise<void> => {
  await expect.poll(() => takeToast(page, 'status', [text]), {message: text}).toBe(true);
};
const inMenu = (entry: string): Locator =>
  page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link', {name: entry, exact: true});
const openByMenu = async (entry: string, by?: 'Tab' | 'Shift+Tab'): Promise<void> => {
  await tabTo(inMenu(entry), by);
  await page.keyboard.press('Enter');
  await page.getByRole('table').waitFor();
};

/** Entry by entry to one of the menu that was opened, once the menu has the focus. */
const downTo = async (name: string): Promise<void> => {
  const entry = page.getByRole('menuitem', {name});
  await entry.waitFor();
  await expect.poll(() => page.getByRole('menu').evaluate(menu => menu.contains(document.activeElement)), {message: 'menu'}).toBe(true);
  for (let steps = 0; steps < 5 && !(await hasFocus(entry)); steps++) await page.keyboard.press('ArrowDown');
  await expectFocus(entry);
};

test('signs in', async () => {
  await page.goto(portal.product.url);
  await expectFocus(field(page, 'E-mail'));
  await page.keyboard.type(ADM.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADM.senha);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
  await expectAddress(page, '/adm/home');
  await expectFocus(page.getByRole('main'));
});

test('the first stop of a page leads past the menu', async () => {
  // Now and then a browser says of the new page what was done in the one before.
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', {value: {isActive: false, hasBeenActive: true}}));
  await page.reload();
  await page.getByRole('search').waitFor();
  await page.keyboard.press('Tab');
  await expectFocus(page.getByRole('link', {name: 'Ir para o conteúdo'}));
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('main'));
});

test('opens the suppliers, and / leads to the filter', async () => {
  // The menu stands before the page.
  await openByMenu('Fornecedor', 'Shift+Tab');
  await page.keyboard.press('/');
  await expectFocus(page.getByRole('search').getByLabel('Razão Social'));
  await page.keyboard.type('tres pinheiros');
  await row(page, 'Laboratório Grão Certo').waitFor({state: 'detached'});
  await expectRow(page, 'Rodoviário Três Pinheiros');
  await pressAt(page.getByRole('button', {name: 'Limpar filtros'}));
  await expectRow(page, 'Laboratório Grão Certo');
});

test('? tells the keys, and Esc leads back', async () => {
  await tabTo(button('Colunas'));
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', {name: 'Atalhos do teclado'});
  const told = async () => (await dialog.getByRole('term').allInnerTexts()).map(key => key.trim());
  await expect.poll(told).toEqual(expect.arrayContaining(['/', 'n', 'r', '↓', '↑', 'Enter', '?']));
  await page.keyboard.press('Escape');
  await dialog.waitFor({state: 'detached'});
  await expectFocus(button('Colunas'));
});

test('n makes a new one, filled in and saved', async () => {
  await page.keyboard.press('n');
  await expectHeading(page, 'Cadastro de Fornecedores');
  // The focus is where one begins, and what is the only choice is chosen; taken away, it is chosen by typing.
  await expectFocus(field(page, 'Empresa'));
  await expectValue(page, 'Empresa', EMPRESA);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('vale');
  await page.getByRole('option', {name: EMPRESA}).waitFor();
  await page.keyboard.press('Enter');
  await expectValue(page, 'Empresa', EMPRESA);
  await pressAt(button('Salvar'));
  // The first input that is refused.
  await expectFocus(field(page, 'Razão Social'));
  await typeAt('Razão Social', 'Transportes Rio Bonito');
  await typeAt('E-mail', 'operacao@riobonito.test');
  await typeAt('Telefone', '4334550010');
  await page.keyboard.press('Enter');
  await expectSaid('Fornecedor Cadastrado!');
  await expectRow(page, 'Transportes Rio Bonito', '(43) 3455-0010');
});

/** From row to row, until the focus is on this one; up first, as who comes back has the focus in the row they left already. */
const walkTo = async (text: string): Promise<void> => {
  const target = row(page, text);
  await page.keyboard.press('ArrowUp');
  for (let steps = 0; steps < 10 && !(await hasFocus(target)); steps++) await page.keyboard.press('ArrowDown');
  await expectFocus(target);
  expect(await isShown(target)).toBe(true);
};

test('arrows and Enter open a row, which is changed', async () => {
  await walkTo('Transportes Rio Bonito');
  await page.keyboard.press('Enter');
  await expectValue(page, 'Razão Social', 'Transportes Rio Bonito');
  await typeAt('Contato', 'Célio');
  await page.keyboard.press('Enter');
  await expectSaid('Fornecedor Editado!');
  await expectRow(page, 'Transportes Rio Bonito', 'Célio');
});

test('a switch asks, and is turned', async () => {
  await walkTo('Transportes Rio Bonito');
  await pressAt(page.getByRole('switch', {name: 'Ativo: Transportes Rio Bonito'}), 'Space');
  const question = page.getByRole('alertdialog').filter({hasText: 'Deseja realmente inativar?'});
  // The way back has the focus: Enter pressed at once turns nothing.
  await expectFocus(question.getByRole('button', {name: 'Voltar'}));
  await page.keyboard.press('Enter');
  await question.waitFor({state: 'detached'});
  const control = page.getByRole('switch', {name: 'Ativo: Transportes Rio Bonito'});
  await expectFocus(control);
  await page.keyboard.press('Space');
  await expectFocus(question.getByRole('button', {name: 'Voltar'}));
  await pressAt(question.getByRole('button', {name: 'Inativar Fornecedores'}));
  await expectSaid('Fornecedor Inativado!');
  await page.getByRole('switch', {name: 'Inativo: Transportes Rio Bonito'}).waitFor();
});

test('every stop of a list shows that it has the focus', async () => {
  const hidden: string[] = [];
  // What was said is gone: it would go while it has the focus.
  await expectCount(page.getByRole('button', {name: 'Fechar aviso'}), 0);
  await tabTo(page.getByRole('link', {name: 'Ir para o conteúdo'}));
  for (let steps = 0; steps < 45; steps++) {
    const focused = page.locator(':focus');
    if (await focused.count() === 1 && !(await isShown(focused))) hidden.push(await focused.evaluate(element =>
      element.outerHTML.slice(0, 160)));
    await page.keyboard.press('Tab');
  }
  expect(hidden).toEqual([]);
});

test('a date among the filters is typed digit by digit, and asked for once it is a day', async () => {
  const asked: string[] = [];
  page.on('request', one => {
    const {pathname, searchParams} = new URL(one.url());
    const days = `${searchParams.get('dataInicial')} ${searchParams.get('dataFinal')}`;
    // Beside an empty page it is asked whether there is anything at all.
    if (pathname === '/api/tickets' && days !== ' ') asked.push(days);
  });
  await openLineAfter(page, /\/api\/tickets\?/);
  await page.goto(`${portal.product.url}/adm/ticket`);
  const empty = page.getByText('Nenhum ticket encontrado.');
  await empty.waitFor();
  const [opening = ''] = asked;
  // Somebody is there, as after a while by itself: it is asked once more, for what happened before the line was open.
  await page.keyboard.press('Shift');
  await expect.poll(() => asked).toEqual([opening, opening]);
  asked.pop();
  const to = opening.split(' ')[1] ?? '';
  const said = (text: string) => page.getByRole('search').getByText(text, {exact: true});

  await typeAt('Data Inicial', '01');
  await page.keyboard.press('Tab');
  // Left half typed it is told; the list stays.
  await said('Data Inicial Inválida!').waitFor();
  await typeAt('Data Inicial', '31022026', 'Shift+Tab');
  await said('Data Inicial Inválida!').waitFor();
  await expectValue(page, 'Data Inicial', '31/02/2026');
  await typeAt('Data Inicial', '01010002');
  await said('Data Inicial Inválida!').waitFor();
  await typeAt('Data Inicial', '31122099');
  await said('O período termina antes de começar. Corrija uma das datas.').waitFor();
  await empty.waitFor();
  expect(asked).toEqual([opening]);

  await typeAt('Data Inicial', '01022020');
  await expect.poll(() => asked).toEqual([opening, `2020-02-01 ${to}`]);
  await said('O período termina antes de começar. Corrija uma das datas.').waitFor({state: 'detached'});
  await tabTo(field(page, 'Data Inicial'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect.poll(() => asked.at(-1)).toBe(` ${to}`);
  expect(asked).toHaveLength(3);
});

/**
 * Scrolls each stop of a form to the window's edges, where a bar stays in view, and gives it the focus there. Answers those that
 * stay covered.
 */
const coveredStops = (): Promise<string[]> =>
  page.getByRole('main').evaluate(main => {
    const isCovered = (stop: HTMLElement): boolean => {
      const {left, right, top, bottom} = stop.getBoundingClientRect();
      return [top + 2, bottom - 2].some(y => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return hit === null || !(hit.contains(stop) || stop.contains(hit));
      });
    };
    // A new form has it in its first input already: what gets it anew is scrolled to.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const stops = [...main.querySelectorAll<HTMLElement>(':is(input, select, button, a):not(:disabled, [tabindex="-1"])')];
    return ['top', 'bottom'].flatMap(edge => stops.filter(stop => {
      stop.scrollIntoView({block: edge === 'top' ? 'start' : 'end', behavior: 'instant'});
      // Scrolling into view leaves the room it should: by hand one scrolls further.
      const {top, bottom} = stop.getBoundingClientRect();
      scrollBy({top: edge === 'top' ? top : bottom - innerHeight, behavior: 'instant'});
      stop.focus();
      const covered = isCovered(stop);
      stop.blur();
      return covered;
    }).map(stop => `${edge}: ${stop.outerHTML.slice(0, 160)}`));
  });

test.each(['usuario/salvar', 'ticket/salvar'])('no stop of %s is under a bar that stays in view', async path => {
  const size = page.viewportSize()!;
  await page.setViewportSize({width: 360, height: 500});
  await page.goto(`${portal.product.url}/adm/${path}`);
  await button('Salvar').waitFor();
  await expectDrawn(page);
  await settle(page);
  expect(await coveredStops()).toEqual([]);
  await page.setViewportSize(size);
});

test('a ticket is opened with two files', async () => {
  await pressAt(inMenu('Ticket'));
  await page.getByText('Nenhum ticket encontrado.').waitFor();
  await page.keyboard.press('n');
  await expectHeading(page, 'Abrir Ticket');
  await expectValue(page, 'Formulário', 'Agendamento de descarga');
  for (const [label, text] of [['Placa', 'BRA2E19'], ['Motorista', 'Rui'], ['Produto', 'Soja']] as const) await typeAt(label, text);
  const added = page.getByRole('list', {name: 'Arquivos adicionados'}).getByRole('listitem');
  // Heard of from now on: a key is quicker than the browser learns that somebody waits for it.
  page.on('filechooser', () => undefined);
  for (const [at, [name, tipo]] of ([['frente.pdf', 'Nota Fiscal'], ['verso.pdf', 'Laudo']] as const).entries()) {
    const choose = button('Escolher arquivo');
    await tabTo(choose);
    expect(await isShown(choose)).toBe(true);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n')});
    const type = field(page, 'Tipo do arquivo');
    await expectFocus(type);
    await page.keyboard.type(tipo.slice(0, 1));
    await expectValue(page, 'Tipo do arquivo', tipo);
    await pressAt(button('Adicionar arquivo'));
    await added.nth(at).getByText(name).waitFor();
    // Nothing that was added or pressed takes the focus along.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main form, main section') !== null)).toBe(true);
  }
  await pressAt(button('Salvar'));
  await expectSaid('Ticket Criado Com Sucesso!');
  await expectRow(page, 'Agendamento de descarga', 'Em-Aberto');
});

test('items of a template are put in order by arrows, and Esc closes their modal', async () => {
  await openByMenu('Modelos Formulário');
  await pressAt(button('Ação: Agendamento de descarga'));
  await downTo('Add Itens Modelo');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', {name: 'Adicionar Item Modelo: Agendamento de descarga'});
  await pressAt(dialog.getByRole('button', {name: 'Arrastar Placa'}), 'Space');
  // As screen readers hear it.
  const told = (place: number) => page.getByRole('status').filter({hasText: new RegExp(`^Placa .* na posição ${place} de 3\\.$`)})
    .waitFor({state: 'attached'});
  await told(1);
  // Where the others stand is measured in the frames after.
  await settle(page);
  await page.keyboard.press('ArrowDown');
  await told(2);
  await page.keyboard.press('Space');
  await expectSaid('Ordem Salva!');
  await pressAt(dialog.getByRole('button', {name: 'Mover Produto para cima'}));
  const items = async () => {
    const {body} = await api(adm, 'GET modelosFormularioItem', {query: {idModeloFormulario: idModelo}});
    return body.map(({descricao}: {descricao: string}) => descricao);
  };
  await expect.poll(items).toEqual(['Motorista', 'Produto', 'Placa']);
  await pressAt(dialog.getByRole('button', {name: 'Excluir Produto'}));
  await pressAt(page.getByRole('alertdialog').getByRole('button', {name: 'Excluir'}));
  await expectSaid('Item Excluído!');
  // Its row went with what had the focus: the next one goes on.
  await expectFocus(dialog.getByRole('button', {name: 'Arrastar Placa'}));
  await expect.poll(items).toEqual(['Motorista', 'Placa']);
  await page.keyboard.press('Escape');
  await dialog.waitFor({state: 'detached'});
  await expectFocus(button('Ação: Agendamento de descarga'));
});

test('signs out', async () => {
  await pressAt(page.getByRole('banner').getByRole('button', {name: /\(Adm\)$/}));
  await downTo('Sair');
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('dialog', {name: 'Deseja Sair?'}).getByRole('button', {name: 'Logout'}));
  await page.keyboard.press('Enter');
  await page.getByRole('button', {name: 'Login'}).waitFor();
  await expectAddress(page, '/login?redirect=true');
});
