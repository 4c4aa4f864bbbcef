// Every day and hour on a screen: São Paulo's, wherever the browser is.
import type {Browser, Locator} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dayFromToday, formatDay} from '../../src/schema/dates.ts';
import {launchBrowser, newPage} from '../support/browser.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {press, signIn} from './support/person.ts';
import {dialogs, main, visit} from './support/walk.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct({env: {DEMO: '1'}}), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
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
