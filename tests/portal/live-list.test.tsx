// A list while others work on its records (rules: Lists 21).
import {act, screen, waitFor, within} from '@testing-library/react';
import {expect, it, onTestFinished, vi} from 'vitest';
import {mergePage} from '../../src/portal/list/live/mergePage.ts';
import {HIDDEN_TIMEOUT_MS} from '../../src/portal/api/eventStream.ts';
import {expectConsole} from '../support/console.ts';
import {offline} from './support/api.ts';
import {seen} from './support/events.ts';
import {expectText, press} from './support/gestures.ts';
import {onAClock, open, pass, passSlowly, plates, row, rowOf, rows, waiting} from './support/inspections.tsx';
import {withoutMotion} from './support/media.ts';
import {sessionOf} from './support/world.tsx';

onAClock();

it('reads a row again whose numbers of others changed, though its version is what it was', async () => {
  const {now, heard, reads} = await open(rows(1, 2));
  // The line has opened: what was missed until then is read.
  await pass(20_000);
  const before = reads();
  now([row(1), row(2, {placa: 'ABC-2 B'})]);
  heard(2, 1);
  await pass(20_000);
  expect(reads()).toBe(before);
  heard(2, 1, 'vistorias', {calculado: true});
  await screen.findByText('ABC-2 B');
});

it('changes a row where it stands, with nothing else to be seen', async () => {
  const {now, heard, user} = await open(rows(1, 2, 3));
  await user.click(within(rowOf(3)).getByRole('checkbox', {name: /Selecionar/}));
  screen.getByRole('link', {name: 'ABC-2'}).focus();
  const lines: unknown[] = [];
  const watch = new MutationObserver(() => lines.push(screen.queryByLabelText('Carregamento')));
  watch.observe(document.body, {childList: true, subtree: true});
  now([row(1), row(2, {versao: 2, etapa: 2}), row(3)]);
  heard(2);
  await within(rowOf(2)).findByText('Em curso');
  watch.disconnect();
  expect(plates()).toEqual(['ABC-1', 'ABC-2', 'ABC-3']);
  expect(screen.getByRole('link', {name: 'ABC-2'})).toHaveFocus();
  expect(within(rowOf(3)).getByRole('checkbox', {name: /Selecionar/})).toBeChecked();
  expect(within(rowOf(2)).queryByRole('button', {name: /Começar/})).toBeNull();
  expect(waiting()).toBeUndefined();
  expect(lines.filter(line => line !== null)).toEqual([]);
});

it('keeps the focus in a row whose focused button goes', async () => {
  const {now, heard} = await open(rows(1, 2));
  within(rowOf(2)).getByRole('button', {name: /Começar/}).focus();
  now([row(1), row(2, {versao: 2, etapa: 2})]);
  heard(2);
  await within(rowOf(2)).findByText('Em curso');
  await waitFor(() => expect(screen.getByRole('link', {name: 'ABC-2'})).toHaveFocus());
});

it('leaves the focus where it is in a row that changes, where that stays', async () => {
  const {now, heard} = await open(rows(1, 2));
  const button = within(rowOf(2)).getByRole('button', {name: /Começar/});
  button.focus();
  now([row(1), row(2, {versao: 2, placa: 'ABC-2 B'})]);
  heard(2);
  await screen.findByText('ABC-2 B');
  await pass(100);
  expect(button).toHaveFocus();
});

it('marks for a moment what says something else, and nothing for who wants no motion', async () => {
  const marked: string[] = [];
  const animate = vi.fn<(this: Element) => void>(function mark() {
    marked.push(this.textContent ?? '');
  });
  Object.defineProperty(Element.prototype, 'animate', {configurable: true, value: animate});
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'animate'));
  const {now, heard} = await open(rows(1, 2));
  now([row(1), row(2, {versao: 2, etapa: 3})]);
  heard(2);
  await within(rowOf(2)).findByText('Feita');
  expect(marked.filter(text => text !== '')).toEqual(['Feita']);
  withoutMotion();
  now([row(1, {versao: 2, etapa: 3}), row(2, {versao: 2, etapa: 3})]);
  heard(1);
  await pass(5000);
  await within(rowOf(1)).findByText('Feita');
  expect(marked.filter(text => text !== '')).toEqual(['Feita']);
});

