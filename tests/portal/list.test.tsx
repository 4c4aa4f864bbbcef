import {fireEvent, screen, waitFor, within} from '@testing-library/react';
import {afterEach, expect, it, vi} from 'vitest';
import * as saving from '../../src/portal/api/saveFile.ts';
import {createCsvRecordCounter} from '../../src/portal/list/export/exportCall.ts';
import {fromSavedFilters, toSavedFilters} from '../../src/portal/list/saved/savedFilters.ts';
import {expectConsole} from '../support/console.ts';
import {offline, refusal, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {address, book, open, shelf} from './support/shelf.tsx';
import {sessionOf} from './support/world.tsx';

type User = ReturnType<typeof open>['user'];
const headings = () => screen.getAllByRole('columnheader').map(cell => cell.textContent).filter(text => text !== '');

/** What was saved: jsdom has nowhere to save it. */
const saved = vi.spyOn(saving, 'saveFile').mockImplementation(() => undefined);
afterEach(() => saved.mockClear());

it('shows other columns, keeps them, and goes back to the declared ones', async () => {
  const {user} = open('/adm/livro', shelf(1));
  await clickOn(user, 'button', 'Colunas');
  const menu = within(await screen.findByRole('dialog', {name: 'Colunas da lista'}));
  expect(menu.getAllByRole('checkbox').map(box => box.closest('label')?.textContent))
    .toEqual(['Título', 'ISBN', 'Ativo', 'Código', 'Resumo', 'Custo']);
  await user.click(menu.getByLabelText('Resumo'));
  await user.click(menu.getByLabelText('ISBN'));
  await press(user, 'Fechar', menu);
  await waitFor(() => expect(headings()).toEqual(['Título', 'Ativo', 'Resumo', 'Ações']));
  await press(user, 'Colunas');
  await clickOn(user, 'button', 'Restaurar padrão');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(headings()).toEqual(['Título', 'ISBN', 'Ativo', 'Ações']));
});

it('offers no column that the profile does not see', async () => {
  const {user} = open('/adm/livro', shelf(1), sessionOf('empresa'));
  await clickOn(user, 'button', 'Colunas');
  expect(await screen.findByLabelText('Resumo')).not.toBeChecked();
  expect(screen.queryByLabelText('Custo')).not.toBeInTheDocument();
});

