// The bell: how many notices wait, the list behind it, what is read by looking at it, and the choice of mails.
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react';
import {useLocation} from 'react-router-dom';
import {afterEach, expect, it, onTestFinished, vi} from 'vitest';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {TopBar} from '../../src/portal/app/layout/TopBar.tsx';
import {FIRST_PUSH_WAIT_MS} from '../../src/portal/app/notices/useUnreadNotices.ts';
import {NOTICES_PAGE_SIZE} from '../../src/schema/words/notices.ts';
import type {Notice, NoticePage} from '../../src/schema/apiShapes.ts';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {eventSource} from './support/events.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {onPhone} from './support/media.ts';
import {signIn} from './support/signedIn.ts';
import {sessionOf, show} from './support/world.tsx';

const OFFLINE = 'Erro de comunicação com servidor, entre em contato com a Administradora!';

const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  id, texto: `Ana pede no ticket ${100 + id}: Faltou a nota ${id}`, recurso: 'tickets', idRegistro: 100 + id,
  dataCriacao: '2026-11-20T15:04:00.000Z', lido: false, ...more,
});
/** The newest first. */
const notices = (count: number, from = count): Notice[] => Array.from({length: count}, (_, index) => notice(from - index));
const page = (registros: readonly Notice[], more: Partial<NoticePage> = {}): NoticePage =>
  ({total: registros.length, naoLidos: registros.filter(({lido}) => !lido).length, registros, ...more});

/** A server that tells by itself how many are unread, when it is asked and when that changes. */
const stream = () => {
  const source = eventSource();
  let unread = 0;
  const say = () => source.tell('aviso', {naoLidos: unread});
  return {
    answer: (sent: Sent) => {
      const answer = source.answers['GET eventos'](sent);
      say();
      return answer;
    },
    tell: (naoLidos: number) => {
      unread = naoLidos;
      say();
    },
  };
};

const Address = () => {
  const {pathname, search} = useLocation();
  return <output aria-label="endereço">{pathname + search}</output>;
};
const address = () => screen.getByLabelText('endereço').textContent;

const open = (answers: Answers, perfil = 'fornecedor', at = '/adm/home') => {
  const api = fakeApi(answers);
  signIn(perfil);
  return {
    api,
    ...show(<><GlobalShortcuts /><TopBar menuOpen onMenu={() => undefined} /><input aria-label="Nome" /><Address /></>, {
      session: sessionOf(perfil), at,
    }),
  };
};
/** With so many unread told by the server, and this first page behind the bell. */
const openTold = (registros: readonly Notice[], answers: Answers = {}, more: Partial<NoticePage> = {}, at?: string) => {
  const events = stream();
  const first = page(registros, more);
  events.tell(first.naoLidos);
  const told = {'GET eventos': events.answer, 'GET avisos': first, 'PUT avisos/lidos': {naoLidos: 0}};
  return {events, ...open({...told, ...answers}, undefined, at)};
};

const bell = (name: string | RegExp = /^Avisos/) => screen.findByRole('button', {name});
const panel = () => screen.findByRole('dialog', {name: 'Avisos'});
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const links = () => screen.findAllByRole('link', {name: /Ana pede|Rui/});
const marked = (api: ReturnType<typeof fakeApi>) => api.to('PUT avisos/lidos').map(({body}) => body);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  [0, 'Avisos', ''], [1, 'Avisos, 1 não lido', '1'], [3, 'Avisos, 3 não lidos', '3'], [120, 'Avisos, 120 não lidos', '99+'],
])('says that %i wait', async (unread, name, badge) => {
  // Of a busy machine the clock waits: else it would ask by itself.
  fakeClock();
  const {api} = openTold([], {}, {naoLidos: unread});
  const button = await bell(name);
  expect(button).toHaveTextContent(badge);
  expect(button).toHaveTextContent(/^\d*\+?$/);
  expect(api.to('GET avisos')).toHaveLength(0);
});

it('asks once, and when the window is looked at again, where the server tells nothing by itself', async () => {
  fakeClock();
  const answers: Answers = {'GET avisos': page(notices(2))};
  const {api} = open(answers);
  expect(screen.queryByRole('button', {name: /^Avisos/})).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(FIRST_PUSH_WAIT_MS));
  expect(await bell('Avisos, 2 não lidos')).toBeVisible();
  answers['GET avisos'] = page(notices(3));
  await act(() => vi.advanceTimersByTimeAsync(10 * FIRST_PUSH_WAIT_MS));
  expect(api.to('GET avisos')).toHaveLength(1);
  fireEvent.focus(window);
  await act(() => vi.advanceTimersByTimeAsync(FIRST_PUSH_WAIT_MS));
  expect(await bell('Avisos, 3 não lidos')).toBeVisible();
  expect(api.to('GET avisos')).toHaveLength(2);
});

