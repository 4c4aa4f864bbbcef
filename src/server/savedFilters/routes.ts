/** GET, POST and DELETE filtros-salvos (rules: Lists 9): a person's own filters. */
import {sql, type Transaction} from 'kysely';
import type {FastifyPluginAsync} from 'fastify';
import {mayAccess} from '../../schema/access.ts';
import {hasForbiddenCharacters} from '../../schema/fields/text.ts';
import {FILTER_CALLS} from '../../schema/lists/savedFilters.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {newSavedFilter, savedFilter, type NewSavedFilter, type SavedFilter} from '../../schema/lists/savedFiltersAndReplies.ts';
import {findStoredAnswer, readIdempotencyKey, storeAnswer, type CallAnswer, type IdempotencyKey} from '../idempotency.ts';
import type {Actor, Context} from '../context.ts';
import type {Sql, Tables} from '../db/tables.ts';
import {conflict, forbidden, invalid, notFound} from '../errors.ts';
import {pathId, addRoute} from '../http/route.ts';
import {validateBody} from '../http/validateBody.ts';
import {answer, IDEMPOTENCY, LOCATION, queryParam, refusal} from '../openapi/call.ts';
import {DELETED} from '../openapi/describedResource.ts';
import {arrayOf, asJson, ref, TEXT} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';

/** True for JSON that jsonb stores unchanged: no NUL and no lone surrogate in texts and keys. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !hasForbiddenCharacters(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, item]) => !hasForbiddenCharacters(name) && isStorable(item));
};

const readFilter = (body: unknown): NewSavedFilter => {
  const filter = validateBody(newSavedFilter, body);
  const errors = Object.entries(filter).flatMap(([campo, value]) => (isStorable(value) ? [] : [{campo, mensagem: formMessages.invalid}]));
  if (errors.length > 0) throw invalid(errors);
  return filter;
};

const MAX_FILTERS_PER_LIST = 100;

const COLUMNS: Sql = sql`id, recurso, nome, filtro, colunas, ordenacao`;

const filtersOf = async ({db}: Context, actor: Actor, recurso: unknown): Promise<SavedFilter[]> => {
  const resourceClause = typeof recurso === 'string' && recurso !== '' ? sql`and recurso = ${recurso}` : sql``;
  const {rows} = await sql<SavedFilter>`
    select ${COLUMNS} from filtros_salvos where id_usuario = ${actor.id} ${resourceClause} order by recurso, balcao_norm(nome)`.execute(db);
  return rows;
};

/** Saves a filter; it replaces one of the same name without case and accents. Idempotent with a key. */
const saveFilter = async ({db}: Context, actor: Actor, filter: NewSavedFilter, key: IdempotencyKey | undefined): Promise<CallAnswer> => {
  const save = async (trx: Transaction<Tables>): Promise<CallAnswer> => {
    const {recurso, nome} = filter;
    const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
    const {rows: [row]} = await sql<SavedFilter & {isNew: boolean}>`
      insert into filtros_salvos (id_usuario, recurso, nome, filtro, colunas, ordenacao)
      values (${actor.id}, ${recurso}, ${nome},
        ${json(filter.filtro)}::jsonb, ${json(filter.colunas)}::jsonb, ${json(filter.ordenacao)}::jsonb)
      on conflict (id_usuario, recurso, balcao_norm(nome)) do update
        set nome = excluded.nome, filtro = excluded.filtro, colunas = excluded.colunas, ordenacao = excluded.ordenacao
      returning ${COLUMNS}, (xmax = 0) as "isNew"`.execute(trx);
    if (row === undefined) throw new TypeError('The filter was not written.');
    const {isNew, ...saved} = row;
    const {rows: [count]} = await sql<{total: number}>`
      select count(*) as total from filtros_salvos where id_usuario = ${actor.id} and recurso = ${recurso}`.execute(trx);
    if ((count?.total ?? 0) > MAX_FILTERS_PER_LIST) throw conflict(
      `Você já tem ${MAX_FILTERS_PER_LIST} filtros salvos nesta lista. Exclua um para salvar outro.`
    );
    const answer = {status: isNew ? 201 : 200, body: saved};
    if (key !== undefined) await storeAnswer(trx, key, answer);
    return answer;
  };
  try {
    return await db.transaction().execute(save);
  } catch (error) {
    const storedAnswer = key === undefined ? undefined : await findStoredAnswer(db, key);
    if (storedAnswer === undefined) throw error;
    return storedAnswer;
  }
};

export const savedFilterRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {resources} = context.config;
  const filterSchema = ref('filtroSalvo');
  const recurso = {enum: Object.keys(resources)};
  const common = {
    tag: 'Filtros salvos',
    schemas: () => ({'filtroSalvo.novo': objectSchemaOf(newSavedFilter, {recurso}), filtroSalvo: objectSchemaOf(savedFilter, {recurso})}),
  };

  addRoute(app, {
    ...common, endpoint: FILTER_CALLS.list, id: 'filtros.listar', summary: 'Os filtros de quem pergunta',
    parameters: [queryParam('recurso', TEXT, 'Só os desta lista.')], answers: {200: answer('Por nome.', arrayOf(filterSchema))},
  }, request => filtersOf(context, request.actor, (request.query as {recurso?: unknown}).recurso));

  addRoute(app, {
    ...common, endpoint: FILTER_CALLS.save, id: 'filtros.salvar', summary: 'Salva um filtro', body: asJson(ref('filtroSalvo.novo')),
    parameters: [IDEMPOTENCY],
    answers: {
      201: answer('O filtro.', filterSchema, LOCATION), 200: answer('O filtro que substituiu o de mesmo nome.', filterSchema),
      403: refusal('SemPermissao'),
    },
  }, async (request, reply) => {
    const filter = readFilter(request.body);
    const resource = Object.hasOwn(resources, filter.recurso) ? resources[filter.recurso] : undefined;
    if (resource === undefined) throw invalid([{campo: 'recurso', mensagem: formMessages.invalid}]);
    if (!mayAccess(resource, 'list', request.actor.perfil)) throw forbidden();
    const {status, body} = await saveFilter(context, request.actor, filter, readIdempotencyKey(request, JSON.stringify(filter)));
    if (status === 201) void reply.code(201).header('location', `/api/${parseEndpoint(FILTER_CALLS.save).path}/${String(body['id'])}`);
    return body;
  });

  addRoute(app, {
    ...common, endpoint: FILTER_CALLS.remove, id: 'filtros.excluir', summary: 'Exclui um filtro', answers: {200: DELETED},
  }, async request => {
    const id = pathId(request.params);
    const {rows} = await sql`delete from filtros_salvos where id = ${id} and id_usuario = ${request.actor.id} returning id`
      .execute(context.db);
    if (rows.length === 0) throw notFound();
    return {id};
  });
};
