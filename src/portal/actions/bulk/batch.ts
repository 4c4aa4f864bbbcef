/** One action done to many records, and what became of each (rules: Lists 20). */
import type {Row} from '../../wire/providers/dialects.ts';

export interface Batch {
  /** The resource's name. */
  resource: string;
  action: string;
  rows: readonly Row[];
  /** What was answered to what the action asks, the same for all. */
  values: Readonly<Record<string, unknown>>;
}

export interface Outcome {
  row: Row;
  /** undefined: done. */
  refusal: string | undefined;
  /** Whether another try may succeed: it was not refused for what the record or the person is. */
  again?: boolean;
  /** Whether somebody else changed the record meanwhile: the next try is about it as it is then. */
  stale?: boolean;
}

export const isDone = ({refusal}: Outcome): boolean => refusal === undefined;

/** What another try may do: those refused for now, in their order. */
export const triable = (outcomes: readonly Outcome[]): Row[] => outcomes.filter(({again}) => again).map(({row}) => row);

/** Those that were not sent: it was stopped, or the session or the line ended. */
export const unsentOf = ({rows}: Batch, outcomes: readonly Outcome[]): Row[] => {
  const sent = new Set(outcomes.map(({row}) => row.id));
  return rows.filter(({id}) => !sent.has(id));
};
