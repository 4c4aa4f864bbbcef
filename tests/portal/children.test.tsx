import {act, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {beforeEach, expect, it} from 'vitest';
import {storeSession} from '../../src/portal/session/session.ts';
import {expectConsole} from '../support/console.ts';
import {refusal, type Answers} from './support/api.ts';
import {clickOn, expectRole, expectText} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {book, openLibrary} from './support/library.tsx';
import {sessionOf} from './support/world.tsx';

const chapter = (id: number, descricao: string, ordem: number) => ({
  id, versao: 1, idLivro: 4, descricao, tipoCampo: 'texto', obrigatorio: false, ordem,
});
const chapters = [chapter(1, 'Mudança', 1), chapter(2, 'Fabiano', 2)];
const answers = {'GET capitulos': chapters};
const modal = () => screen.findByRole('dialog', {name: 'Capítulos de Vidas Secas'});
const description = () => screen.findByLabelText('Descrição');
const place = ({router}: ReturnType<typeof openLibrary>) => new URLSearchParams(router.state.location.search).get('filhos');
const openModal = async (shown: ReturnType<typeof openLibrary>) => {
  await clickOn(shown.user, 'button', 'Ação: Vidas Secas');
  await clickOn(shown.user, 'menuitem', 'Ver Capítulos');
  return modal();
};
/** Books and chapters that each name their company. */
const ofCompanies = (at: string, more: Answers = {}) => openLibrary(
  at, {...answers, ...more}, sessionOf('adm'),
  books => ({...books, owner: {empresa: 'idEmpresa'}}),
  chapters => ({
    ...chapters, owner: {empresa: 'idEmpresa'}, form: {'': ['idEmpresa', 'descricao']},
    fields: {...chapters.fields, idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true}},
  }),
);
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

beforeEach(() => storeSession({token: 'a.b.c', nome: 'Ana', idPerfil: 1, id: 10, idEmpresa: 0, codigoExterno: ''}));

it('has the open modal in the address of the list, beside what the list says there', async () => {
  const first = openLibrary('/adm/livro?page=1&sort=isbn&order=ASC', answers);
  await openModal(first);
  expect(place(first)).toBe('capitulos.4');
  await clickOn(first.user, 'button', 'Editar Fabiano');
  await waitFor(() => expect(place(first)).toBe('capitulos.4.2'));
  const {search} = first.router.state.location;
  expect(search).toContain('sort=isbn');
  await first.user.type(await description(), '!');
  first.unmount();

  // A reload, or signing in again: the same modal, the same record, the same text.
  const second = openLibrary(`/adm/livro${search}`, answers);
  expect(within(await modal()).getByRole('heading', {name: 'Editar Capítulo'})).toBeVisible();
  await expectText(/^Rascunho restaurado/);
  expect(await description()).toHaveValue('Fabiano!');
  expect(second.api.to('GET livros')[0]?.query.get('sort')).toBe('isbn');
  expect(second.api.to('GET livros/4')).toEqual([]);
});

it('shows nobody the form of a new record once another one is to be edited', async () => {
  const shown = openLibrary('/adm/livro', answers);
  const dialog = await openModal(shown);
  fireEvent.click(await within(dialog).findByRole('button', {name: 'Editar Fabiano'}));
  // At once, and not when the address follows.
  expect(within(dialog).getByRole('heading', {name: 'Editar Capítulo'})).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Descrição')).toHaveValue('Fabiano');
  await waitFor(() => expect(place(shown)).toBe('capitulos.4.2'));
  await clickOn(shown.user, 'button', 'Cancelar edição');
  expect(await within(dialog).findByRole('heading', {name: 'Cadastrar Capítulo'})).toBeInTheDocument();
  await waitFor(() => expect(place(shown)).toBe('capitulos.4'));
});

it('reads the parent where the list does not show it', async () => {
  const {api} = openLibrary('/adm/livro?filhos=capitulos.9', {...answers, 'GET livros/9': {...book, id: 9, titulo: 'São Bernardo'}});
  await expectRole('dialog', 'Capítulos de São Bernardo');
  await waitFor(() => expect(api.to('GET capitulos')[0]?.query.get('idLivro')).toBe('9'));
});

