/** Options for selects in the document: records by their title, choices of a field, switches, fixed lists. */
import type {Config, Endpoint, Resource} from '../../../schema/config.ts';
import {GO_TO_LENGTH} from '../../../schema/goTo.ts';
import {OPTION_PARAMS, OPTIONS_MOST} from '../../../schema/options.ts';
import {apiOf, parseEndpoint, pathParams} from '../../../schema/paths.ts';
import {option} from '../../../schema/wire.ts';
import {answer, EXTENSION, queryParam, type CallDoc, type Documented} from '../../openapi/call.ts';
import {mayInWords, tagOf, type Described} from '../../openapi/described.ts';
import {answerField, valueSchema} from '../../openapi/fields.ts';
import {arrayOf, ID, objectOf, TEXT, type Json} from '../../openapi/json.ts';
import {shapeOf} from '../../openapi/shapes.ts';

const {text, size, ids} = OPTION_PARAMS;

/** How options are narrowed (rules: Lists 12). @param idsOf what `id` names */
export const optionParams = (idsOf: Json): Json[] => [
  queryParam(text, {...TEXT, maxLength: GO_TO_LENGTH},
    'Só as que contêm este texto, sem diferença entre maiúsculas e minúsculas, nem acentos; primeiro as que começam por ele.',
    EXTENSION),
  queryParam(size, {type: 'integer', minimum: 1, maximum: OPTIONS_MOST}, 'No máximo tantas opções. Sem ele vêm todas.', EXTENSION),
  queryParam(ids, {type: 'array', items: idsOf, maxItems: OPTIONS_MOST},
    'Só as destes códigos, repetido ou separados por vírgula: o nome do que já está escolhido.', EXTENSION),
];

const rows = (description: string, row: Json): CallDoc['answers'] => ({200: answer(description, arrayOf(row))});

/** A record as an option: its title, and whether it is switched on. */
export const optionRow = (config: Config, {fields, title, toggle}: Resource): Json => {
  const state = toggle === undefined ? undefined : fields[toggle.field];
  const switched = toggle === undefined || state === undefined ? {} : {[toggle.field]: answerField(config, fields, state)};
  return objectOf({id: ID, [title]: TEXT, ...switched});
};

const comboCalls = ({config, name, resource}: Described): CallDoc[] => {
  const {combo} = apiOf(name, resource);
  if (combo === undefined) return [];
  const {fields} = resource;
  const references = pathParams(parseEndpoint(combo).path).filter(param => fields[param] !== undefined);
  const by = references.length === 0 ? '' : ` de ${references.map(param => fields[param]?.label ?? param).join(' e ')}`;
  return [{
    endpoint: combo, id: `${name}.combo`, tag: tagOf(resource), summary: `Opções de ${resource.label.one}${by}`,
    description: 'O que quem chama alcança, em ordem alfabética.', parameters: optionParams(ID),
    answers: rows('As opções.', optionRow(config, resource)),
  }];
};

/** The choices of a field, where a call answers them. */
const choiceCalls = ({config, name, resource}: Described): CallDoc[] =>
  Object.entries(resource.fields).flatMap(([key, field]): CallDoc[] => (field.kind !== 'escolha' || field.combo === undefined ? [] : [{
    endpoint: field.combo as Endpoint, id: `${name}.${key}.opcoes`, tag: tagOf(resource), summary: `Opções de ${field.label}`,
    parameters: optionParams(valueSchema(config, field)), answers: rows('As opções.', shapeOf(option, {id: valueSchema(config, field)})),
  }]));

const linkCalls = (described: Described): CallDoc[] => {
  const {config, name, resource} = described;
  return Object.entries(resource.fields).flatMap(([key, field]): CallDoc[] => {
    if (field.kind !== 'vinculos') return [];
    const title = config.resources[field.to]?.title ?? 'id';
    return [{
      endpoint: field.call as Endpoint, id: `${name}.${key}`, tag: tagOf(resource),
      summary: `${field.label} de ${resource.label.one}, com as chaves`,
      profiles: mayInWords(described, 'update'), description: 'Um id 0 pergunta por um registro novo: todas desligadas.',
      parameters: optionParams(ID),
      answers: rows('Uma linha por opção.', objectOf({id: ID, [title]: TEXT, [field.wire.on]: {type: 'boolean'}})),
    }];
  });
};

/** What one resource offers to choose from. */
export const optionCalls = (described: Described): CallDoc[] =>
  [...comboCalls(described), ...choiceCalls(described), ...linkCalls(described)];

/** The fixed lists of the config. */
export const fixedListsDocument = ({lists}: Config): Documented => ({
  calls: Object.entries(lists).map(([name, {wire, rows: declared, call}]) => ({
    endpoint: call, id: `listas.${name}`, tag: 'Listas fixas', summary: `Lista fixa ${name}`,
    answers: rows('As linhas.', objectOf({[wire.id]: {...TEXT, enum: declared.map(({id}) => id)}, [wire.name]: TEXT})),
  })),
});
