/** What a condition is asked of, and what it answers. */
import type {Resource} from '../config/config.ts';
import type {Session} from '../session.ts';

/** What a condition needs to know of a resource: of fields that belong to none there is no more than themselves. */
export type Judged = Pick<Resource, 'fields' | 'people' | 'conditions' | 'owner' | 'status' | 'since'>;

/** A record, whoever asks, and what the record alone does not tell. */
export interface Asked<R extends Judged = Resource> {
  resource: R;
  record: Readonly<Record<string, unknown>>;
  session: Session;
  /** By names of conditions; absent: not known whether they hold. */
  known?: Readonly<Record<string, Answer>>;
  /** The records that its references name, by those; `null` where there is none (any more), absent where it is not known. */
  named?: Readonly<Record<string, Asked<Judged> | null>>;
}

/** `undefined`: not known, as where another server's answer does not carry the field. */
export type Answer = boolean | undefined;
