// Who else has the record open: what the situation says of it, and what this page tells the server (rules: Events 6).
import {act, screen, waitFor, within} from '@testing-library/react';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import type {RecordViewer} from '../../src/schema/apiShapes.ts';
import {preloadLazyComponents} from '../../src/portal/ui/lazyComponent.tsx';
import {fakeApi, type Answers} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {eventSource, seen} from './support/events.ts';
import {press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {signIn} from './support/signedIn.ts';
import {editTicket, openTickets, ticket, ticketAnswers} from './support/tickets.tsx';

beforeEach(() => {
  fakeClock();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  signIn('adm');
});
afterEach(() => {
  vi.mocked(Math.random).mockRestore();
  vi.useRealTimers();
  seen(true);
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const RENEW = 'PUT tickets/7/presenca';
const LEAVE = 'DELETE tickets/7/presenca';
const viewer = (id: number, nome: string, more: Partial<RecordViewer> = {}): RecordViewer => (
  {id, nome, escrevendo: false, segundos: 30, ...more}
);
const ANA = viewer(21, 'Ana Souza', {escrevendo: true});
const BRUNO = viewer(22, 'Bruno Lima');

const open = async (viewers: readonly RecordViewer[] | undefined, {show = editTicket, answers = {}}: {
  show?: typeof editTicket; answers?: Answers;
} = {}) => {
  const server = eventSource();
  const state = {viewers};
  const api = fakeApi(ticketAnswers({
    'GET tickets': {total: 1, registros: [ticket()]}, ...server.answers,
    ...(viewers && {[RENEW]: () => state.viewers, [LEAVE]: new Response(null, {status: 204})}), ...answers,
  }));
  const shown = show();
  const region = await screen.findByRole('region', {name: 'Situação'});
  preloadLazyComponents();
  await fetched();
  return {...shown, api, server, state, region, said: () => api.to(RENEW).map(({body}) => body)};
};
const line = (region: HTMLElement) => region.querySelector('[aria-live]');
const expectLine = (region: HTMLElement, words: string) => waitFor(() => expect(line(region)).toHaveTextContent(words));

it('names who writes and who looks, in one line that is told once', async () => {
  const {region} = await open([ANA, BRUNO]);
  await expectLine(region, 'Ana Souza está escrevendo · Bruno Lima está vendo');
  expect(line(region)).toHaveAttribute('aria-live', 'polite');
  // That somebody writes comes and goes: it is read and not told.
  expect(within(region).getByText('está escrevendo')).toHaveAttribute('aria-live', 'off');
});

it('says how many more there are than it names', async () => {
  const {region} = await open(Array.from({length: 7}, (_, at) => viewer(at + 20, `P${at}`)));
  await expectLine(region, 'P4 está vendo e mais 2');
  expect(line(region)).not.toHaveTextContent('P5');
});

it('is nothing where nobody else is there', async () => {
  const {region, said} = await open([]);
  await waitFor(() => expect(said()).toEqual([{}]));
  expect(line(region)).toBeEmptyDOMElement();
});

it('does not ask a server again that has no such call', async () => {
  let asked = 0;
  const {region} = await open(undefined, {answers: {[RENEW]: () => {
    asked += 1;
    return undefined;
  }}});
  await waitFor(() => expect(asked).toBe(1));
  await pass(60_000);
  expect(asked).toBe(1);
  expect(line(region)).toBeEmptyDOMElement();
});

it('is there in the details too, renewed every 15 seconds while somebody looks, and at once when they look again', async () => {
  const {said} = await open([], {show: () => openTickets('/adm/ticket?detalhes=7')});
  await waitFor(() => expect(said()).toHaveLength(1));
  await pass(15_000);
  await waitFor(() => expect(said()).toHaveLength(2));
  seen(false);
  await pass(60_000);
  expect(said()).toHaveLength(2);
  seen(true);
  await waitFor(() => expect(said()).toHaveLength(3));
});

it('follows what the server tells of this record, and lets go whoever did not renew it', async () => {
  const {region, server, state, said} = await open([BRUNO]);
  await expectLine(region, 'Bruno Lima está vendo');
  await server.opened();
  state.viewers = [{...ANA, segundos: 4}];
  server.tell('presenca', {recurso: 'tickets', id: 8});
  await pass(3000);
  expect(said()).toHaveLength(1);
  server.tell('presenca', {recurso: 'tickets', id: 7});
  await expectLine(region, 'Ana Souza está escrevendo');
  state.viewers = [];
  await pass(4000);
  await waitFor(() => expect(line(region)).toBeEmptyDOMElement());
});

it.each([
  ['form', 'Placa'], ['comment box', /Comentário/],
])('tells that something is typed in the %s, and that it was not for 15 s', async (_where, field) => {
  const {user, said} = await open([]);
  await waitFor(() => expect(said()).toEqual([{}]));
  await user.type(await screen.findByRole('textbox', {name: field}), 'D');
  await waitFor(() => expect(said()).toEqual([{}, {escrevendo: true}]));
  await pass(15_000);
  await waitFor(() => expect(said().slice(0, 3)).toEqual([{}, {escrevendo: true}, {escrevendo: false}]));
});

it('tells at once that what was typed is saved', async () => {
  const {user, said} = await open([], {answers: {'PUT tickets/7': ticket({versao: 4})}});
  await user.type(await screen.findByRole('textbox', {name: 'Placa'}), 'D');
  await waitFor(() => expect(said().at(-1)).toEqual({escrevendo: true}));
  const before = said().length;
  await press(user, 'Salvar');
  await waitFor(() => expect(said().slice(before)).toEqual([{escrevendo: false}]));
});

it('leaves with the screen and with the page, but not from the details to the form', async () => {
  const {api, said, router, unmount} = await open([], {show: () => openTickets('/adm/ticket?detalhes=7')});
  await waitFor(() => expect(said()).toHaveLength(1));
  await act(() => router.navigate('/adm/ticket/editar/7'));
  await waitFor(() => expect(said()).toHaveLength(2));
  await pass(5000);
  expect(api.to(LEAVE)).toHaveLength(0);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(api.to(LEAVE)).toHaveLength(1));
  // The browser brought it back.
  await waitFor(() => expect(said()).toHaveLength(3));
  unmount();
  await pass(2000);
  expect(api.to(LEAVE)).toHaveLength(2);
});
