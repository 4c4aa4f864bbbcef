// The key that signs sessions, and what its tokens are worth when clocks are wrong.
import {spawn} from 'node:child_process';
import {webcrypto} from 'node:crypto';
import {once} from 'node:events';
import {chmod, mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {createTokens} from '../../src/server/accounts/tokens.ts';
import {temporaryFolder} from '../support/server.ts';

const KEY = new URL('../../src/server/accounts/signingKey.ts', import.meta.url).href;
let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({folder, remove} = await temporaryFolder());
});
afterEach(async () => {
  vi.useRealTimers();
  await remove();
});

const keyIn = (DATA_DIR: string) => loadSigningKey({DATA_DIR, JWT_SECRET: undefined});
const file = (): string => join(folder, 'jwt.key');

describe('the key of DATA_DIR', () => {
  test('is made once, for its owner alone, and nothing else is left', async () => {
    const nested = join(folder, 'a', 'b');
    const first = await keyIn(nested);
    expect(first.secret.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(nested, 'jwt.key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(nested)).toEqual(['jwt.key']);
    expect(await keyIn(nested)).toEqual(first);
  });

  test('is one for all that start at once', async () => {
    const keys = await Promise.all(Array.from({length: 20}, () => keyIn(folder)));
    expect(new Set(keys.map(({kid}) => kid)).size).toBe(1);
    expect(await readdir(folder)).toEqual(['jwt.key']);
  });

  test('is whole or not there, also when writing it is cut', async () => {
    const start = `const {signingKey} = await import(process.argv[1]); await signingKey({DATA_DIR: process.argv[2]});`;
    // A process that may write no byte into any file.
    const node = [process.execPath, '--input-type=module', '-e', start, KEY, folder];
    const cut = spawn('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...node], {stdio: 'ignore'});
    const [code] = (await once(cut, 'close')) as [number | null];
    expect(code).not.toBe(0);
    expect(await readdir(folder)).not.toContain('jwt.key');
    expect((await keyIn(folder)).secret.length).toBeGreaterThanOrEqual(32);
  });

  test('may be a key that somebody wrote there', async () => {
    await writeFile(file(), `${'k'.repeat(32)}\n`);
    expect(new TextDecoder().decode((await keyIn(folder)).secret)).toBe('k'.repeat(32));
  });

  test.each([
    ['empty', ''], ['blank', ' '.repeat(40)], ['too short', 'abc'], ['one character short', 'k'.repeat(31)],
  ])('that is %s stops the start', async (_what, content) => {
    await writeFile(file(), content);
    await expect(keyIn(folder)).rejects.toThrow(
      `O arquivo ${file()}, com a chave que assina as sessões, está vazio ou é curto demais. `
      + 'Recupere-o de uma cópia ou apague-o: outro será criado, e todos terão de entrar de novo.');
    expect(await readFile(file(), 'utf8')).toBe(content);
  });

  test.each<[string, string, () => Promise<unknown>]>([
    ['a folder in its place', 'há uma pasta com esse nome', () => mkdir(file())],
    ['a link that leads to itself', 'ELOOP', () => symlink(file(), file())],
  ])('%s is told in a sentence', async (_what, reason, make) => {
    await make();
    await expect(keyIn(folder)).rejects.toMatchObject({
      name: 'Error',
      message: `A chave que assina as sessões não pôde ser lida nem criada em ${file()}: ${reason}. Corrija isso ou defina JWT_SECRET.`,
    });
  });

  test('a file in the place of DATA_DIR is told in a sentence', async () => {
    const taken = join(folder, 'data');
    await writeFile(taken, '');
    await expect(keyIn(taken)).rejects.toThrow(/jwt\.key: DATA_DIR não é uma pasta\. Corrija isso ou defina JWT_SECRET\.$/);
  });

  test.skipIf(process.getuid?.() === 0)('without permission is told in a sentence', async () => {
    await chmod(folder, 0o500);
    await expect(keyIn(folder)).rejects.toThrow(/: falta permissão\. Corrija isso ou defina JWT_SECRET\.$/);
    await chmod(folder, 0o700);
  });
});

describe('a token', () => {
  const user = {id: 7, nome: 'Ana', email: 'ana@balcao.test', perfil: 'Adm', nomeEmpresa: '', tokenVersao: 1, identityTag: 'x'};
  const SECOND = 1000;
  const HOUR = 3600 * SECOND;
  /** From its making until it is refused. */
  const LIFE = 8 * HOUR + 30 * SECOND;

  test.each([
    ['of now', 0, true],
    ['of almost eight hours ago', -8 * HOUR + SECOND, true],
    ['of more than eight hours ago', -8 * HOUR - 31 * SECOND, false],
    ['of a clock some seconds ahead', 20 * SECOND, true],
    ['of a clock that stood a minute ahead', 60 * SECOND, false],
    ['of next year', 365 * 24 * HOUR, false],
  ])('%s', async (_when, offset, accepted) => {
    const tokens = createTokens({kid: 'x', secret: new TextEncoder().encode('k'.repeat(32))});
    const now = Date.parse('2026-03-02T12:00:00Z');
    vi.useFakeTimers({now: now + offset, toFake: ['Date']});
    const token = await tokens.issue(user);
    vi.setSystemTime(now);
    const named = {id: 7, tokenVersao: 1, identityTag: 'x', expires: now + offset + LIFE};
    expect(await tokens.read(token)).toEqual(accepted ? named : undefined);
  });

  describe('that was in order before', () => {
    const tokens = () => createTokens({kid: 'x', secret: new TextEncoder().encode('k'.repeat(32))});
    const now = Date.parse('2026-03-02T12:00:00Z');

    test.each([
      ['a moment later', SECOND, true],
      ['until its end', 8 * HOUR - SECOND, true],
      ['in the leeway after its end', 8 * HOUR + 29 * SECOND, true],
      ['after its end', 8 * HOUR + 31 * SECOND, false],
      ['when the clock was set back a little', -20 * SECOND, true],
      ['when the clock was set back to before it was made', -60 * SECOND, false],
    ])('%s', async (_when, later, accepted) => {
      const {issue, read} = tokens();
      vi.useFakeTimers({now, toFake: ['Date']});
      const token = await issue(user);
      expect(await read(token)).toBeDefined();
      vi.setSystemTime(now + later);
      expect(await read(token)).toEqual(accepted ? {id: 7, tokenVersao: 1, identityTag: 'x', expires: now + LIFE} : undefined);
    });

    test('is not judged again, and no other is taken for it', async () => {
      const {issue, read} = tokens();
      const token = await issue(user);
      const first = await read(token);
      expect(first).toMatchObject({id: 7, tokenVersao: 1});
      const verify = vi.spyOn(webcrypto.subtle, 'verify');
      onTestFinished(() => verify.mockRestore());
      expect(await read(token)).toEqual(first);
      expect(verify).not.toHaveBeenCalled();
      expect(await read(`${token}A`)).toBeUndefined();
      expect(await read(token.slice(0, -1))).toBeUndefined();
    });

    test('is nothing to another key', async () => {
      const token = await tokens().issue(user);
      await tokens().read(token);
      expect(await createTokens({kid: 'x', secret: new TextEncoder().encode('j'.repeat(32))}).read(token)).toBeUndefined();
    });

    test('of a thousand and one the oldest is judged anew', async () => {
      const {issue, read} = tokens();
      const all = await Promise.all(Array.from({length: 1001}, () => issue(user)));
      for (const token of all) await read(token);
      const verify = vi.spyOn(webcrypto.subtle, 'verify');
      await read(all[1000] ?? '');
      expect(verify).toHaveBeenCalledTimes(0);
      await read(all[0] ?? '');
      expect(verify).toHaveBeenCalledTimes(1);
      verify.mockRestore();
    });
  });
});
