/** What a server tells while somebody looks on: server-sent events, read by `fetch` with the token in the header (rules: Events 1). */
import type {Endpoint} from './config/config.ts';

export const EVENTS: Endpoint = 'GET eventos';

/** A record within the caller's reach was made or changed, or left it by a change: `recordEvent` of `wire.ts`. */
export const RECORD_EVENT = 'registro';
/** How many notices are unread now, told where it changed: `noticeEvent` of `wire.ts`. */
export const NOTICE_EVENT = 'aviso';
