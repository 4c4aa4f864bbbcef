// The tab's line to what the server tells: opened, lost, opened again, and left in peace (rules: Events 1).
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {onUnauthorized} from '../../src/portal/api/http.ts';
import {EVENTS_MISSED, HIDDEN_TIMEOUT_MS, onServerEvent, SILENCE_TIMEOUT_MS, recordEventsSince} from '../../src/portal/api/eventStream.ts';
import {fakeApi, offline, refusal, type Sent} from './support/api.ts';
import {eventSource, seen} from './support/events.ts';
import {signIn} from './support/signedIn.ts';

const random = vi.spyOn(Math, 'random');
const ended: (() => void)[] = [];
const listen = () => {
  const heard: unknown[] = [];
  for (const name of ['registro', 'aviso', EVENTS_MISSED] as const) ended.push(onServerEvent(name, data => heard.push(data ?? name)));
  return heard;
};
const RECORD = {recurso: 'tickets', id: 7, versao: 4};

beforeEach(() => {
  vi.useFakeTimers();
  signIn('empresa');
});
afterEach(() => {
  ended.splice(0).forEach(end => end());
  seen(true);
  random.mockReset();
  vi.useRealTimers();
  onUnauthorized(undefined);
});
/** What is due now, and what that sets going. */
const soon = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

test('one connection for all who listen, with the token; it goes with the last of them', async () => {
  const server = eventSource();
  fakeApi(server.answers);
  const heard = listen();
  await soon();
  expect(server.asked.map(({headers}) => [headers.get('accept'), headers.get('authorization')?.slice(0, 10)]))
    .toEqual([['text/event-stream', 'Bearer eyJ']]);
  server.tell('registro', RECORD);
  server.tell('aviso', {naoLidos: 2});
  server.tell('outro', {});
  server.write('event: registro\ndata: {quebrado\n\nevent: registro\ndata: null\n\nevent: aviso\ndata: {}\n\n');
  await soon();
  expect(heard).toEqual([EVENTS_MISSED, RECORD, {naoLidos: 2}]);
  const [first, ...others] = ended.splice(0);
  others.forEach(end => end());
  expect(server.open).toBe(1);
  first?.();
  expect(server.open).toBe(0);
});

test('a letter that is cut in two is one letter', async () => {
  const server = eventSource();
  fakeApi(server.answers);
  const heard = listen();
  await soon();
  const text = 'event: registro\ndata: {"recurso":"ações","id":1,"versao":1}\n\n';
  for (const byte of new TextEncoder().encode(text)) server.send(Uint8Array.of(byte));
  await soon();
  expect(heard).toEqual([EVENTS_MISSED, {recurso: 'ações', id: 1, versao: 1}]);
});

test('a line that breaks is opened again, later each time, and says so: what is shown is asked for again', async () => {
  random.mockReturnValue(0.5);
  const server = eventSource();
  const answer = server.answers['GET eventos'];
  let away = false;
  const api = fakeApi({'GET eventos': (sent: Sent) => (away ? offline() : answer(sent))});
  const heard = listen();
  await soon();
  server.write(': oi\n\n');
  await soon();
  away = true;
  server.cut();
  await soon(999);
  expect(api.calls).toHaveLength(1);
  await soon(1);
  expect(api.calls).toHaveLength(2);
  await soon(1999);
  expect(api.calls).toHaveLength(2);
  await soon(1);
  expect(api.calls).toHaveLength(3);
  await soon(3999);
  expect(api.calls).toHaveLength(3);
  away = false;
  await soon(1);
  expect(heard).toEqual([EVENTS_MISSED, EVENTS_MISSED]);
  server.tell('registro', RECORD);
  await soon();
  expect(heard).toEqual([EVENTS_MISSED, EVENTS_MISSED, RECORD]);
  // It held: the next wait is a short one again, as long as the server says.
  server.write('retry: 300\n\n');
  await soon();
  server.end();
  await soon(300);
  expect(heard).toEqual([EVENTS_MISSED, EVENTS_MISSED, RECORD, EVENTS_MISSED]);
  // However often it fails, a minute is the longest wait.
  away = true;
  server.cut();
  await soon(10 * 60_000);
  const tries = api.calls.length;
  await soon(10 * 60_000);
  expect(api.calls.length - tries).toBe(10);
  // The machine says that it has a line again.
  window.dispatchEvent(new Event('online'));
  await soon();
  expect(api.calls.length - tries).toBe(11);
});

