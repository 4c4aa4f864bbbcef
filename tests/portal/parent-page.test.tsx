// A record's page shows its children, the step after a save is offered, and a new form is ready to be typed into.
import {screen, waitFor, within} from '@testing-library/react';
import type {UserEvent as User} from '@testing-library/user-event';
import {Route, Routes} from 'react-router-dom';
import {expect, it} from 'vitest';
import type {InlineCondition} from '../../src/schema/shapes/conditions.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {Session} from '../../src/schema/session.ts';
import {hasDrafts} from '../../src/portal/session/draftKeys.ts';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {acceptance} from '../support/acceptance.ts';
import {withResource} from '../support/configs.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {product, sessionOf, show} from './support/world.tsx';

const company = {
  id: 7, versao: 1, razaoSocial: 'Vale', cnpj: '11222333000181', email: 'a@b.com', telefone: '4333221100', contato: '', celularContato: '',
  ativo: true,
};
const branch = (id: number) => ({
  id, versao: 1, idEmpresa: 7, descricao: `Filial ${id}`, razaoSocial: 'Vale', cnpj: '11222333000181', telefone: '4333221100',
  contato: 'Ana', nomeEmpresa: 'Vale',
});
const answers: Answers = {
  'GET empresas': {total: 1, registros: [company]},
  'GET empresas/7': company,
  'GET empresas/7/historico': [],
  'GET empresas/listarCombo': [{id: 7, razaoSocial: 'Vale'}],
  'GET filial': {registros: [branch(1), branch(2)]},
  'GET filial/1/historico': [],
};
const open = (
  at: string, more: Answers = {}, {session = sessionOf('adm'), config = product}: {session?: Session; config?: Config} = {},
) => {
  const api = fakeApi({...answers, ...more});
  const screens = Object.entries(config.resources).filter(([name]) => name !== 'tickets').flatMap(([name, {route}]) => [
    <Route key={route} path={`/adm/${route}`} element={<ResourceList key={name} name={name} />} />,
    <Route key={`${route}+`} path={`/adm/${route}/salvar`} element={<ResourceForm key={name} name={name} />} />,
    <Route key={`${route}*`} path={`/adm/${route}/salvar/:id`} element={<ResourceForm key={name} name={name} />} />,
  ]);
  const tickets = <Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} />;
  return {api, ...show(<Routes>{screens}{tickets}</Routes>, {at, session, config})};
};
const region = (name: string) => screen.findByRole('region', {name});

it('shows the children, each leading to the modal it is changed in, and back to it', async () => {
  const {user, router} = open('/adm/empresa/salvar/7');
  const {key} = router.state.location;
  const link = await within(await region('Filiais')).findByRole('link', {name: 'Filial 1'});
  expect(within(await region('Filiais')).getByText('Filial 2')).toBeVisible();
  await user.click(link);
  const modal = await screen.findByRole('dialog', {name: 'Adicionar Filial à Empresa: Vale'});
  await waitFor(() => expect(within(modal).getByLabelText('Descrição')).toHaveValue('Filial 1'));
  await press(user, 'Fechar', within(modal));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(router.state.location.key).toBe(key);
  expect(link).toHaveFocus();
  // By the words of the specification for a new one.
  await press(user, 'Ver Filiais / Add');
  await expectRole('dialog', 'Adicionar Filial à Empresa: Vale');
});

it('names the parent where the entry of its children does, in its form and in its row', async () => {
  const config = withResource('empresas', empresas => ({
    ...empresas, children: {filiais: {by: 'idEmpresa', label: 'Filiais da {razaoSocial}', title: 'Filiais'}},
  }));
  const {unmount} = open('/adm/empresa/salvar/7', {}, {config});
  await expectRole('button', 'Filiais da Vale');
  unmount();
  const {user} = open('/adm/empresa', {}, {config});
  await clickOn(user, 'button', 'Ação: Vale');
  await expectRole('menuitem', 'Filiais da Vale');
});

