/** The calls that every resource has by its declaration, in the document: list, options, record, create, change, delete. */
import {apiOf} from '../../schema/paths.ts';
import {tabsCall} from '../../schema/tabs.ts';
import {tabCount} from '../../schema/wire.ts';
import {listAnswer, listParams} from '../lists/document.ts';
import {optionCalls} from '../lists/options/document.ts';
import {answer, ETAG, IDEMPOTENCY, IF_MATCH, LOCATION, type CallDoc, type Documented} from '../openapi/call.ts';
import {DELETED, mayInWords, tagOf, type Described, type PartDocument} from '../openapi/described.ts';
import {arrayOf, asJson, ID, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {createName, recordName, resourceSchemas, updateName, wholeName} from '../openapi/schemas.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {actionsDocument} from './actionDocument.ts';
import {stepParams, withSteps} from './historyDocument.ts';
import {partDocuments} from './partDocument.ts';

interface Told extends Described {
  parts: readonly PartDocument[];
  /** The record when it is read alone. */
  whole: Json;
}

const recordOf = (described: Described): Told => {
  const parts = [...partDocuments(described), actionsDocument(described)];
  return {...described, parts, whole: ref(wholeName(described.name, described.resource))};
};

const one = ({resource}: Described): string => resource.label.one;

const TAB_COUNT = 'aba';

const listCalls = (record: Told): CallDoc[] => {
  const {config, name, resource} = record;
  const {list} = apiOf(name, resource);
  return list === undefined ? [] : [{
    endpoint: list, id: `${name}.listar`, tag: tagOf(resource), summary: `Lista ${resource.label.many}`,
    profiles: mayInWords(record, 'list'), parameters: listParams(config, resource), answers: {200: listAnswer(name, resource)},
  }];
};

const tabCalls = (record: Told): CallDoc[] => {
  const {name, resource} = record;
  const endpoint = tabsCall(name, resource);
  return endpoint === undefined ? [] : [{
    endpoint, id: `${name}.abas`, tag: tagOf(resource), summary: `Quantos ${resource.label.many} há em cada aba da lista`,
    profiles: mayInWords(record, 'list'),
    answers: {200: answer('As abas do perfil, em ordem, sem os filtros e o período da lista.', arrayOf(ref(TAB_COUNT)))},
  }];
};

const readCalls = (record: Told): CallDoc[] => {
  const {name, resource, whole} = record;
  const {one: endpoint} = apiOf(name, resource);
  return endpoint === undefined ? [] : [{
    endpoint, id: `${name}.ler`, tag: tagOf(resource), summary: `Lê ${one(record)}`, profiles: mayInWords(record, 'read'),
    answers: {200: answer('O registro.', whole, ETAG)},
  }];
};

const WITH_TOKEN = {...objectOf({token: TEXT}, []), description: 'Um novo token, quando a pessoa muda a própria senha.'};
const saved = (record: Told): Json => {
  const signsIn = Object.values(record.resource.fields).some(field => field.kind === 'senha');
  return answer('O registro como ficou.', signsIn ? {allOf: [record.whole, WITH_TOKEN]} : withSteps(record, record.whole), ETAG);
};

/** A body as JSON, or as a part says that it comes. */
const contentOf = ({parts}: Told, data: Json, mode: 'create' | 'update'): Json =>
  parts.find(({content}) => content !== undefined)?.content?.(data, mode) ?? asJson(data);

const writeCalls = (record: Told): CallDoc[] => {
  const {name, resource, whole} = record;
  const api = apiOf(name, resource);
  const tag = tagOf(resource);
  const both = api.create !== undefined && api.create === api.update;
  const changes: Json = {allOf: [objectOf({id: ID}), ref(updateName(name))]};
  const parameters = [...(both ? [IF_MATCH, ...stepParams(record)] : []), IDEMPOTENCY];
  const needs = record.parts.map(part => part.needs ?? '').filter(Boolean).join(' ');
  return [
    ...(api.create === undefined ? [] : [{
      endpoint: api.create, id: `${name}.criar`, tag,
      summary: both ? `Cria ou, com id, altera ${one(record)}` : (resource.list.createLabel ?? `Cria ${one(record)}`),
      profiles: mayInWords(record, 'create'),
      body: contentOf(record, both ? {anyOf: [changes, ref(createName(name))]} : ref(createName(name)), 'create'),
      ...(needs === '' ? {} : {description: needs}),
      parameters,
      answers: {201: answer('O registro criado.', whole, LOCATION), ...(both ? {200: saved(record)} : {})},
    }]),
    ...(api.update === undefined || both ? [] : [{
      endpoint: api.update, id: `${name}.alterar`, tag, summary: `Altera ${one(record)}`, profiles: mayInWords(record, 'update'),
      parameters: [IF_MATCH, IDEMPOTENCY, ...stepParams(record)], body: contentOf(record, ref(updateName(name)), 'update'),
      answers: {200: saved(record)},
    }]),
    ...(api.delete === undefined ? [] : [{
      endpoint: api.delete, id: `${name}.excluir`, tag, summary: `Exclui ${one(record)}`, profiles: mayInWords(record, 'delete'),
      description: 'O registro deixa de aparecer; o que outros registros e históricos citam permanece.',
      parameters: [IF_MATCH], answers: {200: DELETED},
    }]),
  ];
};

/** The record as lists answer it, as bodies carry it, and whole. */
const schemasOf = ({config, name, resource, parts, whole}: Told): Readonly<Record<string, Json>> => {
  const read = Object.assign({}, ...parts.map(part => part.read)) as Readonly<Record<string, Json>>;
  const written = Object.assign({}, ...parts.map(part => part.written)) as Readonly<Record<string, Json>>;
  return {
    ...resourceSchemas(config, name, resource, written),
    ...(tabsCall(name, resource) === undefined ? {} : {[TAB_COUNT]: shapeOf(tabCount)}),
    ...(whole['$ref'] === ref(recordName(name))['$ref'] ? {} : {
      [wholeName(name, resource)]: {allOf: [ref(recordName(name)), objectOf(read)]},
    }),
  };
};

export const recordDocument = (described: Described): Documented => {
  const record = recordOf(described);
  const calls = [...listCalls(record), ...tabCalls(record), ...optionCalls(record), ...readCalls(record), ...writeCalls(record)];
  return {calls, schemas: schemasOf(record)};
};
