/** What is told of what was written, to each session: texts that are whole events. */
import {NOTICE_EVENT, RECORD_EVENT} from '../../schema/events.ts';
import type {NoticeEvent, RecordEvent} from '../../schema/wire.ts';
import {COMPANIES, USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {toldOf, unreadOf} from '../notices/read.ts';
import {heardBy, sessionsNow, type Changed, type Session} from './audience.ts';
import {eventText} from './stream.ts';

/** What happened since one looked last. */
interface News {
  /** Records by resource. */
  records: ReadonlyMap<string, Changed>;
  /** Those of them, `recurso/id`, that have numbers of others that changed: their version may be what it was. */
  calculated: ReadonlySet<string>;
  /** The profiles that learn nothing of them, by their ids. */
  hidden: ReadonlyMap<string, readonly number[]>;
  /** Users whose notices were written or read. */
  readers: ReadonlySet<number>;
  /** Whether everybody is asked about anew, whatever has changed. */
  isDue: boolean;
}

interface Telling {
  /** The records' events, by the place of the session among those asked. */
  texts: ReadonlyMap<number, string>;
  /** Places of the sessions that have ended. */
  over: ReadonlySet<number>;
  /** How many notices some users have not read. */
  unread: ReadonlyMap<number, number>;
}

export const noticeText = (naoLidos: number): string => eventText(NOTICE_EVENT, {naoLidos} satisfies NoticeEvent);

export const tellingOf = async (
  {config, db}: Pick<Context, 'config' | 'db'>, sessions: readonly Session[], {records, calculated, hidden, readers, isDue}: News,
): Promise<Telling> => {
  const texts = new Map<number, string>();
  const add = (place: number, event: RecordEvent): void => void texts.set(place, (texts.get(place) ?? '') + eventText(RECORD_EVENT, event));
  const people = records.get(USERS);
  const idOf = (place: number): number => sessions[place]?.id ?? 0;
  const isOwn = (place: number, recurso: string, id: number): boolean => recurso === USERS && idOf(place) === id;
  /** Those whose notices may be settled, or of records that they reach no more. */
  const told = new Set<number>();
  for (const [recurso, changed] of records) {
    const hearers = new Set<number>();
    const alike = Map.groupBy(changed, ([id]) => (hidden.get(`${recurso}/${id}`) ?? []).join());
    for (const some of alike.values()) {
      const blind = hidden.get(`${recurso}/${some[0]?.[0]}`) ?? [];
      for (const {id, versao, sessoes, perderam} of await heardBy(config, db, recurso, new Map(some), sessions, blind)) {
        for (const place of sessoes) {
          hearers.add(idOf(place));
          if (!isOwn(place, recurso, id)) add(place, {recurso, id, versao, ...(calculated.has(`${recurso}/${id}`) && {calculado: true})});
        }
        for (const place of perderam) told.add(idOf(place));
      }
    }
    for (const id of await toldOf(db, recurso, [...changed.keys()], [...hearers])) told.add(id);
  }
  const over = new Set<number>();
  if (isDue || people !== undefined || records.has(COMPANIES)) {
    const now = new Map((await sessionsNow(db, sessions)).map(({sessao, versao}) => [sessao, versao]));
    for (const [place, {id}] of sessions.entries()) {
      const versao = now.get(place);
      if (versao === undefined) over.add(place);
      // What they reach may have changed with them, whether they may read it or not.
      else if (people?.has(id) === true) add(place, {recurso: USERS, id, versao});
    }
  }
  const asked = new Set(sessions.flatMap(({id}) => (readers.has(id) || people?.has(id) === true || told.has(id) ? [id] : [])));
  return {texts, over, unread: await unreadOf(db, config, [...asked])};
};
