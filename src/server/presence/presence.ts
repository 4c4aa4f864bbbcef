/** Presence: a row per record and person who has it open, which expires unless renewed (rules: Events 6). */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {PRESENCE_SECONDS} from '../../schema/presence.ts';
import type {OwnPresence, PresenceEvent, RecordViewer} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {DEFAULT_DATABASE_LIMITS} from '../db/limits.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {Db, Sql} from '../db/tables.ts';
import {notFound} from '../errors.ts';

interface RecordAndActor {
  name: string;
  id: number;
  actor: Actor;
}

const AGE_LIMIT = sql`make_interval(secs => ${sql.lit(PRESENCE_SECONDS)})`;
const isRecent = (instant: Sql): RawBuilder<SqlBool> => sql`coalesce(${instant} > now() - ${AGE_LIMIT}, false)`;
const isPresent = (alias: string): RawBuilder<SqlBool> => isRecent(sql.ref(`${alias}.visto_em`));
const isWriting = (alias: string): RawBuilder<SqlBool> => isRecent(sql.ref(`${alias}.escreveu_em`));

/** CTE of the record, empty outside the caller's scope. The name matches no table. */
const RECORD_CTE = sql.id('registro$');
const OWN_PRESENCE = sql.id('propria$');
const recordCte = (context: Pick<Context, 'config'>, {name, id, actor}: RecordAndActor): Sql => sql`
  ${RECORD_CTE} as (select t.id from ${sql.table(tableOf(name))} as t where t.id = ${id} and ${scopePredicate(context, name, actor, 't')})`;

const isTeam = (config: Config, perfil: string): boolean => config.profiles[perfil]?.team === true;

const otherViewersJson = (config: Config, {name, actor}: RecordAndActor): Sql => (!isTeam(config, actor.perfil) ? sql`'[]'::json` : sql`(
  select coalesce(json_agg(json_build_object(
    'id', o.id_usuario, 'nome', coalesce(u.nome, ''), 'escrevendo', ${isWriting('o')},
    'segundos', ceil(extract(epoch from o.visto_em + ${AGE_LIMIT} - now()))::integer
  ) order by u.nome, u.id), '[]')
  from presencas as o join usuarios as u on u.id = o.id_usuario
  where o.recurso = ${name} and o.id_registro = r.id and o.id_usuario <> ${actor.id} and ${isPresent('o')})`);

/**
 * Stores that the caller has the record open. One statement, because each open page sends one every few seconds.
 *
 * @returns the other viewers, and whether to notify them of a change
 * @throws Refusal 404 outside the scope
 */
export const renewPresence = async (
  {config, db}: Pick<Context, 'config' | 'db'>, presence: RecordAndActor, {escrevendo}: OwnPresence,
): Promise<{others: RecordViewer[]; changed: boolean}> => {
  const writtenNow = escrevendo === true ? sql`now()` : sql`null::timestamptz`;
  const writtenAt = escrevendo === undefined ? sql`p.escreveu_em` : writtenNow;
  const {rows: [row]} = await sql<{others: RecordViewer[]; changed: boolean}>`
    with ${recordCte({config}, presence)}, ${OWN_PRESENCE} as (
      insert into presencas as p (recurso, id_registro, id_usuario, escreveu_em)
      select ${presence.name}::text, r.id, ${presence.actor.id}::integer, ${writtenNow} from ${RECORD_CTE} as r
      on conflict (recurso, id_registro, id_usuario) do update set visto_em = now(), escreveu_em = ${writtenAt},
        mudou_em = case when ${isPresent('p')} and ${isWriting('p')} = ${isRecent(writtenAt)} then p.mudou_em else now() end
      returning p.mudou_em = now() as changed
    )
    select o.changed, ${otherViewersJson(config, presence)} as others from ${RECORD_CTE} as r cross join ${OWN_PRESENCE} as o`.execute(db);
  if (row === undefined) throw notFound();
  return row;
};

/**
 * Stores that the caller left the record.
 *
 * @returns whether to notify the other viewers
 * @throws Refusal 404 outside the scope
 */
export const endPresence = async ({config, db}: Pick<Context, 'config' | 'db'>, presence: RecordAndActor): Promise<boolean> => {
  const {rows: [row]} = await sql<{changed: boolean}>`
    with ${recordCte({config}, presence)}, ${OWN_PRESENCE} as (
      update presencas as p set visto_em = '-infinity', escreveu_em = null, mudou_em = now() from ${RECORD_CTE} as r
      where p.recurso = ${presence.name} and p.id_registro = r.id and p.id_usuario = ${presence.actor.id} and ${isPresent('p')} returning 1
    )
    select exists (select from ${OWN_PRESENCE}) as changed from ${RECORD_CTE}`.execute(db);
  if (row === undefined) throw notFound();
  return row.changed;
};

/** A change of presence, addressed to a viewer of the record. */
export interface PresenceChange extends PresenceEvent {
  viewer: number;
}

/**
 * Creates the poll for presence changes on records that the given viewers have open, written by any server.
 * Changes of the last seconds are read each time, because an earlier statement may commit later; each is returned once.
 */
export const createPresencePoll = (db: Db): ((viewers: readonly number[]) => Promise<PresenceChange[]>) => {
  let reported = new Set<string>();
  return async viewers => {
    if (viewers.length === 0) return [];
    const {rows} = await sql<PresenceChange & {em: string}>`
      select v.id_usuario as viewer, v.recurso, v.id_registro as id, max(p.mudou_em)::text as em
      from presencas as p join presencas as v
        on v.recurso = p.recurso and v.id_registro = p.id_registro and v.id_usuario <> p.id_usuario
      where p.mudou_em > now() - ${DEFAULT_DATABASE_LIMITS.answer}::integer * interval '1 millisecond'
        and v.id_usuario = any(${viewers}::integer[]) and ${isPresent('v')}
      group by 1, 2, 3`.execute(db);
    const keyOf = ({viewer, recurso, id, em}: PresenceChange & {em: string}): string => `${viewer} ${recurso} ${id} ${em}`;
    const fresh = rows.filter(row => !reported.has(keyOf(row)));
    reported = new Set(rows.map(keyOf));
    return fresh.map(({viewer, recurso, id}) => ({viewer, recurso, id}));
  };
};
