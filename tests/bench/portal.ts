/** Starts the product with its demonstration on a throwaway folder, opens its screens in a real browser, and prints what they cost. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser, Page} from 'playwright-core';
import {freePort} from '../../src/run/freePort.ts';
import {lighthouse} from './lighthouse.ts';
import {tableOf} from '../../src/run/bench/table.ts';

type Print = (line: string) => void;
type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** Development's packages and the tests' own helpers: loaded here alone, so that nothing else depends on them. */
const tools = async () => ({
  ...await import('../support/browser.ts'), ...await import('../support/product.ts'),
  ...await import('../support/quiet.ts'), ...await import('../support/scripts.ts'),
});
type Tools = Awaited<ReturnType<typeof tools>>;

const LIST = '/adm/ticket';
const SCREENS = [
  ['Login', '/login'], ['Home', '/adm/home'], ['Tickets', LIST], ['Empresas', '/adm/empresa'],
  ['Nova empresa', '/adm/empresa/salvar'], ['Novo ticket', '/adm/ticket/salvar'],
] as const;
const number = (digits: number) => (value: number): string =>
  value.toLocaleString('pt-BR', {minimumFractionDigits: digits, maximumFractionDigits: digits});

const signIn = async (page: Page, {ADM}: Tools): Promise<void> => {
  await page.getByLabel('E-mail').fill(ADM.email);
  await page.getByLabel('Senha').fill(ADM.senha);
  // As long as a person takes to reach the button.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', {name: 'Login'}).click();
};

const printSizes = async (
  browser: Browser, url: string, signedIn: StorageState, {watchScripts, bytesOf, watchRequests, quiet}: Tools, print: Print,
): Promise<void> => {
  const rows = [];
  for (const [name, path] of SCREENS) {
    const context = await browser.newContext(path === '/login' ? {} : {storageState: signedIn});
    const page = await context.newPage();
    watchRequests(page);
    const scripts = await watchScripts(page);
    await page.goto(url + path);
    await page.locator('h1').waitFor();
    await quiet(page);
    const fetched = await scripts();
    rows.push([name, number(1)(bytesOf(fetched) / 1000), String(fetched.length)]);
    await context.close();
  }
  print(tableOf(['Tela, aberta a frio', 'kB de script (gzip)', 'arquivos'], rows));
};

/** Milliseconds from the button pressed to a row of the list in sight, the median of five. */
const timeSignIn = async (browser: Browser, url: string, given: Tools): Promise<number> => {
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const page = await (await browser.newContext({locale: 'pt-BR'})).newPage();
    await page.goto(url + LIST);
    await page.evaluate(() => document.addEventListener('click', () => performance.mark('pressed'), true));
    await signIn(page, given);
    times.push(await page.evaluate(() => new Promise<number>(resolve => {
      const look = (): void => {
        if (document.querySelector('tbody a[href*="detalhes="]') === null) return void requestAnimationFrame(look);
        const [pressed] = performance.getEntriesByName('pressed').slice(-1);
        resolve(performance.now() - (pressed?.startTime ?? 0));
      };
      look();
    })));
    await page.context().close();
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0;
};

const printVerdicts = async (url: string, given: Tools, print: Print): Promise<void> => {
  const profile = await mkdtemp(join(tmpdir(), 'balcao-lighthouse-'));
  const port = await freePort(9222, '127.0.0.1');
  const context = await given.launchProfile(profile, port);
  const row = async (name: string, path: string): Promise<string[]> => {
    const one = await lighthouse(url + path, port);
    return [
      name, ...[one.performance, one.accessibility, one.bestPractices].map(String), number(1)(one.largestPaint), number(0)(one.blocked),
      number(3)(one.layoutShift),
    ];
  };
  try {
    const rows = [await row('Login', '/login')];
    const page = await context.newPage();
    await page.goto(url + LIST);
    await signIn(page, given);
    await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
    await page.close();
    rows.push(await row('Tickets, a frio', LIST));
    print(
      `\n${tableOf(['Lighthouse, celular', 'desempenho', 'acessibilidade', 'boas práticas', 'LCP (s)', 'bloqueio (ms)', 'CLS'], rows)}`,
    );
  } catch (error) {
    print(`\nO Lighthouse ficou de fora: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await context.close();
    await rm(profile, {recursive: true, force: true});
  }
};

export const benchPortal = async (print: Print): Promise<void> => {
  const given = await tools();
  const product = await given.openProduct({env: {DEMO: '1'}});
  const browser = await given.launchBrowser();
  try {
    const {url} = product;
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/login`);
    await signIn(page, given);
    await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
    await printSizes(browser, url, await page.context().storageState(), given, print);
    print(`\nDo Login apertado à primeira linha: ${number(2)(await timeSignIn(browser, url, given) / 1000)} s (mediana de cinco)`);
    await printVerdicts(url, given, print);
  } finally {
    await browser.close();
    await product.dispose();
  }
};
