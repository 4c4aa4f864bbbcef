// The dashboard on the demonstration, as the profiles that have it: every number leads to a list of exactly as many records,
// the choices narrow it and stay in its address, the chart can be read without seeing it, and it is free of accessibility faults.
import type {Locator, Page} from 'playwright-core';
import {describe, expect, test} from 'vitest';
import {ADM} from '../support/product.ts';
import {faultsOf, SIZES} from './support/look.ts';
import {
  addressOf, expectAnswered, expectCount, expectDisabled, expectDrawn, expectHeading, expectValue, fill, goWithin, openMenu, press,
} from './support/person.ts';
import {openDemo, openSignedIn} from './support/portal.ts';

const portal = openDemo();

const CHART = 'Evolução Tickets Finalizados';
const COMPANY = 'Cerealista Vale do Ivaí Ltda';
const statuses = (page: Page): Locator => page.getByRole('region', {name: 'Tickets por status'});
const links = (page: Page): Locator => statuses(page).getByRole('link');
const block = (page: Page, name: string): Locator => page.getByRole('region', {name});
const options = (page: Page, label: string): Promise<string[]> =>
  page.getByLabel(label, {exact: true}).getByRole('option').allTextContents();
const expectChosen = async (page: Page, label: string, text: string): Promise<void> => {
  await expect.poll(() => page.getByLabel(label, {exact: true}).locator('option:checked').textContent(), {message: label}).toBe(text);
};

/** The dashboard has all its answers, of the choice in sight. */
const drawn = async (page: Page): Promise<void> => {
  await links(page).first().waitFor();
  await page.getByRole('img', {name: CHART}).or(page.getByText('Nenhum ticket finalizado neste período.')).first().waitFor();
  await block(page, 'Abertos por filial').locator('li, p').first().waitFor();
  await expectDrawn(page);
};
/** Chooses, and waits for the answers to that choice. */
const choose = async (page: Page, label: string, value: string): Promise<void> => {
  await expectAnswered(page, /listar-evolucao/, () => fill(page, label, value));
  await drawn(page);
};
/** The dashboard at this address, by who is signed in. */
const home = async (page: Page, query = ''): Promise<void> => {
  const address = `/adm/home${query}`;
  if (addressOf(page) !== address) await goWithin(page, address);
  await drawn(page);
};
/** The months at the chart that do not stand straight, beside one another, within the window. */
const crookedMonths = (page: Page): Promise<string[]> =>
  page.getByRole('img', {name: CHART}).locator('text', {hasText: /[a-z]20\d\d$/}).evaluateAll(months => {
    const places = months.map(month => month.getBoundingClientRect());
    return months.length < 2 ? ['too few'] : months.flatMap((month, at) => {
      const {left, right, height} = places[at] ?? new DOMRect();
      return height < 40 && left >= (places[at - 1]?.right ?? 0) && right <= innerWidth ? [] : month.textContent ?? '';
    });
  });
/** What the cards and the strip say, by label. */
const numbers = async (page: Page): Promise<Record<string, number>> => {
  const texts = await links(page).allTextContents();
  return Object.fromEntries(texts.map(text => {
    const [, label = '', count = ''] = /^(.+?)([\d.]+)$/.exec(text) ?? [];
    return [label, Number(count.replaceAll('.', ''))];
  }));
};
/** How many records the list in sight has in all. */
const listed = async (page: Page): Promise<number> => {
  await expectHeading(page, 'Tickets');
  const total = page.getByText(/^\d+–\d+ de [\d.]+$/).or(page.getByText('Nenhum ticket encontrado.')).first();
  await total.waitFor();
  await expectDrawn(page);
  return Number(((await total.textContent()) ?? '').replace(/^.* de |^\D+$/, '').replaceAll('.', ''));
};

