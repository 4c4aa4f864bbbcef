// What was chosen is not lost (rules: Forms 8): files come back with the form's draft, their types and the key they were sent under.
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {readStoredFiles, writeStoredFiles} from '../../src/portal/fields/files/unsentFileStore.ts';
import {removeChosenFiles} from '../../src/portal/session/chosenFiles.ts';
import {endSession} from '../../src/portal/session/endSession.ts';
import {storeSession} from '../../src/portal/session/session.ts';
import {SignOutDialog} from '../../src/portal/app/layout/SignOutDialog.tsx';
import {fakeApi, offline, refusal} from './support/api.ts';
import {browserLocks} from './support/browserLocks.ts';
import {browserStore} from './support/browserStore.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {show} from './support/world.tsx';
import {editTicket, openTickets, sentForm, ticket, ticketAnswers, withLaudo} from './support/tickets.tsx';

const DAY = 24 * 3_600_000;
const stay = () => undefined;
const answers = (more = {}) => ticketAnswers({
  'GET tickets': {total: 0, registros: []},
  'GET modelosFormulario/listarCombo/2': [{id: 5, descricao: 'Frete'}],
  'GET modelosFormularioItem': [{id: 11, descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true}],
  'GET TicketsArquivo/lista-tipos-arquivo/': [{nome: 'Nota Fiscal'}, {nome: 'Laudo'}],
  ...more,
});

let browser: ReturnType<typeof browserStore>;
beforeEach(() => {
  browser = browserStore();
  storeSession({token: 't', nome: 'Ana', idPerfil: 1, id: 10, idEmpresa: 0, codigoExterno: ''});
});
afterEach(() => vi.unstubAllGlobals());

const chooseFile = async (user: UserEvent, name: string, tipo?: string) => {
  await user.upload(await screen.findByLabelText('Arquivo'), new File(['%PDF-1.7'], name, {type: 'application/pdf', lastModified: 1}));
  if (tipo !== undefined) await user.selectOptions(screen.getAllByLabelText('Tipo do arquivo').at(-1)!, tipo);
};
const save = (user: UserEvent) => press(user, 'Salvar');
/** The browser has what is on the screen, as it is there: before, a reload brings back what was there a moment ago. */
const kept = (...types: [tipo: string, added: boolean][]) => waitFor(() => {
  expect(browser.types()).toEqual(types);
  const notes = Object.entries(localStorage).filter(([key]) => key.startsWith('rascunho.'))
    .map(([, draft]) => (JSON.parse(String(draft)) as {note?: string}).note);
  expect(notes).toEqual([expect.stringMatching(/^Os? arquivos? .* ainda não (?:foi enviado|foram enviados)\.$/)]);
});
const restored = (rest: RegExp) => screen.findByText(new RegExp(`^Rascunho restaurado \\(.*\\)\\. ${rest.source}$`));
const create = () => openTickets('/adm/ticket/salvar');
const choose = async (user: UserEvent, label: string, option: string) => {
  await user.click(await screen.findByLabelText(label));
  await clickOn(user, 'option', option);
};
/** A new ticket, all of it filled in, with a file. */
const fillIn = async (user: UserEvent) => {
  await choose(user, 'Empresa', 'Sementes Sul');
  await waitFor(() => expect(screen.getByLabelText('Filial')).toBeEnabled());
  await choose(user, 'Filial', 'Matriz');
  await choose(user, 'Formulário', 'Frete');
  await user.type(await screen.findByLabelText('Placa'), 'ABC1D23');
  await chooseFile(user, 'nota.pdf', 'Nota Fiscal');
  await press(user, 'Adicionar arquivo');
  await screen.findByRole('button', {name: 'Remover nota.pdf'});
  await kept(['Nota Fiscal', true]);
};
const keysOf = (calls: readonly {headers: Headers}[]) => calls.map(({headers}) => headers.get('idempotency-key'));