it('asks before what is typed in the modal is lost, and keeps what is typed in the form', async () => {
  const {user} = open('/adm/empresa/salvar/7');
  await user.type(await screen.findByLabelText('Contato'), 'Bia');
  await clickOn(user, 'button', 'Ver Filiais / Add');
  const modal = await screen.findByRole('dialog', {name: /Adicionar Filial/});
  await user.type(await within(modal).findByLabelText('Descrição'), 'Nova');
  await press(user, 'Fechar', within(modal));
  await clickOn(user, 'button', 'Sair sem salvar');
  // Hidden by the question above it, it would not be found by its role.
  await waitFor(() => expect(modal).not.toBeInTheDocument());
  expect(screen.getByLabelText('Contato')).toHaveValue('Bia');
});

const fillIn = async (user: User, form: HTMLElement): Promise<void> => {
  for (const [label, text] of [
    ['Descrição', 'Sul'], ['Razão Social', 'Vale'], ['CNPJ', '11222333000181'], ['Telefone', '4333221100'], ['Contato', 'Ana'],
  ] as const) await user.type(within(form).getByLabelText(label), text);
};

it('leads to the first input of the modal that is refused, by itself or by the server', async () => {
  const {user} = open('/adm/empresa/salvar/7?filhos=filiais.7', {'POST filial': refusal(400, {
    codigo: 'VALIDACAO', message: 'Confira os campos.',
    campos: [{campo: 'contato', mensagem: 'Contato sem sobrenome.'}, {campo: 'cnpj', mensagem: 'CNPJ já cadastrado nesta empresa.'}],
  })});
  const modal = await screen.findByRole('dialog', {name: 'Adicionar Filial à Empresa: Vale'});
  await clickOn(user, 'button', 'Salvar', within(modal));
  await waitFor(() => expect(within(modal).getByLabelText('Descrição')).toHaveFocus());
  await fillIn(user, modal);
  await press(user, 'Salvar', within(modal));
  await waitFor(() => expect(within(modal).getByLabelText('CNPJ')).toHaveFocus());
  expect(within(modal).getByLabelText('CNPJ')).toHaveAccessibleDescription(/já cadastrado/);
});

it('takes a file that a child has: asked for where it is missing, saved with it, opened from its row', async () => {
  const config = withResource('filiais', filiais => ({
    ...filiais, fields: {...filiais.fields, planta: {kind: 'arquivo', label: 'Planta', required: true}},
    list: {...filiais.list, columns: ['descricao', 'planta']}, form: {...filiais.form, Mais: ['planta']},
  }));
  const planta = {id: 31, nomeArquivo: 'planta.pdf', tamanho: 4};
  const made: object[] = [branch(1)];
  const {user, api} = open('/adm/empresa/salvar/7?filhos=filiais.7', {
    'GET filial': () => ({registros: made}), 'POST filial/campos/planta': planta,
    'POST filial': ({body}: Sent) => {
      made.push({...branch(3), ...body as object, id: 3, planta: {...planta, caminho: 'filial/3/campos/planta'}});
      return made.at(-1);
    },
  }, {config});
  const modal = within(await screen.findByRole('dialog', {name: 'Adicionar Filial à Empresa: Vale'}));
  await modal.findByRole('button', {name: 'Escolher arquivo: Planta'});
  await fillIn(user, screen.getByRole('dialog'));
  await press(user, 'Salvar', modal);
  await waitFor(() => expect(modal.getByText('Esse campo é obrigatório.')).toHaveFocus());
  expect(api.to('POST filial')).toEqual([]);
  await user.upload(modal.getByLabelText('Arquivo: Planta'), new File(['nota'], 'planta.pdf'));
  await modal.findByRole('button', {name: 'Remover planta.pdf'});
  await press(user, 'Salvar', modal);
  await expectText('Filial Cadastrada!');
  expect(api.to('POST filial')[0]?.body).toMatchObject({idEmpresa: 7, descricao: 'Sul', planta});
  const row = within(await modal.findByRole('row', {name: /Sul/}));
  expect(await row.findByRole('button', {name: 'planta.pdf'})).toBeVisible();
  // The next one has none yet.
  expect(await modal.findByRole('button', {name: 'Escolher arquivo: Planta'})).toBeVisible();
  await waitFor(() => expect(modal.getByLabelText('Descrição')).toHaveFocus());
  await press(user, /^Editar Sul/, modal);
  expect(await modal.findByRole('button', {name: 'Trocar arquivo: Planta'})).toBeVisible();
});

