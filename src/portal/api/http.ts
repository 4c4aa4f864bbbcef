/** The portal's HTTP client: bearer token, JSON or multipart, upload progress, one error class. */
import type {Endpoint} from '../../schema/shapes/config.ts';
import {fillPath, parseEndpoint, trimTrailingSlashes} from '../../schema/paths.ts';
import {STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import type * as wire from '../../schema/apiShapes.ts';
import {accessToken, sessionState, notifySessionState} from '../session/identity.ts';
import {HttpError} from './httpError.ts';
import {learnServerTime} from './serverClock.ts';

export const API_URL = trimTrailingSlashes(((import.meta.env['VITE_API_URL'] as string | undefined) ?? '/api').trim());

export interface RequestOptions {
  params?: Readonly<Record<string, unknown>>;
  query?: URLSearchParams;
  /** Sent as JSON; a FormData as multipart. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  keepalive?: true;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface ApiAnswer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The one error body of the API (rules: Answers 2); another server may send less. */
export interface ErrorBody extends Partial<wire.ErrorBody> {
  /** Refused by the portal without a request; the message is shown beside the input. */
  refusedLocally?: true;
}

let unauthorizedListener: (() => void) | undefined;
/** Registers the handler of every 401 but the login's own. */
export const onUnauthorized = (listener: (() => void) | undefined): void => {
  unauthorizedListener = listener;
};
/** The last token that an answer's header called stale, and the listener that renews the session. */
const staleSession: {token?: string | undefined; listener?: (() => void) | undefined} = {};
/** @returns the token that was called stale before the listener was registered */
export const onStaleSession = (listener: (() => void) | undefined): string | undefined => {
  staleSession.listener = listener;
  return staleSession.token;
};

const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const requestHeaders = ({body, headers}: RequestOptions): Headers => {
  const allHeaders = new Headers({accept: 'application/json', ...headers});
  const token = accessToken();
  if (token !== undefined) allHeaders.set('authorization', `Bearer ${token}`);
  if (body !== undefined && !(body instanceof FormData)) allHeaders.set('content-type', 'application/json');
  return allHeaders;
};
const requestBody = (body: unknown): BodyInit | null =>
  (body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body));

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
const sendWithProgress = (url: string, method: string, options: RequestOptions, onProgress: (share: number) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    requestHeaders(options).forEach((value, name) => xhr.setRequestHeader(name, value));
    xhr.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total);
    xhr.onload = () => {
      const headers = new Headers(xhr.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      resolve(new Response(xhr.status === 204 ? null : xhr.responseText, {status: xhr.status, headers}));
    };
    xhr.onerror = () => reject(new TypeError('network'));
    xhr.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    options.signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(requestBody(options.body) as XMLHttpRequestBodyInit | null);
  });

/** Logs a failed call without its address parameters and bodies, because they may hold a token or personal data (rules: Errors 3). */
const createLoggedError = (endpoint: Endpoint, status: number, body: ErrorBody = {}): HttpError => {
  const [call] = endpoint.split('?');
  // oxlint-disable-next-line no-console -- the browser's console is the place (rules: Errors 3)
  console.warn([`${call}:`, status === 0 ? 'sem conexão' : status, body.codigo, body.id].filter(Boolean).join(' '));
  return new HttpError(body.message ?? '', status, body);
};

/** The first file of a body that changed on disk since it was chosen; browsers refuse to read it. */
const findUnreadableFile = async (body: unknown): Promise<File | undefined> => {
  for (const part of body instanceof FormData ? body.values() : []) {
    if (part instanceof File && !await part.slice(0, 1).arrayBuffer().then(() => true, () => false)) return part;
  }
  return undefined;
};

/**
 * Turns a broken connection into status 0, and an unreadable file into EXTENSAO, because a retry would never succeed.
 * An abort passes through.
 */
const withNetworkErrors = async <T>(endpoint: Endpoint, {signal, body}: RequestOptions, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw error;
    const unreadableFile = await findUnreadableFile(body);
    if (unreadableFile === undefined) throw createLoggedError(endpoint, 0);
    const message = `O arquivo ${unreadableFile.name} mudou ou foi removido depois de escolhido. Escolha-o de novo.`;
    throw createLoggedError(endpoint, 400, {codigo: 'EXTENSAO', message});
  }
};

