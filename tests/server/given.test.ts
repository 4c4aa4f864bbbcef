// Every value of the table as calls bring it: JSON, a part of a multipart body, what an action asks, a list's filter. Few calls with many
// fields: what is refused is named with its sentence, and what is left is answered as it is kept.
import {beforeAll, expect, it} from 'vitest';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {isRangeFilter} from '../../src/schema/fields/filterOperators.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {named, withResources} from '../support/configs.ts';
import {givenFields, givenNumbers, givenTexts, REFUSED, type Given} from '../support/givenValues.ts';
import type {SeedBranch} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';

interface GivenField extends Given {
  name: string;
  field: Field;
  says: readonly string[];
  /** As it stands in the JSON of a call. */
  json: string;
}
const all: GivenField[] = [
  ...givenTexts.map(given => ({...given, json: JSON.stringify(given.value)})),
  ...givenNumbers.map(given => ({...given, json: given.value})),
].map((given, at) => ({...given, name: `v${at}`, ...givenFields[given.kind]}));
/** Many columns, but no more than a table of the database has room for in one piece. */
const PER_RESOURCE = 100;
const groups = Array.from({length: Math.ceil(all.length / PER_RESOURCE)}, (_, at) => all.slice(at * PER_RESOURCE, (at + 1) * PER_RESOURCE));
const nameOf = (group: number): string => `provas${group}`;

const config = withResources(Object.fromEntries(groups.map((group, at) => {
  const fields = Object.fromEntries(group.map(({name, field}) => [name, field]));
  return [nameOf(at), named({one: `Prova ${at}`, many: `Provas ${at}`}, {
    owner: {empresa: 'idEmpresa', filial: 'idFilial'},
    fields: {
      idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
      idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa', required: true},
      ...fields,
    },
    list: {columns: ['nome'], filters: Object.fromEntries(group.map(({name}) => [name, {}]))},
    files: {types: 'tiposArquivo'},
    actions: {conferir: {profiles: ['adm'], asks: fields}},
  })];
})));
const server = beforeTests(() => openTestApp({config}));
let branch: SeedBranch;
beforeAll(async () => {
  branch = await server.seed.filial();
});

type Send = (group: number, values: readonly GivenField[]) => Promise<{statusCode: number; json: () => Record<string, unknown>}>;
const jsonOf = (values: readonly GivenField[]): string =>
  `{"nome":"a","idEmpresa":${branch.idEmpresa},"idFilial":${branch.id}${values.map(({name, json}) => `,"${name}":${json}`).join('')}}`;
const inject = (method: 'POST' | 'PUT' | 'GET', path: string, payload?: string, type = 'application/json') => server.app.inject({
  method, url: `/api/${path}`,
  headers: {authorization: `Bearer ${server.adm.token}`, ...(payload === undefined ? {} : {'content-type': type})},
  ...(payload === undefined ? {} : {payload}),
});
const PART = '--f\r\nContent-Disposition: form-data; name=';
const ways: Readonly<Record<string, Send>> = {
  'JSON': (group, values) => inject('POST', nameOf(group), jsonOf(values)),
  'multipart': (group, values) => inject(
    'POST', nameOf(group),
    `${PART}"data"\r\n\r\n${jsonOf(values)}\r\n${PART}"tipos"\r\n\r\nLaudo\r\n`
      + `${PART}"files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\r\n--f--\r\n`,
    'multipart/form-data; boundary=f'),
  'what an action asks': async (group, values) => {
    const {id} = (await ways['JSON']!(group, [])).json();
    return inject('PUT', `${nameOf(group)}/conferir/${String(id)}`, jsonOf(values));
  },
};

it.each(Object.keys(ways))('%s: each value is read as it is meant or refused in its sentence', async way => {
  const mistakes: string[] = [];
  for (const [at, group] of groups.entries()) {
    const send = ways[way]!;
    const refusal = (await send(at, group)).json();
    const said = new Map((refusal['campos'] as {campo: string; mensagem: string}[]).map(({campo, mensagem}) => [campo, mensagem]));
    const taken = group.filter(({name}) => !said.has(name));
    const answer = await send(at, taken);
    expect(answer.statusCode, JSON.stringify(answer.json())).toBeOneOf([200, 201]);
    const kept = answer.json();
    for (const {kind, name, json, inCall, says} of group) {
      const sentence = said.get(name);
      const value = sentence === undefined ? kept[name] : REFUSED;
      if (value !== inCall) mistakes.push(`${kind} ${json}: ${JSON.stringify(value)}, not ${JSON.stringify(inCall)}`);
      if (sentence !== undefined && ![...says, 'Campo inválido.'].includes(sentence)) mistakes.push(`${kind} ${json}: ${sentence}`);
    }
  }
  expect(mistakes).toEqual([]);
});

it('a filter finds what is kept by any way of writing it, and takes no number, hour or day that a field would not', async () => {
  const mistakes: string[] = [];
  for (const [at, group] of groups.entries()) {
    await ways['JSON']!(at, group.filter(({inCall}) => inCall !== REFUSED));
    // An instant is filtered by its day.
    const asked = group.filter(given => given.json.startsWith('"') && given.kind !== 'dataHora');
    for (const {kind, name, field, value, json, inCall, pasted} of asked) {
      const answer = await inject('GET', `${nameOf(at)}?filter=${encodeURIComponent(`{"${name}":${json}}`)}`);
      // A day is filtered by as Brazil writes it too.
      const isMeant = inCall !== REFUSED || (kind === 'data' && pasted !== REFUSED && value.includes('/'));
      const rows = answer.statusCode === 200 ? (answer.json() as readonly unknown[]).length : undefined;
      // A longer text is refused as such.
      const isLong = 'maxLength' in field && value.length > field.maxLength;
      if ((isRangeFilter(field) ? isMeant : !isLong) !== (rows !== undefined)) mistakes.push(`${kind} ${json}: ${answer.payload}`);
      if (inCall !== REFUSED && !isLong && (rows ?? 0) === 0) mistakes.push(`${kind} ${json} is not found as ${JSON.stringify(inCall)}`);
    }
  }
  expect(mistakes).toEqual([]);
});
