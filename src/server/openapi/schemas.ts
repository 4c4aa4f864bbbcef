/** Schemas of a resource's record in answers and in bodies. */
import {listDefaultFields} from '../../schema/fields/defaults.ts';
import {STORED_CONDITION} from '../../schema/conditions/builtIn.ts';
import {conditionReason} from '../../schema/conditions/evaluate.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {LAST_COMMENT_KEY, declaresTurnHolders, TURN_HOLDER_KEY} from '../../schema/statuses/responseKeys.ts';
import {listTurnHolders} from '../../schema/statuses/waiting.ts';
import {hasParts} from '../../schema/parts.ts';
import {isWritable} from '../../schema/fields/validate.ts';
import {lastComment, turnHolder} from '../../schema/apiShapes.ts';
import {answerField, bodyField, isInApi} from './fields.ts';
import {arrayOf, ID, objectOf, ref, TEXT, type Json} from './json.ts';
import {jsonSchemaOf, objectSchemaOf} from './zodSchemas.ts';
import {joinWithAnd} from './rulesInWords.ts';

type Properties = Readonly<Record<string, Json>>;

export const recordComponent = (name: string): string => name;
/** Component of the record with parts and verdicts, which every call but a list answers. */
export const completeComponent = (name: string, resource: Resource): string => (hasParts(resource) ? `${name}.completo` : name);
export const createComponent = (name: string): string => `${name}.novo`;
export const updateComponent = (name: string): string => `${name}.alteracao`;

export const VERSION: Json = {
  ...ID, description: 'Cresce a cada gravação; enviada de volta, impede gravar por cima do que outra pessoa mudou.',
};

const choiceName = (name: string, field: Field): [string, Json][] =>
  (field.kind === 'escolha' && field.nameAs !== undefined
    ? [[field.nameAs, {...TEXT, readOnly: true, description: `O nome de ${name}.`}]]
    : []);

const COMMENT = 'comentario';
const statusProperties = (resource: Resource): Properties => {
  if (resource.status === undefined) return {};
  const comment: Json = {anyOf: [ref(COMMENT), {type: 'null'}], readOnly: true};
  const holder: Json = {...jsonSchemaOf(turnHolder), enum: [...listTurnHolders(resource)].toSorted(), readOnly: true};
  return {[LAST_COMMENT_KEY]: comment, ...(declaresTurnHolders(resource) ? {[TURN_HOLDER_KEY]: holder} : {})};
};

const answerSchema = (config: Config, resource: Resource): Json => {
  const entries = Object.entries(resource.fields).filter(([, field]) => isInApi(field));
  const properties = entries.flatMap(([name, field]): [string, Json][] =>
    [[name, answerField(config, resource, field)], ...choiceName(name, field)]);
  // Lists have no links, and fields with `see` are missing for other profiles.
  const alwaysPresent = entries.filter(([, field]) => field.kind !== 'vinculos' && field.see === undefined).map(([name]) => name);
  const systemProperties = {id: {...ID, readOnly: true}, versao: {...VERSION, readOnly: true}};
  const statusSchema = statusProperties(resource);
  const missing: Json = {
    ...arrayOf(TEXT), readOnly: true,
    description: 'Com um registro só: os campos que uma partida achou em falta, que quem salva deve completar; ausente: nenhum.',
  };
  const allProperties = {
    ...systemProperties, ...Object.fromEntries(properties), ...statusSchema,
    ...resource.access.update.length > 0 && {[MISSING_FIELDS_KEY]: missing},
  };
  return objectOf(allProperties, [...Object.keys(systemProperties), ...alwaysPresent, ...Object.keys(statusSchema)]);
};

/** `Recusado, com a frase no campo: Fim (Termina antes de começar.).`; `''` without rules. */
const rulesInWords = (resource: Resource): string => {
  const ruleSentences = Object.entries(resource.rules ?? {}).map(([field, rules]) =>
    `${resource.fields[field]?.label ?? field} (${rules.map(rule => conditionReason(resource, rule)).join(' ')})`);
  const uniqueGroups = (resource.unique ?? []).map(names => joinWithAnd(names.map(field => resource.fields[field]?.label ?? field)));
  return [
    ...(ruleSentences.length === 0 ? [] : [`Recusado, com a frase no campo: ${ruleSentences.join(', ')}.`]),
    ...uniqueGroups.map(labels => `${labels} juntos não se repetem; o que falta num registro não é igual a nada.`),
  ].join(' ');
};

const bodySchema = (config: Config, resource: Resource, mode: 'create' | 'update', partProperties: Properties): Json => {
  const written = Object.entries(resource.fields)
    .filter(([, field]) => isWritable(field) && !(mode === 'update' && field.readOnly === STORED_CONDITION));
  const properties = {...Object.fromEntries(written.map(([name, field]) => [name, bodyField(config, resource, field)])), ...partProperties};
  // A caller with a company need not send it.
  const required = written
    .filter(([, field]) => field.required === true && listDefaultFields(resource.fields, field).length === 0)
    .filter(([name]) => name !== resource.owner?.empresa)
    .map(([name]) => name);
  const rules = rulesInWords(resource);
  return mode === 'create'
    ? {...objectOf(properties, [...required, ...Object.keys(partProperties)]), ...rules !== '' && {description: rules}}
    : {...objectOf({...properties, versao: VERSION}, []), description: `O que não vem no corpo fica como está.${rules && ` ${rules}`}`};
};

/**
 * Builds the schemas of a resource by component name.
 *
 * @param partProperties additions of its parts to bodies, required on creation
 */
export const resourceSchemas = (config: Config, name: string, resource: Resource, partProperties: Properties = {}): Properties => ({
  [recordComponent(name)]: answerSchema(config, resource),
  [createComponent(name)]: bodySchema(config, resource, 'create', partProperties),
  [updateComponent(name)]: bodySchema(config, resource, 'update', partProperties),
  ...(resource.status === undefined ? {} : {[COMMENT]: objectSchemaOf(lastComment)}),
});
