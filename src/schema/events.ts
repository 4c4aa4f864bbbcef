/** Server-sent events, read with `fetch`, because `EventSource` cannot send the token as a header (rules: Events 1). */
import type {Endpoint} from './shapes/config.ts';

export const EVENTS_CALL: Endpoint = 'GET eventos';

/** A record in the caller's scope was created or changed, or left the scope: `recordEvent` of `wire.ts`. */
export const RECORD_EVENT = 'registro';
/** The number of unread notices changed: `noticeEvent` of `wire.ts`. */
export const NOTICE_EVENT = 'aviso';
/** Somebody opened or left a record that the caller has open, or started or stopped writing: `presenceEvent` of `wire.ts`. */
export const PRESENCE_EVENT = 'presenca';

/** Preference (RFC 7240) for events of the last milliseconds too. `Preference-Applied` confirms it. */
export const SINCE_PREFERENCE = 'desde';
export const MAX_SINCE_MS = 60_000;
export const PREFERENCE_APPLIED_HEADER = 'preference-applied';
