/** The file calls of §7. Whoever may save the ticket's form now may add and remove files; whoever reads it may download. */
import {sql, type Transaction} from 'kysely';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {may} from '../../schema/access.ts';
import {MAX_INTEGER} from '../../schema/kinds.ts';
import type {Answer} from '../calls/idempotency.ts';
import {inspectFile} from '../calls/inspect.ts';
import {withSubmission, type Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import type {Tables} from '../db/tables.ts';
import {changeRecord} from '../db/turns.ts';
import {forbidden, invalid, notFound} from '../errors.ts';
import {sendFile} from '../files/send.ts';
import {FILE_HIDDEN} from '../history/steps.ts';
import {writeHistory} from '../history/write.ts';
import {idOf} from '../resources/ids.ts';
import {filesOf, typedFiles} from './attachments.ts';
import {attach, saveAction} from './save.ts';
import {demandSelf} from '../resources/self.ts';
import {demand, lockTicket, ticketOf} from './state.ts';

/** A file that is shown, with its ticket. Whether the caller reaches the ticket is asked next. */
const shownFile = async (context: Context, request: FastifyRequest) => {
  const file = await context.db.selectFrom('tickets_arquivos')
    .select(['id', 'id_registro as idTicket', 'chave as key', 'nome_arquivo as nome', 'tamanho as size', 'sha256'])
    .where('id', '=', idOf(request.params, 'fileId')).where('data_exclusao', 'is', null).executeTakeFirst();
  if (file === undefined) throw notFound();
  return file;
};

const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isInteger(id) && id >= 1 && id <= MAX_INTEGER ? id : undefined;
};

const UPLOAD_FIELDS = ['tipo', 'idTicket', 'idFilial'];

/** upload-arquivo: `data` carries tipo, idTicket and idFilial (§7); the branch must be the ticket's. */
const uploadFiles = async (context: Context, trx: Transaction<Tables>, actor: Actor, submission: Submission): Promise<Answer> => {
  const {config} = context;
  const {messages} = config.files;
  const {data, files} = submission;
  const idTicket = idIn(data['idTicket']);
  if (idTicket === undefined) throw notFound();
  const ticket = await lockTicket(context, trx, actor, idTicket);
  await demand(context, trx, actor, ticket, saveAction(context));
  if (idIn(data['idFilial']) !== ticket.idFilial) throw invalid([{campo: 'idFilial', mensagem: messages['noBranch'] ?? ''}]);
  if (files.length === 0) throw invalid([{campo: 'file', mensagem: messages['noFile'] ?? ''}]);
  const tipos = typeof data['tipo'] === 'string' ? files.map(() => data['tipo'] as string) : submission.tipos;
  const [first] = await attach(context, trx, actor, idTicket, typedFiles(config, files, tipos));
  return {status: 201, body: {...first}};
};

const hideFile = async (context: Context, request: FastifyRequest): Promise<{id: number}> => {
  const {actor} = request;
  const file = await shownFile(context, request);
  await changeRecord(context.db, 'tickets', file.idTicket, async trx => {
    const ticket = await lockTicket(context, trx, actor, file.idTicket);
    demandSelf(request);
    await demand(context, trx, actor, ticket, saveAction(context));
    const hidden = await trx.updateTable('tickets_arquivos').set({data_exclusao: sql`now()`, id_usuario_exclusao: actor.id})
      .where('id', '=', file.id).where('data_exclusao', 'is', null).returning('id').executeTakeFirst();
    if (hidden === undefined) throw notFound();
    await writeHistory(trx, {recurso: 'tickets', id: ticket.id, actor, acao: FILE_HIDDEN, comentario: `Arquivo excluído: ${file.nome}.`});
  });
  return {id: file.id};
};

/** Adds the file routes to the ticket routes' plugin. */
export const fileRoutes = (app: FastifyInstance, context: Context): void => {
  const demandRead = (actor: Actor): void => {
    if (!may(resourceOf(context.config, 'tickets'), 'read', actor.perfil)) throw forbidden();
  };

  app.get('/ticketsArquivo/:id', async request => {
    demandRead(request.actor);
    const {id} = await ticketOf(context, context.db, request.actor, idOf(request.params, 'id'));
    return filesOf(context.db, id);
  });

  app.post('/ticketsArquivo/validar-extensao-arquivo', async request => {
    if (!(await inspectFile(context, request))) throw invalid([{campo: 'file', mensagem: context.config.files.messages['noFile'] ?? ''}]);
    return {valido: true};
  });

  app.post('/ticketsArquivo/upload-arquivo', async (request, reply) => {
    const changes = ({data}: Submission) => idIn(data['idTicket']);
    const {status, body} = await withSubmission(context, request, {fields: UPLOAD_FIELDS, changes}, (trx, actor, submission) =>
      uploadFiles(context, trx, actor, submission));
    return reply.code(status).header('location', `/api/TicketsArquivo/baixar-arquivo/${String(body['id'])}`).send(body);
  });

  app.delete('/ticketsArquivo/:fileId/:idUsuario', request => hideFile(context, request));

  // Never compressed on the way: a range counts the file's own bytes.
  app.get('/TicketsArquivo/baixar-arquivo/:fileId', {compress: false}, async (request, reply) => {
    demandRead(request.actor);
    const file = await shownFile(context, request);
    await ticketOf(context, context.db, request.actor, file.idTicket);
    return sendFile(context.files, file, request, reply);
  });
};