describe('a new ticket', () => {
  it.each([
    ['the only draft of all tabs', () => ({closed: async () => {}})],
    ['the draft of this tab', browserLocks],
  ])('comes back after a reload with its file and the key it was sent under, and leaves nothing once it is there: %s', async (_whose, begin) => {
    const locks = begin();
    const outcomes = [offline, () => Response.json({id: 40}, {status: 201})];
    const api = fakeApi(answers({'POST tickets': () => outcomes.shift()!()}));
    const first = create();
    await fillIn(first.user);
    await save(first.user);
    await screen.findByText(/Erro de comunicação com servidor/);
    first.unmount();
    await locks.closed();

    const {user} = create();
    expect(await restored(/O arquivo nota\.pdf ainda não foi enviado\./)).toBeVisible();
    await expectText(/^Nota Fiscal · .* · restaurado$/);
    expect(await screen.findByLabelText('Placa')).toHaveValue('ABC1D23');
    await save(user);
    await expectText('Ticket Criado Com Sucesso!');
    const sent = api.to('POST tickets');
    const what = {files: ['nota.pdf'], tipos: ['Nota Fiscal']};
    expect(sent.map(sentForm)).toMatchObject([what, what]);
    expect(await ((sent[1]!.body as FormData).get('files') as File).text()).toBe('%PDF-1.7');
    const [before, after] = keysOf(sent);
    expect(after).toBe(before);
    await waitFor(() => expect(browser.files()).toEqual([]));
    expect(Object.keys(localStorage).filter(key => /^(rascunho|envio)/.test(key))).toEqual([]);
  });

  it('goes under the same key after a session that ended in between, which says nothing of the try before', async () => {
    const ended = () => refusal(401, {message: 'Sessão encerrada.', codigo: 'SESSAO'});
    const outcomes = [offline, ended, () => Response.json({id: 40}, {status: 201})];
    const api = fakeApi(answers({'POST tickets': () => outcomes.shift()!()}));
    const first = create();
    await fillIn(first.user);
    await save(first.user);
    await screen.findByText(/Erro de comunicação com servidor/);
    await save(first.user);
    await waitFor(() => expect(api.to('POST tickets')).toHaveLength(2));
    endSession(stay);
    first.unmount();

    const {user} = create();
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await screen.findByLabelText('Placa');
    await save(user);
    await screen.findByText('Ticket Criado Com Sucesso!');
    expect(new Set(keysOf(api.to('POST tickets'))).size).toBe(1);
  });

  it('takes a new key after a refusal, also on another page', async () => {
    const outcomes = [() => refusal(400, {message: 'Não.', codigo: 'VALIDACAO'}), () => Response.json({id: 40}, {status: 201})];
    const api = fakeApi(answers({'POST tickets': () => outcomes.shift()!()}));
    const first = create();
    await fillIn(first.user);
    await save(first.user);
    await screen.findByText('Não.');
    first.unmount();
    const {user} = create();
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await screen.findByLabelText('Placa');
    await save(user);
    await screen.findByText('Ticket Criado Com Sucesso!');
    expect(new Set(keysOf(api.to('POST tickets'))).size).toBe(2);
  });

  it('is given up with its files when the person leaves it on purpose, or discards the draft', async () => {
    fakeApi(answers());
    const first = create();
    await chooseFile(first.user, 'nota.pdf');
    await kept(['', false]);
    first.unmount();

    const second = create();
    await restored(/O arquivo nota\.pdf ainda não foi enviado\./);
    await screen.findByRole('button', {name: 'Desistir de nota.pdf'});
    await press(second.user, 'Descartar');
    await press(second.user, 'Descartar', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(browser.files()).toEqual([]));
    expect(screen.queryByRole('button', {name: 'Desistir de nota.pdf'})).not.toBeInTheDocument();

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await chooseFile(second.user, 'outra.pdf');
    await waitFor(() => expect(browser.files()).toEqual(['outra.pdf']));
    await second.user.click(screen.getByRole('link', {name: 'voltar'}));
    await clickOn(second.user, 'button', 'Sair sem salvar');
    await waitFor(() => expect(second.router.state.location.pathname).toBe('/adm/ticket'));
    await waitFor(() => expect(browser.files()).toEqual([]));
    expect(Object.keys(localStorage).filter(key => key.startsWith('rascunho.'))).toEqual([]);
  });

  it('says that its files would be gone where the browser has no room for them, and sends them all the same', async () => {
    browser.fill();
    const api = fakeApi(answers({'POST tickets': () => Response.json({id: 40}, {status: 201})}));
    const first = create();
    await chooseFile(first.user, 'nota.pdf');
    await expectText(/^Este navegador não pôde guardar os arquivos\./);
    first.unmount();
    const {user} = create();
    expect(await restored(/O arquivo nota\.pdf ainda não foi enviado\. Os arquivos precisam ser escolhidos de novo\./)).toBeVisible();
    await choose(user, 'Empresa', 'Sementes Sul');
    await waitFor(() => expect(screen.getByLabelText('Filial')).toBeEnabled());
    await choose(user, 'Filial', 'Matriz');
    await choose(user, 'Formulário', 'Frete');
    await user.type(await screen.findByLabelText('Placa'), 'A');
    await chooseFile(user, 'nota.pdf', 'Laudo');
    await save(user);
    await screen.findByText('Ticket Criado Com Sucesso!');
    expect(sentForm(api.to('POST tickets')[0]!).files).toEqual(['nota.pdf']);
  });
});

