// What was typed is not lost: not by a reload, a refusal, a broken line or a session that ends, and not by somebody else who
// changes the same record meanwhile.
import type {Page} from 'playwright-core';
import {beforeAll, expect, test} from 'vitest';
import {demoPdf} from '../../src/server/demo/pdf.ts';
import {newPage, settle} from '../support/browser.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM} from '../support/product.ts';
import {createSeed, type Seed, type SeedUser} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, type World} from '../support/tickets.ts';
import config from '../../resources.config.ts';
import {DESK, look, PHONE} from './support/look.ts';
import {
  chooseAction, chooseFile, enter, expectAddress, expectDrawn, expectFocus, expectHeading, expectRow, expectToast, expectValue, field, fill,
  fillForm, goWithin, NO_PAGE, openMenu, press, readNothingUntil, row, signIn,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const EMPRESA = 'Cerealista Vale do Ivaí';
const NEW_PASSWORD = 'outra-senha-1';
const MESSAGES = config.messages;

const portal = openPortal();
let api: Api;
let adm: string;
let seed: Seed;
let marta: SeedUser;
/** A company with a template, and its people. */
let world: World;
let page: Page;
/** Of the Empresa of that company. */
let theirs: Page;

const open = async (): Promise<Page> => {
  const {page: one} = await newPage(portal.browser);
  // The browser's own question when a page with unsaved changes is left: yes.
  one.on('dialog', dialog => void dialog.accept());
  return one;
};

beforeAll(async () => {
  api = httpApi(portal.product.url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  adm = body.token;
  seed = createSeed(api, {...ADM, id: body.id, token: adm}, {config});
  const {id: idEmpresa} = await seed.empresa({razaoSocial: EMPRESA});
  marta = await seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Marta Nogueira'});
  world = await createWorld({seed, adm: {...ADM, id: body.id, token: adm}});
  page = await open();
  theirs = await open();
  await signIn(page, portal.product.url, marta, NO_PAGE);
  await signIn(theirs, portal.product.url, world.users.empresa, NO_PAGE);
});

const goTo = (path: string) => goWithin(page, `/adm/${path}`);
const load = (path: string, one = page) => one.goto(`${portal.product.url}/adm/${path}`);
const keptDrafts = (form: string, one = page) => one.evaluate(
  of => Object.keys(localStorage).filter(key => key.startsWith('rascunho.') && key.includes(`.${of}`)).length, form,
);
/** Until the browser has said which draft is this tab's, what is typed is in the page alone. */
const expectKept = async (form: string): Promise<void> => {
  await expect.poll(() => keptDrafts(form)).toBe(1);
};
/** On a busy machine a page learns late that the one before it has released its locks. */
const hearLate = (one: Page) => one.addInitScript(() => {
  const request = LockManager.prototype.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>;
  const late = (...args: unknown[]): Promise<unknown> => {
    const answer = request(...args);
    const end = performance.now() + 1000;
    while (performance.now() < end);
    return answer;
  };
  Object.assign(LockManager.prototype, {request: late});
});
const restored = () => page.getByText(/^Rascunho restaurado \(/);

test('a reload gives a new record back as far as it was typed, and saving it forgets the draft', async () => {
  await goTo('fornecedor/salvar');
  await fillForm(page, {'Razão Social': 'Transportes Rio Bonito', Telefone: '4334550010'});
  await expectKept('fornecedores.novo');
  const quicken = await hearLate(page);
  await page.reload();
  await restored().waitFor();
  await quicken.dispose();
  await expectValue(page, 'Razão Social', 'Transportes Rio Bonito');
  await expectValue(page, 'Telefone', '(43) 3455-0010');
  await fill(page, 'E-mail', 'operacao@riobonito.test');
  await press(page, 'Salvar');
  await expectToast(page, 'Fornecedor Cadastrado!');
  await expectRow(page, 'Transportes Rio Bonito', '(43) 3455-0010');

  await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
  // The only company is chosen once the form stands as it begins.
  await expectValue(page, 'Empresa', EMPRESA);
  await expectValue(page, 'Razão Social', '');
  expect(await restored().count()).toBe(0);
});

test('a record that is opened and left as it was asks nothing, one that was changed does', async () => {
  const {id} = await seed.usuario({perfil: 'empresa', idEmpresa: marta.idEmpresa, nome: 'Lígia Prado'});
  const question = page.getByRole('alertdialog', {name: 'Sair sem salvar'});
  const leave = () => openMenu(page, 'Fornecedor');
  const isLeft = () => expectHeading(page, 'Fornecedores');
  for (const opens of [load, goTo]) {
    await opens(`usuario/salvar/${id}`);
    await expectValue(page, 'Nome', 'Lígia Prado');
    await expectValue(page, 'Empresa', EMPRESA);
    await expectDrawn(page);
    expect(await restored().count()).toBe(0);
    await leave();
    await isLeft();
    expect(await question.count()).toBe(0);
  }
  await goTo(`usuario/salvar/${id}`);
  await expectValue(page, 'Nome', 'Lígia Prado');
  await fill(page, 'Nome', 'Lígia Prado Lima');
  await leave();
  await question.waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({state: 'detached'});
  await expectValue(page, 'Nome', 'Lígia Prado Lima');
  await fill(page, 'Nome', 'Lígia Prado');
  await leave();
  await isLeft();
});

test('a modal is open again after a reload, with what was typed into it, and the button that goes back closes it', async () => {
  await goTo('empresa');
  await chooseAction(page, EMPRESA, 'Ver Filiais / Add');
  const modal = page.getByRole('dialog', {name: `Adicionar Filial à Empresa: ${EMPRESA}`});
  await fillForm(modal, {Descrição: 'Matriz Apucarana', Contato: 'Otávio Lins'});
  await expectKept('filiais.');
  await page.reload();
  await restored().waitFor();
  await expectValue(modal, 'Descrição', 'Matriz Apucarana');
  await expectValue(modal, 'Contato', 'Otávio Lins');
  // The question of who leaves comes a turn after what is seen.
  await settle(page);
  await page.goBack();
  await press(page, 'Sair sem salvar');
  await modal.waitFor({state: 'detached'});
  await expectAddress(page, '/adm/empresa');
});

test('a refusal and a broken line leave the form as it was typed', async () => {
  await goTo('usuario/salvar');
  await fillForm(page, {Perfil: 'Empresa', Nome: 'Célio Bonfim', 'E-mail': marta.email, Senha: 'segredo-9'});
  await press(page, 'Salvar');
  await expectFocus(field(page, 'E-mail'));
  await expectToast(page, 'E-mail já cadastrado.', 'Atenção');
  await page.getByRole('main').getByText('E-mail já cadastrado.').waitFor();
  await expect.poll(() => field(page, 'E-mail').getAttribute('aria-invalid')).toBe('true');
  await expectValue(page, 'Nome', 'Célio Bonfim');
  await expectValue(page, 'Senha', 'segredo-9');

  await fill(page, 'E-mail', 'celio@riobonito.test');
  await page.context().setOffline(true);
  await press(page, 'Salvar');
  await expectToast(page, MESSAGES.offline, 'Erro');
  await expectValue(page, 'Nome', 'Célio Bonfim');
  await page.getByRole('button', {name: 'Tentar de novo'}).waitFor();
  // It goes on by itself.
  await page.context().setOffline(false);
  await expectToast(page, 'Usuário Cadastrado!');
  expect(await api(undefined, 'POST usuarios/login', {body: {email: 'celio@riobonito.test', senha: 'segredo-9'}}))
    .toMatchObject({status: 200});
});

test('a session that ended leads back to the same address and the same text, which can then be saved', async () => {
  const {id} = await seed.fornecedor({idEmpresa: marta.idEmpresa, razaoSocial: 'Rodoviário Três Pinheiros'});
  await load(`fornecedor/salvar/${id}`);
  await expectValue(page, 'Razão Social', 'Rodoviário Três Pinheiros');
  await fill(page, 'Contato', 'Ana Paula');
  // The line of events ends with the session too, and what is read without it: it is the save that learns of it first.
  await readNothingUntil(page, /\/api\/fornecedores\/\d+$/);
  await api(adm, 'PUT usuarios/:id', {params: {id: marta.id}, body: {senha: NEW_PASSWORD}});
  await press(page, 'Salvar');
  await expectToast(page, MESSAGES.unauthorized, 'Atenção');
  await expectAddress(page, /^\/login/);

  await enter(page, {email: marta.email, senha: NEW_PASSWORD});
  await restored().waitFor();
  await expectAddress(page, `/adm/fornecedor/salvar/${id}`);
  await expectValue(page, 'Contato', 'Ana Paula');
  await press(page, 'Salvar');
  await expectToast(page, 'Fornecedor Editado!');
  expect((await api(adm, 'GET fornecedores/:id', {params: {id}})).body)
    .toMatchObject({contato: 'Ana Paula', razaoSocial: 'Rodoviário Três Pinheiros'});
});

test('two people change one record: the second compares, chooses, and nothing of either is lost', async () => {
  const {id} = await seed.fornecedor({idEmpresa: marta.idEmpresa, razaoSocial: 'Laboratório Grão Certo', telefone: '4532004455'});
  const other = await open();
  const address = `/adm/fornecedor/salvar/${id}`;
  await Promise.all([goWithin(page, address), signIn(other, portal.product.url, ADM, address)]);
  await Promise.all([page, other].map(one => expectValue(one, 'Razão Social', 'Laboratório Grão Certo')));
  await fillForm(other, {'Razão Social': 'Laboratório Grão Certo Ltda', Contato: 'Rute'});
  await fillForm(page, {Telefone: '45999887766', Contato: 'Ícaro'});
  await press(page, 'Salvar');
  await expectToast(page, 'Fornecedor Editado!');

  // Who has typed is told at once, and goes on.
  await other.getByRole('status').getByText('foi alterado por Marta Nogueira').waitFor();
  await press(other, 'Salvar');
  const dialog = other.getByRole('dialog', {name: 'Suas alterações ainda não foram salvas'});
  await dialog.getByText(/^Marta Nogueira, .*: Telefone, Contato\.$/).waitFor();
  await press(dialog, 'Comparar');
  const choice = (label: string, words: RegExp) => dialog.getByRole('group', {name: label}).getByRole('radio', {name: words});
  // Each has what only they changed; where both did, one's own is suggested.
  for (const [label, words] of [
    ['Razão Social', /^Seu: .* Ltda$/], ['Telefone', /^Gravado: \(45\) 99988-7766$/], ['Contato', /^Seu: Rute$/],
  ] as const) await expect.poll(() => choice(label, words).isChecked(), {message: label}).toBe(true);
  await choice('Contato', /^Gravado: Ícaro$/).check();
  await press(dialog, 'Salvar escolhas');
  await expectToast(other, 'Fornecedor Editado!');
  await row(other, 'Laboratório Grão Certo Ltda').waitFor();
  expect((await api(adm, 'GET fornecedores/:id', {params: {id}})).body)
    .toMatchObject({razaoSocial: 'Laboratório Grão Certo Ltda', telefone: '45999887766', contato: 'Ícaro', versao: 3});
  await other.context().close();
});

const openTicket = async (): Promise<{id: number; item: number}> => {
  const {body} = await api(world.users.empresa.token, 'POST tickets', {form: formOf(newTicket(world), [NOTA])});
  return {id: body.id, item: body.ticketFormularios[0].id};
};
const ofTicket = async (id: number) => (await api(adm, 'GET tickets/:id', {params: {id}})).body;
/** The ticket's edit screen, as the Empresa sees it. */
const editTicket = async (id: number, size: typeof DESK): Promise<Page> => {
  await theirs.setViewportSize(size);
  await load(`ticket/editar/${id}`, theirs);
  await expectValue(theirs, 'Placa', 'ABC1D23');
  return theirs;
};
const laudo = async () => ({name: 'laudo.pdf', tipo: 'Laudo', bytes: demoPdf('Laudo 77')});

test.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('on %s, a file that was chosen for a ticket is not left behind, goes with Salvar, and is there after a reload', async (_where, size) => {
  const {id} = await openTicket();
  const one = await editTicket(id, size);
  const faults: string[] = [];
  // Each look is at both sizes.
  const seen = async (name: string) => {
    if (size === DESK) faults.push(...await look(one, name));
    await one.setViewportSize(size);
  };
  await chooseFile(one, await laudo());
  await one.getByRole('link', {name: 'voltar'}).click();
  const question = one.getByRole('alertdialog');
  await question.getByText('O arquivo laudo.pdf ainda não foi enviado.').waitFor();
  await seen('30-sair-com-arquivo');
  await one.keyboard.press('Escape');
  await question.waitFor({state: 'detached'});
  if (size === PHONE) {
    // A phone's bar shows the next thing to do, and the rest behind 'Mais'.
    await press(one, 'Mais');
    await one.getByRole('menuitem', {name: 'Enviar para Aprovação'}).click();
  } else await press(one, 'Enviar para Aprovação');
  const first = one.getByRole('alertdialog', {name: 'Salvar antes de continuar'});
  await first.waitFor();
  await seen('32-salvar-antes');
  await press(first, 'Continuar editando');
  await first.waitFor({state: 'detached'});

  await press(one, 'Salvar');
  await expectToast(one, `Ticket ${id} Editado!`);
  await one.reload();
  const files = one.getByRole('list', {name: 'Arquivos do ticket'});
  await files.getByText('laudo.pdf').waitFor();
  expect((await ofTicket(id)).ticketArquivos).toMatchObject([{nomeArquivo: NOTA.nome}, {nomeArquivo: 'laudo.pdf', tipo: 'Laudo'}]);
  expect(faults).toEqual([]);
});

test('on a phone, a ticket that somebody else saved meanwhile is decided in a dialog that is in sight and has the focus', async () => {
  const {id, item} = await openTicket();
  const one = await editTicket(id, PHONE);
  await fill(one, 'Placa', 'QXZ4F07');
  await chooseFile(one, await laudo());
  await api(adm, 'PUT tickets/:id', {params: {id}, body: {ticketFormularios: [{id: item, valor: 'BRA2E19'}]}});
  await press(one, 'Salvar');

  const dialog = one.getByRole('dialog', {name: 'Suas alterações ainda não foram salvas'});
  await dialog.getByText('Este registro foi alterado por outra pessoa. Recarregue a página.').waitFor();
  await dialog.getByText(/: Campos alterados: Placa: de ABC1D23 para BRA2E19\.$/).waitFor();
  const expectInSight = async () => {
    await expectDrawn(one);
    await settle(one);
    const beyond = () => dialog.evaluate(element => {
      const {left, top, right, bottom} = element.getBoundingClientRect();
      return {left: left < 0, top: top < 0, right: right > innerWidth, bottom: bottom > innerHeight};
    });
    await expect.poll(beyond).toEqual({left: false, top: false, right: false, bottom: false});
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true);
  };
  await expectInSight();
  expect(await look(one, '33-ticket-alterado')).toEqual([]);
  await one.setViewportSize(PHONE);
  await press(dialog, 'Continuar editando');
  await dialog.waitFor({state: 'detached'});
  await expectValue(one, 'Placa', 'QXZ4F07');
  await one.getByRole('list', {name: 'Escolhidos, ainda não enviados'}).getByText('laudo.pdf').waitFor();

  await press(one, 'Salvar');
  await press(dialog, 'Comparar');
  const choice = dialog.getByRole('group', {name: 'Placa'});
  await expect.poll(() => choice.getByRole('radio', {name: 'Seu: QXZ4F07'}).isChecked()).toBe(true);
  await expectInSight();
  expect(await look(one, '34-ticket-comparar')).toEqual([]);
  await one.setViewportSize(PHONE);
  await press(dialog, 'Salvar escolhas');
  await expectToast(one, `Ticket ${id} Editado!`);
  expect(await ofTicket(id)).toMatchObject({
    versao: 3, ticketFormularios: [{valor: 'QXZ4F07'}, {}, {}, {}], ticketArquivos: [{}, {nomeArquivo: 'laudo.pdf'}],
  });
});

test('a tab in which somebody else signs in covers the screen of the first, which keeps what they typed until they are back', async () => {
  const {id} = await openTicket();
  const {empresa} = world.users;
  await editTicket(id, DESK);
  await fill(theirs, 'Placa', 'QXZ4F07');
  const tab = await theirs.context().newPage();
  await signIn(tab, portal.product.url, ADM, NO_PAGE);
  const told = theirs.getByRole('alertdialog', {name: 'Outra pessoa entrou'});
  await told.getByText(/^Nesta janela você era .+; agora é Administrador\.$/).waitFor();
  expect(await look(theirs, '35-outra-pessoa')).toEqual([]);

  await signIn(tab, portal.product.url, empresa, NO_PAGE);
  await told.waitFor({state: 'detached'});
  await press(theirs, 'Salvar');
  await expectToast(theirs, `Ticket ${id} Editado!`);
  const {body} = await api(adm, 'GET tickets/:id/historico', {params: {id}});
  expect(JSON.stringify(body)).not.toContain('Administrador');

  await load(`ticket/editar/${id}`, theirs);
  await expectValue(theirs, 'Placa', 'QXZ4F07');
  await fill(theirs, 'Placa', 'BRA2E19');
  // A session that ended by itself is over in every tab, and keeps what is typed; Sair does not (tabs.test.ts).
  await tab.evaluate(() => localStorage.setItem('access_token', 'gasto'));
  await tab.reload();
  await expectAddress(theirs, /^\/login/);
  await theirs.getByText('Sua sessão terminou. O que você digitou está guardado.').waitFor();
  await enter(theirs, empresa);
  await expectAddress(theirs, `/adm/ticket/editar/${id}`);
  await expectValue(theirs, 'Placa', 'BRA2E19');
  await tab.close();
});

test('two tabs with a new ticket have a draft each, with its files; the one that is closed leaves its own to the next', async () => {
  const context = theirs.context();
  const begin = async (): Promise<Page> => {
    const tab = await context.newPage();
    await load('ticket/salvar', tab);
    // The template's fields come above the files.
    await field(tab, 'Placa').waitFor();
    await expectDrawn(tab);
    return tab;
  };
  const note = (tab: Page) => tab.getByText(/^Rascunho restaurado .*laudo\.pdf/);
  const first = await begin();
  await chooseFile(first, await laudo());
  const drafts = () => keptDrafts('tickets.novo', first);
  await expect.poll(drafts).toBe(1);
  const second = await begin();
  await chooseFile(second, {name: 'outro.pdf', tipo: 'Laudo', bytes: Buffer.from('%PDF-1.7')});
  await expect.poll(drafts).toBe(2);
  expect(await note(second).count()).toBe(0);
  expect(await second.getByText('laudo.pdf').count()).toBe(0);

  first.on('dialog', dialog => void dialog.accept());
  await first.reload();
  await note(first).waitFor();
  await first.getByText(/^laudo\.pdf · .* · restaurado$/).waitFor();
  await first.close();
  const third = await begin();
  await note(third).waitFor();
  await third.getByText(/^laudo\.pdf · .* · restaurado$/).waitFor();
  await Promise.all([second, third].map(tab => tab.close()));
});

test('what is typed right after the key of an action is in its dialog, however late its script comes', async () => {
  await openTicket();
  const tab = await theirs.context().newPage();
  const asked = Promise.withResolvers<void>();
  const line = Promise.withResolvers<void>();
  await tab.route(/\/assets\/(Action|Ask)Dialog-.*\.js$/, async route => {
    asked.resolve();
    await line.promise;
    await route.continue();
  });
  await load('ticket', tab);
  await tab.locator('tr[data-linha]').first().focus();
  await tab.keyboard.press('c');
  await asked.promise;
  await tab.keyboard.type('Falta a placa, s e n.');
  line.resolve();
  const dialog = tab.getByRole('dialog', {name: /^Comentar/});
  await expectFocus(field(dialog, 'Comentário'));
  await tab.keyboard.type(' Obrigado.');
  await expectValue(dialog, 'Comentário', 'Falta a placa, s e n. Obrigado.');
  await tab.close();
});
