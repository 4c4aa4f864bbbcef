import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes, useLocation} from 'react-router-dom';
import {beforeEach, expect, it, vi} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import {monthSpan, monthParts, weekSpans} from '../../src/schema/dashboard.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {HomePage} from '../../src/portal/pages/home/HomePage.tsx';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {expectText, press} from './support/gestures.ts';
import {fetched} from './support/later.ts';
import {product, sessionOf, show} from './support/world.tsx';

const YEAR = String(new Date().getFullYear());
const COUNTS = 'GET Dashboard/buscar-qtd-ticetks-status';
const EVOLUTION = 'GET Dashboard/listar-evolucao';
const SUMMARY = 'GET dashboard/resumo';

const counts = {
  idStatusPendencia: 6, qtdPendencia: 3, qtdEmAberto: 1234, qtdEmAprovacao: 0, qtdEmAtendimento: 40, qtdFinalizado: 7,
  qtdFilaRpa: 2, qtdEmAndamento: 1, qtdCancelado: 5,
};
const points = [{descricaoMes: 'Janeiro', ano: 2026, qtdEvolucao: 3}, {descricaoMes: 'Fevereiro', ano: 2026, qtdEvolucao: 1500}];
const summary = {
  maisAntigos: [{id: 12, descricao: 'Descarga', dataCriacao: new Date(Date.now() - 3 * 86_400_000).toISOString()}],
  finalizados: {estaSemana: 4, mesmosDias: 1, semanaAnterior: 9},
  porFilial: Array.from({length: 7}, (_none, index) => ({
    idFilial: index + 1, descricao: `Filial ${index + 1}`, qtd: 10 - index, ...(index === 1 ? {} : {idEmpresa: 3}),
  })),
  por: {
    idModeloFormulario: [{id: 5, descricao: 'Descarga · Matriz', qtd: 30}, {id: 6, descricao: 'Frete · Sede', qtd: 19}],
    idUsuarioAtendimento: [{id: -1, descricao: 'Sem atendente', qtd: 1200}, {id: 8, descricao: 'Rui', qtd: 34}],
  },
};
const companies = [{id: 1, razaoSocial: 'Sementes Sul'}, {id: 3, razaoSocial: 'Grãos Norte'}];
const full: Answers = {
  [COUNTS]: counts, [EVOLUTION]: points, [SUMMARY]: summary, 'GET empresas/listarCombo': companies,
  'GET tickets': {total: 0, registros: []},
  'GET filial/listarCombo/3/10': [{id: 7, descricao: 'Matriz'}], 'GET filial/listarCombo/1/10': [{id: 2, descricao: 'Sede'}],
};

const Address = () => {
  const {pathname, search} = useLocation();
  return <output aria-label="endereço">{pathname + decodeURIComponent(search)}</output>;
};
const address = () => screen.getByLabelText('endereço').textContent;

interface Opened {
  perfil?: string;
  at?: string;
  config?: Config;
}
const open = (answers: Answers = {}, {perfil = 'adm', at = '/adm/home', config = product}: Opened = {}) => {
  const all = {...full, ...answers};
  const api = fakeApi(all);
  const shown = show(
    <>
      <Routes>
        <Route path="/adm/home" element={<HomePage name="home" />} />
        <Route path="*" element={<p>outra tela</p>} />
      </Routes>
      <Address />
    </>,
    {session: sessionOf(perfil), at, config},
  );
  /** Answers given from now on. */
  const answer = (more: Answers) => Object.assign(all, more);
  return {...shown, api, answer};
};
const queryOf = (calls: readonly Sent[]) => Object.fromEntries(calls.at(-1)!.query);
const options = (label: string) => within(screen.getByLabelText(label)).getAllByRole('option').map(option => option.textContent);
const card = (name: RegExp) => screen.findByRole('link', {name});
const chart = () => screen.findByRole('img', {name: /^Evolução Tickets Finalizados/});

