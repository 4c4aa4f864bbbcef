/** Task queue: limited concurrency, a bounded number waiting, further tasks refused. */
import {Refusal} from '../errors.ts';

interface TurnLimits {
  concurrency: number;
  maxWaiting: number;
}

/** `LIMITE` rather than `INDISPONIVEL`, because the login page shows only the message of `LIMITE`. */
const queueFull = (): Refusal =>
  new Refusal('LIMITE', 'Há muitos pedidos ao mesmo tempo. Aguarde alguns instantes e tente novamente.', {retryAfter: 5});

/**
 * Creates a first-in, first-out task queue.
 *
 * @returns runs a task in its turn; rejects with a Refusal 400 `LIMITE` when too many wait
 */
export const createTaskQueue = ({concurrency, maxWaiting}: TurnLimits): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async task => {
    if (running < concurrency) running += 1;
    else if (queue.length >= maxWaiting) throw queueFull();
    else await new Promise<void>(resolve => {
      queue.push(resolve);
    });
    try {
      return await task();
    } finally {
      const resumeNext = queue.shift();
      if (resumeNext === undefined) running -= 1;
      else resumeNext();
    }
  };
};
