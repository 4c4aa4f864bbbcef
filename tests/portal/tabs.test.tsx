// Tabs over a list (rules: Lists 14), and what its rows tell of the work on them.
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes, useLocation} from 'react-router-dom';
import {expect, it} from 'vitest';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {onPhone} from './support/media.ts';
import {openTickets, ticket} from './support/tickets.tsx';
import {product, sessionOf, show} from './support/world.tsx';

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();

/** A resource with a life cycle of the test's own. */
const pedidos: Resource = {
  label: {one: 'Pedido', many: 'Pedidos'}, icon: 'item', pageTitle: 'Pedido', route: 'pedido', title: 'titulo',
  api: {list: 'GET pedidos', answer: 'page', one: 'GET pedidos/:id'},
  fields: {
    titulo: {kind: 'texto', label: 'Título', maxLength: 50},
    etapa: {
      kind: 'escolha', label: 'Etapa', readOnly: true, default: 1,
      choices: [
        {id: 1, key: 'aberto', name: 'Aberto', waits: 'equipe'}, {id: 2, key: 'parado', name: 'Parado', waits: 'autor'},
        {id: 3, key: 'feito', name: 'Feito', end: true},
      ],
    },
    idDono: {kind: 'referencia', label: 'Dono', to: 'usuarios', readOnly: true},
    criado: {kind: 'dataHora', label: 'Criado', readOnly: true},
    desde: {kind: 'dataHora', label: 'Desde', readOnly: true},
  },
  list: {
    columns: ['titulo', 'etapa', 'desde', 'aguarda'], sort: ['criado', 'desc'],
    filters: {titulo: {}, criado: {param: ['de', 'ate'], label: ['De', 'Até'], lastDays: 30}},
  },
  form: {'': ['titulo']},
  access: {list: ['adm', 'fornecedor'], read: ['adm', 'fornecedor'], create: [], update: [], delete: []},
  scope: {adm: ['tudo'], fornecedor: ['tudo']},
  status: 'etapa', since: 'desde',
  people: {dono: {field: 'idDono', stamps: 'create', reason: 'Só o dono.'}},
  conditions: {velho: {compare: ['desde', '<', 'agora-7']}, fim: {status: ['feito']}, emCurso: {not: 'fim'}},
  tabs: {
    meus: {label: 'Meus', where: ['dono'], profiles: ['fornecedor']},
    daCasa: {label: 'Meus', where: ['emCurso'], profiles: ['adm']},
    velhos: {label: 'Velhos', where: ['emCurso', 'velho'], sort: ['desde', 'asc']},
    todos: {label: 'Todos', where: []},
  },
  messages: {created: 'Feito!', updated: 'Feito!', empty: 'Nenhum pedido.'},
};
const config: Config = {...product, resources: {pedidos}};
const row = (id: number, more = {}) =>
  ({id, versao: 1, titulo: `Pedido ${id}`, etapa: 1, idDono: 3, criado: daysAgo(12), desde: daysAgo(2), aguarda: 'equipe', ...more});

const Address = () => <output aria-label="endereço">{decodeURIComponent(useLocation().search)}</output>;
const filterInAddress = (): Record<string, unknown> =>
  JSON.parse(new URLSearchParams(screen.getByLabelText('endereço').textContent ?? '').get('filter') ?? '{}') as Record<string, unknown>;

const open = (answers: Answers = {}, perfil = 'adm', search = '') => {
  const api = fakeApi({
    'GET pedidos': {total: 1, registros: [row(1)]},
    'GET pedidos/abas': [{aba: 'daCasa', total: 3}, {aba: 'velhos', total: 1200}, {aba: 'todos', total: 41}],
    ...answers,
  });
  const shown = show(
    <>
      <Routes>
        <Route path="/adm/pedido" element={<ResourceList name="pedidos" />} />
        <Route path="*" element={<p>outra tela</p>} />
      </Routes>
      <Address />
    </>,
    {session: sessionOf(perfil), at: `/adm/pedido${search}`, config},
  );
  return {...shown, api};
};
const tabs = () => screen.findByRole('group', {name: 'Abas'});
const names = async () => within(await tabs()).getAllByRole('button').map(({textContent}) => textContent);
const period = {from: dayFromToday(-30), to: dayFromToday(0)};

it('shows a person their tabs with how many records each has, and none chosen', async () => {
  open();
  await waitFor(async () => expect(await names()).toEqual(['Meus3', 'Velhos1.200', 'Todos41']));
  for (const tab of within(await tabs()).getAllByRole('button')) expect(tab).toHaveAttribute('aria-pressed', 'false');
});

