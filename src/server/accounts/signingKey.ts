/** The key that signs tokens: JWT_SECRET, or a random one created on first start in DATA_DIR. */
import {createHash, createHmac, hkdfSync, randomBytes, randomUUID} from 'node:crypto';
import {link, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {signingSecret, type Env} from '../env.ts';

export interface SigningKey {
  /** Public id of the key, sent in each token's header. */
  kid: string;
  secret: Uint8Array;
}

/** Reads or creates the signing key. @throws Error, one Portuguese sentence that names the file */
export const loadSigningKey = async (env: Pick<Env, 'JWT_SECRET' | 'DATA_DIR'>): Promise<SigningKey> => {
  const secret = new TextEncoder().encode(env.JWT_SECRET ?? (await readStoredSecret(env.DATA_DIR)));
  return {kid: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret};
};

/**
 * Derives a keyed hash (HMAC-SHA256, base64url) from the signing key; without the key nobody can compute or guess it.
 *
 * @param purpose HKDF info, so that the key that signs sessions does nothing else
 */
export const createKeyedHash = ({secret}: Pick<SigningKey, 'secret'>, purpose: string): ((text: string) => string) => {
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

const readStoredSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'jwt.key');
  const content = await readOrCreate(file).catch((error: unknown) => {
    const code = codeOf(error) ?? String(error);
    const sentence = `A chave que assina as sessões não pôde ser lida nem criada em ${file}: ${REASONS[code] ?? code}.`;
    throw new Error(`${sentence} Corrija isso ou defina JWT_SECRET.`, {cause: error});
  });
  const {data} = signingSecret.safeParse(content);
  if (data !== undefined) return data;
  throw new Error(`O arquivo ${file}, com a chave que assina as sessões, está vazio ou é curto demais. Recupere-o de uma cópia `
    + 'ou apague-o: outro será criado, e todos terão de entrar de novo.');
};

const readOrCreate = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  await createKeyFile(file);
  return readFile(file, 'utf8');
};

/** Writes a temporary file and links it, so that an interruption never leaves half a key. */
const createKeyFile = async (file: string): Promise<void> => {
  await mkdir(join(file, '..'), {recursive: true});
  const temporaryFile = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporaryFile, randomBytes(32).toString('base64url'), {mode: 0o600, flag: 'wx', flush: true});
    // `link` never overwrites: two processes that start at once both read the first one's key.
    await link(temporaryFile, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') return;
      // Some file systems (exFAT, network folders) have no hard links.
      await rename(temporaryFile, file);
    });
  } finally {
    await rm(temporaryFile, {force: true});
  }
};
