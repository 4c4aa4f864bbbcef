import {expect, it} from 'vitest';
import {dayFromToday, formatDay, formatInstant, formatInstantDay, parseDay, parseInstant} from '../../src/schema/fields/dates.ts';
import {formatDuration} from '../../src/schema/fields/durations.ts';

it('runs in the zone its project names, so that a day that slips shows in one of them', () => {
  const offset = new Date('2026-01-15T12:00:00Z').getTimezoneOffset();
  expect(offset).toBe(process.env['TZ'] === 'UTC' ? 0 : 180);
});

it.each([
  ['2026-03-01T02:59:59Z', '28/02/26 23:59', '28/02/2026'],
  ['2026-03-01T03:00:00Z', '01/03/26 00:00', '01/03/2026'],
  ['2026-01-01T00:30:00-03:00', '01/01/26 00:30', '01/01/2026'],
  ['2026-12-31T23:30:00-03:00', '31/12/26 23:30', '31/12/2026'],
  // Summer time, which Brazil had until 2019: two hours behind UTC.
  ['2018-12-01T01:30:00Z', '30/11/18 23:30', '30/11/2018'],
  ['', '', ''],
  ['ontem', '', ''],
])('%s is read as %s', (iso, instant, day) => {
  expect(formatInstant(iso)).toBe(instant);
  expect(formatInstantDay(iso)).toBe(day);
});

it.each([
  ['2026-02-28', '2026-02-28'], ['28/02/2026', '2026-02-28'], [' 28/02/2026 ', '2026-02-28'], ['2024-02-29', '2024-02-29'],
  ['2026-02-30', undefined], ['2026-02-29', undefined],
  ['31/04/2026', undefined], ['2026-00-10', undefined], ['2026-10-00', undefined], ['0000-01-01', undefined], ['0001-01-01', '0001-01-01'],
  ['9999-12-31', '9999-12-31'],
  ['28/2/2026', undefined], ['28/02/26', undefined], ['2026-02-28T00:00', undefined], ['', undefined], ['hoje', undefined],
  // The day a summer time began at midnight: it exists, though its midnight did not.
  ['2018-11-04', '2018-11-04'],
])('the day %j is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

it.each([
  ['2026-02-28T12:30:00.5-03:00', '2026-02-28T15:30:00.500Z'], ['2026-02-28T12:30:00Z', '2026-02-28T12:30:00.000Z'],
  ['2026-02-29T12:30:00Z', undefined], ['2026-02-28 12:30:00Z', undefined],
  ['2026-02-28T12:60:00Z', undefined], ['2026-02-28T12:30:00+24:00', undefined], ['2026-02-28T12:30:00', undefined],
])('the instant %j is %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant);
});

it.each([['2026-02-28', '28/02/2026'], ['', ''], ['28/02/2026', '28/02/2026']])('the day %j is read as %j', (day, text) => {
  expect(formatDay(day)).toBe(text);
});

it.each([
  [0, '2026-03-01T02:59:59Z', '2026-02-28'], [0, '2026-03-01T03:00:00Z', '2026-03-01'], [-30, '2026-03-01T12:00:00Z', '2026-01-30'],
  [1, '2026-12-31T12:00:00Z', '2027-01-01'],
  [-1, '2024-03-01T12:00:00Z', '2024-02-29'], [1, '2018-11-03T12:00:00Z', '2018-11-04'],
])('%i days from %s is %s in São Paulo', (days, now, day) => {
  expect(dayFromToday(days, new Date(now))).toBe(day);
});

it.each([
  [0, '0 s'], [59.9, '59 s'], [60, '1 min'], [3599, '59 min'], [3600, '1 h'], [7500, '2 h 5 min'], [86_400, '24 h'], [90_000, '25 h'],
  [172_799, '47 h 59 min'], [172_800, '2 dias'], [300_000, '3 dias'],
])('%d seconds are told as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