it('shows what is incomplete after them, while there is any, with its number as far as it is counted', async () => {
  let left = 1000;
  const {user, api} = open({'GET pedidos': ({query}: Sent) => {
    const registros = query.get('aba') === 'incompletos' && left === 0 ? [] : [row(1)];
    return Response.json({total: registros.length, registros}, {headers: left === 0 ? {} : {'x-incompletos': String(left)}});
  }});
  await waitFor(async () => expect(await names()).toEqual(['Meus3', 'Velhos1.200', 'Todos41', 'Incompletos1.000+']));
  left = 0;
  await press(user, /Incompletos/, within(await tabs()));
  await waitFor(() => expect(filterInAddress()).toEqual({aba: 'incompletos'}));
  expect(api.to('GET pedidos').at(-1)!.query.get('aba')).toBe('incompletos');
  // The last one was mended: who looks at them hears so, and has the way out.
  await expectText('A aba “Incompletos” está vazia.');
  await press(user, 'Sair da aba');
  await waitFor(async () => expect(await names()).toEqual(['Meus3', 'Velhos1.200', 'Todos41']));
});

it('has a list without tabs show what is incomplete alone', async () => {
  const {tabs: _tabs, ...without} = pedidos;
  const api = fakeApi({'GET pedidos': () => Response.json({total: 1, registros: [row(1)]}, {headers: {'x-incompletos': '2'}})});
  show(<ResourceList name="pedidos" />, {
    session: sessionOf('adm'), at: '/adm/pedido', config: {...config, resources: {pedidos: without}},
  });
  await waitFor(async () => expect(await names()).toEqual(['Incompletos2']));
  expect(api.to('GET pedidos/abas')).toEqual([]);
});

it('says of rows that answer an earlier question which one, until the next answer is there', async () => {
  const late = Promise.withResolvers<unknown>();
  const {user} = open({'GET pedidos': ({query}: Sent) => {
    if (query.get('aba') === 'todos') return late.promise;
    return {total: 1, registros: [row(query.get('aba') === 'velhos' ? 5 : 1)]};
  }});
  await press(user, /Velhos/, within(await tabs()));
  await expectText('Pedido 5');
  expect(screen.queryByText(/^Ainda mostrando/)).not.toBeInTheDocument();
  await press(user, /Todos/, within(await tabs()));
  const said = await screen.findByText('Ainda mostrando: Velhos');
  expect(said.closest<HTMLElement>('[aria-busy=true]')).toContainElement(screen.getByText('Pedido 5'));
  late.resolve({total: 1, registros: [row(9)]});
  await expectText('Pedido 9');
  expect(said).not.toBeInTheDocument();
});

it('lifts the period while a tab is chosen, and asks for it by name', async () => {
  const {user, api} = open();
  const velhos = within(await tabs()).getByRole('button', {name: /Velhos/});
  expect(Object.fromEntries(api.to('GET pedidos')[0]!.query)).toMatchObject({de: period.from, ate: period.to});
  await user.click(velhos);
  await waitFor(() => expect(filterInAddress()).toEqual({aba: 'velhos'}));
  await waitFor(() => expect(Object.fromEntries(api.to('GET pedidos').at(-1)!.query)).toMatchObject({
    aba: 'velhos', de: '', ate: '', sort: 'desde', order: 'asc',
  }));
  expect(within(await tabs()).getByRole('button', {name: /Velhos/})).toHaveAttribute('aria-pressed', 'true');
  await press(user, /Velhos/, within(await tabs()));
  await waitFor(() => expect(filterInAddress()).toEqual({criado: period}));
  await waitFor(() => expect(['aba', 'sort'].map(name => api.to('GET pedidos').at(-1)!.query.has(name))).toEqual([false, false]));
});

it('has the oldest first also where an address names the tab alone', async () => {
  const {api} = open({}, 'adm', '?filter={"aba":"velhos"}');
  await screen.findByRole('link', {name: 'Pedido 1'});
  expect(api.to('GET pedidos').map(({query}) => [query.get('sort'), query.get('order')])).toEqual([['desde', 'asc']]);
});

it('keeps the tab when filters are typed and cleared', async () => {
  const {user} = open({}, 'adm', '?filter={"aba":"velhos","titulo":"x"}');
  await clickOn(user, 'button', 'Limpar filtros');
  await waitFor(() => expect(filterInAddress()).toEqual({aba: 'velhos'}));
  await user.type(screen.getByLabelText('Título'), 'y{Enter}');
  await waitFor(() => expect(filterInAddress()).toEqual({aba: 'velhos', titulo: 'y'}));
});

it('has another tab of the same label for another profile', async () => {
  const {user} = open({'GET pedidos/abas': [{aba: 'meus', total: 2}]}, 'fornecedor');
  await waitFor(async () => expect(await names()).toEqual(['Meus2', 'Velhos', 'Todos']));
  await press(user, /Meus/, within(await tabs()));
  await waitFor(() => expect(filterInAddress()['aba']).toBe('meus'));
});

