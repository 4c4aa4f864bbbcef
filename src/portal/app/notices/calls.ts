/** What can be asked about notices (rules: Screens 3). */
import {CHOOSE_NOTICE_MAIL, NOTICE_MAIL, NOTICES, NOTICES_READ, type NoticeMail} from '../../../schema/words/notices.ts';
import type {NoticeMailChoice, NoticePage, NoticesRead} from '../../../schema/wire.ts';
import {request} from '../../wire/http.ts';

/** @param page counts from 1, the newest first */
export const askNotices = async (page: number, signal?: AbortSignal): Promise<NoticePage> =>
  (await request<NoticePage>(NOTICES, {query: new URLSearchParams({page: String(page)}), signal})).body;

/** @returns how many are unread now */
export const markRead = async (ate: number): Promise<number> => (await request<NoticesRead>(NOTICES_READ, {body: {ate}})).body.naoLidos;

export const askNoticeMail = async (id: number, signal: AbortSignal): Promise<NoticeMail> =>
  (await request<NoticeMailChoice>(NOTICE_MAIL, {params: {id}, signal})).body.email;

export const chooseNoticeMail = async (id: number, email: NoticeMail): Promise<void> =>
  void await request(CHOOSE_NOTICE_MAIL, {params: {id}, body: {email}});
