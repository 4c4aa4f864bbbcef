/** A real mail server of the test's own, and the product's sender on a test's server. */
import {once} from 'node:events';
import type {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import PostalMime, {type Email} from 'postal-mime';
import {SMTPServer} from 'smtp-server';
import {smtpDelivery, type Delivery} from '../../src/server/mail/delivery.ts';
import {createMailSender, type MailSender} from '../../src/server/mail/sender.ts';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {ownPort} from './ownPort.ts';
import type {TestApp} from './server.ts';

export interface Received extends Email {
  /** The addresses it was sent to, as the mail server was told. */
  recipients: string[];
}

/** What a mail server does at a step instead of going on: refuse with a code, or wait. */
type Step = () => number | Promise<void> | undefined;

export interface MailServer {
  readonly port: number;
  readonly url: string;
  /** Mails that it took, in order. */
  readonly received: Received[];
  /** Connections so far. */
  readonly connections: number;
  /** What happens at a connection, a recipient, or after the last byte of a mail that it then may take. */
  readonly on: {connect?: Step; recipient?: Step; taken?: Step};
  close(): Promise<void>;
}

const refusal = (code: number): Error => Object.assign(new Error('recusado: pessoa.secreta@balcao.test'), {responseCode: code});

/** @param given the port of one that was closed; absent: one of its own */
export const openMailServer = async (given?: number): Promise<MailServer> => {
  const port = given ?? await ownPort();
  const received: Received[] = [];
  const on: MailServer['on'] = {};
  let connections = 0;
  const through = (step: Step | undefined, go: (error?: Error | null) => void): void => {
    const what = step?.();
    if (typeof what === 'number') go(refusal(what));
    else if (what === undefined) go();
    else void what.then(() => go(), () => {});
  };
  const take = async (stream: Readable, recipients: string[], done: (error?: Error | null) => void): Promise<void> => {
    const mail = await PostalMime.parse(await buffer(stream));
    through(on.taken, error => {
      if (!error) received.push({...mail, recipients});
      done(error);
    });
  };
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS'], logger: false, closeTimeout: 1,
    onConnect: (_session, go) => {
      connections += 1;
      through(on.connect, go);
    },
    onRcptTo: (_address, _session, go) => through(on.recipient, go),
    onData: (stream, session, done) => void take(stream, session.envelope.rcptTo.map(({address}) => address), done),
  });
  // Lines that the tests cut on purpose.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port, url: `smtp://127.0.0.1:${port}`, received, on,
    get connections() {
      return connections;
    },
    close: () => new Promise(resolve => {
      server.close(() => resolve());
    }),
  };
};

export interface TestSender extends MailSender {
  /** What the operator was told. */
  said: string[];
  errors: unknown[];
  /** Sends what is due, until nothing is. */
  sendAll(): Promise<void>;
}

/** A sender as `npm start` has one, that looks only when it is told to. Stop it where a mail may still be on its way. */
export const testSender = async ({context}: TestApp, to: string | Delivery): Promise<TestSender> => {
  const said: string[] = [];
  const errors: unknown[] = [];
  const sender = createMailSender({
    context, key: await loadSigningKey(context.env), delivery: typeof to === 'string' ? smtpDelivery(to) : to,
    print: sentence => void said.push(sentence), onError: error => void errors.push(error),
  });
  return {
    ...sender, said, errors,
    sendAll: async () => {
      sender.wake();
      await sender.idle();
    },
  };
};

/** The token of a mail's link. */
export const tokenIn = (mail: Pick<Email, 'text'> | undefined): string => /\/reset-senha\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