beforeEach(() => vi.unstubAllGlobals());

it('has the heading, the filters and the periods of the specification, and asks for the current year', async () => {
  const {api} = open();
  expect(screen.getByRole('heading', {level: 1, name: 'Visão Geral de Tickets'})).toBeVisible();
  expect(document.title).toBe('Adm');
  await card(/^Pendentes/);
  await waitFor(() => expect(options('Empresa')).toEqual(['Empresa', 'Sementes Sul', 'Grãos Norte']));
  expect(options('Filial')).toEqual(['Filial']);
  expect(options('Período')).toEqual([YEAR, '6 meses', '1 Ano', '2024']);
  expect(screen.getByLabelText('Período')).toHaveDisplayValue(YEAR);
  expect(options('Período do gráfico')).toEqual([YEAR, '6 meses', '1 Ano', '2024']);
  const asked = {idPerfilLogado: '1', idUsuarioLogado: '10', idEmpresa: '0', idFilial: '0', periodo: YEAR};
  expect(queryOf(api.to(COUNTS))).toEqual(asked);
  expect(queryOf(api.to(EVOLUTION))).toEqual(asked);
  // Only when a company is chosen (rules: Dashboard 1).
  expect(api.calls.filter(({path}) => path.startsWith('filial/'))).toEqual([]);
});

it('shows five cards in their order, each a link to its status and the days it counts', async () => {
  open();
  await card(/^Pendentes/);
  const cards = within(screen.getByRole('region', {name: 'Tickets por status'})).getAllByRole('link').slice(0, 5);
  expect(cards.map(one => one.textContent)).toEqual(['Pendentes3', 'Em-Aberto1.234', 'Em-Aprovação0', 'Em-Atendimento40', 'Finalizados7']);
  const days = `?dataInicial=${YEAR}-01-01&dataFinal=${YEAR}-12-31`;
  expect(cards.map(one => one.getAttribute('href'))).toEqual([6, 1, 2, 3, 7].map(id => `/adm/ticket/status/${id}${days}`));
  const others = within(screen.getByRole('list', {name: 'Outros status'})).getAllByRole('link');
  expect(others.map(one => [one.textContent, one.getAttribute('href')])).toEqual([
    ['Fila RPA2', `/adm/ticket/status/4${days}`], ['Em Andamento1', `/adm/ticket/status/5${days}`],
    ['Cancelados5', `/adm/ticket/status/8${days}`],
  ]);
});

it('says what the cards count and what the chart does, and on paper whose numbers they are and of when', async () => {
  const {unmount} = open();
  const cards = await screen.findByRole('region', {name: 'Tickets por status'});
  expect(within(cards).getByText('Criados no período, pelo status de hoje')).toBeVisible();
  const evolution = await screen.findByRole('region', {name: 'Evolução Tickets Finalizados'});
  expect(within(evolution).getByText('Finalizados em cada mês')).toBeVisible();
  expect(screen.getByText(/^Empresa:/)).toHaveTextContent(`Empresa: sem filtro · Filial: sem filtro · Período: ${YEAR}`);
  unmount();
  open({'GET filial/7': {id: 7, descricao: 'Matriz'}}, {at: '/adm/home?idEmpresa=3&idFilial=7&periodo=6m'});
  await waitFor(() => expect(screen.getByText(/^Empresa:/)).toHaveTextContent('Empresa: Grãos Norte · Filial: Matriz · Período: 6 meses'));
});

it.each([[40, '40'], [100, '100'], [250, '100']])('draws the bar of %i in service as %s %%', async (qtdEmAtendimento, width) => {
  open({[COUNTS]: {...counts, qtdEmAtendimento}});
  expect(await screen.findByRole('progressbar', {name: 'Em-Atendimento'})).toHaveAttribute('aria-valuenow', width);
});

