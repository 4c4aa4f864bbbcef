// What a list offers to do: only what this person can do, and in words that say it once.
import {screen, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {expect, it} from 'vitest';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {sessionOf, show} from './support/world.tsx';

const people = [
  {id: 10, nome: 'Ana Dona', email: 'ana@a.test', tipo: 2, ativo: true},
  {id: 11, nome: 'Rita Souza', email: 'rita@a.test', tipo: 5, ativo: true},
  {id: 12, nome: 'Robô Um', email: 'robo@a.test', tipo: 4, ativo: true},
];
const open = (perfil: string, answers: Answers = {}) => {
  const api = fakeApi({'GET usuarios': people, 'GET empresas/listarCombo': [], ...answers});
  return {...show(<Routes><Route path="/adm/usuario" element={<ResourceList name="usuarios" />} /></Routes>, {
    session: sessionOf(perfil), at: '/adm/usuario',
  }), api};
};

it('offers the form of a robot\'s user only to whoever can save it', async () => {
  const {unmount} = open('empresa');
  expect(await screen.findByRole('link', {name: 'Editar Rita Souza'})).toBeInTheDocument();
  expect(screen.queryByRole('link', {name: 'Editar Robô Um'})).toBeNull();
  unmount();
  open('adm');
  expect(await screen.findByRole('link', {name: 'Editar Robô Um'})).toBeInTheDocument();
});

it('leaves the own row out of what is done to many, and offers no second try of what stays refused', async () => {
  const {user, api} = open('empresa', {
    'PUT usuarios/inativar/11': {id: 11}, 'PUT usuarios/inativar/12': refusal(400, {codigo: 'CONFLITO', message: 'Não pode.'}),
  });
  await screen.findByRole('link', {name: 'Editar Rita Souza'});
  await clickOn(user, 'checkbox', 'Selecionar todos');
  await clickOn(user, 'button', 'Inativar Usuários (2)');
  await clickOn(user, 'button', 'Inativar Usuários');
  await expectText('1 feito, 1 recusado.');
  expect(screen.queryByRole('button', {name: 'Tentar de novo os recusados'})).toBeNull();
  expect(api.to('PUT usuarios/inativar/10')).toEqual([]);
});

it('names the record once in a question', async () => {
  const {user} = open('adm');
  await user.click(within((await screen.findByText('Rita Souza')).closest('tr')!).getByRole('switch'));
  expect(await screen.findByRole('alertdialog', {name: 'Inativar Usuário: Rita Souza'})).toBeInTheDocument();
});

it('says what is wrong with a CNPJ, on its form', async () => {
  fakeApi({});
  const {user} = show(<Routes><Route path="/adm/empresa/salvar" element={<ResourceForm name="empresas" />} /></Routes>, {
    at: '/adm/empresa/salvar',
  });
  await user.type(await screen.findByLabelText('CNPJ', {exact: false}), '11222333000180');
  await user.tab();
  await press(user, 'Salvar');
  await expectText('CNPJ inválido: confira os dígitos.');
});
