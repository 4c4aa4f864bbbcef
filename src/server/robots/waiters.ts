/**
 * Robots waiting for a record. A single poller per server looks for all of them, about each second and after each own write.
 * Waiting calls run no queries; the poller lets them claim.
 */
import {sql} from 'kysely';
import {foldText} from '../../schema/fields/text.ts';
import type {Db} from '../db/tables.ts';
import {activeUserPredicate, usersAndCompanies} from '../accounts/accounts.ts';
import {leasesOf, MAX_LEASES, type Lease} from './claim.ts';
import {companyColumn, isWaitingOrWorking, isClaimable, queueEntriesWithRecords, workflowValue, type RobotQueue} from './robotQueue.ts';

/** Poll interval in milliseconds, with jitter between servers, and its minimum after a write. */
const POLL_MS = {least: 750, spread: 500};
const MIN_POLL_MS = 50;

interface WantedRecord {
  line: RobotQueue;
  workflows: readonly string[] | undefined;
  idEmpresa: number | null;
}
interface Waiter extends WantedRecord {
  /** Session to re-check: an API key, or a token version. */
  session: {id: number; tokenVersao: number; keyHash: string};
  chave: string | undefined;
  /** Claims for the waiter; undefined: another robot was faster. */
  attempt: () => Promise<Lease | undefined>;
}

interface ActiveWaiter extends Waiter {
  isBusy: boolean;
  isOver: boolean;
  settle: (lease: Lease | undefined) => void;
  fail: (error: unknown) => void;
}

interface ClaimableRecords {
  recurso: string;
  workflow: string;
  idEmpresa: number | null;
  n: number;
}

const countClaimable = async (db: Db, lines: readonly RobotQueue[]): Promise<ClaimableRecords[]> => {
  const selects = lines.map(line => sql`
    select ${line.name}::text as recurso, ${workflowValue(line)} as workflow, ${companyColumn(line)} as "idEmpresa", count(*)::integer as n
    from ${queueEntriesWithRecords(line)} where ${isWaitingOrWorking(line)} and ${isClaimable(line)} group by 2, 3`);
  const {rows} = await sql<ClaimableRecords>`${sql.join(selects, sql` union all `)}`.execute(db);
  return rows;
};

/**
 * Indexes of waiters to call whatever is claimable: their session has ended, they have reached the lease limit, or another call got their
 * key's lease.
 *
 * @param lines all queues
 */
const waitersToCall = async (db: Db, lines: readonly RobotQueue[], waiters: readonly Waiter[]): Promise<number[]> => {
  const {rows} = await sql<{n: number}>`
    select w.n::integer - 1 as n from unnest(
      ${waiters.map(({session}) => session.id)}::integer[], ${waiters.map(({session}) => session.tokenVersao)}::integer[],
      ${waiters.map(({session}) => session.keyHash)}::text[], ${waiters.map(({line}) => line.name)}::text[],
      ${waiters.map(({chave = null}) => chave)}::text[]
    ) with ordinality as w (id, versao, hash, recurso, chave, n)
    where not exists (
      select from ${usersAndCompanies} where u.id = w.id and ${activeUserPredicate} and case when w.hash = '' then u.token_versao = w.versao
        else exists (select from chaves as c where c.hash = w.hash and c.id_usuario = u.id) end
    ) or exists (
      select from (${leasesOf(lines, sql<number>`w.id`)}) as l
      having count(*) >= ${MAX_LEASES}::integer or bool_or(l.recurso = w.recurso and l.chave = w.chave))`.execute(db);
  return rows.map(({n}) => n);
};

export interface Waiters {
  /** True if an equal or wider wait exists, so that an own attempt would find nothing. */
  hasWaiterFor: (wanted: WantedRecord) => boolean;
  /**
   * Waits for a record.
   *
   * @param leave aborted when the caller disconnects
   */
  wait: (waiter: Waiter, milliseconds: number, leave: AbortSignal) => Promise<Lease | undefined>;
  countOf: (idEmpresa: number | null) => number;
  wake: () => void;
  /** Releases all waiters and accepts no more. */
  end: () => void;
  /** Resolves when polling has stopped. */
  ended: () => Promise<void>;
}

