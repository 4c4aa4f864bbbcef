import {describe, expect, it} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import {expectConsole} from '../support/console.ts';
import {fakeApi, offline, type Answers} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {editTicket, openTickets, steps, ticket, ticketAnswers} from './support/tickets.tsx';

const {ticketFormularios: _items, ticketArquivos: _files, ...row} = ticket();
const listed = (more: Answers): Answers => ticketAnswers({'GET tickets': {total: 1, registros: [row]}, ...more});
/** A call that waits, fails or answers, as it is told. */
const call = (answer: unknown) => {
  const gate = Promise.withResolvers<void>();
  let mode: 'waits' | 'fails' | 'answers' = 'waits';
  return {
    answer: async () => {
      if (mode === 'waits') await gate.promise;
      return mode === 'fails' ? offline() : answer;
    },
    set: (next: 'fails' | 'answers') => {
      mode = next;
      gate.resolve();
    },
  };
};
const details = async (api: Answers) => {
  fakeApi(listed(api));
  const shown = openTickets('/adm/ticket');
  await clickOn(shown.user, 'link', 'Detalhes do ticket 7');
  return {...shown, dialog: await screen.findByRole('dialog', {name: /^Ticket 7/})};
};
/** What would be a lie as long as nothing has arrived. */
const NOTHING = /Nenhum arquivo|não tem campos|Nada aconteceu/;

describe('the details of a ticket', () => {
  it('show what the list knew and the shape of the rest, and never say that there is nothing', async () => {
    const [one, history] = [call(ticket()), call(steps)];
    const {dialog} = await details({'GET tickets/7': one.answer, 'GET ticketsHistorico/7': history.answer});
    expect(within(dialog).getByText('Sementes Sul')).toBeVisible();
    for (const name of ['Carregando os campos', 'Carregando os arquivos', 'Carregando o histórico']) {
      expect(within(dialog).getByRole('status', {name})).toBeInTheDocument();
    }
    expect(dialog).not.toHaveTextContent(NOTHING);
    one.set('answers');
    expect(await within(dialog).findByText('nota.pdf')).toBeVisible();
    expect(within(dialog).getByText('ABC')).toBeVisible();
    expect(within(dialog).getByRole('status', {name: 'Carregando o histórico'})).toBeInTheDocument();
    history.set('answers');
    expect(await within(dialog).findByText('Faltou a nota')).toBeVisible();
    expect(within(dialog).queryByRole('status')).not.toBeInTheDocument();
  });

  it('say so when they cannot be loaded, keep what is known, and try again', async () => {
    expectConsole(/HttpError/);
    const [one, history] = [call(ticket()), call(steps)];
    one.set('fails');
    history.set('fails');
    const {user, dialog} = await details({'GET tickets/7': one.answer, 'GET ticketsHistorico/7': history.answer});
    expect(await within(dialog).findByText('Não foi possível carregar o ticket.')).toBeVisible();
    expect(await within(dialog).findByText('Não foi possível carregar o histórico.')).toBeVisible();
    expect(within(dialog).getByText('Sementes Sul')).toBeVisible();
    expect(dialog).not.toHaveTextContent(NOTHING);
    expect(within(dialog).queryByRole('status')).not.toBeInTheDocument();
    one.set('answers');
    history.set('answers');
    for (const button of within(dialog).getAllByRole('button', {name: 'Tentar de novo'})) await user.click(button);
    expect(await within(dialog).findByText('nota.pdf')).toBeVisible();
    expect(await within(dialog).findByText('Faltou a nota')).toBeVisible();
    await waitFor(() => expect(dialog).not.toHaveTextContent('Não foi possível'));
  });

  it('keep what was there when they cannot be refreshed', async () => {
    expectConsole(/HttpError/);
    const [one, history] = [call(ticket()), call(steps)];
    one.set('answers');
    history.set('answers');
    const {user, queryClient, dialog} = await details({'GET tickets/7': one.answer, 'GET ticketsHistorico/7': history.answer});
    await within(dialog).findByText('nota.pdf');
    await within(dialog).findByText('Faltou a nota');
    one.set('fails');
    history.set('fails');
    // Not the list: react-admin takes what a list knows of a record for an answer, and forgets that the record could not be read.
    await queryClient.invalidateQueries({predicate: ({queryKey}) => queryKey[1] !== 'getList'});
    expect(await within(dialog).findByText(/^Não foi possível atualizar o ticket\./)).toBeVisible();
    expect(await within(dialog).findByText(/^Não foi possível atualizar o histórico\./)).toBeVisible();
    for (const kept of ['nota.pdf', 'ABC', 'Faltou a nota']) expect(within(dialog).getByText(kept)).toBeVisible();
    one.set('answers');
    await user.click(within(dialog).getAllByRole('button', {name: 'Tentar de novo'})[0]!);
    await waitFor(() => expect(dialog).not.toHaveTextContent('atualizar o ticket'));
  });

  it('say what is not there once that is known', async () => {
    const {dialog} = await details({'GET tickets/7': ticket({ticketArquivos: [], ticketFormularios: []}), 'GET ticketsHistorico/7': []});
    for (const words of ['Nenhum arquivo neste ticket.', 'Este ticket não tem campos.', 'Nada aconteceu com este ticket ainda.']) {
      expect(await within(dialog).findByText(words)).toBeVisible();
    }
  });
});

