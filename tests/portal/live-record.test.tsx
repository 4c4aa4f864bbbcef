// An open record while others work on it: its details and its edit screen (rules: Screens 15).
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {EVENTS_CALL} from '../../src/schema/events.ts';
import {writeDraft} from '../../src/portal/form/drafts/draftStore.ts';
import {preloadLazyComponents} from '../../src/portal/ui/lazyComponent.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {expectConsole} from '../support/console.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {eventSource} from './support/events.ts';
import {expectRole, expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {openTickets, steps, ticket, ticketAnswers, withPlaca} from './support/tickets.tsx';
import {sessionOf, show} from './support/world.tsx';

beforeEach(() => {
  fakeClock();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.mocked(Math.random).mockRestore();
  vi.useRealTimers();
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Milliseconds from something done here to its answer, however long this machine took. */
const SOON = 1000;

const step = (more: Record<string, unknown>) => ({...steps[0], comentario: '', ...more});
const entered = step({nomeUsuario: 'Rui', acao: 'Registrar Pendência', paraStatus: 'Pendência', comentario: 'Falta o CT-e'});
const comment = {acao: 'comentar', permitida: true, motivo: ''};
const NEXT = ticket({versao: 4, idStatusTicket: 6, descricaoStatus: 'Pendência'});
const LIST = {'GET tickets': {total: 1, registros: [ticket()]}};

const open = async (at: string, {answers = {}, perfil = 'adm', ready}: {answers?: Answers; perfil?: string; ready: RegExp}) => {
  const server = eventSource();
  const state: {record: unknown; history: unknown} = {record: ticket(), history: steps};
  const api = fakeApi(ticketAnswers({
    ...LIST, 'GET tickets/7': () => state.record, 'GET ticketsHistorico/7': () => state.history, ...server.answers, ...answers,
  }));
  const shown = openTickets(at, perfil);
  await screen.findAllByText(ready);
  // What listens, for the list behind it too, is there.
  preloadLazyComponents();
  await fetched();
  await server.opened();
  return {
    ...shown, api, server,
    becomes: (record: unknown, history: unknown = [entered, ...steps]) => {
      Object.assign(state, {record, history});
    },
    heard: (versao = 4, id = 7, recurso = 'tickets') => act(() => {
      server.tell('registro', {recurso, id, versao});
    }),
  };
};
const details = (more: Partial<Parameters<typeof open>[1]> = {}) => open('/adm/ticket?detalhes=7', {ready: /Faltou a nota/, ...more});
const edit = (more: Partial<Parameters<typeof open>[1]> = {}) => open('/adm/ticket/editar/7', {ready: /Faltou a nota/, ...more});
const situation = () => screen.getByRole('region', {name: 'Situação'});
/** Whatever else is told, the lists that are not answered here say so. */
const toasts = () => [...document.querySelectorAll('.Toastify__toast')].map(({textContent}) => textContent);
const GONE = 'Este ticket não está mais ao seu alcance.';

it('details take over what others did: status, actions, files, history; what is being written stays, and so does the focus', async () => {
  const {becomes, heard, user} = await details();
  const dialog = within(screen.getByRole('dialog'));
  const box = await dialog.findByRole('textbox', {name: /Comentário/});
  await user.type(box, 'Já vi');
  const told = toasts();
  becomes({...NEXT, ticketArquivos: [{...ticket().ticketArquivos[0], id: 32, nomeArquivo: 'cte.pdf'}]});
  heard();
  await within(situation()).findByText('Pendência');
  expect(await dialog.findByText('Falta o CT-e')).toBeInTheDocument();
  expect(dialog.getByText('cte.pdf')).toBeInTheDocument();
  expect(dialog.getAllByRole('button', {name: 'Finalizar'})).not.toHaveLength(0);
  expect(dialog.getByRole('textbox', {name: /Comentário/})).toBe(box);
  expect(box).toHaveFocus();
  expect(box).toHaveValue('Já vi');
  expect(toasts()).toEqual(told);
});

it('opened before anybody told of changes it is asked for once more, and what stands beside it where it is another now', async () => {
  const {api} = await details();
  const asked = () => ['GET tickets/7', 'GET ticketsHistorico/7'].map(call => api.to(call).length);
  await waitFor(() => expect(asked()[0]).toBe(2));
  await pass(60_000);
  expect(asked()).toEqual([2, 1]);
});

it('a comment that can be sent no more stays where it was written, with the reason', async () => {
  const {becomes, heard, user} = await details({answers: {}});
  const box = await screen.findByRole('textbox', {name: /Comentário/});
  await user.type(box, 'Já vi');
  becomes(ticket({versao: 4, idStatusTicket: 7, descricaoStatus: 'Finalizado'}));
  heard();
  await expectText(/O que você escreveu fica guardado\./);
  expect(box).toHaveValue('Já vi');
  expect(screen.getByRole('button', {name: /Enviar comentário/})).toBeDisabled();
});

it('a comment box in which nothing is written goes with the right to write', async () => {
  const {becomes, heard} = await details();
  await screen.findByRole('textbox', {name: /Comentário/});
  becomes(ticket({versao: 4, idStatusTicket: 7, descricaoStatus: 'Finalizado'}));
  heard();
  await within(situation()).findByText('Finalizado');
  expect(screen.queryByRole('textbox', {name: /Comentário/})).toBeNull();
});

it('a dialog that is open keeps what is typed in it', async () => {
  const {becomes, heard, user} = await details();
  await user.click(screen.getAllByRole('button', {name: /Registrar Pendência/})[0]!);
  const reason = await screen.findByRole('textbox', {name: /Motivo/});
  await user.type(reason, 'Sem CNPJ');
  becomes(NEXT);
  heard();
  await pass(1000);
  await waitFor(() => expect(screen.getByText('Falta o CT-e')).toBeInTheDocument());
  expect(reason).toHaveValue('Sem CNPJ');
  expect(reason).toHaveFocus();
});

it('the edit screen in which nothing is typed takes it over, and the focus stays', async () => {
  const {becomes, heard} = await edit();
  const placa = await screen.findByRole('textbox', {name: /Placa/});
  placa.focus();
  becomes(withPlaca('XYZ', {versao: 4}));
  heard();
  await waitFor(() => expect(screen.getByRole('textbox', {name: /Placa/})).toHaveValue('XYZ'));
  expect(screen.getByRole('textbox', {name: /Placa/})).toBe(placa);
  expect(placa).toHaveFocus();
});

it('with something typed it says who changed it, and goes on; the comparison is one click away', async () => {
  const {becomes, heard, user, api} = await edit({answers: {'PUT tickets/7': refusal(400, {codigo: 'VERSAO', message: 'Outra pessoa.'})}});
  const placa = await screen.findByRole('textbox', {name: /Placa/});
  await user.clear(placa);
  await user.type(placa, 'MINHA');
  becomes(withPlaca('XYZ', {versao: 4}), [step({nomeUsuario: 'Rui', acao: 'Salvar'}), ...steps]);
  heard();
  await expectText(/Este ticket foi alterado por Rui\. O que você digitou continua aqui\./);
  expect(placa).toHaveValue('MINHA');
  expect(placa).toHaveFocus();
  expect(api.to('PUT tickets/7')).toEqual([]);
  await press(user, 'Ver alterações');
  const dialog = within(await screen.findByRole('dialog', {name: 'Suas alterações ainda não foram salvas'}));
  await press(user, 'Comparar', dialog);
  expect(await dialog.findByText('MINHA')).toBeInTheDocument();
  expect(dialog.getByText('XYZ')).toBeInTheDocument();
  await press(user, 'Continuar editando', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(/foi alterado por Rui/)).toBeInTheDocument();
});

it('what is typed into a record that is closed to changes meanwhile can still be read', async () => {
  const {becomes, heard, user} = await edit();
  const placa = await screen.findByRole('textbox', {name: /Placa/});
  await user.clear(placa);
  await user.type(placa, 'MINHA');
  becomes(ticket({versao: 4, idStatusTicket: 7, descricaoStatus: 'Finalizado'}));
  heard();
  await expectText(/^Somente leitura\./);
  expect(screen.getByRole('textbox', {name: /Placa/})).toHaveValue('MINHA');
  expect(screen.getByRole('button', {name: 'Salvar'})).toBeDisabled();
  // Given up, it is what it is for everybody else.
  await press(user, 'Ver alterações');
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByRole('button', {name: 'Recarregar'})).toBeEnabled());
  await press(user, 'Recarregar', dialog);
  await waitFor(() => expect(screen.queryByRole('textbox', {name: /Placa/})).toBeNull());
});

it.each(['details', 'edit'] as const)('a record that left the reach says so in its %s, with the way to the list and no toast', async at => {
  // Something typed into another record, of which nothing is to be said here.
  writeDraft({user: 10, form: 'tickets.70'}, {at: '2026-11-20T15:04:00.000Z', values: {descricao: 'Outro'}, versao: 1});
  const {becomes, heard, user} = await (at === 'edit' ? edit() : details());
  if (at === 'edit') await user.type(await screen.findByRole('textbox', {name: /Placa/}), 'X');
  const told = toasts();
  becomes(refusal(404, {message: 'Registro não encontrado.'}));
  expectConsole(/HttpError/);
  // It is the person who changed: nothing is told of a record out of reach.
  heard(9, sessionOf('adm').id, 'usuarios');
  await expectText(GONE);
  const place = within(at === 'edit' ? document.body : screen.getByRole('dialog'));
  expect(place.queryByText('Frete')).toBeNull();
  expect(toasts()).toEqual(told);
  expect(screen.queryAllByText(/O que você digitou está guardado/)).toHaveLength(at === 'edit' ? 1 : 0);
  expect(screen.queryAllByRole(at === 'edit' ? 'link' : 'button', {name: 'Voltar para a lista'})).toHaveLength(1);
  // Back within reach.
  becomes(ticket({versao: 5}));
  heard(5);
  await pass(2000);
  expect((await place.findAllByText('Frete')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryAllByDisplayValue('ABCX')).toHaveLength(at === 'edit' ? 1 : 0));
});

it('nothing is asked for because of what was done here, or of another record', async () => {
  const done = {...NEXT, acoes: [comment]};
  const {heard, user, api, becomes} = await details({answers: {'PUT tickets/comentar/7': done}});
  heard(4, 8);
  await pass(5000);
  const before = api.to('GET tickets/7').length;
  // Once for what happened before the line was there.
  expect(before).toBe(2);
  const box = await screen.findByRole('textbox', {name: /Comentário/});
  fireEvent.change(box, {target: {value: 'Já vi'}});
  becomes(done);
  const pressed = Date.now();
  await press(user, /Enviar comentário/);
  // Told before its answer came, or after.
  heard();
  await waitFor(() => expect(screen.getByRole('textbox', {name: /Comentário/})).toHaveValue(''));
  vi.setSystemTime(pressed + SOON);
  heard();
  await pass(10_000);
  expect(api.to('GET tickets/7')).toHaveLength(before);
});

it('nor where it is told late, but of what is told again then', async () => {
  const done = {...NEXT, acoes: [comment]};
  const {heard, user, api, becomes} = await details({answers: {'PUT tickets/comentar/7': done}});
  await pass(5000);
  const before = api.to('GET tickets/7').length;
  fireEvent.change(await screen.findByRole('textbox', {name: /Comentário/}), {target: {value: 'Já vi'}});
  becomes(done);
  const pressed = Date.now();
  await press(user, /Enviar comentário/);
  await waitFor(() => expect(screen.getByRole('textbox', {name: /Comentário/})).toHaveValue(''));
  vi.setSystemTime(pressed + SOON);
  await pass(10_000);
  heard();
  await pass(10_000);
  expect(api.to('GET tickets/7')).toHaveLength(before);
  // A file of somebody else's, say.
  heard();
  await pass(10_000);
  expect(api.to('GET tickets/7')).toHaveLength(before + 1);
});

it('a list behind it that is drawn anew meanwhile is no reason to read it twice', async () => {
  const next = Promise.withResolvers<unknown>();
  let answer: unknown = ticket();
  const {heard, api} = await details({answers: {'GET tickets/7': () => answer}});
  await pass(10_000);
  const asked = () => ['GET tickets/7', 'GET tickets'].map(call => api.to(call).length);
  const [records = 0, lists = 0] = asked();
  answer = next.promise;
  heard();
  await pass(10_000);
  expect(asked()).toEqual([records + 1, lists + 1]);
  next.resolve(NEXT);
  await within(situation()).findByText('Pendência');
  await pass(10_000);
  expect(asked()[0]).toBe(records + 1);
});

it('many events are few readings', async () => {
  const {heard, api, becomes} = await details();
  const before = api.calls.filter(({path}) => path.endsWith('/7')).length;
  for (let second = 0; second < 60; second++) {
    becomes(ticket({versao: second + 4}));
    heard(second + 4);
    heard(second + 4);
    await pass(1000);
  }
  const asked = api.calls.filter(({path}) => path.endsWith('/7')).length - before;
  expect(asked).toBeGreaterThan(20);
  // The record and its history, every two seconds.
  expect(asked).toBeLessThanOrEqual(66);
});

it('how far a robot is is read again while it has the record, and nothing beside it', async () => {
  const worked = (porcento: number, leaseAte: string | null = '2026-11-20T15:09:00.000Z') => ticket({versao: 4, idStatusTicket: 5, fila: {
    tentativa: 1, desde: '2026-11-20T15:04:00.000Z', adiadoAte: null, robo: 'RPA-01', leaseAte, limiteAte: null, progresso: '', porcento,
  }});
  const {api, becomes, heard} = await details();
  const history = () => api.to('GET ticketsHistorico/7').length;
  becomes(worked(30), steps);
  heard();
  const bar = () => within(situation()).findByRole('progressbar', {name: 'Progresso do robô'});
  expect(await bar()).toHaveAttribute('aria-valuenow', '30');
  await pass(3000);
  const before = history();
  becomes(worked(70), steps);
  await pass(12_000);
  await waitFor(async () => expect(await bar()).toHaveAttribute('aria-valuenow', '70'));
  expect(history()).toBe(before);
  // Nobody is asked once no robot has it.
  becomes(worked(70, null), steps);
  await pass(12_000);
  await waitFor(() => expect(within(situation()).queryByRole('progressbar')).toBeNull());
  const asked = api.to('GET tickets/7').length;
  await pass(30_000);
  expect(api.to('GET tickets/7')).toHaveLength(asked);
});

// In milliseconds since the record was asked for: it is answered after 0.8 s, with events from 0.4 s on.
it.each([0, 300, 390, 410, 700, 790, 810, 1000, 1700, 3000])('ends as the server has it whatever changes after %i ms', async moment => {
  const server = eventSource();
  const stored: {record: unknown; history: unknown} = {record: ticket(), history: steps};
  const after = (milliseconds: number) => new Promise(resolve => {
    setTimeout(resolve, milliseconds);
  });
  const late = (name: keyof typeof stored) => async () => {
    const answer = stored[name];
    await after(800);
    return answer;
  };
  fakeApi(ticketAnswers({
    ...LIST, 'GET tickets/7': late('record'), 'GET ticketsHistorico/7': late('history'),
    [EVENTS_CALL]: async (sent: Sent) => {
      await after(400);
      return server.answers['GET eventos'](sent);
    },
  }));
  // What the screen is made of is there: only answers take their time.
  preloadLazyComponents();
  await fetched();
  openTickets('/adm/ticket?detalhes=7');
  const passSlowly = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 100) await pass(Math.min(100, milliseconds - passed));
  };
  await passSlowly(moment);
  Object.assign(stored, {record: NEXT, history: [entered, ...steps]});
  const isTold = server.open > 0;
  await passSlowly(100);
  if (isTold) server.tell('registro', {recurso: 'tickets', id: 7, versao: 4});
  await passSlowly(8000);
  const dialog = within(screen.getByRole('dialog'));
  expect(within(situation()).getByText('Pendência')).toBeInTheDocument();
  expect(dialog.getByText('Falta o CT-e')).toBeInTheDocument();
});

