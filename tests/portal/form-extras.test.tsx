import {screen, waitFor, within} from '@testing-library/react';
import {describe, expect, it} from 'vitest';
import {dayFromToday, formatDay} from '../../src/schema/fields/dates.ts';
import {expectConsole} from '../support/console.ts';
import {offline, refusal, type Sent} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {address, book, openLibrary} from './support/library.tsx';
import {sessionOf} from './support/world.tsx';

const title = () => screen.findByLabelText('Título');
const stale = () => refusal(400, {message: 'Este registro foi alterado por outra pessoa. Recarregue a página.', codigo: 'VERSAO'});
const entry = {
  dataCriacao: '2026-11-21T13:05:00.000Z', nomeUsuario: 'Marta', acao: 'Alteração',
  campos: [{campo: 'isbn', rotulo: 'ISBN', antes: '123', depois: '777'}],
};
const theirs = {...book, versao: 2, titulo: 'Vidas', isbn: '777'};

/** The record as loaded, then as somebody else left it. */
const changedMeanwhile = () => {
  let loads = 0;
  return {
    'GET livros/4': () => {
      loads += 1;
      return loads === 1 ? book : theirs;
    },
    'GET livros/4/historico': [entry],
    'PUT livros/4': ({body}: Sent) => ((body as {versao: number}).versao === 2 ? {...theirs, versao: 3} : stale()),
  };
};
const saveStale = async ({user}: ReturnType<typeof openLibrary>) => {
  await user.type(await title(), '!');
  await press(user, 'Salvar');
  return screen.findByRole('dialog', {name: 'Suas alterações ainda não foram salvas'});
};

it('compares a record that somebody else changed, field by field, and saves what was chosen', async () => {
  const shown = openLibrary('/adm/livro/salvar/4', changedMeanwhile());
  const dialog = await saveStale(shown);
  expect(within(dialog).getByText('Este registro foi alterado por outra pessoa. Recarregue a página.')).toBeVisible();
  expect(await within(dialog).findByText('Marta, 21/11/26 10:05: ISBN.')).toBeVisible();
  await press(shown.user, 'Comparar', within(dialog));
  // What was typed here is suggested; what only the other person changed is theirs.
  expect(await within(dialog).findByRole('radio', {name: 'Seu: Vidas Secas!'})).toBeChecked();
  expect(within(dialog).getByRole('radio', {name: 'Gravado: 777'})).toBeChecked();
  await shown.user.click(within(dialog).getByRole('radio', {name: 'Gravado: Vidas'}));
  await shown.user.click(within(dialog).getByRole('radio', {name: 'Seu: 123'}));
  await press(shown.user, 'Salvar escolhas', within(dialog));
  await expectText('Livro Editado!');
  expect(shown.api.to('PUT livros/4').at(-1)?.body).toMatchObject({titulo: 'Vidas', isbn: '123', versao: 2});
});

it('tells the history of a record when it is opened', async () => {
  const {user, api} = openLibrary('/adm/livro/salvar/4', {'GET livros/4/historico': [entry], 'GET capitulos': []});
  const button = await screen.findByRole('button', {name: 'Histórico'});
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(api.to('GET livros/4/historico')).toEqual([]);
  await user.click(button);
  const line = within(await screen.findByRole('table', {name: 'Histórico'})).getByRole('row', {name: /Marta/});
  expect(within(line).getAllByRole('cell').map(cell => cell.textContent))
    .toEqual([expect.stringContaining('(21/11/26 10:05)'), 'Marta', 'Alteração', 'ISBN123 para 777']);
});

it('has no history before there is a record', async () => {
  openLibrary('/adm/livro/salvar');
  await title();
  expect(screen.queryByRole('button', {name: 'Histórico'})).not.toBeInTheDocument();
});

