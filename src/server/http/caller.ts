/** Where a call comes from. */
import {isIP, isIPv6, SocketAddress} from 'node:net';
import type {FastifyInstance, FastifyRequest, FastifyServerOptions} from 'fastify';
import type {Env} from '../env.ts';

/**
 * Whose `X-Forwarded-For` Fastify believes: nobody's unless TRUST_PROXY says so. Fastify takes a bare number for nobody, as it
 * cannot tell a proxy from whoever reaches the port past it; who gives the number says that nobody does.
 */
export const trustedProxies = (proxies: Env['TRUST_PROXY']): NonNullable<FastifyServerOptions['trustProxy']> =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? false);

/**
 * Says once that callers behind a proxy count as one, or that somebody makes up who they are: without a line, nobody knows why
 * everybody has to wait.
 */
export const tellUnbelieved = (app: FastifyInstance): void => {
  let told = false;
  app.addHook('onRequest', async ({headers, ips, log}) => {
    if (told || headers['x-forwarded-for'] === undefined || (ips?.length ?? 1) > 1) return;
    told = true;
    log.warn('X-Forwarded-For is not believed, callers count by their connection: TRUST_PROXY names the proxies');
  });
};

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/** All eight groups of an IPv6 in its shortest form. */
const expanded = (shortest: string): string[] => {
  const [head = '', tail] = shortest.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  return [...first, ...Array.from({length: 8 - first.length - last.length}, () => '0'), ...last];
};

/**
 * What counts as one address: an IPv4, or the first 64 bits of an IPv6, because the rest is the subscriber's to choose.
 *
 * @param text as a socket or a proxy gives it, perhaps with a port or a zone
 * @returns undefined for a text that is no address
 */
export const networkOf = (text: string): string | undefined => {
  const [ip = ''] = text.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').split('%');
  if (!isIPv6(ip)) return isIP(ip) === 0 ? undefined : ip;
  const {address} = new SocketAddress({address: ip, family: 'ipv6'});
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return embedded ?? `${expanded(address).slice(0, 4).join(':')}::/64`;
};

/** The caller's {@link networkOf}. What a proxy calls unreadable counts as the proxy's own. */
export const callerAddress = ({ip, socket}: FastifyRequest): string =>
  // Neither is there when the caller has hung up.
  networkOf(ip ?? '') ?? networkOf(socket.remoteAddress ?? '') ?? 'desconhecido';
