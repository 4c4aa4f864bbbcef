/** One request on a line that is kept: as little of our own as can be between two clocks. */
import {Agent, request, type OutgoingHttpHeaders} from 'node:http';

export interface Asked {
  method: 'GET' | 'POST' | 'PUT';
  /** With the query. */
  path: string;
  token?: string;
  body?: Buffer;
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

const agent = new Agent({keepAlive: true, maxSockets: Infinity});
/** How often a client asks again that is told when to: a busy machine ends no run of many minutes, and the wait is in what is timed. */
const MOST_AGAIN = 6;
const SECOND = 1000;

/** @param again how often it may still @returns the answer's body @throws Error for an answer that is none of success */
export const ask = (port: number, asked: Asked, again = MOST_AGAIN): Promise<Buffer> => new Promise((resolve, reject) => {
  const {method, path, token, body, type, headers: more} = asked;
  const headers: OutgoingHttpHeaders = {
    ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
    ...(body === undefined ? {} : {'content-type': type, 'content-length': body.length}),
    ...more,
  };
  const sent = request({agent, host: '127.0.0.1', port, method, path, headers}, answer => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      const all = Buffer.concat(chunks);
      const {statusCode = 0, headers: {'retry-after': later}} = answer;
      if (statusCode >= 200 && statusCode < 300) resolve(all);
      else if (later !== undefined && again > 0) setTimeout(() => resolve(ask(port, asked, again - 1)), Number(later) * SECOND);
      else reject(new Error(`${method} ${path}: ${statusCode} ${all.toString().slice(0, 500)}`));
    });
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // A line that was kept, and that the other side ended in the very moment: nobody has read it.
    if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(port, asked, again));
    else reject(error);
  });
  sent.end(body);
});
