// `npm run check -- --config …`: a config is read wherever it lies.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {COMPILER_ENV, configChecks} from '../../src/run/compiler.ts';

let elsewhere: string;
beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), 'um produto '));
});
afterAll(() => rmSync(elsewhere, {recursive: true, force: true}));

/** What is said of a config outside of the project; the example's own text, with something else in it. */
const saidOf = (from = '', to = ''): Record<string, {status: number | null; said: string}> => {
  const file = join(elsewhere, 'frota.config.ts');
  const example = readFileSync('docs/examples/frota.config.ts', 'utf8');
  if (!example.includes(from)) throw new Error(`the example does not say ${from}`);
  writeFileSync(file, example.replace('../../src/', `${resolve('src')}/`).replace(from, to));
  const {lines, folder} = configChecks(file);
  const PATH = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);
  try {
    return Object.fromEntries(Object.entries(lines).map(([name, line]) => {
      const {status, stdout, stderr} = spawnSync(line, {shell: true, encoding: 'utf8', env: {...process.env, ...COMPILER_ENV, PATH}});
      return [name, {status, said: `${stdout}${stderr}`}];
    }));
  } finally {
    rmSync(folder, {recursive: true});
  }
};

it('finds nothing in one that is right', () => {
  expect(saidOf()).toMatchObject({'tipos da configuração': {status: 0}, 'lint da configuração': {status: 0}});
});

it('finds a word that is no option, and what the lint refuses', () => {
  expect(saidOf('access: {', 'access: {updat: [Number.parseInt("1")],')).toMatchObject({
    'tipos da configuração': {said: expect.stringContaining('updat is not an option here')},
    'lint da configuração': {said: expect.stringContaining('radix')},
  });
});

it('finds a name of own code that its config does not have', () => {
  const file = join(elsewhere, 'frota.own.ts');
  const header = `import {defineOwn} from '${resolve('src/server/own.ts')}';\nimport config from './frota.config.ts';\n`;
  writeFileSync(file, `${header}export default defineOwn(config, {steps: {ordens: {actions: {fecha: {}}}}});\n`);
  expect(saidOf()).toMatchObject({
    'tipos da configuração': {said: expect.stringContaining("'fecha' does not exist")}, 'lint da configuração': {status: 0},
  });
  rmSync(file);
});

it('says that there is none before it runs anything', () => {
  const {status, stdout, stderr} = spawnSync(process.execPath, ['src/run/check.ts', '--config', join(elsewhere, 'outro.ts')], {
    encoding: 'utf8',
  });
  expect({status, stdout, stderr}).toEqual({
    status: 1, stdout: '', stderr: 'Informe em --config o arquivo de uma configuração: --config docs/examples/frota.config.ts\n',
  });
});