const requestUrl = (path: string, {params = {}, query}: RequestOptions): string => {
  const queryString = query?.toString();
  return `${API_URL}/${fillPath(path, params)}${queryString ? `?${queryString}` : ''}`;
};

/**
 * Makes a call as the person on the screen (rules: Session 18). A 401 is retried with a token that another tab has renewed.
 *
 * @throws HttpError 401, before anything is sent, where another tab has signed out or in as somebody else
 */
const sendAsOwner = async (call: () => Promise<Response>): Promise<Response> => {
  if (sessionState() !== 'own') {
    notifySessionState();
    throw new HttpError('', 401, {codigo: 'SESSAO'} satisfies ErrorBody);
  }
  const token = accessToken();
  const sentAt = Date.now();
  const response = await call();
  learnServerTime(response, sentAt);
  if (response.headers.has(STALE_SESSION_HEADER) && token === accessToken()) {
    staleSession.token = token;
    staleSession.listener?.();
  }
  return response.status === 401 && sessionState() === 'own' && accessToken() !== token ? call() : response;
};

const fetchCall = (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  const {method, path} = parseEndpoint(endpoint);
  const url = requestUrl(path, options);
  if (options.onProgress) return sendWithProgress(url, method, options, options.onProgress);
  const {signal = null, keepalive = false, body} = options;
  return fetch(url, {method, headers: requestHeaders(options), body: requestBody(body), signal, keepalive});
};
const send = (endpoint: Endpoint, options: RequestOptions): Promise<Response> =>
  sendAsOwner(() => withNetworkErrors(endpoint, options, () => fetchCall(endpoint, options)));

const readBody = async (endpoint: Endpoint, options: RequestOptions, response: Response): Promise<unknown> =>
  parseJson(await withNetworkErrors(endpoint, options, () => response.text()));

const createRefusal = (endpoint: Endpoint, status: number, body: unknown): HttpError => {
  if (status === 401) unauthorizedListener?.();
  return createLoggedError(endpoint, status, body ?? {});
};

/** @throws HttpError with `status` 0 (no connection) or the server's, and `body` as {@link ErrorBody} */
export const request = async <T>(endpoint: Endpoint, options: RequestOptions = {}): Promise<ApiAnswer<T>> => {
  const response = await send(endpoint, options);
  const body = await readBody(endpoint, options, response);
  if (!response.ok) throw createRefusal(endpoint, response.status, body);
  return {status: response.status, body: body as T, headers: response.headers};
};

interface IncomingFile {
  response: Response;
  name: string | undefined;
  total: number | undefined;
}

/** Opens a download; throws like {@link request}. */
export const openDownload = async (endpoint: Endpoint, options: RequestOptions = {}): Promise<IncomingFile> => {
  const response = await send(endpoint, options);
  if (!response.ok) throw createRefusal(endpoint, response.status, await readBody(endpoint, options, response));
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const total = response.headers.get('x-total-count');
  return {
    response, name: encoded === undefined ? undefined : decodeURIComponent(encoded), total: total === null ? undefined : Number(total),
  };
};

/** Downloads a file. `size` is its full size; undefined where a partial answer does not state it. */
export const download = async (
  endpoint: Endpoint, options: RequestOptions = {},
): Promise<{blob: Blob; name: string | undefined; size: number | undefined}> => {
  const {response, name} = await openDownload(endpoint, options);
  const blob = await withNetworkErrors(endpoint, options, () => response.blob());
  const [, size] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  return {blob, name, size: response.status !== 206 ? blob.size : size === undefined ? undefined : Number(size)};
};

/**
 * Makes a call without logging or error conversion, for event streams and optional calls. A 401 ends the session.
 *
 * @throws the errors of `fetch`; HttpError 401 where the session is another's
 */
export const fetchResponse = async (endpoint: Endpoint, options: RequestOptions = {}): Promise<Response> => {
  const response = await sendAsOwner(() => fetchCall(endpoint, options));
  if (response.status === 401) unauthorizedListener?.();
  return response;
};
