/**
 * Robots that wait for a record. One asker a server looks for all of them, about each second and as soon as this process has written;
 * whoever waits asks nothing, and claims when there is something for them.
 */
import {sql} from 'kysely';
import {foldText} from '../../schema/fields/text.ts';
import type {Db} from '../db/tables.ts';
import {isActive, usersAndCompanies} from '../accounts/users.ts';
import {leasesOf, MOST_LEASES, type Lease} from './claim.ts';
import {companyColumn, inLine, isFree, placesIn, workflowOf, type Line} from './queue.ts';

/** Milliseconds between two looks, not all servers in the same instant; after a write at least so many. */
const LOOK = {least: 750, spread: 500};
const REST = 50;

/** What somebody waits for. */
interface Wanted {
  line: Line;
  /** undefined: any. */
  workflows: readonly string[] | undefined;
  /** null: of every company. */
  idEmpresa: number | null;
}
interface Waiter extends Wanted {
  /** Whose session it is: by a key, or by a version of their token. */
  session: {id: number; tokenVersao: number; keyHash: string};
  /** The call's own key, if it has one. */
  chave: string | undefined;
  /** Claims for them; undefined where somebody was quicker. */
  attempt: () => Promise<Lease | undefined>;
}

interface Waiting extends Waiter {
  isBusy: boolean;
  isOver: boolean;
  settle: (lease: Lease | undefined) => void;
  fail: (error: unknown) => void;
}

/** Records of one queue that are there for some. */
interface Free {
  recurso: string;
  workflow: string;
  idEmpresa: number | null;
  n: number;
}

/** By one statement, whoever waits. */
const freeIn = async (db: Db, lines: readonly Line[]): Promise<Free[]> => {
  const each = lines.map(line => sql`
    select ${line.name}::text as recurso, ${workflowOf(line)} as workflow, ${companyColumn(line)} as "idEmpresa", count(*)::integer as n
    from ${placesIn(line)} where ${inLine(line)} and ${isFree(line)} group by 2, 3`);
  const {rows} = await sql<Free>`${sql.join(each, sql` union all `)}`.execute(db);
  return rows;
};

/**
 * Places of those who have something to hear whatever is free: their session is over, they have as many leases as they may, or another call
 * of theirs got their key's lease.
 *
 * @param lines every queue there is
 */
const calledOf = async (db: Db, lines: readonly Line[], all: readonly Waiter[]): Promise<number[]> => {
  const {rows} = await sql<{n: number}>`
    select w.n::integer - 1 as n from unnest(
      ${all.map(({session}) => session.id)}::integer[], ${all.map(({session}) => session.tokenVersao)}::integer[],
      ${all.map(({session}) => session.keyHash)}::text[], ${all.map(({line}) => line.name)}::text[],
      ${all.map(({chave = null}) => chave)}::text[]
    ) with ordinality as w (id, versao, hash, recurso, chave, n)
    where not exists (
      select from ${usersAndCompanies} where u.id = w.id and ${isActive} and case when w.hash = '' then u.token_versao = w.versao
        else exists (select from chaves as c where c.hash = w.hash and c.id_usuario = u.id) end
    ) or exists (
      select from (${leasesOf(lines, sql<number>`w.id`)}) as l
      having count(*) >= ${MOST_LEASES}::integer or bool_or(l.recurso = w.recurso and l.chave = w.chave))`.execute(db);
  return rows.map(({n}) => n);
};

export interface Waiters {
  /** Whether somebody waits for all of it already: then nothing of it is there. */
  awaits: (wanted: Wanted) => boolean;
  /**
   * Waits until there is something, for at most `milliseconds`.
   *
   * @param leave aborted when the caller has gone
   */
  wait: (waiter: Waiter, milliseconds: number, leave: AbortSignal) => Promise<Lease | undefined>;
  /** How many of a company wait. */
  of: (idEmpresa: number | null) => number;
  /** Looks at once. */
  wake: () => void;
  /** Lets everybody go, and nobody wait any more. */
  end: () => void;
  /** Resolves when nothing is asked any more. */
  ended: () => Promise<void>;
}

/** @param lines every queue there is: a robot's leases are counted over all of them */
export const createWaiters = (db: Db, lines: readonly Line[]): Waiters => {
  const waiting = new Set<Waiting>();
  const over = new AbortController();
  let isWanted = false;
  let stir = (): void => {};
  let running: Promise<void> | undefined;

  const leave = (one: Waiting): void => {
    one.isOver = true;
    // A claim under way is heard first: what it got belongs to this caller.
    if (one.isBusy) return;
    waiting.delete(one);
    one.settle(undefined);
  };
  /** @returns whether there was something */
  const offer = async (one: Waiting): Promise<boolean> => {
    one.isBusy = true;
    try {
      const lease = await one.attempt();
      if (lease === undefined) return false;
      waiting.delete(one);
      one.settle(lease);
      return true;
    } catch (error) {
      waiting.delete(one);
      one.fail(error);
      return true;
    } finally {
      one.isBusy = false;
      if (one.isOver && waiting.has(one)) leave(one);
    }
  };
  const look = async (): Promise<void> => {
    const all = [...waiting];
    const asked = lines.filter(({name}) => all.some(({line}) => line.name === name));
    for (const n of await calledOf(db, lines, all)) {
      const one = all[n];
      if (one !== undefined && waiting.has(one) && !one.isOver) await offer(one);
    }
    for (const {recurso, workflow, idEmpresa, n} of await freeIn(db, asked)) {
      const own = foldText(workflow);
      const fits = (one: Waiting): boolean => one.line.name === recurso && (one.workflows?.some(asked => foldText(asked) === own) ?? true)
        && (one.idEmpresa === null || idEmpresa === null || one.idEmpresa === idEmpresa);
      for (const one of [...waiting].filter(fits).slice(0, n)) {
        if (waiting.has(one) && !one.isOver && !(await offer(one))) break;
      }
    }
  };
  const pause = (milliseconds: number): Promise<void> => new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    stir = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  const run = async (): Promise<void> => {
    while (waiting.size > 0 && !over.signal.aborted) {
      isWanted = false;
      try {
        await look();
      } catch (error) {
        // The database is out: whoever waits is told so.
        for (const one of waiting) {
          waiting.delete(one);
          one.fail(error);
        }
      }
      await pause(REST);
      if (!isWanted && waiting.size > 0 && !over.signal.aborted) await pause(LOOK.least + LOOK.spread * Math.random() - REST);
    }
    running = undefined;
  };

  return {
    awaits: ({line, workflows, idEmpresa}) => [...waiting].some(one => one.line.name === line.name
      && (one.idEmpresa === null || one.idEmpresa === idEmpresa)
      && (one.workflows === undefined || workflows?.every(workflow => one.workflows?.includes(workflow)) === true)),
    wait: async (waiter, milliseconds, gone) => {
      if (over.signal.aborted || gone.aborted) return undefined;
      const {promise, resolve: settle, reject: fail} = Promise.withResolvers<Lease | undefined>();
      const one: Waiting = {...waiter, isBusy: false, isOver: false, settle, fail};
      const end = (): void => leave(one);
      const timer = setTimeout(end, milliseconds);
      gone.addEventListener('abort', end);
      waiting.add(one);
      running ??= run();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        gone.removeEventListener('abort', end);
      }
    },
    of: idEmpresa => [...waiting].filter(one => one.idEmpresa === idEmpresa).length,
    wake: () => {
      isWanted = true;
      stir();
    },
    end: () => {
      over.abort();
      waiting.forEach(leave);
      stir();
    },
    ended: async () => running,
  };
};