it('counts what is missing as 0, and leaves out what another server does not count', async () => {
  open({[COUNTS]: {qtdEmAberto: 1}, [SUMMARY]: undefined});
  expect(await card(/^Pendentes/)).toHaveTextContent('Pendentes0');
  expect(screen.queryByText('Fila RPA')).not.toBeInTheDocument();
});

it('loads the branches of a company and everything anew, and keeps the choice in the address', async () => {
  const {user, api, router} = open();
  await card(/^Pendentes/);
  await user.selectOptions(screen.getByLabelText('Empresa'), 'Grãos Norte');
  await waitFor(() => expect(options('Filial')).toEqual(['Filial', 'Matriz']));
  expect(queryOf(api.to(COUNTS))).toMatchObject({idEmpresa: '3', idFilial: '0'});
  expect(queryOf(api.to(EVOLUTION))).toMatchObject({idEmpresa: '3', idFilial: '0'});
  expect(queryOf(api.to(SUMMARY))).toMatchObject({idEmpresa: '3', idFilial: '0'});
  await user.selectOptions(screen.getByLabelText('Filial'), 'Matriz');
  await waitFor(() => expect(queryOf(api.to(EVOLUTION))).toMatchObject({idEmpresa: '3', idFilial: '7'}));
  expect(address()).toBe('/adm/home?idEmpresa=3&idFilial=7');
  expect(await card(/^Pendentes/)).toHaveAttribute('href', expect.stringContaining('idEmpresa=3&idFilial=7'));

  await router.navigate('/adm/ticket');
  await router.navigate(-1);
  await waitFor(() => expect(screen.getByLabelText('Filial')).toHaveDisplayValue('Matriz'));
  // Another company has other branches.
  await user.selectOptions(screen.getByLabelText('Empresa'), 'Sementes Sul');
  await waitFor(() => expect(options('Filial')).toEqual(['Filial', 'Sede']));
  expect(queryOf(api.to(COUNTS))).toMatchObject({idEmpresa: '1', idFilial: '0'});
});

it('drives cards and chart by the upper period, and the chart alone by its own', async () => {
  const {user, api} = open();
  await card(/^Pendentes/);
  await user.selectOptions(screen.getByLabelText('Período do gráfico'), '2024');
  await waitFor(() => expect(queryOf(api.to(EVOLUTION))).toMatchObject({periodo: '2024'}));
  expect(api.to(COUNTS)).toHaveLength(1);
  expect(screen.getByLabelText('Período')).toHaveDisplayValue(YEAR);
  await user.selectOptions(screen.getByLabelText('Período'), '6 meses');
  await waitFor(() => expect(queryOf(api.to(EVOLUTION))).toMatchObject({periodo: '6m'}));
  expect(queryOf(api.to(COUNTS))).toMatchObject({periodo: '6m'});
  expect(screen.getByLabelText('Período do gráfico')).toHaveDisplayValue('6 meses');
  expect(address()).toBe('/adm/home?periodo=6m');
  // The summary has no period.
  expect(api.to(SUMMARY)).toHaveLength(1);
});

it('opens as its address says', async () => {
  const {api} = open({}, {at: '/adm/home?idEmpresa=3&idFilial=7&periodo=12m&grafico=2024'});
  await waitFor(() => expect(screen.getByLabelText('Filial')).toHaveDisplayValue('Matriz'));
  expect(screen.getByLabelText('Empresa')).toHaveDisplayValue('Grãos Norte');
  expect(queryOf(api.to(COUNTS))).toMatchObject({idEmpresa: '3', idFilial: '7', periodo: '12m'});
  expect(queryOf(api.to(EVOLUTION))).toMatchObject({periodo: '2024'});
});

it.each(['empresa', 'fornecedor', 'empresaUsuario'])('has the own company of the profile %s, locked, and its branches', async perfil => {
  const {api} = open({}, {perfil, at: '/adm/home?idEmpresa=3'});
  await waitFor(() => expect(options('Filial')).toEqual(['Filial', 'Sede']));
  expect(screen.getByLabelText('Empresa')).toBeDisabled();
  expect(screen.getByLabelText('Empresa')).toHaveDisplayValue('Sementes Sul');
  expect(screen.getByLabelText('Filial')).toBeEnabled();
  expect(queryOf(api.to(COUNTS))).toMatchObject({idEmpresa: '1', idPerfilLogado: String(product.profiles[perfil]!.id)});
});

