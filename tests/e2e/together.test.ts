// Two people on one ticket, each in a browser of their own, and each outcome of who saves and acts first: what both see, that nothing typed
// or chosen is lost, and that everything was done once.
import type {Locator, Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import config from '../../resources.config.ts';
import {newPage, type WatchedPage} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {quiet} from '../support/quiet.ts';
import {createSeed, type SeedUser} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, type World} from '../support/tickets.ts';
import {WHOLE} from '../support/whole.ts';
import {
  attach, confirm, enter, expectAddress, expectCount, expectDrawn, expectFocus, expectToast, expectValue, field, goWithin, NO_PAGE,
  openMenu, press, row, signIn,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const portal = openPortal();
let api: Api;
let adm: string;
let world: World;
/** Ana and Rui: both of the company, so that each may do all there is to do. */
let ana: Page;
let rui: Page;
let first: SeedUser;
let second: SeedUser;
let watched: readonly WatchedPage[];

beforeAll(async () => {
  api = httpApi(portal.product.url);
  const {body: {id, token}} = await api(undefined, 'POST usuarios/login', {body: ADM});
  adm = token;
  const seed = createSeed(api, {...ADM, id, token}, {config});
  world = await createWorld({seed, adm: {...ADM, id, token}});
  const {idEmpresa, idFilial} = world;
  first = await seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Ana Prado'});
  second = await seed.usuario({perfil: 'empresaUsuario', idEmpresa, nome: 'Rui Dantas', filiais: [idFilial]});
  watched = await Promise.all([first, second].map(async who => {
    const one = await newPage(portal.browser);
    await signIn(one.page, portal.product.url, who, NO_PAGE);
    return one;
  }));
  [ana, rui] = watched.map(({page}) => page) as [Page, Page];
});

const opened = async (placa = 'ABC1D23'): Promise<number> =>
  (await api(world.users.fornecedor.token, 'POST tickets', {form: formOf(newTicket(world, {Placa: placa}), [NOTA])})).body.id as number;
const attended = async (who = first): Promise<number> => {
  const id = await opened();
  await api(who.token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id, idUsuario: who.id}});
  return id;
};
const bodyOf = async (id: number, comentario: string) => {
  const {body} = await api(adm, 'GET tickets/:id', {params: {id}});
  return {...body, versao: undefined, comentario};
};
const pending = async (): Promise<number> => {
  const id = await attended();
  const answer = await api(first.token, 'PUT tickets/pendenciar/:id', {params: {id}, body: await bodyOf(id, 'Falta o CT-e')});
  expect(answer).toMatchObject({status: 200});
  return id;
};

/** Whose form was left with something typed: another address would ask about it, a page loaded anew does not. */
const load = async (page: Page): Promise<void> => {
  await page.goto(`${portal.product.url}/adm/ticket`);
  await page.locator('h1').waitFor();
};
const edit = async (page: Page, id: number): Promise<void> => {
  await goWithin(page, `/adm/ticket/editar/${id}`);
  await field(page, 'Placa').waitFor();
};
const details = async (page: Page, id: number): Promise<Locator> => {
  await goWithin(page, `/adm/ticket?detalhes=${id}`);
  const dialog = page.getByRole('dialog', {name: new RegExp(`^Ticket ${id}`)});
  await dialog.getByRole('table', {name: 'Histórico'}).waitFor();
  return dialog;
};
/** What an action of the screen or dialog asks, in its own dialog. */
const start = async (page: Page, place: Page | Locator, action: string): Promise<Locator> => {
  const button = place.getByRole('button', {name: action, exact: true});
  const more = place.getByRole('button', {name: 'Mais', exact: true});
  await button.or(more).first().waitFor();
  if (await button.count() > 0) await button.first().click();
  else {
    await more.click();
    await page.getByRole('menuitem', {name: action, exact: true}).click();
  }
  return page.getByRole('dialog', {name: new RegExp(`^${action}: `)});
};
const done = async (dialog: Locator, action: string): Promise<void> => {
  await press(dialog, action);
  await dialog.waitFor({state: 'detached'});
};
/** Back without what was answered, which is asked about first. */
const giveUp = async (page: Page, dialog: Locator): Promise<void> => {
  await press(dialog, 'Voltar');
  await press(page.getByRole('alertdialog', {name: 'Sair sem salvar'}), 'Sair sem salvar');
  await dialog.waitFor({state: 'detached'});
};
const changedBy = (page: Page, name: string): Promise<void> =>
  page.getByText(`Este ticket foi alterado por ${name}. O que você digitou continua aqui.`).waitFor();
