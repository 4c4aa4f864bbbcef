/**
 * Own code tried on the real engine: a server without a socket on a database of its own, people of any profile (`seed.usuario`), their
 * calls in the default dialect, and the history of a record. What runs after a commit, and timers, run when the test says so; the clock of
 * timers is the test's, every other one the machine's and the database's.
 */
import {onTestFinished} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {OwnCode} from '../../src/server/own.ts';
import {checkOwn} from '../../src/server/ownCode/checkOwn.ts';
import type {Caller} from './httpApi.ts';
import {createOwnDestinations} from '../../src/server/deliveries/committed.ts';
import {createDeliverySender} from '../../src/server/deliveries/startDeliveries.ts';
import {createOwnTimers} from '../../src/server/ownCode/ownTimers.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {createTimerRunner} from '../../src/server/timers/startTimers.ts';
import {openTestApp, type Answer, type TestApp} from './server.ts';

export interface OwnCodeTest extends TestApp {
  /** Replaces the own code, as a start with another file would; a shorter limit makes a step that hangs quick to see. */
  use(own: OwnCode, limit?: {stepLimitMs: number}): void;
  create(as: Caller, name: string, values: object): Promise<Answer>;
  save(as: Caller, name: string, id: number, values: object): Promise<Answer>;
  act(as: Caller, name: string, id: number, action: string, answers?: object): Promise<Answer>;
  remove(as: Caller, name: string, id: number): Promise<Answer>;
  /** Runs what is due after commits, until nothing is. @param limitMs longest wait for one attempt @returns what failed, as the log has it */
  deliver(limitMs?: number): Promise<string[]>;
  /** Starts timers at an instant, as a server of its own. @returns moves the clock, and runs what is due then; its faults */
  startTimers(at: string): Promise<{runAt: (instant: string) => Promise<void>; faults: string[]}>;
  /** Who did what, the newest first, as the Adm reads it. */
  steps(name: string, id: number): Promise<string[]>;
}

/** Longer than the product's two seconds, because a busy machine hangs nothing. */
const PATIENT_MS = 60_000;

/** Opens it without own code: call it in `beforeTests`, and `use` in each test. */
export const openOwnCode = async (config: Config): Promise<OwnCodeTest> => {
  const own = {steps: {}};
  const server = await openTestApp({config, own});
  const {api, adm, context} = server;
  const engine = {...context, hooks};
  return {
    ...server,
    use: (code, {stepLimitMs} = {stepLimitMs: PATIENT_MS}) => {
      const mistakes = checkOwn(config, code, 'own.ts');
      if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
      Object.assign(own, {steps: {}, timers: {}}, code, {stepLimitMs});
      context.destinations = createOwnDestinations(engine, () => {});
    },
    deliver: async limitMs => {
      const failures: string[] = [];
      const report = (sentence: string, error: unknown): void => void failures.push(`${sentence} ${(error as Error).stack}`);
      for (const [name, destination] of createOwnDestinations(engine, report, limitMs)) {
        const sender = createDeliverySender({db: context.db, name, destination, print: () => {}, onError: error => {
          throw error;
        }});
        sender.wake();
        await sender.idle();
      }
      return failures;
    },
    startTimers: async at => {
      const clock = {now: at};
      const faults: string[] = [];
      const runner = createTimerRunner({
        db: context.db, timers: createOwnTimers(engine), readClock: async () => new Date(clock.now),
        report: (_sentence, error) => void faults.push(String(error)),
      });
      onTestFinished(() => runner.stop(0));
      await runner.register();
      return {faults, runAt: async instant => {
        clock.now = instant;
        await runner.startDue();
        await runner.idle();
      }};
    },
    create: (as, name, body) => api(as, `POST ${name}`, {body}),
    save: (as, name, id, body) => api(as, `PUT ${name}/:id`, {params: {id}, body}),
    act: (as, name, id, action, body = {}) => api(as, `PUT ${name}/${action}/:id`, {params: {id}, body}),
    remove: (as, name, id) => api(as, `DELETE ${name}/:id`, {params: {id}}),
    steps: async (name, id) => {
      const {body} = await api(adm, `GET ${name}/:id/historico`, {params: {id}});
      return (body as {acao: string; nomeUsuario: string}[]).map(({acao, nomeUsuario}) => `${acao}: ${nomeUsuario}`);
    },
  };
};
