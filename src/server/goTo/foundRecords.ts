/** Ranks and formats the records found by 'Ir para'. */
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {statusById} from '../../schema/statuses/statuses.ts';
import {recordAddress} from '../../schema/lists/addresses.ts';
import {listRecordDetails} from '../../schema/lists/details.ts';
import {MAX_GO_TO_RECORDS} from '../../schema/lists/goTo.ts';
import type {GoToHit} from '../../schema/apiShapes.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import type {Actor, Context} from '../context.ts';
import {readRowsByIds} from '../engine/readRecord.ts';

export interface SearchedList {
  name: string;
  resource: Resource;
  fields: readonly string[];
}
export interface SearchHit {
  place: number;
  rank: number;
  id: number;
  /** The readable record, where it was read already. */
  record?: RecordValues;
}

/** Marked excerpt and its field, which the details then omit. */
interface MarkedText {
  field: string;
  trecho: GoToHit['trecho'];
}
type MarkText = (place: SearchedList, record: RecordValues) => MarkedText | undefined;

/**
 * Formats a found record: title, address, status, and details that distinguish equal titles.
 *
 * @param record without fields hidden from the caller
 */
const presentRecord = (
  config: Config, {name, resource}: SearchedList, record: RecordValues & {id: number}, {perfil}: Actor, marked: MarkedText | undefined,
): GoToHit => {
  const status = resource.status === undefined ? undefined : statusById(resource, record[resource.status])?.name;
  const detalhes = listRecordDetails(config, resource, record).filter(
    ({field}) => field !== marked?.field,
  ).map(({text}) => text).join(' · ');
  return {
    recurso: name, id: record.id, titulo: recordTitle(resource, record),
    endereco: recordAddress(config, name, resource, record, perfil),
    ...(status === undefined ? {} : {status}), ...(detalhes === '' ? {} : {detalhes}),
    ...(marked === undefined ? {} : {trecho: marked.trecho}),
  };
};

/** Deduplicates and sorts hits by rank; equal ranks alternate between lists, so that one list cannot crowd out the others. */
const rankHits = (hits: readonly SearchHit[]): SearchHit[] => {
  const seenKeys = new Set<string>();
  const nextPositions = new Map<string, number>();
  return hits
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({place, id}) => !seenKeys.has(`${place} ${id}`) && seenKeys.add(`${place} ${id}`))
    .map(hit => {
      const listKey = `${hit.place} ${hit.rank}`;
      const turn = nextPositions.get(listKey) ?? 0;
      nextPositions.set(listKey, turn + 1);
      return {hit, turn};
    })
    .toSorted((a, b) => a.hit.rank - b.hit.rank || a.turn - b.turn || a.hit.place - b.hit.place)
    .slice(0, MAX_GO_TO_RECORDS)
    .map(({hit}) => hit);
};

export const formatHits = async (
  context: Context, actor: Actor, places: readonly SearchedList[], hits: readonly SearchHit[], markText: MarkText = () => undefined,
): Promise<GoToHit[]> => {
  const bestHits = rankHits(hits);
  const formatted = new Map<string, GoToHit>();
  for (const [index, place] of places.entries()) {
    const listHits = bestHits.filter(hit => hit.place === index);
    const unread = listHits.filter(({record}) => record === undefined).map(({id}) => id);
    const loadedRecords = unread.length === 0 ? [] : await readRowsByIds(context, place.name, actor, unread);
    for (const record of [...listHits.map(hit => hit.record).filter(record => record !== undefined), ...loadedRecords]) {
      const id = Number(record['id']);
      formatted.set(`${index} ${id}`, presentRecord(context.config, place, {...record, id}, actor, markText(place, record)));
    }
  }
  return bestHits.flatMap(({place, id}) => formatted.get(`${place} ${id}`) ?? []);
};
