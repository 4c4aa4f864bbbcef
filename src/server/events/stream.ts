/** What one listener is sent: server-sent events, of which no more waits here than a slow reader may be behind. */
import type {Writable} from 'node:stream';

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
  /** Sends text that is whole events; after the end nothing. */
  send(text: string): void;
  /** A comment, which keeps proxies from taking the line for dead. */
  beat(): void;
  /** @param later whether there is no sense in coming back at once */
  end(later?: boolean): void;
  /** From here on there is a line to send on, for what was sent before too. */
  begin(line: Writable): void;
}

/** @param random between 0 and 1 */
export const openStream = (random = Math.random): EventStream => {
  let early = '';
  let line: Writable | undefined;
  let isOver = false;
  const send = (text: string): void => {
    if (isOver || line?.destroyed === true) return;
    if (line === undefined) early += text;
    else line.write(text);
    if ((line?.writableLength ?? 0) > MOST_WAITING) line?.destroy();
  };
  send(retry(COME_BACK.least + COME_BACK.spread * random()));
  return {
    send,
    beat: () => send(':\n\n'),
    end: later => {
      if (later === true) send(retry(COME_BACK_LATER));
      if (!isOver) line?.end();
      isOver = true;
    },
    begin: to => {
      line = to;
      to.write(early);
      early = '';
      if (isOver) to.end();
    },
  };
};