/** @param lines all queues, because a robot's leases are counted over all of them */
export const createWaiters = (db: Db, lines: readonly RobotQueue[]): Waiters => {
  const waiting = new Set<ActiveWaiter>();
  const stopped = new AbortController();
  let isWoken = false;
  let wakeUp = (): void => {};
  let running: Promise<void> | undefined;

  const release = (active: ActiveWaiter): void => {
    active.isOver = true;
    // A claim under way finishes first, because its lease belongs to this caller.
    if (active.isBusy) return;
    waiting.delete(active);
    active.settle(undefined);
  };
  /** Lets a waiter claim. @returns false: the claim found nothing */
  const offer = async (active: ActiveWaiter): Promise<boolean> => {
    active.isBusy = true;
    try {
      const lease = await active.attempt();
      if (lease === undefined) return false;
      waiting.delete(active);
      active.settle(lease);
      return true;
    } catch (error) {
      waiting.delete(active);
      active.fail(error);
      return true;
    } finally {
      active.isBusy = false;
      if (active.isOver && waiting.has(active)) release(active);
    }
  };
  const poll = async (): Promise<void> => {
    const waiters = [...waiting];
    const polledLines = lines.filter(({name}) => waiters.some(({line}) => line.name === name));
    for (const n of await waitersToCall(db, lines, waiters)) {
      const active = waiters[n];
      if (active !== undefined && waiting.has(active) && !active.isOver) await offer(active);
    }
    for (const {recurso, workflow, idEmpresa, n} of await countClaimable(db, polledLines)) {
      const folded = foldText(workflow);
      const isMatch = (active: ActiveWaiter): boolean => active.line.name === recurso
        && (active.workflows?.some(requested => foldText(requested) === folded) ?? true)
        && (active.idEmpresa === null || idEmpresa === null || active.idEmpresa === idEmpresa);
      for (const active of [...waiting].filter(isMatch).slice(0, n)) {
        if (waiting.has(active) && !active.isOver && !(await offer(active))) break;
      }
    }
  };
  const pause = (milliseconds: number): Promise<void> => new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    wakeUp = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  const run = async (): Promise<void> => {
    while (waiting.size > 0 && !stopped.signal.aborted) {
      isWoken = false;
      try {
        await poll();
      } catch (error) {
        // The database is unavailable, and all waiters get the error.
        for (const active of waiting) {
          waiting.delete(active);
          active.fail(error);
        }
      }
      await pause(MIN_POLL_MS);
      if (!isWoken && waiting.size > 0 && !stopped.signal.aborted) {
        await pause(POLL_MS.least + POLL_MS.spread * Math.random() - MIN_POLL_MS);
      }
    }
    running = undefined;
  };

  return {
    hasWaiterFor: ({line, workflows, idEmpresa}) => [...waiting].some(active => active.line.name === line.name
      && (active.idEmpresa === null || active.idEmpresa === idEmpresa)
      && (active.workflows === undefined || workflows?.every(workflow => active.workflows?.includes(workflow)) === true)),
    wait: async (waiter, milliseconds, signal) => {
      if (stopped.signal.aborted || signal.aborted) return undefined;
      const {promise, resolve: settle, reject: fail} = Promise.withResolvers<Lease | undefined>();
      const active: ActiveWaiter = {...waiter, isBusy: false, isOver: false, settle, fail};
      const end = (): void => release(active);
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
      waiting.add(active);
      running ??= run();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    },
    countOf: idEmpresa => [...waiting].filter(active => active.idEmpresa === idEmpresa).length,
    wake: () => {
      isWoken = true;
      wakeUp();
    },
    end: () => {
      stopped.abort();
      waiting.forEach(release);
      wakeUp();
    },
    ended: async () => running,
  };
};
