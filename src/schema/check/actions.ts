/** Actions, the list's switch, and the life cycle they make together. */
import {conditionNames, reasonOf} from '../conditions.ts';
import type {Action, Resource} from '../config.ts';
import {statusesOf} from '../statuses.ts';
import {ANY, targetsOf, traps} from '../workflow.ts';
import {checkFields, checkLooseField, paramsKnown, valueFits} from './fields.ts';
import {checkSentence, recordNames} from './sentences.ts';
import {suggestion} from './words.ts';
import type {Names, World} from './world.ts';

/** The keys of a resource's statuses; undefined where its status field could not be read. */
export const statusKeys = (world: World, name: string, resource: Resource): Names => {
  if (resource.status === undefined) return [];
  const unreadable = world.fieldsOf(name)?.includes(resource.status) === true && resource.fields[resource.status] === undefined;
  return unreadable ? undefined : statusesOf(resource).map(status => status.key);
};

/** A condition that an action refuses by: one there is, and whose refusal has words. */
const checkCondition = (world: World, here: string, name: string, of: string, resource: Resource): void => {
  if (!world.known(here, name, conditionNames(resource), `uma condição de ${of}`)) return;
  if (reasonOf(resource, name) === '') world.say(here, `a condição "${name}" não diz por que recusa: falta "reason" nela`);
};

/** `perfil`, or `perfil:condicao`. */
const checkEntry = (world: World, here: string, entry: string, of: string, resource: Resource): void => {
  const [profile = '', condition, ...rest] = entry.split(':');
  world.known(here, profile, world.profiles, 'um perfil');
  if (rest.length > 0) world.say(here, `"${entry}" tem mais de uma condição`);
  else if (condition !== undefined) checkCondition(world, here, condition, of, resource);
};

const checkSets = (world: World, here: string, action: Action, name: string, resource: Resource): void => {
  for (const [field, value] of Object.entries(action.sets ?? {})) {
    if (!world.known(here, field, world.fieldsOf(name), `um campo de ${name}`)) continue;
    const target = resource.fields[field];
    if (target === undefined || value === null) continue;
    const fits = value === 'session.id' ? target.kind === 'referencia' : valueFits(target, value);
    if (!fits) world.say(`${here}.${field}`, `${JSON.stringify(value)} não é um valor de um campo ${target.kind}${typeof value === 'string' && value !== 'session.id' ? suggestion(value, ['session.id']) : ''}`);
  }
};

const checkAction = (world: World, here: string, action: Action, name: string, resource: Resource): void => {
  const statuses = statusKeys(world, name, resource);
  const status = (place: string, key: string) => world.known(place, key, statuses, `um status de ${name}`);
  action.profiles?.forEach(entry => checkEntry(world, `${here}.profiles`, entry, name, resource));
  for (const [from, entries] of Object.entries(action.from ?? {})) {
    if (from !== ANY) status(`${here}.from`, from);
    entries.forEach(entry => checkEntry(world, `${here}.from.${from}`, entry, name, resource));
  }
  for (const target of targetsOf(action)) status(`${here}.to`, target);
  if (typeof action.to === 'object') world.known(`${here}.to.when`, action.to.when, conditionNames(resource), `uma condição de ${name}`);
  for (const need of action.needs ?? []) checkCondition(world, `${here}.needs`, need, name, resource);
  if (action.profiles === undefined && action.from === undefined) world.say(here, 'falta "profiles" ou "from": ninguém pode fazê-la');
  for (const call of [action.call, ...(action.also ?? [])]) {
    paramsKnown(world, `${here}.call`, call, ['id', 'idUsuario']);
    if (!/:id\b/.test(call)) world.say(`${here}.call`, `"${call}" não diz de qual registro: falta ":id"`);
  }
  checkSets(world, `${here}.sets`, action, name, resource);
  const invites = Object.values(resource.fields).some(field => field.kind === 'senha' && field.invites !== undefined);
  if (action.sends !== undefined && !invites) world.say(`${here}.sends`, `${name} não tem um campo senha com "invites": não há a quem enviar`);
  for (const sentence of ['confirm', 'success'] as const) checkSentence(world, `${here}.${sentence}`, action[sentence], recordNames(world, name, resource), `um campo de ${name}`);
  if (action.asks) {
    const path = `${here}.asks`;
    for (const [input, field] of Object.entries(action.asks)) checkLooseField(world, `${path}.${input}`, field);
    checkFields(world, {path, names: Object.keys(action.asks), what: 'uma entrada desta ação', fields: action.asks});
  }
};

/** The two actions behind the list's switch must set what the switch shows. */
const checkToggle = (world: World, name: string, resource: Resource): void => {
  const {toggle} = resource;
  if (toggle === undefined) return;
  const here = `resources.${name}.toggle`;
  if (!world.known(`${here}.field`, toggle.field, world.fieldsOf(name), `um campo de ${name}`)) return;
  for (const [key, on] of [['enable', true], ['disable', false]] as const) {
    const called = toggle[key];
    if (!world.known(`${here}.${key}`, called, world.actionsOf(name), `uma ação de ${name}`)) continue;
    const action = resource.actions?.[called];
    if (action && (action.sets?.[toggle.field] === toggle.on) !== on) world.say(`${here}.${key}`, `a ação "${called}" não ${on ? 'liga' : 'desliga'} "${toggle.field}"`);
  }
};

/** Nobody may be stuck: from every status that is no end, an end can be reached (§4). */
const checkTraps = (world: World, name: string, resource: Resource): void => {
  const actions = Object.values(resource.actions ?? {});
  if (actions.length === 0 || actions.length !== world.actionsOf(name)?.length) return;
  // A way from or to a status that there is not has been told already.
  const statuses = new Set<string>([ANY, ...statusesOf(resource).map(({key}) => key)]);
  if (!actions.every(action => [...Object.keys(action.from ?? {}), ...targetsOf(action)].every(key => statuses.has(key)))) return;
  for (const key of traps(resource)) world.say(`resources.${name}.actions`, `do status "${key}" nunca se chega a um fim`);
};

export const checkActions = (world: World, name: string, resource: Resource): void => {
  for (const [key, action] of Object.entries(resource.actions ?? {})) checkAction(world, `resources.${name}.actions.${key}`, action, name, resource);
  checkToggle(world, name, resource);
  if (resource.status !== undefined) checkTraps(world, name, resource);
};