it('has no company for who is offered none', async () => {
  const {empresas} = product.resources;
  const {combo: _combo, ...api} = empresas?.api ?? {};
  const config: Config = {...product, resources: {...product.resources, empresas: {...empresas!, api}}};
  open({}, {perfil: 'fornecedor', config});
  await waitFor(() => expect(options('Filial')).toEqual(['Filial', 'Sede']));
  expect(screen.queryByLabelText('Empresa')).toBeNull();
});

/** What the list is filtered by that a link leads to. */
const filterAt = (name: string | RegExp): unknown =>
  JSON.parse(new URL(screen.getByRole('link', {name}).getAttribute('href')!, 'http://x').searchParams.get('filter')!);

it('draws the evolution by month and year, and says it as a table', async () => {
  const {user} = open();
  expect(await chart()).toHaveAccessibleName('Evolução Tickets Finalizados: Janeiro 2026 3, Fevereiro 2026 1500');
  await press(user, 'Ver como tabela');
  const table = screen.getByRole('table', {name: 'Evolução Tickets Finalizados'});
  expect(within(table).getAllByRole('row').map(row => row.textContent))
    .toEqual(['MêsEvolução', 'Janeiro 20263', 'Fevereiro 20261.500', 'Total1.503']);
  await press(user, 'Ver como gráfico');
  expect(await chart()).toBeVisible();
});

it('ends the line with the running month, marked, and leads from each month to what it counts', async () => {
  const running = dayFromToday(0).slice(0, 7);
  const months = Array.from({length: 12}, (_none, index) => `${YEAR}-${String(index + 1).padStart(2, '0')}`);
  const {user} = open(
    {[EVOLUTION]: months.map((month, index) => ({...monthParts(month), qtdEvolucao: month <= running ? index + 1 : 0}))}
  );
  await chart();
  expect(screen.getByText(/Mês em curso, até hoje$/)).toBeVisible();
  await press(user, 'Ver como tabela');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1).map(row => row.textContent);
  const until = months.filter(month => month <= running);
  const {descricaoMes} = monthParts(running);
  expect(rows).toHaveLength(until.length + 1);
  expect(rows.at(-2)).toBe(`${descricaoMes} ${YEAR}, até hoje${until.length}`);
  expect(filterAt(`${descricaoMes} ${YEAR}, até hoje: ${until.length}`)).toEqual({idStatusTicket: 7, dataFinalizacao: monthSpan(running)});
  expect(filterAt(/^Total/)).toEqual({idStatusTicket: 7, dataFinalizacao: {from: `${YEAR}-01-01`, to: monthSpan(running).to}});
});

it('explains a chart without entries, and leads to a longer period', async () => {
  const {user, api} = open({
    [EVOLUTION]: ({query}: Sent) => (query.get('periodo') === '12m' ? points : [{descricaoMes: 'Janeiro', ano: 2026}]),
  });
  await expectText('Nenhum ticket finalizado neste período.');
  await press(user, 'Ver 1 Ano');
  expect(await chart()).toBeVisible();
  expect(api.to(COUNTS)).toHaveLength(1);
});

