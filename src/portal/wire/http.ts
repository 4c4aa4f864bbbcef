/** Every request the portal makes. Bearer token, JSON or multipart, upload progress, one kind of error. */
import type {Endpoint} from '../../schema/shapes/config.ts';
import {fillPath, parseEndpoint, trimTrailingSlashes} from '../../schema/paths.ts';
import {STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import type * as wire from '../../schema/wire.ts';
import {accessToken, sessionState, tellSessionState} from '../session/identity.ts';
import {HttpError} from './httpError.ts';
import {learnServerTime} from './serverClock.ts';

export const API_URL = trimTrailingSlashes(((import.meta.env['VITE_API_URL'] as string | undefined) ?? '/api').trim());

export interface RequestOptions {
  /** Values for `:name` in the path. */
  params?: Readonly<Record<string, unknown>>;
  query?: URLSearchParams;
  /** Sent as JSON, or as multipart when it is a FormData. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** Goes on where the page is left. */
  keepalive?: true;
  /** From 0 to 1, while the body goes up. */
  onProgress?: (share: number) => void;
}

export interface ApiAnswer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The one error body of the API (rules: Answers 2); another server may send less. */
export interface ErrorBody extends Partial<wire.ErrorBody> {
  /** Refused by the portal itself before it asked: told where it was typed. */
  unasked?: true;
}

let unauthorized: (() => void) | undefined;
/** What happens on any 401 but the login's own: set once by the app. */
export const onUnauthorized = (listener: (() => void) | undefined): void => {
  unauthorized = listener;
};
/** The last token of which an answer said that its person is another by now, and who asks for what they are. */
const stale: {token?: string | undefined; listener?: (() => void) | undefined} = {};
/** @returns the stale token that was told of, to a listener that comes later */
export const onStaleSession = (listener: (() => void) | undefined): string | undefined => {
  stale.listener = listener;
  return stale.token;
};

const parsed = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const headersOf = ({body, headers}: RequestOptions): Headers => {
  const all = new Headers({accept: 'application/json', ...headers});
  const token = accessToken();
  if (token !== undefined) all.set('authorization', `Bearer ${token}`);
  if (body !== undefined && !(body instanceof FormData)) all.set('content-type', 'application/json');
  return all;
};
const bodyOf = (body: unknown): BodyInit | null => (body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body));

/** fetch has no upload progress; XMLHttpRequest has. */
const sendWithProgress = (url: string, method: string, options: RequestOptions, onProgress: (share: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    headersOf(options).forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total);
    xhr.onload = () => {
      const headers = new Headers(xhr.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      resolve(new Response(xhr.status === 204 ? null : xhr.responseText, {status: xhr.status, headers}));
    };
    xhr.onerror = () => reject(new TypeError('network'));
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    options.signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(bodyOf(options.body) as XMLHttpRequestBodyInit | null);
  });

/**
 * The error of a failed call, which is logged (rules: Errors 3): as it is declared, because an address may hold a token or what somebody
 * searched for, and with nothing of what went up or came down but the server's own name for the refusal.
 */
const failure = (endpoint: Endpoint, status: number, body: ErrorBody = {}): HttpError => {
  const [call] = endpoint.split('?');
  // oxlint-disable-next-line no-console -- the browser's console is the place (rules: Errors 3)
  console.warn([`${call}:`, status === 0 ? 'sem conexão' : status, body.codigo, body.id].filter(Boolean).join(' '));
  return new HttpError(body.message ?? '', status, body);
};

/** The first file of a body that was saved again or removed since it was chosen: no browser reads it any more. */
const changedFile = async (body: unknown): Promise<File | undefined> => {
  for (const part of body instanceof FormData ? body.values() : []) {
    if (part instanceof File && !await part.slice(0, 1).arrayBuffer().then(() => true, () => false)) return part;
  }
  return undefined;
};

/**
 * Work that needs the line; one that breaks is status 0, wherever it does, but where a file of the body is what broke it: trying again
 * would fail for ever. What nobody waits for any more is no failure.
 */
const onLine = async <T>(endpoint: Endpoint, {signal, body}: RequestOptions, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw error;
    const changed = await changedFile(body);
    if (changed === undefined) throw failure(endpoint, 0);
    const message = `O arquivo ${changed.name} mudou ou foi removido depois de escolhido. Escolha-o de novo.`;
    throw failure(endpoint, 400, {codigo: 'EXTENSAO', message});
  }
};

