/** What a condition is asked of, and what it answers. */
import type {Resource} from '../config/config.ts';
import type {Session} from '../session.ts';

/** A record, whoever asks, and what the record alone does not tell. */
export interface Asked {
  resource: Resource;
  record: Readonly<Record<string, unknown>>;
  session: Session;
  /** By names of conditions; absent: not known whether they hold. */
  known?: Readonly<Record<string, Answer>>;
}

/** `undefined`: not known, as where another server's answer does not carry the field. */
export type Answer = boolean | undefined;
