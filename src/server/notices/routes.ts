/** The calls of notices (rules: Notices 2, 3): each person's own, and nobody else's. */
import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import * as z from 'zod';
import {isPerson} from '../../schema/access.ts';
import type {Config} from '../../schema/config.ts';
import {MAX_INTEGER} from '../../schema/kinds.ts';
import {formWords} from '../../schema/messages.ts';
import {CHOOSE_NOTICE_MAIL, NOTICE_MAIL, NOTICES, NOTICES_READ, NOTICES_SIZE} from '../../schema/notices.ts';
import {noticeMail, type NoticeMailChoice, type NoticesRead} from '../../schema/wire.ts';
import {USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {forbidden, invalid, invalidParam} from '../errors.ts';
import {idOf} from '../http/ids.ts';
import {route} from '../http/route.ts';
import {storedRow} from '../reach/storedRow.ts';
import {choiceOf, choose} from './choice.ts';
import {noticesOf, readUpTo, unreadOf} from './read.ts';

const pageNumber = z.coerce.number().int().min(1).max(Math.floor(MAX_INTEGER / NOTICES_SIZE));
const lastRead = z.object({ate: z.int().min(1).max(MAX_INTEGER)});

const pageIn = (query: unknown): number => {
  const {page = ''} = query as {page?: unknown};
  if (page === '') return 1;
  const result = pageNumber.safeParse(typeof page === 'string' ? page : undefined);
  if (!result.success) throw invalidParam('page');
  return result.data;
};

/** @throws Refusal 400, beside the one value there is */
const bodyOf = <T>(shape: z.ZodType<T>, campo: string, body: unknown): T => {
  const result = shape.safeParse(body ?? {});
  if (!result.success) throw invalid([{campo, mensagem: formWords.invalid}]);
  return result.data;
};

/** Robots are told nothing. @throws Refusal 403 */
const demandPerson = (config: Config, {actor}: FastifyRequest): void => {
  if (!isPerson(config.profiles[actor.perfil])) throw forbidden();
};

/** @throws Refusal 404 for who is out of reach, 403 for anybody else */
const demandSelf = async (context: Context, request: FastifyRequest): Promise<number> => {
  const {actor} = request;
  const id = idOf(request.params);
  demandPerson(context.config, request);
  await storedRow(context, context.db, USERS, actor, id);
  if (id !== actor.id) throw forbidden();
  return id;
};

export const noticeRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db, mail} = context;

  route(app, NOTICES, async request => {
    demandPerson(config, request);
    return noticesOf(context, request.actor, pageIn(request.query));
  });

  route(app, NOTICES_READ, async (request): Promise<NoticesRead> => {
    const {actor} = request;
    demandPerson(config, request);
    await readUpTo(db, actor, bodyOf(lastRead, 'ate', request.body).ate);
    return {naoLidos: (await unreadOf(db, config, [actor.id])).get(actor.id) ?? 0};
  });

  route(app, NOTICE_MAIL, async (request): Promise<NoticeMailChoice> =>
    ({email: await choiceOf(db, await demandSelf(context, request))}));

  route(app, CHOOSE_NOTICE_MAIL, async (request): Promise<NoticeMailChoice> => {
    const id = await demandSelf(context, request);
    const {email} = bodyOf(noticeMail, 'email', request.body);
    await choose(db, id, email);
    mail.ring();
    return {email};
  });
};