it('is not there on a server without notices, which is asked once', async () => {
  fakeClock();
  const {api} = open({});
  await act(() => vi.advanceTimersByTimeAsync(FIRST_PUSH_WAIT_MS));
  await waitFor(() => expect(api.to('GET avisos')).toHaveLength(1));
  fireEvent.focus(window);
  await act(() => vi.advanceTimersByTimeAsync(FIRST_PUSH_WAIT_MS));
  expect(screen.queryByRole('button', {name: /^Avisos/, hidden: true})).toBeNull();
  expect(api.to('GET avisos')).toHaveLength(1);
});

it('is there, without a number, where it could not be asked how many', async () => {
  fakeClock();
  const answers: Answers = {'GET avisos': offline};
  open(answers);
  await act(() => vi.advanceTimersByTimeAsync(FIRST_PUSH_WAIT_MS));
  expect(await bell('Avisos')).toBeVisible();
  // Nobody asked for anything that could be told of.
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

it('is not drawn for a robot, for whom nothing is asked', async () => {
  fakeClock();
  const {api} = open({'GET avisos': page(notices(2))}, 'rpa');
  await act(() => vi.advanceTimersByTimeAsync(FIRST_PUSH_WAIT_MS));
  expect(screen.queryByRole('button', {name: /^Avisos/, hidden: true})).toBeNull();
  expect(api.calls).toEqual([]);
});

it('lists what there is, the newest first, with what it is about, how old, and whether it was read', async () => {
  const read = notice(1, {texto: 'Rui finalizou o laudo', recurso: 'outros', lido: true});
  const {user} = openTold([notice(3), notice(2), read]);
  await user.click(await bell());
  const rows = within(await within(await panel()).findByRole('list', {name: 'Avisos'})).getAllByRole('listitem');
  expect(rows.map(row => row.textContent)).toEqual([
    expect.stringMatching(/^Não lido: Ana pede no ticket 103: Faltou a nota 3Ticket · .*\(20\/11\/26 12:04\)$/),
    expect.stringMatching(/^Não lido: Ana pede no ticket 102: Faltou a nota 2Ticket · /),
    expect.stringMatching(/^Rui finalizou o laudooutros · /),
  ]);
  expect(within(rows[0]!).getByRole('link')).toHaveAttribute('href', '/adm/ticket?detalhes=103');
  // A record of which this portal knows nothing.
  expect(within(rows[2]!).queryByRole('link')).toBeNull();
});

it('says how many records wait for who decides, with the way to them, and what is settled', async () => {
  const {user} = open({
    'GET avisos': page([notice(2), notice(1, {resolvido: true})]),
    'GET tickets/abas': [{aba: 'paraAprovar', total: 3}, {aba: 'semAtendente', total: 9}],
  }, 'empresa');
  await clickOn(user, 'button', /^Avisos/);
  const list = within(await panel());
  expect((await list.findAllByRole('listitem')).map(one => /Resolvido · Ticket/.test(one.textContent))).toEqual([false, true]);
  expect(list.queryByText(/Sem atendente/)).toBeNull();
  await user.click(await list.findByRole('link', {name: 'Para aprovar: 3 tickets'}));
  expect(address()).toBe(`/adm/ticket?${new URLSearchParams({filter: '{"aba":"paraAprovar"}'}).toString()}`);
  await gone();
});

it('leads the focus into the list, and back to the bell', async () => {
  const {user} = openTold(notices(2));
  await user.click(await bell());
  await waitFor(async () => expect((await links())[0]).toHaveFocus());
  await user.keyboard('{Escape}');
  await gone();
  await waitFor(async () => expect(await bell()).toHaveFocus());
});

it('opens with a key, which `?` lists, and gives the focus back to the bell', async () => {
  const {user} = openTold(notices(2));
  await bell();
  await user.keyboard('?');
  expect(await screen.findByText('Avisos', {selector: 'dd'})).toBeVisible();
  await press(user, 'Fechar');
  await gone();
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('i');
  await waitFor(async () => expect((await links())[0]).toHaveFocus());
  await user.keyboard('{Escape}');
  await gone();
  await waitFor(async () => expect(await bell()).toHaveFocus());
});

it('is a sheet on a phone', async () => {
  onPhone();
  const {user} = openTold(notices(1));
  await user.click(await bell());
  const sheet = await panel();
  expect(sheet).toHaveStyle({width: '100%', bottom: '0px'});
  await press(user, 'Fechar', within(sheet));
  await gone();
});

it('takes what was shown as read when it closes: the number falls at once, and is what the server says then', async () => {
  let answer: (body: unknown) => void = () => undefined;
  const {user, api} = openTold(notices(3), {'PUT avisos/lidos': () => new Promise(resolve => { answer = resolve; })});
  await user.click(await bell('Avisos, 3 não lidos'));
  await links();
  expect(marked(api)).toEqual([]);
  await user.keyboard('{Escape}');
  await bell('Avisos');
  await waitFor(() => expect(marked(api)).toEqual([{ate: 3}]));
  await waitFor(() => expect(answer.length).toBe(1));
  answer({naoLidos: 1});
  await bell('Avisos, 1 não lido');
});

it('gives the number back where reading could not be told', async () => {
  const {user, api} = openTold(notices(3), {'PUT avisos/lidos': offline});
  await user.click(await bell('Avisos, 3 não lidos'));
  await links();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(marked(api)).toEqual([{ate: 3}]));
  await bell('Avisos, 3 não lidos');
  // They are unread when it is opened again.
  await user.click(await bell());
  expect(await screen.findAllByText('Não lido:')).toHaveLength(3);
  // Nothing was asked for: nothing is told of.
  expect(screen.queryByText(OFFLINE)).toBeNull();
});

it('asks for nothing where everything was read before', async () => {
  const {user, api} = openTold([notice(1, {lido: true})]);
  await user.click(await bell('Avisos'));
  await links();
  await press(user, 'Marcar tudo como lido');
  await user.keyboard('{Escape}');
  await gone();
  expect(marked(api)).toEqual([]);
});

it('follows a notice to its record, which closes the list and reads it', async () => {
  const {user, api} = openTold(notices(2));
  await user.click(await bell());
  await user.click((await links())[1]!);
  expect(address()).toBe('/adm/ticket?detalhes=101');
  await gone();
  expect(marked(api)).toEqual([{ate: 2}]);
  await bell('Avisos');
});

it('is open where the address says so, over whatever screen, and closes to it', async () => {
  const {user, router, api} = openTold(notices(2), {}, {}, '/adm/ticket?detalhes=7#avisos');
  expect(within(await panel()).getByRole('heading', {name: 'Avisos'})).toBeVisible();
  await waitFor(async () => expect((await links())[0]).toHaveFocus());
  await user.keyboard('{Escape}');
  await gone();
  expect(router.state).toMatchObject({historyAction: 'REPLACE', location: {pathname: '/adm/ticket', search: '?detalhes=7', hash: ''}});
  await waitFor(() => expect(marked(api)).toEqual([{ate: 2}]));
});

it('is a step of its own: the browser\'s way back closes it and reads what was shown, as its own buttons do', async () => {
  const {user, router, api} = openTold(notices(2));
  await user.click(await bell());
  await links();
  expect(router.state).toMatchObject({historyAction: 'PUSH', location: {pathname: '/adm/home', hash: '#avisos'}});
  await act(() => router.navigate(-1));
  await gone();
  expect(marked(api)).toEqual([{ate: 2}]);
  expect(router.state.location).toMatchObject({pathname: '/adm/home', hash: ''});

  await user.click(await bell());
  const shown = await panel();
  // A second click on its way out leaves nothing more.
  const close = within(shown).getByRole('button', {name: 'Fechar'});
  act(() => {
    close.click();
    close.click();
  });
  await gone();
  expect(router.state).toMatchObject({historyAction: 'POP', location: {pathname: '/adm/home', hash: ''}});
});

it('is not what the way back from a followed notice leads to, but the screen that it was opened over', async () => {
  const {user, router} = openTold(notices(2));
  await bell();
  await act(() => router.navigate('/adm/ticket?page=2'));
  await user.click(await bell());
  await user.click((await links())[1]!);
  expect(address()).toBe('/adm/ticket?detalhes=101');
  await act(() => router.navigate(-1));
  expect(address()).toBe('/adm/ticket?page=2');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stays open for who opens a notice in another tab', async () => {
  const {user, api} = openTold(notices(2));
  await user.click(await bell());
  const [first] = await links();
  // jsdom has no other tab to open.
  first!.addEventListener('click', event => event.preventDefault());
  fireEvent.click(first!, {ctrlKey: true});
  expect(await panel()).toBeVisible();
  expect(address()).toBe('/adm/home');
  expect(marked(api)).toEqual([]);
});

it('fetches more on demand, each once, and takes none as read that was not shown', async () => {
  const total = NOTICES_PAGE_SIZE + 3;
  // What came or went since the first page was read has moved the others: one is on both.
  const second = page(notices(4), {total, naoLidos: total});
  const {user, api} = openTold(notices(NOTICES_PAGE_SIZE, total), {
    'GET avisos': ({query}: Sent) =>
      (query.get('page') === '1' ? page(notices(NOTICES_PAGE_SIZE, total), {total, naoLidos: total}) : second),
  }, {naoLidos: total});
  await user.click(await bell(`Avisos, ${total} não lidos`));
  expect(await links()).toHaveLength(NOTICES_PAGE_SIZE);
  await user.keyboard('{Escape}');
  await gone();
  expect(marked(api)).toEqual([]);
  await bell(`Avisos, ${total} não lidos`);

  await user.click(await bell());
  await clickOn(user, 'button', 'Mostrar mais');
  await waitFor(async () => expect(await links()).toHaveLength(total));
  const shown = await links();
  expect(shown.map(link => link.getAttribute('href'))).toEqual(notices(total).map(({idRegistro}) => `/adm/ticket?detalhes=${idRegistro}`));
  await waitFor(() => expect(shown[NOTICES_PAGE_SIZE]).toHaveFocus());
  expect(api.to('GET avisos').map(({query}) => query.get('page'))).toEqual(['1', '1', '2']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(marked(api)).toEqual([{ate: total}]));
});

it('takes none as read that was not shown because of what is settled and was', async () => {
  const {api, user} = openTold([notice(5, {resolvido: true}), notice(4, {resolvido: true})], {}, {naoLidos: 1, total: 30});
  await user.click(await bell());
  await links();
  await user.keyboard('{Escape}');
  await gone();
  expect(marked(api)).toEqual([]);
});

it('tells that no more could be fetched, and keeps what there is', async () => {
  const first = page(notices(NOTICES_PAGE_SIZE, 30), {total: 30, naoLidos: 30});
  const {user} = openTold(first.registros, {'GET avisos': ({query}: Sent) => (query.get('page') === '1' ? first : offline())}, first);
  await user.click(await bell());
  await clickOn(user, 'button', 'Mostrar mais');
  await expectText(OFFLINE);
  expect(await links()).toHaveLength(NOTICES_PAGE_SIZE);
  expect(screen.getByRole('button', {name: 'Mostrar mais'})).toBeVisible();
});

it('marks everything as read, shown or not, and keeps the list open', async () => {
  const first = page(notices(NOTICES_PAGE_SIZE, 30), {total: 30, naoLidos: 30});
  const {user, api} = openTold(first.registros, {}, first);
  await user.click(await bell());
  await links();
  await press(user, 'Marcar tudo como lido');
  await waitFor(() => expect(screen.queryByText('Não lido:')).toBeNull());
  expect(marked(api)).toEqual([{ate: 30}]);
  expect(screen.getByRole('button', {name: 'Marcar tudo como lido'})).toHaveFocus();
  await user.keyboard('{Escape}');
  await bell('Avisos');
  expect(marked(api)).toEqual([{ate: 30}]);
});

it('tells that everything could not be marked, and shows it unread again', async () => {
  const {user} = openTold(notices(2), {'PUT avisos/lidos': offline});
  await user.click(await bell());
  await links();
  await press(user, 'Marcar tudo como lido');
  await expectText(OFFLINE);
  expect(await screen.findAllByText('Não lido:')).toHaveLength(2);
});

it('says in words that there is none', async () => {
  const {user} = openTold([]);
  await user.click(await bell());
  await expectText('Nenhum aviso por aqui');
  expect(screen.queryByRole('button', {name: 'Marcar tudo como lido'})).toBeNull();
});

it('says that they could not be loaded, and tries again', async () => {
  const answers: Answers = {'GET avisos': offline};
  const events = stream();
  const {user} = open(Object.assign(answers, {'GET eventos': events.answer}));
  await user.click(await bell());
  const again = await screen.findByRole('button', {name: 'Tentar de novo'});
  answers['GET avisos'] = page(notices(1));
  await user.click(again);
  expect(await links()).toHaveLength(1);
});

it('says once that one came, to who listens, and nothing of those there were', async () => {
  const {events} = openTold(notices(2));
  await bell('Avisos, 2 não lidos');
  const said = () => [...document.querySelectorAll('header [aria-live=polite]')].map(one => one.textContent);
  expect(said()).toEqual(['']);
  act(() => events.tell(3));
  await bell('Avisos, 3 não lidos');
  expect(said()).toEqual(['Aviso novo: 3 não lidos.']);
  act(() => events.tell(0));
  await bell('Avisos');
  // What is said again would not be heard, were it still there.
  expect(said()).toEqual(['']);
  expect(document.querySelector('.Toastify__toast')).toBeNull();
});

it('moves nothing while the list is open: who wants to see the new ones asks for them', async () => {
  const {user, events, api} = openTold(notices(2), {'GET avisos': () => page(notices(api.to('GET avisos').length + 1))});
  await user.click(await bell());
  expect(await links()).toHaveLength(2);
  act(() => events.tell(3));
  const update = await screen.findByRole('button', {name: '1 novo, atualizar'});
  expect(await links()).toHaveLength(2);
  await user.click(update);
  await waitFor(async () => expect(await links()).toHaveLength(3));
  expect(screen.queryByRole('button', {name: /atualizar/})).toBeNull();
  await waitFor(async () => expect((await links())[0]).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(marked(api)).toEqual([{ate: 3}]));
});

it('shows a long sentence whole on demand', async () => {
  vi.stubGlobal('ResizeObserver', class {
    private readonly told: () => void;
    constructor(told: () => void) {
      this.told = told;
    }
    observe() {
      this.told();
    }
    disconnect() {}
  });
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
    return this.textContent.includes('nota 2') ? 200 : 0;
  });
  onTestFinished(() => height.mockRestore());
  const {user} = openTold(notices(2));
  await user.click(await bell());
  // The other one fits.
  await user.click(await screen.findByRole('button', {name: 'mais', expanded: false}));
  await user.click(await screen.findByRole('button', {name: 'menos', expanded: true}));
  await expectRole('button', 'mais');
});

