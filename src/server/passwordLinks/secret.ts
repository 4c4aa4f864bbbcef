/**
 * The token of a link: made of the signing key and the mail it goes with, so that it stands in no table and a mail sent again
 * carries the same one.
 */
import {createHash} from 'node:crypto';
import {keyedHash, type SigningKey} from '../accounts/key.ts';

/**
 * Makes what gives a mail its token: 256 bits that nobody without the signing key can tell.
 *
 * @returns takes the mail's own key (`correio.chave`)
 */
export const tokenMaker = (key: Pick<SigningKey, 'secret'>): ((chave: string) => string) => keyedHash(key, 'balcao/link-de-senha');

/** What is kept of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
