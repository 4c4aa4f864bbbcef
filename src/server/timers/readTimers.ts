/** Timers for the page of deliveries. */
import {sql} from 'kysely';
import type {TimerState} from '../../schema/deliveryPanel.ts';
import type {Db} from '../db/tables.ts';
import {scheduleInWords, type Schedule} from './schedule.ts';

interface StoredTimer extends Pick<TimerState, 'nome' | 'agenda' | 'rodando' | 'erro'> {
  proxima: Date;
  ultima: Date | null;
}

export const readTimers = async (db: Db): Promise<TimerState[]> => {
  const {rows} = await sql<StoredTimer>`
    select nome, agenda, proxima, ultima, erro, coalesce(ate > now(), false) as rodando from temporizadores order by nome`.execute(db);
  return rows.map(({agenda, proxima, ultima, ...timer}): TimerState => ({
    ...timer, agenda: scheduleInWords(JSON.parse(agenda) as Schedule), proxima: proxima.toISOString(),
    ultima: ultima?.toISOString() ?? null,
  }));
};
