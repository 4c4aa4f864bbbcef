/** The life cycle of a resource: its status field, where actions lead it, and what every step writes. */
import type {Resource} from '../shapes/config.ts';
import type {FieldChoice} from '../shapes/fields.ts';
import {authorField} from '../statuses/people.ts';
import {isRetiredChoice} from '../fields/kinds.ts';
import {finalStatuses, openStatuses, statusByKey, statusesOf, statusField} from '../statuses/statuses.ts';
import {turnHolderField} from '../statuses/turnHolders.ts';
import {ANY_OPEN_STATUS, accessEntriesByStatus, listTargetStatuses, listDeadEndStatuses} from '../lifeCycle/workflow.ts';
import {nameIs} from './fields.ts';
import type {Here, Names, World} from './world.ts';

/** The keys of a resource's statuses; undefined where its status field could not be read. */
export const statusKeys = (world: World, name: string, resource: Resource): Names => {
  if (resource.status === undefined) return [];
  const unreadable = world.fieldsOf(name)?.includes(resource.status) === true && resource.fields[resource.status] === undefined;
  return unreadable ? undefined : statusesOf(resource).map(status => status.key);
};

const checkField = ({world, resource, path}: Here): void => {
  const {status, since} = resource;
  if (since !== undefined && status === undefined) world.say(`${path}.since`, 'só tem sentido com "status"');
  const field = statusField(resource);
  if (status === undefined || field === undefined) return;
  const here = `${path}.fields.${status}`;
  for (const {key, name: choice} of field.choices) {
    if (key === undefined) world.say(`${here}.choices`, `falta "key" no status "${choice}"`);
    else nameIs(world, `${here}.choices`, key, 'chave');
  }
};

/** What only a status can say. */
const checkChoices = ({world, name, resource, path}: Here): void => {
  // A status field that is not one is told already.
  const isTold = resource.status !== undefined && world.fieldsOf(name)?.includes(resource.status) !== true;
  for (const [own, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'escolha') continue;
    const here = `${path}.fields.${own}.choices`;
    const check = ({stamps, end, waits, name: choice}: FieldChoice): void => {
      if (own !== resource.status) {
        for (const [word, said] of Object.entries({stamps, end, waits})) {
          if (said !== undefined && !isTold) world.say(here, `"${word}" em "${choice}" só tem sentido num status`);
        }
        return;
      }
      if (waits !== undefined && end === true) world.say(here, `"${choice}" é um fim ("end") e não espera por ninguém: tire "waits"`);
      const hasAuthor = authorField(resource) !== undefined || world.unreadable.has(`${path}.people`);
      if (waits === 'autor' && !hasAuthor) {
        world.say(here, `"${choice}" espera por quem fez o registro: falta alguém com "stamps" em "people"`);
      }
    };
    field.choices.forEach(check);
  }
};

/** A step leaves to the team only what somebody else would have to do. */
const checkEscalation = (world: World, path: string, resource: Resource): void => {
  const {actions = {}, queue} = resource;
  const steps = [
    ...Object.entries(actions).map(([key, action]) => ({place: `actions.${key}`, waits: action.waits, to: listTargetStatuses(action)})),
    ...(queue === undefined ? [] : [{place: 'queue', waits: queue.waits, to: [queue.failed]}]),
  ];
  for (const {place, waits, to} of steps) {
    if (waits === undefined || to.some(key => turnHolderField(resource, statusByKey(resource, key)?.waits ?? '') !== undefined)) continue;
    world.say(`${path}.${place}.waits`, 'não muda nada: nenhum status a que leva espera por uma pessoa do registro');
  }
};

/** Nobody may be stuck: what nothing leaves is an end and says so, and from everything else an end is reached. */
const checkWays = ({world, name, resource, path}: Here): void => {
  const {status} = resource;
  const field = statusField(resource);
  const actions = Object.entries(resource.actions ?? {});
  if (status === undefined || field === undefined || actions.length !== (world.actionsOf(name)?.length ?? -1)) return;
  const ends = new Set(finalStatuses(resource).map(({key}) => key));
  for (const [key, {from = {}}] of actions) {
    for (const left of Object.keys(from)) {
      if (ends.has(left)) world.say(`${path}.actions.${key}.from`, `"${left}" é um fim ("end"), de que nada sai`);
    }
  }
  const retired = new Set(statusesOf(resource).filter(isRetiredChoice).map(({key}) => key));
  for (const [key, action] of actions) {
    for (const target of listTargetStatuses(action).filter(one => retired.has(one))) {
      world.say(`${path}.actions.${key}.to`, `"${target}" tem "archived" ou "to": nada entra mais nele`);
    }
  }
  // A way from or to a status that there is not has been told already, and one from an end just now.
  const known = new Set<string>([ANY_OPEN_STATUS, ...statusesOf(resource).map(({key}) => key)]);
  const named = actions.flatMap(([, action]) => [...Object.keys(action.from ?? {}), ...listTargetStatuses(action)]);
  if (!named.every(key => known.has(key))) return;
  checkEscalation(world, path, resource);
  const {queue = {}} = resource;
  const reached = new Set<unknown>([...actions.flatMap(([, action]) => listTargetStatuses(action)), ...Object.values(queue)]);
  for (const {key, id} of finalStatuses(resource)) {
    if (reached.has(key) || retired.has(key) || id === field.default) continue;
    world.say(`${path}.fields.${status}.choices`, `nada leva ao fim "${key}": falta a ação que o tem em "to"`);
  }
  const isLeft = (key: string): boolean =>
    actions.some(
      ([, action]) =>
        accessEntriesByStatus(resource, action)[key] !== undefined && listTargetStatuses(action).some(target => target !== key)
    );
  const dead = new Set(openStatuses(resource).map(({key}) => key).filter(key => !isLeft(key)));
  const going = new Set(field.choices.filter(({to}) => to !== undefined).map(({key}) => key));
  for (const key of [...dead].filter(one => !going.has(one))) {
    world.say(`${path}.fields.${status}.choices`, `nada sai do status "${key}": diga "end" nele, ou que ação sai dele`);
  }
  const mended = field.choices.map(choice => (dead.has(choice.key ?? '') ? {...choice, end: true as const} : choice));
  for (const key of listDeadEndStatuses({...resource, fields: {...resource.fields, [status]: {...field, choices: mended}}})) {
    world.say(`${path}.actions`, `do status "${key}" nunca se chega a um fim`);
  }
};

export const checkLifeCycle = (one: Here): void => {
  for (const check of [checkField, checkChoices, checkWays]) check(one);
};