describe('the edit screen', () => {
  it('keeps form, typing and files when the ticket cannot be refreshed, and says so', async () => {
    expectConsole(/HttpError/);
    const one = call(ticket());
    one.set('answers');
    fakeApi(ticketAnswers({'GET tickets/7': one.answer}));
    const {user, queryClient} = editTicket();
    await user.type(await screen.findByLabelText('Placa'), 'D');
    one.set('fails');
    await queryClient.invalidateQueries();
    await expectText(/^Não foi possível atualizar o ticket\./);
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
    expect(screen.getByText('nota.pdf')).toBeVisible();
    one.set('answers');
    await press(user, 'Tentar de novo');
    await waitFor(() => expect(screen.queryByText(/^Não foi possível/)).not.toBeInTheDocument());
    expect(screen.getByLabelText('Placa')).toHaveValue('ABCD');
  });

  it('opens nothing old in the place of what cannot be loaded', async () => {
    expectConsole(/HttpError/);
    const one = call(ticket());
    one.set('answers');
    const {user, router} = await details({'GET tickets/7': one.answer});
    await screen.findByText('nota.pdf');
    one.set('fails');
    await user.click(screen.getByRole('link', {name: 'Editar'}));
    await expectText('Não foi possível carregar');
    expect(screen.queryByLabelText('Placa')).not.toBeInTheDocument();
    one.set('answers');
    await press(user, 'Tentar de novo');
    expect(await screen.findByLabelText('Placa')).toHaveValue('ABC');
    expect(router.state.location.pathname).toBe('/adm/ticket/editar/7');
  });

  it('shows what was saved when the ticket cannot be read again', async () => {
    expectConsole(/HttpError/);
    const one = call(ticket());
    one.set('answers');
    fakeApi(ticketAnswers({
      'GET tickets/7': one.answer,
      'PUT tickets/7': () => {
        one.set('fails');
        // Less than the record, which then is read.
        return ticket({versao: 4, ticketFormularios: [{...ticket().ticketFormularios[0], valor: 'XYZ'}], ticketArquivos: undefined});
      },
    }));
    const {user} = editTicket();
    const placa = await screen.findByLabelText('Placa');
    await user.clear(placa);
    await user.type(placa, 'xyz');
    await press(user, 'Salvar');
    await expectText('Ticket 7 Editado!');
    await waitFor(() => expect(screen.getByLabelText('Placa')).toHaveValue('XYZ'));
    await expectText(/^Não foi possível atualizar o ticket\./);
  });
});
