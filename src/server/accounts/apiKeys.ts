/** API keys of robots: random, shown once, stored as a hash. */
import {hash, randomBytes} from 'node:crypto';
import {sql} from 'kysely';
import type {Sql} from '../db/tables.ts';

const API_KEY_PREFIX = 'blc_';

export const generateApiKey = (): string => `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
/** A fast hash suffices, because 256 random bits cannot be guessed. */
export const hashApiKey = (key: string): string => hash('sha256', key);
export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/** Predicate: `u` is the user that owns the key. */
export const apiKeyOwnerPredicate = (hashed: string): Sql =>
  sql`u.id = (select c.id_usuario from chaves as c where c.hash = ${hashed})`;
export const apiKeyUseUpdate = (hashed: string): Sql => sql`update chaves set ultimo_uso = now() where hash = ${hashed}`;