it('lets new rows wait behind a button, with the tabs counted anew, and goes on at the first of them', async () => {
  const {now, heard, user} = await open(rows(4, 5));
  now(rows(1, 2, 4, 5));
  heard(1, 1);
  heard(2, 1);
  expect(await screen.findByRole('button', {name: '2 novas, atualizar'})).toBeInTheDocument();
  expect(screen.getByRole('button', {name: '2 novas, atualizar'}).closest('[role="status"]')).not.toBeNull();
  expect(plates()).toEqual(['ABC-4', 'ABC-5']);
  expect(await screen.findByRole('button', {name: 'Todas 4'})).toBeInTheDocument();
  expect(screen.getByText('1–4 de 4')).toBeInTheDocument();
  now(rows(2, 4, 5));
  heard(1);
  await pass(15_000);
  expect(waiting()).toBe('1 nova, atualizar');
  await press(user, '1 nova, atualizar');
  await waitFor(() => expect(plates()).toEqual(['ABC-2', 'ABC-4', 'ABC-5']));
  expect(waiting()).toBeUndefined();
  await waitFor(() => expect(screen.getByRole('link', {name: 'ABC-2'})).toHaveFocus());
});

it('keeps a row that fits no more, as it is now, until the list is read again', async () => {
  const {now, heard, user} = await open(rows(1, 2), {answers: {'GET vistorias/2': row(2, {versao: 2, etapa: 3})}});
  now(rows(1));
  heard(2);
  await within(rowOf(2)).findByText('Feita');
  expect(waiting()).toBe('A lista mudou, atualizar');
  await user.keyboard('r');
  await waitFor(() => expect(plates()).toEqual(['ABC-1']));
  expect(waiting()).toBeUndefined();
});

it('takes out a row that is out of reach, and asks for nothing; what had the focus goes on at the next', async () => {
  const {now, heard} = await open(rows(1, 2, 3));
  screen.getByRole('link', {name: 'ABC-2'}).focus();
  now(rows(1, 3));
  expectConsole(/HttpError/);
  heard(2);
  await waitFor(() => expect(plates()).toEqual(['ABC-1', 'ABC-3']));
  expect(waiting()).toBeUndefined();
  expect(screen.getByText('1–2 de 2')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('link', {name: 'ABC-3'})).toHaveFocus());
});

it('leaves it where it is while the pointer is over something that it would move', async () => {
  const {now, heard} = await open(rows(1, 2, 3));
  const hovered = vi.spyOn(rowOf(3), 'querySelector').mockReturnValue(rowOf(3));
  now(rows(1, 3));
  expectConsole(/HttpError/);
  heard(2);
  await pass(5000);
  expect(plates()).toEqual(['ABC-1', 'ABC-2', 'ABC-3']);
  hovered.mockRestore();
  await pass(5000);
  await waitFor(() => expect(plates()).toEqual(['ABC-1', 'ABC-3']));
});

it('counts what comes onto another page, and moves nothing for it', async () => {
  const {now, heard} = await open(rows(1, 2), {total: 40});
  now(rows(1, 2), 41);
  heard(9);
  await expectText('1–20 de 41');
  expect(await screen.findByRole('button', {name: 'Todas 41'})).toBeInTheDocument();
  expect(waiting()).toBeUndefined();
});

it('shows at once what comes into an empty list', async () => {
  const {now, heard} = await open([]);
  now(rows(1));
  heard(1, 1);
  await expectText('ABC-1');
  expect(waiting()).toBeUndefined();
});

