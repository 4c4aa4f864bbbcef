/** Passwords as argon2id in the usual notation: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` (OWASP's minimum). */
import {argon2, randomBytes, randomInt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {composeUnicode} from '../../schema/fields/text.ts';
import {takingTurns} from './turns.ts';

const derive = promisify(argon2);
const MEMORY = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_LENGTH = 32;
const PREFIX = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${PARALLELISM}`;

/**
 * New passwords wait for each other and never behind tries to sign in: a flood of those keeps nobody from changing theirs.
 * Together they use three of Node's four threads, because file access shares them.
 */
const inTurn = takingTurns({atOnce: 1, waiting: 200});

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');

const tagOf = (password: string, salt: Buffer): Promise<Buffer> =>
  derive('argon2id', {message: password, nonce: salt, memory: MEMORY, passes: PASSES, parallelism: PARALLELISM, tagLength: TAG_LENGTH});

/** What is kept of a password, however its accents are typed. @throws Refusal 400 `LIMITE` when too many wait for theirs */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${PREFIX}$${base64(salt)}$${base64(await inTurn(() => tagOf(composeUnicode(password), salt)))}`;
};

/** Verified for an unknown e-mail, so that the answer takes as long as for a known one. */
const DUMMY = `${PREFIX}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(TAG_LENGTH))}`;

/**
 * Whether the password is the one kept; `null` (no such user, no password yet, or one that is not to be judged) takes as long
 * and is `false`. How many are verified at once is the caller's to bound.
 */
export const verifyPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const phc = kept?.startsWith(`${PREFIX}$`) ? kept : DUMMY;
  const [salt = '', tag = ''] = phc.slice(PREFIX.length + 1).split('$');
  const isKept = async (given: string): Promise<boolean> =>
    timingSafeEqual(await tagOf(given, Buffer.from(salt, 'base64')), Buffer.from(tag, 'base64')) && phc === kept;
  const text = composeUnicode(password);
  // Older ones were kept as they were typed.
  return await isKept(text) || (text !== password && await isKept(password));
};

/** A password nobody chose, for a person to read and type: 16 characters without look-alikes. */
export const randomPassword = (): string => {
  const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({length: 16}, () => signs[randomInt(signs.length)]).join('');
};
