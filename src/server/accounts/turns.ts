/** Work that takes turns: some at once, a bounded number waiting, the others refused. */
import {Refusal} from '../errors.ts';

interface TurnLimits {
  atOnce: number;
  /** How many may wait for their turn. */
  waiting: number;
}

/** `LIMITE` rather than `INDISPONIVEL`: nothing is broken, and the login page shows only this one's sentence. */
const crowded = (): Refusal =>
  new Refusal('LIMITE', 'Há muitos pedidos ao mesmo tempo. Aguarde alguns instantes e tente novamente.', {retryAfter: 5});

/**
 * Makes a queue of its own.
 *
 * @returns what does a task when its turn comes, first come, first served; rejects with a Refusal 400 `LIMITE` when too many wait
 */
export const takingTurns = ({atOnce, waiting}: TurnLimits): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async task => {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw crowded();
    else await new Promise<void>(resolve => {
      queue.push(resolve);
    });
    try {
      return await task();
    } finally {
      // The place goes to whoever waits, or becomes free.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
