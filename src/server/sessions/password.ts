/** Passwords as argon2id in the usual notation: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` (OWASP's minimum). */
import {argon2, randomBytes, randomInt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';

const derive = promisify(argon2);
const MEMORY = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_LENGTH = 32;
const PREFIX = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${PARALLELISM}`;

/** Hashing shares Node's four threads with file access: a flood of logins must not stop downloads. */
const AT_ONCE = 2;
let running = 0;
const queue: (() => void)[] = [];

const inTurn = async <T>(task: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) await new Promise<void>(resolve => {
    queue.push(resolve);
  });
  else running += 1;
  try {
    return await task();
  } finally {
    // The place goes to whoever waits, or becomes free.
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }
};

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const tagOf = (password: string, salt: Buffer): Promise<Buffer> =>
  inTurn(() => derive('argon2id', {message: password, nonce: salt, memory: MEMORY, passes: PASSES, parallelism: PARALLELISM, tagLength: TAG_LENGTH}));

/** What is kept of a password. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${PREFIX}$${base64(salt)}$${base64(await tagOf(password, salt))}`;
};

/** Verified for an unknown e-mail, so that the answer takes as long as for a known one. */
const DUMMY = `${PREFIX}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(TAG_LENGTH))}`;

/** Whether the password is the one kept; `null` (no such user, or no password yet) takes as long and is `false`. */
export const verifyPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const phc = kept?.startsWith(`${PREFIX}$`) ? kept : DUMMY;
  const [salt = '', tag = ''] = phc.slice(PREFIX.length + 1).split('$');
  const given = await tagOf(password, Buffer.from(salt, 'base64'));
  return timingSafeEqual(given, Buffer.from(tag, 'base64')) && phc === kept;
};

/** A password nobody chose, for a person to read and type: 16 characters without look-alikes. */
export const randomPassword = (): string => {
  const signs = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({length: 16}, () => signs[randomInt(signs.length)]).join('');
};