it('keeps what was there when a load fails, says so, and tries again', async () => {
  const {user, answer} = open();
  await card(/^Pendentes 3/);
  answer({[COUNTS]: refusal(500, {message: 'O banco não responde.'})});
  await user.selectOptions(screen.getByLabelText('Empresa'), 'Grãos Norte');
  await expectText('Não foi possível carregar os números. O que você vê é o que estava aqui antes.');
  expect(screen.getByText('O banco não responde.')).toBeVisible();
  // The numbers of before lead to the list of before.
  expect(await card(/^Pendentes 3/)).not.toHaveAttribute('href', expect.stringContaining('idEmpresa'));
  answer({[COUNTS]: {...counts, qtdPendencia: 9}});
  await press(user, 'Tentar de novo');
  expect(await card(/^Pendentes 9/)).toHaveAttribute('href', expect.stringContaining('idEmpresa=3'));
  expect(screen.queryByText(/Não foi possível atualizar/)).not.toBeInTheDocument();
});

it('tells a line that is closed once, and what could not be loaded', async () => {
  open({[COUNTS]: offline, [EVOLUTION]: offline, [SUMMARY]: offline});
  await expectText('Não foi possível carregar os números.');
  await expectText('Não foi possível carregar o gráfico.');
  await expectText('Não foi possível carregar o resumo.');
  expect(screen.getAllByText(/Erro de comunicação com servidor/)).toHaveLength(1);
});

