/** The key that signs tokens: JWT_SECRET, or one made on first start and kept in DATA_DIR. */
import {createHash, randomBytes} from 'node:crypto';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Env} from '../env.ts';

export interface SigningKey {
  /** Names the key in a token without telling it. */
  kid: string;
  secret: Uint8Array;
}

export const signingKey = async (env: Pick<Env, 'JWT_SECRET' | 'DATA_DIR'>): Promise<SigningKey> => {
  const secret = new TextEncoder().encode(env.JWT_SECRET ?? (await keptSecret(env.DATA_DIR)));
  return {kid: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret};
};

const keptSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'jwt.key');
  await mkdir(dataDir, {recursive: true});
  try {
    // Refuses to overwrite: of two processes starting at once both read the first one's key.
    await writeFile(file, randomBytes(32).toString('base64url'), {mode: 0o600, flag: 'wx', flush: true});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
};
