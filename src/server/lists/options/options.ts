/** Sends records as options of a select, in title order or by rank for a search text (rules: Lists 11, 12). */
import {sql} from 'kysely';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Resource} from '../../../schema/shapes/config.ts';
import {normaliseSearchText} from '../../../schema/fields/kinds.ts';
import {titleField, titleFields} from '../../../schema/fields/recordTitle.ts';
import type {Actor, Context} from '../../context.ts';
import {andPredicates, ANONYMOUS_ACTOR, fieldExpression, notDeleted, NO_ROWS, type Predicate} from '../../db/conditions/fieldPredicates.ts';
import {searchModeOf} from '../../db/kindColumns.ts';
import {columnOf, hasSoftDelete, resourceOf, tableOf} from '../../db/sqlNames.ts';
import {customPlanPrefix} from '../../db/statementHints.ts';
import {comparedValue} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {sortByIds} from '../../engine/readRecord.ts';
import {escapeLike} from '../filters/filterPredicates.ts';
import {BATCH_SIZE, type BatchQueue} from '../batches.ts';
import {sendRows} from '../sendRows.ts';
import {readOptionsQuery, recordIds, type OptionsQuery} from './optionsQuery.ts';

interface OptionRow extends Record<string, unknown> {
  id: number;
}

/** A set of records offered as options. */
export interface OptionsOffer {
  name: string;
  /** Predicates on rows `t` that the caller may choose. */
  where: (actor: Actor) => readonly Predicate[];
  /** Rows that may be newly chosen; other rows only keep their names. Absent: all. */
  newlyChoosable?: (actor: Actor) => Predicate;
  /** Deleted records keep their names too. */
  includesDeleted?: true;
  /** Rows contain only the title. */
  isNameOnly?: true;
  /** A further column of each row. */
  extraColumn?: {as: string; value: Predicate};
}

/** Leaves out records that reference a deleted record, like a template of a deleted branch. */
export const undeletedReferencePredicates = (config: Context['config'], resource: Resource): Predicate[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    const target = field.kind === 'referencia' ? resourceOf(config, field.to) : undefined;
    if (field.kind !== 'referencia' || target === undefined || !hasSoftDelete(field.to, target)) return [];
    const column = sql.ref(`t.${columnOf(name, field)}`);
    return [sql<boolean>`(${column} is null or exists (
      select from ${sql.table(tableOf(field.to))} as o where o.id = ${column} and ${notDeleted(field.to, target, 'o')}))`];
  });

/** Columns of an option: id, title, switch, and the offer's further column. */
const offerColumns = ({config}: Context, {name: resourceName, isNameOnly, extraColumn}: OptionsOffer): Sql => {
  const resource = resourceOf(config, resourceName);
  const switchFields = resource.toggle === undefined || isNameOnly ? [] : [resource.toggle.field];
  const rows = {config, name: resourceName, resource, actor: ANONYMOUS_ACTOR, alias: 't'};
  const titleColumns = [...new Set([...titleFields(resource), ...switchFields])].flatMap(name => {
    const field = resource.fields[name];
    return field === undefined ? [] : [sql`${fieldExpression(rows, name, field)} as ${sql.ref(name)}`];
  });
  return sql.join(
    [sql`t.id`, ...titleColumns, ...(extraColumn === undefined ? [] : [sql`${extraColumn.value} as ${sql.ref(extraColumn.as)}`])]
  );
};