it('closes with the button that goes back, after the question when something is not saved', async () => {
  const shown = openLibrary('/adm/livro', answers);
  await openModal(shown);
  await shown.router.navigate(-1);
  await closed();
  expect(shown.router.state.location.search).toBe('');

  const dialog = await openModal(shown);
  await shown.user.type(await description(), 'Baleia');
  await shown.router.navigate(-1);
  await clickOn(shown.user, 'button', 'Continuar editando');
  expect(within(dialog).getByLabelText('Descrição')).toHaveValue('Baleia');
  expect(place(shown)).toBe('capitulos.4');
  await clickOn(shown.user, 'button', 'Fechar');
  await clickOn(shown.user, 'button', 'Sair sem salvar');
  await closed();
  expect(shown.router.state.location).toMatchObject({pathname: '/adm/livro', search: ''});
  expect(Object.keys(localStorage).filter(key => key.startsWith('rascunho.'))).toEqual([]);
});

it('leaves the list where it is when the button that closes is pressed twice, or the address was a link', async () => {
  const shown = openLibrary('/adm/livro/salvar', answers);
  await shown.router.navigate('/adm/livro');
  await openModal(shown);
  const button = screen.getByRole('button', {name: 'Fechar'});
  // Before anything is drawn again.
  act(() => {
    button.click();
    button.click();
  });
  await closed();
  expect(shown.router.state.location.pathname).toBe('/adm/livro');
  await shown.router.navigate('/adm/livro?page=1&filhos=capitulos.4');
  await modal();
  await clickOn(shown.user, 'button', 'Fechar');
  await closed();
  expect(shown.router.state.location).toMatchObject({pathname: '/adm/livro', search: '?page=1'});
});

it.each(['capitulos', 'capitulos.x', 'capitulos.4.2.1', 'constructor.4', 'empresas.1', '.4', ''])('opens nothing for %j', async value => {
  openLibrary(`/adm/livro?filhos=${value}`, answers);
  await screen.findByRole('link', {name: 'Vidas Secas'});
  await fetched();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('opens nothing for who may not see these children', async () => {
  const {api} = openLibrary('/adm/livro?filhos=capitulos.4', answers, sessionOf('empresa'));
  await screen.findByRole('link', {name: 'Vidas Secas'});
  await fetched();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.to('GET capitulos')).toEqual([]);
});

it('says when the parent, or the child, is not there', async () => {
  expectConsole(/HttpError/);
  const first = openLibrary('/adm/livro?filhos=capitulos.77', answers);
  await expectText('Registro não encontrado');
  await clickOn(first.user, 'button', 'Fechar');
  await closed();
  first.unmount();

  const second = openLibrary('/adm/livro?filhos=capitulos.4.99', {...answers, 'POST capitulos': {id: 5}});
  await expectText('O registro que este endereço pede não existe mais.');
  await second.user.type(await description(), 'Baleia');
  await clickOn(second.user, 'button', 'Salvar');
  await expectText('Capítulo Cadastrado!');
  await waitFor(() => expect(place(second)).toBe('capitulos.4'));
  expect(await description()).toHaveValue('');
});

it('offers another try when the parent cannot be read', async () => {
  expectConsole(/HttpError/);
  let tries = 0;
  const shown = openLibrary('/adm/livro?filhos=capitulos.9', {
    ...answers, 'GET livros/9': () => (tries++ === 0 ? refusal(500, {}) : {...book, id: 9, titulo: 'São Bernardo'}),
  });
  await clickOn(shown.user, 'button', 'Tentar de novo');
  await expectRole('dialog', 'Capítulos de São Bernardo');
});

it('tells the history of a child while it is edited', async () => {
  const shown = openLibrary('/adm/livro?filhos=capitulos.4', {
    ...answers,
    'GET capitulos/2/historico': [{
      dataCriacao: '2026-11-21T13:05:00.000Z', nomeUsuario: 'Marta', acao: 'Alteração',
      campos: [{campo: 'descricao', rotulo: 'Descrição', antes: 'Fabio', depois: 'Fabiano'}],
    }],
  });
  await modal();
  expect(screen.queryByRole('button', {name: 'Histórico'})).not.toBeInTheDocument();
  await clickOn(shown.user, 'button', 'Editar Fabiano');
  await clickOn(shown.user, 'button', 'Histórico');
  const line = within(await screen.findByRole('table', {name: 'Histórico'})).getByRole('row', {name: /Marta/});
  expect(within(line).getAllByRole('cell').slice(1).map(cell => cell.textContent))
    .toEqual(['Marta', 'Alteração', 'DescriçãoFabio para Fabiano']);
});

it('offers what can be done to the child that is edited', async () => {
  const shown = openLibrary('/adm/livro', {...answers, 'PUT capitulos/revisar/2': {}});
  await openModal(shown);
  expect(screen.queryByRole('button', {name: 'Revisar'})).toBeNull();
  await clickOn(shown.user, 'button', 'Editar Fabiano');
  await clickOn(shown.user, 'button', 'Revisar');
  await expectRole('alertdialog', /^Revisar/);
  await clickOn(shown.user, 'button', 'Revisar');
  await expectText('Capítulo Revisado!');
});

it('marks the row that is edited, and takes the focus along', async () => {
  const shown = openLibrary('/adm/livro', {...answers, 'PUT capitulos/2': chapter(2, 'Fabiano!', 2), 'POST capitulos': {id: 5}});
  const dialog = await openModal(shown);
  const current = () => within(dialog).getAllByRole('row').filter(row => row.getAttribute('aria-current') === 'true');
  const row = async () => (await within(dialog).findByRole('button', {name: 'Editar Fabiano'})).closest('tr');
  await clickOn(shown.user, 'button', 'Editar Fabiano');
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveFocus());
  expect(current()).toEqual([await row()]);
  expect(screen.getByLabelText('Descrição')).toHaveValue('Fabiano');

  await clickOn(shown.user, 'button', 'Cancelar edição');
  await waitFor(() => expect(screen.getByRole('button', {name: 'Editar Fabiano'})).toHaveFocus());
  expect(current()).toEqual([]);

  await clickOn(shown.user, 'button', 'Editar Fabiano');
  await shown.user.type(await description(), '!');
  await clickOn(shown.user, 'button', 'Salvar');
  await expectText('Capítulo Editado!');
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Editar Fabiano/));

  await shown.user.type(await description(), 'Baleia');
  await clickOn(shown.user, 'button', 'Salvar');
  await expectText('Capítulo Cadastrado!');
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveFocus());
  expect(screen.getByLabelText('Descrição')).toHaveValue('');
});

