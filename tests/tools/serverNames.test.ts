import {globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {fieldShapes} from '../../src/schema/shapes/fields.ts';
import {acceptance} from '../support/acceptance.ts';
import {codeOf} from '../support/code.ts';

/** What serves every resource alike: the schema, and these rooms of the server. */
const GENERIC = [
  'requestBody', 'consequences', 'dashboard', 'engine', 'export', 'goTo', 'history', 'lists', 'metrics', 'notices', 'openapi', 'ownCode',
  'parts', 'presence', 'rowScope', 'formatting', 'resources', 'savedFilters', 'savedReplies',
];
/** Rooms that know people, or their own tables, by name. */
const KNOWING: Readonly<Record<string, string>> = {
  people: 'what writing a user or a company means for sessions', sessions: 'who signs in',
  accounts: 'who somebody is, and of which company',
  passwordLinks: 'whose password it is', mail: 'letters to people, in a table of their own',
  db: 'tables of the first version, and links between people and branches', backup: 'reads what the version before has',
  files: 'the table of the version before', demo: 'people who sign in, and what robots send', adminSocket: 'a conversation of its own',
  http: 'no records at all', robots: 'what a robot sends and is answered, in a wire of its own, and who has a lease',
  deliveries: 'who decided about a delivery, in a table of its own', sending: 'tables of mails and deliveries',
  timers: 'a table of its own',
  events: 'whose session goes on, and what they are told of themselves',
};

const SPECIFIED = /^server\/openapi\/specifiedCalls\.ts/;

/** What is called like a field and is something else, or belongs to people, where that is. */
const ALLOWED: readonly {files: RegExp; names: readonly string[]; why: string}[] = [
  {files: /./, names: ['status'], why: "of an answer, and a resource's own word for its life cycle"},
  {
    files: /^server\/(?:consequences|dashboard|engine|lists|openapi\/rulesInWords|ownCode|rowScope|savedReplies)(?:\/|\.ts)|^schema\/(?:access|records\/profileGrants|conditions\/\w+|session|shapes\/config|apiShapes|lists\/orderIndexPrefixes|fields\/items)\.ts/,
    names: ['idEmpresa', 'codigoExterno', 'filiais', 'idFilial', 'tipo', 'ativo'],
      why: 'of whoever asks: their company, their branches, their code',
  },
  {
    files: /^server\/(?:requestBody|engine|openapi|ownCode|parts\/files|rowScope|resources)\/|^schema\/(?:parts|check\/(?:actions|parts|resource))\.ts/,
    names: ['idUsuario'], why: 'who acts, as paths have it',
  },
  {
    files: /^server\/parts\/template\/|^schema\/(?:fields\/items|apiShapes|check\/resource)\.ts/,
    names: ['descricao', 'tipoCampo', 'obrigatorio', 'mostrarConsultaTicket', 'mostrar_consulta_ticket', 'ordem'], why: 'of an item',
  },
  {
    files: /^server\/(?:parts\/files|parts\/template\/\w*[vV]ersion|history|dashboard\/queries)|^schema\/apiShapes\.ts/,
    names: ['tipo', 'nome', 'chave', 'dataCriacao', 'nomeUsuario', 'descricao'], why: 'of a file, a step or a version',
  },
  {files: /^server\/(?:requestBody|saved\w+)\/|^schema\/lists\/saved\w*\.ts/, names: ['nome', 'ordem'],
    why: 'of a file, a filter or a reply'},
  {files: /^schema\/shapes\/productMessages\.ts/, names: ['nome'], why: 'a word of a sentence about a file'},
  {files: /^server\/dashboard\//, names: ['descricao', 'chave'], why: 'of a row that is answered'},
  {
    files: /^server\/(?:engine\/accessChecks|history\/(?:entries|steps)|ownCode\/\w+|parts\/template\/versionRoutes|presence\/presence)\.ts/,
    names: ['nome', 'usuarios'], why: 'what a person is called',
  },
  {files: /^server\/lists\/options\/offers\.ts/, names: ['descricao', 'idUsuario'], why: 'of a row of choices'},
  {
    files: /^server\/(?:openapi|goTo|export|lists|rowScope|resources)\/|^schema\/check\//,
    names: ['nome', 'ordem', 'descricao', 'chave'], why: 'in a sentence, or of a row of choices',
  },
  {
    files: /^server\/openapi\/kinds\.ts|^schema\/(?:shapes\/fields|fields\/(?:kinds|masks|text))\.ts/, names: ['cnpj'],
    why: 'a kind of document',
  },
  {
    files: /^schema\/(?:systemFields|config\/defineConfig)\.ts|^schema\/check\//,
    why: 'what the product needs by name, said in one table, and its check',
    names: ['usuarios', 'empresas', 'filiais', 'tipo', 'nome', 'codigoExterno', 'idEmpresa', 'ativo', 'razaoSocial', 'semSenha',
      'descricao', 'tipoCampo', 'obrigatorio'],
  },
  {files: /^schema\/(?:shapes\/publicConfig|accountCalls)\.ts/, names: ['usuarios'], why: 'whose password the public pages set'},
  {
    files: /^server\/notices\/|^schema\/words\/notices\.ts/, names: ['usuarios', 'nome', 'idUsuario', 'dataCriacao', 'tipo'],
    why: 'who is told, and the kind of a mail',
  },
  {
    files: /^schema\/queuePanel\.ts/, names: ['nome', 'tipo', 'ativo', 'descricao', 'dataCriacao'],
    why: 'of a robot, of an item, and of a failure: a wire of its own',
  },
  {files: /^schema\/(?:deliveryPanel|words\/deliveryCalls)\.ts/, names: ['nome', 'dataCriacao'],
    why: 'of a delivery, a timer or a webhook'},
  {files: /^schema\/words\/icons\.ts/, names: ['ticket'], why: 'a picture'},
  {
    files: /^schema\/(?:config\/completeConfig|shapes\/productMessages)\.ts/, names: ['descricao', 'tipo', 'contato'],
    why: 'what a row of a list says on the wire, and words of sentences',
  },
  {
    files: SPECIFIED, why: 'the calls of the specification, marked as such',
    names: ['usuarios', 'empresas', 'filiais', 'fornecedores', 'modelosFormulario', 'modelosFormularioItem', 'tickets', 'idEmpresa',
      'idFilial'],
  },
];

const namesOf = ({resources}: Config): string[] => [
  ...new Set([...Object.keys(resources), ...Object.values(resources).flatMap(({fields}) => Object.keys(fields))]),
].filter(name => !(name in fieldShapes));
const names = namesOf(config);
const isIn = (name: string, code: string): boolean => new RegExp(`\\b${name}\\b`).test(code);

const namedIn = (file: string, text: string): string[] => {
  const allowed = ALLOWED.filter(one => one.files.test(file)).flatMap(one => one.names);
  const code = codeOf(text).replaceAll(new RegExp(`\\b(?:${allowed.join('|')})\\b`, 'g'), '');
  return [...names.filter(name => isIn(name, code)), ...(/ticket/i.test(code) && !SPECIFIED.test(file) ? ['ticket'] : [])];
};

const sourcesIn = (pattern: string): {file: string; text: string}[] =>
  globSync(pattern).map(file => ({file: file.replaceAll('\\', '/').replace('src/', ''), text: readFileSync(file, 'utf8')}));
const generic = [...sourcesIn(`src/server/{${GENERIC.join(',')}}/**/*.ts`), ...sourcesIn('src/schema/**/*.ts')];

describe('what the server names', () => {
  it.each([
    ["const TICKETS = 'tickets';", ['tickets', 'ticket']],
    ["if (name === 'fornecedores') return;", ['fornecedores']],
    ["record['itensFormulario']", ['itensFormulario']],
    ["/** A ticket's razaoSocial. */\nimport {a} from '../tickets/a.ts';\n// razaoSocial\nexport {a};", []],
    ["const {status, idEmpresa} = session; const url = 'https://razao.test';", []],
  ])('%s', (text, expected) => {
    expect(namedIn('server/engine/a.ts', text)).toEqual(expected);
  });

  it('is no resource of the config and no field of one, where every resource is served alike', () => {
    expect(generic.length).toBeGreaterThan(100);
    expect(generic.flatMap(({file, text}) => namedIn(file, text).map(name => `${file}: ${name}`))).toEqual([]);
  });

  it('is said of every room: it serves all alike, or it knows somebody, and why', () => {
    const rooms = new Set(globSync('src/server/*/**/*.ts').map(file => file.replaceAll('\\', '/').split('/')[2] ?? ''));
    expect([...rooms].toSorted()).toEqual([...GENERIC, ...Object.keys(KNOWING)].toSorted());
  });

  it.each(ALLOWED.map(one => [one.why, one] as const))('%s: is still there', (_why, {files, names: allowed}) => {
    const code = generic.filter(({file}) => files.test(file)).map(({text}) => codeOf(text)).join('\n');
    expect(allowed.filter(name => !isIn(name, code))).toEqual([]);
  });

  it('is nothing of the acceptance config', () => {
    const theirs = Object.keys(acceptance.resources).filter(name => !(name in config.resources));
    expect(theirs.length).toBeGreaterThan(3);
    const named = sourcesIn('src/**/*.{ts,tsx}').flatMap(({file, text}) =>
      theirs.filter(name => isIn(name, text)).map(name => `${file}: ${name}`));
    expect(named).toEqual([]);
  });
});
