// What the browser's tab says of one ticket (rules: Screens 2), and of its list.
import {screen, waitFor} from '@testing-library/react';
import {expect, it} from 'vitest';
import {fakeApi} from './support/api.ts';
import {press} from './support/gestures.ts';
import {openTickets, ticket, ticketAnswers} from './support/tickets.tsx';

it('names the ticket on its edit screen, also while it is on its way', async () => {
  fakeApi(ticketAnswers());
  openTickets('/adm/ticket/editar/7');
  await waitFor(() => expect(document.title).toBe('Ticket 7'));
  await screen.findByLabelText('Placa');
  expect(document.title).toBe('Ticket 7');
});

it('names the ticket while its details are open, and the list again afterwards', async () => {
  fakeApi(ticketAnswers({'GET tickets': {total: 1, registros: [ticket()]}}));
  const {user} = openTickets('/adm/ticket?detalhes=7');
  await screen.findByRole('dialog');
  await waitFor(() => expect(document.title).toBe('Ticket 7'));
  await press(user, 'Fechar');
  await waitFor(() => expect(document.title).toBe('Ticket'));
});
