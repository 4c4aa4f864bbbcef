import {expect, it} from 'vitest';
import frota from '../../docs/examples/frota.config.ts';
import config from '../../resources.config.ts';
import type {Dashboard, DashboardPeriod} from '../../src/schema/shapes/config.ts';
import {
  listCards, statusKeySuffix, dashboardTexts, dashboardTitle, monthSpan, monthParts, otherStatuses, periodLabel, periodParam,
  parsePeriod, listBreakdownFields,
  weekSpans,
} from '../../src/schema/dashboard.ts';

const dashboard: Dashboard = config.dashboards.home;
const {tickets} = config.resources;

it.each<[DashboardPeriod, string, string]>([
  ['atual', '2026', '2026'], [2024, '2024', '2024'], ['6m', '6m', '6 meses'],
  ['1m', '1m', '1 mês'], ['12m', '12m', '1 Ano'], ['24m', '24m', '2 Anos'],
])('the period %j travels as %s and is called %s', (period, param, label) => {
  expect(periodParam(period, '2026-11-21')).toBe(param);
  expect(periodLabel(period, '2026-11-21')).toBe(label);
});

it.each([
  // [asked, today, from, to, first month, last month, how many]
  ['2026', '2026-11-21', '2026-01-01', '2026-12-31', '2026-01', '2026-12', 12],
  ['2024', '2026-11-21', '2024-01-01', '2024-12-31', '2024-01', '2024-12', 12],
  ['6m', '2026-11-21', '2026-06-01', '2026-11-21', '2026-06', '2026-11', 6],
  ['6m', '2026-01-01', '2025-08-01', '2026-01-01', '2025-08', '2026-01', 6],
  ['6m', '2026-01-31', '2025-08-01', '2026-01-31', '2025-08', '2026-01', 6],
  ['6m', '2024-02-29', '2023-09-01', '2024-02-29', '2023-09', '2024-02', 6],
  ['12m', '2024-02-29', '2023-03-01', '2024-02-29', '2023-03', '2024-02', 12],
  ['12m', '2026-12-31', '2026-01-01', '2026-12-31', '2026-01', '2026-12', 12],
  ['12m', '2026-01-01', '2025-02-01', '2026-01-01', '2025-02', '2026-01', 12],
] as const)('%s on %s is from %s to %s', (asked, today, from, to, first, last, count) => {
  const span = parsePeriod(dashboard, asked, today)!;
  expect(span).toMatchObject({from, to});
  expect([span.months[0], span.months.at(-1), span.months.length]).toEqual([first, last, count]);
  expect(span.months).toEqual([...new Set(span.months)].toSorted());
});

it.each([
  '', '0', '3m', '6', '6M', '06m', '1899', '2100', '20266', '2026 ', '-2026', 'atual', '2026-01', '__proto__',
])('%j is no period', asked => {
  expect(parsePeriod(dashboard, asked, '2026-11-21')).toBeUndefined();
});

it.each([
  // [today, this week, the same days before, the whole week before]
  ['2026-11-21', ['2026-11-15', '2026-11-21'], ['2026-11-08', '2026-11-14'], ['2026-11-08', '2026-11-14']],
  // A Sunday is held against a Sunday.
  ['2026-11-22', ['2026-11-22', '2026-11-28'], ['2026-11-15', '2026-11-15'], ['2026-11-15', '2026-11-21']],
  ['2026-01-01', ['2025-12-28', '2026-01-03'], ['2025-12-21', '2025-12-25'], ['2025-12-21', '2025-12-27']],
  ['2024-03-03', ['2024-03-03', '2024-03-09'], ['2024-02-25', '2024-02-25'], ['2024-02-25', '2024-03-02']],
  // The day on which a summer time began at midnight.
  ['2018-11-05', ['2018-11-04', '2018-11-10'], ['2018-10-28', '2018-10-29'], ['2018-10-28', '2018-11-03']],
] as const)('on %s the weeks are these', (today, ...weeks) => {
  const [estaSemana, mesmosDias, semanaAnterior] = weeks.map(([from, to]) => ({from, to}));
  expect(weekSpans(today)).toEqual({estaSemana, mesmosDias, semanaAnterior});
});

