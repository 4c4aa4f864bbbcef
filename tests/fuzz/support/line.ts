/** Calls over real sockets: whole, in two pieces, cut, and what is no HTTP at all. */
import {once} from 'node:events';
import {Agent, request, type IncomingHttpHeaders} from 'node:http';
import {connect} from 'node:net';
import {buffer, text} from 'node:stream/consumers';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';

export interface Sent {
  method: string;
  /** Under `/api`, query included. */
  url: string;
  headers: Readonly<Record<string, string | readonly string[]>>;
  payload: Buffer | undefined;
}
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they are read: not compressed. */
  bytes: Buffer;
}

/** A call on its way. */
export interface Underway {
  /** Undefined: the line broke before there was a whole one. */
  answer: Promise<Answer | undefined>;
  /** Sends what is left of the body. */
  finish(): void;
  /** Breaks the line, once all that was to be sent has left. */
  cut(): Promise<void>;
}

/** No call takes this long: one that does hangs. Milliseconds. */
const HANGS = 60_000;
const agent = new Agent({keepAlive: true});

const plain = (bytes: Buffer, encoding: string | undefined): Buffer => {
  if (bytes.length === 0) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
};

/**
 * Makes a call.
 *
 * @param held bytes of the body that wait for `finish`
 * @throws Error from `answer`: it hangs, or is not what its `Content-Encoding` says
 */
export const begin = (base: string, {method, url, headers, payload}: Sent, held = 0): Underway => {
  const whole = payload?.length ?? 0;
  // Said, so that what comes later is the same body, only slow.
  const length = payload === undefined || 'transfer-encoding' in headers ? {} : {'content-length': whole};
  const out = request(`${base}${url}`, {method, agent, headers: {...length, ...headers as Record<string, string>}});
  const answer = new Promise<Answer | undefined>((resolve, reject) => {
    const timer = setTimeout(() => {
      out.destroy();
      reject(new Error('hangs'));
    }, HANGS);
    const over = (result?: Answer): void => {
      clearTimeout(timer);
      resolve(result);
    };
    out.on('error', () => over());
    out.on('response', response => {
      buffer(response).then(bytes => over({
        status: response.statusCode ?? 0, headers: response.headers, bytes: plain(bytes, response.headers['content-encoding']),
      })).catch((error: unknown) => (response.complete ? reject(error as Error) : over()));
    });
  });
  const rest = Math.max(0, whole - held);
  if (held === 0) out.end(payload);
  else out.write(payload!.subarray(0, rest));
  return {
    answer,
    finish: () => out.end(payload?.subarray(rest)),
    cut: async () => {
      if (!out.writableFinished && held === 0) await Promise.race([once(out, 'finish'), once(out, 'close')]).catch(() => {});
      out.destroy();
      await answer.catch(() => {});
    },
  };
};

/** What is no call, or hardly one. */
const NOISE: readonly string[] = [
  'GET /api/limites HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 'GET /api/limites HTTP/1.0\r\n\r\n', 'GET /api/limites HTTP/1.1\r\n\r\n',
  'GET  HTTP/9\r\n\r\n', 'get /api/limites HTTP/1.1\r\nHost: a\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'TRACE /api/limites HTTP/1.1\r\nHost: a\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'HEAD /api/tickets HTTP/1.1\r\nHost: a\r\n\r\n', 'GET http://evil.test/api/tickets HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/%00 HTTP/1.1\r\nHost: a\r\n\r\n', 'GET /api/\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //api//tickets HTTP/1.1\r\nHost: a\r\n\r\n',
  `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, `GET /api/vivo HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(90_000)}\r\n\r\n`,
  'GET /api/vivo HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 'GET /api/vivo HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n{}',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}',
  'POST /api/usuarios/login HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{}',
  'GET /api/eventos HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /api/vivo HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20), '\u0016\u0003\u0001\u0002', '\r\n\r\n', 'G',
];
export const noises = NOISE.length;

/** Sends noise and hangs up. @returns what it is called and all that was answered */
export const noise = async (base: string, which: number): Promise<{name: string; answered: string}> => {
  const {hostname, port} = new URL(base);
  const socket = connect({host: hostname, port: Number(port)});
  socket.setTimeout(HANGS, () => socket.destroy(new Error('hangs')));
  // Cut where it is no call at all.
  const answered = text(socket).catch((error: Error) => (error.message === 'hangs' ? 'hangs' : ''));
  socket.end(NOISE[which] ?? '', 'latin1');
  return {name: JSON.stringify(NOISE[which]?.slice(0, 100)), answered: await answered};
};
