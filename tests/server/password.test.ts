// What is kept of a password, at its real cost; the other files' hashes are cheap (tests/support/hashing.ts).
import {argon2Sync} from 'node:crypto';
import {beforeAll, expect, test} from 'vitest';
import {hashPassword, verifyPassword} from '../../src/server/accounts/password.ts';
import {realHashes} from '../support/hashing.ts';

beforeAll(realHashes);

test('a password is kept as argon2id with the memory and the passes it names, and known again by it alone', async () => {
  const kept = await hashPassword('segredo-1');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const [salt = '', tag = ''] = kept.split('$').slice(4);
  const derived = argon2Sync('argon2id', {
    message: 'segredo-1', nonce: Buffer.from(salt, 'base64'), memory: 19_456, passes: 2, parallelism: 1, tagLength: 32,
  });
  expect(derived.equals(Buffer.from(tag, 'base64'))).toBe(true);
  expect(await hashPassword('segredo-1')).not.toBe(kept);
  expect(await Promise.all([verifyPassword('segredo-1', kept), verifyPassword('segredo-2', kept), verifyPassword('segredo-1', null)]))
    .toEqual([true, false, false]);
});

test('a password is the same however its accents are typed, and an older one is known as it was kept', async () => {
  const [composed, apart] = ['seguran\u00E7a', 'seguranc\u0327a'];
  const [kept, other] = [await hashPassword(composed), await hashPassword(apart)];
  expect(await Promise.all([composed, apart, 'seguranca'].flatMap(text => [verifyPassword(text, kept), verifyPassword(text, other)])))
    .toEqual([true, true, true, true, false, false]);
  const nonce = Buffer.alloc(16);
  const tag = argon2Sync('argon2id', {message: apart, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32});
  const [salt, hash] = [nonce, tag].map(bytes => bytes.toString('base64').replace(/=+$/, ''));
  expect(await verifyPassword(apart, `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`)).toBe(true);
});
