/** Deliveries for people: those that wait, are dead or were skipped, and the decisions about dead ones (rules: Deliveries 5). */
import {sql} from 'kysely';
import {mayAccess} from '../../schema/access.ts';
import {nameByTitle} from '../../schema/fields/recordTitle.ts';
import type {DeliveryPanel, DeliveryRow} from '../../schema/deliveryPanel.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {Db} from '../db/tables.ts';
import {titleText} from '../db/titleText.ts';
import {conflict, notFound} from '../errors.ts';
import {readTimers} from '../timers/readTimers.ts';

const MAX_SHOWN = 100;

interface StoredDelivery extends Omit<DeliveryRow, 'existe' | 'titulo' | 'proxima' | 'decididaEm' | 'dataCriacao'> {
  proxima: Date;
  decididaEm: Date | null;
  dataCriacao: Date;
}

const OLDER_OF_RECORD = sql`exists (
  select from entregas p where p.destino = e.destino and p.recurso = e.recurso and p.id_registro = e.id_registro and p.id < e.id
    and p.estado in ('pendente', 'morta'))`;

/** Titles of the records that the actor may read, by id. */
const readTitles = async (context: Context, actor: Actor, name: string, ids: readonly number[]): Promise<Map<number, string>> => {
  const resource = context.config.resources[name];
  if (resource === undefined || !mayAccess(resource, 'read', actor.perfil)) return new Map();
  const {rows} = await sql<{id: number; title: string | null}>`
    select t.id, ${titleText(context.config, resource, 't')} as title from ${sql.table(tableOf(name))} as t
    where t.id = any(${ids}::integer[]) and ${scopePredicate(context, name, actor, 't')}`.execute(context.db);
  return new Map(rows.map(({id, title}) => [id, nameByTitle(resource, title ?? '', id)]));
};

export const readDeliveries = async (context: Context, actor: Actor): Promise<DeliveryPanel> => {
  const {config, db, destinations} = context;
  const {rows} = await sql<StoredDelivery>`
    select e.id, e.destino, e.recurso, e.id_registro as "idRegistro", e.evento, e.estado, e.tentativas, e.erro, e.proxima,
      e.estado = 'pendente' and ${OLDER_OF_RECORD} as retida, u.nome as "decididaPor", e.data_decisao as "decididaEm",
      e.data_criacao as "dataCriacao"
    from entregas e left join usuarios u on u.id = e.id_usuario
    where e.estado in ('pendente', 'morta') or (e.estado = 'pulada' and e.data_decisao > now() - interval '7 days')
    order by array_position(array['morta', 'pendente', 'pulada'], e.estado), e.id limit ${MAX_SHOWN}::integer`.execute(db);
  const {rows: [counts = {pendentes: 0, mortas: 0}]} = await sql<Pick<DeliveryPanel, 'pendentes' | 'mortas'>>`
    select count(*) filter (where estado = 'pendente')::integer as pendentes, count(*) filter (where estado = 'morta')::integer as mortas
    from entregas where estado in ('pendente', 'morta')`.execute(db);
  const titles = new Map<string, Map<number, string>>();
  for (const name of new Set(rows.map(({recurso}) => recurso))) {
    const ids = rows.filter(({recurso}) => recurso === name).map(({idRegistro}) => idRegistro);
    titles.set(name, await readTitles(context, actor, name, ids));
  }
  return {
    webhooks: Object.keys(config.webhooks ?? {}), ...counts, temporizadores: await readTimers(db),
    entregas: rows.map((row): DeliveryRow => {
      const existe = destinations.has(row.destino);
      return {
        ...row, existe, titulo: titles.get(row.recurso)?.get(row.idRegistro) ?? null,
        proxima: row.estado === 'pendente' && existe && !row.retida ? row.proxima.toISOString() : null,
        decididaEm: row.decididaEm?.toISOString() ?? null, dataCriacao: row.dataCriacao.toISOString(),
      };
    }),
  };
};

/** The two decisions about a delivery. A skipped one never leaves; a repeated one starts its attempts again. */
const DECISIONS = {
  repeat: sql`estado = 'pendente', tentativas = 0, proxima = now()`,
  skip: sql`estado = 'pulada'`,
};

/**
 * Decides about a delivery that waits or is dead; nobody decides about one that is being sent.
 *
 * @throws Refusal 404 for an unknown one, CONFLITO for one that has left or is being sent
 */
export const decideDelivery = async (db: Db, actor: Actor, id: number, decision: keyof typeof DECISIONS): Promise<void> => {
  const {numAffectedRows = 0n} = await sql`
    update entregas set ${DECISIONS[decision]}, dono = null, id_usuario = ${actor.id}, data_decisao = now()
    where id = ${id} and estado in ('pendente', 'morta') and (dono is null or proxima <= now())`.execute(db);
  if (numAffectedRows > 0n) return;
  const {rows} = await sql`select from entregas where id = ${id}`.execute(db);
  if (rows.length === 0) throw notFound();
  throw conflict('Esta entrega já chegou, foi pulada ou está sendo enviada agora.');
};