const stale = (page: Page): Locator => page.getByRole('dialog', {name: 'Suas alterações ainda não foram salvas'});
/** What was done to it, the oldest first. */
const doings = async (id: number): Promise<unknown[]> =>
  ((await api(adm, 'GET ticketsHistorico/:id', {params: {id}})).body as {acao: string; nomeUsuario: string}[])
    .map(({acao, nomeUsuario}) => `${acao} ${nomeUsuario.split(' ')[0]}`).toReversed().slice(1);
const valueOf = async (id: number, descricao: string): Promise<unknown> =>
  ((await api(adm, 'GET tickets/:id', {params: {id}})).body.ticketFormularios as {descricao: string; valor: string}[])
    .find(one => one.descricao === descricao)?.valor;
const status = (place: Page | Locator, name: string): Promise<void> =>
  place.getByRole('region', {name: 'Situação'}).getByText(name, {exact: true}).first().waitFor();

test('saved, and saved: the second is told by whom, and keeps both', async () => {
  const id = await attended(second);
  await Promise.all([edit(ana, id), edit(rui, id)]);
  await field(rui, 'Placa').fill('RUI0R00');
  await field(ana, 'Transportadora').fill('Rápido');
  await press(ana, 'Salvar');
  await expectToast(ana, `Ticket ${id} Editado!`);
  await changedBy(rui, 'Ana Prado');
  await expectValue(rui, 'Placa', 'RUI0R00');
  await press(rui, 'Salvar');
  await press(stale(rui), 'Comparar');
  await press(stale(rui), 'Salvar escolhas');
  await stale(rui).waitFor({state: 'detached'});
  await expect.poll(() => doings(id)).toHaveLength(3);
  expect([await valueOf(id, 'Placa'), await valueOf(id, 'Transportadora')]).toEqual(['RUI0R00', 'Rápido']);
  // Nothing was typed there any more: it shows what the other saved.
  await expectValue(ana, 'Placa', 'RUI0R00');
});

test('saved while the other acted: what was typed is saved into what the record has become', async () => {
  const id = await attended();
  await edit(ana, id);
  await field(ana, 'Placa').fill('ANA0A00');
  const dialog = await start(rui, await details(rui, id), 'Registrar Pendência');
  await field(dialog, 'Motivo').fill('Falta o CT-e');
  await done(dialog, 'Registrar Pendência');
  await changedBy(ana, 'Rui Dantas');
  await status(ana, 'Pendência');
  await expectValue(ana, 'Placa', 'ANA0A00');
  await press(ana, 'Ver alterações');
  await stale(ana).getByText(/Rui Dantas, .*Registrar Pendência: Falta o CT-e/).waitFor();
  await press(stale(ana), 'Comparar');
  await press(stale(ana), 'Salvar escolhas');
  await expectToast(ana, `Ticket ${id} Editado!`);
  expect(await doings(id)).toEqual(['Atender Ana', 'Registrar Pendência Rui', 'Salvar Ana']);
  expect(await valueOf(id, 'Placa')).toBe('ANA0A00');
});

test('acted while the other saved: the reason stays, with what was changed, and goes with the second try', async () => {
  const id = await attended(second);
  const dialog = await start(ana, await details(ana, id), 'Registrar Pendência');
  await field(dialog, 'Motivo').fill('Falta o CT-e');
  await edit(rui, id);
  await field(rui, 'Placa').fill('RUI0R00');
  await press(rui, 'Salvar');
  await expectToast(rui, `Ticket ${id} Editado!`);
  await press(dialog, 'Registrar Pendência');
  await dialog.getByRole('alert').getByText(/^Rui Dantas, /).waitFor();
  await expectValue(dialog, 'Motivo', 'Falta o CT-e');
  await done(dialog, 'Registrar Pendência');
  expect(await doings(id)).toEqual(['Atender Rui', 'Salvar Rui', 'Registrar Pendência Ana']);
});

test('attended from two lists: one wins, the other is told who and sees the row as it is', async () => {
  const id = await opened('DUPLA01');
  const rows = [ana, rui].map(page => row(page, 'DUPLA01'));
  for (const page of [ana, rui]) await goWithin(page, '/adm/ticket');
  for (const [page, one] of [[ana, rows[0]!], [rui, rows[1]!]] as const) {
    await one.getByRole('button', {name: 'Atender', exact: true}).click();
    await page.getByRole('alertdialog').getByText('Deseja Iniciar Atendimento ?').waitFor();
  }
  await confirm(ana, 'Deseja Iniciar Atendimento ?', 'Atender');
  await expectAddress(ana, `/adm/ticket/editar/${id}`);
  await press(rui.getByRole('alertdialog'), 'Atender');
  await expectToast(rui, 'Ticket já está em Em-Atendimento, com Ana Prado.', 'Atenção');
  await row(rui, 'DUPLA01').getByText('Em-Atendimento', {exact: true}).waitFor();
  await expectCount(row(rui, 'DUPLA01').getByRole('button', {name: 'Atender', exact: true}), 0);
  expect(await doings(id)).toEqual(['Atender Ana']);
});

