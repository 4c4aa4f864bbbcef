/** What a person does in the portal, in their words. Everything is found as they find it: by role, label and text. */
import {expect} from 'vitest';
import type {Locator, Page} from 'playwright-core';
import type {SignInAnswer} from '../../../src/schema/apiShapes.ts';
import {httpApi} from '../../support/httpApi.ts';
import {coveredByToast, takeToast} from '../../support/toasts.ts';

export interface Credentials {
  email: string;
  senha: string;
}

/** A screen, or a part of one (a dialog). */
export type Place = Page | Locator;

/** A list of choices that are on their way. */
const NO_CHOICES_YET = '[placeholder="Carregando…"]';
/** What a place shows as long as something it asked for is not there: the line above, a part that says so, or what is drawn meanwhile. */
const WAITING = `[aria-label=Carregamento], [aria-busy=true], .MuiSkeleton-root, [aria-label^=Carregando], ${NO_CHOICES_YET}`;

/** All that was asked for has come. Before, wait for what the screen says once it is there: nothing may have been asked for yet. */
export const expectDrawn = (place: Place): Promise<void> => place.locator(WAITING).first().waitFor({state: 'detached'});

/** Does what makes the screen ask for something, and waits until the answer is drawn: until it asks, all of what was there before is. */
export const expectAnswered = async (page: Page, call: RegExp, does: () => Promise<void>): Promise<void> => {
  await Promise.all([page.waitForResponse(call), does()]);
  await expectDrawn(page);
};

/**
 * The next line on which the server tells what happens is open only once the call is answered, as mostly by itself: what the answer
 * shows is read once more then, as soon as somebody is there.
 */
export const openLineAfter = async (page: Page, call: RegExp): Promise<void> => {
  const answered = page.waitForResponse(call);
  // For as long as there is the page: what a browser was about to ask for while a route goes may never be asked for.
  await page.route('**/api/eventos', async route => {
    await answered;
    // Nothing is told of before.
    const {prefer: _since, ...headers} = route.request().headers();
    // Of a page that was left meanwhile nobody hears.
    await route.continue({headers}).catch(() => undefined);
  });
};

/** Holds whatever a page reads by itself until a call was answered: the live line, what is read again without it. */
export const readNothingUntil = async (page: Page, call: RegExp): Promise<void> => {
  await openLineAfter(page, call);
  const answered = page.waitForResponse(call);
  await page.route('**/api/**', async route => {
    if (route.request().method() === 'GET') await answered;
    await route.fallback().catch(() => undefined);
  });
};

/** Signs in on the login page in sight. */
export const enter = async (page: Page, {email, senha}: Credentials): Promise<void> => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(senha);
  await page.getByRole('button', {name: 'Login'}).click();
  await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
};

/** An address of the portal where nothing is, which costs half of what one's first screen does: for who goes on from there. */
export const NO_PAGE = '/adm/nada';

/**
 * Opens the product's address as who signed in before: with the session where the portal keeps it (rules: Session 2), without the login
 * page. Where that is the subject: {@link enter}.
 *
 * @param path what is opened; absent: their own first screen
 */
export const signIn = async (page: Page, url: string, {email, senha}: Credentials, path = '/login'): Promise<void> => {
  const {status, body} = await httpApi(url)(undefined, 'POST usuarios/login', {body: {email, senha}});
  expect(status, email).toBe(200);
  // A page of the same origin, and not of the portal.
  await page.goto(`${url}/api/vivo`);
  await page.evaluate(({id, idPerfil, idEmpresa, codigoExterno, nome, token}) => {
    const USER = JSON.stringify({token, userName: nome, idPerfil});
    const kept = {USER, logado: 1, idUsuario: id, idPerfil, idEmpresa, codigoExterno, access_token: token};
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value));
  }, body as SignInAnswer);
  await page.goto(url + path);
  await page.getByRole('navigation', {name: 'Menu principal'}).waitFor();
};

