/** Composes the events of changes for each session. */
import {NOTICE_EVENT, RECORD_EVENT} from '../../schema/events.ts';
import type {NoticeEvent, RecordEvent} from '../../schema/apiShapes.ts';
import {COMPANIES, USERS} from '../accounts/accounts.ts';
import type {Context} from '../context.ts';
import {usersWithUnreadNotice, countUnreadNotices} from '../notices/notices.ts';
import {findAudience, listActiveSessions, type ChangedRecords, type StreamSession} from './audience.ts';
import {formatEvent} from './eventStream.ts';

interface Changes {
  records: ReadonlyMap<string, ChangedRecords>;
  /** Keys `recurso/id` of records with changed aggregates, whose version may be unchanged. */
  calculated: ReadonlySet<string>;
  /** Ids of the profiles that must not learn of a record's change. */
  hidden: ReadonlyMap<string, readonly number[]>;
  readers: ReadonlySet<number>;
  /** True to check every session, whatever has changed. */
  isDue: boolean;
}

interface SessionEvents {
  /** Record events by index of the session. */
  texts: ReadonlyMap<number, string>;
  ended: ReadonlySet<number>;
  unread: ReadonlyMap<number, number>;
}

export const formatNoticeEvent = (naoLidos: number): string => formatEvent(NOTICE_EVENT, {naoLidos} satisfies NoticeEvent);

export const composeEvents = async (
  {config, db}: Pick<Context, 'config' | 'db'>, sessions: readonly StreamSession[], {records, calculated, hidden, readers, isDue}: Changes,
): Promise<SessionEvents> => {
  const texts = new Map<number, string>();
  const add = (sessionIndex: number, event: RecordEvent): void =>
    void texts.set(sessionIndex, (texts.get(sessionIndex) ?? '') + formatEvent(RECORD_EVENT, event));
  const changedUsers = records.get(USERS);
  const idOf = (sessionIndex: number): number => sessions[sessionIndex]?.id ?? 0;
  const isOwnRecord = (sessionIndex: number, recurso: string, id: number): boolean => recurso === USERS && idOf(sessionIndex) === id;
  /** Users whose notices may be settled or out of reach now. */
  const recountedUsers = new Set<number>();
  for (const [recurso, changed] of records) {
    const audience = new Set<number>();
    const byHiddenProfiles = Map.groupBy(changed, ([id]) => (hidden.get(`${recurso}/${id}`) ?? []).join());
    for (const group of byHiddenProfiles.values()) {
      const hiddenFrom = hidden.get(`${recurso}/${group[0]?.[0]}`) ?? [];
      for (const {id, versao, sessoes, perderam} of await findAudience(config, db, recurso, new Map(group), sessions, hiddenFrom)) {
        for (const sessionIndex of sessoes) {
          audience.add(idOf(sessionIndex));
          if (!isOwnRecord(sessionIndex, recurso, id)) add(
            sessionIndex, {recurso, id, versao, ...(calculated.has(`${recurso}/${id}`) && {calculado: true})}
          );
        }
        for (const sessionIndex of perderam) recountedUsers.add(idOf(sessionIndex));
      }
    }
    for (const id of await usersWithUnreadNotice(db, recurso, [...changed.keys()], [...audience])) recountedUsers.add(id);
  }
  const ended = new Set<number>();
  if (isDue || changedUsers !== undefined || records.has(COMPANIES)) {
    const versions = new Map((await listActiveSessions(db, sessions)).map(({sessao, versao}) => [sessao, versao]));
    for (const [sessionIndex, {id}] of sessions.entries()) {
      const versao = versions.get(sessionIndex);
      if (versao === undefined) ended.add(sessionIndex);
      // A change of the user may change their scope, even where they may not read the record.
      else if (changedUsers?.has(id) === true) add(sessionIndex, {recurso: USERS, id, versao});
    }
  }
  const countedUsers = new Set(sessions.flatMap(
    ({id}) => (readers.has(id) || changedUsers?.has(id) === true || recountedUsers.has(id) ? [id] : [])
  ));
  return {texts, ended, unread: await countUnreadNotices(db, config, [...countedUsers])};
};