const chapter = (id: number, descricao: string, ordem: number) => ({
  id, versao: 1, idLivro: 4, descricao, tipoCampo: 'texto', obrigatorio: id === 1, ordem,
});
const chapters = [chapter(1, 'Mudança', 1), chapter(2, 'Fabiano', 2), chapter(3, 'Cadeia', 3)];
const chooseAction = async ({user}: ReturnType<typeof openLibrary>, name: string) => {
  await clickOn(user, 'button', 'Ação: Vidas Secas');
  await clickOn(user, 'menuitem', name);
};

it('moves a child by a button, saving only those that moved', async () => {
  const store = new Map(chapters.map(one => [one.id, one]));
  const put = ({body}: Sent) => {
    const row = body as (typeof chapters)[number];
    store.set(row.id, {...row, idLivro: 4, versao: row.versao + 1});
    return store.get(row.id);
  };
  const shown = openLibrary('/adm/livro', {
    'GET capitulos': () => [...store.values()], 'PUT capitulos/1': put, 'PUT capitulos/2': put, 'PUT capitulos/3': put,
  });
  await chooseAction(shown, 'Ver Capítulos');
  const names = () => screen.getAllByRole('button', {name: /^Arrastar/}).map(handle => handle.getAttribute('aria-label'));
  await clickOn(shown.user, 'button', 'Mover Fabiano para cima');
  expect((await screen.findByText('Ordem Salva!')).closest('[role=status]')).toHaveTextContent('Ordem Salva!Vidas Secas · abrir');
  await waitFor(() => expect(names()).toEqual(['Arrastar Fabiano', 'Arrastar Mudança', 'Arrastar Cadeia']));
  expect(shown.api.calls.filter(({method}) => method === 'PUT')
    .map(({path, body}) => [path, (body as {ordem: number; versao: number}).ordem])).toEqual([['capitulos/2', 1], ['capitulos/1', 2]]);
  // At an end there is nowhere to go.
  await press(shown.user, 'Mover Fabiano para cima');
  await fetched();
  expect(shown.api.calls.filter(({method}) => method === 'PUT')).toHaveLength(2);
});

it('shows a child as somebody else left it, found among its parent’s', async () => {
  let mudanca = chapter(1, 'Mudança', 1);
  const shown = openLibrary('/adm/livro', {
    'GET capitulos': () => [mudanca],
    'PUT capitulos/1': () => {
      mudanca = {...mudanca, versao: 2, descricao: 'Fuga'};
      return stale();
    },
  });
  await chooseAction(shown, 'Ver Capítulos');
  await clickOn(shown.user, 'button', 'Editar Mudança');
  await shown.user.type(screen.getByLabelText('Descrição'), ' I');
  await press(shown.user, 'Salvar');
  const reload = await screen.findByRole('button', {name: 'Recarregar'});
  await waitFor(() => expect(reload).toBeEnabled());
  await shown.user.click(reload);
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveValue('Fuga'));
});

it('puts the rows back when the order cannot be saved', async () => {
  expectConsole(/HttpError/);
  const shown = openLibrary('/adm/livro', {'GET capitulos': chapters, 'PUT capitulos/2': refusal(500, {})});
  await chooseAction(shown, 'Ver Capítulos');
  await clickOn(shown.user, 'button', 'Mover Fabiano para cima');
  await expectText(/^Ocorreu um erro ao salvar/);
  await waitFor(() => expect(screen.getAllByRole('button', {name: /^Arrastar/})[0]).toHaveAccessibleName('Arrastar Mudança'));
});

