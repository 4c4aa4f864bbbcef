/** An API of a test's own behind the portal's real http layer: answers by 'METHOD path', and what was sent. */
import {vi} from 'vitest';
import {EVENTS_CALL} from '../../../src/schema/events.ts';

export interface Sent {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** JSON as parsed, or the FormData itself. */
  body: unknown;
}
/** A value, answered with 200; a Response as it is; a function, called with what was sent. */
export type Answers = Record<string, unknown>;

export const refusal = (status: number, body: Record<string, unknown>): Response => Response.json(body, {status});
/** The server cannot be reached. */
export const offline = (): never => {
  throw new TypeError('network');
};

const bodyOf = (body: unknown): unknown => (typeof body === 'string' ? JSON.parse(body) : (body ?? undefined));

/** Stands in for `fetch` and `XMLHttpRequest`; an unknown call answers 404. */
export const fakeApi = (answers: Answers) => {
  const calls: Sent[] = [];
  const answer = async (method: string, url: string, headers: Headers, body: unknown, signal?: AbortSignal): Promise<Response> => {
    const {pathname, searchParams} = new URL(url, 'http://portal.test');
    const sent: Sent = {method, path: pathname.replace(/^\/api\//, ''), query: searchParams, headers, body: bodyOf(body), signal};
    const known = answers[`${method} ${sent.path}`];
    // Whatever screen is open asks what the server tells of itself, and says that it is there: that is of a test that answers it alone.
    const isOfAnyScreen = `${method} ${sent.path}` === EVENTS_CALL || sent.path.endsWith('/presenca');
    if (isOfAnyScreen && known === undefined) return refusal(404, {message: 'Registro não encontrado.'});
    calls.push(sent);
    const value: unknown = typeof known === 'function' ? await (known as (sent: Sent) => unknown)(sent) : known;
    if (value === undefined) return refusal(404, {message: 'Registro não encontrado.'});
    return value instanceof Response ? value.clone() : Response.json(value);
  };

  class Xhr {
    upload: {onprogress?: (event: ProgressEvent) => void} = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    responseText = '';
    private method = '';
    private url = '';
    private aborted = false;
    private headers = new Headers();
    open(method: string, url: string) {
      this.method = method;
      this.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getAllResponseHeaders() {
      return '';
    }
    abort() {
      this.aborted = true;
      this.onabort?.();
    }
    send(body: unknown) {
      this.upload.onprogress?.({lengthComputable: true, loaded: 1, total: 2} as ProgressEvent);
      answer(this.method, this.url, this.headers, body).then(
        async response => {
          this.status = response.status;
          this.responseText = await response.text();
          if (!this.aborted) this.onload?.();
        },
        () => this.onerror?.(),
      );
    }
  }
  vi.stubGlobal('fetch', async (url: string, {method = 'GET', headers, body, signal}: RequestInit) => {
    const response = await answer(method, url, new Headers(headers), body, signal ?? undefined);
    // A body on its way breaks off with the signal, as in a browser.
    return signal && response.body ? new Response(response.body.pipeThrough(new TransformStream(), {signal}), response) : response;
  });
  vi.stubGlobal('XMLHttpRequest', Xhr);
  return {
    calls,
    /** The calls of one kind, in order. */
    to: (call: string) => calls.filter(({method, path}) => `${method} ${path}` === call),
  };
};
