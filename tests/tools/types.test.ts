/**
 * The compiler, run once: over the whole project, in which it finds nothing; over planted mistakes of a config, each of which it refuses on
 * its own line in the sentence that names the word; and over a copy of `src` in which words are planted without their rows, of which it
 * names every place.
 */
import {execFile} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {COMPILER_ENV, SINGLE_THREAD_OPTION} from '../../src/run/compiler.ts';
import {withRecipes} from '../support/recipes.ts';
import {planted} from '../schema/support/mistakes.ts';
import {plant, TINY} from '../schema/support/tiny.ts';
import {plantedWords} from './support/words.ts';

const HEADER = "import {defineConfig} from '../../src/schema/config/defineConfig.ts';\n";
const tiny = (text: string): string => `${HEADER}export default defineConfig(${text});\n`;
const PRODUCT = readFileSync('resources.config.ts', 'utf8').replace('./src/schema/', '../../src/schema/');

/** One word of the product's own file each. */
const product: readonly (readonly [from: string, to: string, sentence: string])[] = [
  ["columns: ['nome', 'email', 'tipo', 'ativo']", "columns: ['nomee', 'email', 'tipo', 'ativo']", 'nomee is not a field'],
  [
    "nome: {kind: 'texto', label: 'Nome', maxLength: 100, required: true}",
    "nome: {kind: 'texto', label: 'Nome', maxLength: 100, requird: true}",
    'requird is not an option here',
  ],
  ['from: {emAndamento: GESTORES}', 'from: {emAndamentos: GESTORES}', 'emAndamentos is not a status'],
  ["'fornecedor:autor'", "'fornecedor:dono'", 'fornecedor:dono is not a profile'],
  ['required: {is: {tipo: [EMPRESA.id', 'required: {is: {tpo: [EMPRESA.id', 'tpo is not a field'],
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
  // What the product lacks is told of all fields at once, where nothing else is wrong with them.
  const alone = !/ (?:is|are|has|says) \w+ \w/.test(sentence) || sentence.endsWith(' needs');
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
/** Own code beside the product's file: the steps of one resource, timers or calls, and what is said of them; undefined: nothing. */
const ownSteps: readonly (readonly [steps: string, sentence?: string])[] = [
  ['empresas: {create: {before: ({record, set, caller}) => set({contato: `${record.razaoSocial} ${caller.nome}`})}}'],
  ["tickets: {actions: {reprovar: {after: ({before, record, answers, refuse}) => "
    + "before.idStatusTicket === record.idStatusTicket ? refuse(answers.comentario ?? '', 'comentario') : undefined}}}"],
  ["empresas: {delete: {after: async ({before, list, act}) => { for (const {id} of await list('usuarios', {idEmpresa: before.id})) "
    + "await act('usuarios', id, 'inativar'); }}}"],
  ['tikets: {}', "'tikets' does not exist"],
  ['tickets: {actions: {aprova: {}}}', "'aprova' does not exist"],
  ['tickets: {save: {}}', "'save' does not exist"],
  ['tickets: {update: {befor: () => {}}}', "'befor' does not exist"],
  ['empresas: {update: {before: ({record}) => void record.razao}}', "Property 'razao' does not exist"],
  ["empresas: {update: {before: ({set}) => set({razao: ''})}}", "'razao' does not exist"],
  ['empresas: {update: {before: ({set}) => set({razaoSocial: 1})}}', "'number' is not assignable to type 'string'"],
  ["filiais: {update: {before: ({set}) => set({nomeEmpresa: ''})}}", "'nomeEmpresa' does not exist"],
  ["empresas: {update: {after: ({set}) => set({contato: ''})}}", "Property 'set' does not exist"],
  ["empresas: {update: {before: ({refuse}) => refuse('Não.', 'razao')}}", '\'"razao"\' is not assignable'],
  ['tickets: {actions: {reprovar: {before: ({answers}) => void answers.motivo}}}', "Property 'motivo' does not exist"],
  ["empresas: {update: {after: async ({read}) => void await read('filial', 1)}}", '\'"filial"\' is not assignable'],
  ["empresas: {update: {after: ({save}) => save('filiais', 1, {fone: ''})}}", "'fone' does not exist"],
  ["empresas: {update: {after: ({act}) => act('tickets', 1, 'aprova')}}", '\'"aprova"\' is not assignable'],
  ["tickets: {actions: {reprovar: {committed: async ({before, record, answers, caller, key, attempt, save, signal}) => { "
    + "await fetch(`https://erp.test/${before.id}/${answers.comentario}/${caller.nome}/${attempt}`, {headers: {key}, signal}); "
    + "await save('empresas', record.idEmpresa ?? 0, {contato: ''}); }}}}"],
  ["empresas: {create: {committed: ({refuse}) => refuse('Não.')}}", "Property 'refuse' does not exist"],
  ["empresas: {create: {committed: ({record}) => void record.razao}}", "Property 'razao' does not exist"],
  ["timers: {fechar: {daily: {at: '02:00'}, run: async ({now, transaction}) => transaction(async ({save, refuse}) => "
    + "now.getDay() === 0 ? refuse('Não.') : save('empresas', 1, {contato: ''}))}}"],
  ["timers: {fechar: {dayly: {at: '02:00'}, run: () => {}}}", "'dayly' does not exist"],
  ["timers: {fechar: {every: '15m', run: ({save}) => save('empresas', 1, {contatos: ''})}}", "'contatos' does not exist"],
  ["calls: {'PUT x/:id/:nome': {profiles: ['adm'], body: z.object({n: z.number()}), answer: z.object({total: z.number()}), "
    + "run: async ({params, body, list}) => ({total: params.id + body.n + params.nome.length + (await list('empresas', {})).length})}}"],
  ["calls: {'GET x': {profiles: ['admin'], answer: z.object({}), run: () => ({})}}", '\'"admin"\' is not assignable'],
  ["calls: {'GET x/:id': {profiles: ['adm'], answer: z.object({a: z.number()}), run: ({params}) => ({a: params.ide})}}",
    "Property 'ide' does not exist"],
  ["calls: {'PUT x': {profiles: ['adm'], body: z.object({n: z.number()}), answer: z.object({a: z.number()}), "
    + "run: ({body}) => ({a: body.m})}}",
    "Property 'm' does not exist"],
  ["calls: {'GET x': {profiles: ['adm'], answer: z.object({total: z.number()}), run: () => ({total: ''})}}",
    "'string' is not assignable to type 'number'"],
  ["empresas: {update: {after: async ({create}) => void await create('empresas', {razaoSocial: ''})}}", 'missing the following properties'],
];
const ownText = [
  "import {defineOwn, z} from '../../src/server/own.ts';", "import config from '../../resources.config.ts';",
  ...ownSteps.map(([words], index) =>
    `export const own${index} = defineOwn(config, {${/^(?:timers|calls): /.test(words) ? words : `steps: {${words}}`}});`),
].join('\n');
/** The example of docs/own.md. */
const documentedOwn = (/```ts\n([^]*?)```/.exec(readFileSync('docs/own.md', 'utf8'))?.[1] ?? '')
  .replace('../balcao/', '../../').replace('./frota', '../../docs/examples/frota');
const files = [
  {name: 'own.ts', text: ownText}, {name: 'documented.ts', text: documentedOwn},
  {name: 'good.ts', text: tiny(TINY)},
  {name: 'recipes.ts', text: withRecipes(PRODUCT)},
  {name: 'planted.ts', text: product.reduce((text, [from, to]) => plant(text, from, to).text, PRODUCT)},
  ...groups.map(({text}, index) => ({name: `tiny${index}.ts`, text})),
];

interface Fault {
  /** Of the project, or below the folder that this run made. */
  file: string;
  line: number;
  text: string;
}
let folder: string;
let faults: readonly Fault[];
/** Where the copy of `src` is, below {@link folder}. */
const COPY = 'copy/';
const isPlanted = ({file}: Fault): boolean => file.startsWith(folder);
const inFile = (name: string): Fault[] => faults.filter(({file}) => file === `${folder}/${name}`);
const inCopy = (): Fault[] => faults.filter(({file}) => file.startsWith(`${folder}/${COPY}`));

beforeAll(async () => {
  // Inside the project, because its files and packages are imported; dist is no part of it.
  mkdirSync('dist', {recursive: true});
  folder = mkdtempSync('dist/types-');
  for (const {name, text} of files) writeFileSync(join(folder, name), text);
  for (const part of ['src', 'resources.config.ts']) cpSync(part, join(folder, COPY, part), {recursive: true});
  for (const {edits} of plantedWords) {
    for (const [file, edit] of edits) {
      const path = join(folder, COPY, file);
      const before = readFileSync(path, 'utf8');
      const after = edit(before);
      if (after === before) throw new Error(`nothing was planted in ${file}`);
      writeFileSync(path, after);
    }
  }
  const {include} = JSON.parse(readFileSync('tsconfig.json', 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) as {include: string[]};
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
    extends: '../../tsconfig.json', include: ['./*.ts', `./${COPY}`, ...include.map(path => `../../${path}`)],
  }));
  const output = await new Promise<string>(resolve => {
    execFile(
      process.execPath, ['node_modules/typescript/bin/tsc', SINGLE_THREAD_OPTION, '--pretty', 'false', '-p', folder],
      {maxBuffer: 64 * 1024 * 1024, env: {...process.env, ...COMPILER_ENV}},
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
  faults = output.split(/^(?=\S)/m).filter(block => block.trim() !== '').map(block => {
    const [, file = '', line = '0', text = block] = /^(.*?)\((\d+),\d+\): error ([^]*)$/.exec(block) ?? [];
    return {file: file.replaceAll('\\', '/'), line: Number(line), text};
  });
}, 600_000);
afterAll(() => rmSync(folder, {recursive: true, force: true}));

it('finds nothing in the project', () => {
  expect(faults.filter(one => !isPlanted(one)).map(({file, line, text}) => `${file}:${line} ${text}`)).toEqual([]);
});

it.each(['good.ts', 'recipes.ts', 'documented.ts'])('finds nothing in a config that is right: %s', name => {
  expect(inFile(name)).toEqual([]);
});

describe('a planted mistake is refused on its line', () => {
  const expectRefused = (name: string, line: number, sentence: string): void => {
    expect(inFile(name).filter(one => one.line === line).map(({text}) => text)).toContainEqual(expect.stringContaining(sentence));
  };

  it.each(types.map((row, index) => [row.from, row.to, row.types, fileOf[index] ??
    ''] as const))('%s → %s: %s', (from, to, sentence, file) => {
    expectRefused(file, plant(tiny(TINY), from, to).line, sentence);
  });

  it.each(product)('resources.config.ts: %s → %s: %s', (from, to, sentence) => {
    expectRefused('planted.ts', plant(PRODUCT, from, to).line, sentence);
  });
});

it.each(ownSteps.map(([steps, sentence], index) => [steps, sentence, index + 3] as const))(
  'own code is typed by its config: %s: %s', (_steps, sentence, line) => {
    // Of a step without a mistake nothing is said.
    const texts = inFile('own.ts').flatMap(one => (one.line === line ? [sentence !== undefined && one.text.includes(sentence)] : []));
    expect(texts).toEqual(sentence === undefined ? [] : [true]);
  },
);

describe('a word that is added without its rows is named at every place', () => {
  const placeOf = ({file}: Fault): string => file.slice(`${folder}/${COPY}`.length);
  /** What a fault says is missing, or is no choice: what it says of types, it says of all their words. */
  const names = (word: string, {text}: Fault): boolean =>
    new RegExp(`Property '${word}' is missing|following properties from type .+: .*\\b${word}\\b|^.*'"${word}"' is not`).test(text);
  const isNameless = (one: Fault): boolean => !plantedWords.some(({word}) => names(word, one));

  it.each(plantedWords)('$what', ({word, places}) => {
    const found = inCopy().filter(one => names(word, one) || (isNameless(one) && places.includes(placeOf(one)))).map(placeOf);
    expect([...new Set(found)].toSorted()).toEqual([...places].toSorted());
  });

  it('and nothing else is wrong with it', () => {
    const wanted = new Set(plantedWords.flatMap(({places}) => places));
    expect(inCopy().filter(one => isNameless(one) && !wanted.has(placeOf(one)))).toEqual([]);
  });
});
