/** Passwords as argon2id in the usual notation: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` (OWASP's minimum). */
import {argon2, randomBytes, randomInt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {composeUnicode} from '../../schema/fields/text.ts';
import {createTaskQueue} from './taskQueue.ts';

const derive = promisify(argon2);
const MEMORY = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_LENGTH = 32;
const PREFIX = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${PARALLELISM}`;

/**
 * Queue for hashing new passwords, apart from the one for sign-in attempts, so that a flood of attempts does not delay it.
 * Both queues use three of Node's four threads, because file access shares them.
 */
const runQueued = createTaskQueue({concurrency: 1, maxWaiting: 200});

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');

const deriveTag = (password: string, salt: Buffer): Promise<Buffer> =>
  derive('argon2id', {message: password, nonce: salt, memory: MEMORY, passes: PASSES, parallelism: PARALLELISM, tagLength: TAG_LENGTH});

/** Hashes a password after Unicode normalisation. @throws Refusal 400 `LIMITE` when the queue is full */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${PREFIX}$${base64(salt)}$${base64(await runQueued(() => deriveTag(composeUnicode(password), salt)))}`;
};

/** Verified for an unknown e-mail, so that the response time does not reveal whether an account exists. */
const DUMMY_HASH = `${PREFIX}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(TAG_LENGTH))}`;

/**
 * Compares a password with the stored hash; `null` (no user or no password) is false after the same time.
 * The caller limits how many run at once.
 */
export const verifyPassword = async (password: string, storedHash: string | null): Promise<boolean> => {
  const phc = storedHash?.startsWith(`${PREFIX}$`) ? storedHash : DUMMY_HASH;
  const [salt = '', tag = ''] = phc.slice(PREFIX.length + 1).split('$');
  const matchesStored = async (candidate: string): Promise<boolean> =>
    timingSafeEqual(await deriveTag(candidate, Buffer.from(salt, 'base64')), Buffer.from(tag, 'base64')) && phc === storedHash;
  const text = composeUnicode(password);
  // Older hashes were made without Unicode normalisation.
  return await matchesStored(text) || (text !== password && await matchesStored(password));
};

/** Random password without look-alikes, to be read and typed. */
export const randomPassword = (): string => {
  const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({length: 16}, () => alphabet[randomInt(alphabet.length)]).join('');
};