it('keeps what was typed into one child while another is edited', async () => {
  const shown = openLibrary('/adm/livro?filhos=capitulos.4', answers);
  await shown.user.type(await description(), 'Baleia');
  await clickOn(shown.user, 'button', 'Editar Fabiano');
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveValue('Fabiano'));
  await shown.user.type(screen.getByLabelText('Descrição'), '!');
  await clickOn(shown.user, 'button', 'Editar Mudança');
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveValue('Mudança'));
  await clickOn(shown.user, 'button', 'Editar Fabiano');
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveValue('Fabiano!'));
  await clickOn(shown.user, 'button', 'Cancelar edição');
  await waitFor(() => expect(screen.getByLabelText('Descrição')).toHaveValue('Baleia'));
});

it('a new child has the company of its parent, which is not asked again', async () => {
  const shown = ofCompanies('/adm/livro?filhos=capitulos.4', {'POST capitulos': {id: 5}});
  await shown.user.type(await description(), 'Baleia');
  expect(screen.queryByLabelText('Empresa')).not.toBeInTheDocument();
  await clickOn(shown.user, 'button', 'Salvar');
  await expectText('Capítulo Cadastrado!');
  expect(shown.api.to('POST capitulos').map(({body}) => body)).toMatchObject([{idLivro: 4, idEmpresa: 1, descricao: 'Baleia'}]);
});

it('a child that is of another company than its parent is asked, and keeps what it has', async () => {
  const shown = ofCompanies('/adm/livro?filhos=capitulos.4.1', {
    'GET capitulos': [{...chapters[0], idEmpresa: 2}], 'PUT capitulos/1': {},
  });
  await waitFor(() => expect(screen.getByLabelText('Empresa')).toHaveValue('Grãos Norte'));
  await shown.user.type(await description(), '!');
  await clickOn(shown.user, 'button', 'Salvar');
  await waitFor(() => expect(shown.api.to('PUT capitulos/1').map(({body}) => body)).toMatchObject([{idEmpresa: 2}]));
});

it('a refusal of a field that the form does not ask says which one, and the next try is sent', async () => {
  const wrong = refusal(400, {message: 'Campo inválido.', codigo: 'VALIDACAO', campos: [
    {campo: 'idEmpresa', mensagem: 'Campo inválido.'}, {campo: 'descricao', mensagem: 'Já há um assim.'},
  ]});
  let tries = 0;
  const shown = ofCompanies('/adm/livro?filhos=capitulos.4', {'POST capitulos': () => (tries++ === 0 ? wrong : {id: 5})});
  await shown.user.type(await description(), 'Baleia');
  await clickOn(shown.user, 'button', 'Salvar');
  expect(await within(await modal()).findByText('Ainda não foi enviado. Empresa: Campo inválido.')).toBeVisible();
  expect(await description()).toHaveAccessibleDescription('Já há um assim.');
  await shown.user.type(await description(), '!');
  await clickOn(shown.user, 'button', 'Salvar');
  await expectText('Capítulo Cadastrado!');
});
