/** Notices: what people are told of records by actions that say whom they tell (rules: Notices 1). */
import type {Endpoint} from '../config/config.ts';

/** Whom `tells` may name besides a record's people: the active people of the profiles with `team` who reach the record. */
export const TEAM = 'equipe';

/** A page of whoever asks, the newest first; `page` counts from 1. */
export const NOTICES: Endpoint = 'GET avisos';
/** Notices on a page. */
export const NOTICES_SIZE = 20;
/** The newest of a person, of which there are pages: what came before is told no more. */
export const NOTICES_MOST = 1000;
/** Marks as read what is not newer than `ate`, the id of a notice. */
export const NOTICES_READ: Endpoint = 'PUT avisos/lidos';

/** Which mails somebody gets of their notices: the first at once and what follows together, one a day, none. */
export const NOTICE_MAILS = ['imediato', 'resumo', 'nunca'] as const;
export type NoticeMail = (typeof NOTICE_MAILS)[number];
/** Asked and chosen by the person alone. */
export const NOTICE_MAIL: Endpoint = 'GET usuarios/:id/avisos';
export const CHOOSE_NOTICE_MAIL: Endpoint = 'PUT usuarios/:id/avisos';
