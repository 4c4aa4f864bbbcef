/** What the server tells of one resource's records, for whoever shows some of them. */
import {useEffect, useEffectEvent} from 'react';
import {RECORD_EVENT} from '../../schema/events.ts';
import {USERS} from '../../schema/systemFields.ts';
import type {RecordEvent} from '../../schema/wire.ts';
import {useSession} from '../session/context.ts';
import {BACK, onEvent, toldSince} from './live.ts';

interface LiveListener {
  /** One of them was made or changed. */
  onRecord: (event: RecordEvent) => void;
  /** Any of them may be another now, or out of reach: events were missed, or it is the person who changed. */
  onAny: () => void;
  /** What is shown was asked for anew: what was told before is in it. */
  onRead?: () => void;
}

/** @param asOf the instant at which what is shown was asked for: what was told since, while nobody listened here, is told now */
export const useLive = (name: string, {onRecord, onAny, onRead}: LiveListener, asOf: number | undefined): void => {
  const {id: self} = useSession();
  const hear = useEffectEvent((event: RecordEvent) => {
    if (event.recurso === name) onRecord(event);
    if (event.recurso === USERS && event.id === self) onAny();
  });
  const back = useEffectEvent(onAny);
  const read = useEffectEvent(() => onRead?.());
  useEffect(() => {
    const ends = [onEvent(RECORD_EVENT, event => hear(event)), onEvent(BACK, () => back())];
    return () => ends.forEach(end => end());
  }, []);
  useEffect(() => {
    if (asOf === undefined) return;
    read();
    const told = toldSince(asOf);
    if (told === 'any') back();
    else told.forEach(event => hear(event));
  }, [asOf]);
};
