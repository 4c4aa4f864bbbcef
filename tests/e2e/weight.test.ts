// What a screen weighs: the bytes of script that a real browser fetches for it from the real product, compressed with gzip.
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {portalBuild} from '../../src/run/portalBuild.ts';
import {saidMessages} from '../../src/run/portalPlugins.ts';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {quiet, watchRequests} from '../support/quiet.ts';
import {bytesOf, watchScripts, type Script} from '../support/scripts.ts';
import {enter, expectHeading} from './support/person.ts';
import {openDemo} from './support/portal.ts';

const KB = 1000;

const portal = openDemo();

const expectAtMost = (scripts: readonly Script[], kilobytes: number): void => {
  expect(scripts.length).toBeGreaterThan(0);
  // What is not worth compressing is small.
  expect(scripts.filter(({bytes, encoding}) => bytes >= 1024 && encoding !== 'gzip')).toEqual([]);
  expect(bytesOf(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(kilobytes * KB);
};

test('the login fetches at most 70 kB', async () => {
  const {page} = await newPage(portal.browser);
  const scripts = await watchScripts(page);
  await page.goto(`${portal.product.url}/login`);
  await page.getByRole('button', {name: 'Login'}).waitFor();
  await quiet(page);
  expectAtMost(await scripts(), 70);
});

test('a list opened cold fetches at most 330 kB, and nothing of the chart', async () => {
  const {page} = await newPage(portal.browser);
  await page.goto(`${portal.product.url}/login`);
  await enter(page, ADM);
  const storageState = await page.context().storageState();
  for (const [address, heading] of [['/adm/ticket', 'Tickets'], ['/adm/empresa', 'Empresas']] as const) {
    const context = await portal.browser.newContext({storageState, locale: 'pt-BR'});
    const cold = await context.newPage();
    watchRequests(cold);
    const scripts = await watchScripts(cold);
    await cold.goto(`${portal.product.url}${address}`);
    await expectHeading(cold, heading);
    await quiet(cold);
    const fetched = await scripts();
    expectAtMost(fetched, 330);
    const texts = await Promise.all(fetched.map(async ({name}) => (await fetch(`${portal.product.url}${name}`)).text()));
    // The library names itself in what it throws and draws.
    expect(texts.join('').includes('nivo')).toBe(false);
    await context.close();
  }
});

test('what react-admin says in any screen is among the sentences that travel', async () => {
  const assets = join(await portalBuild(), 'assets');
  const scripts = (await readdir(assets)).filter(name => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map(name => readFile(join(assets, name), 'utf8')));
  const said = new Set(texts.join('\n').match(/(?<=["'`])ra\.[\w.]+(?=["'`])/g));
  expect(said.size).toBeGreaterThan(10);
  const words: unknown = await saidMessages();
  const wordOf = (name: string): unknown =>
    name.split('.').reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], words);
  expect([...said].filter(name => typeof wordOf(name) !== 'string')).toEqual([]);
});

test('who types at the login has the shell on its way', async () => {
  const {page} = await newPage(portal.browser);
  await page.goto(`${portal.product.url}/login`);
  const shell = page.waitForRequest(/\/assets\/shell-.*\.js$/);
  await page.getByLabel('E-mail').pressSequentially('a');
  expect((await shell).method()).toBe('GET');
});
