// The invitation's button is drawn from the declaration: only for somebody who still waits for the first password.
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {describe, expect, it} from 'vitest';
import {InvitationHost} from '../../src/portal/app/layout/InvitationHost.tsx';
import {listFollowUps} from '../../src/portal/form/followUps.ts';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {deletionVerdict, judgeAction} from '../../src/portal/api/actionVerdicts.ts';
import type {Resource} from '../../src/schema/shapes/config.ts';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {product, sessionOf, show} from './support/world.tsx';

const LABEL = 'Enviar o convite de novo';
const ana = {
  id: 4, versao: 1, tipo: 2, nome: 'Ana', email: 'ana@balcao.test', senha: '', codigoExterno: '', idEmpresa: 1,
  dataCriacao: '2026-11-21T12:00:00.000Z', filiaisAlteradas: [], ativo: true, semSenha: true,
};
const bia = {...ana, id: 5, nome: 'Bia', semSenha: false};
const robo = {...ana, id: 6, nome: 'Robô', tipo: 4};
const caio = {...ana, id: 7, nome: 'Caio', ativo: false};

const open = (at: string, answers: Answers = {}) => {
  const api = fakeApi({
    'GET usuarios': [ana, bia, robo, caio], 'GET usuarios/4': ana, 'GET usuarios/5': bia, 'GET usuarios/7': caio,
    'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sol'}], 'GET filial/buscar-filiais-empresa/1/4': [],
    'GET filial/listarCombo/0/10': [], ...answers,
  });
  const shown = show(
    <>
      <Routes>
        <Route path="/adm/usuario" element={<ResourceList name="usuarios" />} />
        <Route path="/adm/usuario/salvar/:id?" element={<ResourceForm name="usuarios" />} />
        <Route path="/adm/fornecedor" element={<ResourceList name="fornecedores" />} />
        <Route path="/adm/fornecedor/salvar/:id?" element={<ResourceForm name="fornecedores" />} />
      </Routes>
      <InvitationHost />
    </>,
    {session: sessionOf('empresa'), at},
  );
  return {...shown, api};
};

it('stands in the row’s menu of who has no password, is sent after a question, and says that it was', async () => {
  const {user, api} = open('/adm/usuario', {'POST usuarios/4/convite': ana});
  await clickOn(user, 'button', 'Ação: Ana');
  await clickOn(user, 'menuitem', LABEL);
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveAccessibleName(`${LABEL}: Ana`);
  expect(within(dialog).getByText('Deseja Enviar o Convite de Novo ?')).toBeVisible();
  await press(user, LABEL, within(dialog));
  await expectText('Convite Enviado!');
  expect(api.calls.filter(({method}) => method === 'POST').map(({path}) => path)).toEqual(['usuarios/4/convite']);
});

it('is none of who has a password, and of no robot; who is inactive reads what to do first', async () => {
  const {user} = open('/adm/usuario');
  await screen.findByRole('button', {name: 'Ação: Ana'});
  for (const name of ['Bia', 'Robô']) expect(screen.queryByRole('button', {name: `Ação: ${name}`})).toBeNull();
  await press(user, 'Ação: Caio');
  const entry = await screen.findByRole('menuitem', {name: new RegExp(LABEL)});
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveTextContent('Este usuário está inativo. Ative-o antes de enviar o convite.');
});

it('marks in the list, beside the name, who has not been in yet', async () => {
  open('/adm/usuario');
  await expectRole('button', 'Ação: Ana');
  const rows = screen.getAllByRole('row');
  const marked = (name: string) => rows.find(row => within(row).queryByText(name))?.textContent.includes('Aguarda o primeiro acesso');
  expect(['Ana', 'Bia'].map(marked)).toEqual([true, false]);
});

describe('without a mail server', () => {
  const link = 'http://portal.test/reset-senha?token=abc';
  const silent: Answers = {
    'GET limites': {arquivoMaxMb: 25, arquivosMax: 20, enviaEmails: false},
    'POST usuarios': {...ana, id: 9}, 'POST usuarios/4/convite': ana,
    'GET filial/buscar-filiais-empresa/1/0': [], 'POST usuarios/9/convite/link': {link, ate: '2026-11-24T12:00:00.000Z'},
    'POST usuarios/4/convite/link': {link, ate: '2026-11-24T12:00:00.000Z'},
  };
  const NOTE = 'Este servidor não envia e-mails: depois de salvar, copie o link do convite e entregue-o à pessoa.';

  it('the form says so while no password is typed, and the link is handed over once it is saved', async () => {
    const {user, api} = open('/adm/usuario/salvar', silent);
    await user.selectOptions(await screen.findByLabelText('Perfil'), 'Empresa');
    await expectText(NOTE);
    await user.type(screen.getByLabelText('Nome'), 'Nova');
    await user.type(screen.getByLabelText('E-mail'), 'nova@balcao.test');
    await press(user, 'Salvar');
    const dialog = await screen.findByRole('dialog', {name: /^Convite: Nova/});
    expect(await within(dialog).findByLabelText('Link do convite')).toHaveValue(link);
    expect(within(dialog).getByText('Vale até 24/11/26 09:00 e só pode ser usado uma vez.')).toBeVisible();
    await press(user, 'Copiar o link do convite', within(dialog));
    await expectText('Link copiado!');
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(api.to('POST usuarios/9/convite/link')).toHaveLength(1);
  });

  it('nothing is handed over of who was made with a password', async () => {
    const {user, api} = open('/adm/usuario/salvar', silent);
    await user.selectOptions(await screen.findByLabelText('Perfil'), 'Empresa');
    await user.type(screen.getByLabelText('Nome'), 'Nova');
    await user.type(screen.getByLabelText('E-mail'), 'nova@balcao.test');
    await user.type(screen.getByLabelText('Senha'), 'segredo-1');
    expect(screen.queryByText(NOTE)).toBeNull();
    await press(user, 'Salvar');
    await expectText('Usuário Cadastrado!');
    expect(api.to('POST usuarios/9/convite/link')).toEqual([]);
  });

  it('the link is handed over after the invitation again too', async () => {
    const {user} = open('/adm/usuario', silent);
    await clickOn(user, 'button', 'Ação: Ana');
    await clickOn(user, 'menuitem', LABEL);
    await press(user, LABEL, within(await screen.findByRole('alertdialog')));
    const dialog = await screen.findByRole('dialog', {name: /^Convite: Ana/});
    expect(await within(dialog).findByLabelText('Link do convite')).toHaveValue(link);
  });
});

