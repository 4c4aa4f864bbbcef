/** Another system, to which deliveries go (rules: Deliveries 1). */

/** Longest wait for one attempt, whatever the destination. */
export const ATTEMPT_LIMIT_MS = 10_000;

/** A delivery as its destination gets it. */
export interface RecordDelivery {
  /** Stable over all attempts, so that the other side recognises a delivery that comes again. */
  key: string;
  destination: string;
  resource: string;
  recordId: number;
  event: string;
  body: Readonly<Record<string, unknown>>;
  /** From 1. */
  attempt: number;
  createdAt: Date;
}

export interface Destination {
  /**
   * Resolves when the other side has taken the delivery.
   *
   * @param signal aborts at a shutdown
   * @throws Error whose message is a Portuguese sentence for the page of deliveries
   */
  deliver(delivery: RecordDelivery, signal: AbortSignal): Promise<void>;
}

/** Destinations by name. */
export type Destinations = ReadonlyMap<string, Destination>;
