/** Sends what the outbox holds: a few at a time, never inside a transaction, again later where it does not work out. */
import {setTimeout as wait} from 'node:timers/promises';
import type {SigningKey} from '../accounts/key.ts';
import type {Context} from '../context.ts';
import {dailyMails, scheduleNotices} from '../notices/schedule.ts';
import {answerRequest} from '../passwordLinks/issue.ts';
import {tokenMaker} from '../passwordLinks/link.ts';
import {claimMail, markDead, markSent, putBack, RENEW_EVERY, renewClaim, type Claimed} from './claim.ts';
import {composeMail} from './compose.ts';
import {failureOf, type Delivery} from './deliver.ts';

const AT_ONCE = 3;
/** Between two tries to write down what became of a mail, where the database is away. */
const AGAIN = 500;

interface SenderOptions {
  context: Pick<Context, 'config' | 'db' | 'env'>;
  key: SigningKey;
  delivery: Delivery;
  /** Hears each sentence for the operator. */
  say: (sentence: string) => void;
  /** Hears of errors that are nobody's mail. */
  failed: (error: unknown) => void;
}

export interface Sender {
  /** Looks for what is due, unless as many as may be are at it. */
  wake: () => void;
  /** Resolves when nobody is at it any more. */
  idle(): Promise<void>;
  /** Takes no more mails, and gives those on their way up after `grace` ms. */
  stop(grace: number): Promise<void>;
}

export const createSender = ({context: {config, db, env}, key, delivery, say, failed}: SenderOptions): Sender => {
  const tokenOf = tokenMaker(key);
  const makeDaily = dailyMails(db, config);
  const givingUp = new AbortController();
  const lanes = new Set<Promise<void>>();
  const stopping = new AbortController();
  let rung = false;
  let away: string | undefined;

  const tellAway = (reason: string | undefined): void => {
    if (reason !== undefined && away === undefined) {
      say(`Os e-mails não podem sair (${delivery.where}: ${reason}). Eles esperam, e o envio será tentado de novo.`);
    }
    if (reason === undefined && away !== undefined) say('Os e-mails voltaram a sair.');
    away = reason;
  };
  const tellDead = (id: number, why: string): void => say(`O e-mail ${id} não foi enviado, e não será tentado de novo: ${why}.`);

  /** What became of a mail is written down however long the database is away: until then somebody may send it again. */
  const written = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        failed(error);
        if (stopping.signal.aborted) return undefined;
        await wait(AGAIN, undefined, {ref: false});
      }
    }
  };

  /** @returns false where none can be sent now */
  const send = async (mail: Claimed): Promise<boolean> => {
    const renewing = setInterval(() => void renewClaim(db, mail).catch(failed), RENEW_EVERY);
    try {
      await delivery.deliver(mail, composeMail(config, env, mail), givingUp.signal);
    } catch (error) {
      const {forGood, away: isAway, unsent, reason} = failureOf(error);
      // Left as it is: its lease ends, or the next start finds it.
      if (givingUp.signal.aborted) return false;
      if (isAway) tellAway(reason);
      const isUnsent = unsent && mail.avisos?.mayHaveArrived !== true;
      const isDead = forGood ? await written(() => markDead(db, mail)).then(() => true) : await written(() => putBack(db, mail, isUnsent));
      if (isDead === true) tellDead(mail.id, `${mail.tipo} do usuário ${mail.idUsuario}, ${reason}`);
      return !isAway;
    } finally {
      clearInterval(renewing);
    }
    tellAway(undefined);
    await written(() => markSent(db, mail));
    return true;
  };

  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      rung = false;
      while (await answerRequest(db, config));
      while (await scheduleNotices(db));
      await makeDaily();
      const mail = await claimMail(db, config, tokenOf);
      if (mail === undefined) {
        if (rung) continue;
        return;
      }
      if ('dead' in mail) {
        tellDead(mail.dead, 'foi tentado vezes demais');
        continue;
      }
      // Where there is one there may be more; while the mail server is away this one shows whether it is back.
      if (away === undefined) wake();
      if (!(await send(mail))) return;
    }
  };

  const wake = (): void => {
    rung = true;
    if (stopping.signal.aborted || lanes.size >= AT_ONCE) return;
    const running = lane().catch(failed).finally(() => lanes.delete(running));
    lanes.add(running);
  };

  const idle = async (): Promise<void> => {
    while (lanes.size > 0) await Promise.all(lanes);
  };
  return {
    wake, idle,
    stop: async grace => {
      stopping.abort();
      const timer = setTimeout(() => givingUp.abort(), grace);
      await idle();
      clearTimeout(timer);
    },
  };
};
