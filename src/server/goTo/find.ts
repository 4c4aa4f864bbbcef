/** What a text finds among the lists that a person has: by their names in one statement, and as the lists whose names it says. */
import {sql} from 'kysely';
import {foundBy, GO_TO_MOST} from '../../schema/lists/goTo.ts';
import {searchedWords, toldApart} from '../../schema/lists/words.ts';
import type {FoundRecord} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {allOf, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {tableOf} from '../db/sqlNames.ts';
import {customPlanPrefix} from '../db/statementHints.ts';
import {comparedValue} from '../db/ordering.ts';
import type {Sql} from '../db/tables.ts';
import {escapeLike, filterPredicate} from '../lists/filters/filterPredicates.ts';
import {orPredicates, interpretSearchText, visibleFieldNames} from '../lists/filters/search.ts';
import {listRows} from '../lists/planner/list.ts';
import {RECORD_ALIAS} from '../reach/select.ts';
import {presentHits, type Hit, type Place} from './foundRecords.ts';

/** The better the fewer: the number itself, a name that begins so, what the words name, a name that holds them as they stand, or each. */
const RANK = {number: 0, start: 1, named: 2, part: 3, words: 4} as const;

/** The name of a record as it is compared; its number, where that is its name. */
const nameOf = ({resource}: Place): Sql => {
  const field = resource.fields[resource.title];
  return field === undefined ? sql.ref(`${RECORD_ALIAS}.id`) : comparedValue(resource, resource.title, field, RECORD_ALIAS);
};

/** How a place is searched, best first; nothing where the text can be none of its values. */
const searches = ({config}: Context, {resource, fields}: Place, text: string): [number, Predicate][] => {
  const {number, parts} = interpretSearchText(resource, fields, text);
  const starts = parts.map(({name, field, value}) =>
    sql<boolean>`${comparedValue(resource, name, field, RECORD_ALIAS)} like balcao_norm(${`${escapeLike(value)}%`})`);
  const holding = (some: typeof parts): Predicate =>
    orPredicates(some.map(({name, value}) => filterPredicate(config, resource, name, value)));
  const words = searchedWords(text);
  return [
    ...(number === undefined ? [] : [[RANK.number, filterPredicate(config, resource, 'id', number)] as [number, Predicate]]),
    ...(parts.length === 0 ? [] : [
      [RANK.start, orPredicates(starts)] as [number, Predicate],
      [RANK.part, holding(parts)] as [number, Predicate],
      ...(words.length < 2 ? []
        : [[RANK.words, allOf(words.map(word => holding(interpretSearchText(resource, fields, word).parts)))] as [number, Predicate]]),
    ]),
  ];
};

/** Those that begin so are looked for apart: then both walk a short way in the order of names, however many match. */
const select = (context: Context, actor: Actor, place: Place, index: number, rank: number, predicate: Predicate): Sql => {
  const {name} = place;
  return sql`(
    select ${sql.lit(index)} as place, ${sql.lit(rank)} as rank, ${sql.ref(`${RECORD_ALIAS}.id`)} as id
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)}
    where ${allOf([scopePredicate(context, name, actor, RECORD_ALIAS), predicate])}
    order by ${nameOf(place)}, ${sql.ref(`${RECORD_ALIAS}.id`)} limit ${sql.lit(GO_TO_MOST)})`;
};

/** The records of a list as its words ask for it; none where they name nothing of it. */
const named = async (context: Context, actor: Actor, {name, resource, fields}: Place, index: number, text: string): Promise<Hit[]> => {
  const asked = fields.length === 0 ? undefined : toldApart(resource, actor.perfil, text);
  if (asked === undefined) return [];
  const [field, order] = resource.list.sort;
  const query = {...asked, sort: {field, order}, offset: 0, limit: GO_TO_MOST, uncounted: true} as const;
  const {rows} = await listRows(context, name, actor, query);
  return rows.map(({id}) => ({place: index, rank: RANK.named, id: Number(id)}));
};

/**
 * The records that a text finds in the lists of a person, in their scope, at most {@link GO_TO_MOST}.
 *
 * @param text trimmed, not empty
 */
export const find = async (context: Context, actor: Actor, text: string): Promise<FoundRecord[]> => {
  const {config, db} = context;
  const places = Object.entries(config.resources).map(([name, resource]): Place => ({
    name, resource,
    fields: visibleFieldNames(resource, foundBy(name, resource, actor.perfil), actor.perfil),
  }));
  const selects = places.flatMap((place, index) =>
    searches(context, place, text).map(([rank, predicate]) => select(context, actor, place, index, rank, predicate)));
  const {rows} = selects.length === 0 ? {rows: []} : await sql<Hit>`${customPlanPrefix}${sql.join(selects, sql` union all `)}`.execute(db);
  const hits = [...rows];
  for (const [index, place] of places.entries()) hits.push(...await named(context, actor, place, index, text));
  return presentHits(context, actor, places, hits);
};
