/** The calls that every resource has by its declaration: list, record, create, change, delete, combo, switches. */
import type {Config, Endpoint, Operation, Resource} from '../../schema/config.ts';
import {apiOf, parseEndpoint, pathParams} from '../../schema/paths.ts';
import {answer, IF_MATCH, LOCATION, type CallDoc} from './call.ts';
import {answerField} from './fields.ts';
import {listAnswer, listParams} from './lists.ts';
import {arrayOf, asJson, ID, objectOf, ref, TEXT, type Json} from './json.ts';
import {createName, recordName, updateName} from './schemas.ts';
import {profilesInWords} from './words.ts';

export interface Described {
  config: Config;
  name: string;
  resource: Resource;
}

export const tagOf = (resource: Resource): string => resource.label.many;
export const mayInWords = ({config, resource}: Described, operation: Operation): string => profilesInWords(config, resource.access[operation]);
const one = ({resource}: Described): string => resource.label.one;

export const DELETED: Json = answer('Excluído.', objectOf({id: ID}));

const readCalls = (described: Described): CallDoc[] => {
  const {config, name, resource} = described;
  const api = apiOf(name, resource);
  const tag = tagOf(resource);
  return [
    ...(api.list === undefined ? [] : [{
      endpoint: api.list, id: `${name}.listar`, tag, summary: `Lista ${resource.label.many}`, profiles: mayInWords(described, 'list'),
      parameters: listParams(config, resource), answers: {200: listAnswer(name, resource)},
    }]),
    ...(api.combo === undefined ? [] : [comboCall(described, api.combo)]),
    ...linkCalls(described),
  ];
};

const comboCall = ({config, name, resource}: Described, endpoint: Endpoint): CallDoc => {
  const {fields} = resource;
  const references = pathParams(parseEndpoint(endpoint).path).filter(param => fields[param] !== undefined);
  const by = references.length === 0 ? '' : ` de ${references.map(param => fields[param]?.label ?? param).join(' e ')}`;
  const {field: toggle = ''} = resource.toggle ?? {};
  const state = fields[toggle];
  return {
    endpoint, id: `${name}.combo`, tag: tagOf(resource), summary: `Opções de ${config.resources[name]?.label.one ?? name}${by}`,
    description: 'O que quem chama alcança, em ordem alfabética.',
    answers: {200: answer('As opções.', arrayOf(objectOf({id: ID, [resource.title]: TEXT, ...(state === undefined ? {} : {[toggle]: answerField(config, fields, state)})})))},
  };
};

const linkCalls = (described: Described): CallDoc[] => {
  const {config, name, resource} = described;
  return Object.entries(resource.fields).flatMap(([field, declared]): CallDoc[] => {
    if (declared.kind !== 'vinculos') return [];
    const title = config.resources[declared.to]?.title ?? 'id';
    return [{
      endpoint: declared.call as Endpoint, id: `${name}.${field}`, tag: tagOf(resource), summary: `${declared.label} de ${one(described)}, com as chaves`,
      profiles: mayInWords(described, 'update'), description: 'Um id 0 pergunta por um registro novo: todas desligadas.',
      answers: {200: answer('Uma linha por opção.', arrayOf(objectOf({id: ID, [title]: TEXT, [declared.wire.on]: {type: 'boolean'}})))},
    }];
  });
};

const recordCall = (described: Described, endpoint: Endpoint): CallDoc => ({
  endpoint, id: `${described.name}.ler`, tag: tagOf(described.resource), summary: `Lê ${one(described)}`, profiles: mayInWords(described, 'read'),
  answers: {200: answer('O registro.', ref(recordName(described.name)))},
});

const WITH_TOKEN = {...objectOf({token: TEXT}, []), description: 'Um novo token, quando a pessoa muda a própria senha.'};
const saved = (described: Described): Json => {
  const record = ref(recordName(described.name));
  const signsIn = Object.values(described.resource.fields).some(field => field.kind === 'senha');
  return answer('O registro como ficou.', signsIn ? {allOf: [record, WITH_TOKEN]} : record);
};

const writeCalls = (described: Described): CallDoc[] => {
  const {name, resource} = described;
  const api = apiOf(name, resource);
  const tag = tagOf(resource);
  const both = api.create !== undefined && api.create === api.update;
  const created = answer('O registro criado.', ref(recordName(name)), LOCATION);
  const changes: Json = {allOf: [objectOf({id: ID}), ref(updateName(name))]};
  return [
    ...(api.create === undefined ? [] : [{
      endpoint: api.create, id: `${name}.criar`, tag, summary: both ? `Cria ou, com id, altera ${one(described)}` : `Cria ${one(described)}`,
      profiles: mayInWords(described, 'create'), body: asJson(both ? {anyOf: [changes, ref(createName(name))]} : ref(createName(name))),
      ...(both ? {parameters: [IF_MATCH]} : {}),
      answers: {201: created, ...(both ? {200: saved(described)} : {})},
    }]),
    ...(api.update === undefined || both ? [] : [{
      endpoint: api.update, id: `${name}.alterar`, tag, summary: `Altera ${one(described)}`, profiles: mayInWords(described, 'update'),
      parameters: [IF_MATCH], body: asJson(ref(updateName(name))), answers: {200: saved(described)},
    }]),
    ...(api.delete === undefined ? [] : [{
      endpoint: api.delete, id: `${name}.excluir`, tag, summary: `Exclui ${one(described)}`, profiles: mayInWords(described, 'delete'),
      description: 'O registro deixa de aparecer; o que tickets e histórico citam permanece.', parameters: [IF_MATCH], answers: {200: DELETED},
    }]),
  ];
};

/**
 * The calls of a resource but its actions.
 *
 * @param bespoke its records are read and written by routes of their own (tickets)
 */
export const resourceCalls = (described: Described, bespoke: boolean): CallDoc[] => {
  const {one: endpoint} = apiOf(described.name, described.resource);
  return [
    ...readCalls(described),
    ...(bespoke ? [] : [...(endpoint === undefined ? [] : [recordCall(described, endpoint)]), ...writeCalls(described)]),
  ];
};
