/** The life cycle of a resource: status field, transitions and ends. */
import type {Resource} from '../shapes/config.ts';
import type {FieldChoice} from '../shapes/fields.ts';
import {authorField} from '../statuses/people.ts';
import {isRetiredChoice} from '../fields/kinds.ts';
import {finalStatuses, openStatuses, statusByKey, statusesOf, statusField} from '../statuses/statuses.ts';
import {turnHolderField} from '../statuses/turnHolders.ts';
import {ANY_OPEN_STATUS, accessEntriesByStatus, listTargetStatuses, listDeadEndStatuses} from '../lifeCycle/workflow.ts';
import {checkNameFormat} from './fields.ts';
import type {ResourceCheckContext, KnownNames, CheckContext} from './checkContext.ts';

/** Returns the status keys of a resource, `undefined` where its status field is unreadable. */
export const listStatusKeys = (context: CheckContext, name: string, resource: Resource): KnownNames => {
  if (resource.status === undefined) return [];
  const isUnreadable = context.fieldsOf(name)?.includes(resource.status) === true && resource.fields[resource.status] === undefined;
  return isUnreadable ? undefined : statusesOf(resource).map(status => status.key);
};

const checkStatusField = ({context, resource, path}: ResourceCheckContext): void => {
  const {status, since} = resource;
  if (since !== undefined && status === undefined) context.report(`${path}.since`, 'só tem sentido com "status"');
  const field = statusField(resource);
  if (status === undefined || field === undefined) return;
  const place = `${path}.fields.${status}`;
  for (const {key, name: choice} of field.choices) {
    if (key === undefined) context.report(`${place}.choices`, `falta "key" no status "${choice}"`);
    else checkNameFormat(context, `${place}.choices`, key, 'chave');
  }
};

const checkStatusChoices = ({context, name, resource, path}: ResourceCheckContext): void => {
  // An unknown status field is reported already.
  const isStatusMissing = resource.status !== undefined && context.fieldsOf(name)?.includes(resource.status) !== true;
  for (const [fieldName, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'escolha') continue;
    const place = `${path}.fields.${fieldName}.choices`;
    const check = ({stamps, end, waits, name: choice}: FieldChoice): void => {
      if (fieldName !== resource.status) {
        for (const [word, value] of Object.entries({stamps, end, waits})) {
          if (value !== undefined && !isStatusMissing) context.report(place, `"${word}" em "${choice}" só tem sentido num status`);
        }
        return;
      }
      if (waits !== undefined && end === true) context.report(place, `"${choice}" é um fim ("end") e não espera por ninguém: tire "waits"`);
      const hasAuthor = authorField(resource) !== undefined || context.unreadablePlaces.has(`${path}.people`);
      if (waits === 'autor' && !hasAuthor) {
        context.report(place, `"${choice}" espera por quem fez o registro: falta alguém com "stamps" em "people"`);
      }
    };
    field.choices.forEach(check);
  }
};

/** Reports a `waits` that changes nothing, because no target status waits for a person of the record. */
const checkEscalation = (context: CheckContext, path: string, resource: Resource): void => {
  const {actions = {}, queue} = resource;
  const steps = [
    ...Object.entries(actions).map(([key, action]) => ({place: `actions.${key}`, waits: action.waits, to: listTargetStatuses(action)})),
    ...(queue === undefined ? [] : [{place: 'queue', waits: queue.waits, to: [queue.failed]}]),
  ];
  for (const {place, waits, to} of steps) {
    if (waits === undefined || to.some(key => turnHolderField(resource, statusByKey(resource, key)?.waits ?? '') !== undefined)) continue;
    context.report(`${path}.${place}.waits`, 'não muda nada: nenhum status a que leva espera por uma pessoa do registro');
  }
};

/** Checks that no record gets stuck: a status without exit is an end, and every status reaches an end. */
const checkTransitions = ({context, name, resource, path}: ResourceCheckContext): void => {
  const {status} = resource;
  const field = statusField(resource);
  const actions = Object.entries(resource.actions ?? {});
  if (status === undefined || field === undefined || actions.length !== (context.actionsOf(name)?.length ?? -1)) return;
  const endKeys = new Set(finalStatuses(resource).map(({key}) => key));
  for (const [key, {from = {}}] of actions) {
    for (const sourceStatus of Object.keys(from)) {
      if (endKeys.has(sourceStatus)) context.report(`${path}.actions.${key}.from`, `"${sourceStatus}" é um fim ("end"), de que nada sai`);
    }
  }
  const retiredKeys = new Set(statusesOf(resource).filter(isRetiredChoice).map(({key}) => key));
  for (const [key, action] of actions) {
    for (const target of listTargetStatuses(action).filter(targetKey => retiredKeys.has(targetKey))) {
      context.report(`${path}.actions.${key}.to`, `"${target}" tem "archived" ou "to": nada entra mais nele`);
    }
  }
  // Unknown statuses and transitions from an end are reported already.
  const knownKeys = new Set<string>([ANY_OPEN_STATUS, ...statusesOf(resource).map(({key}) => key)]);
  const mentionedKeys = actions.flatMap(([, action]) => [...Object.keys(action.from ?? {}), ...listTargetStatuses(action)]);
  if (!mentionedKeys.every(key => knownKeys.has(key))) return;
  checkEscalation(context, path, resource);
  const {queue = {}} = resource;
  const reachedKeys = new Set<unknown>([...actions.flatMap(([, action]) => listTargetStatuses(action)), ...Object.values(queue)]);
  for (const {key, id} of finalStatuses(resource)) {
    if (reachedKeys.has(key) || retiredKeys.has(key) || id === field.default) continue;
    context.report(`${path}.fields.${status}.choices`, `nada leva ao fim "${key}": falta a ação que o tem em "to"`);
  }
  const hasExit = (key: string): boolean =>
    actions.some(
      ([, action]) =>
        accessEntriesByStatus(resource, action)[key] !== undefined && listTargetStatuses(action).some(target => target !== key)
    );
  const keysWithoutExit = new Set(openStatuses(resource).map(({key}) => key).filter(key => !hasExit(key)));
  const redirectedKeys = new Set(field.choices.filter(({to}) => to !== undefined).map(({key}) => key));
  for (const key of [...keysWithoutExit].filter(statusKey => !redirectedKeys.has(statusKey))) {
    context.report(`${path}.fields.${status}.choices`, `nada sai do status "${key}": diga "end" nele, ou que ação sai dele`);
  }
  const repairedChoices = field.choices.map(choice => (keysWithoutExit.has(choice.key ?? '') ? {...choice, end: true as const} : choice));
  for (const key of listDeadEndStatuses({...resource, fields: {...resource.fields, [status]: {...field, choices: repairedChoices}}})) {
    context.report(`${path}.actions`, `do status "${key}" nunca se chega a um fim`);
  }
};

export const checkLifeCycle = (resourceContext: ResourceCheckContext): void => {
  for (const check of [checkStatusField, checkStatusChoices, checkTransitions]) check(resourceContext);
};
