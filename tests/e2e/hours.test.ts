// Every day and hour on a screen: São Paulo's, wherever the browser is.
import type {Locator} from 'playwright-core';
import {expect, test} from 'vitest';
import {dayFromToday, formatDay} from '../../src/schema/fields/dates.ts';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {expectDrawn, press, signIn} from './support/person.ts';
import {openDemo} from './support/portal.ts';
import {dialogs, main, visit} from './support/walk.ts';

const portal = openDemo();

/** Said once: midnight may pass while the screens are read. */
const TODAY = dayFromToday(0);
const PERIOD = [-30, 0].map(days => formatDay(dayFromToday(days)));

/** What is written on screens with days, ages and hours, in a browser of this time zone, half an hour before São Paulo's midnight. */
const writtenIn = async (timezoneId: string): Promise<{texts: string[]; period: string[]; hour: number}> => {
  const {page} = await newPage(portal.browser, {timezoneId});
  await page.clock.setFixedTime(new Date(`${TODAY}T23:30:00-03:00`));
  await signIn(page, portal.product.url, ADM);
  // The clock stands still, so the portal says that it is wrong.
  await page.getByRole('region', {name: 'Relógio'}).waitFor();
  const texts: string[] = [];
  const keep = async (place: Locator): Promise<void> => {
    await expectDrawn(page);
    // A part that is empty is no difference.
    texts.push((await place.innerText()).replaceAll(/\n\s*\n/g, '\n'));
    for (const input of await place.locator('input, select').all()) texts.push(await input.inputValue());
  };
  await visit(page, '/adm/home');
  await page.getByRole('region', {name: 'Abertos há mais tempo'}).getByRole('link').first().waitFor();
  await page.getByRole('region', {name: 'Finalizados por semana'}).getByRole('link').first().waitFor();
  await press(page, 'Ver como tabela');
  await main(page).getByRole('table').waitFor();
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
  expect(away.period).toEqual(PERIOD);
  expect(away.texts).toEqual(home.texts);
  expect(away.texts.join(' ')).toMatch(/há \d+ dias.*\d\d\/\d\d\/\d\d \d\d:\d\d/s);
});
