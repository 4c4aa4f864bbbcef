// The table of errors (rules: Errors 1), row by row: what a failed load, save, action and password call shows, under which title,
// and what the console keeps of it. The login's own rows are in login.test.tsx.
import {useState, type ReactNode} from 'react';
import {act, render, screen, waitFor, within} from '@testing-library/react';
import {userEvent} from '@testing-library/user-event';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import config from '../../resources.config.ts';
import written from '../../resources.config.ts?raw';
import {ActionButtons} from '../../src/portal/actions/ActionButtons.tsx';
import {DeleteDialog} from '../../src/portal/actions/DeleteDialog.tsx';
import {counter} from '../../src/portal/counter.ts';
import {front} from '../../src/portal/front.ts';
import {SavedFilterList} from '../../src/portal/list/saved/SavedFiltersPanel.tsx';
import {useSavedFilters} from '../../src/portal/list/saved/savedFilters.ts';
import {PublicPage} from '../../src/portal/pages/login/PublicPage.tsx';
import {StoredFiles} from '../../src/portal/parts/files/StoredFiles.tsx';
import {SendingNote} from '../../src/portal/ui/SendingNote.tsx';
import {download, onUnauthorized, request} from '../../src/portal/api/http.ts';
import {HttpError} from '../../src/portal/api/httpError.ts';
import {expectConsole} from '../support/console.ts';
import {fakeApi, offline, refusal, type Answers} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {book, openLibrary} from './support/library.tsx';
import {ticket} from './support/tickets.tsx';
import {show} from './support/world.tsx';

const LINE = 'Erro de comunicação com servidor, entre em contato com a Administradora!';
const NOWHERE = 'Url Não Encontrada!';
const FAILED = 'Ocorreu um erro ao salvar informações, tente novamente ou entre em contato com o Administrador!';
const WHY = {message: 'Faltou o motivo.'};

/** What is answered, and what is shown of it: title and sentence, or nothing. */
const table: [string, () => unknown, [string, string] | undefined][] = [
  ['no line', offline, ['Erro', LINE]],
  ['404', () => refusal(404, {}), ['Erro', NOWHERE]],
  ['404 with a message', () => refusal(404, WHY), ['Erro', NOWHERE]],
  ['400', () => refusal(400, {}), ['Erro', FAILED]],
  ['400 with a message', () => refusal(400, WHY), ['Atenção', WHY.message]],
  ['500', () => refusal(500, {}), ['Erro', FAILED]],
  ['500 with a message', () => refusal(500, WHY), ['Atenção', WHY.message]],
  ['500 without a body', () => new Response('', {status: 500}), ['Erro', FAILED]],
  ['403', () => refusal(403, {}), undefined],
  ['403 with a message', () => refusal(403, WHY), ['Atenção', WHY.message]],
];

/** The call failed, and whatever follows from it has been drawn. */
const failedCall = async (call: string): Promise<void> => {
  await waitFor(() => expect(console.warn).toHaveBeenCalledWith(expect.stringMatching(new RegExp(`^${call}: (sem conexão|\\d{3})`))));
  await act(async () => {});
};
const expectToast = async (said: [string, string] | undefined): Promise<void> => {
  if (said === undefined) expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  else expect(await screen.findByRole('alert')).toHaveTextContent(said.join(' '));
};

