/** The line between a browser and a server, which breaks in the middle of an upload, or after it when the answer is on its way. */
import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

/** When it breaks: after so many bytes of an upload, or before a byte of its answer; undefined: it holds. */
export type Break = {bytes: number} | 'answer' | undefined;

export interface UploadLine {
  /** Where it is entered, without a slash at the end. */
  readonly url: string;
  /** How uploads fare from now on. All of them: a browser tries once more by itself where a connection had been used before. */
  breaks(how: Break): void;
  /** How many broke since it was said. */
  broken(): number;
  close(): Promise<void>;
}

/** @param call as a request begins: `POST /api/tickets ` */
export const openUploadLine = async (to: string, call: string): Promise<UploadLine> => {
  const {port, hostname} = new URL(to);
  const ends = new Set<Socket>();
  let now: Break;
  let count = 0;
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    let how: Break;
    let sent = 0;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    const broke = (): void => {
      count += 1;
      end();
    };
    near.on('data', chunk => {
      if (chunk.subarray(0, call.length).toString('latin1') === call) {
        how = now;
        sent = 0;
      }
      sent += chunk.length;
      if (typeof how === 'object' && sent >= how.bytes) broke();
      else far.write(chunk);
    });
    far.on('data', chunk => (how === 'answer' ? broke() : near.write(chunk)));
    for (const socket of [near, far]) {
      ends.add(socket);
      socket.on('error', end).on('close', () => {
        ends.delete(socket);
        end();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breaks: how => {
      now = how;
      count = 0;
    },
    broken: () => count,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      ends.forEach(socket => socket.destroy());
      await closed;
    },
  };
};
