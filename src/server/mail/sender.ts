/** Sends the mails of the outbox: a few in parallel, never inside a transaction, with retries. */
import {setTimeout as wait} from 'node:timers/promises';
import type {SigningKey} from '../accounts/signingKey.ts';
import type {Context} from '../context.ts';
import {createDailyMailJob, scheduleNoticeMails} from '../notices/scheduleMails.ts';
import {processLinkRequest} from '../passwordLinks/issue.ts';
import {createTokenDeriver} from '../passwordLinks/linkTokens.ts';
import {
  claimMail, markMailGivenUp, markMailSent, returnToOutbox, RENEW_LEASE_INTERVAL_MS, renewMailLease, type ClaimedMail,
} from './outbox.ts';
import {composeMail} from './compose.ts';
import {classifyMailFailure, type Delivery} from './delivery.ts';

const MAX_PARALLEL_MAILS = 3;
/** Delay between two attempts to store a mail's result while the database is away. */
const RETRY_DELAY_MS = 500;

interface SenderOptions {
  context: Pick<Context, 'config' | 'db' | 'env'>;
  key: SigningKey;
  delivery: Delivery;
  print: (sentence: string) => void;
  onError: (error: unknown) => void;
}

export interface MailSender {
  /** Starts a worker for due mails, unless the maximum is running. */
  wake: () => void;
  idle(): Promise<void>;
  /** Claims no more mails, and aborts sending after `grace` ms. */
  stop(grace: number): Promise<void>;
}

export const createMailSender = ({context: {config, db, env}, key, delivery, print, onError}: SenderOptions): MailSender => {
  const tokenOf = createTokenDeriver(key);
  const createDailyMails = createDailyMailJob(db, config);
  const abandoning = new AbortController();
  const workers = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isWoken = false;
  let outageReason: string | undefined;

  const reportOutage = (reason: string | undefined): void => {
    if (reason !== undefined && outageReason === undefined) {
      print(`Os e-mails não podem sair (${delivery.where}: ${reason}). Eles esperam, e o envio será tentado de novo.`);
    }
    if (reason === undefined && outageReason !== undefined) print('Os e-mails voltaram a sair.');
    outageReason = reason;
  };
  const reportGivenUp = (id: number, reason: string): void =>
    print(`O e-mail ${id} não foi enviado, e não será tentado de novo: ${reason}.`);

  /** Retries until the result of a mail is stored, because after the lease another process would send it again. */
  const retryUntilWritten = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        onError(error);
        if (stopping.signal.aborted) return undefined;
        await wait(RETRY_DELAY_MS, undefined, {ref: false});
      }
    }
  };

  /** @returns false while the mail server is away */
  const send = async (mail: ClaimedMail): Promise<boolean> => {
    const renewing = setInterval(() => void renewMailLease(db, mail).catch(onError), RENEW_LEASE_INTERVAL_MS);
    try {
      await delivery.deliver(mail, composeMail(config, env, mail), abandoning.signal);
    } catch (error) {
      const {isPermanent, isOutage, isUndelivered, reason} = classifyMailFailure(error);
      // The mail stays claimed: its lease ends, or the next start releases it.
      if (abandoning.signal.aborted) return false;
      if (isOutage) reportOutage(reason);
      const isSurelyUnsent = isUndelivered && mail.avisos?.mayHaveArrived !== true;
      const isGivenUp = isPermanent
        ? await retryUntilWritten(() => markMailGivenUp(db, mail)).then(() => true)
        : await retryUntilWritten(() => returnToOutbox(db, mail, isSurelyUnsent));
      if (isGivenUp === true) reportGivenUp(mail.id, `${mail.tipo} do usuário ${mail.idUsuario}, ${reason}`);
      return !isOutage;
    } finally {
      clearInterval(renewing);
    }
    reportOutage(undefined);
    await retryUntilWritten(() => markMailSent(db, mail));
    return true;
  };

  const runWorker = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      while (await processLinkRequest(db, config));
      while (await scheduleNoticeMails(db));
      await createDailyMails();
      const mail = await claimMail(db, config, tokenOf);
      if (mail === undefined) {
        if (isWoken) continue;
        return;
      }
      if ('dead' in mail) {
        reportGivenUp(mail.dead, 'foi tentado vezes demais');
        continue;
      }
      // More mails may be due. While the mail server is away, this one alone tests it.
      if (outageReason === undefined) wake();
      if (!(await send(mail))) return;
    }
  };

  const wake = (): void => {
    isWoken = true;
    if (stopping.signal.aborted || workers.size >= MAX_PARALLEL_MAILS) return;
    const worker = runWorker().catch(onError).finally(() => workers.delete(worker));
    workers.add(worker);
  };

  const idle = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers);
  };
  return {
    wake, idle,
    stop: async grace => {
      stopping.abort();
      const timer = setTimeout(() => abandoning.abort(), grace);
      await idle();
      clearTimeout(timer);
    },
  };
};
