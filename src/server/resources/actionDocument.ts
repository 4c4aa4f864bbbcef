/** Actions in the document: who may, from which status to which, what is asked (rules: Tickets 8). */
import {optionsCall as optionsEndpoint} from '../../schema/asks.ts';
import {ALSO, BULK_MOST} from '../../schema/bulk.ts';
import {reasonOf} from '../../schema/conditions/conditions.ts';
import type {Action, Config, Resource} from '../../schema/config.ts';
import {statusByKey} from '../../schema/statuses.ts';
import {actionVerdict} from '../../schema/wire.ts';
import {entryOf, fromOf, profilesOf, savingOf, targetsOf} from '../../schema/workflow.ts';
import {optionParams, optionRow} from '../lists/options/document.ts';
import {answer, EXTENSION, IDEMPOTENCY, IF_MATCH, queryParam, type CallDoc} from '../openapi/call.ts';
import {tagOf, type Described, type PartDocument} from '../openapi/described.ts';
import {bodyField} from '../openapi/fields.ts';
import {arrayOf, asJson, ID, objectOf, ref, type Json} from '../openapi/json.ts';
import {multipart} from '../openapi/multipart.ts';
import {VERSION, wholeName} from '../openapi/schemas.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {eitherOf, profilesInWords} from '../openapi/words.ts';
import {stepParams, withSteps} from './historyDocument.ts';

const statusName = (resource: Resource, key: string): string => statusByKey(resource, key)?.name ?? key;

/** `empresaUsuario:autor` in words. */
const entryInWords = (config: Config, resource: Resource, entry: string): string => {
  const {perfil, condition} = entryOf(entry);
  const label = config.profiles[perfil]?.label ?? perfil;
  const reason = condition === undefined ? '' : reasonOf(resource, condition);
  return reason === '' ? label : `${label} (${reason.replace(/\.$/, '')})`;
};

const targetInWords = (resource: Resource, action: Action): string => {
  const {to} = action;
  if (typeof to === 'object') {
    return `Leva a ${statusName(resource, to.then)}, ou a ${statusName(resource, to.else)} quando: ${reasonOf(resource, to.when)}`;
  }
  const targets = targetsOf(action).map(key => statusName(resource, key));
  if (targets.length > 0) return `Leva a ${eitherOf(targets)}.`;
  return resource.status === undefined ? '' : 'O status não muda.';
};

const inWords = ({config, resource}: Described, action: Action): string => {
  const from = Object.entries(fromOf(resource, action)).map(([status, entries]) =>
    `- de ${statusName(resource, status)}: ${entries.map(entry => entryInWords(config, resource, entry)).join(', ')}`);
  const needs = action.needs === undefined ? '' : `Recusada quando: ${action.needs.map(name => reasonOf(resource, name)).join(' ')}`;
  return [from.join('\n'), targetInWords(resource, action), needs].filter(part => part !== '').join('\n\n');
};

const askedSchema = ({config}: Described, action: Action): Json => {
  const asks = action.asks ?? {};
  const properties = Object.fromEntries(Object.entries(asks).map(([name, field]) => [name, bodyField(config, asks, field)]));
  const required = Object.keys(asks).filter(name => asks[name]?.required === true);
  return objectOf({...properties, versao: VERSION}, required);
};

/** Which records an action that asks for one may be given. */
const optionsCall = ({config, name, resource}: Described, key: string, action: Action): CallDoc[] => {
  const [reference] = Object.values(action.asks ?? {}).flatMap(field => (field.kind === 'referencia' ? [field] : []));
  if (reference === undefined) return [];
  const target = config.resources[reference.to];
  if (target === undefined) return [];
  return [{
    endpoint: optionsEndpoint(action), id: `${name}.${key}.opcoes`, tag: tagOf(resource),
    summary: `Opções de ${reference.label}`, profiles: profilesInWords(config, profilesOf(action)),
    parameters: [...optionParams(ID), ...(action.bulk === undefined ? [] : [
      queryParam(ALSO, {type: 'array', items: ID, maxItems: BULK_MOST},
        'Só as que servem também para estes outros registros, repetido ou separados por vírgula.', EXTENSION),
    ])],
    answers: {200: answer('As opções.', arrayOf(optionRow(config, target)))},
  }];
};

const actionCalls = (described: Described): CallDoc[] => {
  const {config, name, resource} = described;
  const [saving] = savingOf(resource) ?? [];
  return Object.entries(resource.actions ?? {}).filter(([key]) => key !== saving).flatMap(([key, action]) => {
    const description = inWords(described, action);
    const schema = askedSchema(described, action);
    const calls = [action.call, ...(action.also ?? [])].map((endpoint, index): CallDoc => ({
      endpoint, id: `${name}.${key}${index === 0 ? '' : `.${index + 1}`}`, tag: tagOf(resource), summary: action.label,
      profiles: profilesInWords(config, profilesOf(action)), description: description === '' ? undefined : description,
      parameters: [IF_MATCH, IDEMPOTENCY, ...stepParams(described)],
      body: {...asJson(schema), ...(action.files === undefined ? {} : multipart(config, resource, schema))},
      ...(Object.values(action.asks ?? {}).some(({required}) => required !== undefined) ? {} : {bodyOptional: true}),
      answers: {200: answer('O registro como ficou.', withSteps(described, ref(wholeName(name, resource))))},
    }));
    return [...calls, ...optionsCall(described, key, action)];
  });
};

/** The calls of a resource's actions; the one that is the rule for saving is told by the call that saves. */
export const actionsDocument = (described: Described): PartDocument => ({
  calls: actionCalls(described),
  ...(described.resource.status === undefined ? {} : {
    schemas: {veredito: shapeOf(actionVerdict)},
    read: {
      acoes: {...arrayOf(ref('veredito')), description: 'Para cada ação, se quem pergunta pode fazê-la agora e, se não, por quê.'},
    },
  }),
});