describe.each(table)('%s', (_name, answer, said) => {
  it('of a save', async () => {
    const {user} = openLibrary('/adm/livro/salvar/4', {'PUT livros/4': answer});
    await user.type(await screen.findByLabelText('Título'), '!');
    await press(user, 'Salvar');
    await failedCall('PUT livros/:id');
    await expectToast(said);
    await expectText(/^Ainda não foi enviado\./);
    expect(screen.getByLabelText('Título')).toHaveValue('Vidas Secas!');
  });

  it('of an action', async () => {
    fakeApi({'PUT tickets/aprovar/7/10': answer});
    const {user} = show(<ActionButtons resource="tickets" record={ticket({idStatusTicket: 2})} place="details" />);
    await press(user, 'Aprovar');
    await press(user, 'Aprovar', within(await screen.findByRole('alertdialog')));
    await failedCall('PUT tickets/aprovar/:id/:idUsuario');
    await expectToast(said);
  });

  it('of a load, and in the page', async () => {
    expectConsole(/HttpError/);
    openLibrary('/adm/livro', {'GET livros': answer});
    const page = (await screen.findByText('Não foi possível carregar')).closest('[role=alert]');
    expect(page).toHaveTextContent(/Tentar de novo/);
    await failedCall('GET livros');
    const toasts = screen.queryAllByRole('alert').filter(one => one !== page).map(one => one.textContent);
    expect(toasts).toEqual(said === undefined ? [] : [said.join(' ')]);
  });

  it('of the password calls', async () => {
    const door = (answers: Answers, address: string) => {
      window.history.replaceState(null, '', address);
      fakeApi(answers);
      return render(
        <PublicPage
          front={front}
          loadCounter={() => Promise.resolve(counter)}
          enter={vi.fn<(at: string) => void>()}
          reset={address !== '/login'}
        />,
      );
    };
    const user = userEvent.setup();
    const forgot = door({'POST resetSenha/forgot-password': answer}, '/login');
    await user.click(screen.getByRole('link', {name: 'Esqueceu sua senha?'}));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('E-mail'), 'ana@vale.com.br{Enter}');
    await failedCall('POST resetSenha/forgot-password');
    await expectToast(said);
    forgot.unmount();

    const lookup = 'GET usuarios/busca-usuario-reset-senha/abc';
    const looking = door({[lookup]: answer}, '/reset-senha?token=abc');
    await failedCall('GET usuarios/busca-usuario-reset-senha/:token');
    await expectToast(said);
    looking.unmount();

    door({[lookup]: {nome: 'Ana', email: 'ana@vale.com.br'}, 'POST resetSenha/reset-senha': answer}, '/reset-senha?token=abc');
    await user.type(await screen.findByLabelText('Nova Senha'), 'abc123{Enter}');
    await failedCall('POST resetSenha/reset-senha');
    await expectToast(said);
  });
});

it('says of a save that was cut that it is not sent, until another try has sent it, and there the focus is', async () => {
  let answer: () => unknown = offline;
  const {user} = openLibrary('/adm/livro/salvar/4', {'PUT livros/4': () => answer()});
  await user.type(await screen.findByLabelText('Título'), '!');
  await press(user, 'Salvar');
  await expectText('Ainda não foi enviado. O servidor não pôde ser alcançado. Confira a conexão.');
  const again = screen.getByRole('button', {name: 'Tentar de novo'});
  await waitFor(() => expect(again).toHaveFocus());
  answer = () => ({...book, titulo: 'Vidas Secas!'});
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText(/^Ainda não foi enviado/)).toBeNull());
});

describe('when the line is back', () => {
  const back = () => act(() => void window.dispatchEvent(new Event('online')));

  it('a save that was cut goes once more by itself, under the same key, which is said and can be stopped; no third time', async () => {
    const held = Promise.withResolvers<unknown>();
    const answers: (() => unknown)[] = [offline, () => held.promise, offline];
    const {user, api} = openLibrary('/adm/livro/salvar/4', {'PUT livros/4': () => answers.shift()?.()});
    const sent = () => api.to('PUT livros/4');
    await user.type(await screen.findByLabelText('Título'), '!');
    await press(user, 'Salvar');
    await expectText(/^Ainda não foi enviado\./);
    back();
    await expectText('Enviando de novo…');
    expect(new Set(sent().map(({headers}) => headers.get('idempotency-key'))).size).toBe(1);
    await press(user, 'Cancelar envio');
    await waitFor(() => expect(screen.queryByText('Enviando de novo…')).toBeNull());
    expect(screen.getByLabelText('Título')).toHaveValue('Vidas Secas!');
    back();
    held.resolve(book);
    expect(sent()).toHaveLength(2);
  });

  it('what is typed otherwise since is not sent by itself', async () => {
    const {user, api} = openLibrary('/adm/livro/salvar/4', {'PUT livros/4': offline});
    await user.type(await screen.findByLabelText('Título'), '!');
    await press(user, 'Salvar');
    await expectText(/^Ainda não foi enviado\./);
    await user.type(screen.getByLabelText('Título'), '?');
    back();
    await act(async () => {});
    expect(api.to('PUT livros/4')).toHaveLength(1);
  });

  it.each([
    ['asks a question', 'Aprovar', 'PUT tickets/aprovar/7/10', 'alertdialog', undefined],
    ['asks for words', 'Reprovar', 'PUT tickets/reprovar/7', 'dialog', 'Motivo'],
  ] as const)('an action that %s goes once more by itself, but not once its dialog is left', async (_what, label, call, role, input) => {
    let answer: () => unknown = offline;
    const api = fakeApi({[call]: () => answer()});
    const {user} = show(<ActionButtons resource="tickets" record={ticket({idStatusTicket: 2})} place="details" />);
    const cut = async () => {
      await clickOn(user, 'button', label);
      const dialog = within(await screen.findByRole(role));
      if (input !== undefined) await user.type(dialog.getByLabelText(input), 'Falta a placa');
      await press(user, label, dialog);
      await dialog.findByText(/O servidor não pôde ser alcançado/);
      return dialog;
    };
    await press(user, 'Voltar', await cut());
    if (input !== undefined) await clickOn(user, 'button', 'Sair sem salvar');
    await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
    back();
    await act(async () => {});
    expect(api.to(call)).toHaveLength(1);
    await cut();
    answer = () => ticket();
    back();
    await waitFor(() => expect(screen.queryByRole(role)).not.toBeInTheDocument());
    expect(api.to(call)).toHaveLength(3);
  });
});