describe('a ticket that is edited', () => {
  it('has the chosen files again, each with or without its type, and only for who chose them', async () => {
    fakeApi(answers());
    const first = editTicket();
    await chooseFile(first.user, 'laudo.pdf', 'Laudo');
    await chooseFile(first.user, 'foto.png');
    await kept(['Laudo', false], ['', false]);
    first.unmount();

    editTicket();
    await screen.findByRole('button', {name: 'Desistir de laudo.pdf'});
    expect(screen.getByRole('button', {name: 'Desistir de foto.png'})).toBeVisible();
    expect(screen.getAllByLabelText<HTMLSelectElement>('Tipo do arquivo').map(({value}) => value)).toEqual(['Laudo', '']);
    expect(await readStoredFiles({user: 11, form: 'tickets.7'})).toEqual([]);
  });

  it('is not forgotten while its file is read: whoever closes the page then has both the next time', async () => {
    fakeApi(answers());
    const first = editTicket();
    await chooseFile(first.user, 'laudo.pdf', 'Laudo');
    await kept(['Laudo', false]);
    first.unmount();

    const key = 'rascunho.10.tickets.7';
    const [written, removed] = [vi.spyOn(Storage.prototype, 'setItem'), vi.spyOn(Storage.prototype, 'removeItem')];
    onTestFinished(() => [written, removed].forEach(spy => spy.mockRestore()));
    const second = editTicket();
    // Whatever is drawn first: the file, or the field.
    await second.user.type(await screen.findByLabelText('Placa'), '9');
    await screen.findByRole('button', {name: 'Desistir de laudo.pdf'});
    expect(removed.mock.calls.flat()).not.toContain(key);
    const notes = written.mock.calls.filter(([name]) => name === key).map(([, draft]) => (JSON.parse(draft) as {note?: string}).note);
    expect(new Set(notes)).not.toContain(undefined);
    await kept(['Laudo', false]);
  });

  it('is forgotten once no file of it is there any more', async () => {
    fakeApi(answers());
    const first = editTicket();
    await chooseFile(first.user, 'laudo.pdf', 'Laudo');
    await kept(['Laudo', false]);
    first.unmount();
    const forgotten = Promise.withResolvers<void>();
    removeChosenFiles(10, forgotten.resolve);
    await forgotten.promise;

    editTicket();
    await restored(/O arquivo laudo\.pdf ainda não foi enviado\./);
    await waitFor(() => expect(Object.keys(localStorage).filter(key => key.startsWith('rascunho.'))).toEqual([]));
  });

  it('keeps those that have not arrived when they are sent one by one', async () => {
    let uploads = 0;
    fakeApi(answers({
      'POST ticketsArquivo/upload-arquivo': () => {
        uploads += 1;
        return uploads === 1 ? {id: 32} : offline();
      },
    }));
    const first = editTicket();
    await chooseFile(first.user, 'laudo.pdf', 'Laudo');
    await chooseFile(first.user, 'nota.pdf', 'Nota Fiscal');
    await press(first.user, 'Enviar arquivo');
    await screen.findByText(/Erro de comunicação com servidor/);
    await kept(['Nota Fiscal', true]);
    first.unmount();
    editTicket();
    await expectRole('button', 'Remover nota.pdf');
    expect(screen.queryByRole('button', {name: /laudo\.pdf$/})).not.toBeInTheDocument();
  });

  it('shows none where it may not be saved any more, and forgets none', async () => {
    let current = ticket();
    fakeApi(answers({'GET tickets/7': () => current}));
    const first = editTicket();
    await chooseFile(first.user, 'laudo.pdf', 'Laudo');
    await kept(['Laudo', false]);
    first.unmount();
    current = ticket({idStatusTicket: 4, descricaoStatus: 'Fila RPA', versao: 4});
    const {unmount} = editTicket();
    await expectText(/^Somente leitura/);
    expect(screen.queryByRole('button', {name: 'Desistir de laudo.pdf'})).not.toBeInTheDocument();
    unmount();
    current = ticket({versao: 5});
    editTicket();
    await expectRole('button', 'Desistir de laudo.pdf');
  });
});

