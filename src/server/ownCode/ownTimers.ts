/** Timers of own code: work by the clock, as Sistema (rules: Own 5). */
import type {EngineContext} from '../engine/hooks.ts';
import type {OwnTimer} from '../own.ts';
import type {Timer, Timers} from '../timers/startTimers.ts';
import {createFreeTools} from './freeTools.ts';
import {callerOf} from './ownTransaction.ts';
import {systemActor} from './systemActor.ts';

const runTimer = async (context: EngineContext, name: string, {run}: OwnTimer, shutdown: AbortSignal, now: Date): Promise<void> => {
  const path = `timers.${name}`;
  const over = new AbortController();
  const signal = AbortSignal.any([shutdown, over.signal]);
  const {tools, settled} = createFreeTools({
    context, path, subject: `O temporizador ${name}`, caller: callerOf(context, systemActor(path)), steps: [], signal,
  });
  try {
    await run({...tools, now, signal});
  } finally {
    await settled();
    over.abort();
  }
};

/** The timers of own code for the server's runner, by name. */
export const createOwnTimers = (context: EngineContext): Timers =>
  Object.fromEntries(Object.entries(context.own?.timers ?? {}).map(([name, timer]): [string, Timer] => [name, {
    schedule: timer.daily === undefined ? {every: timer.every} : {daily: timer.daily},
    run: (signal, began) => runTimer(context, name, timer, signal, began),
  }]));
