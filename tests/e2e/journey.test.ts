// The main job, in a real browser, as the people who do it: from an empty database to a finalised ticket.
import type {Browser, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {demoPdf} from '../../src/server/demo/values.ts';
import {launchBrowser, newPage, screenshot, type WatchedPage} from '../support/browser.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';
import {look as lookAt} from './support/look.ts';
import {
  attach, chooseAction, confirm, download, expectRow, expectValue, field, fill, fillForm, openMenu, press, row, signIn, signOut,
  expectToast, type Attachment,
} from './support/person.ts';

const EMPRESA = 'Cerealista Vale do Ivaí Ltda';
const MODELO = 'Agendamento de descarga';
const pdf = async (line: string): Promise<Buffer> => Buffer.from(await demoPdf(line).arrayBuffer());

const marta = {nome: 'Marta Nogueira', email: 'marta@valedoivai.test', senha: 'segredo-2'};
const celio = {nome: 'Célio Bonfim', email: 'celio@riobonito.test', senha: 'segredo-3'};
const otavio = {nome: 'Otávio Lins', email: 'otavio@valedoivai.test', senha: 'segredo-4'};

let product: Product;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let nota: Attachment;
let laudo: Attachment;
let failed = false;
/** What is wrong with the screens seen, told at the end: it stops nobody from going on. */
const faults: string[] = [];
const look = async (name: string) => void faults.push(...await lookAt(page, name));

beforeAll(async () => {
  [product, browser] = await Promise.all([openProduct(), launchBrowser()]);
  watched = await newPage(browser);
  ({page} = watched);
  page.setDefaultTimeout(20_000);
  nota = {name: 'Nota fiscal nº 104.500.pdf', tipo: 'Nota Fiscal', bytes: await pdf('Nota fiscal 104500')};
  laudo = {name: 'laudo.pdf', tipo: 'Laudo', bytes: await pdf('Laudo 77')};
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** Read once: a problem belongs to the step it came in. */
const expectNoProblems = () => expect(watched.problems.splice(0), 'console errors').toEqual([]);

// One journey: after a step that failed the others would only wait in vain.
beforeEach(context => context.skip(failed, 'a step before failed'));
afterEach(async ({task}) => {
  if (task.result?.state === 'fail' && !failed) {
    failed = true;
    await screenshot(page, 'falha');
  }
  expectNoProblems();
});

const goTo = (path: string) => page.goto(`${product.url}${path}`);
const expectHeading = (name: string | RegExp) => page.getByRole('heading', {level: 1, name}).waitFor();
const title = () => page.title();

describe('as the Adm', () => {
  test('signs in', async () => {
    await page.goto(product.url);
    await look('01-login');
    await press(page, 'Login');
    await page.getByText('Digite o campo é Usuário.').waitFor();
    await page.getByText('Digite o campo é Senha.').waitFor();
    await expectToast(page, 'Preencha os campo Usuário e Senha', 'Atenção');
    await signIn(page, product.url, ADM);
    await expectHeading('Visão Geral de Tickets');
    expect(page.url()).toBe(`${product.url}/adm/home`);
    // Nothing is there yet: the way to the first ticket.
    await page.getByRole('region', {name: 'Primeiros passos'}).getByText('0 de 6 feitos').waitFor();
    await look('02-inicio');
  });

  test('registers a company', async () => {
    await openMenu(page, 'Empresa');
    await page.getByText('Nenhuma empresa encontrada.').waitFor();
    expect(await title()).toBe('Empresa');
    await look('03-empresas-vazia');
    await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
    await expectHeading('Cadastro de Empresas');
    await press(page, 'Salvar');
    expect(await page.getByText('Esse campo é obrigatório.').count()).toBe(4);
    await look('04-empresa-erros');
    await fillForm(page, {
      'Razão Social': EMPRESA, CNPJ: '27465018000115', 'E-mail': 'contato@valedoivai.test', Telefone: '4334211080',
      Contato: 'Marta Nogueira', 'Celular do Contato': '43999120345',
    });
    await expectValue(page, 'CNPJ', '27.465.018/0001-15');
    await expectValue(page, 'Telefone', '(43) 3421-1080');
    await press(page, 'Salvar');
    await expectToast(page, 'Empresa Cadastrada!');
    await expectRow(page, EMPRESA, '27.465.018/0001-15');
    await look('05-empresas');
  });

  test('adds branches in the modal of the company', async () => {
    await chooseAction(page, EMPRESA, 'Ver Filiais / Add');
    const dialog = page.getByRole('dialog', {name: `Adicionar Filial à Empresa: ${EMPRESA}`});
    await dialog.getByText('Nenhuma filial encontrada.').waitFor();
    for (const [descricao, cnpj] of [['Matriz Apucarana', '27465018000115'], ['Filial Maringá', '27465018000204']] as const) {
      await fillForm(dialog, {
        Descrição: descricao, 'Razão Social': EMPRESA, CNPJ: cnpj, Telefone: '4334211080', Contato: 'Marta Nogueira',
      });
      await press(dialog, 'Salvar');
      await expectToast(page, 'Filial Cadastrada!');
      await expectRow(dialog, descricao);
      await expectValue(dialog, 'Descrição', '');
    }
    await look('06-filiais');
    await press(dialog, 'Editar Filial Maringá');
    await fill(dialog, 'Contato', 'Otávio Lins');
    await press(dialog, 'Salvar');
    await expectToast(page, 'Filial Editada!');
    await expectRow(dialog, 'Filial Maringá', 'Otávio Lins');
    await press(dialog, 'Fechar');
    await dialog.waitFor({state: 'detached'});
  });

  test('makes a form template', async () => {
    await openMenu(page, 'Dashboard');
    const steps = page.getByRole('region', {name: 'Primeiros passos'});
    await steps.getByText('2 de 6 feitos').waitFor();
    expect(await steps.locator('[aria-current=step]').getByRole('link').textContent()).toBe('Crie um modelo de formulário');
    await openMenu(page, 'Modelos Formulário');
    await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
    await expectHeading('Cadastro de Modelos Formulário');
    expect(await title()).toBe('Modelo Formulário');
    await fillForm(page, {Empresa: EMPRESA, Filial: 'Matriz Apucarana', Descrição: MODELO, 'Chave Pai': 'LOGISTICA', Chave: 'DESC-01'});
    await look('07-modelo');
    await press(page, 'Salvar');
    await expectToast(page, 'Modelo Formulário Cadastrado!');
    await expectRow(page, MODELO, 'Matriz Apucarana');
    await look('08-modelos');
  });

  test('adds its items in the modal of the template', async () => {
    await chooseAction(page, MODELO, 'Add Itens Modelo');
    const dialog = page.getByRole('dialog', {name: `Adicionar Item Modelo: ${MODELO}`});
    const items: [string, string, boolean, boolean][] = [
      ['Placa', 'Texto', true, true], ['Peso líquido (kg)', 'Número', true, false], ['Data prevista', 'Data', true, true],
      ['E-mail do motorista', 'E-mail', false, false], ['Transportadora', 'Texto', true, false], ['CPF', 'Texto', true, false],
    ];
    for (const [descricao, tipo, obrigatorio, mostrar] of items) {
      await fillForm(dialog, {
        Descrição: descricao, 'Tipo do Campo': tipo, Obrigatório: obrigatorio, 'Mostrar na Consulta de Tickets': mostrar,
      });
      await press(dialog, 'Salvar');
      await expectToast(page, 'Item Cadastrado!');
      await expectRow(dialog, descricao);
    }
    await look('09-itens');
    await press(dialog, 'Editar CPF');
    await fill(dialog, 'Mostrar na Consulta de Tickets', true);
    await press(dialog, 'Salvar');
    await expectToast(page, 'Item Editado');
    await press(dialog, 'Fechar');
    await dialog.waitFor({state: 'detached'});
  });

  test('makes users of the three other profiles', async () => {
    await openMenu(page, 'Usuários');
    const users = [
      {...marta, perfil: 'Empresa', codigo: '', links: async () => {}},
      {...celio, perfil: 'Fornecedor', codigo: 'TRB-017', links: () => fill(page, 'Matriz Apucarana', true)},
      {...otavio, perfil: 'Empresa-Usuário', codigo: '', links: () => fill(page, 'Marcar Todos', true)},
    ];
    for (const {perfil, nome, email, senha, codigo, links} of users) {
      await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
      await expectHeading('Cadastro de Usuários');
      await fillForm(page, {Perfil: perfil, Nome: nome, 'E-mail': email, Senha: senha, 'Código Externo': codigo, Empresa: EMPRESA});
      await links();
      if (perfil === 'Fornecedor') await look('10-usuario');
      await press(page, 'Salvar');
      await expectToast(page, 'Usuário Cadastrado!');
      await expectRow(page, nome, perfil);
    }
    await look('11-usuarios');
  });

  test('signs out', async () => {
    await signOut(page);
    await expectHeading('Balcão');
  });
});

/** Screens of the administration, which these profiles reach only by typing their addresses. */
const ADMINISTRATION = [
  'usuario', 'usuario/salvar', 'empresa', 'empresa/salvar/1', 'fornecedor', 'modelo-formulario', 'modelo-formulario/salvar/1',
];
const expectRefusals = async (): Promise<void> => {
  for (const path of ADMINISTRATION) {
    await goTo(`/adm/${path}`);
    await expectHeading('Acesso negado');
    expect(page.url()).toContain(path);
  }
};
const menuEntries = () => page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link').allInnerTexts();

describe('as the Fornecedor', () => {
  test('lands on the tickets, and sees no administration', async () => {
    await signIn(page, product.url, celio);
    await expectHeading('Tickets');
    expect(page.url()).toContain('/adm/ticket');
    await page.getByRole('banner').getByText('Célio (Fornecedor)').waitFor();
    await page.getByRole('banner').getByText(EMPRESA).waitFor();
    expect(await menuEntries()).toEqual(['Dashboard', 'Ticket']);
    await look('12-tickets-vazia');
    await expectRefusals();
    await look('13-recusa');
  });

  test('opens a ticket with the fields of the template and a PDF', async () => {
    await openMenu(page, 'Ticket');
    await page.getByRole('main').getByRole('link', {name: 'Abrir Ticket'}).first().click();
    await expectHeading('Abrir Ticket');
    await expectValue(page, 'Empresa', EMPRESA);
    expect(await field(page, 'Empresa').isDisabled()).toBe(true);
    await field(page, 'Filial').click();
    await page.getByRole('listbox').waitFor();
    expect(await page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(['Matriz Apucarana']);
    await fillForm(page, {Filial: 'Matriz Apucarana', Formulário: MODELO});
    await field(page, 'Placa').waitFor();
    await expectValue(page, 'Transportadora', 'TRB-017');
    expect(await field(page, 'Transportadora').isDisabled()).toBe(true);

    await fillForm(page, {'E-mail do motorista': 'motorista', 'Data prevista': '31/02/2027', CPF: '11111111111'});
    await press(page, 'Salvar');
    await page.getByText('Campo obrigatório').first().waitFor();
    await page.getByText('Email inválido').waitFor();
    await page.getByText('Formato inválido').first().waitFor();
    await look('14-ticket-erros');

    await fillForm(page, {
      Placa: 'BRA2E19', 'Peso líquido (kg)': '32450', 'Data prevista': '15/03/2027', 'E-mail do motorista': 'motorista@riobonito.test',
      CPF: '52998224725',
    });
    await expectValue(page, 'CPF', '529.982.247-25');
    await press(page, 'Salvar');
    await expectToast(page, 'Adicione pelo menos um arquivo antes de salvar o ticket.', 'Atenção');
    await attach(page, nota);
    await look('15-ticket-novo');
    await press(page, 'Salvar');
    await expectToast(page, 'Ticket Criado Com Sucesso!');
    await expectHeading('Tickets');
    await expectRow(page, MODELO, 'Em-Aberto');
    await look('16-tickets');
  });

  test('may edit and cancel it, but not attend to it', async () => {
    const ticket = row(page, MODELO);
    expect(await ticket.getByRole('button', {name: 'Atender'}).count()).toBe(0);
    await ticket.getByRole('link', {name: /^Editar/}).waitFor();
    await ticket.getByRole('button', {name: /^Mais ações/}).click();
    await page.getByRole('menuitem', {name: 'Cancelar'}).waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
  });
});

describe('as the Empresa', () => {
  test('attends to the ticket', async () => {
    await signIn(page, product.url, marta);
    await openMenu(page, 'Ticket');
    await press(page, 'Atender');
    await confirm(page, 'Deseja Iniciar Atendimento ?', 'Atender');
    await expectToast(page, 'Atendimento Iniciado!');
    await expectHeading(/^Ticket 1/);
    await page.getByRole('main').getByText('Em-Atendimento').first().waitFor();
    await look('17-ticket-editar');
  });

  test('edits it', async () => {
    await fill(page, 'Placa', 'QXZ4F07');
    await press(page, 'Salvar');
    await expectToast(page, 'Ticket 1 Editado!');
    await expectValue(page, 'Placa', 'QXZ4F07');
  });

  test('registers what is pending', async () => {
    await press(page, 'Registrar Pendência');
    const dialog = page.getByRole('dialog', {name: /^Registrar Pendência/});
    await press(dialog, 'Registrar Pendência');
    await dialog.getByText('Esse campo é obrigatório.').waitFor();
    await fill(dialog, 'Motivo', 'Falta o laudo assinado.');
    await look('18-pendencia');
    await press(dialog, 'Registrar Pendência');
    await expectToast(page, 'Pendência Registrada!');
    await page.getByRole('main').getByText('Pendência', {exact: true}).first().waitFor();
  });

  test('finalises it with a reason and one more file', async () => {
    await press(page, 'Finalizar');
    const dialog = page.getByRole('dialog', {name: /^Finalizar/});
    await fill(dialog, 'Motivo', 'Laudo recebido, carga conferida.');
    await attach(dialog, laudo);
    await look('19-finalizar');
    await press(dialog, 'Finalizar');
    await expectToast(page, 'Ticket Finalizado!');
    await page.getByText(/^Somente leitura/).waitFor();
    expect(await page.getByRole('button', {name: 'Salvar'}).isDisabled()).toBe(true);
    await look('20-ticket-finalizado');
  });
});

/** What everybody who reaches the ticket must find in its details: form, files byte for byte, every step. */
const expectDetails = async (picture: string): Promise<void> => {
  await goTo('/adm/ticket?detalhes=1');
  const dialog = page.getByRole('dialog', {name: /^Ticket 1/});
  await dialog.getByText('Finalizado', {exact: true}).first().waitFor();
  const form = dialog.getByRole('region', {name: 'Dados do formulário'});
  const facts = [
    ['Placa', 'QXZ4F07'], ['Peso líquido (kg)', '32450'], ['Data prevista', '15/03/2027'],
    ['E-mail do motorista', 'motorista@riobonito.test'], ['Transportadora', 'TRB-017'], ['CPF', '529.982.247-25'],
  ];
  // Until the whole ticket is there, what the list knows of it is shown.
  await form.getByRole('term').first().waitFor();
  expect(await form.getByRole('term').allInnerTexts()).toEqual(facts.map(([label]) => label));
  expect(await form.getByRole('definition').allInnerTexts()).toEqual(facts.map(([, value]) => value));

  for (const {name, bytes} of [nota, laudo]) {
    const saved = await download(dialog, name);
    expect(saved.bytes.equals(bytes), name).toBe(true);
    // Where the machine has no Brazilian locale, Chromium saves an accented name as 'download'.
    expect([name, 'download']).toContain(saved.name);
  }

  const table = dialog.getByRole('region', {name: 'Histórico'}).getByRole('table');
  await table.waitFor();
  const steps = await Promise.all((await table.getByRole('row').all()).slice(1).map(one => one.getByRole('cell').allInnerTexts()));
  // Between two statuses stands an arrow that is drawn, not written.
  const told = steps.map(([, quem, movimento = '', comentario]) => [quem, movimento.replaceAll(/\s+/g, ' '), comentario]);
  for (const [quando = ''] of steps) expect(quando).toMatch(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/);
  expect(told.toReversed()).toEqual([
    [celio.nome, 'Em-Aberto', 'Ticket Criado Com Sucesso'],
    [marta.nome, 'Em-Aberto Em-Atendimento', 'Atendimento Iniciado'],
    [marta.nome, 'Salvar', 'Campos alterados: Placa: de BRA2E19 para QXZ4F07.'],
    [marta.nome, 'Em-Atendimento Pendência', 'Falta o laudo assinado.'],
    [marta.nome, 'Pendência Finalizado', 'Laudo recebido, carga conferida.'],
  ]);
  await look(picture);
  await press(dialog, 'Fechar');
};

describe('afterwards', () => {
  test('the details tell everything', () => expectDetails('21-detalhes'));

  test('and still do when the product was stopped and started', async () => {
    expect(await product.stop()).toMatchObject({code: 0, stderr: ''});
    await product.start();
    await expectDetails('22-detalhes-depois');
    await signOut(page);
  });

  test('the Adm finds everything they made', async () => {
    await signIn(page, product.url, ADM);
    await openMenu(page, 'Usuários');
    for (const {nome} of [marta, celio, otavio]) await expectRow(page, nome);
    await openMenu(page, 'Modelos Formulário');
    await expectRow(page, MODELO);
    await openMenu(page, 'Empresa');
    await chooseAction(page, EMPRESA, 'Ver Filiais / Add');
    await expectRow(page.getByRole('dialog'), 'Filial Maringá');
    await press(page.getByRole('dialog'), 'Fechar');
    await signOut(page);
  });

  test('the Empresa-Usuário sees the ticket, and no administration', async () => {
    await signIn(page, product.url, otavio);
    await expectHeading('Visão Geral de Tickets');
    expect(await menuEntries()).toEqual(['Dashboard', 'Ticket']);
    await openMenu(page, 'Ticket');
    const ticket = row(page, MODELO);
    await ticket.getByText('Finalizado').waitFor();
    expect(await ticket.getByRole('link', {name: /^Editar/}).count()).toBe(0);
    await expectRefusals();
    await expectDetails('23-detalhes-empresa-usuario');
  });
});

test('every screen seen keeps to its width and to the rules of accessibility, light and dark', () => {
  expect(faults).toEqual([]);
});
