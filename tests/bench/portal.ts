/** Starts the product with its demonstration on a throwaway folder, opens its screens in a real browser, and prints what they cost. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser, Page} from 'playwright-core';
import {freePort} from '../../src/run/freePort.ts';
import {lighthouse} from './lighthouse.ts';
import {median} from './latency.ts';
import {tableOf} from './report.ts';

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
/** Each screen is opened so often; the medians are told. */
const TURNS = 5;
const number = (digits: number) => (value: number): string =>
  value.toLocaleString('pt-BR', {minimumFractionDigits: digits, maximumFractionDigits: digits});

const signIn = async (page: Page, {ADM}: Tools): Promise<void> => {
  await page.getByLabel('E-mail').fill(ADM.email);
  await page.getByLabel('Senha').fill(ADM.senha);
  // As long as a person takes to reach the button.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', {name: 'Login'}).click();
};

interface Opened {
  bytes: number;
  files: number;
  /** Milliseconds from the address to its heading in sight. */
  seen: number;
  /** Milliseconds of work until nothing more was on its way. */
  worked: number;
}

const openCold = async (
  browser: Browser, address: string, signedIn: StorageState | undefined, {watchScripts, bytesOf, watchRequests, quiet}: Tools,
): Promise<Opened> => {
  const context = await browser.newContext(signedIn && {storageState: signedIn});
  const page = await context.newPage();
  watchRequests(page);
  const scripts = await watchScripts(page);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const begun = performance.now();
  await page.goto(address, {waitUntil: 'commit'});
  await page.locator('h1').waitFor();
  const seen = performance.now() - begun;
  await quiet(page);
  const {metrics} = await session.send('Performance.getMetrics');
  const fetched = await scripts();
  await context.close();
  const seconds = metrics.find(({name}) => name === 'TaskDuration')?.value ?? 0;
  return {bytes: bytesOf(fetched), files: fetched.length, seen, worked: seconds * 1000};
};

const printScreens = async (browser: Browser, url: string, signedIn: StorageState, given: Tools, print: Print): Promise<void> => {
  const rows = [];
  for (const [name, path] of SCREENS) {
    const turns: Opened[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.push(await openCold(browser, url + path, path === '/login' ? undefined : signedIn, given));
    }
    const told = (of: (one: Opened) => number, digits = 0): string => number(digits)(median(turns.map(of)));
    rows.push([name, told(({bytes}) => bytes / 1000, 1), told(({files}) => files), told(({seen}) => seen), told(({worked}) => worked)]);
  }
  print(tableOf(['Tela, aberta a frio', 'kB de script (gzip)', 'arquivos', 'título à vista (ms)', 'trabalho (ms)'], rows));
};

/** Milliseconds from the button pressed to a row of the list in sight, the median. */
const timeSignIn = async (browser: Browser, url: string, given: Tools): Promise<number> => {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
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
  return median(times);
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
    await printScreens(browser, url, await page.context().storageState(), given, print);
    print(`\nDo Login apertado à primeira linha: ${number(2)(await timeSignIn(browser, url, given) / 1000)} s (mediana de ${TURNS})`);
    await printVerdicts(url, given, print);
  } finally {
    await browser.close();
    await product.dispose();
  }
};
