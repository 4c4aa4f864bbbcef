// What is specified is asked (rules: Calls 1), so that another server's answers count: statuses, a ticket's files, the fixed lists.
import {screen, waitFor, within} from '@testing-library/react';
import {expect, it} from 'vitest';
import {fakeApi, refusal} from './support/api.ts';
import {expectText} from './support/gestures.ts';
import {editTicket, openTickets, ticket, ticketAnswers} from './support/tickets.tsx';

const file = (nomeArquivo: string) => ({id: 40, nomeArquivo, dataCriacao: '2026-11-20T15:04:00.000Z', tipo: 'Laudo', origem: 'RPA'});

it('offers the statuses that the server has, in its words', async () => {
  const api = fakeApi(ticketAnswers({
    'GET tickets': {total: 1, registros: [ticket()]},
    'GET statusTickets/listarCombo': [{id: 1, descricao: 'Novo'}, {id: 6, descricao: 'Parado'}, {id: 9, descricao: 'Desconhecido'}],
  }));
  const {user} = openTickets('/adm/ticket');
  await screen.findByRole('option', {name: 'Parado'});
  const status = screen.getByLabelText('Status');
  expect(within(status).getAllByRole('option').map(one => one.textContent)).toEqual(['Todos', 'Novo', 'Parado']);
  await user.selectOptions(status, 'Parado');
  await waitFor(() => expect(api.to('GET tickets').at(-1)?.query.get('idStatusTicket')).toBe('6'));
});

it('offers the declared statuses where the server does not answer them', async () => {
  fakeApi(ticketAnswers({'GET tickets': {total: 1, registros: [ticket()]}, 'GET statusTickets/listarCombo': refusal(404, {})}));
  openTickets('/adm/ticket');
  const status = await screen.findByLabelText('Status');
  expect(within(status).getAllByRole('option')).toHaveLength(9);
});

it.each(['/adm/ticket/editar/7', '/adm/ticket?detalhes=7'])('shows the files that their own call answers: %s', async at => {
  fakeApi(ticketAnswers({'GET tickets': {total: 1, registros: [ticket()]}, 'GET ticketsArquivo/7': [file('laudo.pdf')]}));
  openTickets(at);
  await expectText('laudo.pdf');
  await waitFor(() => expect(screen.queryByText('nota.pdf')).toBeNull());
});

it('shows the files that the ticket carries while their call is on its way, or fails', async () => {
  fakeApi(ticketAnswers({'GET ticketsArquivo/7': refusal(500, {})}));
  editTicket();
  await expectText('nota.pdf');
});

it('asks the file types at the address of the specification', async () => {
  const api = fakeApi(ticketAnswers());
  editTicket();
  await waitFor(() => expect(api.to('GET ticketsArquivo/lista-tipos-arquivo/')).toHaveLength(1));
});
