// The main job, in a real browser, as the people who do it: from an empty database to a ticket that is open. What becomes of it then:
// lifeCycle.test.ts; what each screen must be once it is filled: screens.test.ts.
import type {Page} from 'playwright-core';
import {afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {demoPdf} from '../../src/server/demo/pdf.ts';
import {newPage, screenshot, type WatchedPage} from '../support/browser.ts';
import {ADM} from '../support/product.ts';
import {look as lookAt} from './support/look.ts';
import {
  attach, chooseAction, enter, expectAddress, expectCount, expectDisabled, expectHeading, expectRow, expectTitle, expectToast, expectValue,
  field, fill, fillForm, goWithin, openMenu, press, row, signIn, signOut, type Attachment,
} from './support/person.ts';
import {openPortal} from './support/portal.ts';

const EMPRESA = 'Cerealista Vale do Ivaí Ltda';
const MODELO = 'Agendamento de descarga';
const pdf = async (line: string): Promise<Buffer> => demoPdf(line);

const marta = {nome: 'Marta Nogueira', email: 'marta@valedoivai.test', senha: 'segredo-2'};
const celio = {nome: 'Célio Bonfim', email: 'celio@riobonito.test', senha: 'segredo-3'};
const otavio = {nome: 'Otávio Lins', email: 'otavio@valedoivai.test', senha: 'segredo-4'};

const portal = openPortal();
let watched: WatchedPage;
let page: Page;
let nota: Attachment;
let failed = false;
/** What is wrong with the screens seen, told at the end: it stops nobody from going on. */
const faults: string[] = [];
const look = async (name: string) => void faults.push(...await lookAt(page, name));

beforeAll(async () => {
  watched = await newPage(portal.browser);
  ({page} = watched);
  nota = {name: 'Nota fiscal nº 104.500.pdf', tipo: 'Nota Fiscal', bytes: await pdf('Nota fiscal 104500')};
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

describe('as the Adm', () => {
  test('signs in', async () => {
    await page.goto(portal.product.url);
    await look('01-login');
    await press(page, 'Login');
    await page.getByText('Digite o campo é Usuário.').waitFor();
    await page.getByText('Digite o campo é Senha.').waitFor();
    await expectToast(page, 'Preencha os campo Usuário e Senha', 'Atenção');
    await enter(page, ADM);
    await expectHeading(page, 'Visão Geral de Tickets');
    await expectAddress(page, '/adm/home');
    // Nothing is there yet: the way to the first ticket.
    await page.getByRole('region', {name: 'Primeiros passos'}).getByText('0 de 6 feitos').waitFor();
    await look('02-inicio');
  });

  test('registers a company', async () => {
    await openMenu(page, 'Empresa');
    await page.getByText('Nenhuma empresa encontrada.').waitFor();
    await expectTitle(page, 'Empresa');
    await look('03-empresas-vazia');
    await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
    await expectHeading(page, 'Cadastro de Empresas');
    await press(page, 'Salvar');
    await expectCount(page.getByText('Esse campo é obrigatório.'), 4);
    await fillForm(page, {
      'Razão Social': EMPRESA, CNPJ: '27465018000115', 'E-mail': 'contato@valedoivai.test', Telefone: '4334211080',
      Contato: 'Marta Nogueira', 'Celular do Contato': '43999120345',
    });
    await expectValue(page, 'CNPJ', '27.465.018/0001-15');
    await expectValue(page, 'Telefone', '(43) 3421-1080');
    await press(page, 'Salvar');
    await expectToast(page, 'Empresa Cadastrada!');
    await expectRow(page, EMPRESA, '27.465.018/0001-15');
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
    await press(dialog, 'Editar Filial Maringá');
    // Until it is read the form is that of a new branch.
    await expectValue(dialog, 'Contato', 'Marta Nogueira');
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
    await expect.poll(() => steps.locator('[aria-current=step]').getByRole('link').textContent()).toBe('Crie um modelo de formulário');
    await openMenu(page, 'Modelos Formulário');
    await page.getByRole('main').getByRole('link', {name: 'Cadastrar'}).first().click();
    await expectHeading(page, 'Cadastro de Modelos Formulário');
    await expectTitle(page, 'Modelo Formulário');
    await fillForm(page, {Empresa: EMPRESA, Filial: 'Matriz Apucarana', Descrição: MODELO, 'Chave Pai': 'LOGISTICA', Chave: 'DESC-01'});
    await press(page, 'Salvar');
    await expectToast(page, 'Modelo Formulário Cadastrado!');
    await expectRow(page, MODELO, 'Matriz Apucarana');
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
      await expectValue(dialog, 'Descrição', '');
    }
    await press(dialog, 'Editar CPF');
    // Until it is read the form is that of a new item.
    await expectValue(dialog, 'Descrição', 'CPF');
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
      await expectHeading(page, 'Cadastro de Usuários');
      await fillForm(page, {Perfil: perfil, Nome: nome, 'E-mail': email, Senha: senha, 'Código Externo': codigo, Empresa: EMPRESA});
      await links();
      await press(page, 'Salvar');
      await expectToast(page, 'Usuário Cadastrado!');
      await expectRow(page, nome, perfil);
    }
  });

  test('signs out', async () => {
    await signOut(page);
    await expectHeading(page, 'Balcão');
  });
});

const expectMenu = async (entries: readonly string[]): Promise<void> => {
  await expect.poll(() => page.getByRole('navigation', {name: 'Menu principal'}).getByRole('link').allInnerTexts()).toEqual(entries);
};
/** Of the screens of the administration, which these profiles reach only by typing their addresses; every one: screens.test.ts. */
const expectRefusal = async (): Promise<void> => {
  await goWithin(page, '/adm/usuario');
  await expectHeading(page, 'Acesso negado');
};

describe('as the Fornecedor', () => {
  test('lands on the tickets, and sees no administration', async () => {
    await signIn(page, portal.product.url, celio);
    await expectHeading(page, 'Tickets');
    await expectAddress(page, /^\/adm\/ticket/);
    await page.getByRole('banner').getByText('Célio (Fornecedor)').waitFor();
    await page.getByRole('banner').getByText(EMPRESA).waitFor();
    await expectMenu(['Dashboard', 'Ticket']);
    await page.getByText('Nenhum ticket encontrado.').first().waitFor();
    await look('12-tickets-vazia');
    await expectRefusal();
    await look('13-recusa');
  });

  test('opens a ticket with the fields of the template and a PDF', async () => {
    await openMenu(page, 'Ticket');
    await page.getByRole('main').getByRole('link', {name: 'Abrir Ticket'}).first().click();
    await expectHeading(page, 'Abrir Ticket');
    await expectValue(page, 'Empresa', EMPRESA);
    await expectDisabled(field(page, 'Empresa'));
    await field(page, 'Filial').click();
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(['Matriz Apucarana']);
    await fillForm(page, {Filial: 'Matriz Apucarana', Formulário: MODELO});
    await field(page, 'Placa').waitFor();
    await expectValue(page, 'Transportadora', 'TRB-017');
    await expectDisabled(field(page, 'Transportadora'));

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
    await expectHeading(page, 'Tickets');
    await expectRow(page, MODELO, 'Em-Aberto');
    await look('16-tickets');
  });

  test('may edit and cancel it, but not attend to it', async () => {
    const ticket = row(page, MODELO);
    await ticket.getByRole('link', {name: /^Editar/}).waitFor();
    expect(await ticket.getByRole('button', {name: 'Atender'}).count()).toBe(0);
    await ticket.getByRole('button', {name: /^Mais ações/}).click();
    await page.getByRole('menuitem', {name: 'Cancelar'}).waitFor();
    await page.keyboard.press('Escape');
    await signOut(page);
  });
});

describe('afterwards', () => {
  test('the Adm finds everything they made', async () => {
    await signIn(page, portal.product.url, ADM);
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
    await signIn(page, portal.product.url, otavio);
    await expectHeading(page, 'Visão Geral de Tickets');
    await expectMenu(['Dashboard', 'Ticket']);
    await openMenu(page, 'Ticket');
    const ticket = row(page, MODELO);
    await ticket.getByText('Em-Aberto').waitFor();
    expect(await ticket.getByRole('link', {name: /^Editar/}).count()).toBe(0);
    await expectRefusal();
  });
});

test('every screen seen keeps to its width and to the rules of accessibility, light and dark', () => {
  expect(faults).toEqual([]);
});
