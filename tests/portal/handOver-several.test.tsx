// Before several people go at once: what each of them attends has its own answer (rules: Users 6).
import {screen, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {expect, it} from 'vitest';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, press} from './support/gestures.ts';
import {ticket} from './support/tickets.tsx';
import {show} from './support/world.tsx';

const person = (id: number, nome: string) =>
  ({id, versao: 1, nome, email: `${id}@sul.test`, tipo: 5, idEmpresa: 1, ativo: true, semSenha: false});
const [ana, bia, caio] = [person(4, 'Ana'), person(5, 'Bia'), person(6, 'Caio')];
const attends = (texto: string, registros: readonly number[]) => [{consequencia: 'atende', total: registros.length, texto, registros}];
const ANA = 'Ana atende 2 tickets em aberto.';
const BIA = 'Bia atende 1 ticket em aberto.';
const attended: Readonly<Record<string, readonly number[]>> = {4: [21, 22], 5: [31]};

const answers = (more: Answers = {}): Answers => ({
  'GET usuarios': [ana, bia, caio], 'GET empresas/listarCombo': [],
  'GET usuarios/4/consequencias': ({query}: Sent) =>
    (query.has('tambem') ? attends('Tickets em aberto que eles atendem: 3.', [21, 22, 31]) : attends(ANA, [21, 22])),
  'GET usuarios/5/consequencias': attends(BIA, [31]),
  'GET usuarios/6/consequencias': [],
  'GET tickets': ({query}: Sent) => {
    const by = query.get('idUsuarioAtendimento') ?? '';
    const registros = (attended[by] ?? []).map(id => ticket({id, idUsuarioAtendimento: Number(by)}));
    return {total: registros.length, registros};
  },
  ...Object.fromEntries([ana, bia, caio].map(one => [`PUT usuarios/inativar/${one.id}`, {...one, ativo: false}])),
  ...Object.fromEntries([21, 22, 31].map(id => [`PUT tickets/devolver/${id}`, ticket({id})])),
  ...more,
});

/** Ticks them and asks for all of them to be deactivated. */
const ask = async (more: Answers = {}, names = ['Ana', 'Bia', 'Caio']) => {
  const api = fakeApi(answers(more));
  const {user} = show(<Routes><Route path="/adm/usuario/*" element={<ResourceRoutes name="usuarios" />} /></Routes>, {at: '/adm/usuario'});
  for (const name of names) await clickOn(user, 'checkbox', `Selecionar ${name}`);
  await clickOn(user, 'button', `Inativar Usuários (${names.length})`);
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Inativar Usuários'}));
  const changes = () => api.calls.filter(({method}) => method !== 'GET').map(({method, path}) => `${method} ${path}`);
  const of = async (texto: string) => within(await dialog.findByRole('radiogroup', {name: `${texto} Antes disso`}));
  return {api, user, dialog, changes, of, confirm: (name = 'Inativar Usuários') => press(user, name, dialog)};
};
const GO = ['PUT usuarios/inativar/4', 'PUT usuarios/inativar/5', 'PUT usuarios/inativar/6'];

it('each is asked about by themselves, and nothing is done unasked', async () => {
  const {api, dialog, changes, of, confirm} = await ask();
  expect(await dialog.findByText('Tickets em aberto que eles atendem: 3.')).toBeVisible();
  expect((await of(ANA)).getByRole('radio', {name: 'Deixar como está'})).toBeChecked();
  expect((await of(ANA)).getByRole('radio', {name: 'Devolver… (2 Tickets)'})).toBeInTheDocument();
  expect((await of(BIA)).getByRole('radio', {name: 'Devolver… (1 Ticket)'})).toBeInTheDocument();
  expect(dialog.getAllByRole('radiogroup')).toHaveLength(2);
  // Together first, then one by one, until all that were counted are found.
  expect(api.to('GET usuarios/4/consequencias').map(({query}) => query.get('tambem'))).toEqual(['5,6', null]);
  expect(api.to('GET usuarios/5/consequencias')).toHaveLength(1);
  expect(api.to('GET usuarios/6/consequencias')).toEqual([]);
  await confirm();
  expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
  expect(changes()).toEqual(GO);
});