export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('button', {name: /\(.+\)$/}).click();
  await page.getByRole('menuitem', {name: 'Sair'}).click();
  const dialog = page.getByRole('dialog', {name: 'Deseja Sair?'});
  await dialog.getByText('Selecione "Logout" abaixo para encerrar a sessão.').waitFor();
  await dialog.getByRole('button', {name: 'Logout'}).click();
  await page.getByRole('button', {name: 'Login'}).waitFor();
};

/**
 * Presses an entry of the menu, and waits until its screen is the current one, or a question, or a phone's screen, hides the menu: until
 * then the screen before is in sight, with buttons of the same names.
 */
export const openMenu = async (page: Page, entry: string): Promise<void> => {
  const link = page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link', {name: entry, exact: true});
  await link.click();
  await link.and(page.locator(':not([aria-current])')).waitFor({state: 'detached'});
};

/**
 * Leads a portal that is in sight to another of its addresses without loading it anew, as links do: by way of an address where nothing is,
 * so that nothing of the screen before is left. For who signed in, from a screen that asks nothing before it is left.
 */
export const goWithin = async (page: Page, path: string): Promise<void> => {
  const nowhere = page.getByRole('heading', {level: 1, name: 'Página não encontrada'});
  const go = (to: string): Promise<void> => page.evaluate(address => {
    const {idx = 0} = (history.state ?? {}) as {idx?: number};
    history.pushState({usr: null, key: crypto.randomUUID(), idx: idx + 1}, '', address);
    dispatchEvent(new PopStateEvent('popstate', {state: history.state as unknown}));
  }, to);
  await go(NO_PAGE);
  await nowhere.waitFor();
  await go(path);
  await nowhere.waitFor({state: 'detached'});
};

/** The address in the bar, from its path on. */
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

/** A screen comes to be in sight, by its heading and all of it: 'Tickets' is no 'Visão Geral de Tickets'. */
export const expectHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', {level: 1, name, exact: true}).waitFor();

/** It comes to be this. */
export const expectAddress = async (page: Page, address: string | RegExp): Promise<void> => {
  const wanted = typeof address === 'string' ? address : expect.stringMatching(address) as unknown;
  await expect.poll(() => addressOf(page), {message: 'address'}).toEqual(wanted);
};

/** The window comes to have this title. */
export const expectTitle = async (page: Page, title: string): Promise<void> => {
  await expect.poll(() => page.title(), {message: 'title'}).toBe(title);
};

/** A control comes to be locked, or free. */
export const expectDisabled = async (control: Locator, disabled = true): Promise<void> => {
  await expect.poll(() => control.isDisabled(), {message: `locked: ${String(control)}`}).toBe(disabled);
};

/** Something comes to be there so many times. To say that nothing is there, first wait for what would come with it. */
export const expectCount = async (locator: Locator, count: number): Promise<void> => {
  await expect.poll(() => locator.count(), {message: String(locator)}).toBe(count);
};

/** What has the focus comes to be this. */
export const expectFocus = async (target: Locator): Promise<void> => {
  await expect.poll(() => target.evaluate(element => element === document.activeElement), {message: `focus: ${String(target)}`}).toBe(true);
};

/** A toast with exactly this title and sentence comes, over nothing that can be pressed; closed where it stands and can be. */
export const expectToast = async (page: Page, text: string, title: 'Sucesso' | 'Atenção' | 'Erro' = 'Sucesso'): Promise<void> => {
  const role = title === 'Sucesso' ? 'status' : 'alert';
  await expect.poll(() => takeToast(page, role, [title, text]), {message: `${title}: ${text}`}).toBe(true);
  expect(await coveredByToast(page)).toEqual([]);
  const one = page.getByRole(role).filter({has: page.getByText(title, {exact: true})}).filter({has: page.getByText(text, {exact: true})});
  const close = one.getByRole('button', {name: 'Fechar aviso'});
  // It may go by itself meanwhile.
  if (await close.isVisible()) await close.click({timeout: 1000}).catch(() => {});
};

/** What is behind a label: a list, a list that is searched, a switch, or something to write in. */
const kindOf = (control: Locator): Promise<'select' | 'combobox' | 'switch' | 'text'> =>
  control.evaluate((element: HTMLInputElement | HTMLSelectElement) => {
    if (element.tagName === 'SELECT') return 'select';
    if (element.getAttribute('role') === 'combobox') return 'combobox';
    return element.type === 'checkbox' ? 'switch' : 'text';
  });

