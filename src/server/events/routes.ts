/** GET eventos (rules: Events 1): the stream of record changes. */
import type {OutgoingHttpHeaders} from 'node:http';
import type {FastifyPluginAsync, FastifyRequest, onSendHookHandler} from 'fastify';
import {isHumanProfile} from '../../schema/access.ts';
import {
  PREFERENCE_APPLIED_HEADER, EVENTS_CALL, MAX_SINCE_MS, NOTICE_EVENT, PRESENCE_EVENT, RECORD_EVENT, SINCE_PREFERENCE,
} from '../../schema/events.ts';
import {noticeEvent, presenceEvent, recordEvent} from '../../schema/apiShapes.ts';
import type {WriteSignal} from '../wakeSignal.ts';
import type {Context} from '../context.ts';
import {isDatabaseUnavailable} from '../db/databaseErrors.ts';
import {Refusal} from '../errors.ts';
import {readPreference} from '../http/prefer.ts';
import {addRoute} from '../http/route.ts';
import {headerParam, SERVICE_TAG, type Call} from '../openapi/call.ts';
import {TEXT} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {createEventStreams, type StreamListener} from './eventStreams.ts';
import {EVENT_STREAM, createEventStream, type EventStream} from './eventStream.ts';

const RETRY_AFTER_SECONDS = 60;

const FULL_MESSAGE = 'Há telas demais abertas agora para se atualizarem sozinhas. Atualize a página quando precisar.';
const tooManyStreams = (): Refusal => new Refusal('LIMITE', FULL_MESSAGE, {retryAfter: RETRY_AFTER_SECONDS});

const headers = {
  'content-type': EVENT_STREAM, 'cache-control': 'no-store',
  // nginx and similar proxies buffer a response without this header.
  'x-accel-buffering': 'no',
};

/** Milliseconds before now to replay; undefined: none or too many. */
const sinceOf = (request: FastifyRequest): number | undefined => {
  const sent = readPreference(request, SINCE_PREFERENCE) ?? '';
  return /^\d+$/.test(sent) && Number(sent) <= MAX_SINCE_MS ? Number(sent) : undefined;
};

const eventCall = (context: Context): Call => ({
  endpoint: EVENTS_CALL, id: 'servico.eventos', tag: SERVICE_TAG, summary: 'O que muda, enquanto se olha',
  description: `Uma resposta que não termina (server-sent events), lida com o \`Authorization\` das outras chamadas: \`${RECORD_EVENT}\` `
    + `(\`evento.${RECORD_EVENT}\`) de cada registro que muda ao alcance de quem ouve, ou que sai dele, e \`${NOTICE_EVENT}\` `
    + `(\`evento.${NOTICE_EVENT}\`) de quantos avisos não lidos há. À equipe, também \`${PRESENCE_EVENT}\` `
    + `(\`evento.${PRESENCE_EVENT}\`) do registro que ela tem aberto e em que alguém chegou, saiu, começou ou parou de escrever: `
    + 'quem está lá, responde a chamada dele. Quando termina, volta-se a chamar e a ler o que se mostra.',
  parameters: [headerParam(
    'Prefer', `\`${SINCE_PREFERENCE}=N\`: começa com o que mudou nos N milissegundos antes, no máximo ${MAX_SINCE_MS}, e um pouco antes.`,
  )],
  answers: {200: {
    description: 'Eventos; `data` é JSON.', content: {[EVENT_STREAM]: {schema: TEXT}},
    headers: {
      'Preference-Applied': {description: `\`${SINCE_PREFERENCE}=N\`, onde se diz o que mudou antes.`, schema: TEXT, required: false},
    },
  }},
  schemas: () => {
    const recurso = {enum: Object.keys(context.config.resources)};
    return {
      [`evento.${RECORD_EVENT}`]: objectSchemaOf(recordEvent, {recurso}), [`evento.${NOTICE_EVENT}`]: objectSchemaOf(noticeEvent),
      [`evento.${PRESENCE_EVENT}`]: objectSchemaOf(presenceEvent, {recurso}),
    };
  },
});

/**
 * Writes events directly to the socket once all headers are known.
 * An intermediate stream with its copy of the headers would add half of the memory per listener.
 */
const onSend: onSendHookHandler = (_request, reply, payload, done) => {
  if (typeof payload === 'string') return done();
  reply.hijack();
  (payload as EventStream).attach(reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders));
};

/** @param writeSignal woken after calls that may have written a record @param maxListeners maximum number of listeners */
export const eventRoutes = (context: Context, writeSignal: WriteSignal, maxListeners: number): FastifyPluginAsync => async app => {
  const live = createEventStreams(context, {
    maxListeners,
    // The database monitor reports an outage.
    onError: error => void (isDatabaseUnavailable(error) || app.log.error({err: error}, 'events are not told')),
  });
  writeSignal.onWake(() => live.wake());
  app.addHook('preClose', async () => live.end());
  app.addHook('onClose', () => live.ended());

  addRoute(app, eventCall(context), async (request, reply) => {
    if (request.method === 'HEAD') return reply.headers(headers).send('');
    const {actor, tokenVersao, tokenExpires: expires} = request;
    const profile = context.config.profiles[actor.perfil];
    const listener: StreamListener = {
      id: actor.id, tokenVersao, expires, stream: createEventStream(), isPerson: isHumanProfile(profile), isTeam: profile?.team === true,
    };
    reply.raw.once('close', () => live.leave(listener));
    if (!(await live.join(listener))) throw tooManyStreams();
    const sinceMs = sinceOf(request);
    const isReplayed = sinceMs !== undefined && await live.replay(listener, sinceMs);
    if (reply.raw.destroyed) live.leave(listener);
    return reply.headers(headers).headers(
      isReplayed ? {[PREFERENCE_APPLIED_HEADER]: `${SINCE_PREFERENCE}=${sinceMs}`} : {}
    ).send(listener.stream);
  }, {compress: false, onSend});
};
