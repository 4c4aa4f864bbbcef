// What could not be loaded: one toast (rules: Errors 2); the rows that were there; the page's own words.
import {screen, waitFor} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {expect, it} from 'vitest';
import {preloadLazyComponents} from '../../src/portal/ui/lazyComponent.tsx';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {expectConsole} from '../support/console.ts';
import {fakeApi, offline, refusal} from './support/api.ts';
import {expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {openTickets, ticketAnswers} from './support/tickets.tsx';
import {show} from './support/world.tsx';

const template = (id: number) =>
  ({
    id, versao: 1, idEmpresa: 1, idFilial: 2, descricao: `Modelo ${id}`, chavePai: 'A', chave: 'B', workFlowNameRpa: '', nomeFilial: 'F',
    nomeEmpresa: 'E', dataCriacao: '2026-11-20T15:04:00.000Z',
  });
const OFFLINE = 'Erro Erro de comunicação com servidor, entre em contato com a Administradora!';
const NOT_FOUND = 'Erro Url Não Encontrada!';
const FAILED = 'Erro Ocorreu um erro ao salvar informações, tente novamente ou entre em contato com o Administrador!';

const open = (fails?: () => unknown) => {
  preloadLazyComponents();
  const state = {fails};
  const api = fakeApi({
    'GET empresas/listarCombo': () => state.fails?.() ?? [],
    'GET modelosformulario': () => state.fails?.() ?? {total: 45, registros: [template(1), template(2)]},
  });
  return {api, state, ...show(<ResourceList name="modelosFormulario" />, {at: '/adm/modelo-formulario'})};
};
const toasts = () => screen.queryAllByRole('alert').map(({textContent}) => textContent).filter(text => /^(Erro|Atenção)/.test(text));

it.each([
  ['the line is closed', offline, OFFLINE],
  ['the address is not known', () => refusal(404, {message: 'Registro não encontrado.'}), NOT_FOUND],
  ['the server fails without a word', () => refusal(500, {}), FAILED],
  ['the server says why', () => refusal(500, {message: 'O banco de dados não respondeu.'}), 'Atenção O banco de dados não respondeu.'],
])('says it by the shared table, and keeps the rows, when %s', async (_when, fails, sentence) => {
  expectConsole(/HttpError/);
  const {user, state} = open();
  await expectText('Modelo 1');
  state.fails = fails;
  await press(user, 'Atualizar');
  await waitFor(() => expect(toasts()).toEqual([sentence]));
  expect(screen.getByText('Modelo 1')).toBeVisible();
  expect(screen.getByText('Não foi possível atualizar a lista. O que você vê pode estar desatualizado.')).toBeVisible();
  // Tried again, it goes on.
  state.fails = undefined;
  await fetched();
  await press(user, 'Tentar de novo');
  await waitFor(() => expect(screen.queryByText(/Não foi possível atualizar/)).not.toBeInTheDocument());
  expect(screen.getByText('Modelo 2')).toBeVisible();
  // What was pressed is gone.
  expect(screen.getByRole('link', {name: 'Modelo 1'})).toHaveFocus();
});

it('keeps the rows of before where another page cannot be had, and says that they are', async () => {
  expectConsole(/HttpError/);
  const {user, state} = open();
  await screen.findByText('Modelo 1');
  state.fails = offline;
  await press(user, 'Página 2');
  await expectText('Não foi possível carregar o que você pediu. O que você vê é o que estava aqui antes.');
  expect(screen.getByText('Modelo 1')).toBeVisible();
  await press(user, 'Página 1');
  await waitFor(() => expect(toasts()).toEqual([OFFLINE]));
});

it('says a first load that fails once, however many calls failed, and in the page’s own words', async () => {
  expectConsole(/HttpError/);
  const {user, state, api} = open(() => refusal(500, {}));
  await expectText('Não foi possível carregar');
  expect(screen.getByText('O servidor não respondeu como esperado.')).toBeVisible();
  await waitFor(() => expect(toasts()).toEqual([FAILED]));
  expect(api.to('GET empresas/listarCombo').length).toBeGreaterThan(0);
  state.fails = undefined;
  await fetched();
  await press(user, 'Tentar de novo');
  await waitFor(() => expect(screen.getByRole('link', {name: 'Modelo 1'})).toHaveFocus());
});

it('says that a record is not there, beside the page that says so', async () => {
  expectConsole(/HttpError/);
  fakeApi({});
  show(<Routes><Route path="/adm/empresa/salvar/:id" element={<ResourceForm name="empresas" />} /></Routes>, {at: '/adm/empresa/salvar/9'});
  await expectRole('heading', 'Página não encontrada');
  await waitFor(() => expect(toasts()).toEqual([NOT_FOUND]));
});

it('does without the answer of a fixed list, whose rows are declared', async () => {
  const api = fakeApi(ticketAnswers({'GET ticketsArquivo/lista-tipos-arquivo/': () => refusal(404, {})}));
  openTickets('/adm/ticket/salvar');
  expect(await screen.findByRole('option', {name: 'Comprovante'})).toBeInTheDocument();
  await waitFor(() => expect(api.to('GET ticketsArquivo/lista-tipos-arquivo/')).toHaveLength(1));
  expect(toasts()).toEqual([]);
});
