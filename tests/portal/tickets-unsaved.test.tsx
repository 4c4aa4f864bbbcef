import {beforeEach, describe, expect, it} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {endSession} from '../../src/portal/session/endSession.ts';
import {storeSession} from '../../src/portal/session/session.ts';
import {fakeApi, offline, refusal, type Sent} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {editTicket, openTickets, sentForm, ticket, ticketAnswers, withPlaca} from './support/tickets.tsx';

const LAUDO = 'O arquivo laudo.pdf ainda não foi enviado.';
const pdf = (name = 'laudo.pdf') => new File(['%PDF-1.7'], name, {type: 'application/pdf'});
const chooseFile = async (user: UserEvent, {name = 'laudo.pdf', tipo = 'Laudo'} = {}) => {
  await user.upload(await screen.findByLabelText('Arquivo'), pdf(name));
  if (tipo !== '') await user.selectOptions(screen.getAllByLabelText('Tipo do arquivo').at(-1)!, tipo);
};
const save = (user: UserEvent) => press(user, 'Salvar');
/** The rows of files that were chosen: with a type already, or still without. */
const isChosen = (name = 'laudo.pdf') => screen.queryByRole('button', {name: new RegExp(`^(Remover|Desistir de) ${name}$`)}) !== null;
const unload = () => !window.dispatchEvent(new Event('beforeunload', {cancelable: true}));

// The browser asks nothing of who is not signed in any more.
beforeEach(() => storeSession({token: 't', nome: 'Ana', idPerfil: 1, id: 10, idEmpresa: 0, codigoExterno: ''}));

/** A server that stores what it is sent. */
const storing = () => {
  let stored = ticket();
  return {
    'GET tickets/7': () => stored,
    'PUT tickets/7': (sent: Sent) => {
      const {data, files, tipos} = sentForm(sent);
      const added = files.map((nomeArquivo, at) => ({
        id: 40 + at, nomeArquivo, tipo: tipos[at], origem: 'Portal', dataCriacao: '2026-11-21T12:00:00.000Z',
      }));
      const [{valor}] = data['ticketFormularios'] as [{valor: string}];
      stored = withPlaca(valor, {versao: stored.versao + 1, ticketArquivos: [...stored.ticketArquivos, ...added]});
      return stored;
    },
  };
};

