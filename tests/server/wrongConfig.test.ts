// A config that cannot be honoured, in a maintainer's own copy: whatever is started tells every mistake and makes nothing.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdir, readFile} from 'node:fs/promises';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {fieldShapes} from '../../src/schema/shapes/fields.ts';
import {copyProduct} from '../e2e/support/clone.ts';
import {BRIEF, COMPILED, temporaryFolder} from '../support/folder.ts';
import {replaced} from '../support/recipes.ts';

const MISTAKES: readonly (readonly [before: string, after: string])[] = [
  ["codigoExterno: {kind: 'texto', label: 'Código Externo', maxLength: 15},", ''],
  ["'codigoExterno', 'idEmpresa', 'dataCriacao'", "'idEmpresa', 'dataCriacao'"],
  ['...CONTATO, maxLength: 110', "...CONTATO, kind: 'teksto', maxLength: 110"],
  ["rpa: ['empresa', {any: ['naFila', 'participou']}]", "rpa: [{todas: ['naFila']}, 'itensValidos']"],
];
let root: string;
let remove: () => Promise<void>;
let before: string[];
let written: string;
/** The line in which one text stands after another, as an editor opens it. */
const at = (...texts: string[]): string => {
  const last = texts.reduce((from, text) => written.indexOf(text, from), 0);
  return `resources.config.ts:${written.slice(0, last).split('\n').length}`;
};
beforeAll(async () => {
  ({folder: root, remove} = await temporaryFolder());
  await copyProduct(root, config => MISTAKES.reduce((text, [from, to]) => replaced(text, from, to), config));
  before = await readdir(root);
  written = await readFile(`${root}/resources.config.ts`, 'utf8');
});
afterAll(() => remove());

const KINDS = Object.keys(fieldShapes).map(kind => `"${kind}"`).join(', ').replace(/, ([^,]*)$/, ' ou $1');
const WORDS = '"filled", "compare", "status", "is", "waits", "not", "any", "all" ou "through"';
/** Each with the line that says it; what is missing with that of what it is missing from. */
const sentences = (): string[] => {
  const [kind, users, scope] = [at("kind: 'teksto'"), at('\n    usuarios: {', 'fields: {'), at('rpa: [{todas')];
  return [
    'resources.config.ts tem erros:',
    `${kind}: resources.filiais.fields.contato: "teksto" não é um tipo de campo (quis dizer "texto"?): use ${KINDS}.`,
    `${scope}: resources.tickets.scope.rpa[0]: "todas" não é uma opção aqui.`,
    `${users}: resources.usuarios.fields: falta "codigoExterno", que o produto usa.`,
    `${scope}: resources.tickets.scope.rpa[0]: diga exatamente um de ${WORDS}.`,
    `${scope}: resources.tickets.scope.rpa: "itensValidos" não serve de escopo: não há como procurar linhas por ela.`,
  ];
};

test.each([
  ['start', []], ['api', []], ['schema', []], ['senha', ['a@x.test']],
] as const)('%s ends with the sentences, and nothing was made', async (script, args) => {
  const {PATH = ''} = process.env;
  const child = spawn(process.execPath, [...BRIEF, `src/run/${script}.ts`, ...args], {
    cwd: root, env: {PATH, ...COMPILED, DATA_DIR: `${root}/dados`, PORT: '0'}, stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, told] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
  expect(said.trimEnd().split('\n')).toEqual(sentences());
  expect([child.exitCode, told]).toEqual([1, '']);
  expect(await readdir(root)).toEqual(before);
});
