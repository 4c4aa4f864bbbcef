/** Records as options of a select: by their titles, in their order, or the best for a text first (rules: Lists 11, 12). */
import {sql} from 'kysely';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Resource} from '../../../schema/config/config.ts';
import {soughtOf} from '../../../schema/fields/kinds.ts';
import type {Actor, Context} from '../../context.ts';
import {allOf, notDeleted, NOTHING, type Predicate} from '../../db/conditions/rows.ts';
import {searchOf} from '../../db/kinds.ts';
import {columnOf, isHidden, resourceOf, tableOf} from '../../db/names.ts';
import {once} from '../../db/signs.ts';
import {comparedValue} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {inOrderOf} from '../../engine/read.ts';
import {escapeLike} from '../filters/filters.ts';
import {PORTION, type Turns} from '../portions.ts';
import {sendRows} from '../sendRows.ts';
import {askedOptions, recordIds, type AskedOptions} from './query.ts';

interface Option extends Record<string, unknown> {
  id: number;
}

/** What is offered: records of a resource. */
export interface Offer {
  /** The resource's name. */
  name: string;
  /** Which of its rows, `t`, whoever asks may choose. */
  where: (actor: Actor) => readonly Predicate[];
  /** Of these, which may be newly chosen; what is chosen already keeps its name. Absent: any. */
  anew?: (actor: Actor) => Predicate;
  /** What was deleted is among them, but for those that may be newly chosen. */
  isGoneToo?: true;
  /** Rows say their names and nothing else. */
  isNameAlone?: true;
  /** Something else that each row says. */
  more?: {as: string; value: Predicate};
}

/** A record of what was deleted is not offered: a template of a branch that is no more. */
export const livingOwners = (config: Context['config'], resource: Resource): Predicate[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const target = field.kind === 'referencia' ? resourceOf(config, field.to) : undefined;
    if (field.kind !== 'referencia' || target === undefined || !isHidden(field.to, target)) return [];
    const own = sql.ref(`t.${columnOf(name, field)}`);
    return [sql<boolean>`(${own} is null or exists (
      select from ${sql.table(tableOf(field.to))} as o where o.id = ${own} and ${notDeleted(field.to, target, 'o')}))`];
  });

/** What rows say: id, title, whether it is switched on (for those that are), and what is offered besides. */
const columnsOf = ({config}: Context, {name: offered, isNameAlone, more}: Offer): Sql => {
  const resource = resourceOf(config, offered);
  const told = [resource.title, ...(resource.toggle === undefined || isNameAlone ? [] : [resource.toggle.field])].flatMap(name => {
    const field = resource.fields[name];
    return field === undefined ? [] : [sql`${sql.ref(`t.${columnOf(name, field)}`)} as ${sql.ref(name)}`];
  });
  return sql.join([sql`t.id`, ...told, ...(more === undefined ? [] : [sql`${more.value} as ${sql.ref(more.as)}`])]);
};

/** How rows are put in order and searched; without a title of their own by their number. */
const comparedTitle = (resource: Resource): {order: Sql; searched: Sql; textOf: (text: string) => string | undefined} => {
  const field = resource.fields[resource.title];
  if (field === undefined) return {order: sql.ref('t.id'), searched: sql`t.id::text`, textOf: text => text};
  const order = comparedValue(resource, resource.title, field, 't');
  if (searchOf(field) !== 'part') return {order, searched: sql`balcao_norm(${order}::text)`, textOf: text => text};
  return {
    order, searched: order,
    textOf: text => {
      const value = soughtOf(field, text);
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
  };
};

/**
 * Rows of an offer in their order, `select` of each.
 *
 * @param most undefined: all
 */
const ordered = (resource: Resource, table: string, where: Predicate, {text}: AskedOptions, select: Sql, most: number | undefined): Sql => {
  const {order, searched, textOf} = comparedTitle(resource);
  const from = (predicate: Predicate): Sql => sql`from ${sql.table(table)} as t where ${predicate}`;
  const limit = sql`limit ${most ?? null}::integer`;
  if (text === '') return sql`select ${select} ${from(where)} order by ${order}, t.id ${limit}`;
  const wanted = textOf(text);
  if (wanted === undefined) return sql`select ${select} ${from(NOTHING)}`;
  const like = (pattern: string): Predicate => sql`${searched} like balcao_norm(${pattern})`;
  const starts = like(`${escapeLike(wanted)}%`);
  // Apart, so that each walks a short way in the order of names, or asks the index of texts, whichever is the shorter.
  const ranked = (rank: number, predicate: Predicate): Sql =>
    sql`(select t.id, ${sql.lit(rank)} as rank, ${order} as value ${from(allOf([where, predicate]))} order by ${order}, t.id ${limit})`;
  return sql`
    select ${select} from (
      ${ranked(0, starts)} union all ${ranked(1, allOf([like(`%${escapeLike(wanted)}%`), sql<boolean>`not ${starts}`]))}
    ) as found join ${sql.table(table)} as t on t.id = found.id
    order by found.rank, found.value, t.id ${limit}`;
};

/** Which rows whoever asks is offered; of these ids, where some are given. */
const offered = (context: Context, {name, where, isGoneToo}: Offer, actor: Actor, ids: readonly number[] | undefined): Predicate => allOf([
  ...where(actor), ...(isGoneToo ? [] : livingOwners(context.config, resourceOf(context.config, name))),
  ...(ids === undefined ? [] : [sql<boolean>`t.id = any(${ids}::integer[])`]),
]);

/**
 * The options that somebody asks for, in their order.
 *
 * @param most where `asked.size` says nothing; undefined: all
 */
export const optionsStatement = (
  context: Context, offer: Offer, actor: Actor, asked: AskedOptions, most?: number, select = columnsOf(context, offer),
): Sql => {
  const resource = resourceOf(context.config, offer.name);
  const ids = recordIds(asked);
  const anew = ids === undefined ? offer.anew?.(actor) : undefined;
  const where = allOf([offered(context, offer, actor, ids), ...(anew === undefined ? [] : [anew])]);
  return ordered(resource, tableOf(offer.name), where, asked, select, asked.size ?? most);
};

/**
 * Sends the options that a request asks for.
 *
 * @throws Refusal 400 for a parameter that is none
 */
export const sendOptions = async (
  context: Context, turns: Turns, request: FastifyRequest, reply: FastifyReply, offer: Offer,
): Promise<FastifyReply> => {
  const {actor} = request;
  const {db} = context;
  const asked = askedOptions(request.query);
  // A search is planned for its text.
  const planned = asked.text === '' ? sql`` : once;
  const {rows} = await sql<Option>`${planned}${optionsStatement(context, offer, actor, asked, PORTION + 1)}`.execute(db);
  if (asked.size !== undefined || rows.length <= PORTION) return reply.send(rows);

  const all = optionsStatement(context, offer, actor, asked, undefined, sql`t.id`);
  const {rows: [found]} = await sql<{ids: number[]}>`
    ${planned}select coalesce(json_agg(id), '[]') as ids from (${all}) as every`.execute(db);
  const table = sql.table(tableOf(offer.name));
  return sendRows(request, reply, {
    context, turns, ids: found?.ids ?? [],
    read: async (now, ids) => inOrderOf(ids, (await sql<Option>`
      select ${columnsOf(context, offer)} from ${table} as t where ${offered(context, offer, now, ids)}`.execute(db)).rows),
    answer: (every, total) => ({headers: {'x-total-count': total}, body: every}),
  });
};
