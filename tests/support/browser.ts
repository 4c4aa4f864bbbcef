// A real Chromium for end-to-end tests, from an npm package: nothing to download, nothing to install.
import {mkdir, statfs} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {chromium, type Browser, type BrowserContext, type LaunchOptions, type Page} from 'playwright-core';
import {watchRequests} from './quiet.ts';
import {watchToasts} from './toasts.ts';

const SHOTS = new URL('../../.screenshots/', import.meta.url);

// The package's own list has --single-process, with which closing a context kills the browser: none of it is used.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--lang=pt-BR',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  // Young objects have room: what a page makes is gone before it is looked through. A tenth of what Chromium takes of the processor.
  '--js-flags=--min-semi-space-size=64 --max-semi-space-size=64',
];

// Date inputs follow the browser's language, not the page's; without its own window it takes that from the environment.
const LOCALE = {LANG: 'pt_BR.UTF-8', LC_ALL: 'pt_BR.UTF-8'};

/** Where Chromium's program is; unpacked first where nobody did. Several processes must not do that at once. */
export async function executable(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  // Read when the package is imported: with it the package unpacks the system libraries a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const packaged = await import('@sparticuz/chromium');
  return packaged.default.executablePath();
}

/** Bytes that the browsers of a run may have in common with their pages at once. */
const SHARED = 2 ** 30;
/**
 * Everything that is drawn goes from process to process through memory they share. Playwright has files among the temporary ones for it,
 * because a container may have little such memory; on a disk each is made and removed again, a tenth of what Chromium takes of the
 * processor.
 */
const hasSharedMemory = (): Promise<boolean> => statfs('/dev/shm').then(({bavail, bsize}) => bavail * bsize >= SHARED, () => false);

const launching = async (): Promise<LaunchOptions> => ({
  executablePath: await executable(),
  args: ARGS,
  ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
  env: {...process.env, ...LOCALE},
});

/** Starts Chromium: the one of `CHROME_PATH`, else the packaged one (Linux). The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launching());
}

/** Starts Chromium on a folder of its own, for another program to steer as well. The caller closes it. */
export async function launchProfile(folder: string, debuggingPort: number): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {...await launching(), args: [...ARGS, `--remote-debugging-port=${debuggingPort}`]});
}

/** What a person's screen is like; a desk in São Paulo unless said otherwise. */
export type Screen = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Absent: none, and nobody waits for it. */
  motion?: boolean;
  /** It is touched, as a phone is: what is pressed is larger there. */
  touch?: boolean;
  timezoneId?: string;
};

/** A page of its own context (nothing shared with others), and what went wrong in it so far. */
export type WatchedPage = {
  page: Page;
  /** Console errors and uncaught exceptions, oldest first: `expect(problems).toEqual([])`. */
  problems: string[];
};

/** Milliseconds for one step, which ends as soon as it can: left to Playwright it would be half as long, which a busy machine takes. */
const STEP = 60_000;

/** Opens a page in pt-BR. Close it with `page.context().close()`. */
export async function newPage(browser: Browser, screen: Screen = {}): Promise<WatchedPage> {
  const {width = 1280, height = 800, colorScheme = 'light', motion = false, touch = false, timezoneId = 'America/Sao_Paulo'} = screen;
  const reducedMotion = motion ? 'no-preference' : 'reduce';
  const context = await browser.newContext({
    locale: 'pt-BR', viewport: {width, height}, colorScheme, reducedMotion, timezoneId, hasTouch: touch, isMobile: touch,
  });
  context.setDefaultTimeout(STEP);
  const page = await context.newPage();
  watchRequests(page);
  await watchToasts(page);
  const problems: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', error => problems.push(error.stack ?? error.message));
  return {page, problems};
}

/**
 * Lets the page's clock go ten times slower, whose timers go on as they do: what was answered a moment ago is not asked for again, and with
 * a machine that takes longer than that from screen to screen no calls could be counted. Call before the page is opened.
 */
export const slowClock = (page: Page): Promise<unknown> => page.addInitScript(() => {
  const now = Date.now.bind(Date);
  const begun = now();
  Date.now = () => Math.round(begun + (now() - begun) / 10);
});

/** Waits for what a new size or theme sets going: the next frames, and transitions that come to an end; not for a toast to go. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(resolve => {
      requestAnimationFrame(resolve);
    });
    const isToasts = ({effect}: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.matches('.Toastify__progress-bar') === true;
    const ends = (one: Animation) =>
      one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity && !isToasts(one);
    // One sets the next going: an inherited colour passes from element to element.
    for (let running: Animation[] | undefined; running === undefined || running.length > 0;) {
      await frame();
      await frame();
      running = document.getAnimations().filter(ends);
      await Promise.allSettled(running.map(one => one.finished));
    }
  });
}

/** Writes `.screenshots/{name}.png` of the whole page as wide as it is, then gives the page its size back. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, {recursive: true});
  const size = page.viewportSize();
  // A window as high as the page: what sticks to an edge of the window would else hang in the middle of the picture.
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  if (size) await page.setViewportSize({width: size.width, height: Math.max(size.height, whole)});
  await settle(page);
  await page.screenshot({path: fileURLToPath(new URL(`${name}.png`, SHOTS)), animations: 'disabled'});
  if (size) await page.setViewportSize(size);
}

/** Writes `.screenshots/{name}-desktop.png` and `-360.png` of the whole page, then gives the page its size back. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const [label, width, height] of [['desktop', 1280, 800], ['360', 360, 740]] as const) {
    await page.setViewportSize({width, height});
    await settle(page);
    await picture(page, `${name}-${label}`);
  }
  if (size) await page.setViewportSize(size);
}
