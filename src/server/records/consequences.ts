/** How many records hang on one, within the caller's reach, as sentences (rules: Users 5). */
import {sql} from 'kysely';
import type {Consequence as Declared} from '../../schema/config.ts';
import {consequencesBefore} from '../../schema/consequences.ts';
import {fill} from '../../schema/messages.ts';
import type {Consequence} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import {allOf, conditionPredicate, type Predicate} from './conditions.ts';
import {filterPredicate} from './filters.ts';
import type {StoredRow} from './present.ts';
import {scopePredicate} from './scope.ts';
import {ALIAS} from './select.ts';

/** Beyond this nobody reads the number, and counting on would cost. */
const MOST = 1000;

/** The records that hang on it, as far as they count. */
const hanging = (context: Pick<Context, 'config'>, actor: Actor, id: number, {of, by, where = []}: Declared): Predicate => {
  const {config} = context;
  const resource = resourceOf(config, of);
  return allOf([
    filterPredicate(config, resource, by, id), scopePredicate(context, of, actor, ALIAS),
    ...where.map(condition => conditionPredicate(condition, {config, name: of, resource, actor, alias: ALIAS})),
  ]);
};

const inWords = (total: number): string => (total > MOST ? `mais de ${MOST}` : String(total));

/**
 * What is to be known before something is done to a record; only of what there is.
 *
 * @param row as stored; the caller has made sure that the actor reaches it
 * @param before an action, a child that is written, or `delete`
 */
export const consequencesOf = async (
  context: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, row: StoredRow, before: string,
): Promise<Consequence[]> => {
  const {config, db} = context;
  const declared = consequencesBefore(resourceOf(config, name), before);
  if (declared.length === 0) return [];
  const counts = declared.map(([key, one]) => sql`(select count(*)::integer from (
    select from ${sql.table(tableOf(one.of, resourceOf(config, one.of)))} as ${sql.ref(ALIAS)}
    where ${hanging(context, actor, row.id, one)} limit ${MOST + 1}) as found) as ${sql.ref(key)}`);
  const {rows: [totals = {}]} = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  return declared.flatMap(([key, {one, many}]) => {
    const total = totals[key] ?? 0;
    return total === 0 ? [] : [{consequencia: key, total, texto: fill(total === 1 ? one : many, {...row, total: inWords(total)})}];
  });
};
