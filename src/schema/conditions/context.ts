/** Input and result of evaluating a condition. */
import type {Resource} from '../shapes/config.ts';
import type {Session} from '../session.ts';

/** Properties of a resource that conditions read. Fields outside of a resource have `fields` alone. */
export type ConditionResource = Pick<Resource, 'fields' | 'people' | 'conditions' | 'owner' | 'status' | 'since'>;

/** A record, the caller, and facts that the record does not contain. */
export interface ConditionContext<R extends ConditionResource = Resource> {
  resource: R;
  record: Readonly<Record<string, unknown>>;
  session: Session;
  /** Looked-up results by name of a condition; absent if unknown. */
  known?: Readonly<Record<string, ConditionResult>>;
  /** Referenced records by their reference; `null` if there is none, absent if unknown. */
  named?: Readonly<Record<string, ConditionContext<ConditionResource> | null>>;
}

/** `undefined` is unknown, for example because another server's answer lacks the field. */
export type ConditionResult = boolean | undefined;
