/** GET, POST and DELETE filtros-salvos (rules: Lists 9): each person's own, and nobody else's. */
import {sql, type RawBuilder} from 'kysely';
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {formWords} from '../../schema/messages.ts';
import type {NewSavedFilter, SavedFilter} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {conflict, forbidden, invalid, notFound} from '../errors.ts';
import {idOf} from '../http/ids.ts';
import {readFilter} from './shape.ts';

/** Of one person on one list; a list of names longer than this helps nobody. */
const MOST = 100;

const COLUMNS: RawBuilder<unknown> = sql`id, recurso, nome, filtro, colunas, ordenacao`;

const filtersOf = async ({db}: Context, actor: Actor, recurso: unknown): Promise<SavedFilter[]> => {
  const one = typeof recurso === 'string' && recurso !== '' ? sql`and recurso = ${recurso}` : sql``;
  const {rows} = await sql<SavedFilter>`
    select ${COLUMNS} from filtros_salvos where id_usuario = ${actor.id} ${one} order by recurso, balcao_norm(nome)`.execute(db);
  return rows;
};

/** Saves under the name; an earlier filter of that name (without case and accents) is replaced. */
const saveFilter = ({db}: Context, actor: Actor, filter: NewSavedFilter): Promise<{saved: SavedFilter; isNew: boolean}> =>
  db.transaction().execute(async trx => {
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
    if ((count?.total ?? 0) > MOST) throw conflict(`Você já tem ${MOST} filtros salvos nesta lista. Exclua um para salvar outro.`);
    return {saved, isNew};
  });

export const savedFilterRoutes = (context: Context): FastifyPluginAsync => async app => {
  app.get('/filtros-salvos', request => filtersOf(context, request.actor, (request.query as {recurso?: unknown}).recurso));

  app.post('/filtros-salvos', async (request, reply) => {
    const filter = readFilter(request.body);
    const resource = Object.hasOwn(context.config.resources, filter.recurso) ? context.config.resources[filter.recurso] : undefined;
    if (resource === undefined) throw invalid([{campo: 'recurso', mensagem: formWords.invalid}]);
    if (!may(resource, 'list', request.actor.perfil)) throw forbidden();
    const {saved, isNew} = await saveFilter(context, request.actor, filter);
    if (isNew) void reply.code(201).header('location', `/api/filtros-salvos/${saved.id}`);
    return saved;
  });

  app.delete('/filtros-salvos/:id', async request => {
    const id = idOf(request.params);
    const {rows} = await sql`delete from filtros_salvos where id = ${id} and id_usuario = ${request.actor.id} returning id`
      .execute(context.db);
    if (rows.length === 0) throw notFound();
    return {id};
  });
};