it('asks little: nothing of other resources or of what it shows already, and seldom of what is elsewhere', async () => {
  const {heard, reads, api, now} = await open(rows(1, 2));
  // Once for what happened before the line was there.
  await pass(16_000);
  const before = reads();
  expect(before).toBe(2);
  heard(1, 2, 'outras');
  heard(1, 1);
  await pass(60_000);
  expect(reads() - before).toBe(0);
  // A busy minute: something every second, in sight and elsewhere.
  const counts = api.to('GET vistorias/abas').length;
  for (let second = 0; second < 60; second++) {
    now([row(1, {versao: second + 3}), row(2)]);
    heard(1, second + 3);
    heard(50 + second);
    await pass(1000);
  }
  expect(reads() - before).toBeGreaterThan(5);
  // One at once, then every five seconds.
  expect(reads() - before).toBeLessThanOrEqual(14);
  expect(api.to('GET vistorias/abas').length - counts).toBeLessThanOrEqual(5);
  await pass(30_000);
  const busy = reads();
  for (let second = 0; second < 60; second++) {
    heard(500 + second);
    await pass(1000);
  }
  expect(reads() - busy).toBeLessThanOrEqual(6);
  // New ones are told soon.
  await pass(30_000);
  const quiet = reads();
  for (let second = 0; second < 60; second++) {
    heard(1000 + second, 1);
    await pass(1000);
  }
  expect(reads() - quiet).toBeGreaterThan(20);
  expect(reads() - quiet).toBeLessThanOrEqual(31);
});

it('reads nothing while nobody looks, and what was missed afterwards', async () => {
  const {heard, reads, now, server} = await open(rows(1, 2));
  const before = reads();
  seen(false);
  now([row(1, {versao: 2, etapa: 2}), row(2)]);
  heard(1);
  await pass(30_000);
  expect(reads() - before).toBe(0);
  seen(true);
  await within(rowOf(1)).findByText('Em curso');
  seen(false);
  await pass(HIDDEN_TIMEOUT_MS);
  expect(server.open).toBe(0);
  now([row(1, {versao: 3, etapa: 3}), row(2)]);
  seen(true);
  await pass(1000);
  await within(rowOf(1)).findByText('Feita');
});

it('comes back to rows that were answered a moment ago, and to what others did to them since', async () => {
  const {now, heard, router} = await open(rows(1, 2));
  await pass(1000);
  now([row(1, {versao: 2, etapa: 2}), row(2)]);
  heard(1);
  await within(rowOf(1)).findByText('Em curso');
  await act(() => router.navigate('/adm/outra'));
  now([row(1, {versao: 3, etapa: 3}), row(2)]);
  heard(1, 3);
  await pass(500);
  await act(() => router.navigate('/adm/vistoria'));
  await pass(2000);
  expect(await within(rowOf(1)).findByText('Feita')).toBeInTheDocument();
});

it('is read once where somebody comes back to it, however long they were away', async () => {
  const {heard, router, reads, server} = await open(rows(1, 2));
  await pass(1000);
  expect(reads()).toBe(2);
  await act(() => router.navigate('/adm/outra'));
  heard(9);
  await pass(70_000);
  server.write(': a linha vive\n\n');
  await act(() => router.navigate('/adm/vistoria'));
  await passSlowly(10_000);
  expect(reads()).toBe(3);
});

it('is read again when it is the person who changed', async () => {
  const {heard, now} = await open(rows(1, 2), {answers: {'GET vistorias/2': row(2)}});
  now(rows(1));
  heard(sessionOf('adm').id, 9, 'usuarios');
  expect(await screen.findByRole('button', {name: 'A lista mudou, atualizar'})).toBeInTheDocument();
  expect(plates()).toEqual(['ABC-1', 'ABC-2']);
});

it('takes out what is out of reach of the person who changed', async () => {
  const {heard, now} = await open(rows(1, 2, 3));
  now(rows(1));
  expectConsole(/HttpError/);
  heard(sessionOf('adm').id, 9, 'usuarios');
  await waitFor(() => expect(plates()).toEqual(['ABC-1']));
  expect(waiting()).toBeUndefined();
});

