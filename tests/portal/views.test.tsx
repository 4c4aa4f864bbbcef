import {act, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {expect, it, onTestFinished, vi} from 'vitest';
import {pageLinks} from '../../src/portal/list/Pager.tsx';
import {expectConsole} from '../support/console.ts';
import {offline, refusal} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {address, book, open, shelf} from './support/shelf.tsx';
import {sessionOf} from './support/world.tsx';

it('lists the declared columns under the declared titles', async () => {
  open('/adm/livro', shelf(1));
  expect(await screen.findByRole('link', {name: 'Livro 1'})).toHaveAttribute('href', '/adm/livro/salvar/1');
  expect(screen.getByRole('heading', {level: 1})).toHaveTextContent('Livros');
  expect(document.title).toBe('Livro');
  expect(screen.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual(['', 'Título', 'ISBN', 'Ativo', 'Ações']);
  expect(screen.getByRole('link', {name: 'Cadastrar'})).toHaveAttribute('href', '/adm/livro/salvar');
});

it('pages by twenty with at most three links', async () => {
  const {user, api} = open('/adm/livro', shelf(153));
  await expectText('1–20 de 153');
  expect(screen.getAllByRole('button', {name: /^Página/}).map(button => button.textContent)).toEqual(['1', '2', '3']);
  await press(user, 'Página 3');
  await expectText('41–60 de 153');
  expect(api.calls.at(-1)?.query.get('page')).toBe('3');
  expect(address()).toContain('page=3');
});

it.each([
  [1, 8, [1, 2, 3]],
  [5, 8, [4, 5, 6]],
  [8, 8, [6, 7, 8]],
  [1, 2, [1, 2]],
  [1, 1, [1]],
])('links page %i of %i', (page, pages, links) => {
  expect(pageLinks(page, pages)).toEqual(links);
});

it('filters as one types, shows a chip and takes it off again', async () => {
  const {user, api} = open('/adm/livro', shelf(3));
  await user.type(await screen.findByLabelText('Título'), 'vale');
  await waitFor(() => expect(api.calls.at(-1)?.query.get('nome')).toBe('vale'));
  expect(address()).toContain('"titulo":"vale"');
  await expectText('Título: vale');
  await press(user, 'Remover filtro Título');
  await waitFor(() => expect(api.calls.at(-1)?.query.get('nome')).toBe(''));
  expect(screen.getByLabelText('Título')).toHaveValue('');
});

it('sorts by a column and back', async () => {
  const {user, api} = open('/adm/livro', shelf(3));
  await clickOn(user, 'button', 'ISBN');
  await waitFor(() => expect(api.calls.at(-1)?.query.get('sort')).toBe('isbn'));
  await press(user, 'ISBN');
  await waitFor(() => expect(api.calls.at(-1)?.query.get('order')).toBe('desc'));
});

it('says why it is empty and offers the next step', async () => {
  const {user} = open('/adm/livro?filter={"titulo":"x"}', shelf(0));
  await expectText('Nenhum livro encontrado.');
  await user.click(screen.getAllByRole('button', {name: 'Limpar filtros'})[0]!);
  await waitFor(() => expect(address()).toContain('filter={}'));
  expect(screen.getAllByRole('link', {name: 'Cadastrar'})).toHaveLength(2);
});

it('says that the server is away, and tries again', async () => {
  expectConsole(/HttpError/);
  let away = true;
  const {user} = open('/adm/livro', {'GET livros': () => (away ? offline() : shelf(1)['GET livros'])});
  await expectText('Erro de comunicação com servidor, entre em contato com a Administradora!');
  away = false;
  await press(user, 'Tentar de novo');
  await expectRole('link', 'Livro 1');
});

it('asks before the switch is turned, and reloads', async () => {
  let ativo = true;
  const {user, api} = open('/adm/livro', {
    'GET livros': () => ({total: 1, registros: [book(1, {ativo})]}),
    'PUT livros/desligar/1': () => {
      ativo = false;
      return {id: 1};
    },
  });
  const toggle = await screen.findByRole('switch');
  await user.click(toggle);
  await expectText('Deseja desligar?');
  await press(user, 'Voltar');
  expect(api.to('PUT livros/desligar/1')).toHaveLength(0);
  await user.click(toggle);
  await clickOn(user, 'button', 'Desligar Livro');
  await expectText('Livro Desligado!');
  await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked());
  await clickOn(user, 'button', 'Ação: Livro 1');
  await expectRole('menuitem', 'Ligar Livro');
});

it('shows what a profile may not do disabled, with the reason', async () => {
  const {user} = open('/adm/livro', shelf(1), sessionOf('empresa'));
  expect(await screen.findByRole('switch')).toBeDisabled();
  expect(screen.queryByRole('link', {name: 'Cadastrar'})).not.toBeInTheDocument();
  await press(user, 'Ação: Livro 1');
  const item = await screen.findByRole('menuitem', {name: /Desligar Livro/});
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toHaveTextContent('Seu perfil não tem permissão para esta ação.');
  // The keys come by it, as a screen reader has to; pressing it does nothing, and leaves the reason to be read.
  await user.keyboard('{Home}');
  for (let step = 0; step < 5 && document.activeElement !== item; step += 1) await user.keyboard('{ArrowDown}');
  expect(item).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(item);
  await fetched();
  expect(screen.getByRole('menuitem', {name: /Desligar Livro/})).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('refuses in the page what a profile may not see', async () => {
  const {api} = open('/adm/livro', shelf(1), sessionOf('fornecedor'));
  await expectRole('heading', 'Acesso negado');
  expect(api.calls).toEqual([]);
});

it('marks and focuses the first refused input', async () => {
  const {user, api} = open('/adm/livro/salvar', {});
  expect(screen.getByRole('heading', {level: 1})).toHaveTextContent('Cadastro de Livros');
  await press(user, 'Salvar');
  expect(await screen.findAllByText('Esse campo é obrigatório.')).toHaveLength(2);
  expect(screen.getByLabelText('Título')).toHaveFocus();
  expect(api.calls).toEqual([]);
});

it('leaves the focus with who types into it before the browser has done all it put off', async () => {
  open('/adm/livro/salvar', {});
  const putOff: (() => void)[] = [];
  const {setTimeout: real} = globalThis;
  vi.stubGlobal('setTimeout', (does: () => void, wait?: number) => (wait === undefined ? putOff.push(does) : real(does, wait)));
  onTestFinished(() => void vi.unstubAllGlobals());
  fireEvent.click(screen.getByRole('button', {name: 'Salvar'}));
  const title = screen.getByLabelText('Título');
  await waitFor(() => expect(title).toHaveFocus());
  fireEvent.change(title, {target: {value: 'V'}});
  await waitFor(() => expect(title).toBeValid());
  act(() => putOff.forEach(does => does()));
  expect(title).toHaveFocus();
});

it('creates, says so and goes back to the list', async () => {
  const {user, api} = open('/adm/livro/salvar', {...shelf(1), 'POST livros': {id: 9}});
  await user.type(screen.getByLabelText('Título'), 'Vidas Secas');
  await user.type(screen.getByLabelText('ISBN'), '978');
  await user.dblClick(screen.getByRole('button', {name: 'Salvar'}));
  await expectText('Livro Cadastrado!');
  await waitFor(() => expect(address()).toMatch(/^\/adm\/livro(\?|$)/));
  // Clicked twice, saved once.
  expect(api.to('POST livros')).toHaveLength(1);
  expect(api.to('POST livros')[0]?.body).toEqual({id: 0, titulo: 'Vidas Secas', isbn: '978'});
});

it('loads a record and saves it with its version', async () => {
  const {user, api} = open('/adm/livro/salvar/4', {...shelf(1), 'GET livros/4': book(4), 'PUT livros/4': book(4, {versao: 2})});
  const title = await screen.findByLabelText('Título');
  expect(title).toHaveValue('Livro 4');
  await user.clear(title);
  await user.type(title, 'Novo');
  await press(user, 'Salvar');
  await expectText('Livro Editado!');
  expect(api.to('PUT livros/4')[0]?.body).toEqual({id: 4, versao: 1, titulo: 'Novo', isbn: '123', resumo: 'Longo', custo: 9});
});

it('shows the server’s words beside the input and keeps what was typed', async () => {
  const {user} = open('/adm/livro/salvar', {
    'POST livros': refusal(400, {message: 'ISBN já cadastrado.', campos: [{campo: 'isbn', mensagem: 'ISBN já cadastrado.'}]}),
  });
  await user.type(screen.getByLabelText('Título'), 'Vidas Secas');
  await user.type(screen.getByLabelText('ISBN'), '978');
  await press(user, 'Salvar');
  expect(await screen.findByRole('alert')).toHaveTextContent('Atenção ISBN já cadastrado.');
  await waitFor(() => expect(screen.getByLabelText('ISBN')).toHaveAccessibleDescription('ISBN já cadastrado.'));
  expect(screen.getByLabelText('ISBN')).toHaveFocus();
  expect(screen.getByLabelText('Título')).toHaveValue('Vidas Secas');
});

it('adds, edits and deletes children in the parent’s modal', async () => {
  let registros = [{id: 1, versao: 1, idLivro: 1, nome: 'Mudança'}];
  const {user, api} = open('/adm/livro', {
    ...shelf(1),
    'GET capitulos': () => ({registros}),
    'POST capitulos': () => {
      registros = [...registros, {id: 2, versao: 1, idLivro: 1, nome: 'Fabiano'}];
      return {id: 2};
    },
    'PUT capitulos/1': {id: 1},
    'DELETE capitulos/2': () => {
      registros = registros.filter(one => one.id !== 2);
      return {id: 2};
    },
  });
  await clickOn(user, 'button', 'Ação: Livro 1');
  await clickOn(user, 'menuitem', 'Ver Capítulos');
  const modal = await screen.findByRole('dialog', {name: 'Capítulos de Livro 1'});
  const input = () => within(modal).getByLabelText('Nome do Capítulo');
  await user.type(input(), 'Fabiano');
  await press(user, 'Salvar', within(modal));
  await expectText('Capítulo Cadastrado!');
  expect(api.to('POST capitulos')[0]?.body).toEqual({id: 0, idLivro: 1, nome: 'Fabiano'});
  expect(await within(modal).findByRole('cell', {name: 'Fabiano'})).toBeVisible();
  expect(input()).toHaveValue('');

  await press(user, 'Editar Mudança', within(modal));
  await user.type(input(), ' I');
  await press(user, 'Salvar', within(modal));
  await expectText('Capítulo Editado!');
  expect(api.to('PUT capitulos/1')[0]?.body).toEqual({id: 1, versao: 1, idLivro: 1, nome: 'Mudança I'});

  await press(user, 'Excluir Fabiano', within(modal));
  await expectText('Deseja Excluir o Capítulo ?');
  await press(user, 'Excluir');
  await expectText('Capítulo Excluído!');
  await waitFor(() => expect(within(modal).queryByRole('cell', {name: 'Fabiano'})).not.toBeInTheDocument());
});
