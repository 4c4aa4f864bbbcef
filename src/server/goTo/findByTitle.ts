/** Searches a person's lists by record titles in one statement, and by the words that name a list, tab, filter or status. */
import {sql} from 'kysely';
import {profileGoToFields, MAX_GO_TO_RECORDS} from '../../schema/lists/goTo.ts';
import {listSearchWords, parseListSearch} from '../../schema/lists/searchWords.ts';
import {titleField} from '../../schema/fields/recordTitle.ts';
import type {GoToHit} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {tableOf} from '../db/sqlNames.ts';
import {customPlanPrefix} from '../db/statementHints.ts';
import {comparedValue} from '../db/ordering.ts';
import type {Sql} from '../db/tables.ts';
import {escapeLike, filterPredicate} from '../lists/filters/filterPredicates.ts';
import {orPredicates, interpretSearchText, visibleFieldNames} from '../lists/filters/search.ts';
import {listRows} from '../lists/planner/list.ts';
import {RECORD_ALIAS} from '../rowScope/select.ts';
import {formatHits, type SearchHit, type SearchedList} from './foundRecords.ts';

/** Rank of a hit, best first: record number, title prefix, words naming a list, title containing the text, title containing each word. */
const RANK = {number: 0, start: 1, named: 2, part: 3, words: 4} as const;

const comparableTitle = ({resource}: SearchedList): Sql => {
  const title = titleField(resource);
  const field = resource.fields[title];
  return field === undefined ? sql.ref(`${RECORD_ALIAS}.id`) : comparedValue(resource, title, field, RECORD_ALIAS);
};

/** Predicates by rank for a list; none where the text cannot match. */
const rankedPredicates = ({config}: Context, {resource, fields}: SearchedList, text: string): [number, Predicate][] => {
  const {numbers, parts: titleParts} = interpretSearchText(resource, fields, text);
  const prefixPredicates = titleParts.map(({name, field, value}) =>
    sql<boolean>`${comparedValue(resource, name, field, RECORD_ALIAS)} like balcao_norm(${`${escapeLike(value)}%`})`);
  const containing = (searchParts: typeof titleParts): Predicate =>
    orPredicates(searchParts.map(({name, value}) => filterPredicate(config, resource, name, value)));
  const words = listSearchWords(text);
  return [
    ...numbers.map(({name, value}): [number, Predicate] => [RANK.number, filterPredicate(config, resource, name, value)]),
    ...(titleParts.length === 0 ? [] : [
      [RANK.start, orPredicates(prefixPredicates)] as [number, Predicate],
      [RANK.part, containing(titleParts)] as [number, Predicate],
      ...(words.length < 2 ? []
        : [
          [
            RANK.words, andPredicates(words.map(word => containing(interpretSearchText(resource, fields, word).parts))),
          ] as [number, Predicate],
        ]),
    ]),
  ];
};

/** Prefix matches are a separate select, so that each select walks a short range of the title index. */
const hitSelect = (context: Context, actor: Actor, place: SearchedList, index: number, rank: number, predicate: Predicate): Sql => {
  const {name} = place;
  return sql`(
    select ${sql.lit(index)} as place, ${sql.lit(rank)} as rank, ${sql.ref(`${RECORD_ALIAS}.id`)} as id
    from ${sql.table(tableOf(name))} as ${sql.ref(RECORD_ALIAS)}
    where ${andPredicates([scopePredicate(context, name, actor, RECORD_ALIAS), predicate])}
    order by ${comparableTitle(place)}, ${sql.ref(`${RECORD_ALIAS}.id`)} limit ${sql.lit(MAX_GO_TO_RECORDS)})`;
};

/** Records selected by words that name the list's filters; none where no word does. */
const findNamedRecords = async (
  context: Context, actor: Actor, {name, resource, fields}: SearchedList, index: number, text: string,
): Promise<SearchHit[]> => {
  const parsedQuery = fields.length === 0 ? undefined : parseListSearch(resource, actor.perfil, text);
  if (parsedQuery === undefined) return [];
  const [field, order] = resource.list.sort;
  const query = {...parsedQuery, sort: {field, order}, offset: 0, limit: MAX_GO_TO_RECORDS, uncounted: true} as const;
  const {rows} = await listRows(context, name, actor, query);
  return rows.map(({id}) => ({place: index, rank: RANK.named, id: Number(id)}));
};

/** Finds records by text in a person's lists and scope, at most {@link MAX_GO_TO_RECORDS}. @param text trimmed, not empty */
export const findByTitle = async (context: Context, actor: Actor, text: string): Promise<GoToHit[]> => {
  const {config, db} = context;
  const places = Object.entries(config.resources).map(([name, resource]): SearchedList => ({
    name, resource,
    fields: visibleFieldNames(resource, profileGoToFields(name, resource, actor.perfil), actor.perfil),
  }));
  const selects = places.flatMap((place, index) =>
    rankedPredicates(context, place, text).map(([rank, predicate]) => hitSelect(context, actor, place, index, rank, predicate)));
  const {rows} = selects.length === 0
    ? {rows: []}
    : await sql<SearchHit>`${customPlanPrefix}${sql.join(selects, sql` union all `)}`.execute(db);
  const hits = [...rows];
  for (const [index, place] of places.entries()) hits.push(...await findNamedRecords(context, actor, place, index, text));
  return formatHits(context, actor, places, hits);
};
