/** The stream of events as a portal hears it: by fetch, on a server that listens. */
import type {AddressInfo} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {EVENTS_CALL} from '../../src/schema/events.ts';
import {parseEndpoint} from '../../src/schema/paths.ts';
import {until} from './until.ts';

export interface Event {
  name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- what the server tells is what the tests find out
  data: any;
}

export interface Stream {
  response: Response;
  /** Everything told so far, as it came. */
  text(): string;
  /** The events of it. */
  events(): Event[];
  /** Waits for such an event. */
  hears(name: string, data: Readonly<Record<string, unknown>>): Promise<Event>;
  /** `end`: the server ended it in order; `broken`: not. */
  ended: Promise<'end' | 'broken'>;
  /** Leaves, as a portal that is closed. */
  leave(): void;
}

/** Where a server listens, made to listen where it does not; an address is its own. */
export const addressOf = async (app: FastifyInstance | string): Promise<string> => {
  if (typeof app === 'string') return app;
  if (!app.server.listening) await app.listen({port: 0, host: '127.0.0.1'});
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

const eventsIn = (text: string): Event[] => text.split('\n\n').flatMap(block => {
  const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
  return name === undefined || data === undefined ? [] : [{name, data: JSON.parse(data) as unknown}];
});

const isLike = (data: Record<string, unknown>, wanted: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(wanted).every(([name, value]) => data[name] === value);

/**
 * Opens the stream as the holder of `token`; it is heard from when this resolves.
 *
 * @param prefer what is preferred of it
 */
export const listenTo = async (app: FastifyInstance | string, token: string | undefined, prefer = ''): Promise<Stream> => {
  const end = new AbortController();
  const {path} = parseEndpoint(EVENTS_CALL);
  const response = await fetch(`${await addressOf(app)}/api/${path}`, {
    signal: end.signal,
    headers: {...(token === undefined ? {} : {authorization: `Bearer ${token}`}), 'accept-encoding': 'br, gzip', prefer},
  });
  let text = '';
  const read = async (): Promise<'end' | 'broken'> => {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
      return 'end';
    } catch {
      return 'broken';
    }
  };
  const ended = read();
  return {
    response, ended,
    text: () => text,
    events: () => eventsIn(text),
    hears: (name, data) => until(() => {
      const found = eventsIn(text).findLast(event => event.name === name && isLike(event.data, data));
      if (found === undefined) throw new Error(`heard ${text}, not ${name} ${JSON.stringify(data)}`);
      return found;
    }),
    leave: () => end.abort(),
  };
};
