/** People at work: each opens tickets and takes them through their moves, one call after the other. */
import {setTimeout} from 'node:timers/promises';
import type {SeedUser} from '../../support/seed.ts';
import type {Answer} from '../../support/server.ts';
import {callOf, heard, type Act, type Story} from './ledger.ts';
import type {Stage} from './stage.ts';

/** Milliseconds until somebody who was refused tries again. */
const BREATH = 50;
/** Milliseconds in which work goes on, or goes on again. Far above what it should take. */
const PATIENCE = 180_000;

export interface Work {
  /** Calls acknowledged so far. */
  readonly acknowledged: number;
  /** Refusals and broken lines so far; not those after {@link Work.end}. */
  readonly refusals: readonly Answer[];
  readonly cuts: readonly Error[];
  /** Calls `listener` after each answer. */
  onAnswer(listener: () => void): void;
  /** Resolves when `count` more calls have been acknowledged; rejects when the product ends before. */
  more(count: number): Promise<void>;
  /** Resolves when `count` more calls have been refused; rejects when the product ends before. */
  refused(count: number): Promise<void>;
  /** Nobody begins another call; resolves when those under way are over. */
  end(): Promise<void>;
}

/** Everybody works until {@link Work.end}. Who is refused or cut off tries the same call again. */
export const startWork = ({ledger, api, world, whileAlive}: Pick<Stage, 'ledger' | 'api' | 'world' | 'whileAlive'>): Work => {
  const refusals: Answer[] = [];
  const cuts: Error[] = [];
  const listeners = new Set<() => void>();
  let acknowledged = 0;
  const state = {ending: false};

  const attempt = async (story: Story, act: Act): Promise<void> => {
    try {
      const answer = await api(act.as, act.endpoint, callOf(story, act));
      if (heard(story, act, answer)) acknowledged += 1;
      else if (!state.ending) refusals.push(answer);
      for (const listener of listeners) listener();
    } catch (error) {
      // fetch's own errors: the line broke, or no answer came in time.
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      if (!state.ending) cuts.push(error as Error);
    }
  };
  const workOn = async (story: Story): Promise<void> => {
    for (let act: Act | undefined = story.acts[0]; act !== undefined && !state.ending; act = ledger.next(story)) {
      while (!act.acknowledged && !state.ending) {
        await attempt(story, act);
        if (!act.acknowledged && !state.ending) await setTimeout(BREATH);
      }
      if (state.ending) return;
    }
  };
  const live = async (person: SeedUser): Promise<void> => {
    while (!state.ending) await workOn(ledger.begin(person));
  };
  const {adm, empresa, fornecedor, empresaUsuario} = world.users;
  const lives = Promise.all([adm, empresa, fornecedor, empresaUsuario].map(live));
  const broken = lives.then(() => {
    throw new Error('Nobody works any more.');
  });
  // Told by `more` and by `end`.
  broken.catch(() => {});

  const reached = (count: number, seen: () => number): Promise<void> => {
    const goal = seen() + count;
    const there = new Promise<void>(resolve => {
      const look = () => {
        if (seen() < goal) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
    });
    const limit = new AbortController();
    const tooLate = setTimeout(PATIENCE, undefined, {signal: limit.signal}).then(() => {
      throw new Error(`Of ${goal} calls ${seen()} in ${PATIENCE / 1000} s; the last refusal: ${JSON.stringify(refusals.at(-1)?.body)}`);
    });
    return whileAlive(Promise.race([broken, tooLate, there])).finally(() => limit.abort());
  };

  return {
    refusals, cuts,
    get acknowledged() {
      return acknowledged;
    },
    onAnswer: listener => void listeners.add(listener),
    more: count => reached(count, () => acknowledged),
    refused: count => reached(count, () => refusals.length),
    end: async () => {
      state.ending = true;
      await lives;
    },
  };
};