describe('an action that takes files', () => {
  const open = async (user: UserEvent) => {
    await clickOn(user, 'button', 'Finalizar');
    return screen.findByRole('dialog', {name: 'Finalizar: Ticket 7'});
  };
  const pending = {'GET tickets/7': ticket({idStatusTicket: 6, descricaoStatus: 'Pendência'})};
  const write = async (user: UserEvent, dialog: HTMLElement) => {
    await user.type(within(dialog).getByLabelText('Motivo'), 'Conferido');
    await user.upload(within(dialog).getByLabelText('Arquivo'), new File(['abc'], 'recibo.pdf'));
    await user.selectOptions(within(dialog).getByLabelText('Tipo do arquivo'), 'Laudo');
    await kept(['Laudo', false]);
  };

  it('has reason and file again after a reload, is sent under the same key, and leaves nothing', async () => {
    const outcomes: (() => unknown)[] = [offline, () => ({id: 7})];
    const api = fakeApi(answers({...pending, 'PUT tickets/finalizar/7': () => outcomes.shift()!()}));
    const first = openTickets('/adm/ticket?detalhes=7');
    const before = await open(first.user);
    await write(first.user, before);
    await press(first.user, 'Finalizar', within(before));
    await screen.findByText(/Erro de comunicação com servidor/);
    first.unmount();

    const {user} = openTickets('/adm/ticket?detalhes=7');
    const dialog = await open(user);
    expect(await within(dialog).findByRole('button', {name: /^(Remover|Desistir de) recibo\.pdf$/})).toBeVisible();
    expect(within(dialog).getByLabelText('Motivo')).toHaveValue('Conferido');
    await press(user, 'Finalizar', within(dialog));
    await screen.findByText('Ticket Finalizado!');
    const sent = api.to('PUT tickets/finalizar/7');
    expect(sent.map(call => [sentForm(call).files, sentForm(call).data['comentario']])).toEqual([
      [['recibo.pdf'], 'Conferido'], [['recibo.pdf'], 'Conferido'],
    ]);
    expect(new Set(keysOf(sent)).size).toBe(1);
    await waitFor(() => expect(browser.files()).toEqual([]));
    expect(Object.keys(localStorage).filter(key => /^(rascunho|envio)/.test(key))).toEqual([]);
  });

  it('is as new after it was left with Voltar', async () => {
    fakeApi(answers(pending));
    const {user} = openTickets('/adm/ticket?detalhes=7');
    const first = await open(user);
    await write(user, first);
    await press(user, 'Voltar', within(first));
    await clickOn(user, 'button', 'Sair sem salvar');
    await waitFor(() => expect(first).not.toBeInTheDocument());
    await waitFor(() => expect(browser.files()).toEqual([]));
    const again = await open(user);
    expect(within(again).getByLabelText('Motivo')).toHaveValue('');
    expect(within(again).queryByRole('button', {name: 'Desistir de recibo.pdf'})).not.toBeInTheDocument();
  });
});