const mails = async (answers: Answers) => {
  const shown = openTold(notices(1), answers);
  await shown.user.click(await bell());
  await links();
  await press(shown.user, 'E-mails de avisos');
  return shown;
};
const chosen = () => within(screen.getByRole('radiogroup', {name: 'E-mails de avisos'})).getByRole('radio', {checked: true});

it('offers the choice of mails with what each does, and saves it at once', async () => {
  const {user, api} = await mails({'GET usuarios/10/avisos': {email: 'imediato'}, 'PUT usuarios/10/avisos': {email: 'resumo'}});
  expect(await screen.findByRole('radio', {name: 'Na hora', checked: true})).toHaveAccessibleDescription(/O primeiro aviso chega na hora/);
  await user.click(screen.getByRole('radio', {name: 'Um resumo por dia'}));
  expect(chosen()).toHaveAccessibleName('Um resumo por dia');
  expect(await screen.findByText('Escolha salva.')).toHaveAttribute('role', 'status');
  expect(api.to('PUT usuarios/10/avisos').map(({body}) => body)).toEqual([{email: 'resumo'}]);
});

it('tells that the choice was refused, and shows the one that holds', async () => {
  const {user} = await mails({
    'GET usuarios/10/avisos': {email: 'imediato'}, 'PUT usuarios/10/avisos': refusal(400, {message: 'Agora não é possível.'}),
  });
  await clickOn(user, 'radio', 'Nunca');
  await expectText('Agora não é possível.');
  await waitFor(() => expect(chosen()).toHaveAccessibleName('Na hora'));
  expect(screen.queryByText('Escolha salva.')).toBeNull();
});

it('asks for the choice only of who looks at it, and again where it did not come', async () => {
  const answers: Answers = {'GET usuarios/10/avisos': offline};
  const {user, api} = await mails(answers);
  const again = await screen.findByRole('button', {name: 'Não foi possível carregar. Tentar de novo'});
  expect(api.to('GET usuarios/10/avisos')).toHaveLength(1);
  api.calls.length = 0;
  await user.click(again);
  await waitFor(() => expect(api.to('GET usuarios/10/avisos')).toHaveLength(1));
});
