import {expect, test} from 'vitest';
import {readEnv} from '../../src/server/env.ts';

test('without variables the defaults of the documentation hold', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', PUBLIC_URL: 'http://127.0.0.1:3000', DEMO: false, UPLOAD_MAX_MB: 25,
    UPLOAD_MAX_FILES: 20, CORS_ORIGINS: [], DATABASE_PREPARED: true,
  });
});

test('an empty variable counts as absent', () => {
  expect(readEnv({PORT: '', DATABASE_URL: ' '})).toMatchObject({PORT: 3000});
});

test('values are read as what they are', () => {
  const env = readEnv({
    PORT: '8080', DEMO: '1', PUBLIC_URL: 'https://tickets.exemplo.com.br/', CORS_ORIGINS: 'https://a.test, https://b.test:8443',
    DATABASE_PREPARED: '0',
  });
  expect(env).toMatchObject({
    PORT: 8080, DEMO: true, PUBLIC_URL: 'https://tickets.exemplo.com.br', CORS_ORIGINS: ['https://a.test', 'https://b.test:8443'],
    DATABASE_PREPARED: false,
  });
});

test.each([
  ['nao-responda@exemplo.com.br', {name: '', address: 'nao-responda@exemplo.com.br'}],
  ['Balcão <nao-responda@exemplo.com.br>', {name: 'Balcão', address: 'nao-responda@exemplo.com.br'}],
  ['"Silva, Ana" <ana@exemplo.com.br>', {name: 'Silva, Ana', address: 'ana@exemplo.com.br'}],
])('MAIL_FROM=%s is an address, with or without a name', (given, MAIL_FROM) => {
  expect(readEnv({MAIL_FROM: given}).MAIL_FROM).toEqual(MAIL_FROM);
});

test('a mail server needs to know whom mails are from and where their links lead', () => {
  expect(() => readEnv({SMTP_URL: 'smtp://mail.test:587'})).toThrow('SMTP_URL precisa de MAIL_FROM.\nSMTP_URL precisa de PUBLIC_URL.');
  const given = {SMTP_URL: 'smtps://ana:se%40nha@mail.test', MAIL_FROM: 'a@x.test', PUBLIC_URL: 'https://a.test'};
  expect(readEnv(given).SMTP_URL).toBe(given.SMTP_URL);
});

test('files go to a bucket with keys that belong together, and back to the folder only from one', () => {
  const keys = {AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b'};
  const bucket = {S3_URL: 'https://s3.test/balcao/arquivos'};
  expect(readEnv({...bucket, ...keys, FILES_IN: 'pasta'})).toMatchObject({...bucket, ...keys, FILES_IN: 'pasta'});
  expect(() => readEnv({...bucket, AWS_ACCESS_KEY_ID: 'a'})).toThrow(/^AWS_ACCESS_KEY_ID precisa de AWS_SECRET_ACCESS_KEY\.$/);
  expect(() => readEnv({...bucket, AWS_SECRET_ACCESS_KEY: 'b'})).toThrow(/^AWS_SECRET_ACCESS_KEY precisa de AWS_ACCESS_KEY_ID\.$/);
  expect(() => readEnv({FILES_IN: 's3'})).toThrow(/^FILES_IN precisa de S3_URL\.$/);
  // What the machine has for something else is nothing to us.
  expect(readEnv({AWS_ACCESS_KEY_ID: 'a'}).S3_URL).toBeUndefined();
});

test.each([
  ['S3_URL', 's3://balcao'], ['S3_URL', 'https://s3.test'], ['S3_URL', 'https://s3.test/'], ['S3_URL', 'https://a:b@s3.test/balcao'],
  ['S3_URL', 'https://s3.test/balcao?x=1'], ['FILES_IN', 'nuvem'],
  ['SMTP_URL', 'mail.test:587'], ['SMTP_URL', 'http://mail.test'], ['MAIL_FROM', 'Balcão'], ['MAIL_FROM', 'a@x.test, b@x.test'],
  ['MAIL_FROM', 'Balcão <a@x.test>\r\nBcc: b@x.test'], ['MAIL_FROM', 'todos: a@x.test, b@x.test;'],
  ['PORT', 'abc'], ['PORT', '70000'], ['DATABASE_URL', 'mysql://x'], ['PUBLIC_URL', 'exemplo.com'], ['JWT_SECRET', 'curto'],
  ['ADMIN_EMAIL', 'adm'], ['METRICS_PORT', 'sim'],
  ['DEMO', 'sim'], ['DATABASE_PREPARED', 'sim'], ['UPLOAD_MAX_MB', '0'], ['UPLOAD_MAX_FILES', '2.5'], ['CORS_ORIGINS', 'exemplo.com'],
  ['CORS_ORIGINS', 'https://a.test/portal'],
  ['TRUST_PROXY', '0'], ['TRUST_PROXY', '-1'], ['TRUST_PROXY', '1.5'], ['TRUST_PROXY', '99'], ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'proxy.local'],
  ['VITE_API_URL', 'exemplo'], ['VITE_API_URL', 'ftp://x/api'], ['VITE_API_URL', '//x/api'], ['VITE_API_URL', 'https://x/api?a=1'],
  ['VITE_API_URL', 'http://'],
  ['TRUST_PROXY', '10.0.0'], ['TRUST_PROXY', '10.0.0.0/33'], ['TRUST_PROXY', '0.0.0.0/0'], ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.1, x'], ['TRUST_PROXY', ','],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  expect(() => readEnv({[name]: value})).toThrow(new RegExp(`^${name} deve ser .+\\.$`));
});

test.each([
  ['2', 2], ['10.0.0.1', ['10.0.0.1']], [' 10.0.0.1 , 10.1.0.0/16,2001:db8::/32 ,::1', ['10.0.0.1', '10.1.0.0/16', '2001:db8::/32', '::1']],
  ['', undefined],
])('TRUST_PROXY=%s is a number of proxies or their addresses', (given, TRUST_PROXY) => {
  expect(readEnv({TRUST_PROXY: given}).TRUST_PROXY).toEqual(TRUST_PROXY);
});

test('several mistakes are told together', () => {
  expect(() => readEnv({PORT: 'x', DEMO: 'y'})).toThrow(/PORT deve ser[\s\S]*DEMO deve ser/);
});

test('a production server does not start without its own signing key', () => {
  expect(() => readEnv({NODE_ENV: 'production'})).toThrow('JWT_SECRET é obrigatória com NODE_ENV=production.');
});

test('a password for the first Adm needs the e-mail it belongs to', () => {
  expect(() => readEnv({ADMIN_PASSWORD: 'segredo-1'})).toThrow('ADMIN_PASSWORD precisa de ADMIN_EMAIL.');
});

test.each([
  [undefined, '/api'], ['', '/api'], ['/api/', '/api'], ['/servico/v1', '/servico/v1'],
  ['https://api.exemplo.com.br/api/', 'https://api.exemplo.com.br/api'],
])('VITE_API_URL=%s is %s', (given, expected) => {
  expect(readEnv({VITE_API_URL: given}).VITE_API_URL).toBe(expected);
});