describe('a file chosen for a ticket and not sent yet', () => {
  it('is sent by Salvar with its type, in one call with the form, and is then among the ticket\'s', async () => {
    const api = fakeApi(ticketAnswers(storing()));
    const {user} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    await chooseFile(user);
    await save(user);
    await expectText('Ticket 7 Editado!');
    const list = await screen.findByRole('list', {name: 'Arquivos do ticket'});
    expect(await within(list).findByText('laudo.pdf')).toBeVisible();
    await waitFor(() => expect(isChosen()).toBe(false));
    expect(screen.getByText('Nenhum arquivo escolhido.')).toBeVisible();
    expect(unload()).toBe(false);
    const [call, ...others] = api.to('PUT tickets/7').map(sentForm);
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      files: ['laudo.pdf'], tipos: ['Laudo'], data: {versao: 3, ticketFormularios: [{id: 91, valor: 'ABCD'}, {id: 92}]},
    });
    expect(api.to('POST ticketsArquivo/upload-arquivo')).toEqual([]);
  });

  it('is sent though nothing was typed, and once for a double click', async () => {
    const api = fakeApi(ticketAnswers(storing()));
    const {user} = editTicket();
    await chooseFile(user);
    await user.dblClick(screen.getByRole('button', {name: 'Salvar'}));
    await expectText('Ticket 7 Editado!');
    expect(api.to('PUT tickets/7').map(call => sentForm(call).files)).toEqual([['laudo.pdf']]);
  });

  it.each([
    ['a type', 'Tipo do arquivo', 'Selecione o tipo do arquivo.'],
    ['a branch', 'Filial', 'Selecione a Filial.'],
  ])('needs %s, which Salvar says before anything is sent', async (_what, label, sentence) => {
    const api = fakeApi(ticketAnswers());
    const {user} = editTicket();
    await chooseFile(user, {tipo: label === 'Filial' ? 'Laudo' : ''});
    const select = screen.getAllByLabelText(label).find(one => one.tagName === 'SELECT')!;
    await user.selectOptions(select, '');
    await save(user);
    await expectText(sentence);
    await waitFor(() => expect(select).toHaveFocus());
    expect(isChosen()).toBe(true);
    expect(api.to('PUT tickets/7')).toEqual([]);
  });

  it.each([
    ['the server refuses', () => refusal(400, {message: 'O arquivo é maior que 25 MB.', codigo: 'TAMANHO'}), /maior que 25 MB/],
    ['the line breaks', offline, /Erro de comunicação/],
  ])('stays chosen when %s, with what was typed, and nothing is said to be saved', async (_case, answer, told) => {
    fakeApi(ticketAnswers({'PUT tickets/7': answer}));
    const {user} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    await chooseFile(user);
    await save(user);
    // In a toast, and of a refusal on the page as well.
    await screen.findAllByText(told);
    expect(isChosen()).toBe(true);
    expect(screen.getByText('Escolhidos, ainda não enviados')).toBeVisible();
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    expect(screen.queryByText('Ticket 7 Editado!')).not.toBeInTheDocument();
    expect(unload()).toBe(true);
  });

  it('stays chosen when its upload is stopped, and goes with the same key again', async () => {
    const first = Promise.withResolvers<unknown>();
    const {'PUT tickets/7': store, ...rest} = storing();
    let tries = 0;
    const api = fakeApi(ticketAnswers({
      ...rest,
      'PUT tickets/7': (sent: Sent) => {
        tries += 1;
        return tries === 1 ? first.promise : store(sent);
      },
    }));
    const {user} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    await chooseFile(user);
    await save(user);
    const stop = await screen.findByRole('button', {name: 'Cancelar envio'});
    expect(screen.getByRole('button', {name: 'Enviar arquivo'})).toBeDisabled();
    expect(unload()).toBe(true);
    await user.click(stop);
    await waitFor(() => expect(stop).not.toBeInTheDocument());
    expect(isChosen()).toBe(true);
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    expect(screen.queryByText('Ticket 7 Editado!')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', {name: 'Salvar'})).toBeEnabled());
    await save(user);
    await expectText('Ticket 7 Editado!');
    const keys = api.to('PUT tickets/7').map(({headers}) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    first.resolve(ticket());
  });

  it('is not replaced by the next one that is chosen', async () => {
    const api = fakeApi(ticketAnswers(storing()));
    const {user} = editTicket();
    await chooseFile(user);
    await chooseFile(user, {name: 'nota2.pdf', tipo: 'Nota Fiscal'});
    await save(user);
    await screen.findByText('Ticket 7 Editado!');
    expect(api.to('PUT tickets/7').map(sentForm)).toMatchObject([{files: ['laudo.pdf', 'nota2.pdf'], tipos: ['Laudo', 'Nota Fiscal']}]);
  });

  it.each([
    {stopped: 'laudo.pdf', arrived: 'nota2.pdf'},
    // It waits while the other one is on its way.
    {stopped: 'nota2.pdf', arrived: 'laudo.pdf'},
  ])('can be stopped by itself, and the others go on: $stopped', async ({stopped, arrived}) => {
    const held = Promise.withResolvers<unknown>();
    let tries = 0;
    const api = fakeApi(ticketAnswers({'POST ticketsArquivo/upload-arquivo': () => {
      tries += 1;
      return tries === 1 ? held.promise : {id: 33};
    }}));
    const {user} = editTicket();
    await chooseFile(user);
    await chooseFile(user, {name: 'nota2.pdf', tipo: 'Nota Fiscal'});
    await press(user, 'Enviar arquivo');
    // How large it is, and how far.
    await expectText(/^Laudo · .* · 50%$/);
    expect(screen.getByText(/^Nota Fiscal · .* · 0%$/)).toBeVisible();
    const stop = screen.getByRole('button', {name: `Cancelar envio de ${stopped}`});
    await user.click(stop);
    held.resolve({id: 32});
    const again = await screen.findByRole('button', {name: `Remover ${stopped}`});
    expect(again).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('progressbar', {name: /^Envio d/})).not.toBeInTheDocument());
    expect(screen.queryByRole('button', {name: `Remover ${arrived}`})).not.toBeInTheDocument();
    expect(await screen.findAllByText('Arquivo Adicionado!')).toHaveLength(1);
    const names = api.to('POST ticketsArquivo/upload-arquivo').map(({body}) => ((body as FormData).get('file') as File).name);
    expect(names).toEqual(stopped === 'laudo.pdf' ? ['laudo.pdf', 'nota2.pdf'] : ['laudo.pdf']);
  });

  it('can go at once, and leaves what was typed as it is', async () => {
    fakeApi(ticketAnswers({'POST ticketsArquivo/upload-arquivo': {id: 32}}));
    const {user} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    await chooseFile(user);
    await press(user, 'Enviar arquivo');
    await expectText('Arquivo Adicionado!');
    await waitFor(() => expect(isChosen()).toBe(false));
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
  });

  it.each(['a ticket', 'a new ticket'])('is named before the screen of %s is left, and stays when the person does', async which => {
    fakeApi(ticketAnswers({'GET tickets': {total: 0, registros: []}}));
    const {user, router} = which === 'a new ticket' ? openTickets('/adm/ticket/salvar') : editTicket();
    await chooseFile(user);
    expect(unload()).toBe(true);
    const from = router.state.location.pathname;
    await user.click(screen.getByRole('link', {name: 'voltar'}));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent(LAUDO);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe(from);
    expect(isChosen()).toBe(true);
    await user.click(screen.getByRole('link', {name: 'voltar'}));
    await clickOn(user, 'button', 'Sair sem salvar');
    await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
    expect(Object.keys(localStorage).filter(key => key.startsWith('rascunho.'))).toEqual([]);
  });

  it('asks nothing any more once it was taken back', async () => {
    fakeApi(ticketAnswers({'GET tickets': {total: 0, registros: []}}));
    const {user, router} = editTicket();
    await chooseFile(user);
    await press(user, 'Desistir de laudo.pdf');
    expect(unload()).toBe(false);
    await user.click(screen.getByRole('link', {name: 'voltar'}));
    await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
  });

  it('is told after a session that ended where the browser has no store for it', async () => {
    fakeApi(ticketAnswers());
    const {user, unmount} = editTicket();
    await chooseFile(user);
    unmount();
    endSession(() => undefined);
    const again = editTicket();
    expect(await screen.findByText(
      /^Rascunho restaurado .* O arquivo laudo\.pdf ainda não foi enviado\. Os arquivos precisam ser escolhidos de novo\.$/,
    )).toBeVisible();
    expect(unload()).toBe(false);
    again.unmount();
    editTicket();
    expect(await screen.findByLabelText('Placa')).toHaveValue('ABC');
    expect(screen.queryByText(/^Rascunho restaurado/)).not.toBeInTheDocument();
  });
});

