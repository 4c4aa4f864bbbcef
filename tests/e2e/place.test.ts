// Back to where one was: page 2 of a filtered, sorted, scrolled list, with the focus on the row one left; on a desk and on a phone,
// with the mouse, with keys alone, with the browser's own buttons, and after a reload.
import type {Page} from 'playwright-core';
import {afterEach, beforeAll, describe, expect, test} from 'vitest';
import config from '../../resources.config.ts';
import {newPage, settle, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import {DESK, PHONE} from './support/look.ts';
import {addressOf, expectAddress, expectToast, goWithin, NO_PAGE, openMenu, press, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

/** Three pages of twenty, by name. */
const MANY = 45;
const nameOf = (number: number): string => `Transportes ${String(number).padStart(2, '0')}`;
/** On page 2 in descending order (45 to 26, 25 to 6), below what a screen shows. */
const LEFT = nameOf(10);
const ON_PAGE_2 = 25;

const portal = openPortal();
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  const api = httpApi(portal.product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const seed = createSeed(api, {...ADM, id: body.id, token: body.token}, {config});
  const {id: idEmpresa} = await seed.empresa({razaoSocial: 'Cerealista Vale do Ivaí'});
  for (let number = 1; number <= MANY; number++) await seed.fornecedor({idEmpresa, razaoSocial: nameOf(number)});
  await seed.fornecedor({idEmpresa, razaoSocial: 'Laboratório Grão Certo'});
  watched = await newPage(portal.browser);
  ({page} = watched);
  await signIn(page, portal.product.url, ADM, NO_PAGE);
});
const expectNoProblems = () => expect(watched.problems.splice(0), 'console errors').toEqual([]);
afterEach(expectNoProblems);

describe.each([['on a desk', DESK], ['on a phone', PHONE]])('%s', (_where, screen) => {
  beforeAll(() => page.setViewportSize(screen));

  const link = (name: string) => page.getByRole('link', {name, exact: true});
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const focused = () => page.evaluate(() => document.activeElement?.textContent);

  /** Filtered, sorted, on its second page, scrolled to the row that is left; the address and how far it is scrolled. */
  const goThere = async () => {
    const filter = encodeURIComponent(JSON.stringify({razaoSocial: 'transportes'}));
    await goWithin(page, `/adm/fornecedor?filter=${filter}&sort=razaoSocial&order=DESC&page=1&perPage=20`);
    await link(nameOf(MANY)).waitFor();
    await press(page, 'Página 2');
    await link(nameOf(ON_PAGE_2)).waitFor();
    await expect.poll(scrolled).toBe(0);
    await link(LEFT).evaluate(element => element.scrollIntoView({block: 'center'}));
    // The portal hears of it in the next frame, as of what anybody scrolls.
    await settle(page);
    const y = await scrolled();
    expect(y).toBeGreaterThan(100);
    return {address: addressOf(page), y};
  };
  const openForm = async (open = () => link(LEFT).click()) => {
    await open();
    await page.getByLabel('Contato', {exact: true}).waitFor();
    // A new screen begins at its top.
    await expect.poll(scrolled).toBe(0);
  };
  const expectAsLeft = async ({address, y}: {address: string; y: number}) => {
    await expect.poll(focused).toBe(LEFT);
    await expect.poll(scrolled).toBe(y);
    await expectAddress(page, address);
  };

  test('a list reloaded stays where it is; one that is opened anew begins at its top', async () => {
    const {y} = await goThere();
    await page.reload();
    await link(LEFT).waitFor();
    await expect.poll(scrolled).toBe(y);
    await page.goto(`${portal.product.url}/adm/fornecedor?page=1`);
    await link(nameOf(1)).waitFor();
    await expect.poll(scrolled).toBe(0);
  });

  test('the menu leads back from a form, and afresh from the list', async () => {
    const left = await goThere();
    await openForm();
    const phone = screen === PHONE;
    if (phone) await press(page, 'Abrir menu');
    await openMenu(page, 'Fornecedor');
    await expectAsLeft(left);
    if (phone) await press(page, 'Abrir menu');
    await openMenu(page, 'Fornecedor');
    await link('Laboratório Grão Certo').waitFor();
    await expectAddress(page, '/adm/fornecedor');
  });

  // A phone has the same ways back: of these the menu above, which is another one there.
  if (screen === PHONE) return;

  /** The list as it was left; after one way back it is so again, for the next. */
  let standing: {address: string; y: number} | undefined;
  const expectBack = async (leave: () => Promise<unknown>, open?: () => Promise<void>): Promise<void> => {
    const left = standing ?? await goThere();
    standing = undefined;
    await openForm(open);
    await leave();
    await expectAsLeft(left);
    standing = left;
  };

  test.each<[string, () => Promise<unknown>]>([
    ['voltar', () => link('voltar').click()],
    ['Cancelar', () => press(page, 'Cancelar')],
    ['the browser’s Back', () => page.goBack()],
    ['voltar after a reload', async () => {
      await page.reload();
      await link('voltar').click();
    }],
  ])('%s', (_how, leave) => expectBack(leave));

  test('Salvar, which says what was saved', async () => {
    await expectBack(async () => {
      await page.getByLabel('Contato', {exact: true}).fill('Ana');
      await press(page, 'Salvar');
    });
    // Closing it takes the focus.
    await expectToast(page, 'Fornecedor Editado!');
    standing = undefined;
  });

  test('keys alone', async () => {
    const enter = async (name: string) => {
      await link(name).focus();
      await page.keyboard.press('Enter');
    };
    await expectBack(() => enter('voltar'), () => enter(LEFT));
    // And on from there.
    await page.keyboard.press('Tab');
    await expect.poll(focused).not.toBe(LEFT);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe(LEFT);
  });
});

test('two tabs keep a place each', async () => {
  await page.setViewportSize(DESK);
  const two = await page.context().newPage();
  const addresses = ['ASC', 'DESC'].map(order =>
    `/adm/fornecedor?filter=%7B%7D&sort=razaoSocial&order=${order}&page=2&perPage=20`);
  await Promise.all([goWithin(page, addresses[0] ?? ''), two.goto(`${portal.product.url}${addresses[1]}`)]);
  for (const tab of [page, two]) {
    await tab.getByRole('link', {name: nameOf(22), exact: true}).click();
    await tab.getByLabel('Contato', {exact: true}).waitFor();
  }
  for (const [index, tab] of [page, two].entries()) {
    await tab.getByRole('link', {name: 'voltar'}).click();
    await tab.getByRole('link', {name: nameOf(22), exact: true}).waitFor();
    await expectAddress(tab, addresses[index] ?? '');
  }
});
