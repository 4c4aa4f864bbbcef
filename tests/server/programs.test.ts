// Finding PostgreSQL's programs, and telling them where the database is.
import {chmod} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {connectionEnv, findProgram, startProgram} from '../../src/server/backup/serverDatabase.ts';
import {write} from '../support/places.ts';
import {temporaryFolder} from '../support/server.ts';

let folder: string;
let remove: () => Promise<void>;
/** Above any version there is, so that the machine's own programs do not matter. */
const VERSIONS = [114, 117, 116];
let path: string;

beforeAll(async () => {
  ({folder, remove} = await temporaryFolder());
  for (const version of VERSIONS) {
    const program = join(folder, String(version), 'pg_dump');
    await write(
      program,
      `#!/bin/sh\nif [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) ${version}.2 (Debian)"; else echo "$@"; cat /proc/$$/cmdline; echo "[$PGPASSWORD]"; echo 'pg_dump: error: nada feito' >&2; echo 'CONTEXT: COPY usuarios, ana@b.test' >&2; exit 3; fi\n`,
    );
    await chmod(program, 0o755);
  }
  path = VERSIONS.map(version => join(folder, String(version))).join(delimiter);
});
afterAll(() => remove());

test.each([[114, 114], [115, 116], [117, 117]])('for a server of version %d the one of version %d', async (atLeast, version) => {
  expect(await findProgram('pg_dump', atLeast, path)).toEqual({path: join(folder, String(version), 'pg_dump'), version});
});

test('where there is none that is new enough, a sentence says so', async () => {
  await expect(findProgram('pg_dump', 118, path)).rejects.toThrow(
    /^Este comando precisa do pg_dump do PostgreSQL 118 ou mais novo \(há .*114, 117, 116.*\)\. Instale o pacote postgresql-client\.$/,
  );
});

test('the password is in the environment, never on the command line; of what it says, only its errors are repeated', async () => {
  const program = await findProgram('pg_dump', 114, path);
  const {stdout, ended} =
    startProgram(program, ['--format=custom'], 'postgres://ana:s%40nha-secreta@banco.test:5433/balcao', new AbortController().signal);
  const said = (await stdout.toArray()).join('');
  await expect(ended).rejects.toThrow(/não terminou:\npg_dump: error: nada feito$/);
  expect(said.replace('[s@nha-secreta]', '')).not.toMatch(/nha-secreta/);
  expect(said).toContain('[s@nha-secreta]');
});

test.each([
  ['postgres://ana@banco.test:6000/bal%20cao?sslmode=no-verify', {
    PGPORT: '6000', PGUSER: 'ana', PGDATABASE: 'bal cao', PGSSLMODE: 'require',
  }],
  ['postgres://ana@qualquer/balcao?host=/var/run/postgresql', {PGHOST: '/var/run/postgresql', PGPORT: '5432', PGDATABASE: 'balcao'}],
])('%s', (url, expected) => {
  expect(connectionEnv(url)).toMatchObject(expected);
});

test('an encrypted line is encrypted for the programs too', async () => {
  const certificate = join(folder, 'ca.pem');
  await write(certificate, 'certificado');
  expect(connectionEnv(`postgres://ana:x@banco.test/balcao?sslmode=verify-full&sslrootcert=${certificate}`)).toMatchObject({
    PGHOST: 'banco.test', PGPORT: '5432', PGPASSWORD: 'x', PGSSLMODE: 'verify-full', PGSSLROOTCERT: certificate,
  });
});
