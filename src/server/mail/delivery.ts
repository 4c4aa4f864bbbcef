/** Delivery of mails: to a mail server, or without one to a folder of `.eml` files. */
import {mkdir, readdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {SendMailOptions} from 'nodemailer';
import {retentionMs} from '../db/retention.ts';
import type {Env} from '../env.ts';
import {syncFolder} from '../files/diskStorage.ts';
import {errorCodeOf} from '../files/layout.ts';
import type {ClaimedMail} from './outbox.ts';

export interface Delivery {
  readonly where: string;
  /**
   * Resolves when the mail server has accepted the mail, or the file is on disk; rejects with an error for `failureOf`.
   *
   * @param signal aborts sending
   */
  deliver(mail: ClaimedMail, composed: SendMailOptions, signal: AbortSignal): Promise<void>;
  sweep(): Promise<void>;
}

/** Loads nodemailer with the first mail, not at start. */
const lazyMailer = <T>(create: (mailer: typeof import('nodemailer')) => T): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return () => (loading ??= import('nodemailer').then(create));
};

const SECOND_MS = 1000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Delivery over SMTP, with a connection per mail, so that each result is certain.
 * nodemailer's pool would resend mails of unknown result beyond our count. Options in the query of SMTP_URL take precedence.
 */
export const smtpDelivery = (url: string): Delivery => {
  const {username, hostname} = new URL(url);
  const transport = lazyMailer(({createTransport}) => createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 30 * SECOND_MS,
    // The time that RFC 5321 (4.5.3.2.6) grants a server after the content; hanging up earlier sends a mail twice.
    socketTimeout: 600 * SECOND_MS,
    // TLS is required with a password, except on this machine.
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
  }));
  return {
    where: 'servidor de e-mail',
    deliver: async (_mail, composed, signal) => void (await (await transport()).sendMail({...composed, signal})),
    sweep: async () => {},
  };
};

/** Writes a temporary file and renames it; a repeated mail replaces its file. */
const writeAtomically = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, {recursive: true, mode: 0o700});
  const temporaryFile = join(folder, `.${name}`);
  try {
    await writeFile(temporaryFile, bytes, {mode: 0o600, flush: true});
    await rename(temporaryFile, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(temporaryFile, {force: true}).catch(() => undefined);
    throw error;
  }
};

/** Delivery to a folder. @param print prints the path, whose name reveals no recipient */
export const folderDelivery = (folder: string, print: (sentence: string) => void): Delivery => {
  const transport = lazyMailer(({createTransport}) => createTransport({streamTransport: true, buffer: true, newline: 'windows'}));
  return {
    where: `pasta ${folder}`,
    deliver: async ({chave, tipo, dataCriacao}, composed) => {
      const {message} = await (await transport()).sendMail(composed);
      const name = `${dataCriacao.toISOString().replaceAll(':', '-')}-${tipo}-${chave}.eml`;
      await writeAtomically(folder, name, message as Buffer);
      print(`E-mail gravado em ${join(folder, name)} (sem SMTP_URL, nada é enviado).`);
    },
    sweep: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (errorCodeOf(error) === 'ENOENT') return [];
        throw error;
      });
      for (const name of names.filter(fileName => fileName.endsWith('.eml'))) {
        const {mtimeMs} = await stat(join(folder, name));
        if (mtimeMs < Date.now() - retentionMs('correio')) await rm(join(folder, name), {force: true});
      }
    },
  };
};

export const selectDelivery = ({SMTP_URL}: Pick<Env, 'SMTP_URL'>, folder: string, print: (sentence: string) => void): Delivery =>
  SMTP_URL === undefined ? folderDelivery(folder, print) : smtpDelivery(SMTP_URL);

/** Reason of a failed mail, without addresses, which mail servers quote. */

interface MailFailure {
  /** The mail server refused the recipient or the content for good. */
  isPermanent: boolean;
  isOutage: boolean;
  /** The mail server refused the mail or was not reached, so surely nobody has it. */
  isUndelivered: boolean;
  reason: string;
}

const CONNECTION_SYSCALLS = ['connect', 'getaddrinfo'];
const MAIL_COMMANDS = ['RCPT TO', 'DATA', 'API'];

export const classifyMailFailure = (error: unknown): MailFailure => {
  const {code, command, responseCode, message, syscall} = error as
    {code?: string; command?: string; responseCode?: number; message?: string; syscall?: string};
  const concernsMail = MAIL_COMMANDS.includes(command ?? '');
  const reason = responseCode !== undefined
    ? `resposta ${responseCode}`
    : command === 'CONN' && message !== undefined ? message : (code ?? 'erro desconhecido');
  return {
    // nodemailer itself refuses a malformed address, today and tomorrow.
    isPermanent: concernsMail && ((responseCode ?? 0) >= 500 || (command === 'API' && code === 'EENVELOPE')),
    isOutage: !concernsMail,
    isUndelivered: responseCode !== undefined || CONNECTION_SYSCALLS.includes(syscall ?? ''),
    reason,
  };
};
