/** What a condition is asked of, and what it answers. */
import type {Resource} from '../config/config.ts';
import type {Session} from '../session.ts';
import type {Values} from '../fields/validate.ts';
import type {LookedUp} from './builtIn.ts';

/** A record, whoever asks, and what the record alone does not tell. */
export interface Asked {
  resource: Resource;
  record: Values;
  session: Session;
  known?: Known;
}

/** Conditions that have to be looked up; absent: not known whether they hold. */
export type Known = {[B in LookedUp]?: boolean | undefined};

/** `undefined`: not known, as where another server's answer does not carry the field. */
export type Answer = boolean | undefined;
