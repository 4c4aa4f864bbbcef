/** Searches the filterable texts of lists one after the other, within a time limit. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {kindRuleOf, normaliseSearchText} from '../../schema/fields/kinds.ts';
import {toComparableText} from '../../schema/fields/text.ts';
import {formatFieldText} from '../../schema/lists/details.ts';
import {MAX_GO_TO_RECORDS, hasTextSearchWord, listSearchedTextFields} from '../../schema/lists/goTo.ts';
import {listSearchWords} from '../../schema/lists/searchWords.ts';
import type {GoToHit} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {DEFAULT_DATABASE_LIMITS} from '../db/limits.ts';
import {pipelinedPrefix} from '../db/statementHints.ts';
import {isDatabaseTimeout} from '../db/databaseErrors.ts';
import {listRows} from '../lists/planner/list.ts';
import {createExcerpt} from './excerpt.ts';
import {formatHits, type SearchHit, type SearchedList} from './foundRecords.ts';

interface FoundInTexts {
  records: GoToHit[];
  unsearched: string[];
}

/** Reads a list's first records whose texts contain all words. @param deadline in time of `performance.now()` */
const searchList = async (
  context: Context, actor: Actor, {name, resource, fields}: SearchedList, words: readonly string[], deadline: number,
) => {
  const remainingMs = Math.max(1, Math.round(deadline - performance.now()));
  await sql`${pipelinedPrefix}select set_config('statement_timeout', ${String(remainingMs)}, true)`.execute(context.db);
  const [field, order] = resource.list.sort;
  const query = {
    filter: {}, words, wordFields: fields, sort: {field, order}, offset: 0, limit: MAX_GO_TO_RECORDS, uncounted: true,
  } as const;
  return (await listRows(context, name, actor, query)).rows;
};

/** Searches several lists in one transaction; after a timeout none of the others is searched. */
const searchLists = async (
  context: Context, actor: Actor, places: readonly SearchedList[], words: readonly string[],
): Promise<{hits: SearchHit[]; searched: number}> => {
  const deadline = performance.now() + DEFAULT_DATABASE_LIMITS.search;
  const hits: SearchHit[] = [];
  let searchedCount = 0;
  try {
    await context.db.transaction().execute(async db => {
      for (const place of places) {
        // Checked between lists, because the embedded database cannot cancel a statement.
        if (performance.now() >= deadline) break;
        const rows = await searchList({...context, db}, actor, place, words, deadline);
        hits.push(...rows.map((record): SearchHit => ({place: searchedCount, rank: 0, id: Number(record['id']), record})));
        searchedCount += 1;
      }
    });
  } catch (error) {
    if (!isDatabaseTimeout(error)) throw error;
  }
  return {hits, searched: searchedCount};
};

const markText = (config: Config, {resource, fields}: SearchedList, record: RecordValues, words: readonly string[]) => {
  const excerpts = fields.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined) return [];
    const searchWords = words.map(word => normaliseSearchText(field, word))
      .filter(word => typeof word === 'string').filter(word => word !== '');
    const trecho = createExcerpt(
      formatFieldText(config, resource, name, record), searchWords.map(toComparableText), kindRuleOf(field).searchValue !== undefined,
    );
    return trecho === undefined ? [] : [{field: name, trecho}];
  });
  const countMatches = ({trecho}: (typeof excerpts)[number]): number => trecho.filter(({achado}) => achado).length;
  return excerpts.toSorted((a, b) => countMatches(b) - countMatches(a))[0];
};

/**
 * Finds records whose texts contain all words, in a person's lists and scope, at most {@link MAX_GO_TO_RECORDS}.
 *
 * @param text trimmed, not empty
 */
export const findInTexts = async (context: Context, actor: Actor, text: string): Promise<FoundInTexts> => {
  const {config} = context;
  const words = hasTextSearchWord(text) ? listSearchWords(text) : [];
  const places = words.length === 0 ? [] : Object.entries(config.resources).flatMap(([name, resource]): SearchedList[] => {
    const fields = listSearchedTextFields(name, resource, actor.perfil);
    return fields.length === 0 ? [] : [{name, resource, fields}];
  });
  const {hits, searched: searchedCount} = places.length === 0 ? {hits: [], searched: 0} : await searchLists(context, actor, places, words);
  const records = await formatHits(context, actor, places, hits, (place, record) => markText(config, place, record, words));
  return {records, unsearched: places.slice(searchedCount).map(({name}) => name)};
};
