import {useEffect, useEffectEvent} from 'react';
import {RECORD_EVENT} from '../../schema/events.ts';
import {USERS} from '../../schema/systemFields.ts';
import type {RecordEvent} from '../../schema/apiShapes.ts';
import {useSession} from '../session/context.ts';
import {EVENTS_MISSED, onServerEvent, recordEventsSince} from './eventStream.ts';

interface LiveListener {
  onRecord: (event: RecordEvent) => void;
  /** Any record may have changed: events were missed, or the person's own access changed. */
  onAnyChange: () => void;
  /** The shown data was requested anew, so earlier events are in it. */
  onRefetched?: () => void;
}

/** @param asOf when the shown data was requested; later events that nobody listened to are delivered now */
export const useRecordEvents = (name: string, {onRecord, onAnyChange, onRefetched}: LiveListener, asOf: number | undefined): void => {
  const {id: self} = useSession();
  const handleEvent = useEffectEvent((event: RecordEvent) => {
    if (event.recurso === name) onRecord(event);
    if (event.recurso === USERS && event.id === self) onAnyChange();
  });
  const resync = useEffectEvent(onAnyChange);
  const notifyRefetched = useEffectEvent(() => onRefetched?.());
  useEffect(() => {
    const unsubscribes = [onServerEvent(RECORD_EVENT, event => handleEvent(event)), onServerEvent(EVENTS_MISSED, () => resync())];
    return () => unsubscribes.forEach(end => end());
  }, []);
  useEffect(() => {
    if (asOf === undefined) return;
    notifyRefetched();
    const missedEvents = recordEventsSince(asOf);
    if (missedEvents === 'any') resync();
    else missedEvents.forEach(event => handleEvent(event));
  }, [asOf]);
};
