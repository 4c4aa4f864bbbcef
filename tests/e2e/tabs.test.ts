// One browser, several tabs and people: a person whom somebody changed, Sair over what other tabs hold, a script that moves what is drawn,
// a line that breaks while something is sent, fast hands, and whose name stands in the history.
import type {ElementHandle, Locator, Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import config from '../../resources.config.ts';
import type {SignInAnswer} from '../../src/schema/apiShapes.ts';
import {newPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {createSeed, type Seed, type SeedUser} from '../support/seed.ts';
import type {Answer, Api} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, type TicketAction, type World} from '../support/tickets.ts';
import {look} from './support/look.ts';
import {
  expectAddress, expectDrawn, expectFocus, expectHeading, expectToast, expectValue, field, fill, goWithin, NO_PAGE, press, row, signIn,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';
import {slowDown} from './support/slowLine.ts';

const portal = openPortal();
const {actions} = config.resources.tickets;
let api: Api;
let adm: string;
let seed: Seed;
let world: World;
/** Of the company, each may do all there is to do. */
let ana: SeedUser;
let rui: SeedUser;

beforeAll(async () => {
  api = httpApi(portal.product.url);
  const {body: {id, token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  adm = token;
  seed = createSeed(api, {...ADM, id, token}, {config});
  world = await createWorld({seed, adm: {...ADM, id, token}}, 'AGENDAR');
  const {idEmpresa, idFilial} = world;
  ana = await seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Ana Prado', filiais: [idFilial]});
  rui = await seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Rui Dantas', filiais: [idFilial]});
});

/** A window of a browser of its own in which somebody is signed in; `more`: another tab of it. */
const enterAs = async (who: {email: string; senha: string}): Promise<{page: Page; more: () => Promise<Page>}> => {
  const {page} = await newPage(portal.browser);
  page.on('dialog', dialog => void dialog.accept());
  await signIn(page, portal.product.url, who, NO_PAGE);
  return {page, more: () => page.context().newPage()};
};
const load = (page: Page, path: string) => page.goto(`${portal.product.url}/adm/${path}`);
const answered = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const {status, body} = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};
const open = async (placa = 'ABC1D23'): Promise<number> =>
  (await answered(api(ana.token, 'POST tickets', {form: formOf(newTicket(world, {Placa: placa}), [NOTA])}))).id as number;
/** Does an action as somebody. */
const act = async (who: {id: number; token: string}, id: number, action: TicketAction, comentario = 'Feito pelo teste'): Promise<void> => {
  const {body} = await api(adm, 'GET tickets/:id', {params: {id}});
  const {asks} = actions[action] as {asks?: object};
  await answered(api(who, actions[action].call, {
    params: {id, idUsuario: who.id}, ...(asks === undefined ? {} : {body: {...body, versao: undefined, comentario}}),
  }));
};
const historyOf = async (id: number): Promise<{acao: string; nomeUsuario: string; comentario: string}[]> =>
  answered(api(adm, 'GET ticketsHistorico/:id', {params: {id}}));
const change = (who: SeedUser, more: object) => answered(api(adm, 'POST usuarios', {
  body: {
    id: who.id, nome: 'Célia Ramos', email: who.email, tipo: config.profiles.empresa.id, idEmpresa: world.idEmpresa,
    filiaisAlteradas: [{idFilial: world.idFilial, usuarioVinculado: true}], ...more,
  },
}));

test('who is changed in the middle of work sees who they are now, and keeps what was typed', async () => {
  const {idEmpresa, idFilial} = world;
  const celia = await seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Célia Ramos', filiais: [idFilial]});
  const {page} = await enterAs(celia);
  await load(page, 'fornecedor/salvar');
  await fill(page, 'Razão Social', 'Transportes Rio Bonito');
  await expectDrawn(page);

  // Another company: the locked one is the new one, without a reload.
  const {id: other} = await seed.empresa({razaoSocial: 'Grãos do Sul'});
  await change(celia, {idEmpresa: other, filiaisAlteradas: []});
  await page.getByRole('status').getByText(/^Sua empresa mudou de .+ para Grãos do Sul\./).waitFor();
  await expectValue(page, 'Empresa', 'Grãos do Sul');
  await expectValue(page, 'Razão Social', 'Transportes Rio Bonito');
  expect(await look(page, '36-empresa-mudou')).toEqual([]);
  await fill(page, 'E-mail', 'rio@bonito.test');
  await fill(page, 'Telefone', '4334550010');
  await press(page, 'Salvar');
  await expectToast(page, 'Fornecedor Cadastrado!');

  // Another profile: the screen is refused, says why, and has kept what was typed.
  await load(page, 'fornecedor/salvar');
  await fill(page, 'Razão Social', 'Rodoviário Três Pinheiros');
  await expectDrawn(page);
  await change(celia, {tipo: config.profiles.fornecedor.id, codigoExterno: 'TRB-9', filiaisAlteradas: []});
  await page.getByText(/^Seu perfil mudou de Empresa para Fornecedor\. .*O que você digitou e não salvou está guardado\./).waitFor();
  await page.getByRole('heading', {level: 1, name: 'Acesso negado'}).waitFor();
  expect(await look(page, '37-perfil-mudou')).toEqual([]);
  await page.getByRole('button', {name: 'Célia (Fornecedor)'}).waitFor();
  // Back again, also by a reload that nobody told of it.
  await page.route('**/api/eventos', route => route.abort());
  await page.reload();
  await page.getByRole('button', {name: 'Célia (Fornecedor)'}).waitFor();
  await change(celia, {filiaisAlteradas: []});
  await page.reload();
  await page.getByRole('button', {name: 'Célia (Empresa)'}).waitFor();
  await page.getByText(/^Rascunho restaurado/).waitFor();
  await expectValue(page, 'Razão Social', 'Rodoviário Três Pinheiros');
  await page.context().close();
});

test('Sair names what is typed in other tabs, which end with it and promise nothing', async () => {
  const id = await open();
  const {page, more} = await enterAs(ana);
  const other = await more();
  await load(other, `ticket/editar/${id}`);
  await fill(other, 'Placa', 'QXZ4F07');
  await load(page, 'fornecedor');
  await page.getByRole('banner').getByRole('button', {name: /\(.+\)$/}).click();
  await page.getByRole('menuitem', {name: 'Sair'}).click();
  const dialog = page.getByRole('dialog', {name: 'Deseja Sair?'});
  await dialog.getByText(`Há texto não salvo em outra janela: Ticket ${id}.`, {exact: true}).waitFor();
  await expectFocus(dialog.getByRole('button', {name: 'Cancel'}));
  expect(await look(page, '38-sair-outra-janela')).toEqual([]);
  await press(dialog, 'Logout');
  await expectAddress(other, /^\/login/);
  await other.getByText('Você saiu em outra janela.').waitFor();
  await signIn(other, portal.product.url, ana, `/adm/ticket/editar/${id}`);
  await expectValue(other, 'Placa', 'ABC1D23');
  await page.context().close();
});

/** As Google Translate does: each text is in an element of its own, put in its place. */
const translate = (page: Page): Promise<void> => page.evaluate(() => {
  const texts: Node[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const {parentElement} = text;
    if (parentElement === null || ['SCRIPT', 'STYLE'].includes(parentElement.tagName) || text.textContent?.trim() === '') continue;
    const font = document.createElement('font' as string);
    parentElement.replaceChild(font, text);
    font.append(text);
  }
});

test('a page whose texts a translator wraps is drawn anew, with what was typed', async () => {
  const id = await open();
  const {page} = await enterAs(ana);
  await load(page, `ticket/editar/${id}`);
  await fill(page, 'Placa', 'QXZ4F07');
  await field(page, 'Comentário').fill('O motorista ligou');
  await expectDrawn(page);
  await translate(page);
  // What somebody else does changes texts all over the page.
  await act(rui, id, 'atender');
  await page.getByText('Uma extensão do navegador alterou a página; ela foi desenhada de novo.').waitFor();
  await expectValue(page, 'Placa', 'QXZ4F07');
  await expectValue(page, 'Comentário', 'O motorista ligou');
  expect(await page.getByText('Algo deu errado').count()).toBe(0);
  await page.context().close();
});

test('a translated "Ir para" goes on with what is typed in it', async () => {
  const {page} = await enterAs(ana);
  await load(page, 'home');
  await expectHeading(page, 'Visão Geral de Tickets');
  await expectDrawn(page);
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox', {name: 'Ir para'});
  await input.pressSequentially('for');
  await page.getByRole('option', {name: /Fornecedor/}).first().waitFor();
  await translate(page);
  await input.pressSequentially('necedor');
  await page.getByRole('option', {name: /Fornecedor/}).first().waitFor();
  await expect.poll(() => input.inputValue()).toBe('fornecedor');
  expect(await page.getByText('Algo deu errado').count()).toBe(0);
  await page.context().close();
});

test('a save that a lost line cut goes on by itself, once, when the line is back', async () => {
  const id = await open();
  const {page} = await enterAs(ana);
  await load(page, `ticket/editar/${id}`);
  await fill(page, 'Placa', 'QXZ4F07');
  await page.context().setOffline(true);
  await press(page, 'Salvar');
  await page.getByText('Ainda não foi enviado. O servidor não pôde ser alcançado. Confira a conexão.').waitFor();
  await page.context().setOffline(false);
  await expectToast(page, `Ticket ${id} Editado!`);
  expect((await historyOf(id)).filter(({acao}) => acao === 'Salvar')).toHaveLength(1);
  await page.context().close();
});

const TEXT = 'Falta a placa, s e n. do veiculo.';
/** The text as it is stored. */
const stored = async (id: number): Promise<string[]> => (await historyOf(id)).map(({comentario}) => comentario).filter(Boolean);

test.each<[key: string, label: string, before: readonly TicketAction[]]>([
  ['c', 'Comentar', []], ['p', 'Registrar Pendência', ['atender']], ['f', 'Finalizar', ['atender', 'pendenciar']],
])('ten keys a second from "%s" on, cold and on a slow line, are all in what is stored', async (key, label, before) => {
  const {page} = await enterAs(ana);
  for (const place of ['lista', 'edição'] as const) {
    const id = await open();
    for (const action of before) await act(ana, id, action, 'Antes');
    // Nothing of the portal is in the browser's cache.
    const cold = await page.context().newPage();
    await cold.route(/\/assets\//, route => route.continue({headers: {...route.request().headers(), 'cache-control': 'no-cache'}}));
    const quicken = await slowDown(cold);
    await load(cold, place === 'lista' ? 'ticket' : `ticket/editar/${id}`);
    if (place === 'lista') await row(cold, `${id}`).first().focus();
    else await field(cold, 'Placa').waitFor();
    await cold.keyboard.press(key);
    await cold.keyboard.type(TEXT, {delay: 100});
    const dialog: Locator = cold.getByRole('dialog', {name: new RegExp(`^${label}`)});
    const input = place === 'edição' && key === 'c' ? field(cold, 'Comentário') : dialog.getByRole('textbox').first();
    await expect.poll(() => input.inputValue()).toBe(TEXT);
    await cold.keyboard.press('Control+Enter');
    await expect.poll(() => stored(id)).toContain(TEXT);
    await quicken();
    await cold.close();
  }
  await page.context().close();
});

test('and of a person who is chosen by name nothing is missing either', async () => {
  const id = await open();
  await act(ana, id, 'atender');
  const {page} = await enterAs(ana);
  await slowDown(page);
  await load(page, 'ticket');
  await row(page, `${id}`).first().focus();
  await page.keyboard.press('t');
  await page.keyboard.type('Rui Dantas', {delay: 100});
  const dialog = page.getByRole('dialog', {name: /^Passar para/});
  await expectValue(dialog, 'Pessoa', 'Rui Dantas');
  await page.getByRole('option', {name: 'Rui Dantas'}).waitFor();
  await page.context().close();
});

/** Where each action can be done, by what was done before. */
const BEFORE: Readonly<Record<TicketAction, readonly (TicketAction | 'reservar')[]>> = {
  salvar: ['atender'], comentar: [], anotar: [], assumir: ['atender'], passar: ['atender'], atender: [], enviarAprovacao: [],
  aprovar: ['enviarAprovacao'], reprovar: ['enviarAprovacao'], enviarRpa: ['atender'], pendenciar: ['atender'], devolver: ['atender'],
  retirarFila: ['atender', 'enviarRpa'], interromperRpa: ['atender', 'enviarRpa', 'reservar'], reabrir: ['atender', 'pendenciar'],
  reprocessar: ['atender', 'pendenciar'], finalizar: ['atender', 'pendenciar'], cancelar: [],
};
const prepare = async (action: TicketAction): Promise<number> => {
  const id = await open();
  for (const one of BEFORE[action]) {
    if (one === 'reservar') {
      const next = () => answered(api(world.users.rpa.token, 'POST rpa/reservar', {body: {robo: 'VM', workflows: ['AGENDAR']}}));
      // Those that were sent to the queue before come first.
      while ((await next()).ticketId !== id);
      // Who takes over is not who attends it.
    } else await act(action === 'assumir' ? rui : ana, id, one, 'Antes do teste');
  }
  return id;
};
/** The browser's session becomes that of somebody who signs in in another tab. */
const takeSession = (tab: Page, session: SignInAnswer): Promise<void> => tab.evaluate(({id, idPerfil, idEmpresa, nome, token}) => {
  const USER = JSON.stringify({token, userName: nome, idPerfil});
  for (const [key, value] of Object.entries({idUsuario: id, idPerfil, idEmpresa, USER, access_token: token})) {
    localStorage.setItem(key, String(value));
  }
}, session);

/** Opens the dialog of an action of the record in sight and answers it. @returns what sends it */
const ask = async (page: Page, id: number, action: TicketAction, label: string): Promise<Locator> => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', {name: 'Ir para'}).fill(label);
  await page.getByRole('option', {name: new RegExp(`^${label}.*Ticket ${id}`)}).first().click();
  const name = new RegExp(`^${label}: `);
  const dialog = page.getByRole('dialog', {name}).or(page.getByRole('alertdialog', {name}));
  await dialog.waitFor();
  if (action === 'passar') {
    await field(dialog, 'Pessoa').fill('Rui');
    await page.getByRole('option', {name: 'Rui Dantas'}).click();
  }
  const text = dialog.getByRole('textbox').last();
  if (await text.count() > 0) await text.fill('Dito por quem está na tela');
  return dialog.getByRole('button', {name: label, exact: true});
};

test('over every action of a ticket the history has the name that the screen showed, or nothing was done', async () => {
  const {page, more} = await enterAs(ana);
  const tab = await more();
  await tab.goto(`${portal.product.url}/api/vivo`);
  const [own, other] = await Promise.all([ana, rui].map(({email, senha}) =>
    answered(api(undefined, 'POST usuarios/login', {body: {email, senha}})) as Promise<SignInAnswer>));
  const cover = page.getByRole('alertdialog', {name: 'Outra pessoa entrou'});

  for (const [action, {label}] of Object.entries(config.resources.tickets.actions) as [TicketAction, {label: string}][]) {
    const id = await prepare(action);
    const before = (await historyOf(id)).length;
    let send: Locator;
    if (action === 'salvar') {
      await goWithin(page, `/adm/ticket/editar/${id}`);
      await fill(page, 'Placa', 'QXZ4F07');
      send = page.getByRole('button', {name: label, exact: true});
    } else {
      await goWithin(page, `/adm/ticket?detalhes=${id}`);
      const details = page.getByRole('dialog', {name: new RegExp(`^Ticket ${id}`)});
      await details.getByRole('table', {name: 'Histórico'}).waitFor();
      // Both are written in the box of the conversation.
      const written = {comentar: ['Comentário', 'Enviar comentário'], anotar: ['Nota', 'Enviar nota da equipe']}[action as string];
      if (written === undefined) send = await ask(page, id, action, label);
      else {
        const [input = '', sender = ''] = written;
        if (action === 'anotar') await press(details, label);
        await field(details, input).fill('Dito por quem está na tela');
        send = details.getByRole('button', {name: sender});
      }
    }

    // Covered, and pressed all the same: as quick as a person can be between two frames.
    const button = await send.elementHandle() as ElementHandle<HTMLButtonElement>;
    await takeSession(tab, other!);
    await button.evaluate(one => one.click());
    await cover.waitFor();
    await button.evaluate(one => one.click());
    const meanwhile = await historyOf(id);
    await takeSession(tab, own!);
    await cover.waitFor({state: 'detached'});
    if (meanwhile.length === before) await send.click();
    await expect.poll(async () => (await historyOf(id)).length, {message: action}).toBeGreaterThan(before);
    const done = (await historyOf(id)).slice(0, -before);
    expect(done.map(({nomeUsuario}) => nomeUsuario), action).toEqual(done.map(() => 'Ana Prado'));
    await load(page, 'nada');
  }
  await page.context().close();
});
