// How often a screen asks: one thing done is one call and one refresh of what is in sight.
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import {MAX_NEWEST_STEPS} from '../../src/schema/lifeCycle/newestSteps.ts';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {openTickets, steps, ticket, ticketAnswers, withPlaca} from './support/tickets.tsx';

// What was answered a moment ago is not asked for again: it stays so, however long this machine takes.
beforeEach(() => void vi.useFakeTimers({toFake: ['Date']}));
afterEach(() => void vi.useRealTimers());

/** A server whose ticket stands in a status, and whose answers to changes are the record, as its own call answers it. */
const served = (idStatusTicket: number, more: Answers = {}) => {
  const state = {idStatusTicket, versao: 3};
  const whole = () => ticket(state);
  let held: Promise<void> = Promise.resolve();
  const moved = (to: number) => () => {
    Object.assign(state, {idStatusTicket: to, versao: state.versao + 1});
    return whole();
  };
  const api = fakeApi(ticketAnswers({
    'GET tickets': async () => {
      await held;
      const {ticketFormularios: _items, ticketArquivos: _files, ...row} = whole();
      return {total: 1, registros: [row]};
    },
    'GET tickets/7': whole, 'GET ticketsArquivo/7': () => whole().ticketArquivos,
    'PUT tickets/iniciar-atendimento/7/10': moved(3), 'PUT tickets/cancelar/7': moved(8), 'PUT tickets/enviar-aprovacao/7': moved(2),
    'PUT tickets/7': moved(idStatusTicket), 'GET statusTickets/listarCombo': [], ...more,
  }));
  /** What was asked since, in its order, but for fixed lists and limits, which are asked for once. */
  const since = (calls: number) =>
    api.calls.slice(calls).map(({method, path}) => `${method} ${path}`).filter(call => !/lista-|limites$/.test(call));
  /** Keeps the list's answers back. */
  const hold = () => {
    const {promise, resolve} = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return {api, since, hold};
};
const [LIST, TABS, ONE] = ['GET tickets', 'GET tickets/abas', 'GET tickets/7'];
const [FILES, HISTORY] = ['GET ticketsArquivo/7', 'GET ticketsHistorico/7'];
type Shown = ReturnType<typeof openTickets>;
const settled = async ({queryClient}: Shown, since: () => string[], least: number) => {
  await waitFor(() => expect(since().length).toBeGreaterThanOrEqual(least));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
};
/** The list, once its tabs are counted too: they are in their own time, and would else be among what comes after. */
const openList = async (since: (calls: number) => string[]) => {
  const shown = openTickets('/adm/ticket');
  await settled(shown, () => since(0).filter(call => call === TABS), 1);
  return shown;
};
const pressIn = async (user: Shown['user'], role: 'dialog' | 'alertdialog', name: string) =>
  press(user, name, within(await screen.findByRole(role)));

it('Atender from a row is one call, and of the ticket what its answer does not say; the list is read where it is seen again', async () => {
  const {api, since} = served(1);
  const shown = await openList(since);
  const {user, router} = shown;
  await clickOn(user, 'button', 'Atender');
  const before = api.calls.length;
  await pressIn(user, 'alertdialog', 'Atender');
  await expectText('Faltou a nota');
  expect(await screen.findByLabelText('Placa')).toHaveValue('ABC');
  expect(await screen.findByText('nota.pdf')).toBeInTheDocument();
  expect(screen.getAllByText('Em-Atendimento').length).toBeGreaterThan(0);
  await settled(shown, () => since(before), 2);
  expect(since(before)).toEqual(['PUT tickets/iniciar-atendimento/7/10', HISTORY]);
  const opened = api.calls.length;
  await router.navigate(-1);
  await screen.findByRole('link', {name: 'Detalhes do ticket 7'});
  await settled(shown, () => since(opened), 2);
  expect(since(opened).toSorted()).toEqual([LIST, TABS]);
});

it('an action with a reason from a row shows its new status at once, and reads the list once', async () => {
  const {api, since, hold} = served(1);
  const shown = await openList(since);
  const {user} = shown;
  await clickOn(user, 'button', 'Mais ações: Ticket 7');
  await clickOn(user, 'menuitem', 'Cancelar');
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Motivo'), 'aberto em duplicidade');
  const before = api.calls.length;
  const release = hold();
  await pressIn(user, 'dialog', 'Cancelar');
  await expectText('Ticket Cancelado!');
  await waitFor(() => expect(screen.getByRole('table', {name: 'Tickets'})).toHaveTextContent('Cancelado'));
  release();
  await settled(shown, () => since(before), 4);
  // The form goes along, and a row has none.
  expect(since(before).slice(0, 2)).toEqual([ONE, 'PUT tickets/cancelar/7']);
  expect(since(before).slice(2).toSorted()).toEqual([LIST, TABS]);
});

it('an action in the details reads the list and the history, and neither the ticket nor its files again', async () => {
  const {api, since} = served(1);
  const shown = await openList(since);
  const {user} = shown;
  await clickOn(user, 'link', 'Detalhes do ticket 7');
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Faltou a nota');
  await press(user, 'Enviar para Aprovação', within(dialog));
  const before = api.calls.length;
  await pressIn(user, 'alertdialog', 'Enviar para Aprovação');
  await settled(shown, () => since(before), 4);
  expect(since(before).toSorted()).toEqual(['PUT tickets/enviar-aprovacao/7', LIST, TABS, HISTORY].toSorted());
  expect(await within(dialog).findByRole('button', {name: 'Aprovar'})).toBeInTheDocument();
});

/** Atender on the edit screen. @returns what was asked for it */
const attendOnEdit = async (answers: Answers, least: number) => {
  const {api, since} = served(1, answers);
  const shown = openTickets('/adm/ticket/editar/7');
  const {user} = shown;
  await screen.findByText('Faltou a nota');
  await press(user, 'Atender');
  const before = api.calls.length;
  await pressIn(user, 'alertdialog', 'Atender');
  await expectText('Atendimento Iniciado!');
  await settled(shown, () => since(before), least);
  expect(api.calls[before]?.headers.get('prefer')).toBe('historico');
  return since(before);
};

it('an action on the edit screen reads the history once', async () => {
  expect(await attendOnEdit({}, 2)).toEqual(['PUT tickets/iniciar-atendimento/7/10', HISTORY]);
});

/** Answers of a server that tells the newest steps with what it did, of a history that is told by its own call as `told`. */
const telling = (newest: readonly object[], told: readonly object[] = steps): Answers => ({
  'PUT tickets/iniciar-atendimento/7/10': () => ({...ticket({idStatusTicket: 3, versao: 4}), historico: newest}),
  'GET ticketsHistorico/7': told,
});
const step = (comentario: string) => ({...steps[0], comentario});
const attend = async (answers: Answers, least = 1) => {
  const asked = await attendOnEdit(answers, least);
  await screen.findByText('O que se fez agora');
  return asked;
};
/** Behind a dialog that fades, too. */
const stepsInSight = () =>
  [...screen.getByRole('table', {name: 'Histórico', hidden: true}).querySelectorAll('[role=row]')].slice(1).map(row => row.textContent);

it('an answer that tells the whole history shows it, and nothing else is asked for', async () => {
  expect(await attend(telling([step('O que se fez agora'), step('Faltou a nota')]))).toEqual(['PUT tickets/iniciar-atendimento/7/10']);
  expect(stepsInSight()).toHaveLength(2);
});

it('an answer that tells the newest steps of a long history goes before those that are known', async () => {
  const long = [step('Faltou a nota'), ...Array.from({length: 30}, (_none, index) => step(`Passo ${index}`))];
  const newest = [step('O que se fez agora'), step('De outra pessoa'), ...long.slice(0, MAX_NEWEST_STEPS - 2)];
  expect(await attend(telling(newest, long))).toEqual(['PUT tickets/iniciar-atendimento/7/10']);
  expect(screen.getByRole('button', {name: 'Mostrar mais (restam 23)', hidden: true})).toBeInTheDocument();
  expect(stepsInSight()[1]).toContain('De outra pessoa');
});

it('newest steps that do not reach those that are known are no history: it is asked for', async () => {
  const newest = Array.from({length: MAX_NEWEST_STEPS}, (_none, index) => step(`Novo ${index}`));
  let asked = 0;
  const calls = await attend({
    ...telling(newest), 'GET ticketsHistorico/7': () => (asked++ === 0 ? steps : [step('O que se fez agora'), ...newest, ...steps]),
  }, 2);
  expect(calls).toEqual(['PUT tickets/iniciar-atendimento/7/10', HISTORY]);
});

it('saving reads the history once, and shows what the server made of it', async () => {
  const {api, since} = served(3, {'PUT tickets/7': () => withPlaca('XYZ-1', {versao: 4})});
  const shown = openTickets('/adm/ticket/editar/7');
  const {user} = shown;
  await screen.findByText('Faltou a nota');
  await user.type(screen.getByLabelText('Placa'), 'D');
  const before = api.calls.length;
  await press(user, 'Salvar');
  await waitFor(() => expect(screen.getByLabelText('Placa')).toHaveValue('XYZ-1'));
  await settled(shown, () => since(before), 2);
  expect(since(before)).toEqual(['PUT tickets/7', HISTORY]);
});

it('an answer that says less than the record is none: it is read, once', async () => {
  const {api, since} = served(3, {'PUT tickets/7': {id: 7, versao: 4}});
  const shown = openTickets('/adm/ticket/editar/7');
  const {user} = shown;
  await screen.findByText('Faltou a nota');
  await user.type(screen.getByLabelText('Placa'), 'D');
  const before = api.calls.length;
  await press(user, 'Salvar');
  await settled(shown, () => since(before), 4);
  expect(since(before).toSorted()).toEqual(['PUT tickets/7', ONE, FILES, HISTORY].toSorted());
});

it('a refusal reads all that is in sight: it is old', async () => {
  const {api, since} = served(1, {
    'PUT tickets/enviar-aprovacao/7': refusal(400, {message: 'Ticket já está em Cancelado.', codigo: 'CONFLITO'}),
  });
  const shown = openTickets('/adm/ticket/editar/7');
  const {user} = shown;
  await screen.findByText('Faltou a nota');
  await press(user, 'Enviar para Aprovação');
  const before = api.calls.length;
  await pressIn(user, 'alertdialog', 'Enviar para Aprovação');
  await expectText('Ticket já está em Cancelado.');
  await settled(shown, () => since(before), 4);
  expect(since(before).toSorted()).toEqual(['PUT tickets/enviar-aprovacao/7', ONE, FILES, HISTORY].toSorted());
});