describe('a server that does not answer', () => {
  const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']}));
  afterEach(() => void vi.useRealTimers());
  const slow = () => screen.queryByText(/^O servidor demora/)?.textContent;

  it('is said to be slow after ten seconds, not before, and not while files go up', () => {
    const {rerender} = render(<SendingNote busy isResend={false} isStored onCancel={() => undefined} />);
    after(9_999);
    expect(slow()).toBeUndefined();
    after(1);
    expect(slow()).toBe('O servidor demora; o que você digitou está guardado.');
    expect(screen.getByRole('button', {name: 'Cancelar envio'})).toBeVisible();
    rerender(<SendingNote busy isResend={false} share={0.5} />);
    expect(slow()).toBeUndefined();
    after(9_999);
    rerender(<SendingNote busy isResend={false} share={0.6} />);
    after(9_999);
    expect(slow()).toBeUndefined();
    after(1);
    expect(slow()).toBe('O servidor demora.');
    rerender(<SendingNote busy={false} isResend={false} />);
    expect(slow()).toBeUndefined();
  });
});

const laudo = {id: 31, nomeArquivo: 'nota.pdf', dataCriacao: '2026-11-20T15:04:00.000Z', tipo: 'Laudo', origem: 'Portal' as const};
const filtro = {id: 1, recurso: 'tickets', nome: 'Meus', filtro: {}, colunas: null, ordenacao: null};
const Kept = () => <SavedFilterList saved={useSavedFilters('tickets', true)} onApply={() => undefined} />;
const Deleting = () => {
  const [asked, setAsked] = useState(true);
  return asked && <DeleteDialog name="filiais" record={{id: 2, nomeFantasia: 'Matriz'}} onClose={() => setAsked(false)} />;
};
it.each<[string, ReactNode, {opens?: string; confirm: string; call: string; focus: string}]>([
  [
    'an action', <ActionButtons key="a" resource="tickets" record={ticket({idStatusTicket: 2})} place="details" />,
    {opens: 'Aprovar', confirm: 'Aprovar', call: 'PUT tickets/aprovar/7/10', focus: 'Aprovar'},
  ],
  ['a deletion', <Deleting key="r" />, {confirm: 'Excluir', call: 'DELETE filial/2', focus: 'Voltar'}],
  [
    'a file’s deletion', <StoredFiles key="f" name="tickets" record={{id: 7}} files={[laudo]} canDelete />,
    {opens: 'Excluir nota.pdf', confirm: 'Excluir', call: 'DELETE ticketsArquivo/31/10', focus: 'Voltar'},
  ],
  [
    'a saved filter’s deletion', <Kept key="s" />,
    {opens: 'Excluir filtro Meus', confirm: 'Excluir', call: 'DELETE filtros-salvos/1', focus: 'Voltar'},
  ],
])('says in the dialog of %s that it is not sent, until it was judged', async (_what, element, {opens, confirm, call, focus}) => {
  // react-admin's own delete tells the console too.
  if (call === 'DELETE filial/2') expectConsole(/HttpError/);
  let answer: () => unknown = offline;
  const {calls} = fakeApi({[call]: () => answer(), 'GET filtros-salvos': [filtro]});
  const {user} = show(element);
  if (opens !== undefined) await clickOn(user, 'button', opens);
  const dialog = await screen.findByRole('alertdialog');
  for (const [said, next] of [
    ['O servidor não pôde ser alcançado. Confira a conexão.', () => refusal(400, {codigo: 'LIMITE', message: 'Espere.'})],
    ['Espere.', () => refusal(400, {codigo: 'CONFLITO', message: 'Já foi.'})],
  ] as const) {
    await press(user, confirm, within(dialog));
    expect(await within(dialog).findByText(`Ainda não foi enviado. ${said}`)).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('button', {name: focus})).toHaveFocus());
    answer = next;
  }
  await press(user, confirm, within(dialog));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByRole('alert')).toHaveTextContent('Atenção Já foi.');
  expect(calls.filter(({method}) => method !== 'GET')).toHaveLength(3);
});

