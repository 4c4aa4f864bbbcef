// What is chosen depends on what else is: a branch on its company, a company on who is asked for and who asks.
import {screen, waitFor, within} from '@testing-library/react';
import {expect, it} from 'vitest';
import type {Fields} from '../../src/schema/shapes/fields.ts';
import {fakeApi} from './support/api.ts';
import {answers, open, save, values} from './support/fieldsForm.tsx';
import {clickOn} from './support/gestures.ts';
import {product, sessionOf} from './support/world.tsx';

const branchOf: Fields = {
  idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
  idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa', required: true},
};
const branches = {
  ...answers,
  'GET filial/listarCombo/1/10': [{id: 7, descricao: 'Sul'}],
  'GET filial/listarCombo/2/10': [{id: 9, descricao: 'Leste'}],
};

it('offers the branches of the chosen company, and forgets the branch with it', async () => {
  fakeApi(branches);
  const {user} = open(branchOf);
  expect(screen.getByLabelText('Filial')).toBeDisabled();
  await user.click(screen.getByLabelText('Empresa'));
  await clickOn(user, 'option', 'Vale');
  await user.click(screen.getByLabelText('Filial'));
  await clickOn(user, 'option', 'Sul');
  await user.click(screen.getByLabelText('Empresa'));
  await clickOn(user, 'option', 'Agricola São João');
  // Another company's only branch: it is chosen by itself.
  await waitFor(() => expect(screen.getByLabelText('Filial')).toHaveValue('Leste'));
  await user.click(screen.getByLabelText('Filial'));
  expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual(['Leste']);
});