it('a change of somebody else right after one of one\'s own is read, though it is told within the same moment', async () => {
  const mine = ticket({versao: 4, acoes: [comment]});
  const {heard, user, api, becomes} = await details({answers: {'PUT tickets/comentar/7': mine}});
  await pass(5000);
  const before = api.to('GET tickets/7').length;
  fireEvent.change(await screen.findByRole('textbox', {name: /Comentário/}), {target: {value: 'Já vi'}});
  becomes(mine);
  await press(user, /Enviar comentário/);
  await waitFor(() => expect(screen.getByRole('textbox', {name: /Comentário/})).toHaveValue(''));
  heard(4);
  becomes({...NEXT, versao: 5});
  heard(5);
  await within(situation()).findByText('Pendência');
  expect(api.to('GET tickets/7')).toHaveLength(before + 1);
});

const supplier = (more = {}) => ({id: 3, versao: 2, idEmpresa: 1, razaoSocial: 'Rápido', email: 'a@b.com', ativo: true, ...more});
const form = async (state: {record: unknown} = {record: supplier()}) => {
  const server = eventSource();
  const api = fakeApi({
    'GET fornecedores/3': () => state.record, 'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}],
    'GET fornecedores/3/historico': [{nomeUsuario: 'Rui', dataCriacao: '2026-11-20T15:04:00.000Z', campos: []}], ...server.answers,
  });
  const shown = show(
    <Routes><Route path="/adm/fornecedor/*" element={<ResourceRoutes name="fornecedores" />} /></Routes>, {at: '/adm/fornecedor/salvar/3'},
  );
  return {
    ...shown, api, server,
    becomes: (record: unknown, versao: number) => {
      state.record = record;
      act(() => server.tell('registro', {recurso: 'fornecedores', id: 3, versao}));
    },
  };
};

