/** The key that signs tokens: JWT_SECRET, or one made on first start and kept in DATA_DIR. */
import {createHash, createHmac, hkdfSync, randomBytes, randomUUID} from 'node:crypto';
import {link, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {signingSecret, type Env} from '../env.ts';

export interface SigningKey {
  /** Names the key in a token without telling it. */
  kid: string;
  secret: Uint8Array;
}

/** @throws Error, one Portuguese sentence that names the file: it cannot be read or made, or what it holds is no key */
export const signingKey = async (env: Pick<Env, 'JWT_SECRET' | 'DATA_DIR'>): Promise<SigningKey> => {
  const secret = new TextEncoder().encode(env.JWT_SECRET ?? (await keptSecret(env.DATA_DIR)));
  return {kid: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret};
};

/**
 * Makes what hashes texts so that nobody without the signing key can tell or try them: 256 bits, base64url.
 *
 * @param purpose what the key is turned into first: what signs sessions does nothing else
 */
export const keyedHash = ({secret}: Pick<SigningKey, 'secret'>, purpose: string): ((text: string) => string) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  return text => createHmac('sha256', key).update(text).digest('base64url');
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'há uma pasta com esse nome',
  ENOTDIR: 'DATA_DIR não é uma pasta',
  EEXIST: 'DATA_DIR não é uma pasta',
  EACCES: 'falta permissão',
  EPERM: 'falta permissão',
  EROFS: 'o disco é somente de leitura',
  ENOSPC: 'não há espaço em disco',
};

const keptSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'jwt.key');
  const kept = await read(file).catch((error: unknown) => {
    const code = codeOf(error) ?? String(error);
    const sentence = `A chave que assina as sessões não pôde ser lida nem criada em ${file}: ${REASONS[code] ?? code}.`;
    throw new Error(`${sentence} Corrija isso ou defina JWT_SECRET.`, {cause: error});
  });
  const {data} = signingSecret.safeParse(kept);
  if (data !== undefined) return data;
  throw new Error(`O arquivo ${file}, com a chave que assina as sessões, está vazio ou é curto demais. Recupere-o de uma cópia `
    + 'ou apague-o: outro será criado, e todos terão de entrar de novo.');
};

const read = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  await make(file);
  return readFile(file, 'utf8');
};

/** Under another name first: whatever interrupts it, the key is whole or not there. */
const make = async (file: string): Promise<void> => {
  await mkdir(join(file, '..'), {recursive: true});
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, randomBytes(32).toString('base64url'), {mode: 0o600, flag: 'wx', flush: true});
    // Never overwrites: of two processes starting at once both read the first one's key.
    await link(own, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return;
      // A disk that knows no second names for a file (exFAT, some network folders).
      await rename(own, file);
    });
  } finally {
    await rm(own, {force: true});
  }
};
