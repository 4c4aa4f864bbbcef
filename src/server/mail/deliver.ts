/** Where mails go: a mail server, or where there is none a folder of `.eml` files. */
import {mkdir, readdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {SendMailOptions} from 'nodemailer';
import {retentionMs} from '../db/ages.ts';
import type {Env} from '../env.ts';
import {syncFolder} from '../files/diskShelf.ts';
import {codeOf} from '../files/layout.ts';
import type {Claimed} from './claim.ts';

export interface Delivery {
  /** What the log calls it. */
  readonly where: string;
  /**
   * Resolves when the mail server has taken it, or the file is on the disk; rejects with what `failureOf` reads.
   *
   * @param signal gives up what is on its way
   */
  deliver(mail: Claimed, composed: SendMailOptions, signal: AbortSignal): Promise<void>;
  /** Removes what is kept too long. */
  sweep(): Promise<void>;
}

/** Loaded by the first mail, not by every start; made once. */
const lazily = <T>(make: (mailer: typeof import('nodemailer')) => T): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= import('nodemailer').then(make));
};

const SECOND = 1000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * A connection for each mail: what became of one is then what its connection said. nodemailer's pool would send again by itself
 * what it does not know to have arrived, beyond our count. Options in the query of SMTP_URL are stronger than these.
 */
export const smtpDelivery = (url: string): Delivery => {
  const {username, hostname} = new URL(url);
  const transport = lazily(({createTransport}) => createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 30 * SECOND,
    // As long as a mail server may think about a mail it was given whole (RFC 5321, 4.5.3.2.6): who hangs up earlier sends it twice.
    socketTimeout: 600 * SECOND,
    // A password crosses no network in the clear.
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
  }));
  return {
    where: 'servidor de e-mail',
    deliver: async (_mail, composed, signal) => void (await (await transport()).sendMail({...composed, signal})),
    sweep: async () => {},
  };
};

/** Whole or not there, under a name of the mail's own: written again it takes the place of the first. */
const writeWhole = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, {recursive: true, mode: 0o700});
  const arriving = join(folder, `.${name}`);
  try {
    await writeFile(arriving, bytes, {mode: 0o600, flush: true});
    await rename(arriving, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(arriving, {force: true}).catch(() => undefined);
    throw error;
  }
};

/** @param say hears where each mail is; its name tells nothing of whom it is for */
export const folderDelivery = (folder: string, say: (sentence: string) => void): Delivery => {
  const transport = lazily(({createTransport}) => createTransport({streamTransport: true, buffer: true, newline: 'windows'}));
  return {
    where: `pasta ${folder}`,
    deliver: async ({chave, tipo, dataCriacao}, composed) => {
      const {message} = await (await transport()).sendMail(composed);
      const name = `${dataCriacao.toISOString().replaceAll(':', '-')}-${tipo}-${chave}.eml`;
      await writeWhole(folder, name, message as Buffer);
      say(`E-mail gravado em ${join(folder, name)} (sem SMTP_URL, nada é enviado).`);
    },
    sweep: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      for (const name of names.filter(one => one.endsWith('.eml'))) {
        const {mtimeMs} = await stat(join(folder, name));
        if (mtimeMs < Date.now() - retentionMs('correio')) await rm(join(folder, name), {force: true});
      }
    },
  };
};

/** What the environment says. */
export const deliveryOf = ({SMTP_URL}: Pick<Env, 'SMTP_URL'>, folder: string, say: (sentence: string) => void): Delivery =>
  SMTP_URL === undefined ? folderDelivery(folder, say) : smtpDelivery(SMTP_URL);

/** Why a mail could not be sent, in what of it may be said: never an address, which mail servers quote. */

interface MailFailure {
  /** It will never be accepted: the mail server said so of the recipient or the content. */
  forGood: boolean;
  /** Nothing to do with this mail: none can be sent now. */
  away: boolean;
  /** Surely nobody has it: the mail server said so, or was not reached. */
  unsent: boolean;
  /** For the log. */
  reason: string;
}

/** What the system was at when there was no connection. */
const CONNECTING = ['connect', 'getaddrinfo'];
const OF_THE_MAIL = ['RCPT TO', 'DATA', 'API'];

/** What nodemailer rejects with, or the file system. */
export const failureOf = (error: unknown): MailFailure => {
  const {code, command, responseCode, message, syscall} = error as
    {code?: string; command?: string; responseCode?: number; message?: string; syscall?: string};
  const isOfTheMail = OF_THE_MAIL.includes(command ?? '');
  // Before anything was said of a mail: what the system says of the connection.
  const reason = responseCode !== undefined
    ? `resposta ${responseCode}`
    : command === 'CONN' && message !== undefined ? message : (code ?? 'erro desconhecido');
  return {
    // An address that nodemailer itself does not take is no better tomorrow.
    forGood: isOfTheMail && ((responseCode ?? 0) >= 500 || (command === 'API' && code === 'EENVELOPE')),
    away: !isOfTheMail,
    unsent: responseCode !== undefined || CONNECTING.includes(syscall ?? ''),
    reason,
  };
};