it('copies a record with its children, and opens the copy', async () => {
  const shown = openLibrary('/adm/livro', {
    'GET capitulos': chapters, 'POST livros': {id: 9}, 'POST capitulos': {id: 20},
    'GET livros/9': {...book, id: 9, titulo: 'Cópia de Vidas Secas'},
  });
  await chooseAction(shown, 'Duplicar');
  await expectText('Deseja duplicar?');
  await shown.user.dblClick(screen.getByRole('button', {name: 'Duplicar'}));
  expect(await title()).toHaveValue('Cópia de Vidas Secas');
  expect(address()).toBe('/adm/livro/salvar/9');
  expect(shown.api.to('POST livros').map(({body}) => body)).toEqual([{
    id: 0, titulo: 'Cópia de Vidas Secas', isbn: '123', chave: '', idEmpresa: 1,
  }]);
  expect(shown.api.to('POST capitulos').map(({body}) => body)).toEqual(
    chapters.map(({descricao, tipoCampo, obrigatorio, ordem}) => ({id: 0, idLivro: 9, descricao, tipoCampo, obrigatorio, ordem})));
});

it('copies the file of a record as another one, which is sent again', async () => {
  const capa = {id: 30, nomeArquivo: 'capa.png', tamanho: 3};
  const shown = openLibrary('/adm/livro/salvar/4', {
    'GET livros/4': {...book, capa: {...capa, caminho: 'livros/4/campos/capa'}}, 'GET livros/4/campos/capa': () => new Response('png'),
    'POST livros/campos/capa': {...capa, id: 31}, 'GET capitulos': [], 'POST livros': {id: 9}, 'GET livros/9': {...book, id: 9},
  });
  await clickOn(shown.user, 'button', 'Duplicar');
  await press(shown.user, 'Duplicar', within(await screen.findByRole('alertdialog')));
  await waitFor(() => expect(address()).toBe('/adm/livro/salvar/9'));
  const [{body: sent} = {body: undefined}] = shown.api.to('POST livros/campos/capa');
  const file = (sent as FormData).get('file') as File;
  expect([file.name, await file.text()]).toEqual(['capa.png', 'png']);
  expect(shown.api.to('POST livros')[0]?.body).toMatchObject({capa: {...capa, id: 31}});
});

it('makes one copy however often it is sent: what was cut goes again as it was, its file sent once', async () => {
  const capa = {id: 30, nomeArquivo: 'capa.png', tamanho: 3};
  let isCut = true;
  const shown = openLibrary('/adm/livro/salvar/4', {
    'GET livros/4': {...book, capa: {...capa, caminho: 'livros/4/campos/capa'}}, 'GET livros/4/campos/capa': () => new Response('png'),
    'POST livros/campos/capa': {...capa, id: 31}, 'GET capitulos': [], 'GET livros/9': {...book, id: 9},
    'POST livros': () => (isCut ? offline() : {id: 9}),
  });
  await clickOn(shown.user, 'button', 'Duplicar');
  const dialog = within(await screen.findByRole('alertdialog'));
  await press(shown.user, 'Duplicar', dialog);
  await expectText(/^Ainda não foi enviado/);
  isCut = false;
  await press(shown.user, 'Duplicar', dialog);
  await waitFor(() => expect(address()).toBe('/adm/livro/salvar/9'));
  const [first, second] = shown.api.to('POST livros').map(({body, headers}) => ({body, key: headers.get('idempotency-key')}));
  expect(first?.key).toHaveLength(32);
  expect(second).toEqual(first);
  expect(shown.api.to('POST livros/campos/capa')).toHaveLength(1);
});

it('cuts the name of a copy at its limit', async () => {
  const shown = openLibrary('/adm/livro/salvar/4', {
    'GET livros/4': {...book, titulo: 'Memórias Póstumas'}, 'GET capitulos': [], 'POST livros': {id: 9}, 'GET livros/9': {...book, id: 9},
  });
  await clickOn(shown.user, 'button', 'Duplicar');
  await press(shown.user, 'Duplicar', within(await screen.findByRole('alertdialog')));
  await waitFor(() => expect(address()).toBe('/adm/livro/salvar/9'));
  expect(shown.api.to('POST livros')[0]?.body).toMatchObject({titulo: 'Cópia de Memórias Pó'});
});

