/** OpenAPI parameters and answers of select options. */
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {MAX_SEARCH_TEXT_LENGTH, OPTION_PARAMS, MAX_OPTIONS} from '../../../schema/lists/options.ts';
import {isNumbered, titleFields} from '../../../schema/fields/recordTitle.ts';
import {answer, EXTENSION, KNOWN_TOTAL, queryParam, type Call} from '../../openapi/call.ts';
import {answerField} from '../../openapi/fields.ts';
import {arrayOf, ID, objectOf, TEXT, type Json} from '../../openapi/json.ts';

const {text, size, ids} = OPTION_PARAMS;

/** Parameters that narrow options (rules: Lists 12). @param idsOf schema of the ids */
export const optionParams = (idsOf: Json): Json[] => [
  queryParam(text, {...TEXT, maxLength: MAX_SEARCH_TEXT_LENGTH},
    'Só as que contêm este texto, sem diferença entre maiúsculas e minúsculas, nem acentos; primeiro as que começam por ele.',
    EXTENSION),
  queryParam(size, {type: 'integer', minimum: 1, maximum: MAX_OPTIONS}, 'No máximo tantas opções. Sem ele vêm todas.', EXTENSION),
  queryParam(ids, {type: 'array', items: idsOf, maxItems: MAX_OPTIONS},
    'Só as destes códigos, repetido ou separados por vírgula: o nome do que já está escolhido.', EXTENSION),
];

/** Answer with options; the total is unknown where the requested number came. */
export const optionsAnswer = (row: Json, description = 'As opções.'): Call['answers'] =>
  ({200: answer(description, arrayOf(row), KNOWN_TOTAL)});

/** The title's values of an option. */
export const optionTitle = (resource: Resource): Record<string, Json> =>
  Object.fromEntries(titleFields(resource).map(name => [name, titleFields(resource).length === 1 && !isNumbered(resource) ? TEXT : {}]));

/** A record as an option: title, switch, further properties. */
export const optionRow = (config: Config, resource: Resource, more: Readonly<Record<string, Json>> = {}): Json => {
  const {fields, toggle} = resource;
  const state = toggle === undefined ? undefined : fields[toggle.field];
  const switched = toggle === undefined || state === undefined ? {} : {[toggle.field]: answerField(config, resource, state)};
  return objectOf({...optionTitle(resource), id: ID, ...switched, ...more});
};
