/** A bulk run: one action on many records, and the outcome of each (rules: Lists 20). */
import type {Row} from '../../api/providers/listDialects.ts';

export interface BulkBatch {
  resource: string;
  action: string;
  rows: readonly Row[];
  values: Readonly<Record<string, unknown>>;
}

export interface BulkOutcome {
  row: Row;
  refusal: string | undefined;
  /** A retry may succeed, because the refusal was temporary. */
  again?: boolean;
  /** Refused because of a newer version, which a retry reads first. */
  stale?: boolean;
}

export const isDoneOutcome = ({refusal}: BulkOutcome): boolean => refusal === undefined;

export const retryableRows = (outcomes: readonly BulkOutcome[]): Row[] => outcomes.filter(({again}) => again).map(({row}) => row);

/** Rows not sent because of a stop, a lost session or a lost connection. */
export const unsentRows = ({rows}: BulkBatch, outcomes: readonly BulkOutcome[]): Row[] => {
  const sent = new Set(outcomes.map(({row}) => row.id));
  return rows.filter(({id}) => !sent.has(id));
};
