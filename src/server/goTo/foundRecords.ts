/** Records that 'Ir para' found, in the order and in the words that it answers. */
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {statusById} from '../../schema/statuses/statuses.ts';
import {addressOf} from '../../schema/lists/addresses.ts';
import {recordDetails} from '../../schema/lists/details.ts';
import {GO_TO_MOST} from '../../schema/lists/goTo.ts';
import type {FoundRecord} from '../../schema/wire.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import type {Actor, Context} from '../context.ts';
import {readRowsByIds} from '../engine/readRecord.ts';

/** A list that is searched. */
export interface Place {
  name: string;
  resource: Resource;
  fields: readonly string[];
}
export interface Hit {
  /** Of the list among those searched. */
  place: number;
  /** The lower the nearer. */
  rank: number;
  id: number;
  /** As it is answered, where it is read already. */
  record?: RecordValues;
}

/** The text of a record in which words were found, and the field it is of, which nothing else has to say. */
interface MarkedText {
  field: string;
  trecho: FoundRecord['trecho'];
}
type MarkText = (place: Place, record: RecordValues) => MarkedText | undefined;

/**
 * What 'Ir para' says of a record it found: its name, where it opens, where it stands, and what tells it from others of its name.
 *
 * @param record as somebody is answered it: without what they may not see
 */
const presentRecord = (
  config: Config, {name, resource}: Place, record: RecordValues & {id: number}, {perfil}: Actor, marked: MarkedText | undefined,
): FoundRecord => {
  const status = resource.status === undefined ? undefined : statusById(resource, record[resource.status])?.name;
  const detalhes = recordDetails(config, resource, record).filter(({field}) => field !== marked?.field).map(({text}) => text).join(' · ');
  return {
    recurso: name, id: record.id, titulo: recordTitle(resource, record),
    endereco: addressOf(config, name, resource, record, perfil),
    ...(status === undefined ? {} : {status}), ...(detalhes === '' ? {} : {detalhes}),
    ...(marked === undefined ? {} : {trecho: marked.trecho}),
  };
};

/** Each once, the nearer first; among equals the lists take turns, so that none keeps the others out. */
const rankHits = (hits: readonly Hit[]): Hit[] => {
  const known = new Set<string>();
  const turns = new Map<string, number>();
  return hits
    .toSorted((one, other) => one.rank - other.rank)
    .filter(({place, id}) => !known.has(`${place} ${id}`) && known.add(`${place} ${id}`))
    .map(hit => {
      const list = `${hit.place} ${hit.rank}`;
      const turn = turns.get(list) ?? 0;
      turns.set(list, turn + 1);
      return {hit, turn};
    })
    .toSorted((one, other) => one.hit.rank - other.hit.rank || one.turn - other.turn || one.hit.place - other.hit.place)
    .slice(0, GO_TO_MOST)
    .map(({hit}) => hit);
};

/** The nearest of some hits as they are answered. */
export const presentHits = async (
  context: Context, actor: Actor, places: readonly Place[], hits: readonly Hit[], markText: MarkText = () => undefined,
): Promise<FoundRecord[]> => {
  const nearest = rankHits(hits);
  const presented = new Map<string, FoundRecord>();
  for (const [index, place] of places.entries()) {
    const own = nearest.filter(hit => hit.place === index);
    const unread = own.filter(({record}) => record === undefined).map(({id}) => id);
    const read = unread.length === 0 ? [] : await readRowsByIds(context, place.name, actor, unread);
    for (const record of [...own.map(hit => hit.record).filter(known => known !== undefined), ...read]) {
      const id = Number(record['id']);
      presented.set(`${index} ${id}`, presentRecord(context.config, place, {...record, id}, actor, markText(place, record)));
    }
  }
  return nearest.flatMap(({place, id}) => presented.get(`${place} ${id}`) ?? []);
};
