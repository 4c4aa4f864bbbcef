// How tries to sign in are counted, on a clock of the tests' own. What a caller sees of it: sessions.test.ts.
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import product from '../../resources.config.ts';
import {createBlockedAddressCache} from '../../src/server/sessions/gate.ts';
import {
  claimAttempt, releaseAttempt, createAttemptSweep, sweepAttempts, type AttemptVerdict,
} from '../../src/server/sessions/signInAttempts.ts';
import {preparedDatabase, type TestDatabase} from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await preparedDatabase(product);
});
afterAll(() => database.close());
beforeEach(() => sql`delete from tentativas_login`.execute(database.db));

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-02T12:00:00Z');
const instant = (minutes: number): Date => new Date(START + minutes * MINUTE);

const HERE = '192.0.2.1';
const ANA = 'ana@balcao.test';
interface Where {
  email?: string;
  address?: string;
}
/** Tries with a wrong password. */
const wrong = async (times: number, at: number, {email = ANA, address = HERE}: Where = {}): Promise<AttemptVerdict['verdict'][]> => {
  const verdicts: AttemptVerdict['verdict'][] = [];
  for (let n = 0; n < times; n += 1) verdicts.push((await claimAttempt(database.db, {email, address}, instant(at))).verdict);
  return verdicts;
};
/** A try with the right one. */
const right = async (at: number, {email = ANA, address = HERE}: Where = {}): Promise<AttemptVerdict['verdict']> => {
  const {verdict} = await claimAttempt(database.db, {email, address}, instant(at));
  if (verdict === 'judge') await releaseAttempt(database.db, {email, address}, instant(at));
  return verdict;
};
const addresses = (count: number, net = '10.9'): string[] =>
  Array.from({length: count}, (_, n) => `${net}.${Math.floor(n / 200)}.${n % 200}`);
const rows = async (): Promise<number> => (await sql`select from tentativas_login`.execute(database.db)).rows.length;

describe('an account and an address', () => {
  test.each([
    [9, 'judge', 0], [10, 'wait', 0], [10, 'wait', 0.99], [10, 'judge', 1], [11, 'wait', 1.99], [11, 'judge', 2],
    [12, 'wait', 3.99], [12, 'judge', 4], [13, 'wait', 7.99], [13, 'judge', 8], [14, 'wait', 14.99], [14, 'judge', 15], [25, 'wait', 14.99],
    [25, 'judge', 15],
    [1034, 'wait', 14.99], [1034, 'judge', 15], [2_000_000, 'wait', 14.99], [2_000_000, 'judge', DAY - 1],
  ] as const)('after %i wrong passwords: %s, %d minutes later', async (failures, verdict, minutes) => {
    await wrong(1, 0);
    await sql`update tentativas_login set falhas = ${failures} where conta <> '' and endereco <> ''`.execute(database.db);
    expect(await wrong(1, minutes)).toEqual([verdict]);
  });

  test('ten are judged, and whoever waits makes the wait no longer', async () => {
    expect(await wrong(14, 0)).toEqual([...Array.from({length: 10}, () => 'judge'), 'wait', 'wait', 'wait', 'wait']);
    expect(await wrong(2, 0.99)).toEqual(['wait', 'wait']);
    expect(await wrong(2, 1)).toEqual(['judge', 'wait']);
  });

  test('a day without tries forgets them', async () => {
    await wrong(10, 0);
    expect(await wrong(11, DAY)).toEqual([...Array.from({length: 10}, () => 'judge'), 'wait']);
  });

  test('a sign-in forgets them', async () => {
    await wrong(9, 0);
    expect(await right(0)).toBe('judge');
    expect(await wrong(11, 0)).toEqual([...Array.from({length: 10}, () => 'judge'), 'wait']);
  });

  test('another address, and another account from the same, do not wait', async () => {
    await wrong(10, 0);
    expect(await wrong(1, 0, {address: '192.0.2.2'})).toEqual(['judge']);
    expect(await wrong(1, 0, {email: 'bia@balcao.test'})).toEqual(['judge']);
  });

  test('an account has one count however its e-mail is written', async () => {
    await wrong(5, 0, {email: 'ANA@balcao.test'});
    await wrong(5, 0, {email: 'Ana@Balcao.Test'});
    expect(await wrong(1, 0)).toEqual(['wait']);
  });

  test('seventy at once are no more than seventy one after the other', async () => {
    const claims = await Promise.all(Array.from({length: 70}, () => claimAttempt(database.db, {email: ANA, address: HERE})));
    expect(claims.filter(({verdict}) => verdict === 'judge')).toHaveLength(10);
    expect(claims.filter(({verdict}) => verdict === 'wait')).toHaveLength(60);
  });
});

