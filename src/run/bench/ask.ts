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

/** @returns the answer's body @throws Error for an answer that is none of success */
export const ask = (port: number, asked: Asked): Promise<Buffer> => new Promise((resolve, reject) => {
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
      const {statusCode = 0} = answer;
      if (statusCode >= 200 && statusCode < 300) resolve(all);
      else reject(new Error(`${method} ${path}: ${statusCode} ${all.toString().slice(0, 500)}`));
    });
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // A line that was kept, and that the other side ended in the very moment: nobody has read it.
    if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(port, asked));
    else reject(error);
  });
  sent.end(body);
});