test('a line that was away for less than a minute goes on where the server tells what happened meanwhile', async () => {
  random.mockReturnValue(0.5);
  const server = eventSource({tellsBefore: true});
  fakeApi(server.answers);
  const heard = listen();
  await soon();
  server.write(': oi\n\n');
  await soon(20_000);
  const [shown, before] = [Date.now(), heard.length];
  server.cut();
  await soon(1000);
  // Some seconds more than it was away: a server may be late with what it tells.
  expect(server.asked.at(-1)?.headers.get('prefer')).toBe('desde=31000');
  server.tell('registro', RECORD);
  await soon();
  expect([heard.slice(before), recordEventsSince(shown)]).toEqual([[RECORD], [RECORD]]);
  seen(false);
  await soon(HIDDEN_TIMEOUT_MS);
  seen(true);
  await soon();
  expect(server.asked.at(-1)?.headers.has('prefer')).toBe(false);
  expect(heard.slice(before)).toEqual([RECORD, EVENTS_MISSED]);
});

test('not all come back at the same moment', async () => {
  for (const [share, first] of [[0, 500], [0.9999, 1499]] as const) {
    random.mockReturnValue(share);
    const api = fakeApi({'GET eventos': offline});
    listen();
    await soon(first - 1);
    expect(api.calls).toHaveLength(1);
    await soon(2);
    expect(api.calls).toHaveLength(2);
    ended.splice(0).forEach(end => end());
  }
});

test('a line on which nothing comes any more is taken for dead', async () => {
  const server = eventSource();
  fakeApi(server.answers);
  const heard = listen();
  await soon(SILENCE_TIMEOUT_MS - 1);
  server.write(':\n');
  await soon(SILENCE_TIMEOUT_MS - 1);
  expect(server.asked).toHaveLength(1);
  await soon(1 + 1500);
  expect([server.asked.length, server.open, heard]).toEqual([2, 1, [EVENTS_MISSED, EVENTS_MISSED]]);
});

test('a page that is not seen for long has no line, and says that it is back when it is seen again', async () => {
  const server = eventSource();
  fakeApi(server.answers);
  const heard = listen();
  await soon();
  seen(false);
  await soon(HIDDEN_TIMEOUT_MS - 1);
  expect(server.open).toBe(1);
  // A look at another tab is nothing.
  seen(true);
  server.write(':\n');
  await soon(HIDDEN_TIMEOUT_MS);
  expect([server.open, server.asked.length]).toEqual([1, 1]);
  server.write(':\n');
  seen(false);
  await soon(HIDDEN_TIMEOUT_MS);
  expect(server.open).toBe(0);
  await soon(60 * 60_000);
  expect([server.asked.length, heard]).toEqual([1, [EVENTS_MISSED]]);
  seen(true);
  await soon();
  expect([server.open, server.asked.length, heard]).toEqual([1, 2, [EVENTS_MISSED, EVENTS_MISSED]]);
});

test('a page that nobody has seen yet waits until it is', async () => {
  seen(false);
  const server = eventSource();
  fakeApi(server.answers);
  const heard = listen();
  await soon(60_000);
  expect(server.asked).toEqual([]);
  seen(true);
  await soon();
  expect([server.open, heard]).toEqual([1, [EVENTS_MISSED]]);
});

test.each([
  ['404', () => refusal(404, {})],
  ['405', () => refusal(405, {})],
  ['501', () => refusal(501, {})],
  ['403', () => refusal(403, {})],
  ['an answer that is no stream', () => ({registros: []})],
  ['no answer at all to read', () => new Response(null, {status: 204})],
])('a server without the call is asked once: %s', async (_what, answer) => {
  const api = fakeApi({'GET eventos': answer});
  const heard = listen();
  await soon(60 * 60_000);
  seen(false);
  await soon(HIDDEN_TIMEOUT_MS);
  seen(true);
  window.dispatchEvent(new Event('online'));
  listen();
  await soon(60 * 60_000);
  expect([api.calls.length, heard]).toEqual([1, []]);
});

test('a server in trouble is asked again', async () => {
  const api = fakeApi({'GET eventos': () => refusal(503, {})});
  listen();
  await soon(10_000);
  expect(api.calls.length).toBeGreaterThan(2);
});

test('a session that ended ends as on every call, once', async () => {
  const left = vi.fn<() => void>();
  onUnauthorized(left);
  const api = fakeApi({'GET eventos': () => refusal(401, {})});
  listen();
  await soon(60 * 60_000);
  expect([api.calls.length, left.mock.calls.length]).toEqual([1, 1]);
});
