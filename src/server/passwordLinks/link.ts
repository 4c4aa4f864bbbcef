/**
 * A link to choose a password: what it is for, and its token, made of the signing key and the mail it goes with, so that it stands in
 * no table and a mail sent again carries the same one.
 */
import {hash} from 'node:crypto';
import {keyedHash, type SigningKey} from '../accounts/key.ts';
import type {Env} from '../env.ts';

/**
 * Makes what gives a mail its token: 256 bits that nobody without the signing key can tell.
 *
 * @returns takes the mail's own key (`correio.chave`)
 */
export const tokenMaker = (key: Pick<SigningKey, 'secret'>): ((chave: string) => string) => keyedHash(key, 'balcao/link-de-senha');

/** Where a token leads; made from PUBLIC_URL alone. */
export const linkAddress = ({PUBLIC_URL}: Pick<Env, 'PUBLIC_URL'>, token: string): string => `${PUBLIC_URL}/reset-senha?token=${token}`;

/** What is kept of a token. */
export const hashOf = (token: string): string => hash('sha256', token);

/** What a link by mail is for, and how long it lives from when its mail leaves. */
const PURPOSES = {
  reset: {amount: 30, unit: 'minute'},
  /** The first password of somebody who was made without one. */
  convite: {amount: 3, unit: 'day'},
} as const;
export type Purpose = keyof typeof PURPOSES;

/** `30 minutos`. */
export const lifeInWords = (purpose: Purpose): string => {
  const {amount, unit} = PURPOSES[purpose];
  return new Intl.NumberFormat('pt-BR', {style: 'unit', unit, unitDisplay: 'long'}).format(amount);
};

/** As PostgreSQL reads an interval. */
export const lifeInSql = (purpose: Purpose): string => `${PURPOSES[purpose].amount} ${PURPOSES[purpose].unit}`;