describe('an action over what is not saved', () => {
  const pending = {idStatusTicket: 6, descricaoStatus: 'Pendência'};
  const reopen = async (user: UserEvent) => {
    await press(user, 'Reabrir');
    return screen.findByRole('alertdialog', {name: 'Salvar antes de continuar'});
  };

  it('says what is not saved, and does nothing when the person goes on editing', async () => {
    const api = fakeApi(ticketAnswers({'GET tickets/7': ticket(pending)}));
    const {user} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    await chooseFile(user);
    const dialog = await reopen(user);
    expect(dialog).toHaveAccessibleDescription(`O que você digitou ainda não foi salvo. ${LAUDO}`);
    await press(user, 'Continuar editando', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    expect(isChosen()).toBe(true);
    expect(api.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });

  it('saves first, then asks its own question about the ticket as it is stored', async () => {
    const {'PUT tickets/7': store, 'GET tickets/7': stored} = storing();
    const api = fakeApi(ticketAnswers({
      'GET tickets/7': () => ({...stored(), ...pending}), 'PUT tickets/7': store,
      'PUT tickets/finalizar/7': {id: 7, idStatusTicket: 7, descricaoStatus: 'Finalizado', versao: 5},
    }));
    const {user} = editTicket();
    await chooseFile(user);
    await press(user, 'Finalizar');
    await clickOn(user, 'button', 'Salvar e continuar');
    const dialog = await screen.findByRole('dialog', {name: 'Finalizar: Ticket 7'});
    expect(api.to('PUT tickets/7').map(call => sentForm(call).files)).toEqual([['laudo.pdf']]);
    await user.type(within(dialog).getByLabelText('Motivo'), 'Conferido.');
    await press(user, 'Finalizar', within(dialog));
    await expectText('Ticket Finalizado!');
    expect(sentForm(api.to('PUT tickets/finalizar/7')[0]!).data).toMatchObject({versao: 4, comentario: 'Conferido.'});
  });

  it('is not done where the save is refused, nor by the save that succeeds later', async () => {
    const {'PUT tickets/7': store, 'GET tickets/7': stored} = storing();
    const api = fakeApi(ticketAnswers({
      'GET tickets/7': () => ({...stored(), ...pending}), 'PUT tickets/7': store, 'PUT tickets/reabrir/7/10': {id: 7},
    }));
    const {user} = editTicket();
    await chooseFile(user, {name: 'scan.pdf', tipo: ''});
    const dialog = await reopen(user);
    await press(user, 'Salvar e continuar', within(dialog));
    await expectText('Selecione o tipo do arquivo.');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), 'Laudo');
    await save(user);
    await expectText('Ticket 7 Editado!');
    await waitFor(() => expect(isChosen('scan.pdf')).toBe(false));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(api.to('PUT tickets/reabrir/7/10')).toEqual([]);
  });

  it('asks nothing of a ticket that cannot be saved: what is chosen stays on the page', async () => {
    let current = ticket();
    const api = fakeApi(ticketAnswers({
      'GET tickets/7': () => current, 'PUT tickets/retirar-fila/7': () => (current = ticket({versao: 5})),
    }));
    const {user, queryClient} = editTicket();
    await chooseFile(user);
    current = ticket({versao: 4, idStatusTicket: 4, descricaoStatus: 'Fila RPA'});
    await queryClient.invalidateQueries();
    await clickOn(user, 'button', 'Retirar da Fila');
    const dialog = await screen.findByRole('dialog', {name: 'Retirar da Fila: Ticket 7'});
    await user.type(within(dialog).getByLabelText('Motivo'), 'Faltou o laudo.');
    await press(user, 'Retirar da Fila', within(dialog));
    await screen.findByText('Ticket Retirado da Fila!');
    // An open dialog hides the page behind it.
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(api.to('PUT tickets/7')).toEqual([]);
    expect(isChosen()).toBe(true);
  });
});
