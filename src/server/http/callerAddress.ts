import {isIP, isIPv6, SocketAddress} from 'node:net';
import type {FastifyInstance, FastifyRequest, FastifyServerOptions} from 'fastify';
import type {Env} from '../env.ts';

/**
 * Fastify's `trustProxy` for TRUST_PROXY; without it no proxy is trusted. A number becomes a function, because Fastify ignores a bare
 * number: it cannot tell a proxy from a client that reaches the port directly.
 */
export const trustedProxies = (proxies: Env['TRUST_PROXY']): NonNullable<FastifyServerOptions['trustProxy']> =>
  typeof proxies === 'number' ? (_address, hop) => hop < proxies : (proxies ?? false);

/** Warns once about an ignored `X-Forwarded-For`, because callers behind an unknown proxy share one rate limit. */
export const warnUntrustedForwarding = (app: FastifyInstance): void => {
  let hasWarned = false;
  app.addHook('onRequest', async ({headers, ips, log}) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined || (ips?.length ?? 1) > 1) return;
    hasWarned = true;
    log.warn('X-Forwarded-For is not believed, callers count by their connection: TRUST_PROXY names the proxies');
  });
};

const splitGroups = (part: string): string[] => (part === '' ? [] : part.split(':'));

const expandAddress = (compressed: string): string[] => {
  const [head = '', tail] = compressed.split('::');
  const [first, last] = [splitGroups(head), splitGroups(tail ?? '')];
  return [...first, ...Array.from({length: 8 - first.length - last.length}, () => '0'), ...last];
};

/**
 * Returns the network that rate limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 address. A subscriber chooses
 * the other bits.
 *
 * @param text from a socket or a proxy, perhaps with a port or a zone
 * @returns undefined for a text that is no address
 */
export const parseNetwork = (text: string): string | undefined => {
  const [ip = ''] = text.replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3').split('%');
  if (!isIPv6(ip)) return isIP(ip) === 0 ? undefined : ip;
  const {address} = new SocketAddress({address: ip, family: 'ipv6'});
  const embeddedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return embeddedIpv4 ?? `${expandAddress(address).slice(0, 4).join(':')}::/64`;
};

/** The caller's {@link parseNetwork}. An unreadable forwarded address counts as the proxy's own. */
export const callerAddress = ({ip, socket}: FastifyRequest): string =>
  parseNetwork(ip ?? '') ?? parseNetwork(socket.remoteAddress ?? '') ?? 'desconhecido';