describe.each([
  {profile: 'Adm', email: ADM.email, company: undefined, operates: false, inFull: true},
  {profile: 'Empresa', email: 'empresa@balcao.example', company: COMPANY, operates: false, inFull: false},
  {profile: 'Fornecedor', email: 'fornecedor@balcao.example', company: COMPANY, operates: true, inFull: true},
  {profile: 'Empresa-Usuário', email: 'usuario@balcao.example', company: COMPANY, operates: true, inFull: false},
])('as the $profile', ({email, company, operates, inFull}) => {
  const watched = openSignedIn(portal, email);

  test('every number leads to exactly as many tickets, and back', async () => {
    const {page} = watched;
    for (const query of company === undefined ? ['', '?periodo=6m'] : ['']) {
      await home(page, query);
      const all = await numbers(page);
      expect(Object.keys(all)).toEqual([
        'Pendentes', 'Em-Aberto', 'Em-Aprovação', 'Em-Atendimento', 'Finalizados', 'Fila RPA', 'Em Andamento', 'Cancelados',
      ]);
      expect(Object.values(all).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
      const addresses = await links(page).evaluateAll(found => found.map(link => link.getAttribute('href') ?? ''));
      expect(addresses).toHaveLength(Object.keys(all).length);
      // One is pressed, and the way back gone; the others are links alike, whose addresses are gone to: in the suite all of them once, as
      // what each profile counts in each period is held against its lists without a browser.
      await links(page).last().click();
      expect(await listed(page)).toBe(Object.values(all).at(-1));
      await page.goBack();
      await drawn(page);
      expect(await numbers(page)).toEqual(all);
      for (const [index, [label, count]] of Object.entries(all).slice(0, -1).entries()) {
        await goWithin(page, addresses[index] ?? '');
        expect(await listed(page), `${label} ${query}`).toBe(count);
      }
    }
    expect(watched.problems).toEqual([]);
  });

  test('has the company of the profile', async () => {
    const {page} = watched;
    await home(page);
    const select = page.getByLabel('Empresa', {exact: true});
    await expectChosen(page, 'Empresa', company ?? 'Empresa');
    await expectDisabled(select, company !== undefined);
    await expect.poll(async () => (await options(page, 'Filial'))[0]).toBe('Filial');
    await expectDisabled(page.getByLabel('Filial', {exact: true}), company === undefined);
    const year = String(new Date().getFullYear());
    await expect.poll(() => options(page, 'Período')).toEqual([year, '6 meses', '1 Ano', '2024']);
  });

  test('repeats nothing of the menu, and serves who opens tickets', async () => {
    const {page} = watched;
    await openMenu(page, 'Ticket');
    await expectHeading(page, 'Tickets');
    await openMenu(page, 'Dashboard');
    await drawn(page);
    // Who opens tickets and administers nothing has the newest five and the way to another.
    const latest = block(page, 'Meus últimos tickets');
    await expectCount(latest.getByRole('listitem'), operates ? 5 : 0);
    await expectCount(latest.locator('a[href="/adm/ticket/salvar"]', {hasText: 'Abrir Ticket'}), operates ? 1 : 0);
    expect(await page.getByRole('main').locator('a[href="/adm/empresa"], a[href="/adm/ticket"]').count()).toBe(0);
  });

  // What is chosen and where it leads depends on whether one may choose a company and works on tickets: two profiles show both.
  if (!inFull) return;

  test('narrows by company, branch and period, and keeps the choice through the list and a reload', async () => {
    const {page} = watched;
    await home(page);
    const whole = await numbers(page);
    if (company === undefined) await choose(page, 'Empresa', COMPANY);
    await page.getByRole('option', {name: 'Matriz Apucarana'}).waitFor({state: 'attached'});
    await choose(page, 'Filial', 'Matriz Apucarana');
    const branch = await numbers(page);
    const [fewer = 0, more = 0] = [branch, whole].map(counts => Object.values(counts).reduce((sum, one) => sum + one, 0));
    expect(fewer > 0 && fewer < more, `${fewer} of ${more}`).toBe(true);
    await links(page).nth(1).click();
    expect(await listed(page)).toBe(branch['Em-Aberto']);
    await page.goBack();
    await drawn(page);
    await page.reload();
    await drawn(page);
    await expectChosen(page, 'Filial', 'Matriz Apucarana');
    expect(await numbers(page)).toEqual(branch);
    await choose(page, 'Período', '2024');
    await page.getByText('Nenhum ticket finalizado neste período.').waitFor();
    await expectValue(page, 'Período do gráfico', '2024');
    await fill(page, 'Período do gráfico', '1 Ano');
    await page.getByRole('img', {name: CHART}).waitFor();
    await expect.poll(async () => Object.values(await numbers(page)).filter(count => count !== 0)).toEqual([]);
    expect(watched.problems).toEqual([]);
  });

  test('says the chart as a table, by the keyboard', async () => {
    const {page} = watched;
    // Drawn in motion for one of them.
    await page.emulateMedia({reducedMotion: company === undefined ? 'no-preference' : 'reduce'});
    await home(page, '?grafico=12m');
    const chart = page.getByRole('img', {name: CHART});
    // The way so far, and dotted the way to the running month.
    await expectCount(chart.locator('path[stroke-width="2"]'), 2);
    await page.getByRole('button', {name: 'Ver como tabela'}).focus();
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', {name: CHART}).getByRole('row');
    await expectCount(rows, 1 + 12 + 1);
    const told = (await rows.allTextContents()).slice(1, -1);
    const year = new Date().getFullYear();
    expect(told.every(row => new RegExp(`^[A-Z][a-zç]+ (${year}|${year - 1})(, até hoje)?\\d+$`).test(row)), told.join(' | ')).toBe(true);
    await page.keyboard.press('Enter');
    await expectCount(chart.locator('path[stroke-width="2"]'), 2);
    await page.emulateMedia({reducedMotion: 'reduce'});
    // A month leads to what it counts, as its number in the table does.
    await chart.locator('rect[data-ref]').last().click();
    expect(await listed(page)).toBe(Number(/\d+$/.exec(told.at(-1) ?? '')?.[0]));
    await page.goBack();
    await drawn(page);
  });

  test('leads on from the oldest, the weeks, the branches, the forms and who attends', async () => {
    const {page} = watched;
    await home(page);
    const oldest = block(page, 'Abertos há mais tempo').getByRole('link').first();
    const name = ((await oldest.textContent()) ?? '').split(' · ')[0] ?? '';
    await oldest.click();
    const details = page.getByRole('dialog', {name});
    await details.getByText('Ticket Criado Com Sucesso').waitFor();
    await page.goBack();
    await expectHeading(page, 'Visão Geral de Tickets');
    await drawn(page);

    for (const week of ['Esta semana', 'Semana anterior, mesmos dias', 'Semana anterior inteira']) {
      const link = block(page, 'Finalizados por semana').getByRole('link', {name: week});
      const count = Number(await link.textContent());
      await link.click();
      expect(await listed(page), week).toBe(count);
      // On the first day of a week the period is one day.
      await page.getByText(/^Finalizado: \d\d\/\d\d\/\d{4}( a |$)/).waitFor();
      await page.goBack();
      await drawn(page);
    }
    for (const by of ['Abertos por filial', 'Abertos por formulário', ...operates ? [] : ['Abertos por atendente']]) {
      const share = block(page, by).getByRole('listitem').first();
      const open = Number(await share.locator('strong').textContent());
      await share.getByRole('link').click();
      expect(await listed(page), by).toBe(open);
      await page.getByRole('button', {name: 'Abertos', pressed: true}).waitFor();
      await page.goBack();
      await drawn(page);
    }
    expect(watched.problems).toEqual([]);
  });

  test('is free of faults, light and dark, on a desk and on a phone', async () => {
    const {page} = watched;
    await home(page);
    for (const what of company === undefined ? ['chart', 'table'] : ['chart']) {
      if (what === 'table') {
        await press(page, 'Ver como tabela');
        await page.getByRole('table', {name: CHART}).waitFor();
      }
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const crooked = async () => (what === 'chart' ? crookedMonths(page) : []);
        await expect.poll(crooked, {message: `${size.width} px`}).toEqual([]);
        expect(await faultsOf(page), `${what}, ${size.width} px`).toEqual([]);
      }
    }
    expect(watched.problems).toEqual([]);
  });

  test('and nothing is said in English', () => {
    expect(watched.heard.english()).toEqual([]);
    expect(watched.heard.has('Visão Geral de Tickets') && watched.heard.has('Nenhum ticket finalizado neste período.')).toBe(true);
  });
});
