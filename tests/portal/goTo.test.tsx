// 'Ir para': by keys and by its button, what it offers, what it says while it waits, finds nothing or fails.
import {screen, waitFor, within} from '@testing-library/react';
import {useLocation} from 'react-router-dom';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {ActionButtons} from '../../src/portal/actions/ActionButtons.tsx';
import {GoTo} from '../../src/portal/app/goTo/GoTo.tsx';
import {GlobalShortcuts} from '../../src/portal/app/layout/GlobalShortcuts.tsx';
import {ListGoToCommands} from '../../src/portal/list/ListGoToCommands.tsx';
import {rowAttribute} from '../../src/portal/navigation/focus.ts';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {sessionOf, show} from './support/world.tsx';

const TICKET = {recurso: 'tickets', id: 17, titulo: 'Ticket 17', endereco: '/adm/ticket?detalhes=17'};
const COMPANY = {recurso: 'empresas', id: 3, titulo: 'Sementes Sul', endereco: '/adm/empresa/salvar/3'};

const Address = () => {
  const {pathname, search} = useLocation();
  return <output aria-label="endereço">{pathname + search}</output>;
};
const address = () => screen.getByLabelText('endereço').textContent;

const open = (answers: Answers = {'GET ir-para': []}, perfil = 'adm') => {
  const api = fakeApi(answers);
  const shown = show(<><GlobalShortcuts /><GoTo /><input aria-label="Nome" /><Address /></>, {session: sessionOf(perfil), at: '/adm/home'});
  return {...shown, api};
};
const combobox = () => screen.findByRole('combobox', {name: 'Ir para'});
const options = () => screen.queryAllByRole('option').map(one => one.textContent);
/** Searches by number and name. */
const asked = ({to}: ReturnType<typeof fakeApi>) => to('GET ir-para').filter(({query}) => !query.has('em'));
const highlighted = () => document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')?.textContent;

it('opens with Ctrl+K, also while somebody types, with the focus in it, and lists the screens of the menu', async () => {
  const {user} = open();
  await user.click(screen.getByLabelText('Nome'));
  await user.keyboard('{Control>}k{/Control}');
  expect(await combobox()).toHaveFocus();
  expect(options()).toEqual([
    'DashboardTela', 'EmpresaAdministração', 'FornecedorAdministração', 'UsuáriosAdministração', 'Modelos FormulárioAdm Operacional',
    'TicketOperação', 'RobôsOperação',
  ]);
  expect(highlighted()).toBe('DashboardTela');
});

