// Where things stand: rows of one line whose second shows without moving any, a record's parts beside each other and below, what a system's
// own few colours leave.
import type {Locator, Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import {settle} from '../support/browser.ts';
import {DESK, faultsOf, PHONE} from './support/look.ts';
import {expectDrawn, fill, goWithin, press} from './support/person.ts';
import {openDemo, openSignedIn} from './support/portal.ts';

const watched = openSignedIn(openDemo());
let page: Page;
beforeAll(() => {
  ({page} = watched);
});
const expectFaultless = async () => {
  expect(await faultsOf(page)).toEqual([]);
  expect(watched.problems.splice(0)).toEqual([]);
};

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
/** Of its page, wherever that is scrolled to. */
const edgesOf = (place: Locator): Promise<Edges> => place.evaluate(element => {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  return {left: Math.round(left), right: Math.round(right), top: Math.round(top + scrollY), bottom: Math.round(bottom + scrollY)};
});

test('a list has 14 rows of a line; of one that is pointed at or has the focus the second line shows, and none moves', async () => {
  await page.setViewportSize(DESK);
  await goWithin(page, '/adm/ticket');
  const rows = page.locator('tr[data-linha]');
  await rows.first().waitFor();
  await expectDrawn(page);
  const edges = () => rows.evaluateAll(all => all.map(row => [...row.children].map(cell => {
    const {left, top, bottom} = cell.getBoundingClientRect();
    return [Math.round(left), Math.round(top), Math.round(bottom)];
  })));
  const before = await edges();
  expect(before.filter(([cell]) => cell![2]! <= DESK.height).length).toBeGreaterThanOrEqual(14);
  // No text of a row stands out of it, and beyond the first line only of the one that somebody is at.
  const texts = () => rows.evaluateAll(all => all.map(row => {
    const {top, bottom} = row.getBoundingClientRect();
    const marked = [...row.querySelectorAll<HTMLElement>('[data-linhas], [data-segunda]')].filter(one => one.offsetHeight > 0);
    return {
      lines: Math.max(1, ...marked.map(one => Math.round(one.offsetHeight / 15))),
      room: Math.min(...marked.map(one => Math.min(one.getBoundingClientRect().top - top, bottom - one.getBoundingClientRect().bottom))),
    };
  }));
  const isLong = await rows.evaluateAll(all => all.map(row =>
    [...row.querySelectorAll<HTMLElement>('[data-linhas]')].some(one => one.scrollHeight > one.clientHeight + 1)));
  const long = isLong.indexOf(true);
  expect(long).toBeGreaterThan(-1);
  expect((await texts()).every(({lines}) => lines === 1)).toBe(true);
  for (const go of [() => rows.nth(long).locator('td').last().hover(), async () => {
    await page.mouse.move(0, 0);
    await rows.nth(long).focus();
  }]) {
    await go();
    await settle(page);
    const shown = await texts();
    expect(shown[long]!.lines).toBe(2);
    expect(shown[long]!.room).toBeGreaterThanOrEqual(2);
    expect(shown.filter(({lines}) => lines > 1)).toHaveLength(1);
    expect(await edges()).toEqual(before);
  }
  await expectFaultless();
});

test('a row is opened by its body', async () => {
  await page.mouse.move(0, 0);
  const row = page.locator('tr[data-linha]').nth(2);
  await row.locator('time, td').last().click();
  await page.getByRole('dialog').getByRole('region', {name: 'Situação'}).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({state: 'detached'});
});

test('what is said of a record stands beside its form, on a phone before it; files come last, and nothing moves meanwhile', async () => {
  await page.setViewportSize(DESK);
  const part = (name: string) => page.getByRole('region', {name, exact: true});
  const link = page.getByRole('link', {name: /^Editar/}).first();
  const to = await link.getAttribute('href');
  for (const [name, size, isDesk] of [['desk', DESK, true], ['phone', PHONE, false]] as const) {
    await page.setViewportSize(size);
    let answer = () => {};
    const asked = new Promise<void>(resolve => {
      answer = resolve;
    });
    await page.route('**/api/ticketsHistorico/*', async route => {
      await asked;
      await route.continue();
    });
    await page.goto(`${new URL(page.url()).origin}${to}`);
    await part('Arquivos').waitFor();
    await page.getByRole('status', {name: 'Carregando o histórico'}).waitFor();
    const [situation, said, form] = [part('Situação'), part('Histórico'), part('Identificação')];
    const early = await Promise.all([situation, said, form].map(edgesOf));
    answer();
    await page.getByRole('table', {name: 'Histórico'}).waitFor();
    await expectDrawn(page);
    const late = await Promise.all([situation, said, form, part('Arquivos')].map(edgesOf));
    const [where, talk, first, files] = late as [Edges, Edges, Edges, Edges];
    const [isBeside, isLevel] = [talk.left >= first.right, first.top === where.top];
    expect([isBeside, isLevel, files.left, files.right], name).toEqual([isDesk, isDesk, first.left, talk.right]);
    const order = isDesk ? [where, talk, files] : [where, talk, first, files];
    expect(order.every((one, at) => at === 0 || one.top >= order[at - 1]!.bottom), name).toBe(true);
    // On a desk it stands beside the conversation.
    const moved = [where, talk, ...isDesk ? [first] : []].map(({top}, at) => top - early[at]!.top);
    expect(moved.filter(by => by !== 0), name).toEqual([]);
    await page.unroute('**/api/ticketsHistorico/*');
    await expectFaultless();
  }
});

test('in a system\'s own few colours the current tab and entry of the menu are marked, and what comes next', async () => {
  await page.setViewportSize(DESK);
  await page.emulateMedia({forcedColors: 'active'});
  await goWithin(page, '/adm/ticket');
  await page.getByRole('group', {name: 'Abas'}).getByRole('button', {name: /^Abertos/}).click();
  await expectDrawn(page);
  const groundOf = (place: Locator) => place.evaluate(element => getComputedStyle(element).backgroundColor);
  const highlight = await page.evaluate(() => {
    const probe = Object.assign(document.createElement('i'), {style: 'forced-color-adjust: none; background: Highlight'});
    document.body.append(probe);
    const {backgroundColor} = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  const marked = [
    page.getByRole('button', {name: /^Abertos/, pressed: true}),
    page.getByRole('navigation', {name: 'Menu principal'}).locator('[aria-current]'),
    page.getByRole('link', {name: 'Abrir Ticket'}),
  ];
  for (const one of marked) expect(await groundOf(one)).toBe(highlight);
  expect(await groundOf(page.getByRole('button', {name: /^Todos/}).first())).not.toBe(highlight);
  await page.emulateMedia({forcedColors: 'none'});
});

test('the dialogs of replies, of a link and of leaving are whole and without faults, on a desk and at 400 %', async () => {
  const dialog = (name: string | RegExp) => page.getByRole('dialog', {name});
  const expectWhole = async (name: string | RegExp) => {
    await dialog(name).waitFor();
    await expectDrawn(page);
    await expectFaultless();
    await page.keyboard.press('Escape');
    await dialog(name).waitFor({state: 'detached'});
  };
  for (const [at, size] of [DESK, {width: DESK.width / 4, height: DESK.height / 4}].entries()) {
    await page.setViewportSize(DESK);
    await goWithin(page, '/adm/ticket/status/1');
    await page.getByRole('link', {name: /^Detalhes/}).first().click();
    await page.setViewportSize(size);
    await press(dialog(/^Ticket/), 'Respostas prontas');
    await expectWhole('Respostas prontas');
    await page.keyboard.press('Escape');
    await dialog(/^Ticket/).waitFor({state: 'detached'});

    await page.setViewportSize(DESK);
    await goWithin(page, '/adm/usuario/salvar');
    await fill(page, 'Perfil', 'Adm');
    await fill(page, 'Nome', 'Pessoa Convidada');
    await fill(page, 'E-mail', `convidada${at}@exemplo.example`);
    await press(page, 'Salvar');
    await dialog(/^Convite/).waitFor();
    await page.setViewportSize(size);
    await expectWhole(/^Convite/);

    await page.setViewportSize(DESK);
    await page.getByRole('banner').getByRole('button', {name: /\(.+\)$/}).click();
    await page.getByRole('menuitem', {name: 'Sair'}).click();
    await page.setViewportSize(size);
    await expectWhole('Deseja Sair?');
  }
});