it('shows children to be read to who may not change them', async () => {
  const filiais = product.resources['filiais']!;
  const access = {...filiais.access, create: [], update: [], delete: []};
  open('/adm/empresa/salvar/7', {}, {config: {...product, resources: {...product.resources, filiais: {...filiais, access}}}});
  const part = within(await region('Filiais'));
  expect(await part.findByText('Filial 1')).toBeVisible();
  expect(part.queryByRole('link')).not.toBeInTheDocument();
  expect(part.queryByRole('button', {name: /Add|Editar|Excluir/})).not.toBeInTheDocument();
});

it('says on a new record that its children come after saving', async () => {
  open('/adm/empresa/salvar');
  expect(within(await region('Filiais')).getByText('Disponível depois de salvar.')).toBeVisible();
});

it('offers the next step after a record was made, over the list it leads to', async () => {
  const {user, router} = open('/adm/empresa', {'POST empresas': {...company}});
  await clickOn(user, 'link', 'Cadastrar');
  for (const [label, text] of [
    ['Razão Social', 'Vale'],
    ['CNPJ', '11222333000181'],
    ['E-mail', 'z@g.com'],
    ['Telefone', '4333221100'],
  ] as const) {
    await user.type(await screen.findByLabelText(label), text);
  }
  await press(user, 'Salvar');
  await expectText('Empresa Cadastrada!');
  await screen.findByRole('heading', {name: 'Empresas'});
  await user.click(screen.getByRole('link', {name: 'Adicionar filiais'}));
  await expectRole('dialog', 'Adicionar Filial à Empresa: Vale');
  await press(user, 'Fechar');
  await waitFor(() => expect(router.state.location.search).not.toContain('filhos'));
});

it('has the focus in the first input of a new form', async () => {
  open('/adm/empresa/salvar');
  await waitFor(() => expect(screen.getByLabelText('Razão Social')).toHaveFocus());
});

const oneOfEach: Answers = {
  'GET empresas/listarCombo': [{id: 7, razaoSocial: 'Vale'}],
  'GET filial/listarCombo/7/10': [{id: 1, descricao: 'Matriz'}],
  'GET modelosFormulario/listarCombo/1': [{id: 3, descricao: 'Frete'}],
  'GET modelosFormularioItem': [],
};

it('chooses what is the only choice, down to the template, and takes it back when asked', async () => {
  const {user, router} = open('/adm/ticket/salvar', {...oneOfEach, 'GET tickets': {total: 0, registros: []}});
  await waitFor(() => expect(screen.getByLabelText('Formulário')).toHaveValue('Frete'));
  expect(screen.getByLabelText('Empresa')).toHaveValue('Vale');
  expect(screen.getByLabelText('Filial')).toHaveValue('Matriz');
  // Nothing was changed by the person: nothing is kept as a draft, and nothing is asked.
  expect(hasDrafts(10)).toBe(false);
  await user.click(screen.getByRole('link', {name: 'voltar'}));
  await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
  await router.navigate(-1);
  await waitFor(() => expect(screen.getByLabelText('Formulário')).toHaveValue('Frete'));
  await user.clear(screen.getByLabelText('Formulário'));
  await user.tab();
  expect(screen.getByLabelText('Formulário')).toHaveValue('');
});

it('leaves what is typed while the only choice is on its way, and chooses it once that is left', async () => {
  const answer = Promise.withResolvers<unknown>();
  const {user} = open('/adm/ticket/salvar', {...oneOfEach, 'GET filial/listarCombo/7/10': () => answer.promise});
  const filial = await screen.findByLabelText('Filial');
  await waitFor(() => expect(filial).toBeEnabled());
  await user.type(filial, 'ma');
  answer.resolve([{id: 1, descricao: 'Matriz'}]);
  await expectRole('option', 'Matriz');
  await fetched();
  expect(filial).toHaveValue('ma');
  await user.type(filial, 'tr', {skipClick: true});
  expect(filial).toHaveValue('matr');
  await user.tab();
  await waitFor(() => expect(filial).toHaveValue('Matriz'));
});