it('says nothing of a reading that failed, and tries again with the next event', async () => {
  let away = false;
  const page = {total: 2, registros: rows(1, 2)};
  const {heard} = await open(rows(1, 2), {answers: {'GET vistorias': () => (away ? offline() : page)}});
  away = true;
  expectConsole(/HttpError/);
  heard(1);
  await pass(2000);
  expect(plates()).toEqual(['ABC-1', 'ABC-2']);
  expect(screen.queryByRole('alert')).toBeNull();
  away = false;
  page.registros = [row(1, {versao: 3, etapa: 2}), row(2)];
  heard(1, 3);
  await pass(5000);
  expect(await within(rowOf(1)).findByText('Em curso')).toBeInTheDocument();
});

it('updates at once what somebody does themselves, and asks no more for it than without the line', async () => {
  const done = row(1, {versao: 2, etapa: 2});
  let page = {total: 2, registros: rows(1, 2)};
  const {heard, user, reads, api} = await open(rows(1, 2), {answers: {
    'GET vistorias': () => page,
    'PUT vistorias/comecar/1': () => {
      page = {total: 2, registros: [done, row(2)]};
      return done;
    },
  }});
  // Once for what happened before the line was there.
  await pass(1000);
  expect(reads()).toBe(2);
  await press(user, /Começar/, within(rowOf(1)));
  await press(user, 'Começar', within(await screen.findByRole('alertdialog')));
  await within(rowOf(1)).findByText('Em curso');
  await waitFor(() => expect(reads()).toBe(3));
  heard(1);
  await pass(30_000);
  expect([reads(), api.to('GET vistorias/abas').length]).toEqual([3, 3]);
});

const merged = (
  shown: number[], fresh: number[],
  {of = fresh.length, had = shown.length, page = 1, perPage = 5, lost = new Set<number>()} = {},
) => {
  const [before, now] = [{data: rows(...shown), total: had}, {data: rows(...fresh), total: of}];
  const {page: {data, total}, missingIds, news, differs} = mergePage(before, now, {page, perPage}, lost);
  return {ids: data.map(({id}) => id), total, gone: missingIds, news, differs};
};

it('tells what comes in from what moves up', () => {
  expect(merged([1, 2], [1, 2])).toEqual({ids: [1, 2], total: 2, gone: [], news: 0, differs: false});
  // A full page: three came in on top, three went to the next one.
  expect(merged([4, 5, 6, 7, 8], [1, 2, 3, 4, 5], {had: 9, of: 12}))
    .toEqual({ids: [4, 5, 6, 7, 8], total: 12, gone: [6, 7, 8], news: 3, differs: true});
  // One went, the next one moved up.
  expect(merged([1, 2, 3, 4, 5], [1, 2, 4, 5, 6], {had: 9, of: 8})).toMatchObject({gone: [3], news: 0, differs: true});
  // A page that is not full has no next one.
  expect(merged([1, 2], [1, 2, 3])).toMatchObject({gone: [], news: 1, differs: true});
  // More than a page of them.
  expect(merged([6, 7, 8, 9, 10], [1, 2, 3, 4, 5], {had: 9, of: 16})).toMatchObject({news: 7, differs: true});
  expect(merged([1, 2], [2, 1])).toMatchObject({ids: [1, 2], news: 0, differs: true});
  expect(merged([6, 7], [5, 6], {page: 2, had: 7, of: 8})).toMatchObject({gone: [7], news: 0, differs: true});
  // One of a full page is lost, the next one moved up and is not news.
  expect(merged([1, 2, 3, 4, 5], [1, 2, 4, 5, 6], {had: 9, of: 8, lost: new Set([3])}))
    .toEqual({ids: [1, 2, 4, 5], total: 8, gone: [], news: 0, differs: false});
  expect(merged([1, 2, 3], [1], {lost: new Set([2])})).toMatchObject({ids: [1, 3], gone: [3], differs: true});
  // Nothing is left that could move.
  expect(merged([1], [2, 3], {lost: new Set([1])})).toEqual({ids: [2, 3], total: 2, gone: [], news: 0, differs: false});
  // The last page does not end before what is seen on it.
  expect(merged([6, 7], [], {page: 2, had: 7, of: 4})).toMatchObject({ids: [6, 7], total: 7, gone: [6, 7]});
});
