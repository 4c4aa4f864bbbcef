// What is wider than its place: a list's row actions stay in sight and in reach, its tabs are, and both show that there is more.
import type {Locator, Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import config from '../../resources.config.ts';
import {newPage, settle, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {createSeed} from '../support/seed.ts';
import {faultsOf} from './support/look.ts';
import {expectDrawn, goWithin, signIn} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal();
let watched: WatchedPage;
let page: Page;
const MODELO = 'Agendamento de descarga de grãos com pesagem';

beforeAll(async () => {
  const api = httpApi(portal.product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  const seed = createSeed(api, {...ADM, id: body.id, token: body.token}, {config});
  const {id: idEmpresa} = await seed.empresa({razaoSocial: 'Cooperativa Agroindustrial dos Produtores do Vale do Ivaí'});
  await seed.modelo({
    descricao: MODELO, idEmpresa, chavePai: 'AGENDAMENTO_DE_DESCARGA', chave: 'DESCARGA_COM_PESAGEM',
    workFlowNameRpa: 'wf_descarga_com_pesagem',
  });
  watched = await newPage(portal.browser);
  ({page} = watched);
  await signIn(page, portal.product.url, ADM);
});

const shownAs = (name: string) => page.getByRole(
  name === 'Ação' ? 'button' : 'link', {name: `${name}${name === 'Ação' ? ':' : ''} ${MODELO}`},
);
const isInSight = (shown: Locator) => shown.evaluate(element => {
  const {left, right, top, height} = element.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, top + height / 2);
  return left >= 0 && right <= innerWidth && over !== null && (element.contains(over) || over.contains(element));
});

test.each([1280, 1024, 768])('at %i px the row’s actions are in sight', async width => {
  await page.setViewportSize({width, height: 800});
  await goWithin(page, '/adm/modelo-formulario');
  await page.getByRole('link', {name: MODELO, exact: true}).waitFor();
  await settle(page);
  // Its filters stand beside each other from a small desk on.
  const inputs = page.getByRole('search').locator('input:visible, select:visible');
  const bottoms = () => inputs.evaluateAll(all => all.map(one => one.getBoundingClientRect().bottom));
  const apart = async (): Promise<number> => Math.max(...await bottoms()) - Math.min(...await bottoms());
  await expect.poll(apart, {message: 'from line to line'}).toBeLessThan(width > 1000 ? 20 : 200);
  for (const name of ['Editar', 'Ação']) await expect.poll(() => isInSight(shownAs(name)), {message: name}).toBe(true);
  const table = page.locator('.MuiTableContainer-root');
  // A hint as long as something is under the actions.
  const isTold = () => table.evaluate(one => one.style.getPropertyValue('--mais') === (one.scrollWidth - one.clientWidth > 1 ? '1' : '0'));
  await expect.poll(isTold).toBe(true);
  await table.evaluate(one => one.scrollTo(one.scrollWidth, 0));
  await expect.poll(() => table.evaluate(one => one.style.getPropertyValue('--mais'))).toBe('0');
  expect(await faultsOf(page)).toEqual([]);
  expect(watched.problems.splice(0)).toEqual([]);
  if (process.env['SCREENSHOTS'] === '1') {
    await table.evaluate(one => one.scrollTo(0, 0));
    await page.screenshot({path: `.screenshots/wide-${width}.png`});
  }
});

test('the tabs of a list are all in reach, and show that there are more, at every width', async () => {
  await goWithin(page, '/adm/ticket');
  const group = page.getByRole('group', {name: 'Abas'});
  const [back, on] = ['Abas anteriores', 'Mais abas'].map(name => page.getByRole('button', {name})) as [Locator, Locator];
  await group.waitFor();
  // What each has is told beside its name.
  await expectDrawn(page);
  /** The whole of it, clear of the arrows. */
  const isWhole = (tab: Locator) => tab.evaluate(element => {
    const {left, right, top, bottom} = element.getBoundingClientRect();
    return [left + 2, right - 2].every(x => element.contains(document.elementFromPoint(x, (top + bottom) / 2)));
  });
  const shown: [number, boolean][] = [];
  for (const width of [360, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({width, height: 800});
    // Another box on a phone than on a desk.
    await group.waitFor();
    await settle(page);
    const days = page.getByRole('search').getByRole('textbox', {name: /^Data/});
    expect(await days.evaluateAll(all => all.filter(day => day.scrollWidth > day.clientWidth).length), `days cut at ${width} px`).toBe(0);
    const tabs = await group.getByRole('button').all();
    const [first, last] = [tabs[0]!, tabs.at(-1)!];
    const hidden = await group.evaluate(one => one.scrollWidth > one.clientWidth + 1);
    shown.push([width, hidden]);
    await expect.poll(() => Promise.all([back.count(), on.count()])).toEqual([0, hidden ? 1 : 0]);
    for (const [arrow, end] of [[on, last], [back, first]] as const) {
      while (await arrow.count() > 0) {
        const before = await group.evaluate(one => one.scrollLeft);
        await arrow.click();
        // At its end the arrow goes, a moment after the scroll.
        await expect.poll(async () => await arrow.count() === 0 || await group.evaluate(one => one.scrollLeft) !== before).toBe(true);
        await settle(page);
      }
      await expect.poll(() => isWhole(end), {message: `${width} px, ${String(arrow)}`}).toBe(true);
    }
    await first.focus();
    for (const tab of tabs.slice(1)) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isWhole(tab), {message: `${width} px, ${await tab.textContent()}`}).toBe(true);
    }
    await group.evaluate(one => one.scrollTo(0, 0));
  }
  // Else nothing was shown.
  expect(shown.filter(([, hidden]) => hidden).map(([width]) => width)).toEqual([360, 768, 1024, 1280]);
  expect(await faultsOf(page)).toEqual([]);
  expect(watched.problems.splice(0)).toEqual([]);
});