const addressOf = (path: string, {params = {}, query}: RequestOptions): string => {
  const asked = query?.toString();
  return `${API_URL}/${fillPath(path, params)}${asked ? `?${asked}` : ''}`;
};

/**
 * Makes a call in the name of the person on the screen (rules: Session 18). A token that another tab renewed while the call was under way
 * is tried before the session counts as ended: a 401 has done nothing.
 *
 * @throws HttpError 401, before anything is sent, where another tab has signed out or in as somebody else
 */
const sendAsOwner = async (call: () => Promise<Response>): Promise<Response> => {
  if (sessionState() !== 'own') {
    tellSessionState();
    throw new HttpError('', 401, {codigo: 'SESSAO'} satisfies ErrorBody);
  }
  const token = accessToken();
  const sentAt = Date.now();
  const response = await call();
  learnServerTime(response, sentAt);
  if (response.headers.has(STALE_SESSION_HEADER) && token === accessToken()) {
    stale.token = token;
    stale.listener?.();
  }
  return response.status === 401 && sessionState() === 'own' && accessToken() !== token ? call() : response;
};

const fetchCall = (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  const {method, path} = parseEndpoint(endpoint);
  const url = addressOf(path, options);
  if (options.onProgress) return sendWithProgress(url, method, options, options.onProgress);
  const {signal = null, keepalive = false, body} = options;
  return fetch(url, {method, headers: headersOf(options), body: bodyOf(body), signal, keepalive});
};
const send = (endpoint: Endpoint, options: RequestOptions): Promise<Response> =>
  sendAsOwner(() => onLine(endpoint, options, () => fetchCall(endpoint, options)));

const bodyFrom = async (endpoint: Endpoint, options: RequestOptions, response: Response): Promise<unknown> =>
  parsed(await onLine(endpoint, options, () => response.text()));

const refusal = (endpoint: Endpoint, status: number, body: unknown): HttpError => {
  if (status === 401) unauthorized?.();
  return failure(endpoint, status, body ?? {});
};

/**
 * Makes a declared call.
 *
 * @throws HttpError with `status` 0 (no connection) or the server's, and `body` as {@link ErrorBody}
 */
export const request = async <T>(endpoint: Endpoint, options: RequestOptions = {}): Promise<ApiAnswer<T>> => {
  const response = await send(endpoint, options);
  const body = await bodyFrom(endpoint, options, response);
  if (!response.ok) throw refusal(endpoint, response.status, body);
  return {status: response.status, body: body as T, headers: response.headers};
};

/** A file on its way: its bytes as they come, the name the server gives it, how many records it holds (where it says so). */
interface Incoming {
  response: Response;
  name: string | undefined;
  total: number | undefined;
}

/** Asks for a file; throws like {@link request}, before any of it is read. */
export const openDownload = async (endpoint: Endpoint, options: RequestOptions = {}): Promise<Incoming> => {
  const response = await send(endpoint, options);
  if (!response.ok) throw refusal(endpoint, response.status, await bodyFrom(endpoint, options, response));
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const total = response.headers.get('x-total-count');
  return {
    response, name: encoded === undefined ? undefined : decodeURIComponent(encoded), total: total === null ? undefined : Number(total),
  };
};

/** A file's bytes, the name the server gives it, and how large it is in all: undefined where a part of it came without that. */
export const download = async (
  endpoint: Endpoint, options: RequestOptions = {},
): Promise<{blob: Blob; name: string | undefined; size: number | undefined}> => {
  const {response, name} = await openDownload(endpoint, options);
  const blob = await onLine(endpoint, options, () => response.blob());
  const [, size] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  return {blob, name, size: response.status !== 206 ? blob.size : size === undefined ? undefined : Number(size)};
};

/**
 * Makes a call whose outcome its caller judges, and of which nothing is logged: an answer that goes on and is opened again when it breaks,
 * or a call that nobody misses. A 401 ends the session as everywhere.
 *
 * @throws what `fetch` throws without a line, or with the signal; HttpError 401 where the session is another's
 */
export const fetchResponse = async (endpoint: Endpoint, options: RequestOptions = {}): Promise<Response> => {
  const response = await sendAsOwner(() => fetchCall(endpoint, options));
  if (response.status === 401) unauthorized?.();
  return response;
};