it.each([
  ['2026-11', '2026-11-30'], ['2025-12', '2025-12-31'], ['2024-02', '2024-02-29'], ['2026-02', '2026-02-28'],
])('the days of %s end on %s', (month, to) => {
  expect(monthSpan(month)).toEqual({from: `${month}-01`, to});
});

it('tells where the open ones are by what somebody may filter by', () => {
  const [everybody, managers] = [['idFilial', 'idModeloFormulario'], ['idFilial', 'idModeloFormulario', 'idUsuarioAtendimento']];
  expect(Object.keys(config.profiles).map(perfil => listBreakdownFields(config, config.dashboards.home, perfil)))
    .toEqual([managers, managers, everybody, everybody, everybody]);
});

it.each([
  ['2026-01', 'Janeiro', 2026],
  ['2024-02', 'Fevereiro', 2024],
  ['2025-03', 'Março', 2025],
  ['2025-12', 'Dezembro', 2025],
] as const)('the month %s is %s of %i', (month, descricaoMes, ano) => {
  expect(monthParts(month)).toEqual({descricaoMes, ano});
});

it('names the counts of a status as the specification does', () => {
  expect(['emAberto', 'emAprovacao', 'emAtendimento', 'pendencia', 'finalizado'].map(statusKeySuffix))
    .toEqual(['EmAberto', 'EmAprovacao', 'EmAtendimento', 'Pendencia', 'Finalizado']);
});

it('shows every status once: on a card, in the order of the cards, or beside them', () => {
  expect(listCards(dashboard, tickets, 'adm').map(card => 'status' in card && card.status.key)).toEqual([
    'pendencia', 'emAberto', 'emAprovacao', 'emAtendimento', 'finalizado',
  ]);
  expect(otherStatuses(dashboard, tickets).map(({key}) => key)).toEqual(['filaRpa', 'emAndamento', 'cancelado']);
});

it('is called by what it counts, and where it is not the only one by its name in the menu', () => {
  const {menu, dashboards} = frota;
  expect([dashboardTitle(config, 'home'), ...Object.keys(dashboards).map(name => dashboardTitle(frota, name))])
    .toEqual(['Visão Geral de Tickets', 'Visão Geral de Ordens: Painel', 'Visão Geral de Ordens: Box']);
  expect(dashboardTitle({...frota, menu: {...menu, Frota: {home: 'Painel'}}}, 'box')).toBe('Visão Geral de Ordens');
});

it('speaks of what it counts by its names, in their gender', () => {
  const {by, ...words} = dashboardTexts(dashboard, tickets);
  expect(words).toEqual({
    chart: 'Evolução Tickets Finalizados', emptyChart: 'Nenhum ticket finalizado neste período.',
    latest: 'Meus últimos tickets', oldest: 'Abertos há mais tempo', noneOpen: 'Nenhum ticket em aberto. Tudo em dia.',
    finished: 'Finalizados por semana', cardsCount: 'Criados no período, pelo status de hoje', chartCounts: 'Finalizados em cada mês',
  });
  expect(dashboard.by?.map(by)).toEqual(['Abertos por filial', 'Abertos por formulário', 'Abertos por atendente']);
  const inspections = dashboardTexts(dashboard, {...tickets, label: {one: 'Vistoria', many: 'Vistorias'}});
  expect([inspections.latest, inspections.oldest, inspections.noneOpen, inspections.by('idFilial'), inspections.cardsCount]).toEqual([
    'Minhas últimas vistorias', 'Abertas há mais tempo', 'Nenhuma vistoria em aberto. Tudo em dia.', 'Abertas por filial',
    'Criadas no período, pelo status de hoje',
  ]);
});