/** A copy whose second chapter is refused once; `made`: although it was made. */
const halfCopied = async (made: boolean) => {
  expectConsole(/HttpError/);
  const copied: unknown[] = [];
  let refused = false;
  const shown = openLibrary('/adm/livro', {
    'GET capitulos': ({query}: Sent) => (query.get('idLivro') === '9' ? copied : chapters),
    'POST livros': {id: 9}, 'GET livros/9': {...book, id: 9, titulo: 'Cópia de Vidas Secas'},
    'POST capitulos': ({body}: Sent) => {
      const refuse = !refused && copied.length === 1;
      refused ||= refuse;
      if (!refuse || made) copied.push({...(body as object), id: 20 + copied.length});
      return refuse ? refusal(500, {}) : {id: 20};
    },
  });
  await chooseAction(shown, 'Duplicar');
  await clickOn(shown.user, 'button', 'Duplicar');
  await expectText('Faltaram capítulos.');
  return {...shown, copied};
};

it.each([
  ['was refused', false],
  ['was made, though the answer was lost', true],
])('makes only what is missing when a copy is tried again: a child %s', async (_what, made) => {
  const {user, api, copied} = await halfCopied(made);
  await press(user, 'Tentar de novo');
  await expectText('Livro Cadastrado!');
  expect(await title()).toHaveValue('Cópia de Vidas Secas');
  expect(api.to('POST livros')).toHaveLength(1);
  expect(copied).toMatchObject(chapters.map(({descricao}) => ({idLivro: 9, descricao})));
});

it('opens a copy that stays incomplete', async () => {
  const {user} = await halfCopied(false);
  await press(user, 'Abrir a cópia');
  expect(await title()).toHaveValue('Cópia de Vidas Secas');
  expect(address()).toBe('/adm/livro/salvar/9');
});

it('tells how far a long copy has come', async () => {
  const answer = Promise.withResolvers<unknown>();
  const shown = openLibrary('/adm/livro', {
    'GET capitulos': chapters, 'POST livros': {id: 9}, 'GET livros/9': {...book, id: 9}, 'POST capitulos': () => answer.promise,
  });
  await chooseAction(shown, 'Duplicar');
  await clickOn(shown.user, 'button', 'Duplicar');
  await expectText(`0 de ${chapters.length}`);
  expect(screen.getByRole('progressbar', {name: 'Progresso'})).toHaveAttribute('aria-valuenow', '0');
  answer.resolve({id: 20});
  await waitFor(() => expect(address()).toBe('/adm/livro/salvar/9'));
});

it('shows the items as the form they make, and saves nothing', async () => {
  const shown = openLibrary('/adm/livro', {'GET capitulos': chapters});
  await chooseAction(shown, 'Ver Como Formulário');
  const dialog = await screen.findByRole('dialog', {name: 'Ver Como Formulário: Vidas Secas'});
  const input = await within(dialog).findByLabelText('Mudança');
  await press(shown.user, 'Conferir preenchimento', within(dialog));
  expect(await within(dialog).findByText('Campo obrigatório')).toBeVisible();
  expect(input).toHaveFocus();
  await shown.user.type(input, 'texto');
  await press(shown.user, 'Conferir preenchimento', within(dialog));
  expect(await within(dialog).findByText('O preenchimento está correto. Nada foi salvo.')).toBeVisible();
  expect(shown.api.calls.every(({method}) => method === 'GET')).toBe(true);
});

it('offers no copy to who may not make one', async () => {
  const shown = openLibrary('/adm/livro', {}, sessionOf('empresa'));
  // Its children are not theirs to see or make, so nothing remains to be offered.
  await expectRole('link', 'Vidas Secas');
  expect(screen.queryByRole('button', {name: 'Ação: Vidas Secas'})).not.toBeInTheDocument();
  expect(shown.api.to('GET capitulos')).toEqual([]);
});

