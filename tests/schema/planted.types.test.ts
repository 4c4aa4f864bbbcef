/**
 * The compile-time half of the config's check, tried for real: one run of the compiler reads every planted mistake, and
 * each must be refused on its own line in the sentence that names the word.
 */
import {execFile} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {COMPILING, IN_ONE_THREAD} from '../../src/run/compiler.ts';
import {planted} from './support/mistakes.ts';
import {plant, TINY} from './support/tiny.ts';

const HEADER = "import {defineConfig} from '../../src/schema/defineConfig.ts';\n";
const tiny = (text: string): string => `${HEADER}export default defineConfig(${text});\n`;
const PRODUCT = readFileSync('resources.config.ts', 'utf8').replace('./src/schema/', '../../src/schema/');

/** One word of the product's own file each. */
const product: readonly (readonly [from: string, to: string, sentence: string])[] = [
  ["columns: ['nome', 'email', 'tipo', 'ativo']", "columns: ['nomee', 'email', 'tipo', 'ativo']", 'nomee is not a field'],
  [
    "cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, required: true, unique: 'global', messages: CNPJ}",
    "cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, requird: true, unique: 'global', messages: CNPJ}",
    'requird is not an option here',
  ],
  ['from: {emAndamento: GESTORES}', 'from: {emAndamentos: GESTORES}', 'emAndamentos is not a status'],
  ["'fornecedor:autor'", "'fornecedor:dono'", 'fornecedor:dono is not a profile'],
  ['required: {tipo: [EMPRESA.id', 'required: {tpo: [EMPRESA.id', 'tpo is not a field'],
  ["field: {kind: 'lista', list: 'transgenia'}", "field: {kind: 'lista', list: 'transgenias'}", 'transgenias is not a list'],
];

const types = planted.flatMap(row => (row.types === null ? [] : [{...row, types: row.types}]));

/**
 * Mistakes of names and options stand side by side, many to a file (each file costs the compiler a whole config); what
 * makes it give up on the whole config stands alone. `fileOf` names each one's file.
 */
const together = 15;
const groups: {text: string; lines: Set<number>; full: boolean}[] = [];
const fileOf = types.map(({from, to, types: sentence}) => {
  const alone = !/ (?:is|are|has|says) \w+ \w/.test(sentence);
  const fits = (group: (typeof groups)[number]) =>
    !group.full && group.text.split(from).length === 2 && !group.lines.has(plant(group.text, from, to).line);
  let at = alone ? -1 : groups.findIndex(fits);
  if (at === -1) at = groups.push({text: tiny(TINY), lines: new Set(), full: alone}) - 1;
  const group = groups[at]!;
  const {text, line} = plant(group.text, from, to);
  group.text = text;
  group.lines.add(line);
  group.full ||= group.lines.size >= together;
  return `tiny${at}.ts`;
});
const files = [
  {name: 'good.ts', text: tiny(TINY)},
  {name: 'product.ts', text: PRODUCT},
  {name: 'planted.ts', text: product.reduce((text, [from, to]) => plant(text, from, to).text, PRODUCT)},
  ...groups.map(({text}, index) => ({name: `tiny${index}.ts`, text})),
];

let folder: string;
/** What the compiler says, by file. */
const said = new Map<string, {line: number; text: string}[]>();

beforeAll(async () => {
  // Inside the project, because its files are imported; dist is no part of it.
  mkdirSync('dist', {recursive: true});
  folder = mkdtempSync(join('dist', 'planted-'));
  for (const {name, text} of files) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({extends: '../../tsconfig.json', compilerOptions: {
    types: [],
  }, include: ['./*.ts']}));
  const output = await new Promise<string>(resolve => {
    execFile(
      process.execPath, ['node_modules/typescript/bin/tsc', IN_ONE_THREAD, '--pretty', 'false', '-p', folder],
      {maxBuffer: 64 * 1024 * 1024, env: {...process.env, ...COMPILING}},
      (_error, stdout) => resolve(stdout),
    );
  });
  for (const block of output.split(/^(?=\S)/m)) {
    const match = /^.*?([^/\\]+\.ts)\((\d+),\d+\): error ([^]*)$/.exec(block);
    if (match) said.set(match[1]!, [...(said.get(match[1]!) ?? []), {line: Number(match[2]), text: match[3]!}]);
    else if (block.trim() !== '') said.set('elsewhere', [{line: 0, text: block}]);
  }
}, 600_000);
afterAll(() => rmSync(folder, {recursive: true, force: true}));

it.each(['good.ts', 'product.ts', 'elsewhere'])('finds nothing in %s', name => {
  expect(said.get(name) ?? []).toEqual([]);
});

describe('a planted mistake is refused on its line', () => {
  const expectRefused = (name: string, line: number, sentence: string): void => {
    const errors = said.get(name) ?? [];
    expect(errors.filter(error => error.line === line).map(error => error.text)).toContainEqual(expect.stringContaining(sentence));
  };

  it.each(types.map((row, index) => [row.from, row.to, row.types, fileOf[index] ??
    ''] as const))('%s → %s: %s', (from, to, sentence, file) => {
    expectRefused(file, plant(tiny(TINY), from, to).line, sentence);
  });

  it.each(product)('resources.config.ts: %s → %s: %s', (from, to, sentence) => {
    expectRefused('planted.ts', plant(PRODUCT, from, to).line, sentence);
  });
});
