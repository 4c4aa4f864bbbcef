/** Routes of a person's own notices (rules: Notices 2, 3). */
import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import * as z from 'zod';
import {isHumanProfile} from '../../schema/access.ts';
import {MAX_INTEGER, normaliseInteger} from '../../schema/fields/numberKinds.ts';
import {
  SET_MAIL_FREQUENCY_CALL, READ_MAIL_FREQUENCY_CALL, NOTICES_CALL, MAX_NOTICES, MARK_NOTICES_READ_CALL, NOTICES_PAGE_SIZE,
} from '../../schema/words/notices.ts';
import {noticeMail, noticePage, noticesRead, type NoticeMailChoice, type NoticesRead} from '../../schema/apiShapes.ts';
import {USERS} from '../accounts/accounts.ts';
import type {Context} from '../context.ts';
import {forbidden, invalidParam} from '../errors.ts';
import {pathId, addRoute} from '../http/route.ts';
import {validateBody} from '../http/validateBody.ts';
import {answer, queryParam} from '../openapi/call.ts';
import {asJson, COUNT, ref} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {readMailFrequency, setMailFrequency, readNoticePage, markNoticesReadUpTo, countUnreadNotices} from './notices.ts';

const pageNumber = z.preprocess(normaliseInteger, z.int().min(1).max(Math.floor(MAX_INTEGER / NOTICES_PAGE_SIZE)));
const lastRead = z.object({ate: z.int().min(1).max(MAX_INTEGER)});

const readPage = (query: unknown): number => {
  const {page = ''} = query as {page?: unknown};
  if (page === '') return 1;
  const result = pageNumber.safeParse(typeof page === 'string' ? page : undefined);
  if (!result.success) throw invalidParam('page');
  return result.data;
};

/** @throws Refusal 404 for a user out of reach, 403 for any user but the caller */
const requireSelf = async (context: Context, {actor, params}: FastifyRequest): Promise<number> => {
  const id = pathId(params);
  await readStoredRow(context, context.db, USERS, actor, id);
  if (id !== actor.id) throw forbidden();
  return id;
};

const SELF = 'Só a da própria pessoa.';

export const noticeRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db, mailSignal} = context;
  const choice = ref('avisos.email');
  const common = {
    tag: 'Avisos',
    allowedProfiles: Object.keys(config.profiles).filter(perfil => isHumanProfile(config.profiles[perfil])),
    schemas: () => (
      {
        'avisos.pagina': objectSchemaOf(noticePage), 'avisos.naoLidos': objectSchemaOf(noticesRead),
        'avisos.email': objectSchemaOf(noticeMail),
      }
    ),
  };

  addRoute(app, {
    ...common, endpoint: NOTICES_CALL, id: 'avisos.listar', summary: 'Os avisos de quem pergunta',
    description: `Dos ${MAX_NOTICES} mais novos, os de registros ao alcance de quem pergunta.`,
    parameters: [queryParam('page', {...COUNT, minimum: 1}, `De ${NOTICES_PAGE_SIZE} em ${NOTICES_PAGE_SIZE}; 1 é a primeira.`)],
    answers: {200: answer('Do mais novo ao mais antigo.', ref('avisos.pagina'))},
  }, async request => readNoticePage(context, request.actor, readPage(request.query)));

  addRoute(app, {
    ...common, endpoint: MARK_NOTICES_READ_CALL, id: 'avisos.lidos', summary: 'Marca avisos como lidos',
    description: 'Os de quem pergunta, até o de id `ate`.', body: asJson(objectSchemaOf(lastRead)),
    answers: {200: answer('Quantos ainda não foram lidos.', ref('avisos.naoLidos'))},
  }, async (request): Promise<NoticesRead> => {
    const {actor} = request;
    await markNoticesReadUpTo(db, actor, validateBody(lastRead, request.body).ate);
    return {naoLidos: (await countUnreadNotices(db, config, [actor.id])).get(actor.id) ?? 0};
  });

  addRoute(app, {
    ...common, endpoint: READ_MAIL_FREQUENCY_CALL, id: 'avisos.email', summary: 'Quais e-mails de avisos a pessoa recebe',
    description: SELF, answers: {200: answer('A escolha.', choice)},
  }, async (request): Promise<NoticeMailChoice> =>
    ({email: await readMailFrequency(db, await requireSelf(context, request))}));

  addRoute(app, {
    ...common, endpoint: SET_MAIL_FREQUENCY_CALL, id: 'avisos.escolherEmail', summary: 'Escolhe quais e-mails de avisos a pessoa recebe',
    description: SELF, body: asJson(choice), answers: {200: answer('A escolha.', choice)},
  }, async (request): Promise<NoticeMailChoice> => {
    const id = await requireSelf(context, request);
    const {email} = validateBody(noticeMail, request.body);
    await setMailFrequency(db, id, email);
    mailSignal.wake();
    return {email};
  });
};
