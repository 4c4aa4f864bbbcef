/** Refuses connections to private, loopback and link-local addresses, because a webhook's address may lead into the own network. */
import {lookup} from 'node:dns';
import {BlockList, isIP, type LookupFunction} from 'node:net';

const PRIVATE_NETWORKS = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16',
  '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4',
  // Unspecified and loopback, IPv4 in IPv6 (compatible, NAT64, Teredo, 6to4), unique local, link-local, site-local, multicast.
  '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8',
];

const privateAddresses = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = '', bits] = network.split('/');
  privateAddresses.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

/** @param address IPv4 or IPv6; one that maps IPv4 counts as that */
export const isPrivateAddress = (address: string): boolean => privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

export class PrivateAddressError extends Error {
  constructor() {
    super('endereço privado, que WEBHOOK_PRIVATE=1 permitiria');
  }
}

/** @throws PrivateAddressError for an address in the URL itself, which is not looked up */
export const refusePrivateHost = ({hostname}: URL): void => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError();
};

/** Looks up a name for a connection, which goes to the checked addresses alone; a name with none but private ones is refused. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, {...options, all: true}, (error, addresses) => {
    if (error !== null) return callback(error, '');
    const publicAddresses = addresses.filter(({address}) => !isPrivateAddress(address));
    const [first] = publicAddresses;
    if (first === undefined) return callback(new PrivateAddressError(), '');
    if (options.all === true) callback(null, publicAddresses);
    else callback(null, first.address, first.family);
  });
};
