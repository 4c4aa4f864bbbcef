/** Actions in the document: who may, from which status to which, what is asked (rules: Tickets 8). */
import {reasonOf} from '../../schema/conditions/conditions.ts';
import type {Action, Config, Resource} from '../../schema/config/config.ts';
import {statusByKey} from '../../schema/lifeCycle/statuses.ts';
import {entryOf, fromOf, targetsOf} from '../../schema/lifeCycle/workflow.ts';
import type {Described} from '../openapi/described.ts';
import {bodyField} from '../openapi/fields.ts';
import {objectOf, type Json} from '../openapi/json.ts';
import {VERSION} from '../openapi/schemas.ts';
import {eitherOf} from '../openapi/words.ts';

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

/** Who may, from which status, and where it leads. */
export const actionInWords = ({config, resource}: Described, action: Action): string => {
  const from = Object.entries(fromOf(resource, action)).map(([status, entries]) =>
    `- de ${statusName(resource, status)}: ${entries.map(entry => entryInWords(config, resource, entry)).join(', ')}`);
  const needs = action.needs === undefined ? '' : `Recusada quando: ${action.needs.map(name => reasonOf(resource, name)).join(' ')}`;
  return [from.join('\n'), targetInWords(resource, action), needs].filter(part => part !== '').join('\n\n');
};

export const askedSchema = ({config, resource}: Described, action: Action): Json => {
  const asks = action.asks ?? {};
  const of = {...resource, fields: asks};
  const properties = Object.fromEntries(Object.entries(asks).map(([name, field]) => [name, bodyField(config, of, field)]));
  const required = Object.keys(asks).filter(name => asks[name]?.required === true);
  return objectOf({...properties, versao: VERSION}, required);
};