describe('an account attacked from everywhere', () => {
  const home = '198.51.100.7';
  /** One wrong password from each of so many addresses. */
  const attack = async (count: number, at = 0): Promise<void> => {
    for (const address of addresses(count)) await wrong(1, at, {address});
  };

  test('more than 100 in an hour: a new address waits a minute between tries, each for itself', async () => {
    await attack(101);
    expect(await wrong(3, 1, {address: '203.0.113.1'})).toEqual(['judge', 'wait', 'wait']);
    expect(await wrong(1, 1, {address: '203.0.113.2'})).toEqual(['judge']);
    expect(await wrong(1, 1.99, {address: '203.0.113.1'})).toEqual(['wait']);
    expect(await wrong(2, 2, {address: '203.0.113.1'})).toEqual(['judge', 'wait']);
  });

  test('100 are not more than 100', async () => {
    await attack(99);
    expect(await wrong(3, 1, {address: '203.0.113.1'})).toEqual(['judge', 'judge', 'wait']);
  });

  test('its owner, where they signed in before, notices nothing', async () => {
    await right(0, {address: home});
    await attack(150);
    expect(await wrong(3, 1, {address: home})).toEqual(['judge', 'judge', 'judge']);
    expect(await right(1, {address: home})).toBe('judge');
  });

  test('a sign-in does not end it for the others; an hour does', async () => {
    await right(0, {address: home});
    await attack(150, 1);
    await right(2, {address: home});
    expect(await wrong(2, 2, {address: '203.0.113.1'})).toEqual(['judge', 'wait']);
    expect(await wrong(3, HOUR + 1, {address: '203.0.113.1'})).toEqual(['judge', 'judge', 'judge']);
  });

  test('sign-ins are no wrong passwords', async () => {
    for (const address of addresses(120)) await right(0, {address});
    expect(await wrong(2, 0, {address: '203.0.113.1'})).toEqual(['judge', 'judge']);
  });

  test('many at once are no more than one after the other', async () => {
    await attack(50);
    const from = addresses(40, '10.8');
    const five = (address: string): Promise<AttemptVerdict>[] =>
      [1, 2, 3, 4, 5].map(() => claimAttempt(database.db, {email: ANA, address}, instant(1)));
    const claims = await Promise.all(from.flatMap(five));
    // After the 51st of these, only what is the first of its address.
    expect(claims.filter(({verdict}) => verdict === 'judge').length).toBeLessThanOrEqual(51 + 40);
    expect(claims.filter(({verdict}) => verdict === 'judge').length).toBeGreaterThanOrEqual(51);
  });

  test('only the twenty addresses last signed in from are known', async () => {
    for (const [n, address] of addresses(21, '10.7').entries()) await right(n, {address});
    await attack(101, 30);
    const [oldest = '', second = ''] = addresses(2, '10.7');
    expect(await wrong(2, 30, {address: oldest})).toEqual(['judge', 'wait']);
    expect(await wrong(2, 30, {address: second})).toEqual(['judge', 'judge']);
  });
});

describe('an address', () => {
  const emails = (count: number): string[] => Array.from({length: count}, (_, n) => `ninguem${n}@balcao.test`);

  test('may fail 100 times in 5 minutes, whatever the accounts, and is told how long it waits', async () => {
    for (const email of emails(100)) expect(await wrong(1, 0, {email})).toEqual(['judge']);
    expect(await claimAttempt(database.db, {email: ANA, address: HERE}, instant(3))).toEqual({verdict: 'limit', seconds: 120});
    expect(await right(4.99)).toBe('limit');
    expect(await right(5)).toBe('judge');
  });

  test('tries that wait are failures of the address too, and of nothing else', async () => {
    expect((await wrong(101, 0)).at(-1)).toBe('limit');
    expect(await wrong(1, 0, {address: '192.0.2.2'})).toEqual(['judge']);
    const {rows: counts} = await sql<{falhas: number}>`select falhas from tentativas_login order by falhas`.execute(database.db);
    expect(counts.map(({falhas}) => falhas)).toEqual([1, 1, 10, 11, 100]);
  });

  test('sign-ins are no failures', async () => {
    for (const email of emails(120)) expect(await right(0, {email})).toBe('judge');
    for (const email of emails(100)) expect(await wrong(1, 0, {email})).toEqual(['judge']);
    expect(await wrong(1, 0)).toEqual(['limit']);
  });

  test('a hundred and fifty at once are no more than one after the other', async () => {
    const claims = await Promise.all(emails(150).map(email => claimAttempt(database.db, {email, address: HERE})));
    expect(claims.filter(({verdict}) => verdict === 'judge')).toHaveLength(100);
    expect(claims.filter(({verdict}) => verdict === 'limit')).toHaveLength(50);
  });
});

