/** What a server tells while somebody looks on: server-sent events, read by `fetch` with the token in the header (rules: Events 1). */
import type {Endpoint} from './config/config.ts';

export const EVENTS: Endpoint = 'GET eventos';

/** A record within the caller's reach was made or changed, or left it by a change: `recordEvent` of `wire.ts`. */
export const RECORD_EVENT = 'registro';
/** How many notices are unread now, told where it changed: `noticeEvent` of `wire.ts`. */
export const NOTICE_EVENT = 'aviso';
/** Somebody came to a record that the caller has open, left it, began or stopped writing: `presenceEvent` of `wire.ts`. */
export const PRESENCE_EVENT = 'presenca';

/** What somebody who begins to listen may prefer (RFC 7240): to hear of the milliseconds before as well. An answer says that it does so. */
export const SINCE = 'desde';
/** At most so many. */
export const MOST_SINCE = 60_000;
export const APPLIED = 'preference-applied';
