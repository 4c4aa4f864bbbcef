// README, 'add a kind': the compiler names every table that needs a row, the recipe names the same, and with the rows it is content.
import {execFile} from 'node:child_process';
import {cp, readFile, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {COMPILING, IN_ONE_THREAD} from '../../src/run/compiler.ts';
import {temporaryFolder} from '../support/folder.ts';

const SHAPES = 'src/schema/fields.ts';
let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({folder, remove} = await temporaryFolder());
  for (const part of ['src', 'resources.config.ts', 'tsconfig.json', 'package.json', 'vite.config.ts']) {
    await cp(part, join(folder, part), {recursive: true});
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => remove?.());

/** The files in which the compiler finds something wrong. */
const refused = (): Promise<string[]> => new Promise(done => {
  const compiler = ['node_modules/typescript/bin/tsc', '--noEmit', IN_ONE_THREAD, '--pretty', 'false'];
  execFile(process.execPath, compiler, {cwd: folder, maxBuffer: 16 * 1024 * 1024, env: {...process.env, ...COMPILING}}, (_error, said) => {
    done([...new Set([...said.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file.replaceAll('\\', '/')))].toSorted());
  });
});

/** The row of a kind that is there, once more for the new one: over several lines, on one of its own, or among others. It gets no mask. */
const ROWS = [/^  cep: \{\n[^]*?^  \},\n/m, /^  cep: (?:\{.*\}|[^,\n]+),\n/m, /\bcep: [^,;\n]+[,;]/];
const withRow = (text: string): string => {
  const row = ROWS.map(pattern => pattern.exec(text)?.[0]).find(found => found !== undefined) ?? '';
  return text.replace(row, () => `${row}${row.startsWith('cep') ? ' ' : ''}${row.replace('cep', 'cor').replace('MaskedControl', 'ReadOnlyControl')}`);
};

it('takes a shape and a row in each table that the recipe names', async () => {
  const shapes = await readFile(join(folder, SHAPES), 'utf8');
  const cep = "  cep: shape('cep', {}),\n";
  await writeFile(join(folder, SHAPES), shapes.replace(cep, `${cep}${cep.replaceAll('cep', 'cor')}`));
  const recipe = (await readFile('README.md', 'utf8')).split('## Recipe: add a kind\n')[1]?.split('\n## ')[0] ?? '';
  const named = [...recipe.matchAll(/`(src\/[\w/.]+\.tsx?)`/g)].map(([, file = '']) => file).filter(file => file !== SHAPES);
  const tables = await refused();
  expect(tables).toEqual(named.toSorted());

  for (const table of tables) await writeFile(join(folder, table), withRow(await readFile(join(folder, table), 'utf8')));
  expect(await refused()).toEqual([]);
});
