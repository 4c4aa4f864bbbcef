import {
  SET_MAIL_FREQUENCY_CALL, READ_MAIL_FREQUENCY_CALL, NOTICES_CALL, MARK_NOTICES_READ_CALL, type NoticeMail,
} from '../../../schema/words/notices.ts';
import type {NoticeMailChoice, NoticePage, NoticesRead} from '../../../schema/apiShapes.ts';
import {request} from '../../api/http.ts';

/** @param page 1-based, the newest notices first */
export const fetchNotices = async (page: number, signal?: AbortSignal): Promise<NoticePage> =>
  (await request<NoticePage>(NOTICES_CALL, {query: new URLSearchParams({page: String(page)}), signal})).body;

/** Marks the notices up to an id as read. @returns the number of unread notices */
export const markNoticesRead = async (ate: number): Promise<number> =>
  (await request<NoticesRead>(MARK_NOTICES_READ_CALL, {body: {ate}})).body.naoLidos;

export const fetchMailFrequency = async (id: number, signal: AbortSignal): Promise<NoticeMail> =>
  (await request<NoticeMailChoice>(READ_MAIL_FREQUENCY_CALL, {params: {id}, signal})).body.email;

export const saveMailFrequency = async (id: number, email: NoticeMail): Promise<void> =>
  void await request(SET_MAIL_FREQUENCY_CALL, {params: {id}, body: {email}});
