// What a screen weighs: the bytes of script that a real browser fetches for it from the real product, compressed with gzip.
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import type {TranslationMessages} from 'ra-core';
import english from 'ra-language-english';
import {expect, test} from 'vitest';
import {buildPortal} from '../../src/run/portal/build.ts';
import {messages} from '../../src/portal/api/providers/i18nProvider.ts';
import {newPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {quiet, watchRequests} from '../support/quiet.ts';
import {bytesOf, watchScripts, type Script} from '../support/scripts.ts';
import {DESK, PHONE} from './support/look.ts';
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

/** From then on a page that is read fetches ahead (`later.tsx`), in milliseconds: on a busy machine before all of it is drawn. */
const REST = 5000;
const beforeRest = async (page: Page, scripts: readonly Script[]): Promise<Script[]> => {
  const late = await page.evaluate(rest => performance.getEntriesByType('resource')
    .filter(({startTime}) => startTime >= rest).map(({name}) => new URL(name).pathname), REST);
  return scripts.filter(({name}) => !late.includes(name));
};

test('the login fetches at most 72 kB', async () => {
  const {page} = await newPage(portal.browser);
  const scripts = await watchScripts(page);
  await page.goto(`${portal.product.url}/login`);
  await page.getByRole('button', {name: 'Login'}).waitFor();
  await quiet(page);
  expectAtMost(await scripts(), 72);
});

test('opened cold a list fetches at most 349 kB, a phone\'s cards besides, a new form 8 files, and nothing of the chart', async () => {
  const {page} = await newPage(portal.browser);
  await page.goto(`${portal.product.url}/login`);
  await enter(page, ADM);
  const storageState = await page.context().storageState();
  for (const [address, heading, viewport, most, files = Infinity] of [
    ['/adm/ticket', 'Tickets', DESK, 349], ['/adm/empresa', 'Empresas', DESK, 349], ['/adm/ticket', 'Tickets', PHONE, 351],
    ['/adm/ticket/salvar', 'Abrir Ticket', DESK, Infinity, 8], ['/adm/empresa/salvar', 'Cadastro de Empresas', DESK, Infinity, 8],
  ] as const) {
    const context = await portal.browser.newContext({storageState, locale: 'pt-BR', viewport});
    const cold = await context.newPage();
    watchRequests(cold);
    const scripts = await watchScripts(cold);
    await cold.goto(`${portal.product.url}${address}`);
    await expectHeading(cold, heading);
    await quiet(cold);
    const fetched = await beforeRest(cold, await scripts());
    expectAtMost(fetched, most);
    expect(fetched.length, JSON.stringify(fetched)).toBeLessThanOrEqual(files);
    const texts = await Promise.all(fetched.map(async ({name}) => (await fetch(`${portal.product.url}${name}`)).text()));
    // The library names itself in what it throws and draws.
    expect(texts.join('').includes('nivo')).toBe(false);
    await context.close();
  }
});

type Tree = {[key: string]: string | Tree};
const below = (tree: Tree, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    (typeof value === 'string' ? [[path + key, value] as [string, string]] : below(value, `${path}${key}.`)));
/** react-admin's sentences by the names it asks for them with. */
const flat = (tree: TranslationMessages): ReadonlyMap<string, string> => new Map(below(tree as unknown as Tree, ''));

test('what react-admin says in any screen is said in Portuguese, with no value that it does not give', async () => {
  const assets = join(await buildPortal(), 'assets');
  const scripts = (await readdir(assets)).filter(name => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map(name => readFile(join(assets, name), 'utf8')));
  // A name that was put together would end in a dot, and be none of ours.
  const said = new Set(texts.join('\n').match(/(?<=["'`])ra\.[\w.]*/g));
  const [ours, theirs] = [flat(messages), flat(english)];
  const valuesOf = (text = ''): string[] => [...text.matchAll(/%\{(\w+)\}/g)].map(match => match[1] ?? '');
  expect(said.size).toBeGreaterThan(10);
  expect([...said].filter(name => !ours.has(name))).toEqual([]);
  expect([...said].filter(name => valuesOf(ours.get(name)).some(value => !valuesOf(theirs.get(name)).includes(value)))).toEqual([]);
});

test('who types at the login has the shell on its way', async () => {
  const {page} = await newPage(portal.browser);
  await page.goto(`${portal.product.url}/login`);
  const shell = page.waitForRequest(/\/assets\/shell-.*\.js$/);
  await page.getByLabel('E-mail').pressSequentially('a');
  expect((await shell).method()).toBe('GET');
});