it('says why there is nothing to choose, and who can help', async () => {
  open('/adm/ticket/salvar', {'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Vale'}], 'GET filial/listarCombo/1/10': []}, {
    session: sessionOf('fornecedor'),
  });
  expect(await screen.findByText(
    'Você não está vinculado a nenhuma filial. Peça à Empresa ou ao Adm que vincule seu usuário no cadastro de usuários.',
  )).toBeVisible();
  expect(screen.getByLabelText('Filial')).toHaveAccessibleDescription(/^Você não está vinculado/);
});

it.each([
  ['none', false, product], ['one', true, product], ['none, with files to send', false, acceptance],
])('warns of a supplier’s user saved with %s branch, and saves it', async (_which, linked, config) => {
  const {user, api} = open('/adm/usuario/salvar', {
    'POST usuarios': {id: 5}, 'GET usuarios': [],
    'GET filial/buscar-filiais-empresa/7/0': ['Matriz', 'Sul'].map((descricao, at) => ({id: at + 1, descricao, usuarioVinculado: false})),
  }, {config});
  await user.selectOptions(await screen.findByLabelText('Perfil'), 'Fornecedor');
  await user.type(screen.getByLabelText('Nome'), 'Ana');
  await user.type(screen.getByLabelText('E-mail'), 'ana@vale.com');
  const box = await screen.findByRole('switch', {name: 'Matriz'}).catch(() => screen.getByLabelText('Matriz'));
  // Said before it is saved, beside the switches.
  const note = 'Sem filial, não verá tickets.';
  await expectText(note);
  if (linked) await user.click(box);
  expect(screen.queryByText(note) !== null).toBe(!linked);
  await press(user, 'Salvar');
  // What worked first, under its own title, and what there is to know under its.
  const toast = (await screen.findByText('Usuário Cadastrado!')).closest('.toast-text');
  const warning = linked ? '' : 'Atenção Sem filial, não verá tickets.';
  expect(toast?.textContent).toMatch(new RegExp(`^Sucesso Usuário Cadastrado!${warning}`));
  expect(toast?.textContent?.includes('Atenção')).toBe(!linked);
  expect(toast?.closest('.Toastify__toast')?.className.includes('--warning')).toBe(!linked);
  if (!linked) await expectRole('link', 'abrir');
  expect(api.to('POST usuarios')).toHaveLength(1);
});

/** Branches that somebody may write while this holds. */
const branchesWhile = (condition: InlineCondition): Config => withResource('filiais', filiais => ({
  ...filiais, conditions: {assim: condition},
  access: {...filiais.access, create: ['adm:assim'], update: ['adm:assim'], delete: ['adm:assim']},
}));

it.each([true, false])('offers to write children as long as the parent lets them be written: %s', async ativo => {
  const config = branchesWhile({through: {idEmpresa: {is: {ativo: [true]}}}, reason: 'A empresa está inativa.'});
  open('/adm/empresa/salvar/7?filhos=filiais.7', {'GET empresas/7': {...company, ativo}}, {config});
  const modal = await screen.findByRole('dialog', {name: 'Adicionar Filial à Empresa: Vale'});
  await within(modal).findByText('Filial 1');
  await expect.poll(() => within(modal).queryByText('A empresa está inativa.') === null).toBe(ativo);
  await expect.poll(() => within(modal).queryByLabelText('Descrição') !== null).toBe(ativo);
  for (const button of ['Editar Filial 1', 'Excluir Filial 1']) {
    expect(within(modal).queryByRole('button', {name: button}) !== null).toBe(ativo);
  }
  expect(screen.queryByRole('button', {name: 'Ver Filiais / Add', hidden: true}) !== null).toBe(ativo);
});

it('says why a record is not deleted or saved', async () => {
  const config = branchesWhile({compare: ['contato', '=', 'telefone'], reason: 'O contato não é o telefone.'});
  const {user, router} = open('/adm/filial', {'GET filial/1': branch(1)}, {config});
  await clickOn(user, 'button', 'Ação: Filial 1');
  const item = await screen.findByRole('menuitem', {name: /^Excluir/});
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toHaveTextContent('O contato não é o telefone.');
  await user.keyboard('{Escape}');
  await router.navigate('/adm/filial/salvar/1');
  await waitFor(() => expect(screen.getByRole('button', {name: 'Salvar'})).toBeDisabled());
});