/** Sort and search expressions of the title; the number stands in for a missing title. */
const comparedTitle = (resource: Resource): {order: Sql; searched: Sql; textOf: (text: string) => string | undefined} => {
  const title = titleField(resource);
  const field = resource.fields[title];
  if (field === undefined) return {order: sql.ref('t.id'), searched: sql`t.id::text`, textOf: text => text};
  const order = comparedValue(resource, title, field, 't');
  if (searchModeOf(field) !== 'part') return {order, searched: sql`balcao_norm(${order}::text)`, textOf: text => text};
  return {
    order, searched: order,
    textOf: text => {
      const value = normaliseSearchText(field, text);
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
  };
};

/**
 * Ordered rows of an offer.
 *
 * @param maxRows undefined: all
 */
const orderedRows = (
  resource: Resource, table: string, where: Predicate, {text}: OptionsQuery, select: Sql, maxRows: number | undefined,
): Sql => {
  const {order, searched, textOf} = comparedTitle(resource);
  const from = (predicate: Predicate): Sql => sql`from ${sql.table(table)} as t where ${predicate}`;
  const limit = sql`limit ${maxRows ?? null}::integer`;
  if (text === '') return sql`select ${select} ${from(where)} order by ${order}, t.id ${limit}`;
  const searchText = textOf(text);
  if (searchText === undefined) return sql`select ${select} ${from(NO_ROWS)}`;
  const matches = (pattern: string): Predicate => sql`${searched} like balcao_norm(${pattern})`;
  const isPrefix = matches(`${escapeLike(searchText)}%`);
  // Two ranked branches, so that each uses the shorter of a walk in name order and the trigram index.
  const ranked = (rank: number, predicate: Predicate): Sql =>
    sql`(select t.id, ${sql.lit(rank)} as rank, ${order} as value ${from(andPredicates([where, predicate]))}
      order by ${order}, t.id ${limit})`;
  return sql`
    select ${select} from (
      ${ranked(0, isPrefix)} union all ${ranked(1, andPredicates([matches(`%${escapeLike(searchText)}%`), sql<boolean>`not ${isPrefix}`]))}
    ) as found join ${sql.table(table)} as t on t.id = found.id
    order by found.rank, found.value, t.id ${limit}`;
};

/** Rows of the offer for this caller, limited to these ids where given. */
const offeredRows = (
  context: Context, {name, where, includesDeleted}: OptionsOffer, actor: Actor, ids: readonly number[] | undefined,
): Predicate => andPredicates([
  ...where(actor), ...(includesDeleted ? [] : undeletedReferencePredicates(context.config, resourceOf(context.config, name))),
  ...(ids === undefined ? [] : [sql<boolean>`t.id = any(${ids}::integer[])`]),
]);

/**
 * Statement of the requested options, in order.
 *
 * @param maxRows limit where `query.size` is absent; undefined: all
 */
export const optionsStatement = (
  context: Context, offer: OptionsOffer, actor: Actor, query: OptionsQuery, maxRows?: number, select = offerColumns(context, offer),
): Sql => {
  const resource = resourceOf(context.config, offer.name);
  const ids = recordIds(query);
  const onlyNew = ids === undefined ? offer.newlyChoosable?.(actor) : undefined;
  const where = andPredicates([offeredRows(context, offer, actor, ids), ...(onlyNew === undefined ? [] : [onlyNew])]);
  return orderedRows(resource, tableOf(offer.name), where, query, select, query.size ?? maxRows);
};

/**
 * Sends the requested options.
 *
 * @throws Refusal 400 for an invalid parameter
 */
export const sendOptions = async (
  context: Context, turns: BatchQueue, request: FastifyRequest, reply: FastifyReply, offer: OptionsOffer,
): Promise<FastifyReply> => {
  const {actor} = request;
  const {db} = context;
  const query = readOptionsQuery(request.query);
  // A search gets a custom plan for its text.
  const planHint = query.text === '' ? sql`` : customPlanPrefix;
  const {rows} = await sql<OptionRow>`${planHint}${optionsStatement(context, offer, actor, query, BATCH_SIZE + 1)}`.execute(db);
  if (query.size !== undefined || rows.length <= BATCH_SIZE) return reply.send(rows);

  const allIds = optionsStatement(context, offer, actor, query, undefined, sql`t.id`);
  const {rows: [row]} = await sql<{ids: number[]}>`
    ${planHint}select coalesce(json_agg(id), '[]') as ids from (${allIds}) as every`.execute(db);
  const table = sql.table(tableOf(offer.name));
  return sendRows(request, reply, {
    context, turns, ids: row?.ids ?? [],
    read: async (currentActor, ids) => sortByIds(ids, (await sql<OptionRow>`
      select ${offerColumns(context, offer)} from ${table} as t where ${offeredRows(context, offer, currentActor, ids)}`.execute(db)).rows),
    answer: (allRows, total) => ({headers: {'x-total-count': total}, body: allRows}),
  });
};
