/**
 * The token of a link: made of the signing key and the mail it goes with, so that it stands in no table and a mail sent again
 * carries the same one.
 */
import {createHash, createHmac, hkdfSync} from 'node:crypto';
import type {SigningKey} from '../accounts/key.ts';

/** What the signing key is turned into first: what signs sessions signs nothing else. */
const PURPOSE = 'balcao/link-de-senha';

/**
 * Makes what gives a mail its token: 256 bits that nobody without the signing key can tell.
 *
 * @returns takes the mail's own key (`correio.chave`)
 */
export const tokenMaker = ({secret}: Pick<SigningKey, 'secret'>): ((chave: string) => string) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', PURPOSE, 32));
  return chave => createHmac('sha256', key).update(chave).digest('base64url');
};

/** What is kept of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
