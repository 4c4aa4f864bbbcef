/** GET, POST and DELETE respostas-prontas (rules: Replies 1): a person's own and their company's. */
import {sql, type Transaction} from 'kysely';
import type {FastifyPluginAsync} from 'fastify';
import {canChooseCompany} from '../../schema/access.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {MAX_REPLIES, placeholdersFor, REPLY_CALLS, sharesReplies} from '../../schema/lists/savedReplies.ts';
import {newSavedReply, savedReply, type NewSavedReply, type SavedReply} from '../../schema/lists/savedFiltersAndReplies.ts';
import {listPlaceholders} from '../../schema/words/messages.ts';
import {findStoredAnswer, readIdempotencyKey, storeAnswer, type CallAnswer, type IdempotencyKey} from '../idempotency.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx, Sql, Tables} from '../db/tables.ts';
import {conflict, forbidden, invalid, notFound, type Refusal} from '../errors.ts';
import {pathId, addRoute} from '../http/route.ts';
import {validateBody} from '../http/validateBody.ts';
import {answer, IDEMPOTENCY, LOCATION} from '../openapi/call.ts';
import {DELETED} from '../openapi/describedResource.ts';
import {arrayOf, asJson, ref} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {joinWithOr} from '../openapi/rulesInWords.ts';

/** Predicate: the actor's own replies, those of their company, and those of all companies. */
const isReadable = ({id, idEmpresa}: Actor): Sql => sql`
  case when da_empresa then id_empresa is null or id_empresa = ${idEmpresa}::integer else id_usuario = ${id} end`;

/** Columns of an answer. Profiles that share replies may also change those of their company. */
const columnsFor = (config: Config, {id, idEmpresa, perfil}: Actor): Sql => sql`
  id, nome, texto, da_empresa as "daEmpresa", id_usuario = ${id} as minha,
  id_usuario = ${id} or (${sharesReplies(config, perfil)}::boolean and id_empresa is not distinct from ${idEmpresa}::integer)
    as "podeAlterar"`;

const listReplies = async ({config, db}: Context, actor: Actor): Promise<SavedReply[]> => {
  const {rows} = await sql<SavedReply>`
    select ${columnsFor(config, actor)} from respostas_prontas where ${isReadable(actor)} order by balcao_norm(nome), id`.execute(db);
  return rows;
};

/** Locks a reply for a change. @throws Refusal 404 for a reply out of reach, 403 for one that the actor may not change */
const lockReply = async (trx: DbOrTrx, config: Config, actor: Actor, id: number): Promise<SavedReply> => {
  const {rows: [reply]} = await sql<SavedReply>`
    select ${columnsFor(config, actor)} from respostas_prontas where id = ${id} and ${isReadable(actor)} for update`.execute(trx);
  if (reply === undefined) throw notFound();
  if (!reply.podeAlterar) throw forbidden();
  return reply;
};

/** @throws Refusal VALIDACAO at `texto` for placeholders that the caller may not use */
const checkPlaceholders = (config: Config, {perfil}: Actor, texto: string): void => {
  const allowedNames = placeholdersFor(config, perfil);
  const unknownName = listPlaceholders(texto).find(name => !allowedNames.includes(name));
  if (unknownName === undefined) return;
  const mensagem = `{${unknownName}} não é do registro. Pode usar ${joinWithOr(allowedNames.map(name => `{${name}}`))}.`;
  throw invalid([{campo: 'texto', mensagem}]);
};

/** @throws Refusal 403 for a caller who may not move the reply between its person and the company */
const checkOwner = (config: Config, {perfil, idEmpresa}: Actor, daEmpresa: boolean, before: SavedReply | undefined): void => {
  if (daEmpresa === (before?.daEmpresa ?? false)) return;
  if (before?.minha === false || (daEmpresa && !sharesReplies(config, perfil))) throw forbidden();
  // Replies of all companies need a profile that reaches all.
  if (daEmpresa && idEmpresa === null && !canChooseCompany(config, perfil)) throw forbidden('Você não pertence a uma empresa.');
};

const isNameTaken = (error: unknown): boolean => (error as {constraint?: string} | null)?.constraint === 'respostas_prontas_nome';
const nameConflict = (): Refusal => {
  const mensagem = 'Já existe uma resposta com este nome. Altere aquela, ou dê outro nome a esta.';
  return conflict(mensagem, [{campo: 'nome', mensagem}]);
};