it('has no tabs at a server that has no such call, and says nothing of it', async () => {
  open({'GET pedidos/abas': refusal(404, {message: 'Registro não encontrado.'})});
  await screen.findByRole('link', {name: 'Pedido 1'});
  await waitFor(() => expect(screen.queryByRole('group', {name: 'Abas'})).not.toBeInTheDocument());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('has its tabs without numbers while the numbers cannot be had', async () => {
  open({'GET pedidos/abas': refusal(500, {})});
  await screen.findByRole('link', {name: 'Pedido 1'});
  expect(await names()).toEqual(['Meus', 'Velhos', 'Todos']);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('counts again with the list', async () => {
  let total = 3;
  const {user, api} = open({'GET pedidos/abas': () => [{aba: 'todos', total: total++}]});
  await waitFor(async () => expect(await names()).toContain('Todos3'));
  await press(user, 'Atualizar');
  await waitFor(async () => expect(await names()).toContain('Todos4'));
  expect(api.to('GET pedidos/abas')).toHaveLength(2);
});

it('says what the opening period hides, where nothing else is filtered, and leads there', async () => {
  const {user} = open({'GET pedidos': ({query}: Sent) => ({total: query.get('aba') === 'todos' ? 41 : 1, registros: [row(1)]})});
  await expectText('40 fora do período');
  await press(user, 'Ver todos');
  await waitFor(() => expect(filterInAddress()).toEqual({aba: 'todos'}));
  await waitFor(() => expect(screen.queryByText(/fora do período/)).not.toBeInTheDocument());
});

it('says beside another filter that the list is of the opening period, and leads out of that alone', async () => {
  const {user} = open({'GET pedidos': {total: 1, registros: [row(1)]}}, 'adm', `?filter=${JSON.stringify({criado: period, titulo: 'x'})}`);
  await expectText(/^dos últimos \d+ dias$/);
  await press(user, 'Ver de todos os dias');
  await waitFor(() => expect(filterInAddress()).toEqual({titulo: 'x'}));
  expect(screen.queryByText(/^dos últimos/)).not.toBeInTheDocument();
});

it('says of an empty list that it is of the opening period, and leads out of that', async () => {
  // There is one without filters.
  const found = ({query}: Sent) => (query.get('titulo') ? {total: 0, registros: []} : {total: 1, registros: [row(1)]});
  const {user} = open({'GET pedidos': found}, 'adm', `?filter=${JSON.stringify({criado: period, titulo: 'x'})}`);
  await expectText(/^Esta lista mostra só os últimos \d+ dias\./);
  await press(user, 'Ver de todos os dias');
  await waitFor(() => expect(filterInAddress()).toEqual({titulo: 'x'}));
});

it.each([
  ['another filter hides some too', `?filter=${JSON.stringify({criado: period, titulo: 'x'})}`, {}],
  ['the period is another', `?filter=${JSON.stringify({criado: {from: '2026-01-01'}})}`, {}],
  ['nothing is hidden', '', {'GET pedidos': {total: 41, registros: [row(1)]}}],
])('says nothing of what is hidden where %s', async (_why, search, answers) => {
  open(answers, 'adm', search);
  await waitFor(async () => expect(await names()).toContain('Todos41'));
  await screen.findByRole('link', {name: 'Pedido 1'});
  expect(screen.queryByText(/fora do período/)).not.toBeInTheDocument();
});

it('leads out of an empty tab', async () => {
  const {user} = open({'GET pedidos': {total: 0, registros: []}}, 'adm', '?filter={"aba":"velhos"}');
  await expectText('A aba “Velhos” está vazia.');
  await press(user, 'Sair da aba');
  await waitFor(() => expect(filterInAddress()).toEqual({criado: period}));
});

it('tells the age in the status and whom a row waits for, and marks what a tab calls old', async () => {
  open({'GET pedidos': {total: 4, registros: [
    row(1), row(2, {desde: daysAgo(12), etapa: 2, aguarda: 'autor'}), row(3, {desde: daysAgo(12), etapa: 3, aguarda: ''}),
    // Another server's answer.
    row(4, {etapa: 2, aguarda: undefined, desde: undefined, idDono: 10}),
  ]}});
  await screen.findByRole('link', {name: 'Pedido 1'});
  const cells = (id: number) => within(screen.getByRole('link', {name: `Pedido ${id}`}).closest('tr')!).getAllByRole('cell');
  const headings = screen.getAllByRole('columnheader').map(({textContent}) => textContent);
  expect(headings).toEqual(['Título', 'Etapa', 'Desde', 'Aguardando', 'Ações']);
  expect(cells(1).map(({textContent}) => textContent).slice(2, 4)).toEqual([expect.stringMatching(/^anteontem \(/), 'Equipe']);
  expect(cells(1)[1]!.firstElementChild).toHaveAttribute('title', expect.stringMatching(/^Desde: \d\d\/.* \(anteontem\)$/));
  expect(cells(2)[3]).toHaveTextContent('Autor há 12 dias');
  // The ring stands around the link: what cuts a long text is within it.
  const link = screen.getByRole('link', {name: 'Pedido 1'});
  const isCut = (one: Element) => getComputedStyle(one).overflow === 'hidden';
  expect([link, link.parentElement!, link.firstElementChild!].map(isCut)).toEqual([false, false, true]);
  expect(cells(3)[3]).toHaveTextContent('—');
  expect(cells(4).map(({textContent}) => textContent).slice(2, 4)).toEqual(['—', 'Você']);
  const weight = (id: number) => getComputedStyle(cells(id)[2]!.firstElementChild!).fontWeight;
  expect([1, 2, 3].map(weight)).toEqual(['400', '600', '400'].map(one => (one === '400' ? weight(1) : one)));
  expect(weight(1)).not.toBe('600');
});

it('is not fetched back to the list for a filter that was just taken off', async () => {
  const {router} = open({}, 'adm', '?filter={"titulo":"x"}');
  const chip = await screen.findByRole('button', {name: 'Remover filtro Título'});
  await screen.findByRole('link', {name: 'Pedido 1'});
  chip.click();
  await router.navigate('/adm/outra');
  await screen.findByText('outra tela');
  // What was delayed by a tick has had its turn.
  await new Promise<void>(resolve => {
    setTimeout(resolve, 0);
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/adm/outra'));
  expect(screen.getByText('outra tela')).toBeVisible();
});

it('asks for the records without one, by its name, where a filter says how they are called', async () => {
  const base: Resource = {...pedidos, list: {...pedidos.list, filters: {idDono: {label: 'Dono', none: 'Sem dono', optional: true}}}};
  const usuarios: Resource = {...product.resources['usuarios']!, title: 'nome'};
  const api = fakeApi({
    'GET pedidos': {total: 1, registros: [row(1)]}, 'GET pedidos/abas': [],
    'GET usuarios': [{id: 3, nome: 'Bruna'}, {id: 4, nome: 'Caio'}],
  });
  const {user} = show(
    <>
      <Routes><Route path="/adm/pedido" element={<ResourceList name="pedidos" />} /></Routes>
      <Address />
    </>,
    {session: sessionOf('adm'), at: '/adm/pedido', config: {...product, resources: {pedidos: base, usuarios}}},
  );
  await clickOn(user, 'combobox', 'Dono');
  expect((await screen.findAllByRole('option')).map(({textContent}) => textContent)).toEqual(['Sem dono', 'Bruna', 'Caio']);
  await user.click(screen.getByRole('option', {name: 'Sem dono'}));
  await waitFor(() => expect(filterInAddress()).toEqual({idDono: -1}));
  await waitFor(() => expect(api.to('GET pedidos').at(-1)!.query.get('idDono')).toBe('-1'));
  await expectText('Dono: Sem dono');
});

it('tells on a phone’s card how long, who attends and, where it waits for the reader, what is asked of them', async () => {
  onPhone();
  const asked = {texto: 'Falta a placa do reboque.', nome: 'Rui', data: daysAgo(1)};
  const pending = {idStatusTicket: 6, aguarda: 'autor', idUsuarioAtendimento: 11, nomeUsuarioAtendimento: 'Rui', ultimoComentario: asked};
  fakeApi({'GET tickets/abas': [], 'GET tickets': {total: 3, registros: [
    ticket({id: 1, ...pending, statusDesde: daysAgo(3)}), ticket({id: 2, ...pending, idUsuario: 99}),
    ticket({id: 3, idStatusTicket: 7, aguarda: ''}),
  ]}});
  openTickets('/adm/ticket?filter={}');
  const [mine, anothers, ended] = await screen.findAllByRole('listitem');
  expect(mine).toHaveTextContent('Rui: Falta a placa do reboque.');
  expect(mine).toHaveTextContent(/1há 3 dias.*Pendência/);
  expect(mine).not.toHaveTextContent('Placa: ABC');
  expect(anothers).toHaveTextContent('Aguardando');
  expect(anothers).toHaveTextContent('Autor com Rui');
  expect(anothers).not.toHaveTextContent('pede');
  expect(ended).not.toHaveTextContent('Aguardando');
});

it('shows a phone’s card without an instant of its status where the resource keeps none', async () => {
  onPhone();
  fakeApi({'GET tickets/abas': [], 'GET tickets': {total: 1, registros: [ticket({id: 41})]}});
  const {since: _since, ...tickets} = product.resources['tickets']!;
  openTickets('/adm/ticket?filter={}', 'adm', {...product, resources: {...product.resources, tickets}});
  const [card] = await screen.findAllByRole('listitem');
  expect(within(card!).getByText('41')).toBeVisible();
});
