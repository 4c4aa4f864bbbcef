/** A balancer in front of servers, as a proxy of an operator's would be: calls go by turns to those who are in. */
import {once} from 'node:events';
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {pipeline} from 'node:stream';

/** Milliseconds that a server may take to say that it is ready. */
const PATIENCE = 2000;

export interface Balancer {
  /** Where it is entered. */
  readonly url: string;
  /**
   * Asks each of them whether it is ready, again and again, and sends calls to those that are; to all of them where none is. Until
   * {@link Balancer.close}.
   */
  watch(urls: readonly string[], every: number): void;
  close(): void;
}

export const openBalancer = async (): Promise<Balancer> => {
  const within = new Set<string>();
  let turn = 0;
  let watching: NodeJS.Timeout | undefined;
  // Its lines to those who call last as long as servers say of theirs, which is passed on.
  const server = createServer({keepAliveTimeout: 0}, (asked, answer) => {
    const url = [...within][turn++ % within.size];
    const passed = request(new URL(asked.url ?? '', url), {method: asked.method, headers: asked.headers}, heard => {
      answer.writeHead(heard.statusCode ?? 502, heard.headers);
      // A line to whoever looks on begins with nothing to say.
      answer.flushHeaders();
      pipeline(heard, answer, () => {});
    });
    // Where one end breaks, the other hears of it.
    passed.on('error', () => answer.destroy());
    answer.once('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const isReady = (url: string): Promise<boolean> =>
    fetch(`${url}/api/pronto`, {signal: AbortSignal.timeout(PATIENCE)}).then(({ok}) => ok, () => false);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watch: (urls, every) => {
      urls.forEach(url => within.add(url));
      const look = async (): Promise<void> => {
        const ready = await Promise.all(urls.map(url => isReady(url)));
        urls.forEach((url, at) => (ready[at] === true || !ready.includes(true) ? within.add(url) : within.delete(url)));
        if (watching !== undefined) watching = setTimeout(() => void look(), every);
      };
      watching = setTimeout(() => void look(), every);
    },
    close: () => {
      clearTimeout(watching);
      watching = undefined;
      server.closeAllConnections();
      server.close();
    },
  };
};
