// A computer whose clock is wrong: periods, ages and 'hoje' are the server's, and a line says so.
import {render, screen, waitFor} from '@testing-library/react';
import {createMemoryRouter, RouterProvider} from 'react-router-dom';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {PortalAdmin} from '../../src/portal/app/AdminApp.tsx';
import {learnServerTime} from '../../src/portal/api/serverClock.ts';
import {clockDifference, currentTime, setClockDifference} from '../../src/schema/fields/clock.ts';
import {resolveMoment} from '../../src/schema/fields/moments.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {fakeApi, type Answers} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {expectText} from './support/gestures.ts';
import {signIn} from './support/signedIn.ts';
import {product} from './support/world.tsx';

const SERVED = '2026-11-28T15:00:00Z';
const MINUTE = 60_000;

const answeredAt = (iso: string): Response => new Response(null, {headers: {date: new Date(iso).toUTCString()}});
const list = (): Response => Response.json({total: 0, registros: []}, {headers: {date: new Date(SERVED).toUTCString()}});
const openList = (answers: Answers) => {
  const api = fakeApi(answers);
  signIn('adm');
  const router = createMemoryRouter(
    [{path: '/adm/*', element: <PortalAdmin config={product} goTo={() => undefined} />}], {initialEntries: ['/adm/ticket']});
  render(<RouterProvider router={router} />);
  return {periods: () => api.to('GET tickets').map(({query}) => `${query.get('dataInicial')} ${query.get('dataFinal')}`)};
};

beforeEach(() => {
  fakeClock();
  vi.setSystemTime('2020-03-01T15:00:00Z');
  localStorage.removeItem('relogio');
  setClockDifference(0);
});
afterEach(() => {
  vi.useRealTimers();
  setClockDifference(0);
});

it('the list opens with the last 30 days of the server, and a quiet line says what is wrong', async () => {
  const {periods} = openList({'GET tickets': list});
  await waitFor(() => expect(periods().at(-1)).toBe('2026-10-29 2026-11-28'));
  await expectText(/^O relógio deste computador está errado: mostra 01\/03\/20 12:0\d, e são 28\/11\/26 12:0\d\./);
});

it('says nothing of a clock that is a few minutes off', async () => {
  vi.setSystemTime(Date.parse(SERVED) - 4 * MINUTE);
  const {periods} = openList({'GET tickets': list});
  await waitFor(() => expect(periods()).not.toEqual([]));
  expect(screen.queryByText(/O relógio/)).toBeNull();
  expect(clockDifference()).toBe(0);
});

it('today and now are the server’s, and right again once the clock is', () => {
  learnServerTime(answeredAt(SERVED), Date.now());
  expect(
    [dayFromToday(0), resolveMoment('hoje-1'), resolveMoment('agora')?.slice(0, 16)]
  ).toEqual(['2026-11-28', '2026-11-27', '2026-11-28T15:00']);
  expect(Number(localStorage.getItem('relogio'))).toBe(clockDifference());
  vi.setSystemTime(SERVED);
  learnServerTime(answeredAt(SERVED), Date.now());
  expect(Math.abs(currentTime() - Date.parse(SERVED))).toBeLessThan(MINUTE);
});

it('an answer that was on its way while the computer slept, or says no time, changes nothing', () => {
  vi.setSystemTime(SERVED);
  const sentAt = Date.now();
  vi.setSystemTime(sentAt + 60 * MINUTE);
  learnServerTime(answeredAt(SERVED), sentAt);
  learnServerTime(new Response(null), 0);
  expect(clockDifference()).toBe(0);
});
