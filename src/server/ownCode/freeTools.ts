/** Tools of own code outside of any transaction: each works in one of its own, as Sistema (rules: Own 4, 5). */
import type {Transaction} from 'kysely';
import {changeRecord, runTransaction} from '../db/changeRecord.ts';
import type {Tables} from '../db/tables.ts';
import {runInTransaction, type OwnTransaction, type TransactionTools} from './ownTransaction.ts';
import {mapTools, type ToolsByName} from './recordTools.ts';

interface FreeRun extends Omit<OwnTransaction, 'trx'> {
  /** Aborts when the run is over; its tools refuse then. */
  signal: AbortSignal;
}
type Work = (tools: TransactionTools) => unknown;

interface FreeTools {
  tools: ToolsByName & {transaction: (work: Work) => Promise<unknown>};
  /** Waits for tools that the run did not wait for. */
  settled: () => Promise<void>;
}

export const createFreeTools = ({signal, ...run}: FreeRun): FreeTools => {
  const {db, mailSignal, deliverySignal} = run.context;
  const pending = new Set<Promise<unknown>>();

  const execute = async (work: Work, record: readonly [name: string, id: number] | undefined): Promise<unknown> => {
    if (signal.aborted) throw new Error(`${run.subject} do código próprio já terminou.`);
    const runWork = (trx: Transaction<Tables>): Promise<unknown> => runInTransaction({...run, trx}, work);
    const result = await (record === undefined ? runTransaction(db, runWork) : changeRecord(db, ...record, runWork));
    mailSignal.wake();
    deliverySignal.wake();
    return result;
  };
  const transact = (work: Work, record?: readonly [name: string, id: number]): Promise<unknown> => {
    const result = execute(work, record);
    pending.add(result);
    // Handled here, because the run need not wait for a tool.
    const forget = (): void => void pending.delete(result);
    result.then(forget, forget);
    return result;
  };
  const tools = mapTools(name => (...args: unknown[]) =>
    transact(given => given[name](...args as never[]), name === 'save' || name === 'act' ? [String(args[0]), Number(args[1])] : undefined));
  return {
    tools: {...tools, transaction: work => transact(work)},
    settled: async () => void await Promise.allSettled(pending),
  };
};
