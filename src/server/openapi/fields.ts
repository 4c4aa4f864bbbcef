/** A field as JSON Schema: its kind's validation, and in words its conditions, default and visibility. */
import {resolveShownField} from '../../schema/lists/columns.ts';
import {STORED_CONDITION} from '../../schema/conditions/builtIn.ts';
import {conditionReason} from '../../schema/conditions/evaluate.ts';
import type {Condition} from '../../schema/shapes/conditions.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {listDefaultFields, literalDefault} from '../../schema/fields/defaults.ts';
import {isRelativeMoment} from '../../schema/fields/relativeMoments.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {listVisibleAndEditableConditions} from '../../schema/conditions/fieldConditions.ts';
import {isWritable} from '../../schema/fields/validate.ts';
import type {Json} from './json.ts';
import {kindDoc} from './kinds.ts';
import {jsonSchemaOf} from './zodSchemas.ts';
import {conditionInWords, momentInWords, profilesInWords} from './rulesInWords.ts';

/** False for fields that no profile sees, which the API leaves out. */
export const isInApi = ({see}: Field): boolean => see?.length !== 0;

export const valueSchema = (config: Config, field: Field): Json =>
  ({...jsonSchemaOf(kindRuleOf(field).schema(field, formMessages)), ...kindDoc(field).schema?.(field, config)});

const readOnlyInWords = (condition: Condition, resource: Resource): string =>
  (condition === STORED_CONDITION ? 'Só na criação; depois é ignorado.'
    : conditionReason(resource, condition) || `Ignorado quando ${conditionInWords(condition, resource)}.`);

const WHEN_OFF_WORDS = {clear: 'é limpo', keep: 'é ignorado'} as const;

const describeField = (config: Config, resource: Resource, field: Field, mode: 'answer' | 'body'): string => {
  const source = resolveShownField(config, resource.fields, field);
  const {required} = field;
  const body = mode === 'body' ? [
    required === undefined || required === true ? undefined : `Obrigatório quando ${conditionInWords(required, resource)}.`,
    field.default === undefined || literalDefault(resource.fields, field) !== undefined
      ? undefined
      : `Sem valor, começa com ${isRelativeMoment(field.default) ? momentInWords(field.default, resource) : field.default}.`,
    listVisibleAndEditableConditions(field).length === 0 ? undefined
      : `Só vale quando ${conditionInWords({all: listVisibleAndEditableConditions(field)}, resource)}; ` +
        `senão ${WHEN_OFF_WORDS[field.whenOff ?? 'keep']}.`,
    field.readOnly === undefined || field.readOnly === true ? undefined : readOnlyInWords(field.readOnly, resource),
    field.unique === undefined ? undefined : field.unique === 'global' ? 'Não se repete.' : 'Não se repete na mesma empresa.',
  ] : [];
  return [
    ...(typeof field.help === 'object' ? [`Novo registro: ${field.help.create}`, `Alteração: ${field.help.update}`] : [field.help]),
    kindDoc(source).note?.(source, config),
    field.see === undefined ? undefined : `Visto só por ${profilesInWords(config, field.see)}.`, ...body,
  ].filter(sentence => sentence !== undefined && sentence !== '').join(' ');
};

const titleAndDescription = (config: Config, resource: Resource, field: Field, mode: 'answer' | 'body'): Json => {
  const description = describeField(config, resource, field, mode);
  return {title: field.label, ...(description === '' ? {} : {description})};
};

/** Schema of a field in answers: a valid value, or its kind's empty value (rules: Fields 4). */
export const answerField = (config: Config, resource: Resource, field: Field): Json => {
  const about = {
    ...titleAndDescription(config, resource, field, 'answer'), ...(isWritable(field) ? {} : {readOnly: true}),
    ...(field.archived === true ? {deprecated: true} : {}),
  };
  if (field.kind === 'senha') return {...about, type: 'string', const: '', readOnly: true};
  const source = resolveShownField(config, resource.fields, field);
  const {empty} = kindRuleOf(source);
  const schema = valueSchema(config, source);
  const valid = kindRuleOf(source).schema(source, formMessages).safeParse(empty).success && !('enum' in schema);
  return {...about, ...(valid ? schema : {anyOf: [schema, {const: empty}]})};
};

/** Schema of a field in bodies. Optional fields also take the empty values that portals send. */
export const bodyField = (config: Config, resource: Resource, field: Field): Json => {
  const about = {...titleAndDescription(config, resource, field, 'body'), ...(field.kind === 'senha' ? {writeOnly: true} : {})};
  const schema = valueSchema(config, field);
  const declaredDefault = literalDefault(resource.fields, field);
  const defaultProperty = declaredDefault === undefined ? {} : {default: kindRuleOf(field).bare(declaredDefault, field)};
  const isNeeded = field.required === true && listDefaultFields(resource.fields, field).length === 0;
  const blanks = isNeeded ? [] : [null, '', 0].filter(blank => kindRuleOf(field).bare(blank, field) === null);
  return {...about, ...defaultProperty, ...(blanks.length === 0 ? schema : {anyOf: [schema, {enum: blanks}]})};
};
