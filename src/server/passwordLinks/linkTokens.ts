/**
 * Links to choose a password: purpose, lifetime and token. The token is derived from the signing key and the mail's key.
 * No table stores it, and a mail that is sent again carries the same one.
 */
import {hash} from 'node:crypto';
import {createKeyedHash, type SigningKey} from '../accounts/signingKey.ts';
import type {Env} from '../env.ts';

/**
 * Creates the function that derives a mail's token: 256 bits that nobody can compute without the signing key.
 *
 * @returns takes the mail's own key (`correio.chave`)
 */
export const createTokenDeriver = (key: Pick<SigningKey, 'secret'>): ((chave: string) => string) =>
  createKeyedHash(key, 'balcao/link-de-senha');

export const passwordLinkAddress = ({PUBLIC_URL}: Pick<Env, 'PUBLIC_URL'>, token: string): string =>
  `${PUBLIC_URL}/reset-senha?token=${token}`;

export const hashLinkToken = (token: string): string => hash('sha256', token);

/** Lifetime of each kind of link, from when its mail leaves. */
const LIFETIMES = {
  reset: {amount: 30, unit: 'minute'},
  convite: {amount: 3, unit: 'day'},
} as const;
export type LinkPurpose = keyof typeof LIFETIMES;

/** `30 minutos`. */
export const linkLifetimeInWords = (purpose: LinkPurpose): string => {
  const {amount, unit} = LIFETIMES[purpose];
  return new Intl.NumberFormat('pt-BR', {style: 'unit', unit, unitDisplay: 'long'}).format(amount);
};

export const linkLifetimeInSql = (purpose: LinkPurpose): string => `${LIFETIMES[purpose].amount} ${LIFETIMES[purpose].unit}`;
