import {useEffect, useEffectEvent} from 'react';
import {RECORD_EVENT} from '../../schema/events.ts';
import {USERS} from '../../schema/systemFields.ts';
import type {RecordEvent} from '../../schema/wire.ts';
import {useSession} from '../session/context.ts';
import {BACK, onEvent, toldSince} from './live.ts';

interface LiveListener {
  onRecord: (event: RecordEvent) => void;
  /** Any record may have changed: events were missed, or the person's own access changed. */
  onAny: () => void;
  /** The shown data was requested anew, so earlier events are in it. */
  onRead?: () => void;
}

/** @param asOf when the shown data was requested; later events that nobody listened to are delivered now */
export const useLive = (name: string, {onRecord, onAny, onRead}: LiveListener, asOf: number | undefined): void => {
  const {id: self} = useSession();
  const handleEvent = useEffectEvent((event: RecordEvent) => {
    if (event.recurso === name) onRecord(event);
    if (event.recurso === USERS && event.id === self) onAny();
  });
  const resync = useEffectEvent(onAny);
  const notifyRefetched = useEffectEvent(() => onRead?.());
  useEffect(() => {
    const unsubscribes = [onEvent(RECORD_EVENT, event => handleEvent(event)), onEvent(BACK, () => resync())];
    return () => unsubscribes.forEach(end => end());
  }, []);
  useEffect(() => {
    if (asOf === undefined) return;
    notifyRefetched();
    const missedEvents = toldSince(asOf);
    if (missedEvents === 'any') resync();
    else missedEvents.forEach(event => handleEvent(event));
  }, [asOf]);
};
