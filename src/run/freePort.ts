import {once} from 'node:events';
import {createServer} from 'node:net';

/** `preferred` when nobody listens on it at `host`, else any free port. */
export async function freePort(preferred: number, host: string): Promise<number> {
  return (await listens(preferred, host)) ?? (await listens(0, host)) ?? preferred;
}

async function listens(port: number, host: string): Promise<number | undefined> {
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
