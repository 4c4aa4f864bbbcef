/** Who has a record open: one row for each record and person, which ages where it is not renewed (rules: Events 6). */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {PRESENCE_SECONDS} from '../../schema/presence.ts';
import type {OwnPresence, PresenceEvent, Viewer} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {DEFAULT_DATABASE_LIMITS} from '../db/limits.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {Db, Sql} from '../db/tables.ts';
import {notFound} from '../errors.ts';

interface OfRecord {
  /** The resource's name. */
  name: string;
  id: number;
  actor: Actor;
}

const AGE_LIMIT = sql`make_interval(secs => ${sql.lit(PRESENCE_SECONDS)})`;
const isRecent = (instant: Sql): RawBuilder<SqlBool> => sql`coalesce(${instant} > now() - ${AGE_LIMIT}, false)`;
const isHere = (alias: string): RawBuilder<SqlBool> => isRecent(sql.ref(`${alias}.visto_em`));
const isWriting = (alias: string): RawBuilder<SqlBool> => isRecent(sql.ref(`${alias}.escreveu_em`));

/** The record as a CTE: no row where the caller does not reach it. No table has its name. */
const RECORD = sql.id('registro$');
const OWN = sql.id('propria$');
const recordIn = (context: Pick<Context, 'config'>, {name, id, actor}: OfRecord): Sql => sql`
  ${RECORD} as (select t.id from ${sql.table(tableOf(name))} as t where t.id = ${id} and ${scopePredicate(context, name, actor, 't')})`;

const isTeam = (config: Config, perfil: string): boolean => config.profiles[perfil]?.team === true;

/** The others who have the record open, as the team may know them; nobody for everybody else. */
const othersIn = (config: Config, {name, actor}: OfRecord): Sql => (!isTeam(config, actor.perfil) ? sql`'[]'::json` : sql`(
  select coalesce(json_agg(json_build_object(
    'id', o.id_usuario, 'nome', coalesce(u.nome, ''), 'escrevendo', ${isWriting('o')},
    'segundos', ceil(extract(epoch from o.visto_em + ${AGE_LIMIT} - now()))::integer
  ) order by u.nome, u.id), '[]')
  from presencas as o join usuarios as u on u.id = o.id_usuario
  where o.recurso = ${name} and o.id_registro = r.id and o.id_usuario <> ${actor.id} and ${isHere('o')})`);

/**
 * Notes that the caller has the record open. One statement, because each open page sends one every few seconds.
 *
 * @returns who else has it open, and whether the others are to be told of a change
 * @throws Refusal 404 for a record that the caller does not reach
 */
export const renewPresence = async (
  {config, db}: Pick<Context, 'config' | 'db'>, of: OfRecord, {escrevendo}: OwnPresence,
): Promise<{others: Viewer[]; changed: boolean}> => {
  const said = escrevendo === true ? sql`now()` : sql`null::timestamptz`;
  const wrote = escrevendo === undefined ? sql`p.escreveu_em` : said;
  const {rows: [row]} = await sql<{others: Viewer[]; changed: boolean}>`
    with ${recordIn({config}, of)}, ${OWN} as (
      insert into presencas as p (recurso, id_registro, id_usuario, escreveu_em)
      select ${of.name}::text, r.id, ${of.actor.id}::integer, ${said} from ${RECORD} as r
      on conflict (recurso, id_registro, id_usuario) do update set visto_em = now(), escreveu_em = ${wrote},
        mudou_em = case when ${isHere('p')} and ${isWriting('p')} = ${isRecent(wrote)} then p.mudou_em else now() end
      returning p.mudou_em = now() as changed
    )
    select o.changed, ${othersIn(config, of)} as others from ${RECORD} as r cross join ${OWN} as o`.execute(db);
  if (row === undefined) throw notFound();
  return row;
};

/**
 * Notes that the caller left the record.
 *
 * @returns whether the others are to be told
 * @throws Refusal 404 for a record that the caller does not reach
 */
export const endPresence = async ({config, db}: Pick<Context, 'config' | 'db'>, of: OfRecord): Promise<boolean> => {
  const {rows: [row]} = await sql<{changed: boolean}>`
    with ${recordIn({config}, of)}, ${OWN} as (
      update presencas as p set visto_em = '-infinity', escreveu_em = null, mudou_em = now() from ${RECORD} as r
      where p.recurso = ${of.name} and p.id_registro = r.id and p.id_usuario = ${of.actor.id} and ${isHere('p')} returning 1
    )
    select exists (select from ${OWN}) as changed from ${RECORD}`.execute(db);
  if (row === undefined) throw notFound();
  return row.changed;
};

/** A change of presence, for somebody who has the record open. */
export interface PresenceChange extends PresenceEvent {
  viewer: number;
}

/**
 * Reads what changed on records that these people have open themselves, by whichever server it was written. Changes of the last seconds
 * are read each time, because a statement that began earlier may end later; each is answered once.
 */
export const createPresenceChanges = (db: Db): ((viewers: readonly number[]) => Promise<PresenceChange[]>) => {
  let known = new Set<string>();
  return async viewers => {
    if (viewers.length === 0) return [];
    const {rows} = await sql<PresenceChange & {em: string}>`
      select v.id_usuario as viewer, v.recurso, v.id_registro as id, max(p.mudou_em)::text as em
      from presencas as p join presencas as v
        on v.recurso = p.recurso and v.id_registro = p.id_registro and v.id_usuario <> p.id_usuario
      where p.mudou_em > now() - ${DEFAULT_DATABASE_LIMITS.answer}::integer * interval '1 millisecond'
        and v.id_usuario = any(${viewers}::integer[]) and ${isHere('v')}
      group by 1, 2, 3`.execute(db);
    const keyOf = ({viewer, recurso, id, em}: PresenceChange & {em: string}): string => `${viewer} ${recurso} ${id} ${em}`;
    const fresh = rows.filter(row => !known.has(keyOf(row)));
    known = new Set(rows.map(keyOf));
    return fresh.map(({viewer, recurso, id}) => ({viewer, recurso, id}));
  };
};