const CSV = '\u{FEFF}Título;ISBN\r\n"Um; ""dois""\nlinhas";1\r\nOutro;2\r\n';
const file = (body: BodyInit, name: string) => () =>
  new Response(body, {headers: {
    'content-disposition': `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'x-total-count': '2',
    'content-type': 'text/csv',
  }});

it('exports what is filtered, in its order, with the columns in sight, under the name of the server', async () => {
  const {user, api} = open('/adm/livro?filter={"titulo":"vale"}&sort=isbn&order=DESC', {
    ...shelf(2), 'GET livros/exportar': file(CSV, 'Livros São.csv'),
  });
  await clickOn(user, 'button', 'Exportar');
  await clickOn(user, 'menuitem', 'CSV');
  await expectText('Arquivo exportado: 2 registros.');
  expect(Object.fromEntries(api.to('GET livros/exportar')[0]!.query))
    .toEqual({nome: 'vale', sort: 'isbn', order: 'desc', formato: 'csv', colunas: 'titulo,isbn,ativo'});
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({size: new TextEncoder().encode(CSV).length}), 'Livros São.csv');
});

it('counts the records of a CSV, not the lines inside its cells, however it is cut', () => {
  const bytes = new TextEncoder().encode(CSV);
  const count = createCsvRecordCounter();
  const seen = [...bytes].map(byte => count(Uint8Array.of(byte)));
  expect(seen.at(-1)).toBe(2);
  expect(createCsvRecordCounter()(bytes)).toBe(2);
});

it.each([
  ['its button', async (user: User) => press(user, 'Cancelar exportação')],
  ['Esc', async (user: User) => user.keyboard('{Escape}')],
])('shows how far an export has come and is cancelled by %s', async (_how, cancel) => {
  const endless = () =>
    new ReadableStream<Uint8Array>({start: controller => controller.enqueue(new TextEncoder().encode('Título\r\nUm\r\n'))});
  const {user, api} = open('/adm/livro', {...shelf(2), 'GET livros/exportar': () => file(endless(), 'Livros.csv')()});
  await clickOn(user, 'button', 'Exportar');
  await clickOn(user, 'menuitem', 'CSV');
  await expectText('1 de 2 registros');
  expect(screen.getByRole('progressbar', {name: 'Progresso da exportação'})).toHaveAttribute('aria-valuenow', '50');
  const [call] = api.to('GET livros/exportar');
  expect(call?.signal?.aborted).toBe(false);
  await cancel(user);
  await waitFor(() => expect(screen.queryByRole('region', {name: 'Exportação'})).not.toBeInTheDocument());
  // The server is told, nobody else is, and the focus is where the export began.
  expect(call?.signal?.aborted).toBe(true);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('button', {name: 'Exportar'})).toHaveFocus();
  expect(saved).not.toHaveBeenCalled();
});

const BUSY = 'Há exportações demais em andamento. Tente de novo em instantes.';
it.each([
  ['a profile may not', () => refusal(403, {message: 'Acesso negado.'}), 'Acesso negado.'],
  ['too many run', () =>
    new Response(JSON.stringify({message: BUSY, codigo: 'LIMITE'}), {status: 400, headers: {'retry-after': '5'}}), BUSY],
])('says why an export was refused: %s', async (_why, answer, sentence) => {
  const {user} = open('/adm/livro', {...shelf(1), 'GET livros/exportar': answer});
  await clickOn(user, 'button', 'Exportar');
  await clickOn(user, 'menuitem', /XLSX/);
  await expectText(sentence);
  expect(screen.queryByRole('region', {name: 'Exportação'})).not.toBeInTheDocument();
  expect(saved).not.toHaveBeenCalled();
});

it('keeps the list under a name, and brings back filters, order and columns', async () => {
  const kept: unknown[] = [];
  const {user, api} = open('/adm/livro?filter={"titulo":"vale"}&sort=isbn&order=DESC', {
    ...shelf(1),
    'GET filtros-salvos': () => kept,
    'POST filtros-salvos': ({body}: Sent) => {
      kept.push({id: 7, ...(body as object), colunas: ['titulo', 'resumo']});
      return {id: 7};
    },
    'DELETE filtros-salvos/7': () => {
      kept.length = 0;
      return {id: 7};
    },
  });
  await clickOn(user, 'button', 'Filtros salvos');
  await expectText('Nenhum filtro salvo nesta lista.');
  await press(user, 'Salvar');
  await expectText('Esse campo é obrigatório.');
  await user.type(screen.getByLabelText(/Salvar os filtros/), 'Do vale{Enter}');
  await expectRole('button', 'Do vale');
  expect(api.to('POST filtros-salvos')[0]!.body).toEqual({
    recurso: 'livros', nome: 'Do vale', filtro: {titulo: 'vale'}, colunas: ['titulo', 'isbn', 'ativo'],
    ordenacao: {campo: 'isbn', ordem: 'desc'},
  });
  await user.keyboard('{Escape}');
  await clickOn(user, 'button', 'Limpar filtros');
  await waitFor(() => expect(api.to('GET livros').at(-1)?.query.get('nome')).toBe(''));
  await press(user, 'Filtros salvos');
  await clickOn(user, 'button', 'Do vale');
  await waitFor(() => expect(api.to('GET livros').at(-1)?.query.get('nome')).toBe('vale'));
  expect(screen.getByLabelText('Título')).toHaveValue('vale');
  expect(address()).toContain('sort=isbn&order=DESC');
  await waitFor(() => expect(headings()).toEqual(['Título', 'Resumo', 'Ações']));
  await press(user, 'Filtros salvos');
  await clickOn(user, 'button', 'Excluir filtro Do vale');
  await clickOn(user, 'button', 'Excluir');
  await expectText('Nenhum filtro salvo nesta lista.');
});

it('says what is wrong with the name of a saved filter', async () => {
  const {user} = open('/adm/livro', {
    ...shelf(1), 'GET filtros-salvos': [],
    'POST filtros-salvos': refusal(400, {message: 'Dados inválidos.', campos: [{campo: 'nome', mensagem: 'Nome estranho.'}]}),
  });
  await clickOn(user, 'button', 'Filtros salvos');
  await user.type(await screen.findByLabelText(/Salvar os filtros/), 'x{Enter}');
  await expectText('Nome estranho.');
  expect(screen.getByLabelText(/Salvar os filtros/)).toBeInvalid();
});

it('says beside the name that a filter was not saved, and keeps what was typed', async () => {
  let isCut = true;
  const {user} = open('/adm/livro', {
    ...shelf(1), 'GET filtros-salvos': [], 'POST filtros-salvos': () => (isCut ? offline() : {id: 7}),
  });
  await clickOn(user, 'button', 'Filtros salvos');
  const name = await screen.findByLabelText(/Salvar os filtros/);
  await user.type(name, 'x{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription(/^Ainda não foi enviado\. O servidor não pôde ser alcançado\./));
  isCut = false;
  await press(user, 'Salvar');
  await waitFor(() => expect(name).toHaveValue(''));
  expect(name).toBeValid();
});

it('saves the period a list opens with as that, not as its days', () => {
  const then = {dataCriacao: {from: '2026-10-01', to: '2026-10-31'}};
  const now = {dataCriacao: {from: '2026-12-01', to: '2026-12-31'}};
  const saved = toSavedFilters({...then, nome: 'x'}, then);
  expect(fromSavedFilters(saved, now, {idEmpresa: 1})).toEqual({...now, nome: 'x', idEmpresa: 1});
  const chosen = {dataCriacao: {from: '2026-05-01', to: '2026-05-02'}};
  expect(fromSavedFilters(toSavedFilters(chosen, then), now, {})).toEqual(chosen);
});

it('does one action to the ticked rows, tells what became of each, and tries the refused again', async () => {
  let third = true;
  const {user, api} = open('/adm/livro', {
    'GET livros': {total: 3, registros: [book(1), book(2, {ativo: false}), book(3)]},
    'PUT livros/desligar/1': {id: 1},
    'PUT livros/desligar/3': () => (third ? refusal(400, {message: 'Emprestado.'}) : {id: 3}),
  });
  await screen.findByRole('checkbox', {name: 'Selecionar Livro 3'});
  await clickOn(user, 'checkbox', 'Selecionar todos');
  expect(screen.getByText('3 selecionados')).toBeVisible();
  expect(screen.getByRole('checkbox', {name: 'Selecionar Livro 2'})).toBeChecked();
  await clickOn(user, 'button', 'Desligar Livros (2)');
  const dialog = within(await screen.findByRole('alertdialog', {name: 'Desligar Livros'}));
  expect(dialog.getByText('Deseja desligar?')).toBeVisible();
  expect(dialog.getByText('Livro 1, Livro 3')).toBeVisible();
  await press(user, 'Desligar Livros', dialog);
  expect(await dialog.findByText('1 feito, 1 recusado.')).toBeVisible();
  expect(within(dialog.getByRole('list', {name: 'Recusados'})).getByRole('listitem')).toHaveTextContent('Livro 3: Emprestado.');
  expect(within(dialog.getByRole('list', {name: 'Feitos'})).getByRole('link', {name: 'Livro 1'})).toHaveAttribute('target', '_blank');
  third = false;
  await press(user, 'Tentar de novo os recusados', dialog);
  expect(await dialog.findByText('2 feitos, 0 recusados.')).toBeVisible();
  expect(api.to('PUT livros/desligar/1')).toHaveLength(1);
  await press(user, 'Fechar', dialog);
  await expectText('1 selecionado');
});

it('has no boxes for whoever may not use the switch', async () => {
  open('/adm/livro', shelf(2), sessionOf('empresa'));
  await screen.findByRole('link', {name: 'Livro 1'});
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

it('answers to the keyboard, but never while somebody types or a dialog is open', async () => {
  const {user} = open('/adm/livro', {...shelf(2), 'GET livros/2': book(2)});
  await screen.findByRole('link', {name: 'Livro 1'});
  await user.keyboard('/');
  expect(screen.getByLabelText('Título')).toHaveFocus();
  await user.keyboard('n?');
  await fetched();
  expect(screen.getByLabelText('Título')).toHaveValue('n?');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText('Título'));
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getByRole('row', {name: /Livro 2/});
  expect(second).toHaveFocus();
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', {name: 'Selecionar Livro 2'})).toBeChecked();
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', {name: 'Atalhos do teclado'}));
  expect(help.getAllByRole('definition').map(one => one.textContent)).toContain('Ir para o primeiro filtro');
  await user.keyboard('n');
  expect(address()).not.toContain('salvar');
  await user.click(help.getByLabelText('Usar atalhos de uma só tecla'));
  await press(user, 'Fechar', help);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  second.focus();
  await user.keyboard('n');
  expect(address()).not.toContain('salvar');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/adm/livro/salvar/2');
});

it('opens what a row leads to where its body is pressed: not by a control, nor where text is marked', async () => {
  const {user} = open('/adm/livro', {...shelf(2), 'GET livros/2': book(2)});
  const row = (await screen.findByRole('link', {name: 'Livro 2'})).closest('tr')!;
  const body = within(row).getAllByRole('cell').find(cell => cell.querySelector('a, button, input') === null)!;
  const stays = () => expect(address()).toMatch(/^\/adm\/livro(?:\?|$)/);
  await user.click(within(row).getByRole('checkbox'));
  getSelection()!.selectAllChildren(body);
  fireEvent.click(body);
  stays();
  getSelection()!.removeAllRanges();
  fireEvent.click(body);
  await waitFor(() => expect(address()).toBe('/adm/livro/salvar/2'));
});

it('opens the empty form at n', async () => {
  const {user} = open('/adm/livro', shelf(1));
  await screen.findByRole('link', {name: 'Livro 1'});
  await user.keyboard('n');
  expect(address()).toBe('/adm/livro/salvar');
});

it('reads filters, page and order from the address, and goes back', async () => {
  const {user, api, router} = open('/adm/livro?filter={"titulo":"vale"}&page=2&sort=isbn&order=DESC', {
    'GET livros': {total: 41, registros: [book(1)]},
  });
  await expectText('21–40 de 41');
  const asked = () => Object.fromEntries(api.to('GET livros').at(-1)?.query ?? []);
  expect(asked()).toMatchObject({nome: 'vale', page: '2', sort: 'isbn', order: 'desc'});
  expect(screen.getByLabelText('Título')).toHaveValue('vale');
  await press(user, 'Página 3');
  await expectText('41–41 de 41');
  await router.navigate(-1);
  await expectText('21–40 de 41');
  expect(screen.getByLabelText('Título')).toHaveValue('vale');
});

it('says that it is at work from when it is put in another order until the rows of that are there', async () => {
  const held = Promise.withResolvers<unknown>();
  const {user} = open('/adm/livro', {
    'GET livros': ({query}: Sent) => (query.get('order') === 'desc' ? held.promise : shelf(2)['GET livros']),
  });
  const link = await screen.findByRole('link', {name: 'Livro 1'});
  const atWork = () => link.closest('[aria-busy="true"]') !== null;
  expect(atWork()).toBe(false);
  await press(user, 'Título');
  const told: [string | null, boolean][] = [];
  await waitFor(() => {
    told.push([screen.getByRole('columnheader', {name: 'Título'}).getAttribute('aria-sort'), atWork()]);
    expect(told.at(-1)).toEqual(['descending', true]);
  });
  // Never the new order with the rows of before as if they were its own.
  expect(told).not.toContainEqual(['descending', false]);
  held.resolve({total: 2, registros: [book(2), book(1)]});
  await waitFor(() => expect(atWork()).toBe(false));
  expect(screen.getAllByRole('link', {name: /^Livro/}).map(({textContent}) => textContent)).toEqual(['Livro 2', 'Livro 1']);
});

it('asks again at Atualizar', async () => {
  const {user, api} = open('/adm/livro', shelf(1));
  await screen.findByRole('link', {name: 'Livro 1'});
  await press(user, 'Atualizar');
  await waitFor(() => expect(api.to('GET livros')).toHaveLength(2));
});

it('goes from a page that is gone to the first by itself', async () => {
  open('/adm/livro?page=9', {
    'GET livros': ({query}: Sent) => (query.get('page') === '1' ? shelf(1)['GET livros'] : {total: 1, registros: []}),
  });
  await expectRole('link', 'Livro 1');
});

it('offers to clear filters that the server refuses', async () => {
  expectConsole(/HttpError/);
  const {user} = open('/adm/livro?filter={"titulo":"x"}', {
    'GET livros': ({query}: Sent) =>
      (query.get('nome') === '' ? shelf(1)['GET livros'] : refusal(400, {message: 'Parâmetro inválido: nome.'})),
  });
  // The page's own words, beside the toast.
  const title = await screen.findByText('Não foi possível carregar');
  const alert = within(title.closest<HTMLElement>('[role="alert"]')!);
  expect(alert.getByText('Parâmetro inválido: nome.')).toBeVisible();
  await press(user, 'Limpar filtros', alert);
  await expectRole('link', 'Livro 1');
});

it('mutes a row that is switched off, whose switch says it, and shows only those on demand', async () => {
  const state = {ativo: {all: 'Todos', optional: true, names: {true: 'Ativos', false: 'Inativos'}}} as const;
  const rows = {'GET livros': ({query}: Sent) => {
    const found = [book(1), book(2, {ativo: false})].filter(({ativo}) =>
      query.get('ativo') === null || String(ativo) === query.get('ativo'));
    return {total: found.length, registros: found};
  }};
  const {user, api} = open('/adm/livro', rows, sessionOf('adm'), {
    list: {columns: ['titulo', 'isbn', 'ativo'], filters: {titulo: {param: 'nome'}, ...state}},
  });
  const off = (await screen.findByRole('switch', {name: 'Inativo: Livro 2'})).closest('tr')!;
  const on = screen.getByRole('switch', {name: 'Ativo: Livro 1'}).closest('tr')!;
  const colour = (row: HTMLElement) => getComputedStyle(within(row).getByText(/^Livro/)).color;
  expect(colour(off)).not.toBe(colour(on));
  expect(api.to('GET livros')[0]!.query.has('ativo')).toBe(false);

  await user.selectOptions(screen.getByLabelText('Ativo'), 'Inativos');
  await waitFor(() => expect(screen.queryByText('Livro 1')).toBeNull());
  expect(screen.getByText('Livro 2')).toBeVisible();
  expect(screen.getByRole('button', {name: 'Remover filtro Ativo'}).parentElement).toHaveTextContent('Ativo: Inativos');
  await user.selectOptions(screen.getByLabelText('Ativo'), 'Todos');
  await expectText('Livro 1');
});

it.each([
  [
    'hidden by the filters, where there is something without them', 3, 'Os filtros escondem o resto. Mude-os ou limpe-os para ver mais.',
    'button', 'Limpar filtros',
  ],
  ['not there yet, where there is nothing without them either', 0, 'Ainda não há nada aqui.', 'link', 'Cadastrar'],
] as const)('says of an empty list that its records are %s', async (_what, all, sentence, role, next) => {
  const {api} = open('/adm/livro?filter={"titulo":"vale"}', {
    'GET livros': ({query}: Sent) => (query.get('nome') === '' ? shelf(all)['GET livros'] : {total: 0, registros: []}),
  });
  const empty = (await screen.findByText(sentence)).closest<HTMLElement>('[role=status]')!;
  expect(empty).toHaveTextContent('Nenhum livro encontrado.');
  expect(within(empty).getByRole(role, {name: next})).toBeVisible();
  expect(api.to('GET livros')).toHaveLength(2);
});

it('asks for nothing more where an empty list is not filtered, or the filtered one has rows', async () => {
  const bare = open('/adm/livro', shelf(0));
  await expectText('Ainda não há nada aqui.');
  expect(bare.api.to('GET livros')).toHaveLength(1);
  bare.unmount();
  const filtered = open('/adm/livro?filter={"titulo":"vale"}', shelf(2));
  await screen.findByText('Livro 2');
  expect(filtered.api.to('GET livros')).toHaveLength(1);
});
