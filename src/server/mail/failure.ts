/** Why a mail could not be sent, in what of it may be said: never an address, which mail servers quote. */

export interface MailFailure {
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