describe('the file of a field', () => {
  const edit = () => openTickets('/adm/ticket/editar/7', 'adm', withLaudo);
  const arrived = {id: 8, nomeArquivo: 'laudo.pdf', tamanho: 8};
  const UPLOAD = 'POST tickets/campos/laudo';
  const chooseOffline = async (user: UserEvent) => {
    await user.upload(await screen.findByLabelText('Arquivo: Laudo Técnico'), new File(['%PDF-1.7'], 'laudo.pdf', {lastModified: 1}));
    await screen.findByRole('button', {name: 'Enviar de novo: Laudo Técnico'});
  };

  it('goes by itself after a reload, under the same key, and leaves nothing once it is there', async () => {
    let isOnline = false;
    const api = fakeApi(answers({[UPLOAD]: () => (isOnline ? arrived : offline()), 'PUT tickets/7': ticket({versao: 4, laudo: arrived})}));
    const first = edit();
    await chooseOffline(first.user);
    await waitFor(() => expect(browser.files()).toEqual(['laudo.pdf']));
    first.unmount();
    const again = edit();
    await expectText(/^8 B · restaurado$/);
    await screen.findByRole('button', {name: 'Enviar de novo: Laudo Técnico'});
    again.unmount();

    isOnline = true;
    const {user} = edit();
    await waitFor(() => expect(browser.files()).toEqual([]));
    await screen.findByRole('button', {name: 'Trocar arquivo: Laudo Técnico'});
    const sent = api.to(UPLOAD);
    expect(await ((sent.at(-1)!.body as FormData).get('file') as File).text()).toBe('%PDF-1.7');
    expect([sent.length, new Set(keysOf(sent)).size]).toEqual([3, 1]);
    await save(user);
    await expectText('Ticket 7 Editado!');
    expect(sentForm(api.to('PUT tickets/7')[0]!).data['laudo']).toEqual(arrived);
    expect(Object.keys(localStorage).filter(key => key.startsWith('rascunho.'))).toEqual([]);
  });

  it('is given up with the draft, and with the screen that is left on purpose', async () => {
    fakeApi(answers({[UPLOAD]: offline}));
    const first = edit();
    await chooseOffline(first.user);
    first.unmount();
    const {user, router} = edit();
    await screen.findByRole('button', {name: 'Enviar de novo: Laudo Técnico'});
    await press(user, 'Descartar');
    await press(user, 'Descartar', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(browser.files()).toEqual([]));
    await screen.findByRole('button', {name: 'Escolher arquivo: Laudo Técnico'});

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await chooseOffline(user);
    await waitFor(() => expect(browser.files()).toEqual(['laudo.pdf']));
    await user.click(screen.getByRole('link', {name: 'voltar'}));
    await clickOn(user, 'button', 'Sair sem salvar');
    await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
    await waitFor(() => expect(browser.files()).toEqual([]));
  });

  it('has to be chosen again where the browser had no room for it, which is said before and after', async () => {
    browser.fill();
    fakeApi(answers({[UPLOAD]: offline}));
    const first = edit();
    await chooseOffline(first.user);
    await expectText(/^Este navegador não pôde guardar os arquivos\./);
    first.unmount();
    edit();
    await expectText('O arquivo não chegou a ser enviado e precisa ser escolhido de novo.');
    await screen.findByRole('button', {name: 'Escolher arquivo: Laudo Técnico'});
  });
});

describe('what the browser keeps', () => {
  const one = {id: 'a', file: new File(['x'], 'velho.pdf'), tipo: 'Laudo', added: true};

  it('is gone after a week that nobody came back in', async () => {
    const now = Date.now();
    await writeStoredFiles({user: 10, form: 'tickets.7'}, [one], now - 8 * DAY);
    await writeStoredFiles({user: 10, form: 'tickets.8'}, [one], now - 6 * DAY);
    expect(await readStoredFiles({user: 10, form: 'tickets.9'}, now)).toEqual([]);
    expect(browser.files()).toEqual(['velho.pdf']);
    expect(await readStoredFiles({user: 10, form: 'tickets.8'}, now)).toMatchObject([{tipo: 'Laudo', added: true}]);
  });

  it('is gone before the page of who signs out is, and what another person chose here stays', async () => {
    await writeStoredFiles({user: 10, form: 'tickets.7'}, [one]);
    await writeStoredFiles({user: 1, form: 'tickets.7'}, [{...one, file: new File(['y'], 'alheio.pdf')}]);
    const {user} = show(<SignOutDialog open onClose={stay} />);
    await user.click(await screen.findByRole('button', {name: 'Logout'}));
    await waitFor(() => expect(browser.files()).toEqual(['alheio.pdf']));
    const left = Promise.withResolvers<string[]>();
    await writeStoredFiles({user: 10, form: 'tickets.7'}, [one]);
    removeChosenFiles(10, () => left.resolve(browser.files()));
    expect(await left.promise).toEqual(['alheio.pdf']);
  });

  it('keeps nobody here where the browser has no such store', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const left = Promise.withResolvers<string>();
    removeChosenFiles(10, () => left.resolve('left'));
    expect(await left.promise).toBe('left');
  });
});
