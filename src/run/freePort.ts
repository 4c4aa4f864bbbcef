import {once} from 'node:events';
import {createServer} from 'node:net';

/** Returns `preferred` when it is free at `host`, else any free port. */
export async function freePort(preferred: number, host: string): Promise<number> {
  return (await tryListen(preferred, host)) ?? (await tryListen(0, host)) ?? preferred;
}

async function tryListen(port: number, host: string): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
