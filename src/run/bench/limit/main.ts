/**
 * The limit: what a request costs when nothing but it is done. A bare Fastify with SQL written by hand for these calls alone, which
 * checks the same token, reads the person as the product does, applies the same scope and answers the same bytes.
 */
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, {type FastifyReply, type FastifyRequest} from 'fastify';
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {constants} from 'node:zlib';
import config from '../../../../resources.config.ts';
import {readCaller, type Caller} from './caller.ts';
import {createTicket} from './create.ts';
import {openAsker} from './database.ts';
import {lister} from './list.ts';
import {MOVES, moveTicket} from './move.ts';
import {JOINS, WHOLE, type WholeRow} from './ticket.ts';
import {wholePresenter} from './whole.ts';

const {DATABASE_URL = '', JWT_SECRET = '', DATA_DIR = '', PORT = ''} = process.env;
const asker = openAsker(DATABASE_URL);
const folder = join(DATA_DIR, 'limite');
await mkdir(folder, {recursive: true});

const app = Fastify();
const KIB = 1024;
// As the product's answers are.
await app.register(compress, {
  globalDecompression: false, threshold: 4 * KIB, syncThreshold: 64 * KIB, encodings: ['br', 'gzip'],
  brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}},
});
await app.register(multipart);
const whole = wholePresenter(config);

type Answer = (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
const json = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const caller = await readCaller(asker, JWT_SECRET, request.headers.authorization);
  if (caller === undefined) return reply.code(401).send();
  const text = await answer(caller, request, reply);
  return text === undefined ? reply.code(404).send() : reply.type('application/json; charset=utf-8').send(text);
};
const idIn = ({params}: FastifyRequest): number => Number((params as {id: string}).id);

const ONE = `select ${WHOLE} from tickets t ${JOINS} where t.id = $1 and ($2::integer is null or t.id_empresa = $2)`;

app.get('/api/vivo', () => ({}));
// A stream that nobody is told anything on.
app.get('/api/eventos', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, {'content-type': 'text/event-stream'}).write(':\n\n');
});
for (const [path, keeps] of [['', false], ['/contagens', true]] as const) {
  const list = lister(config, asker, keeps);
  app.get(`/api${path}/tickets`, json((caller, {query}) => list(caller, query as Record<string, string>)));
}
app.get('/api/tickets/:id', json(async (caller, request) => {
  const [row] = await asker.ask<WholeRow>('um', ONE, [idIn(request), caller.perfil === 'adm' ? null : caller.idEmpresa]);
  return row === undefined ? undefined : whole(row, caller);
}));
app.post('/api/tickets', json(async (caller, request, reply) => {
  const row = await createTicket(asker, caller, request, folder);
  void reply.code(201);
  return whole(row, caller);
}));
for (const [call, move] of Object.entries(MOVES)) {
  app.put(`/api/tickets/${call}/:id`, json(async (caller, request) => {
    const {comentario} = (request.body ?? {}) as {comentario?: string};
    const row = await moveTicket(asker, caller, idIn(request), move, comentario ?? null);
    return row === undefined ? undefined : whole(row, caller);
  }));
}

process.once('SIGTERM', () => void app.close().then(asker.close));
await app.listen({host: '127.0.0.1', port: Number(PORT)});
