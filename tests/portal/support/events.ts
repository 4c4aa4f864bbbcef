/** What a server tells, in a test's hands: the answer to `GET eventos`, as often as it is asked for. */
import {EVENTS_CALL} from '../../../src/schema/events.ts';
import {until} from '../../support/until.ts';
import type {Answers, Sent} from './api.ts';

const encoder = new TextEncoder();

/** @param tellsBefore whether it tells what happened before its line was open, where that is preferred */
export const eventSource = ({tellsBefore = false} = {}) => {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const asked: Sent[] = [];
  const answer = (sent: Sent): Response => {
    asked.push(sent);
    const body = new ReadableStream<Uint8Array>({
      start: controller => {
        open.add(controller);
        sent.signal?.addEventListener('abort', () => open.delete(controller));
      },
    });
    const prefer = sent.headers.get('prefer');
    return new Response(body, {headers: {
      'content-type': 'text/event-stream; charset=utf-8', ...(tellsBefore && prefer !== null ? {'preference-applied': prefer} : {}),
    }});
  };
  const send = (bytes: Uint8Array): void => open.forEach(line => line.enqueue(bytes));
  const write = (text: string): void => send(encoder.encode(text));
  const all = (): ReadableStreamDefaultController<Uint8Array>[] => {
    const lines = [...open];
    open.clear();
    return lines;
  };
  return {
    answers: {[EVENTS_CALL as 'GET eventos']: answer} satisfies Answers,
    asked,
    /** Connections that are open. */
    get open() {
      return open.size;
    },
    /** Once a connection is open. */
    opened: () => until(() => {
      if (open.size === 0) throw new Error('nobody listens');
    }),
    send,
    write,
    tell: (name: string, data: unknown): void => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    /** The server ends. */
    end: () => all().forEach(line => line.close()),
    /** The line breaks. */
    cut: () => all().forEach(line => line.error(new TypeError('network'))),
  };
};

/** Whether somebody looks at the page; jsdom's is looked at. Say so again after a test that says otherwise. */
export const seen = (visible: boolean): void => {
  Object.defineProperty(document, 'visibilityState', {configurable: true, value: visible ? 'visible' : 'hidden'});
  document.dispatchEvent(new Event('visibilitychange'));
};