it('each has their own answer: one is given back, the other stays as it is', async () => {
  const {user, dialog, changes, of, confirm} = await ask();
  await user.click((await of(ANA)).getByRole('radio', {name: /^Devolver/}));
  await confirm();
  expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
  expect(changes()).toEqual(['PUT tickets/devolver/21', 'PUT tickets/devolver/22', ...GO]);
});

it('nothing is handed to somebody who goes as well', async () => {
  const {user, dialog, changes, of, confirm} = await ask({
    'GET tickets/passar/31/opcoes': [ana, caio, person(12, 'Davi'), person(13, 'Eva')].map(({id, nome}) => ({id, nome, ativo: true})),
    'PUT tickets/passar/31': ticket({id: 31}),
  });
  await user.click((await of(BIA)).getByRole('radio', {name: /^Passar para/}));
  await clickOn(user, 'combobox', /Pessoa/, dialog);
  expect((await screen.findAllByRole('option')).map(({textContent}) => textContent)).toEqual(['Davi', 'Eva']);
  await user.click(screen.getByRole('option', {name: 'Eva'}));
  await confirm();
  expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
  expect(changes()).toEqual(['PUT tickets/passar/31', ...GO]);
});

it('what is refused of one is said under their name, and the others come after it is said again', async () => {
  const {user, dialog, changes, of, confirm} = await ask({
    'PUT tickets/devolver/22': refusal(400, {codigo: 'CONFLITO', message: 'Ticket já está em Pendência.'}),
  });
  await user.click((await of(ANA)).getByRole('radio', {name: /^Devolver/}));
  await user.click((await of(BIA)).getByRole('radio', {name: /^Devolver/}));
  await confirm();
  expect(await dialog.findByText('1 feito, 1 recusado.')).toBeVisible();
  expect(dialog.getByText(ANA)).toBeVisible();
  expect(changes()).toEqual(['PUT tickets/devolver/21', 'PUT tickets/devolver/22']);
  await confirm('Inativar Usuários mesmo assim');
  expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
  expect(changes().slice(2)).toEqual(['PUT tickets/devolver/31', ...GO]);
});

it('the dialog stays while something is given back', async () => {
  const waiting: (() => void)[] = [];
  const {user, dialog, changes, of, confirm} = await ask({
    'PUT tickets/devolver/31': () => new Promise(resolve => {
      waiting.push(() => resolve(ticket({id: 31})));
    }),
  });
  await user.click((await of(BIA)).getByRole('radio', {name: /^Devolver/}));
  await confirm();
  await dialog.findByRole('button', {name: 'Parar'});
  expect(dialog.getByRole('button', {name: 'Voltar'})).toBeDisabled();
  await user.keyboard('{Escape}');
  waiting[0]!();
  expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
  expect(changes()).toEqual(['PUT tickets/devolver/31', ...GO]);
});

it('of one alone it is known which they are, and nothing is asked twice', async () => {
  const {api, user, dialog, changes, confirm} = await ask({}, ['Ana']);
  await clickOn(user, 'radio', 'Devolver… (2 Tickets)', dialog);
  expect(dialog.getByRole('radiogroup', {name: 'Antes disso'})).toBeInTheDocument();
  expect(api.to('GET usuarios/4/consequencias')).toHaveLength(1);
  await confirm();
  expect(await dialog.findByText('1 feito, 0 recusados.')).toBeVisible();
  expect(changes()).toEqual(['PUT tickets/devolver/21', 'PUT tickets/devolver/22', 'PUT usuarios/inativar/4']);
});

it('where a server does not say which they are, only their number is told', async () => {
  const together = {consequencia: 'atende', total: 3, texto: 'Tickets em aberto que eles atendem: 3.'};
  const {api, dialog, confirm} = await ask({'GET usuarios/4/consequencias': [together]});
  expect(await dialog.findByText(together.texto)).toBeVisible();
  await confirm();
  expect(await dialog.findByText('3 feitos, 0 recusados.')).toBeVisible();
  expect(api.to('GET tickets')).toEqual([]);
  expect(api.to('GET usuarios/5/consequencias')).toEqual([]);
});