test('finished while the other was about to: reason and file stay in the dialog, and the page shows what it has become', async () => {
  const id = await pending();
  const dialog = await start(rui, await details(rui, id), 'Finalizar');
  await field(dialog, 'Motivo').fill('Tudo entregue');
  await attach(dialog, {name: 'laudo.pdf', tipo: 'Laudo', bytes: Buffer.from('%PDF-1.7\n')});
  const other = await start(ana, await details(ana, id), 'Finalizar');
  await field(other, 'Motivo').fill('Concluído');
  await done(other, 'Finalizar');
  // Behind the dialog it is told already.
  await rui.getByText('Concluído', {exact: true}).first().waitFor();
  await press(dialog, 'Finalizar');
  await dialog.getByRole('alert').getByText('Ticket já está em Finalizado, por Ana Prado.').waitFor();
  await expectValue(dialog, 'Motivo', 'Tudo entregue');
  await dialog.getByRole('list', {name: 'Arquivos adicionados'}).getByText('laudo.pdf').waitFor();
  await giveUp(rui, dialog);
  await status(rui, 'Finalizado');
  expect(await doings(id)).toEqual(['Atender Ana', 'Registrar Pendência Ana', 'Finalizar Ana']);
});

test('a comment while the other edits: read at once, and nothing that is typed moves', async () => {
  const id = await attended();
  await edit(ana, id);
  await field(ana, 'Placa').fill('ANA0A00');
  const dialog = await details(rui, id);
  await dialog.getByRole('textbox', {name: 'Comentário'}).fill('O motorista ligou');
  await press(dialog, 'Enviar comentário');
  await ana.getByRole('table', {name: 'Histórico'}).getByText('O motorista ligou').waitFor();
  await expectValue(ana, 'Placa', 'ANA0A00');
  await expectFocus(field(ana, 'Placa'));
  expect(await doings(id)).toEqual(['Atender Ana', 'Comentar Rui']);
  await load(ana);
});

test.runIf(WHOLE)('passed to a third: whoever looks on sees who attends now, and what they may do', async () => {
  const id = await attended();
  const dialog = await details(rui, id);
  await dialog.getByRole('region', {name: 'Situação'}).getByText('Ana Prado').first().waitFor();
  const passing = await start(ana, await details(ana, id), 'Passar para');
  await passing.getByLabel('Pessoa').fill('Rui');
  await ana.getByRole('option', {name: 'Rui Dantas'}).click();
  await done(passing, 'Passar para');
  await dialog.getByRole('region', {name: 'Situação'}).getByText(/: você$/).waitFor();
  expect(await doings(id)).toEqual(['Atender Ana', 'Passar para Ana']);
  await edit(ana, id);
  // More than one line of actions has room for: what prints it stands in the same.
  const size = ana.viewportSize()!;
  await ana.setViewportSize({...size, width: 1024});
  const [more, print] = ['Mais', 'Imprimir'].map(name => ana.getByRole('button', {name, exact: true}));
  await expect.poll(async () => {
    const [one, other] = [await more!.boundingBox(), await print!.boundingBox()];
    return one && other && Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
  }).toBeLessThan(4);
  await ana.setViewportSize(size);
});

test.runIf(WHOLE)('a list goes on where it stands: what changed, what is new', async () => {
  const id = await opened('VIVO001');
  await rui.goto(`${portal.product.url}/adm/ticket`);
  await row(rui, 'VIVO001').getByText('Em-Aberto', {exact: true}).waitFor();
  // Somebody is there: what follows others is fetched.
  await rui.keyboard.press('Shift');
  await row(rui, 'VIVO001').getByRole('link', {name: String(id), exact: true}).focus();
  await api(first.token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id, idUsuario: first.id}});
  await row(rui, 'VIVO001').getByText('Em-Atendimento', {exact: true}).waitFor();
  await expectDrawn(rui);
  const tops = () => rui.locator('tr[data-linha]').evaluateAll(rows => rows.map(one => one.getBoundingClientRect().top));
  const before = await tops();
  await opened('VIVO002');
  await rui.getByRole('button', {name: '1 novo, atualizar'}).waitFor();
  await expect.poll(tops).toEqual(before);
  await expectFocus(row(rui, 'VIVO001').getByRole('link', {name: String(id), exact: true}));
  await press(rui, '1 novo, atualizar');
  await row(rui, 'VIVO002').waitFor();
});