describe('the console', () => {
  const warned = () => vi.mocked(console.warn).mock.calls;
  const failureOf = (work: Promise<unknown>) => work.then(() => undefined, (error: unknown) => error);

  it('keeps a failed call as it is declared, with the server\'s name for the refusal, and nothing of what was sent or answered', async () => {
    fakeApi({'PUT usuarios/10': refusal(400, {message: 'Senha curta: abc', codigo: 'VALIDACAO', id: 'req-7'})});
    await failureOf(request('PUT usuarios/:id', {params: {id: 10}, body: {senha: 'abc'}, query: new URLSearchParams({nome: 'Ana'})}));
    expect(warned()).toEqual([['PUT usuarios/:id: 400 VALIDACAO req-7']]);
  });

  it('keeps downloads, uploads and what comes with its query too', async () => {
    fakeApi({'POST tickets': offline});
    await failureOf(download('GET TicketsArquivo/baixar-arquivo/:id', {params: {id: 3}}));
    await failureOf(request('POST tickets', {body: new FormData(), onProgress: () => undefined}));
    await failureOf(request('GET livros?filter=segredo'));
    expect(warned().flat()).toEqual(['GET TicketsArquivo/baixar-arquivo/:id: 404', 'POST tickets: sem conexão', 'GET livros: 404']);
  });

  it('says nothing of what nobody waits for any more', async () => {
    const gone = new AbortController();
    fakeApi({'GET livros': () => {
      gone.abort();
      throw new DOMException('aborted', 'AbortError');
    }});
    expect(await failureOf(request('GET livros', {signal: gone.signal}))).not.toBeInstanceOf(HttpError);
    expect(warned()).toEqual([]);
  });

  it('keeps a session that ended', async () => {
    const ended = vi.fn<() => void>();
    onUnauthorized(ended);
    fakeApi({'GET livros': refusal(401, {})});
    await failureOf(request('GET livros'));
    onUnauthorized(undefined);
    expect(ended).toHaveBeenCalledOnce();
    expect(warned()).toEqual([['GET livros: 401']]);
  });
});

it.each(
  [['request', request], ['download', download]] as const,
)('takes an answer that breaks off half-way for no line (%s)', async (_name, call) => {
  const broken = () => new Response(new ReadableStream({pull: controller => controller.error(new TypeError('network'))}));
  vi.stubGlobal('fetch', async () => broken());
  await expect(call('GET livros')).rejects.toMatchObject({status: 0});
});

/** The words of what worked (rules: Errors 4). */
const SUCCESSES = [
  'Usuário Cadastrado!', 'Usuário Atualizado!', 'Senha Atualizada!', 'Empresa Cadastrada!', 'Empresa Editada!', 'Filial Cadastrada!',
  'Filial Editada!',
  'Fornecedor Cadastrado!', 'Fornecedor Editado!', 'Item Cadastrado!', 'Item Editado', 'Ticket Cancelado!', 'Atendimento Iniciado!',
  'Ticket Criado Com Sucesso!',
  'Ticket {id} Editado!', 'Ticket Aprovado!', 'Ticket Reaberto!', 'Ticket Finalizado!',
  'Ticket Reprovado! Ticket irá voltar para Status Em-Aberto',
  'As instruções para redefinir a senha foram enviadas para o seu e-mail!', 'Senha redefinida com sucesso',
  'Modelo Formulário Cadastrado!', 'Modelo Formulário Editado!',
];
it.each(SUCCESSES)('has \'%s\' from the config, written there or following from its labels, and once', sentence => {
  expect(JSON.stringify(config)).toContain(`:${JSON.stringify(sentence)}`);
  expect(written.split(`'${sentence}'`).length).toBeLessThanOrEqual(2);
});
