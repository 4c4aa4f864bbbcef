import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {fieldShapes} from '../../src/schema/shapes/fields.ts';
import {codeOf} from '../support/code.ts';

/** The rooms that serve every resource alike. */
const ROOMS = ['views', 'children', 'list', 'actions', 'parts', 'form', 'record', 'fields', 'ui', 'toasts', 'navigation', 'api'];

/** What is called like a field and is something else, where that is. */
const ALLOWED: readonly {files: RegExp; names: readonly string[]; why: string}[] = [
  {files: /./, names: ['status'], why: 'of an answer, of what is told aloud, and a resource\'s own word for its life cycle'},
  {files: /^(?:parts\/files\/|record\/printTables|api\/(?:payload|submissionKey)\.ts)/, names: ['tipo', 'dataCriacao'], why: 'of a file'},
  {files: /^parts\/template\//, names: ['descricao', 'tipoCampo'], why: 'of an item: a field that an administrator wrote'},
  {files: /^parts\/template\/VersionsDialog/, names: ['dataCriacao', 'nomeUsuario'], why: 'of a version of a form'},
  {files: /^form\/history\//, names: ['dataCriacao', 'nomeUsuario'], why: 'of a step of a history'},
  {files: /^form\/history\/timeline\.ts/, names: ['descricao'], why: 'of an item that a robot marked'},
  {files: /^fields\/(?:options|references)\.ts/, names: ['descricao', 'idUsuario'], why: 'of a row of choices, and who asks for it'},
  {files: /^(?:parts\/files\/fileRequests|record\/useRecordSave|api\/payload)\.tsx?/, names: ['idUsuario'], why: 'who acts'},
  {files: /^actions\/LatestComment\.tsx/, names: ['nome', 'nomeUsuario', 'dataCriacao'], why: 'of who wrote last, and of a step'},
  {files: /^views\/situation\/Presence\.tsx/, names: ['nome'], why: 'of who else is there'},
  {files: /^list\/table\/ListCards\.tsx/, names: ['nome'], why: 'of who asks'},
  {files: /^list\/(?:savedFilters|Save\w+)/i, names: ['nome', 'ordem'], why: 'of a saved filter'},
  {files: /^actions\/replies\//, names: ['nome', 'idEmpresa', 'empresas'], why: 'of a saved reply, and whose it is'},
  {files: /^fields\/FieldFrame\.tsx/, names: ['nome'], why: 'the end of a label\'s id'},
  {files: /^children\/order\//, names: ['ordem'], why: 'in a sentence'},
];

const {resources}: Config = config;
const names = new Set([...Object.keys(resources), ...Object.values(resources).flatMap(({fields}) => Object.keys(fields))]
  .filter(name => !(name in fieldShapes)));

const namedIn = (file: string, text: string): string[] => {
  const code = codeOf(text);
  const found = [...names].filter(name => new RegExp(`\\b${name}\\b`).test(code));
  const free = found.filter(name => !ALLOWED.some(one => one.files.test(file) && one.names.includes(name)));
  return [...free, ...(/ticket/i.test(code) ? ['ticket'] : [])];
};

const files = globSync(`src/portal/{${ROOMS.join(',')}}/**/*.{ts,tsx}`).map(file => file.replaceAll('\\', '/').replace('src/portal/', ''));
const textOf = (file: string): string => readFileSync(`src/portal/${file}`, 'utf8');

describe('what the rooms of the portal name', () => {
  it.each([
    ["const TICKETS = 'tickets';", ['tickets', 'ticket']],
    ["useResource('empresas')", ['empresas']],
    ["record['itensFormulario']", ['itensFormulario']],
    ['record.idFilial', ['idFilial']],
    ["/** A ticket's razaoSocial. */\nimport {a} from '../tickets/a.ts';\n// idFilial\nexport {a};", []],
    ["const {status} = answer; const url = 'https://razao.test';", []],
  ])('%s', (text, expected) => {
    expect(namedIn('views/a.tsx', text)).toEqual(expected);
  });

  it('is no resource of the config and no field of one', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(file => namedIn(file, textOf(file)).map(name => `${file}: ${name}`))).toEqual([]);
  });

  it.each(ALLOWED.map(one => [one.why, one] as const))('%s: is still there', (_why, {files: where, names: allowed}) => {
    const code = files.filter(file => where.test(file)).map(file => codeOf(textOf(file))).join('\n');
    expect(allowed.filter(name => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});
