/** What words find in the texts that lists are filtered by: in each list by a statement of its own, which may not take long. */
import {sql} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {ruleOf, soughtOf} from '../../schema/fields/kinds.ts';
import {normalised} from '../../schema/fields/text.ts';
import {readText} from '../../schema/lists/details.ts';
import {GO_TO_MOST, isSearchableInTexts, searchedTexts} from '../../schema/lists/goTo.ts';
import {searchedWords} from '../../schema/lists/words.ts';
import type {FoundRecord} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {LIMITS} from '../db/limits.ts';
import {held} from '../db/signs.ts';
import {isLate} from '../db/trouble.ts';
import {listRows} from '../lists/planner/list.ts';
import {excerptOf} from './excerpt.ts';
import {presentHits, type Hit, type Place} from './foundRecords.ts';

interface FoundInTexts {
  records: FoundRecord[];
  /** The lists whose texts took too long to be searched. */
  unsearched: string[];
}

/**
 * The first records of a list, in its order, whose texts have all words; undefined where that takes too long.
 *
 * @param deadline by `performance.now()`
 */
const findIn = async (context: Context, actor: Actor, {name, resource, fields}: Place, words: readonly string[], deadline: number) => {
  const [field, order] = resource.list.sort;
  const query = {
    filter: {}, words, wordFields: fields, sort: {field, order}, offset: 0, limit: GO_TO_MOST, uncounted: true,
  } as const;
  try {
    return await context.db.transaction().execute(async db => {
      const left = Math.max(1, Math.round(deadline - performance.now()));
      await sql`${held}select set_config('statement_timeout', ${String(left)}, true)`.execute(db);
      return (await listRows({...context, db}, name, actor, query)).rows;
    });
  } catch (error) {
    if (isLate(error)) return undefined;
    throw error;
  }
};

/** The text of a record in which most of the words stand, marked there. */
const markedText = (config: Config, {resource, fields}: Place, record: Values, words: readonly string[]): Pick<FoundRecord, 'trecho'> => {
  const excerpts = fields.map(name => {
    const field = resource.fields[name];
    if (field === undefined) return [];
    const sought = words.map(word => soughtOf(field, word)).filter(word => typeof word === 'string').filter(word => word !== '');
    return excerptOf(readText(config, resource, name, record), sought.map(normalised), ruleOf(field).sought !== undefined) ?? [];
  });
  const countMatches = (excerpt: (typeof excerpts)[number]): number => excerpt.filter(({achado}) => achado).length;
  const [best = []] = excerpts.toSorted((one, other) => countMatches(other) - countMatches(one));
  return best.length === 0 ? {} : {trecho: best};
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
  const deadline = performance.now() + LIMITS.search;
  const hits: Hit[] = [];
  const unsearched: string[] = [];
  for (const [index, place] of places.entries()) {
    const rows = await findIn(context, actor, place, words, deadline);
    if (rows === undefined) unsearched.push(place.name);
    else hits.push(...rows.map(({id}) => ({place: index, rank: 0, id: Number(id)})));
  }
  const records = await presentHits(context, actor, places, hits, (place, record) => markedText(config, place, record, words));
  return {records, unsearched};
};
