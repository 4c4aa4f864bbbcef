/** Notices: messages to people about records, declared by `tells` (rules: Notices 1). */
import type {Endpoint} from '../shapes/config.ts';

/** Recipient of `tells`: all active people of the profiles with `team` who reach the record. */
export const TEAM = 'equipe';

/** Page of the caller's notices, newest first. `page` counts from 1. */
export const NOTICES_CALL: Endpoint = 'GET avisos';
export const NOTICES_PAGE_SIZE = 20;
/** Maximum number of a person's notices that are paged. Older ones are not returned. */
export const MAX_NOTICES = 1000;
/** Marks notices as read up to `ate`, the id of a notice. */
export const MARK_NOTICES_READ_CALL: Endpoint = 'PUT avisos/lidos';

/** Mail frequencies: the first notice at once and later ones together, one digest a day, none. */
export const NOTICE_MAILS = ['imediato', 'resumo', 'nunca'] as const;
export type NoticeMail = (typeof NOTICE_MAILS)[number];
export const READ_MAIL_FREQUENCY_CALL: Endpoint = 'GET usuarios/:id/avisos';
export const SET_MAIL_FREQUENCY_CALL: Endpoint = 'PUT usuarios/:id/avisos';