test('many tries and sign-ins of the same people at once never wait for each other for good', async () => {
  const people = [ANA, 'bia@balcao.test', 'caio@balcao.test'];
  const tries = addresses(4).flatMap(address => people.flatMap(email => [0, 1, 2, 3].map(n => ({email, address, n}))));
  const outcomes = await Promise.allSettled(tries.map(async ({email, address, n}) => {
    await claimAttempt(database.db, {email, address});
    if (n % 2 === 0) await releaseAttempt(database.db, {email, address});
  }));
  expect(outcomes.filter(({status}) => status === 'rejected')).toEqual([]);
});

test('no e-mail is kept', async () => {
  await right(0, {email: ANA});
  await wrong(1, 0, {email: 'ninguem@balcao.test'});
  const {rows: kept} = await sql`select * from tentativas_login`.execute(database.db);
  expect(JSON.stringify(kept)).not.toMatch(/balcao|ninguem|ana/i);
});

describe('the table of tries', () => {
  const sweep = (at: number, most?: number): Promise<void> =>
    sweepAttempts(database.db, {now: instant(at), ...(most === undefined ? {} : {most})});

  test('loses what is forgotten, and addresses signed in from after 90 days', async () => {
    await wrong(3, 0);
    await right(0, {email: 'bia@balcao.test', address: '192.0.2.2'});
    const left = [];
    for (const at of [4.99, 5, HOUR, DAY, 90 * DAY - 1, 90 * DAY]) {
      await sweep(at);
      left.push(await rows());
    }
    // Two addresses and two accounts; the two together; the last is known.
    expect(left).toEqual([6, 4, 2, 1, 1, 0]);
  });

  test('never grows beyond its measure; waits and known addresses outlive a flood', async () => {
    await right(0, {email: 'bia@balcao.test', address: '192.0.2.2'});
    await wrong(10, 0, {address: '192.0.2.3'});
    for (const [n, address] of addresses(60).entries()) await wrong(1, 1, {email: `ninguem${n}@balcao.test`, address});
    await sweep(1, 20);
    expect(await rows()).toBe(21);
    expect(await wrong(1, 0.5, {address: '192.0.2.3'})).toEqual(['wait']);
    const {rows: known} = await sql`select endereco from tentativas_login where entrada is not null`.execute(database.db);
    expect(known).toEqual([{endereco: '192.0.2.2'}]);
  });

  test('is swept as tries come: at the first, and at every thousandth', async () => {
    const tried = createAttemptSweep(database.db);
    const swept = async (times: number): Promise<boolean> => {
      await sql`
        insert into tentativas_login (conta, endereco, falhas, ultima, expira) values ('', 'velho', 1, now(), now())
        on conflict do nothing`.execute(database.db);
      for (let n = 0; n < times; n += 1) await tried();
      return (await rows()) === 0;
    };
    expect([await swept(1), await swept(999), await swept(1)]).toEqual([true, false, true]);
  });
});

test('an address known to wait is remembered for seconds, as many as there may be', () => {
  let now = 1000;
  const known = createBlockedAddressCache(() => now);
  known.add('a', 120);
  known.add('b', 2);
  expect([known.secondsLeft('a'), known.secondsLeft('b'), known.secondsLeft('c')]).toEqual([120, 2, undefined]);
  now += 2;
  expect([known.secondsLeft('a'), known.secondsLeft('b')]).toEqual([118, undefined]);
  now += 3;
  expect(known.secondsLeft('a')).toBeUndefined();
  for (let n = 0; n <= 10_000; n += 1) known.add(`flood${n}`, 60);
  expect([known.secondsLeft('flood0'), known.secondsLeft('flood1'), known.secondsLeft('flood10000')]).toEqual([undefined, 60, 60]);
});
