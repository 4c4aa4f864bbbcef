import {expect, it} from 'vitest';
import {parseListRequest} from '../../src/schema/lists/parseListRequest.ts';
import {listAddressForOwners, statusListAddress} from '../../src/portal/pages/home/dashboardLinks.ts';
import {formatAge, formatAgeWithTime} from '../../src/portal/ui/Age.tsx';
import {creationAddress} from '../../src/portal/pages/home/useOnboarding.ts';
import {readDashboardFilters} from '../../src/portal/pages/home/dashboardFilters.ts';
import {axisTicks} from '../../src/portal/pages/home/evolutionSeries.ts';
import {product} from './support/world.tsx';

const dashboard = product.dashboards.home!;
const tickets = product.resources['tickets']!;
const YEAR = String(new Date().getFullYear());

it.each([
  ['nothing at all', [], [0, 1]],
  ['only zeros', [0, 0], [0, 1]],
  ['few', [0, 2, 1], [0, 1, 2]],
  ['more', [3, 12, 7], [0, 2, 4, 6, 8, 10, 12]],
  ['an uneven highest', [13], [0, 5, 10, 15]],
  ['hundreds', [430], [0, 100, 200, 300, 400, 500]],
  ['just under the step', [9999], [0, 2000, 4000, 6000, 8000, 10_000]],
  ['the step', [10_000], [0, 10_000]],
  ['beyond the step', [31_000], [0, 10_000, 20_000, 30_000, 40_000]],
  ['as many as fit', [120_000], Array.from({length: 13}, (_none, index) => index * 10_000)],
  ['more than fit: whole steps', [240_000], Array.from({length: 13}, (_none, index) => index * 20_000)],
])('puts the ticks of %s', (_what, counts, ticks) => {
  expect(axisTicks(counts, 10_000)).toEqual(ticks);
});

it('keeps to whole numbers, one step apart, and above every count, whatever the counts', () => {
  for (let highest = 0; highest < 300_000; highest += 37) {
    const ticks = axisTicks([highest], 10_000);
    const gaps = new Set(ticks.slice(1).map((tick, index) => tick - ticks[index]!));
    expect([...gaps].every(Number.isInteger) && gaps.size === 1, String(highest)).toBe(true);
    expect(ticks.at(-1)! >= highest && ticks.length <= 13, String(highest)).toBe(true);
    expect([...gaps][0]! % (highest < 10_000 ? 1 : 10_000), String(highest)).toBe(0);
  }
});

it.each([
  ['', undefined, {idEmpresa: 0, idFilial: 0, periodo: YEAR, grafico: YEAR}],
  ['idEmpresa=3&idFilial=7&periodo=6m', undefined, {idEmpresa: 3, idFilial: 7, periodo: '6m', grafico: '6m'}],
  ['periodo=6m&grafico=2024', undefined, {idEmpresa: 0, idFilial: 0, periodo: '6m', grafico: '2024'}],
  ['periodo=1998&grafico=x&idEmpresa=-1&idFilial=9999999999', undefined, {idEmpresa: 0, idFilial: 0, periodo: YEAR, grafico: YEAR}],
  ['idEmpresa=3&idFilial=7', 1, {idEmpresa: 1, idFilial: 7, periodo: YEAR, grafico: YEAR}],
  ['idEmpresa=3', null, {idEmpresa: 0, idFilial: 0, periodo: YEAR, grafico: YEAR}],
])('reads the choice of "%s", with the own company %s', (search, fixed, choice) => {
  expect(readDashboardFilters(dashboard, new URLSearchParams(search), fixed)).toEqual(choice);
});

it('leads to the list of a status with company, branch and days, and nothing more', () => {
  const address = new URL(statusListAddress(product, dashboard, tickets, 6, {idEmpresa: 3, idFilial: 7, periodo: '2024'}), 'http://x');
  expect(address.pathname).toBe('/adm/ticket/status/6');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    idEmpresa: '3', idFilial: '7', dataInicial: '2024-01-01', dataFinal: '2024-12-31',
  });
  expect(parseListRequest(tickets, Object.fromEntries(address.searchParams)).request.filter)
    .toEqual({idEmpresa: 3, idFilial: 7, dataCriacao: {from: '2024-01-01', to: '2024-12-31'}});
  expect(statusListAddress(product, dashboard, tickets, 6, {idEmpresa: 0, idFilial: 0, periodo: '2024'}))
    .toBe('/adm/ticket/status/6?dataInicial=2024-01-01&dataFinal=2024-12-31');
});

it('leads to a list that is filtered by this alone', () => {
  const {searchParams} = new URL(listAddressForOwners(product, tickets, {idEmpresa: 0, idFilial: 7}, {aba: 'abertos'}) ?? '', 'http://x');
  expect([...searchParams]).toEqual([['filter', '{"idFilial":7,"aba":"abertos"}']]);
  // No list could show the same.
  expect(listAddressForOwners(product, tickets, {idEmpresa: 0, idFilial: 7}, {codigoTransportadora: 'A1'})).toBeUndefined();
  expect(listAddressForOwners(product, tickets, {idEmpresa: 0, idFilial: 7}, undefined)).toBeUndefined();
});

it.each([
  ['2026-11-21T12:00:00Z', 'hoje'],
  // Still the 20th in São Paulo.
  ['2026-11-21T02:59:00Z', 'ontem'],
  ['2026-11-19T12:00:00Z', 'anteontem'],
  ['2026-10-26T12:00:00Z', 'há 26 dias'],
  ['2023-01-01T12:00:00Z', 'há 1.420 dias'],
  ['nunca', ''],
])('%s is %s', (iso, age) => {
  expect(formatAge(iso, '2026-11-21')).toBe(age);
});

it.each([
  ['2026-11-21T17:05:00Z', 'hoje às 14:05'],
  ['2026-11-21T02:59:00Z', 'ontem às 23:59'],
  ['2026-11-19T12:00:00Z', 'anteontem'],
  ['nunca', ''],
])('%s is told as %s where its time still matters', (iso, moment) => {
  expect(formatAgeWithTime(iso, '2026-11-21')).toBe(moment);
});

const rows = (...ids: number[]) => ({data: ids.map(id => ({id})), total: ids.length});
it.each([
  ['empresas', {}, '/adm/empresa/salvar'],
  ['filiais', {}, '/adm/empresa'],
  ['filiais', {empresas: rows()}, '/adm/empresa'],
  ['filiais', {empresas: rows(4)}, '/adm/empresa?filhos=filiais.4'],
  ['filiais', {empresas: rows(4, 5)}, '/adm/empresa'],
  ['modelosFormularioItem', {modelosFormulario: rows(9)}, '/adm/modelo-formulario?filhos=modelosFormularioItem.9'],
  ['tickets', {}, '/adm/ticket/salvar'],
])('the step %s with %j is done at %s', (name, found, address) => {
  expect(creationAddress(product, name, found)).toBe(address);
});
