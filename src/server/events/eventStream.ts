/** A listener's server-sent events, with a bounded buffer for slow readers. */
import type {Writable} from 'node:stream';

export const EVENT_STREAM = 'text/event-stream';

/** Buffer of a stream; a slower reader is disconnected, reconnects and reads everything again. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Random delay before reconnecting, in milliseconds, so that not all return at once. */
const RECONNECT_MS = {least: 2000, spread: 4000};
/** Delay for a stream replaced by another of the same person. */
const RECONNECT_LATER_MS = 60_000;

/** Formats an event; JSON has no line breaks. */
export const formatEvent = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const retry = (milliseconds: number): string => `retry: ${Math.round(milliseconds)}\n\n`;

export interface EventStream {
  send(text: string): void;
  heartbeat(): void;
  /** Ends the stream. @param later true to ask for a later reconnect */
  end(later?: boolean): void;
  /** Attaches the response; text sent before is written first. */
  attach(output: Writable): void;
}

export const createEventStream = (random = Math.random): EventStream => {
  let buffered = '';
  let output: Writable | undefined;
  let isOver = false;
  const send = (text: string): void => {
    if (isOver || output?.destroyed === true) return;
    if (output === undefined) buffered += text;
    else output.write(text);
    if ((output?.writableLength ?? 0) > MAX_BUFFERED_BYTES) output?.destroy();
  };
  send(retry(RECONNECT_MS.least + RECONNECT_MS.spread * random()));
  return {
    send,
    heartbeat: () => send(':\n\n'),
    end: later => {
      if (later === true) send(retry(RECONNECT_LATER_MS));
      if (!isOver) output?.end();
      isOver = true;
    },
    attach: response => {
      output = response;
      response.write(buffered);
      buffered = '';
      if (isOver) response.end();
    },
  };
};