test.runIf(WHOLE)('what happens while a list is on its way, and before anything follows it, ends up in it', async () => {
  const id = await opened('VIVO003');
  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await rui.route(/\/api\/tickets\?/, async route => {
    const response = await route.fetch();
    read.resolve();
    await late.promise;
    await route.fulfill({response});
  }, {times: 1});
  const line = rui.waitForResponse(/\/api\/eventos$/);
  await rui.goto(`${portal.product.url}/adm/ticket`);
  await Promise.all([read.promise, line]);
  await api(first.token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id, idUsuario: first.id}});
  late.resolve();
  await opened('VIVO004');
  await row(rui, 'VIVO003').getByText('Em-Atendimento', {exact: true}).waitFor();
  await rui.getByRole('button', {name: '1 novo, atualizar'}).waitFor();
  expect(await doings(id)).toEqual(['Atender Ana']);
});

test.runIf(WHOLE)('from screen to screen the tab keeps its one line', async () => {
  const id = await opened('LINHA01');
  const lines: string[] = [];
  ana.on('request', request => request.url().endsWith('/api/eventos') && lines.push(request.url()));
  await ana.goto(`${portal.product.url}/adm/home`);
  await ana.getByRole('navigation', {name: 'Menu principal'}).waitFor();
  await ana.keyboard.press('Shift');
  await expect.poll(() => lines.length).toBe(1);
  await openMenu(ana, 'Ticket');
  await row(ana, 'LINHA01').getByRole('link', {name: String(id), exact: true}).click();
  await ana.getByRole('table', {name: 'Histórico'}).waitFor();
  await quiet(ana);
  expect(lines).toHaveLength(1);
});

test.runIf(WHOLE)('who else is there is named while they are, and that they write', async () => {
  const id = await attended(second);
  const present = (words: string) => ana.getByRole('region', {name: 'Situação'}).getByText(`Rui Dantas está ${words}`);
  await edit(ana, id);
  await details(rui, id);
  await present('vendo').waitFor();
  await edit(rui, id);
  await field(rui, 'Placa').fill('RUI0R09');
  await present('escrevendo').waitFor();
  await press(rui, 'Salvar');
  await present('vendo').waitFor();
  await load(rui);
  await present('vendo').waitFor({state: 'detached'});
  expect(await doings(id)).toEqual(['Atender Rui', 'Salvar Rui']);
});

test('a ticket that leaves the reach says so in its place, and comes back with what was typed', async () => {
  const id = await attended(second);
  const {idEmpresa, idFilial} = world;
  const link = (usuarioVinculado: boolean) => api(adm, 'POST usuarios', {
    body: {
      id: second.id, nome: 'Rui Dantas', email: second.email, tipo: config.profiles.empresaUsuario.id, idEmpresa,
      filiaisAlteradas: [{idFilial, usuarioVinculado}],
    },
  });
  await edit(rui, id);
  await field(rui, 'Placa').fill('RUI0R00');
  expect(await link(false)).toMatchObject({status: 200});
  await rui.getByText('Este ticket não está mais ao seu alcance.').waitFor();
  await rui.getByText(/O que você digitou está guardado/).waitFor();
  expect(await link(true)).toMatchObject({status: 200});
  await expectValue(rui, 'Placa', 'RUI0R00');
  expect(await doings(id)).toEqual(['Atender Rui']);
  await load(rui);
});

test('switched off in the middle of it: the session ends, and what was typed waits for the next', async () => {
  const id = await attended(second);
  await edit(rui, id);
  await field(rui, 'Placa').fill('RUI0R01');
  expect(await api(adm, 'PUT usuarios/inativar/:id', {params: {id: second.id}})).toMatchObject({status: 200});
  await rui.getByText('Sua sessão terminou. O que você digitou está guardado.').waitFor();
  expect(await api(adm, 'PUT usuarios/ativar/:id', {params: {id: second.id}})).toMatchObject({status: 200});
  await enter(rui, second);
  await expectAddress(rui, `/adm/ticket/editar/${id}`);
  await expectValue(rui, 'Placa', 'RUI0R01');
  expect(await doings(id)).toEqual(['Atender Rui']);
});

test('nothing went wrong on either page, but what was refused', () => {
  // The browser says so of each: out of date, without a session, out of reach.
  expect(watched.flatMap(({problems}) => problems).filter(one => !/status of 40[014]\b/.test(one))).toEqual([]);
});
