/** Keys that robots sign in with: random, shown once, kept as a hash. */
import {hash, randomBytes} from 'node:crypto';
import {sql} from 'kysely';
import type {Sql} from '../db/tables.ts';

const MARK = 'blc_';

export const newKey = (): string => `${MARK}${randomBytes(32).toString('base64url')}`;
/** Nothing slow: nobody guesses 256 bits. */
export const hashOfKey = (key: string): string => hash('sha256', key);
/** Whether a bearer token is meant as a key: no other begins so. */
export const isKey = (token: string): boolean => token.startsWith(MARK);

/** The user `u` whose key it is. */
export const holdsKey = (hashed: string): Sql =>
  sql`u.id = (select c.id_usuario from chaves as c where c.hash = ${hashed})`;
/** That it was used, now. */
export const keyUsed = (hashed: string): Sql => sql`update chaves set ultimo_uso = now() where hash = ${hashed}`;