it('opens with Cmd+K and from its button, and closes with Escape, giving the focus back', async () => {
  const {user} = open();
  await user.keyboard('{Meta>}k{/Meta}');
  await combobox();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = screen.getByRole('button', {name: 'Ir para'});
  await user.click(button);
  await combobox();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

it('offers a profile only the screens of its own menu', async () => {
  const {user} = open({}, 'fornecedor');
  await press(user, 'Ir para');
  await combobox();
  expect(options()).toEqual(['DashboardTela', 'TicketOperação']);
});

it('goes to a screen by its name, with arrows and Enter', async () => {
  const {user, api} = open();
  await press(user, 'Ir para');
  await user.type(await combobox(), 'usuarios');
  expect(options()).toEqual(['UsuáriosAdministração', 'Cadastrar UsuárioUsuários']);
  await user.keyboard('{Enter}');
  expect(address()).toBe('/adm/usuario');
  expect(asked(api).length).toBeLessThanOrEqual(1);
});

it('goes to a ticket by its number: typed, Enter, though the answer is still on its way', async () => {
  let answer: (found: unknown) => void = () => undefined;
  const {user} = open({'GET ir-para': () => new Promise(resolve => { answer = resolve; })});
  await press(user, 'Ir para');
  await user.type(await combobox(), '17{Enter}');
  await expectText('Procurando…');
  expect(address()).toBe('/adm/home');
  await waitFor(() => expect(answer.length).toBe(1));
  answer([TICKET, COMPANY]);
  await waitFor(() => expect(address()).toBe('/adm/ticket?detalhes=17'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows what was found with what it is, arrow by arrow, and says how many', async () => {
  const {user} = open({'GET ir-para': [TICKET, COMPANY, {recurso: 'desconhecido', id: 1, titulo: 'X', endereco: '/x'}]});
  await press(user, 'Ir para');
  await user.type(await combobox(), '17');
  await waitFor(() => expect(options()).toEqual(['Ticket 17Ticket', 'Sementes SulEmpresa']));
  expect(screen.getByText('2 resultados')).toHaveAttribute('role', 'status');
  expect(highlighted()).toBe('Ticket 17Ticket');
  await user.keyboard('{ArrowDown}');
  expect(highlighted()).toBe('Sementes SulEmpresa');
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-controls', within(screen.getByRole('dialog')).getByRole('listbox').id);
  await user.click(screen.getByRole('option', {name: /Sementes Sul/}));
  expect(address()).toBe('/adm/empresa/salvar/3');
});

it('asks once typing pauses, for the last text, and gives up an answer nobody waits for', async () => {
  // Its time stands still while the machine is busy: no pause between two letters is long enough.
  fakeClock();
  onTestFinished(() => void vi.useRealTimers());
  const {user, api} = open({'GET ir-para': ({query}: Sent) => (query.get('texto') === 'se' ? Promise.race([]) : [COMPANY])});
  await press(user, 'Ir para');
  await user.type(await combobox(), 'se');
  await waitFor(() => expect(asked(api)).toHaveLength(1));
  await user.type(await combobox(), 'mentes');
  await screen.findByRole('option', {name: /Sementes Sul/});
  expect(asked(api).map(({query}) => query.get('texto'))).toEqual(['se', 'sementes']);
  expect(api.to('GET ir-para')[0]?.signal?.aborted).toBe(true);
});

it('says that nothing was found, and for what', async () => {
  const {user} = open();
  await press(user, 'Ir para');
  await user.type(await combobox(), 'xyz');
  await expectText('Nada encontrado com “xyz”.');
  expect(screen.getByRole('combobox')).not.toHaveAttribute('aria-activedescendant');
});

it('says that the server cannot be reached, keeps the screens, and tries again', async () => {
  const answers: Answers = {'GET ir-para': offline};
  const {user} = open(answers);
  await press(user, 'Ir para');
  await user.type(await combobox(), 'empresa');
  await expectText('Erro de comunicação com servidor, entre em contato com a Administradora!');
  const again = await screen.findByRole('button', {name: 'Tentar de novo'});
  expect(options()).toContain('EmpresaAdministração');
  answers['GET ir-para'] = [COMPANY];
  await user.click(again);
  await expectRole('option', /Sementes Sul/);
});

it('offers the screens alone on a server without the call, and does not ask it again', async () => {
  const {user, api} = open({'GET ir-para': refusal(404, {})});
  await press(user, 'Ir para');
  await user.type(await combobox(), 'xyz');
  await expectText('Nada encontrado com “xyz”.');
  expect(screen.queryByText('Não foi possível carregar')).toBeNull();
  await user.clear(await combobox());
  await user.type(await combobox(), 'tick');
  await waitFor(() => expect(options()).toContain('TicketOperação'));
  expect(screen.queryByText('Procurando…')).toBeNull();
  expect(api.to('GET ir-para')).toHaveLength(1);
});

it('offers the last places first the next time', async () => {
  const {user} = open({'GET ir-para': [COMPANY]});
  await press(user, 'Ir para');
  await user.type(await combobox(), 'sem');
  await clickOn(user, 'option', /Sementes Sul/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(user, 'Ir para');
  await combobox();
  expect(options()[0]).toBe('Sementes SulEmpresa · recente');
});

it('stands among the shortcuts', async () => {
  const {user} = open();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', {name: 'Atalhos do teclado'});
  expect(within(dialog).getByText('Ctrl+K').closest('dt')?.nextElementSibling).toHaveTextContent('Ir para');
});

it('shows where a record stands and what tells it from others', async () => {
  const found = {...TICKET, status: 'Pendência', detalhes: 'Descarga · Apucarana · Rui'};
  const {user} = open({'GET ir-para': [found, {...COMPANY, status: 'Outro'}]});
  await press(user, 'Ir para');
  await user.type(await combobox(), '17');
  await waitFor(() => expect(options()).toEqual(['Ticket 17PendênciaDescarga · Apucarana · RuiTicket', 'Sementes SulOutroEmpresa']));
});

it('opens tabs, lists in one status, other lists and new records by words of their names', async () => {
  const {user, router} = open({'GET ir-para': []}, 'empresa');
  for (const [typed, expected, at] of [
    ['pend tick', 'PendênciaTickets', {idStatusTicket: 6}], ['para aprovar', 'Para aprovarTickets', {aba: 'paraAprovar'}],
    ['abrir ticket', 'Abrir TicketTickets', '/adm/ticket/salvar'], ['filiais', 'FiliaisLista', '/adm/filial'],
    ['senha', 'Alterar SenhaSua conta', '/adm/alterar-senha'],
  ] as const) {
    await press(user, 'Ir para');
    await user.type(await combobox(), typed);
    expect(highlighted(), typed).toBe(expected);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const {pathname, search} = router.state.location;
    expect(typeof at === 'string' ? pathname : JSON.parse(new URLSearchParams(search).get('filter')!)).toEqual(at);
  }
});

it('what was used last stands on top of what it is found among, and who types a number is led to no other', async () => {
  const {user} = open({'GET ir-para': [{...TICKET, status: 'Pendência'}]});
  await press(user, 'Ir para');
  await user.type(await combobox(), '17');
  await clickOn(user, 'option', /Ticket 17/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(user, 'Ir para');
  await user.type(await combobox(), 'tick');
  await waitFor(() => expect(highlighted()).toBe('Ticket 17PendênciaTicket · recente'));
  await user.clear(await combobox());
  await user.type(await combobox(), '1');
  expect(options()).toEqual([]);
});

it('does the actions of the record in sight, by its keys’ names, once it is gone; what cannot be done says why', async () => {
  const record = {
    id: 17, idStatusTicket: 3, idFilial: 1, idEmpresa: 1, idUsuarioAtendimento: 10, workFlowNameRpa: '', ticketFormularios: [],
  };
  fakeApi({'GET ir-para': []});
  const {user} = show(
    <><GlobalShortcuts /><GoTo /><ActionButtons resource="tickets" record={record} place="details" /></>,
    {session: sessionOf('adm'), at: '/adm/ticket'},
  );
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await combobox(), 'pend');
  expect(options()[0]).toBe('Registrar PendênciaTicket 17p');
  await user.clear(await combobox());
  await user.type(await combobox(), 'rpa');
  const refused = screen.getByRole('option', {name: /^Enviar ao RPA/});
  expect(refused).toHaveAttribute('aria-disabled', 'true');
  expect(refused).toHaveTextContent('O modelo deste ticket não tem workflow RPA.');
  await user.clear(await combobox());
  await user.type(await combobox(), 'pend{Enter}');
  await screen.findByRole('dialog', {name: /Pendência/});
  expect(screen.queryByRole('combobox', {name: 'Ir para'})).toBeNull();
});

it('does to the row that somebody is at what it does to the record in sight, and to none that was left', async () => {
  const row = {id: 17, idStatusTicket: 3, idFilial: 1, idEmpresa: 1, idUsuarioAtendimento: 10, workFlowNameRpa: ''};
  fakeApi({'GET ir-para': []});
  const place = {current: document.body};
  const {user} = show(
    <>
      <GlobalShortcuts /><GoTo /><div role="row" tabIndex={-1} {...rowAttribute(row)}>Linha</div>
      <ListGoToCommands name="tickets" place={place} rows={[row]} /><input aria-label="Nome" />
    </>,
    {session: sessionOf('adm'), at: '/adm/ticket'},
  );
  const offered = async (typed: string) => {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await combobox(), typed);
    return options();
  };
  screen.getByRole('row').focus();
  expect((await offered('pend'))[0]).toBe('Registrar PendênciaTicket 17');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByLabelText('Nome'));
  expect(await offered('registrar')).toEqual([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('row').focus();
  await offered('registrar');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', {name: 'Registrar Pendência: Ticket 17'});
});

describe('in texts', () => {
  const IN_TEXT = {...TICKET, id: 18, titulo: 'Ticket 18', endereco: '/adm/ticket?detalhes=18', trecho: [
    {texto: 'Motorista: ', achado: false}, {texto: 'Kowalski', achado: true},
  ]};
  const byPart = (named: unknown, texts: unknown) => ({'GET ir-para': ({query}: Sent) => (query.has('em') ? texts : named)});

  it('says that it looks there once the names are known, and shows what it finds below them, marked, each record once', async () => {
    const texts = Promise.withResolvers<unknown>();
    const {user} = open(byPart([TICKET], texts.promise));
    await press(user, 'Ir para');
    await user.type(await combobox(), 'kowalski');
    await expectText('Procurando nos textos…');
    expect(options()).toEqual(['Ticket 17Ticket']);
    texts.resolve([TICKET, IN_TEXT]);
    await expectText('2 resultados');
    expect(options()).toEqual(['Ticket 17Ticket', 'Ticket 18Motorista: KowalskiTicket']);
    expect(screen.getByText('Kowalski').tagName).toBe('MARK');
  });

  it('goes to what only a text has: typed, Enter', async () => {
    const {user} = open(byPart([], [IN_TEXT]));
    await press(user, 'Ir para');
    await user.type(await combobox(), 'kowalski{Enter}');
    await waitFor(() => expect(address()).toBe('/adm/ticket?detalhes=18'));
  });

  it('asks for none where ten are found by name, nor for a short word', async () => {
    const ten = Array.from({length: 10}, (_none, id) =>
      ({...TICKET, id, titulo: `Ticket ${id}`, endereco: `/adm/ticket?detalhes=${id}`}));
    const {user, api} = open(byPart(ten, [IN_TEXT]));
    await press(user, 'Ir para');
    for (const [typed, count] of [['kowalski', '10 resultados'], ['17', '10 resultados']] as const) {
      await user.clear(await combobox());
      await user.type(await combobox(), typed);
      await expectText(count);
    }
    expect(api.to('GET ir-para').filter(({query}) => query.has('em'))).toEqual([]);
  });

  it.each([
    ['a list took too long', Response.json([], {headers: {'X-Nao-Procurados': 'tickets'}}), ['Tickets']],
    ['all fail', refusal(500, {}), ['Filiais', 'Fornecedores', 'Modelos Formulário', 'Tickets']],
  ])('leads to the list filtered by the words where %s', async (_what, texts, lists) => {
    const {user, router} = open(byPart([], texts));
    await press(user, 'Ir para');
    await user.type(await combobox(), 'kowalski');
    await expectText('Não foi possível procurar em todos os textos; use o filtro da lista.');
    expect(options().toSorted()).toEqual(lists.map(list => `${list} com “kowalski”Lista`));
    await clickOn(user, 'option', /^Tickets com/);
    const {pathname, search} = router.state.location;
    expect([pathname, JSON.parse(new URLSearchParams(search).get('filter')!)]).toEqual(['/adm/ticket', {itensFormulario: 'kowalski'}]);
  });
});

it('begins with where somebody goes and what can be done, and ends with what is printed and what cannot be done', async () => {
  const record = {
    id: 17, idStatusTicket: 3, idFilial: 1, idEmpresa: 1, idUsuarioAtendimento: 10, workFlowNameRpa: '', ticketFormularios: [],
  };
  fakeApi({});
  const place = {current: document.body};
  const {user} = show(
    <>
      <GlobalShortcuts /><GoTo /><ListGoToCommands name="tickets" place={place} rows={[]} />
      <ActionButtons resource="tickets" record={record} place="details" />
    </>,
    {session: sessionOf('adm'), at: '/adm/ticket'},
  );
  await user.keyboard('{Control>}k{/Control}');
  await combobox();
  const shown = options();
  const at = (start: string) => shown.findIndex(text => text?.startsWith(start));
  expect(at('Registrar Pendência')).toBeGreaterThanOrEqual(0);
  expect(at('Registrar Pendência')).toBeLessThan(at('DashboardTela'));
  expect(at('Imprimir')).toBeGreaterThan(at('RobôsOperação'));
  expect(at('Enviar ao RPA')).toBeGreaterThan(at('RobôsOperação'));
});