it('offers a company that is inactive as such', async () => {
  fakeApi({'GET empresas/listarCombo': [
    {id: 1, razaoSocial: 'Vale', ativo: true},
    {id: 2, razaoSocial: 'Sol', ativo: false},
    {id: 3, razaoSocial: 'Mar'},
  ]});
  const {user} = open({idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas'}});
  await user.click(screen.getByLabelText('Empresa'));
  expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual(['Vale', 'Sol (inativa)', 'Mar']);
});

it('keeps the branch of a record that is loaded with its company', async () => {
  fakeApi(branches);
  open(branchOf, {record: {id: 3, idEmpresa: 2, idFilial: 9}});
  await waitFor(() => expect(screen.getByLabelText('Filial')).toHaveValue('Leste'));
});

it('gives who may not choose a company their own, locked', async () => {
  fakeApi(branches);
  const {user} = open(branchOf, {session: sessionOf('empresa', {idEmpresa: 2})});
  await waitFor(() => expect(screen.getByLabelText('Empresa')).toHaveValue('Agricola São João'));
  expect(screen.getByLabelText('Empresa')).toBeDisabled();
  // Text as other locked fields are, and nothing that asks to be filled in.
  expect(screen.queryByRole('combobox', {name: 'Empresa'})).not.toBeInTheDocument();
  expect(screen.getByText('Empresa')).not.toHaveAttribute('data-required');
  expect(screen.getByText('Filial')).toHaveAttribute('data-required');
  await user.click(screen.getByLabelText('Filial'));
  await clickOn(user, 'option', 'Leste');
  await save(user);
  expect(await values()).toMatchObject({idEmpresa: 2, idFilial: 9});
});

it('asks for no company where the only one may not be named, and saves it all the same', async () => {
  const {api: _api, ...empresas} = product.resources['empresas']!;
  const config = {...product, resources: {...product.resources, empresas: {...empresas, access: {...empresas.access, list: ['adm']}}}};
  const api = fakeApi(branches);
  const {user} = open(branchOf, {config, session: sessionOf('empresa', {idEmpresa: 2})});
  await user.click(await screen.findByLabelText('Filial'));
  await clickOn(user, 'option', 'Leste');
  expect(screen.queryByText('Empresa')).not.toBeInTheDocument();
  await save(user);
  expect(await values()).toMatchObject({idEmpresa: 2, idFilial: 9});
  expect(api.calls.some(({path}) => path.includes('empresas'))).toBe(false);
});

const usuarios = product.resources['usuarios']!.fields;

it('clears, locks and frees the company as the profile changes (rules: Forms 4)', async () => {
  fakeApi(branches);
  const {user} = open({tipo: usuarios['tipo']!, idEmpresa: usuarios['idEmpresa']!, filiaisAlteradas: usuarios['filiaisAlteradas']!});
  await user.selectOptions(screen.getByLabelText('Perfil'), 'Fornecedor');
  await user.click(screen.getByLabelText('Empresa'));
  await clickOn(user, 'option', 'Vale');
  const group = await screen.findByRole('group', {name: 'Filiais'});
  await user.click(await within(group).findByLabelText('Marcar Todos'));
  expect(within(group).getByLabelText('Norte')).toBeChecked();
  await user.selectOptions(screen.getByLabelText('Perfil'), 'Adm');
  await waitFor(() => expect(screen.getByLabelText('Empresa')).toHaveValue(''));
  expect(screen.getByLabelText('Empresa')).toBeDisabled();
  expect(screen.getByLabelText('Empresa')).not.toBeRequired();
  expect(screen.queryByRole('group', {name: 'Filiais'})).not.toBeInTheDocument();
});

it.each([
  ['adm', ['Adm', 'Empresa', 'Fornecedor', 'Empresa-Usuário']], ['empresa', ['Empresa', 'Fornecedor', 'Empresa-Usuário']],
  ['fornecedor', ['Fornecedor']],
] as const)('offers %s the profiles that may do no more than theirs, whatever the config says of them', (perfil, offered) => {
  const tipo = usuarios['tipo'] as Extract<Fields[string], {kind: 'escolha'}>;
  const careless = {...tipo, choices: tipo.choices.map(({profiles: _profiles, ...choice}) => choice)};
  const users = {...product.resources['usuarios']!, fields: {...usuarios, tipo: careless}};
  const config = {...product, resources: {...product.resources, usuarios: users}};
  open({tipo: careless}, {config, session: sessionOf(perfil, {idEmpresa: 1})});
  const options = within(screen.getByLabelText('Perfil')).getAllByRole('option').map(option => option.textContent);
  expect(options.filter(option => tipo.choices.some(({name}) => name === option))).toEqual(offered);
});

it('ticks the only branch there is for who is new, for as long as nobody takes it away', async () => {
  const only = {id: 8, descricao: 'Norte', usuarioVinculado: false};
  const api = {...branches, 'GET filial/buscar-filiais-empresa/1/0': [only], 'GET filial/buscar-filiais-empresa/1/7': [only]};
  fakeApi(api);
  const fields = {tipo: usuarios['tipo']!, idEmpresa: usuarios['idEmpresa']!, filiaisAlteradas: usuarios['filiaisAlteradas']!};
  const {user, unmount} = open(fields, {record: {tipo: 3, idEmpresa: 1, filiaisAlteradas: null}});
  await waitFor(() => expect(screen.getByLabelText('Norte')).toBeChecked());
  await save(user);
  expect(await values()).toMatchObject({filiaisAlteradas: [{usuarioVinculado: true}]});
  await user.click(screen.getByLabelText('Norte'));
  expect(screen.getByLabelText('Norte')).not.toBeChecked();
  unmount();
  // Whoever is known already is as somebody left them.
  open(fields, {record: {id: 7, tipo: 3, idEmpresa: 1, filiaisAlteradas: null}});
  expect(await screen.findByLabelText('Norte')).not.toBeChecked();
});

it('offers the type Adm to Adm only, and robots to nobody (rules: Access 8)', () => {
  open({tipo: usuarios['tipo']!}, {session: sessionOf('empresa')});
  expect(screen.getAllByRole('option').map(option => option.textContent))
    .toEqual(['Selecione', 'Empresa', 'Fornecedor', 'Empresa-Usuário']);
});
