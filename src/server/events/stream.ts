/** What one listener is sent: server-sent events, of which no more waits here than a slow reader may be behind. */
import {Readable} from 'node:stream';

export const EVENT_STREAM = 'text/event-stream';

/** Bytes that may wait for a reader; who is further behind is disconnected, comes back and reads again what is shown. */
const MOST_WAITING = 64 * 1024;

/** When to come back, in milliseconds, after a stream ended: not all in the same instant. */
const COME_BACK = {least: 2000, spread: 4000};
/** For one that had to make room for another of the same person. */
const COME_BACK_LATER = 60_000;

/** An event as it is sent. `data` has no line breaks as JSON. */
export const eventText = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const retry = (milliseconds: number): string => `retry: ${Math.round(milliseconds)}\n\n`;

export interface EventStream {
  readonly readable: Readable;
  /** Sends text that is whole events; after the end nothing. */
  send(text: string): void;
  /** A comment, which keeps proxies from taking the line for dead. */
  beat(): void;
  /** @param later whether there is no sense in coming back at once */
  end(later?: boolean): void;
}

/** @param random between 0 and 1 */
export const openStream = (random = Math.random): EventStream => {
  const readable = new Readable({read: () => {}});
  let isOver = false;
  const send = (text: string): void => {
    if (isOver || readable.destroyed) return;
    readable.push(text);
    if (readable.readableLength > MOST_WAITING) readable.destroy();
  };
  send(retry(COME_BACK.least + COME_BACK.spread * random()));
  return {
    readable,
    send,
    beat: () => send(':\n\n'),
    end: later => {
      if (later === true) send(retry(COME_BACK_LATER));
      if (!isOver && !readable.destroyed) readable.push(null);
      isOver = true;
    },
  };
};
