/** What words find in the texts that lists are filtered by, one list after the other; all of them may not take long. */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {kindRuleOf, normaliseSearchText} from '../../schema/fields/kinds.ts';
import {toComparableText} from '../../schema/fields/text.ts';
import {readText} from '../../schema/lists/details.ts';
import {GO_TO_MOST, isSearchableInTexts, searchedTexts} from '../../schema/lists/goTo.ts';
import {searchedWords} from '../../schema/lists/words.ts';
import type {FoundRecord} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {DEFAULT_DATABASE_LIMITS} from '../db/limits.ts';
import {pipelinedPrefix} from '../db/statementHints.ts';
import {isDatabaseTimeout} from '../db/databaseErrors.ts';
import {listRows} from '../lists/planner/list.ts';
import {excerptOf} from './excerpt.ts';
import {presentHits, type Hit, type Place} from './foundRecords.ts';

interface FoundInTexts {
  records: FoundRecord[];
  /** The lists whose texts took too long to be searched. */
  unsearched: string[];
}

/** The first records of a list, in its order, whose texts have all words. @param deadline by `performance.now()` */
const findIn = async (context: Context, actor: Actor, {name, resource, fields}: Place, words: readonly string[], deadline: number) => {
  const left = Math.max(1, Math.round(deadline - performance.now()));
  await sql`${pipelinedPrefix}select set_config('statement_timeout', ${String(left)}, true)`.execute(context.db);
  const [field, order] = resource.list.sort;
  const query = {
    filter: {}, words, wordFields: fields, sort: {field, order}, offset: 0, limit: GO_TO_MOST, uncounted: true,
  } as const;
  return (await listRows(context, name, actor, query)).rows;
};

/** The same of several lists, in one transaction; after one that takes too long no time is left for the others. */
const findInAll = async (
  context: Context, actor: Actor, places: readonly Place[], words: readonly string[],
): Promise<{hits: Hit[]; searched: number}> => {
  const deadline = performance.now() + DEFAULT_DATABASE_LIMITS.search;
  const hits: Hit[] = [];
  let searched = 0;
  try {
    await context.db.transaction().execute(async db => {
      for (const place of places) {
        // The embedded database does not stop a statement: there the time is judged between two lists alone.
        if (performance.now() >= deadline) break;
        const rows = await findIn({...context, db}, actor, place, words, deadline);
        hits.push(...rows.map((record): Hit => ({place: searched, rank: 0, id: Number(record['id']), record})));
        searched += 1;
      }
    });
  } catch (error) {
    if (!isDatabaseTimeout(error)) throw error;
  }
  return {hits, searched};
};

/** The text of a record in which most of the words stand, marked there. */
const markText = (config: Config, {resource, fields}: Place, record: RecordValues, words: readonly string[]) => {
  const excerpts = fields.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined) return [];
    const sought = words.map(word => normaliseSearchText(field, word)).filter(word => typeof word === 'string').filter(word => word !== '');
    const trecho = excerptOf(
      readText(config, resource, name, record), sought.map(toComparableText), kindRuleOf(field).sought !== undefined,
    );
    return trecho === undefined ? [] : [{field: name, trecho}];
  });
  const countMatches = ({trecho}: (typeof excerpts)[number]): number => trecho.filter(({achado}) => achado).length;
  return excerpts.toSorted((one, other) => countMatches(other) - countMatches(one))[0];
};

/**
 * The records of a person's lists whose texts have all words of a text, in their scope, at most {@link GO_TO_MOST}.
 *
 * @param text trimmed, not empty
 */
export const findInTexts = async (context: Context, actor: Actor, text: string): Promise<FoundInTexts> => {
  const {config} = context;
  const words = isSearchableInTexts(text) ? searchedWords(text) : [];
  const places = words.length === 0 ? [] : Object.entries(config.resources).flatMap(([name, resource]): Place[] => {
    const fields = searchedTexts(name, resource, actor.perfil);
    return fields.length === 0 ? [] : [{name, resource, fields}];
  });
  const {hits, searched} = places.length === 0 ? {hits: [], searched: 0} : await findInAll(context, actor, places, words);
  const records = await presentHits(context, actor, places, hits, (place, record) => markText(config, place, record, words));
  return {records, unsearched: places.slice(searched).map(({name}) => name)};
};