it('leads from the summary to the record, the week and the branch, and nothing else is filtered', async () => {
  const {user} = open();
  const oldest = within(await screen.findByRole('region', {name: 'Abertos há mais tempo'}));
  expect(await oldest.findByRole('link', {name: 'Ticket 12 · Descarga'})).toHaveAttribute('href', '/adm/ticket?detalhes=12');
  expect(oldest.getByText('há 3 dias')).toBeVisible();
  const {estaSemana, mesmosDias, semanaAnterior} = weekSpans();
  const finished = {idStatusTicket: 7};
  expect(filterAt('Esta semana: 4')).toEqual({...finished, dataFinalizacao: estaSemana});
  expect(filterAt('Semana anterior, mesmos dias: 1')).toEqual({...finished, dataFinalizacao: mesmosDias});
  expect(filterAt('Semana anterior inteira: 9')).toEqual({...finished, dataFinalizacao: semanaAnterior});
  expect(screen.getByText('3 a mais que nos mesmos dias da semana anterior.')).toBeVisible();
  const open_ = {aba: 'abertos'};
  expect(filterAt('Filial 1')).toEqual({...open_, idEmpresa: 3, idFilial: 1});
  // A server that does not say whose branch it is.
  expect(filterAt('Filial 2')).toEqual({...open_, idFilial: 2});
  const branches = within(screen.getByRole('region', {name: 'Abertos por filial'}));
  expect(branches.getAllByRole('link')).toHaveLength(5);
  expect(branches.getByText('Filial 1').closest('li')).toHaveTextContent('Filial 110 de 49');
  await press(user, 'Mostrar todos (7)', branches);
  expect(branches.getAllByRole('link')).toHaveLength(7);
  const people = within(screen.getByRole('region', {name: 'Abertos por atendente'}));
  expect(people.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Sem atendente1.200 de 1.234', 'Rui34 de 1.234']);
  expect(filterAt('Sem atendente')).toEqual({...open_, idUsuarioAtendimento: -1});
  expect(filterAt('Descarga · Matriz')).toEqual({...open_, idModeloFormulario: 5});
});

it('says that nothing is open', async () => {
  open({[SUMMARY]: {maisAntigos: [], finalizados: {estaSemana: 0, mesmosDias: 0, semanaAnterior: 0}, porFilial: []}});
  expect(await screen.findAllByText('Nenhum ticket em aberto. Tudo em dia.')).toHaveLength(2);
  expect(screen.getByText('O mesmo número dos mesmos dias da semana anterior.')).toBeVisible();
});

it.each([
  ['nothing of it', [], []], ['nothing at all', null, []], ['something else', {maisAntigos: 7, porFilial: {}, por: []}, []],
  ['the weeks alone, without the same days', {finalizados: {estaSemana: 4, semanaAnterior: 9}}, ['Finalizados por semana']],
])('draws what there is where another server answers %s', async (_what, body, blocks) => {
  const {api} = open({[SUMMARY]: body, [EVOLUTION]: {}, [COUNTS]: body}, {perfil: 'rpa'});
  await card(/^Pendentes 0/);
  await waitFor(() => expect(api.to(SUMMARY)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('status', {name: 'Carregando'})).not.toBeInTheDocument());
  const regions = screen.getAllByRole('region').map(region => region.getAttribute('aria-labelledby') ?? '');
  const titles = regions.flatMap(id => document.getElementById(id)?.textContent ?? []);
  expect(titles).toEqual(['Evolução Tickets Finalizados', ...blocks]);
  expect(screen.queryByText(/nos mesmos dias/)).not.toBeInTheDocument();
});

it('has no summary where another server has no such call, and says nothing of it', async () => {
  const {api} = open({[SUMMARY]: undefined});
  await waitFor(() => expect(screen.queryByRole('region', {name: 'Abertos há mais tempo'})).not.toBeInTheDocument());
  expect(api.to(SUMMARY)).toHaveLength(1);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('has a card for a tab, which leads to what it counts, and sums on each card in the form of their kind', async () => {
  const {tickets} = product.resources;
  const {home} = product.dashboards;
  const config: Config = {
    ...product,
    resources: {...product.resources, tickets: {
      ...tickets!, fields: {...tickets!.fields, valor: {kind: 'moeda', label: 'Valor'}, urgente: {kind: 'booleano', label: 'Urgente'}},
      list: {...tickets!.list, filters: {...tickets!.list.filters, urgente: {}}},
      tabs: {...tickets!.tabs, caros: {label: 'Caros', where: [], profiles: ['adm']}},
    }},
    dashboards: {home: {
      ...home!, cards: ['pendencia', {tab: 'caros', icon: 'hourglass', tone: 'ambar'}], sums: ['valor'], by: ['urgente'],
    }},
  };
  const answers = {
    [COUNTS]: {
      ...counts, somas: {pendencia: {valor: 3400}, emAberto: {valor: 1}}, abas: [{aba: 'caros', total: 12, somas: {valor: 1234567.8}}],
    },
    [SUMMARY]: {...summary, por: {urgente: [{id: 'true', descricao: 'Sim', qtd: 3}, {id: 'false', descricao: 'Não', qtd: 1}]}},
  };
  const {unmount} = open(answers, {config, at: '/adm/home?idEmpresa=3'});
  expect((await card(/^Pendentes/)).textContent).toBe('Pendentes3Valor R$ 3.400,00');
  expect((await card(/^Caros/)).textContent).toBe('Caros12Valor R$ 1.234.567,80');
  expect(filterAt(/^Caros/)).toEqual({idEmpresa: 3, aba: 'caros', dataCriacao: {from: `${YEAR}-01-01`, to: `${YEAR}-12-31`}});
  const values = within(await screen.findByRole('region', {name: 'Abertos por urgente'}));
  expect(values.getAllByRole('listitem').map(item => item.textContent)).toEqual(['Sim3 de 4', 'Não1 de 4']);
  expect(filterAt('Sim')).toEqual({idEmpresa: 3, aba: 'abertos', urgente: 'true'});
  unmount();
  // Without the tab and the sums, as for a profile that does not have them, or another server.
  open({}, {config, perfil: 'empresa'});
  expect((await card(/^Pendentes/)).textContent).toBe('Pendentes3');
  expect(screen.queryByText('Caros')).not.toBeInTheDocument();
});

it('repeats no entry of the menu', async () => {
  open();
  await card(/^Pendentes/);
  expect(screen.getAllByRole('link').map(one => one.getAttribute('href'))).not.toContain('/adm/empresa');
});

it('greets where no dashboard is declared', async () => {
  const without: Config = {...product, dashboards: {}};
  const {api} = open({}, {config: without});
  expect(screen.getByRole('heading', {level: 1, name: 'Balcão'})).toBeVisible();
  await fetched();
  expect(api.calls).toEqual([]);
});