/** Creates a reply, or changes the one with the id. Idempotent with a key. */
const saveReply = async (
  {config, db}: Context, actor: Actor, reply: NewSavedReply, key: IdempotencyKey | undefined,
): Promise<CallAnswer> => {
  const {id, nome, texto, daEmpresa} = reply;
  const save = async (trx: Transaction<Tables>): Promise<CallAnswer> => {
    const before = id === undefined ? undefined : await lockReply(trx, config, actor, id);
    checkOwner(config, actor, daEmpresa, before);
    const idEmpresa = sql`case when ${daEmpresa}::boolean then ${actor.idEmpresa}::integer end`;
    const {rows: [row]} = await sql<SavedReply & {dono: string}>`${before === undefined
      ? sql`insert into respostas_prontas (id_usuario, da_empresa, id_empresa, nome, texto)
        values (${actor.id}, ${daEmpresa}, ${idEmpresa}, ${nome}, ${texto})`
      : sql`update respostas_prontas set nome = ${nome}, texto = ${texto}, da_empresa = ${daEmpresa},
        id_empresa = case when da_empresa = ${daEmpresa} then id_empresa else ${idEmpresa} end where id = ${before.id}`
    } returning ${columnsFor(config, actor)}, dono`.execute(trx);
    if (row === undefined) throw new TypeError('The reply was not written.');
    const {dono, ...body} = row;
    const {rows: [count]} = await sql<{total: number}>`select count(*) as total from respostas_prontas where dono = ${dono}`.execute(trx);
    if ((count?.total ?? 0) > MAX_REPLIES) {
      throw conflict(`${daEmpresa ? 'A empresa' : 'Você'} já tem ${MAX_REPLIES} respostas prontas. Exclua uma para guardar outra.`);
    }
    const callAnswer = {status: before === undefined ? 201 : 200, body};
    if (key !== undefined) await storeAnswer(trx, key, callAnswer);
    return callAnswer;
  };
  try {
    return await db.transaction().execute(save);
  } catch (error) {
    const storedAnswer = key === undefined ? undefined : await findStoredAnswer(db, key);
    if (storedAnswer !== undefined) return storedAnswer;
    throw isNameTaken(error) ? nameConflict() : error;
  }
};

export const savedReplyRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  if (config.replies === undefined) return;
  const replySchema = ref('respostaPronta');
  const common = {
    tag: 'Respostas prontas', allowedProfiles: config.replies.profiles,
    schemas: () => ({'respostaPronta.nova': jsonSchemaOf(newSavedReply), respostaPronta: jsonSchemaOf(savedReply)}),
  };

  addRoute(app, {
    ...common, endpoint: REPLY_CALLS.list, id: 'respostas.listar', summary: 'As respostas de quem pergunta e as da empresa',
    answers: {200: answer('Por nome.', arrayOf(replySchema))},
  }, request => listReplies(context, request.actor));

  addRoute(app, {
    ...common, endpoint: REPLY_CALLS.save, id: 'respostas.salvar', summary: 'Guarda uma resposta',
    description: `Até ${MAX_REPLIES} de cada pessoa e ${MAX_REPLIES} de cada empresa, cada uma com um nome. `
      + 'Quem não tem empresa guarda as de todas.',
    body: asJson(ref('respostaPronta.nova')), parameters: [IDEMPOTENCY],
    answers: {201: answer('A resposta.', replySchema, LOCATION), 200: answer('A resposta que mudou.', replySchema)},
  }, async (request, reply) => {
    const {actor} = request;
    const sent = validateBody(newSavedReply, request.body);
    checkPlaceholders(config, actor, sent.texto);
    const {status, body} = await saveReply(context, actor, sent, readIdempotencyKey(request, JSON.stringify(sent)));
    if (status === 201) void reply.code(201).header('location', `/api/${parseEndpoint(REPLY_CALLS.save).path}/${String(body['id'])}`);
    return body;
  });

  addRoute(app, {
    ...common, endpoint: REPLY_CALLS.remove, id: 'respostas.excluir', summary: 'Exclui uma resposta', answers: {200: DELETED},
  }, async request => {
    const id = pathId(request.params);
    await db.transaction().execute(async trx => {
      await lockReply(trx, config, request.actor, id);
      await sql`delete from respostas_prontas where id = ${id}`.execute(trx);
    });
    return {id};
  });
};
