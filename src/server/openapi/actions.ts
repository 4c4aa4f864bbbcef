/** Actions: who may, from which status to which, what is asked (decisions §3). */
import type {Action, Config, Resource} from '../../schema/config.ts';
import {reasonOf} from '../../schema/conditions.ts';
import {statusByKey} from '../../schema/statuses.ts';
import {entryOf, fromOf, profilesOf, targetsOf} from '../../schema/workflow.ts';
import {IF_MATCH, IDEMPOTENCY, type CallDoc} from './call.ts';
import {bodyField} from './fields.ts';
import {asJson, objectOf, type Json} from './json.ts';
import {multipart} from './multipart.ts';
import {tagOf, type Described} from './resources.ts';
import {VERSION} from './schemas.ts';
import {eitherOf, profilesInWords} from './words.ts';

const statusName = (resource: Resource, key: string): string => statusByKey(resource, key)?.name ?? key;

/** `empresaUsuario:autor` in words. */
const entryInWords = (config: Config, resource: Resource, entry: string): string => {
  const {perfil, condition} = entryOf(entry);
  const label = config.profiles[perfil]?.label ?? perfil;
  const reason = condition === undefined ? '' : reasonOf(resource, condition);
  return reason === '' ? label : `${label} (${reason.replace(/\.$/, '')})`;
};

const inWords = ({config, resource}: Described, action: Action): string => {
  const from = Object.entries(fromOf(resource, action))
    .map(([status, entries]) => `- de ${statusName(resource, status)}: ${entries.map(entry => entryInWords(config, resource, entry)).join(', ')}`);
  const targets = targetsOf(action).map(key => statusName(resource, key));
  const {to} = action;
  const target = typeof to === 'object'
    ? `Leva a ${statusName(resource, to.then)}, ou a ${statusName(resource, to.else)} quando: ${reasonOf(resource, to.when)}`
    : targets.length > 0 ? `Leva a ${eitherOf(targets)}.` : resource.status === undefined ? undefined : 'O status não muda.';
  const needs = action.needs?.map(name => reasonOf(resource, name)).join(' ');
  return [from.join('\n'), target, needs === undefined ? undefined : `Recusada quando: ${needs}`].filter(part => part !== undefined && part !== '').join('\n\n');
};

const askedSchema = ({config}: Described, action: Action): Json => {
  const asks = action.asks ?? {};
  const properties = Object.fromEntries(Object.entries(asks).map(([name, field]) => [name, bodyField(config, asks, field)]));
  return objectOf({...properties, versao: VERSION}, Object.entries(asks).filter(([, field]) => field.required === true).map(([name]) => name));
};

/**
 * The calls of a resource's actions.
 *
 * @param answers what each answers
 * @param skip actions that are calls of another description (a ticket's save)
 */
export const actionCalls = (described: Described, answers: Json, skip: readonly string[] = []): CallDoc[] => {
  const {config, name, resource} = described;
  return Object.entries(resource.actions ?? {}).filter(([key]) => !skip.includes(key)).flatMap(([key, action]) => {
    const description = inWords(described, action);
    const schema = askedSchema(described, action);
    return [action.call, ...(action.also ?? [])].map((endpoint, index): CallDoc => ({
      endpoint, id: `${name}.${key}${index === 0 ? '' : `.${index + 1}`}`, tag: tagOf(resource), summary: action.label,
      profiles: profilesInWords(config, profilesOf(action)), description: description === '' ? undefined : description,
      parameters: [IF_MATCH, ...(action.files === undefined ? [] : [IDEMPOTENCY])],
      body: action.files === undefined ? asJson(schema) : {...asJson(schema), ...multipart(config, schema)},
      ...(action.asks === undefined ? {bodyOptional: true} : {}),
      answers: {200: answers},
    }));
  });
};