it('a record that was never there stays so, whenever the line opens', async () => {
  expectConsole(/HttpError/);
  const {api, server} = await form({record: refusal(404, {})});
  await expectRole('heading', 'Página não encontrada');
  await server.opened();
  await waitFor(() => expect(api.to('GET fornecedores/3')).toHaveLength(2));
  await pass(1000);
  await expectRole('heading', 'Página não encontrada');
});

it('the form of any resource follows, or says who changed the record, or that it left the reach', async () => {
  const {becomes, server, user} = await form();
  const nome = await screen.findByDisplayValue('Rápido');
  await server.opened();
  nome.focus();
  becomes(supplier({versao: 3, razaoSocial: 'Rápida'}), 3);
  await waitFor(() => expect(nome).toHaveValue('Rápida'));
  expect(nome).toHaveFocus();
  await user.type(nome, ' Ltda');
  becomes(supplier({versao: 4, razaoSocial: 'Ligeira'}), 4);
  await pass(2000);
  await expectText(/alterado por Rui/);
  expect(nome).toHaveValue('Rápida Ltda');
  await press(user, 'Ver alterações');
  expect(await screen.findByRole('dialog', {name: 'Suas alterações ainda não foram salvas'})).toBeInTheDocument();
  await press(user, 'Continuar editando');
  expectConsole(/HttpError/);
  becomes(refusal(404, {}), 5);
  await pass(2000);
  await expectText('Este registro não está mais ao seu alcance.');
});
