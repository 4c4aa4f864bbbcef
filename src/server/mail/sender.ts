/** Sends the mails of the outbox, with retries. */
import type {SigningKey} from '../accounts/signingKey.ts';
import type {Context} from '../context.ts';
import {createDailyMailJob, scheduleNoticeMails} from '../notices/scheduleMails.ts';
import {processLinkRequest} from '../passwordLinks/issue.ts';
import {createTokenDeriver} from '../passwordLinks/linkTokens.ts';
import {createSenderPool, type SenderPool} from '../sending/senderPool.ts';
import {claimMail, markMailGivenUp, markMailSent, returnToOutbox, renewMailLease, type ClaimedMail} from './outbox.ts';
import {composeMail} from './compose.ts';
import {classifyMailFailure, type Delivery} from './delivery.ts';

interface SenderOptions {
  context: Pick<Context, 'config' | 'db' | 'env'>;
  key: SigningKey;
  delivery: Delivery;
  print: (sentence: string) => void;
  onError: (error: unknown) => void;
}

export type MailSender = Pick<SenderPool, 'wake' | 'idle' | 'stop'>;

export const createMailSender = ({context: {config, db, env}, key, delivery, print, onError}: SenderOptions): MailSender => {
  const tokenOf = createTokenDeriver(key);
  const createDailyMails = createDailyMailJob(db, config);
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

  /** @returns false while the mail server is away */
  const send = async (mail: ClaimedMail, abandoned: AbortSignal): Promise<boolean> => {
    try {
      await delivery.deliver(mail, composeMail(config, env, mail), abandoned);
    } catch (error) {
      const {isPermanent, isOutage, isUndelivered, reason} = classifyMailFailure(error);
      // The mail stays claimed: its lease ends, or the next start releases it.
      if (abandoned.aborted) return false;
      if (isOutage) reportOutage(reason);
      const isSurelyUnsent = isUndelivered && mail.avisos?.mayHaveArrived !== true;
      const isGivenUp = isPermanent
        ? await pool.retryUntilWritten(() => markMailGivenUp(db, mail)).then(() => true)
        : await pool.retryUntilWritten(() => returnToOutbox(db, mail, isSurelyUnsent));
      if (isGivenUp === true) reportGivenUp(mail.id, `${mail.tipo} do usuário ${mail.idUsuario}, ${reason}`);
      return !isOutage;
    }
    reportOutage(undefined);
    await pool.retryUntilWritten(() => markMailSent(db, mail));
    return true;
  };

  const claim = async (): Promise<ClaimedMail | undefined> => {
    for (;;) {
      while (await processLinkRequest(db, config));
      while (await scheduleNoticeMails(db));
      await createDailyMails();
      const mail = await claimMail(db, config, tokenOf);
      if (mail === undefined || !('dead' in mail)) return mail;
      reportGivenUp(mail.dead, 'foi tentado vezes demais');
    }
  };

  const pool = createSenderPool({
    claim, send, onError, renewLease: mail => renewMailLease(db, mail),
    // While the mail server is away, one mail alone tests it.
    mayGrow: () => outageReason === undefined,
  });
  return pool;
};