describe('fields that look at each other', () => {
  const openRead = (at: string, answers: Parameters<typeof openLibrary>[1] = {}) => openLibrary(at, answers, sessionOf('adm'), books => ({
    ...books,
    fields: {
      ...books.fields, paginas: {kind: 'numero', label: 'Páginas'}, lidas: {kind: 'numero', label: 'Lidas'},
      nota: {kind: 'texto', label: 'Nota', maxLength: 20, visible: {filled: 'lidas'}},
      estante: {kind: 'texto', label: 'Estante', maxLength: 20, editable: {filled: 'nota'}},
    },
    form: {'': ['titulo', 'idEmpresa', 'paginas', 'lidas', 'nota', 'estante']},
    rules: {lidas: [{not: {compare: ['lidas', '>', 'paginas']}, reason: 'Leu mais do que há.'}]},
  }));
  const read = {...book, paginas: 90, lidas: 40, nota: 'Boa', estante: 'A'};
  const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());

  it('a rule between them is told where it stands before anything is sent, and no longer once the other one was mended', async () => {
    const {user, api} = openRead('/adm/livro/salvar/4', {'GET livros/4': read});
    const pages = await screen.findByLabelText('Páginas');
    await user.clear(pages);
    await user.type(pages, '9');
    await press(user, 'Salvar');
    await expectText('Leu mais do que há.');
    await waitFor(() => expect(screen.getByLabelText('Lidas')).toHaveFocus());
    await user.type(pages, '9');
    await gone('Leu mais do que há.');
    expect(api.to('PUT livros/4')).toEqual([]);
  });

  it('of a new record it looks at the instants that making it writes, and its first status', async () => {
    const {user, api} = openLibrary('/adm/livro/salvar', {}, sessionOf('adm'), books => ({
      ...books,
      fields: {
        ...books.fields, entrega: {kind: 'data', label: 'Entrega'}, criado: {kind: 'dataHora', label: 'Criado em', stamps: 'create'},
        fase: {kind: 'escolha', label: 'Fase', readOnly: true, default: 1, choices: [{id: 1, key: 'nova', name: 'Nova', end: true}]},
        desde: {kind: 'dataHora', label: 'Desde', readOnly: true}, prazo: {kind: 'data', label: 'Prazo'},
      },
      status: 'fase', since: 'desde',
      form: {'': ['titulo', 'idEmpresa', 'entrega', 'prazo']},
      rules: {
        entrega: [{not: {compare: ['entrega', '<', 'criado']}, reason: 'É de antes do registro.'}],
        prazo: [{not: {compare: ['prazo', '<', 'desde']}, reason: 'Já venceu.'}],
      },
    }));
    await user.type(await screen.findByLabelText('Entrega'), '01/01/2020');
    await user.type(await screen.findByLabelText('Prazo'), '01/01/2020');
    await press(user, 'Salvar');
    await expectText('É de antes do registro.');
    await expectText('Já venceu.');
    expect(api.to('POST livros')).toEqual([]);
  });

  it('a new record opens with what it begins with, and says what it takes from another one', async () => {
    openLibrary('/adm/livro/salvar', {}, sessionOf('adm'), books => ({
      ...books,
      fields: {
        ...books.fields, lido: {kind: 'data', label: 'Lido em', default: 'hoje'},
        cidade: {kind: 'texto', label: 'Cidade', maxLength: 20, default: 'idEmpresa.razaoSocial'},
      },
      form: {'': ['titulo', 'idEmpresa', 'lido', 'cidade']},
    }));
    expect(await screen.findByLabelText('Lido em')).toHaveValue(formatDay(dayFromToday(0)));
    expect(screen.getByLabelText('Cidade')).toHaveValue('');
    expect(screen.getByLabelText('Cidade')).toHaveAccessibleDescription('Em branco: o de Empresa.');
  });

  it('what is required may be left to another record, once that is chosen', async () => {
    const {user, api} = openLibrary('/adm/livro/salvar', {'POST livros': {...book, id: 9}}, sessionOf('adm'), books => ({
      ...books,
      fields: {
        titulo: {kind: 'texto', label: 'Título', maxLength: 20}, idEmpresa: books.fields['idEmpresa']!,
        cidade: {kind: 'texto', label: 'Cidade', maxLength: 20, required: true, default: 'idEmpresa.razaoSocial'},
      },
      list: {columns: ['titulo'], sort: ['titulo', 'asc']}, form: {'': ['titulo', 'idEmpresa', 'cidade']},
    }));
    await screen.findByLabelText(/^Cidade/);
    await press(user, 'Salvar');
    await waitFor(() => expect(screen.getAllByText('Esse campo é obrigatório.')).toHaveLength(2));
    await user.click(screen.getByLabelText(/^Empresa/));
    await clickOn(user, 'option', 'Grãos Norte');
    await press(user, 'Salvar');
    await waitFor(() => expect(api.to('POST livros').map(({body}) => body)).toEqual([expect.objectContaining({idEmpresa: 2, cidade: ''})]));
  });

  it('what is older than a rule is saved as it is', async () => {
    const {user, api} = openRead('/adm/livro/salvar/4', {'GET livros/4': {...read, paginas: 1}, 'PUT livros/4': {...read, versao: 2}});
    await user.type(await title(), '!');
    await press(user, 'Salvar');
    await expectText('Livro Editado!');
    expect(api.to('PUT livros/4')).toHaveLength(1);
  });

  it('what a start found missing is marked as soon as the form is open, until it is there, and asked when it is saved', async () => {
    const missing = {...read, titulo: '', paginas: 1, camposEmFalta: ['lidas', 'titulo']};
    const {user, api} = openRead('/adm/livro/salvar/4', {'GET livros/4': missing, 'PUT livros/4': {...read, versao: 2}});
    await expectText('Esse campo é obrigatório.');
    await expectText('Leu mais do que há.');
    expect(screen.getByLabelText('Lidas')).toHaveAccessibleDescription('Leu mais do que há.');
    await user.type(await title(), 'Vidas');
    await gone('Esse campo é obrigatório.');
    await press(user, 'Salvar');
    await waitFor(() => expect(screen.getByLabelText('Lidas')).toHaveFocus());
    expect(api.to('PUT livros/4')).toEqual([]);
    await user.type(screen.getByLabelText('Páginas'), '99');
    await gone('Leu mais do que há.');
    await press(user, 'Salvar');
    await expectText('Livro Editado!');
    expect(api.to('PUT livros/4').map(({body}) => body)).toEqual([expect.not.objectContaining({camposEmFalta: expect.anything()})]);
  });

  it('what is off is not shown, or closed, and holds what is stored', async () => {
    const {user, api} = openRead('/adm/livro/salvar/4', {'GET livros/4': read, 'PUT livros/4': {...read, versao: 2}});
    await user.type(await screen.findByLabelText('Nota'), ' mesmo');
    await user.type(screen.getByLabelText('Estante'), 'B');
    await user.clear(screen.getByLabelText('Lidas'));
    await waitFor(() => expect(screen.queryByLabelText('Nota')).toBeNull());
    // It looks at what the other one holds now.
    expect(screen.getByLabelText('Estante')).toBeEnabled();
    await user.type(screen.getByLabelText('Lidas'), '50');
    expect(await screen.findByLabelText('Nota')).toHaveValue('Boa');
    await user.clear(screen.getByLabelText('Nota'));
    await waitFor(() => expect(screen.getByLabelText('Estante')).toBeDisabled());
    await waitFor(() => expect(screen.getByLabelText('Estante')).toHaveValue('A'));
    await press(user, 'Salvar');
    await expectText('Livro Editado!');
    expect(api.to('PUT livros/4')[0]?.body).toMatchObject({lidas: 50, nota: '', estante: 'A'});
  });
});
