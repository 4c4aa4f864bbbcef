/** A bulk run: one action on many records, and the outcome of each (rules: Lists 20). */
import type {Row} from '../../wire/providers/dialects.ts';

export interface Batch {
  resource: string;
  action: string;
  rows: readonly Row[];
  /** The answers, the same for all. */
  values: Readonly<Record<string, unknown>>;
}

export interface Outcome {
  row: Row;
  /** undefined: done. */
  refusal: string | undefined;
  /** A retry may succeed, because the refusal was temporary. */
  again?: boolean;
  /** Refused because of a newer version, which a retry reads first. */
  stale?: boolean;
}

export const isDone = ({refusal}: Outcome): boolean => refusal === undefined;

/** The rows that a retry sends, in order. */
export const triable = (outcomes: readonly Outcome[]): Row[] => outcomes.filter(({again}) => again).map(({row}) => row);

/** Rows not sent because of a stop, a lost session or a lost connection. */
export const unsentOf = ({rows}: Batch, outcomes: readonly Outcome[]): Row[] => {
  const sent = new Set(outcomes.map(({row}) => row.id));
  return rows.filter(({id}) => !sent.has(id));
};