it('is for nobody who may do less than the person, nor is an access made that may do more', () => {
  const {usuarios, fornecedores} = product.resources as Record<'usuarios' | 'fornecedores', Resource>;
  const access = {...usuarios.access, create: ['adm', 'empresa', 'empresaUsuario']};
  const config = {...product, resources: {...product.resources, usuarios: {...usuarios, access}}};
  const isSent = (tipo: number, name = 'convidar') =>
    judgeAction(config, config.resources.usuarios, name, {...ana, tipo}, sessionOf('empresa')).allowed;
  expect([isSent(1), isSent(2), isSent(3), isSent(5)]).toEqual([false, true, true, true]);
  // Who is switched off is still themselves.
  expect(isSent(4, 'inativar')).toBe(true);
  const deleting = {...config.resources.usuarios, access: {...access, delete: ['adm', 'empresa']}};
  const isDeleted = (tipo: number) => deletionVerdict(config, deleting, {...ana, tipo}, sessionOf('empresa')).allowed;
  expect([isDeleted(1), isDeleted(3), isDeleted(4)]).toEqual([false, true, false]);
  expect(['adm', 'empresa', 'empresaUsuario'].map(perfil => listFollowUps(config, fornecedores, perfil).length)).toEqual([1, 1, 0]);
});

it('stands on the edit screen too, and the server’s sentence is shown', async () => {
  const message = 'Este usuário já recebeu os e-mails que pode receber em uma hora. Tente novamente em 12 minutos.';
  const {user} = open('/adm/usuario/salvar/4', {'POST usuarios/4/convite': refusal(400, {message, codigo: 'LIMITE'})});
  await clickOn(user, 'button', LABEL);
  await press(user, LABEL, within(await screen.findByRole('alertdialog')));
  await expectText(message);
});

it('does not stand on the edit screen of who has a password, nor on an empty form', async () => {
  const {router} = open('/adm/usuario/salvar/5');
  expect(await screen.findByDisplayValue('Bia')).toBeVisible();
  expect(screen.queryByRole('button', {name: LABEL})).toBeNull();
  await router.navigate('/adm/usuario/salvar');
  await waitFor(() => expect(screen.queryByDisplayValue('Bia')).toBeNull());
  expect(screen.queryByRole('button', {name: LABEL})).toBeNull();
});

it.each([
  ['of a new one', '/adm/usuario/salvar', 'Em branco, a pessoa recebe um convite para criar a própria senha.'],
  ['of one that is edited', '/adm/usuario/salvar/4', 'Em branco, o usuário mantém a senha que tem.'],
])('the password %s says what an empty one does', async (_which, at, help) => {
  open(at, {'GET filial/buscar-filiais-empresa/1/0': []});
  expect(await screen.findByLabelText('Senha')).toHaveAccessibleDescription(help);
});

const rio = {id: 3, idEmpresa: 1, razaoSocial: 'Rio Bonito', email: 'rio@bonito.test', telefone: '4333334444', contato: '', status: 1};
const suppliers: Answers = {
  'GET fornecedores': {total: 1, registros: [rio]}, 'POST fornecedores': {...rio, versao: 1}, 'POST usuarios': {...ana, id: 9},
  'GET filial/buscar-filiais-empresa/1/0': [{id: 8, descricao: 'Matriz', usuarioVinculado: false}],
};

it.each([
  ['from the toast of one that was made', '/adm/fornecedor/salvar', async (user: ReturnType<typeof open>['user']) => {
    await user.type(await screen.findByLabelText('Razão Social'), 'Rio Bonito');
    await user.type(screen.getByLabelText('E-mail'), 'rio@bonito.test');
    await user.type(screen.getByLabelText('Telefone'), '4333334444');
    await press(user, 'Salvar');
    await clickOn(user, 'link', 'Criar acesso');
  }],
  ['from the row', '/adm/fornecedor', async (user: ReturnType<typeof open>['user']) => {
    await clickOn(user, 'button', /Rio Bonito/);
    await clickOn(user, 'menuitem', 'Criar acesso');
  }],
])('a supplier’s access is made %s: of their profile, with what is known, and of the only branch there is', async (_where, at, lead) => {
  const {user, api} = open(at, suppliers);
  await lead(user);
  expect(await screen.findByDisplayValue('rio@bonito.test')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Matriz')).toBeChecked());
  await press(user, 'Salvar');
  await expectText('Usuário Cadastrado!');
  expect(api.to('POST usuarios').at(-1)?.body).toMatchObject({
    tipo: 3, nome: 'Rio Bonito', email: 'rio@bonito.test', idEmpresa: 1, filiaisAlteradas: [{idFilial: 8, usuarioVinculado: true}],
  });
});