export const field = (place: Place, label: string): Locator => place.getByLabel(label, {exact: true});

/** The field comes to show this. */
export const expectValue = async (place: Place, label: string, value: string): Promise<void> => {
  await expect.poll(() => field(place, label).inputValue(), {message: label}).toBe(value);
};

/** Fills one field, whatever it is. */
export const fill = async (place: Place, label: string, value: string | boolean): Promise<void> => {
  const control = field(place, label);
  const kind = await kindOf(control);
  if (kind === 'switch') await control.setChecked(value === true);
  else if (kind === 'select') await control.selectOption({label: String(value)});
  else {
    // What is the only choice is chosen already.
    if (kind === 'combobox') await place.locator(NO_CHOICES_YET).first().waitFor({state: 'detached'});
    if ((await control.inputValue()) === value) return;
    const text = String(value);
    if (kind !== 'combobox') return control.fill(text);
    // Between its choices and its being chosen is a moment, in which what is typed would stand behind its name.
    await expect.poll(async () => {
      await control.fill(text);
      return control.inputValue();
    }, {message: label}).toBe(text);
    // Where it was chosen in that moment nothing was typed that would open them.
    await control.press('ArrowDown');
    // The options are drawn outside the dialog they belong to.
    await control.page().getByRole('listbox').getByRole('option', {name: text, exact: true}).click();
  }
};

/** Fills fields by their labels, in the order given. */
export const fillForm = async (place: Place, values: Readonly<Record<string, string | boolean>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await fill(place, label, value);
};

export const press = (place: Place, name: string, options: {timeout?: number} = {}): Promise<void> =>
  place.getByRole('button', {name, exact: true}).click(options);

/** Opens the Ação menu of a row and chooses an entry. */
export const chooseAction = async (page: Page, row: string, entry: string): Promise<void> => {
  await press(page, `Ação: ${row}`);
  await page.getByRole('menuitem', {name: entry}).click();
};

/** Answers a question: 'Deseja Iniciar Atendimento ?' with the button that says yes. */
export const confirm = async (page: Page, question: string, button: string): Promise<void> => {
  const dialog = page.getByRole('alertdialog').filter({hasText: question});
  await dialog.getByText(question, {exact: true}).waitFor();
  await press(dialog, button);
  await dialog.waitFor({state: 'detached'});
};

export interface Attachment {
  name: string;
  tipo: string;
  bytes: Buffer;
}

/** Chooses a file with the browser's own dialog and gives it a type. */
export const chooseFile = async (place: Place, {name, tipo, bytes}: Attachment): Promise<void> => {
  const page = 'page' in place ? place.page() : place;
  const chooser = page.waitForEvent('filechooser');
  await press(place, 'Escolher arquivo');
  await (await chooser).setFiles({name, mimeType: 'application/pdf', buffer: bytes});
  await fill(place, 'Tipo do arquivo', tipo);
};

/** Chooses a file and adds it to the list of those that go with the form. */
export const attach = async (place: Place, attachment: Attachment): Promise<void> => {
  const {name} = attachment;
  await chooseFile(place, attachment);
  await press(place, 'Adicionar arquivo');
  await place.getByRole('list', {name: 'Arquivos adicionados'}).getByText(name).waitFor();
};

/** Downloads a file by its button, and answers the name it is saved under and its bytes. */
export const download = async (place: Locator, name: string): Promise<{name: string; bytes: Buffer}> => {
  const started = place.page().waitForEvent('download');
  await press(place, `Baixar ${name}`);
  const file = await started;
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return {name: file.suggestedFilename(), bytes: Buffer.concat(chunks)};
};

/** A row of a table, by what one of its cells says. */
export const row = (place: Place, text: string): Locator => place.getByRole('row').filter({hasText: text});

/** A row says this, and in another of its cells that. */
export const expectRow = (place: Place, text: string, that = text): Promise<void> =>
  row(place, text).getByText(that, {exact: true}).first().waitFor();
