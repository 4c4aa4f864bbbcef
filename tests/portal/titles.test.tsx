// What the browser's tab says of one ticket (rules: Screens 2), and of its list.
import {Route, Routes} from 'react-router-dom';
import {screen, waitFor} from '@testing-library/react';
import {expect, it} from 'vitest';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import {FieldValue} from '../../src/portal/fields/FieldValue.tsx';
import {FieldInput} from '../../src/portal/fields/FieldInput.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {Form} from 'ra-core';
import {named, withResources} from '../support/configs.ts';
import {fakeApi} from './support/api.ts';
import {press} from './support/gestures.ts';
import {show} from './support/world.tsx';
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

const chamados: ResourceInput = {
  ...named({one: 'Chamado', many: 'Chamados'}, {fields: {
    numero: {kind: 'numero', label: 'Número', sequence: true}, quando: {kind: 'data', label: 'Quando'},
  }}),
  title: ['numero', 'nome', 'quando'], api: {answer: 'page'},
};
const config = withResources({chamados});
const chamado = {id: 186, numero: 1, nome: 'Furadeira', quando: '2026-04-22', versao: 1};

it('names a record by several of its values, on its own screen and where a reference shows or offers it', async () => {
  fakeApi({
    'GET chamados/186': chamado, 'GET chamados/nomes': [chamado],
    'GET chamados': {total: 2, registros: [chamado, {...chamado, id: 187, numero: 2, quando: ''}]},
  });
  const field = {kind: 'referencia', label: 'Chamado', to: 'chamados'} as const;
  const {user} = show(<>
    <Routes><Route path="/adm/chamado/*" element={<ResourceRoutes name="chamados" />} /></Routes>
    <FieldValue field={field} value={186} />
    <Form record={{}}><FieldInput source="idChamado" field={field} fields={{idChamado: field}} /></Form>
  </>, {at: '/adm/chamado/salvar/186', config});
  await waitFor(() => expect(screen.getAllByText('1 · Furadeira · 22/04/2026')).toHaveLength(2));
  const chosen = screen.getByRole('combobox', {name: 'Chamado'});
  await waitFor(() => expect(chosen).toHaveAttribute('placeholder', 'Selecione'));
  await user.click(chosen);
  expect(screen.getAllByRole('option').map(({textContent}) => textContent)).toEqual(['1 · Furadeira · 22/04/2026', '2 · Furadeira']);
});
