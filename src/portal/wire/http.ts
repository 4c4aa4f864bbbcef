/** Every request the portal makes. Bearer token, JSON or multipart, upload progress, one kind of error. */
import type {Endpoint} from '../../schema/config.ts';
import {fillPath, parseEndpoint} from '../../schema/paths.ts';
import {accessToken} from '../session/session.ts';
import {HttpError} from './httpError.ts';

export const API_URL = ((import.meta.env['VITE_API_URL'] as string | undefined) ?? '/api').trim().replace(/\/+$/, '');

export interface RequestOptions {
  /** Values for `:name` in the path. */
  params?: Readonly<Record<string, unknown>>;
  query?: URLSearchParams;
  /** Sent as JSON, or as multipart when it is a FormData. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** From 0 to 1, while the body goes up. */
  onProgress?: (share: number) => void;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The one error body of the API (decisions §2); another server may send less. */
export interface ErrorBody {
  message?: string;
  /** Refused by the portal itself before it asked: told where it was typed. */
  unasked?: true;
  codigo?: string;
  campos?: {campo: string; mensagem: string}[];
  id?: string;
}

let unauthorized: (() => void) | undefined;
/** What happens on any 401 but the login's own: set once by the app. */
export const onUnauthorized = (listener: (() => void) | undefined): void => {
  unauthorized = listener;
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

const send = async (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  const {method, path} = parseEndpoint(endpoint);
  const query = options.query?.toString();
  const url = `${API_URL}/${fillPath(path, options.params ?? {})}${query ? `?${query}` : ''}`;
  try {
    if (options.onProgress) return await sendWithProgress(url, method, options, options.onProgress);
    return await fetch(url, {method, headers: headersOf(options), body: bodyOf(options.body), signal: options.signal ?? null});
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new HttpError('', 0, {});
  }
};

const refuse = (status: number, body: ErrorBody): never => {
  if (status === 401) unauthorized?.();
  throw new HttpError(body.message ?? '', status, body);
};

/**
 * Makes a declared call.
 *
 * @throws HttpError with `status` 0 (no connection) or the server's, and `body` as {@link ErrorBody}
 */
export const request = async <T>(endpoint: Endpoint, options: RequestOptions = {}): Promise<Answer<T>> => {
  const response = await send(endpoint, options);
  const body = parsed(await response.text());
  if (!response.ok) refuse(response.status, body ?? {});
  return {status: response.status, body: body as T, headers: response.headers};
};

/** A file on its way: its bytes as they come, the name the server gives it, how many records it holds (where it says so). */
export interface Incoming {
  response: Response;
  name: string | undefined;
  total: number | undefined;
}

/** Asks for a file; throws like {@link request}, before any of it is read. */
export const openDownload = async (endpoint: Endpoint, options: RequestOptions = {}): Promise<Incoming> => {
  const response = await send(endpoint, options);
  if (!response.ok) refuse(response.status, parsed(await response.text()) ?? {});
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const total = response.headers.get('x-total-count');
  return {response, name: encoded === undefined ? undefined : decodeURIComponent(encoded), total: total === null ? undefined : Number(total)};
};

/** A file's bytes and the name the server gives it. */
export const download = async (endpoint: Endpoint, options: RequestOptions = {}): Promise<{blob: Blob; name: string | undefined}> => {
  const {response, name} = await openDownload(endpoint, options);
  return {blob: await response.blob(), name};
};
