/** A field as JSON Schema: what its kind validates, and in words who fills it in, who sees it and when it counts. */
import {shownField} from '../../schema/lists/columns.ts';
import {STORED_CONDITION} from '../../schema/conditions/builtIn.ts';
import {conditionReason} from '../../schema/conditions/evaluate.ts';
import type {Condition} from '../../schema/shapes/conditions.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {defaultLookupOf, literalDefault} from '../../schema/fields/defaults.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {listVisibleAndEditableConditions} from '../../schema/conditions/fieldConditions.ts';
import {isWritable} from '../../schema/fields/validate.ts';
import type {Json} from './json.ts';
import {kindDoc} from './kinds.ts';
import {jsonSchemaOf} from './shapes.ts';
import {conditionInWords, profilesInWords} from './words.ts';

/** Whether a field is of the API at all: what no profile sees is the server's own. */
export const isTold = ({see}: Field): boolean => see?.length !== 0;

/** The values a field takes, as validation knows them. */
export const valueSchema = (config: Config, field: Field): Json =>
  ({...jsonSchemaOf(kindRuleOf(field).schema(field, formMessages)), ...kindDoc(field).schema?.(field, config)});

const readOnlyInWords = (condition: Condition, resource: Resource): string =>
  (condition === STORED_CONDITION ? 'Só na criação; depois é ignorado.'
    : conditionReason(resource, condition) || `Ignorado quando ${conditionInWords(condition, resource)}.`);

const OFF = {clear: 'é limpo', keep: 'é ignorado'} as const;

const describe = (config: Config, resource: Resource, field: Field, mode: 'answer' | 'body'): string => {
  const source = shownField(config, resource.fields, field);
  const {required} = field;
  const body = mode === 'body' ? [
    required === undefined || required === true ? undefined : `Obrigatório quando ${conditionInWords(required, resource)}.`,
    field.default === undefined || literalDefault(resource.fields, field) !== undefined
      ? undefined
      : `Sem valor, começa com ${field.default}.`,
    listVisibleAndEditableConditions(field).length === 0 ? undefined
      : `Só vale quando ${conditionInWords({all: listVisibleAndEditableConditions(field)}, resource)}; ` +
        `senão ${OFF[field.whenOff ?? 'keep']}.`,
    field.readOnly === undefined || field.readOnly === true ? undefined : readOnlyInWords(field.readOnly, resource),
    field.unique === undefined ? undefined : field.unique === 'global' ? 'Não se repete.' : 'Não se repete na mesma empresa.',
  ] : [];
  return [
    ...(typeof field.help === 'object' ? [`Novo registro: ${field.help.create}`, `Alteração: ${field.help.update}`] : [field.help]),
    kindDoc(source).note?.(source, config),
    field.see === undefined ? undefined : `Visto só por ${profilesInWords(config, field.see)}.`, ...body,
  ].filter(sentence => sentence !== undefined && sentence !== '').join(' ');
};

const words = (config: Config, resource: Resource, field: Field, mode: 'answer' | 'body'): Json => {
  const description = describe(config, resource, field, mode);
  return {title: field.label, ...(description === '' ? {} : {description})};
};

/** A field's value in an answer: valid, or its kind's way of being empty (rules: Fields 4). */
export const answerField = (config: Config, resource: Resource, field: Field): Json => {
  const about = {
    ...words(config, resource, field, 'answer'), ...(isWritable(field) ? {} : {readOnly: true}),
    ...(field.archived === true ? {deprecated: true} : {}),
  };
  if (field.kind === 'senha') return {...about, type: 'string', const: '', readOnly: true};
  const source = shownField(config, resource.fields, field);
  const {empty} = kindRuleOf(source);
  const schema = valueSchema(config, source);
  const valid = kindRuleOf(source).schema(source, formMessages).safeParse(empty).success && !('enum' in schema);
  return {...about, ...(valid ? schema : {anyOf: [schema, {const: empty}]})};
};

/** A field's value in a body. What is optional also comes as nothing, in any of the ways portals write that. */
export const bodyField = (config: Config, resource: Resource, field: Field): Json => {
  const about = {...words(config, resource, field, 'body'), ...(field.kind === 'senha' ? {writeOnly: true} : {})};
  const schema = valueSchema(config, field);
  const said = literalDefault(resource.fields, field);
  const given = said === undefined ? {} : {default: kindRuleOf(field).bare(said, field)};
  const isNeeded = field.required === true && defaultLookupOf(resource.fields, field) === undefined;
  const blanks = isNeeded ? [] : [null, '', 0].filter(blank => kindRuleOf(field).bare(blank, field) === null);
  return {...about, ...given, ...(blanks.length === 0 ? schema : {anyOf: [schema, {enum: blanks}]})};
};
