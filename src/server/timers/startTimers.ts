/**
 * Work by the clock: each run once over all servers, by a row that is claimed with a lease. A run that was missed while no server was there
 * is caught up once (rules: Timers 1, 2).
 */
import {randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {sql} from 'kysely';
import type {Context} from '../context.ts';
import type {ErrorReporter} from '../db/connection/open.ts';
import type {Db} from '../db/tables.ts';
import {DEFAULT_CONNECTION_LIMITS} from '../http/connectionLimits.ts';
import {errorLine, LEASE_INTERVAL, RENEW_LEASE_INTERVAL_MS} from '../sending/leasedRows.ts';
import {nextRun, type Schedule} from './schedule.ts';

const POLL_INTERVAL_MS = 15_000;

export interface Timer {
  schedule: Schedule;
  /**
   * @param signal aborts at a shutdown; another server then runs it from the start
   * @param began the time of all servers at its beginning
   */
  run: (signal: AbortSignal, began: Date) => Promise<void>;
}
export type Timers = Readonly<Record<string, Timer>>;

interface TimerOptions {
  db: Db;
  timers: Timers;
  report: ErrorReporter;
  /** The time of all servers: that of the database. */
  readClock?: (db: Db) => Promise<Date>;
}

const readDatabaseClock = async (db: Db): Promise<Date> =>
  (await sql<{now: Date}>`select now() as now`.execute(db)).rows[0]?.now ?? new Date();

export interface TimerRunner {
  /** Writes the rows of the timers; another schedule than before counts from now. */
  register(): Promise<void>;
  /** Starts what is due and nobody runs. */
  startDue(): Promise<void>;
  /** Waits for what this process runs. */
  idle(): Promise<void>;
  /** Aborts what runs, and waits for it up to `grace` ms. */
  stop(grace: number): Promise<void>;
}

export const createTimerRunner = ({db, timers, report, readClock = readDatabaseClock}: TimerOptions): TimerRunner => {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  const register = async (): Promise<void> => {
    const now = await readClock(db);
    for (const [name, {schedule}] of Object.entries(timers)) {
      await sql`
        insert into temporizadores (nome, agenda, proxima) values (${name}, ${JSON.stringify(schedule)}, ${nextRun(schedule, now)})
        on conflict (nome) do update set agenda = excluded.agenda, proxima = excluded.proxima
        where temporizadores.agenda <> excluded.agenda`.execute(db);
    }
    // What no server has run for a day is no timer any more.
    await sql`
      delete from temporizadores where not nome = any(${Object.keys(timers)}::text[])
        and greatest(proxima, ate) < ${now}::timestamptz - interval '1 day'`.execute(db);
  };

  const claim = async (name: string, dono: string, now: Date): Promise<boolean> => {
    const {rows} = await sql`
      update temporizadores set dono = ${dono}, ate = ${now}::timestamptz + ${LEASE_INTERVAL}
      where nome = ${name} and proxima <= ${now} and (ate is null or ate <= ${now}) returning nome`.execute(db);
    return rows.length > 0;
  };
  const renew = async (name: string, dono: string): Promise<void> => void (await sql`
    update temporizadores set ate = ${await readClock(db)}::timestamptz + ${LEASE_INTERVAL} where nome = ${name} and dono = ${dono}`
    .execute(db));
  const release = async (name: string, dono: string): Promise<void> => void (await sql`
    update temporizadores set dono = null, ate = null where nome = ${name} and dono = ${dono}`.execute(db));
  const finish = async (name: string, dono: string, {schedule}: Timer, began: Date, erro: string | null): Promise<void> => {
    const proxima = nextRun(schedule, await readClock(db));
    await sql`update temporizadores set dono = null, ate = null, ultima = ${began}, erro = ${erro}, proxima = ${proxima}
      where nome = ${name} and dono = ${dono}`.execute(db);
  };

  const run = async (name: string, timer: Timer, dono: string, began: Date): Promise<void> => {
    const reportFailure = (error: unknown): void => report(`O temporizador "${name}" falhou.`, error);
    const renewing = setInterval(() => void renew(name, dono).catch(reportFailure), RENEW_LEASE_INTERVAL_MS);
    let erro: string | null = null;
    try {
      await timer.run(stopping.signal, began);
    } catch (error) {
      erro = errorLine(error);
      if (!stopping.signal.aborted) reportFailure(error);
    } finally {
      clearInterval(renewing);
    }
    // A run that the shutdown broke off is due for another server.
    const isBrokenOff = erro !== null && stopping.signal.aborted;
    await (isBrokenOff ? release(name, dono) : finish(name, dono, timer, began, erro)).catch(reportFailure);
  };

  const idle = async (): Promise<void> => void await Promise.all(running.values());

  return {
    register,
    startDue: async () => {
      const now = await readClock(db);
      for (const [name, timer] of Object.entries(timers)) {
        const dono = randomUUID();
        if (running.has(name) || stopping.signal.aborted || !(await claim(name, dono, now))) continue;
        running.set(name, run(name, timer, dono, now).finally(() => running.delete(name)));
      }
    },
    idle,
    stop: async grace => {
      stopping.abort();
      await Promise.race([idle(), wait(grace, undefined, {ref: false})]);
    },
  };
};

/**
 * Runs timers beside a server.
 *
 * @returns stops; a run that does not heed its signal gets as long as requests
 */
export const startTimers = async ({db}: Pick<Context, 'db'>, timers: Timers, report: ErrorReporter): Promise<() => Promise<void>> => {
  if (Object.keys(timers).length === 0) return async () => {};
  const runner = createTimerRunner({db, timers, report});
  await runner.register();
  let polling = Promise.resolve();
  const poll = (): void => {
    polling = polling.then(() => runner.startDue())
      .catch((error: unknown) => report('Os temporizadores não puderam ser lidos.', error));
  };
  const timer = setInterval(poll, POLL_INTERVAL_MS).unref();
  poll();
  return async () => {
    clearInterval(timer);
    await polling;
    await runner.stop(DEFAULT_CONNECTION_LIMITS.graceMs);
  };
};
