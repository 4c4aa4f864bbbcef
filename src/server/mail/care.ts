/** What a running server does for its mails. */
import {signingKey} from '../accounts/key.ts';
import type {createBell} from '../bell.ts';
import type {Context} from '../context.ts';
import {foldersOf} from '../dataDir.ts';
import type {Database, ErrorReporter} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import {DOOR} from '../http/door.ts';
import {makeDue} from './claim.ts';
import {deliveryOf} from './deliver.ts';
import {createSender} from './sender.ts';

const SECOND = 1000;
/** For what other servers wrote, and what waited. */
const LOOK_EVERY = 10 * SECOND;
const SWEEP_EVERY = 3600 * SECOND;
const TELL_EVERY = 600 * SECOND;

/**
 * Sends mails as they come, and what an earlier process left.
 *
 * @param bell the context's own
 * @param say hears sentences for the operator
 * @returns what ends it: mails on their way get as long as requests do
 */
export const careForMail = async (
  context: Context, bell: ReturnType<typeof createBell>, kind: Database['kind'], say: (sentence: string) => void, report: ErrorReporter,
): Promise<() => Promise<void>> => {
  const {db, env} = context;
  const delivery = deliveryOf(env, foldersOf(env.DATA_DIR).outbox, say);
  let told = -Infinity;
  const failed = (error: unknown): void => {
    // Where the database is away it comes every few seconds.
    if (performance.now() - told < TELL_EVERY) return;
    told = performance.now();
    report('O envio de e-mails falhou, e será tentado de novo.', error);
  };
  const sender = createSender({context, key: await signingKey(env), delivery, say, failed});
  await withoutClientLimits(() => makeDue(db, kind === 'embedded'));
  bell.onRing(sender.wake);
  const looking = setInterval(sender.wake, LOOK_EVERY).unref();
  const sweeping = setInterval(() => void delivery.sweep().catch(failed), SWEEP_EVERY).unref();
  sender.wake();
  return async () => {
    clearInterval(looking);
    clearInterval(sweeping);
    await sender.stop(DOOR.grace);
  };
};
