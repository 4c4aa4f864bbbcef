/** Actions and the list's switch. */
import {parseAccessEntry, isHumanProfile} from '../access.ts';
import type {Action} from '../shapes/config.ts';
import {decimalsOf} from '../fields/decimals.ts';
import {fieldShapes, type Field} from '../shapes/fields.ts';
import {isRetiredChoice, kindRuleOf} from '../fields/kinds.ts';
import {filterOperatorRowOf} from '../fields/filterOperators.ts';
import {isShortcutLetter, isScreenKey} from '../words/keys.ts';
import {USERS} from '../systemFields.ts';
import {apiOf} from '../paths.ts';
import {askedFields} from '../lifeCycle/asks.ts';
import {resolveToggle} from '../lifeCycle/toggle.ts';
import {NOW_VALUE, profilesOfAction} from '../lifeCycle/workflow.ts';
import {checkTyped, conditionIs, findsBy, refusesBy} from './conditions.ts';
import {checkDefaults} from './defaults.ts';
import {checkFields, checkLooseField, paramsKnown, refuseCounted, valueFits} from './fields.ts';
import {checkActionTells} from './telling.ts';
import {either, repeated, suggestion} from './words.ts';
import type {Here as Of, World} from './world.ts';

/** Where an action is: `resources.tickets.actions.atender`. */
interface Here extends Of {
  key: string;
  action: Action;
}

/** Each profile once; the condition of `perfil:condicao` refuses the others of the profile. */
export const checkEntries = ({world, name, resource}: Of, here: string, entries: readonly string[]): void => {
  for (const entry of entries) {
    const [, condition, ...rest] = entry.split(':');
    if (condition !== undefined && rest.length === 0) refusesBy(world, here, condition, name, resource);
  }
  for (const perfil of repeated(entries.map(entry => parseAccessEntry(entry).perfil))) {
    world.say(here, `"${perfil}" está repetido, e só a primeira vez conta`);
  }
};

/** Who may, and from which status to which. */
const checkWho = (one: Here): void => {
  const {world, name, resource, action, path} = one;
  const {profiles, from, to, needs = []} = action;
  checkEntries(one, `${path}.profiles`, profiles ?? []);
  if (profilesOfAction(action).length === 0) {
    const isSaid = profiles !== undefined || from !== undefined;
    world.say(path, isSaid ? 'ninguém pode fazê-la' : 'falta "profiles" ou "from": ninguém pode fazê-la');
  }
  const hasCycle = resource.status !== undefined;
  for (const word of ['from', 'to'] as const) {
    if (action[word] !== undefined && !hasCycle) world.say(`${path}.${word}`, `${name} não tem "status": não há de onde nem para onde ir`);
  }
  for (const [key, entries] of Object.entries(from ?? {})) checkEntries(one, `${path}.from.${key}`, entries);
  if (typeof to === 'object') conditionIs(world, `${path}.to.when`, to.when, name, resource);
  for (const need of needs) refusesBy(world, `${path}.needs`, need, name, resource);
};

/** Where it is drawn. The switch draws its two, the form its own, and a robot needs no button. */
const checkPlaces = ({world, name, resource, key, action, path}: Here): void => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  const isSave = action.call === apiOf(name, resource).update;
  const isDrawn = (action.places ?? []).length > 0 || [enable, disable].includes(key) || isSave;
  const people = profilesOfAction(action).filter(profile => isHumanProfile(world.config.profiles[profile]));
  if (!isDrawn && people.length > 0) world.say(path, 'não aparece em lugar nenhum: falta "places"');
  if (action.key !== undefined) {
    if (!isShortcutLetter(action.key)) world.say(
      `${path}.key`, `"${action.key}" não serve de tecla: use uma só letra minúscula, sem acento`,
    );
    else if (isScreenKey(action.key)) world.say(`${path}.key`, `"${action.key}" já é uma tecla das telas: use outra letra`);
    if ((action.places ?? []).length === 0) world.say(`${path}.key`, 'só tem sentido numa ação com "places"');
  }
};

/** Where nothing changes and nothing was asked, nothing is written, nor is anybody told. */
const checkDeed = ({world, name, resource, key, action, path}: Here): void => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  // At the update's call it is the rule for saving; what those of the switch set is told there.
  if (action.call === apiOf(name, resource).update || key === enable || key === disable) return;
  const does = [action.to, action.sets, action.asks, action.files, action.sends].some(word => word !== undefined);
  if (!does) world.say(path, 'não faz nada: falta "to", "sets", "asks", "files" ou "sends"');
};

/** Several at once: each by a call of its own, with the same answers, out of a list. */
const checkBulk = ({world, name, resource, key, action, path}: Here): void => {
  if (action.bulk === undefined) return;
  const here = `${path}.bulk`;
  const {enable, disable} = resolveToggle(resource) ?? {};
  if (action.call === apiOf(name, resource).update) world.say(here, 'não vale para a ação de salvar, que é do formulário');
  else if ((action.places ?? []).length === 0) world.say(here, 'falta "places": o que se faz a vários também se faz a um');
  if (key === enable || key === disable) world.say(here, 'as duas ações de "toggle" já valem para vários');
};

const checkCalls = ({world, name, resource, action, path}: Here): void => {
  // At the update's call it is the rule for saving: the form sends it, and has no dialog and no button of another's.
  const more = (['to', 'asks', 'files', 'places', 'tells'] as const).filter(word => action[word] !== undefined);
  if (action.call === apiOf(name, resource).update && more.length > 0) {
    world.say(`${path}.call`, `"${action.call}" já é a de salvar, que não tem ${either(more)}: use outra chamada`);
  }
  for (const call of [action.call, ...(action.also ?? [])]) {
    paramsKnown(world, `${path}.call`, call, ['id', 'idUsuario']);
    if (!/:id\b/.test(call)) world.say(`${path}.call`, `"${call}" não diz de qual registro: falta ":id"`);
    if (call.startsWith('GET ')) world.say(`${path}.call`, `"${call}" não pode ser GET: uma ação muda o registro`);
  }
};

const checkSets = ({world, resource, action, path}: Here): void => {
  for (const [field, value] of Object.entries(action.sets ?? {})) {
    const here = `${path}.sets.${field}`;
    const target = resource.fields[field];
    if (target === undefined) continue;
    if (!kindRuleOf(target).own) {
      world.say(here, `um campo ${target.kind} não se grava`);
      continue;
    }
    if (field === resource.status) world.say(here, 'um status muda por "to"');
    refuseCounted(world, here, target);
    if (action.asks?.[field] !== undefined) world.say(here, `"${field}" já é perguntado em "asks"`);
    if (value === null) {
      if (target.required === true) world.say(here, `"${field}" é obrigatório e não pode ficar vazio`);
      continue;
    }
    if (value === NOW_VALUE && filterOperatorRowOf(target).dated) continue;
    const isMe = value === 'session.id';
    // A record that a config names by its number may not be there.
    const isSettable = !isMe && target.kind !== 'senha';
    if (target.kind === 'escolha' && target.choices.some(choice => choice.id === value && isRetiredChoice(choice))) {
      world.say(here, `${JSON.stringify(value)} é uma opção arquivada, que nenhum registro recebe mais`);
    }
    if (target.kind === 'referencia' ? isMe && target.to === USERS : isSettable && valueFits(world, target, value)) continue;
    const what = target.kind === 'referencia' ? `referencia a ${target.to}` : target.kind;
    const meant = typeof value === 'string' && !isMe ? suggestion(value, ['session.id']) : '';
    world.say(here, `${JSON.stringify(value)} não é um valor de um campo ${what}${meant}`);
  }
};

/** What comes with the answers under a name of its own. */
const WITH_ANSWERS = ['data', 'files', 'tipos', 'acoes'];

/** Words by which an answer may ask for less than the field of its name has, and those that both say alike. */
const AT_MOST = ['maxLength', 'max'];
const AT_LEAST = ['minLength', 'min'];
const ALIKE = ['to', 'list', 'only', 'case', 'pattern'];
type Said = Readonly<Record<string, unknown>>;

/** What goes beyond the field would be stored by the action, and refused by the record's form ever after. */
const checkRoom = (world: World, here: string, what: string, field: Field, ask: Field): void => {
  const [limits, said]: Said[] = [field, ask];
  const lacks = (word: string, fits: (limit: unknown, own: unknown) => boolean): boolean =>
    limits?.[word] !== undefined && !fits(limits[word], said?.[word]);
  const beyond = [
    ...AT_MOST.filter(word => lacks(word, (limit, own) => Number(own) <= Number(limit))),
    ...AT_LEAST.filter(word => lacks(word, (limit, own) => Number(own) >= Number(limit))),
    ...ALIKE.filter(word => lacks(word, (limit, own) => JSON.stringify(own) === JSON.stringify(limit))),
    ...'decimals' in fieldShapes[ask.kind].shape && decimalsOf(ask) > decimalsOf(field) ? ['decimals'] : [],
  ];
  for (const word of beyond) world.say(here, `não cabe em ${what}: diga "${word}" como lá`);
  if (!('choices' in field && 'choices' in ask)) return;
  const ids: readonly unknown[] = field.choices.map(({id}) => id);
  for (const {id} of ask.choices) if (!ids.includes(id)) world.say(`${here}.choices`, `${JSON.stringify(id)} não é uma opção de ${what}`);
};

/** An answer under a field's name is that field. */
const checkAsks = ({world, name, resource, action, path}: Here): void => {
  const {asks} = action;
  if (asks === undefined) return;
  const place = `${path}.asks`;
  for (const [input, ask] of Object.entries(asks)) {
    const here = `${place}.${input}`;
    checkLooseField(world, here, ask);
    if (WITH_ANSWERS.includes(input)) world.say(place, `"${input}" já tem outro sentido nesta chamada: use outro nome`);
    const field = Object.hasOwn(resource.fields, input) ? resource.fields[input] : undefined;
    if (field?.archived === true) world.say(here, 'o campo tem "archived": ninguém grava mais nele');
    if (field?.required === true && ask.default !== undefined && ask.kind !== 'referencia') {
      world.say(`${here}.default`, `todo registro já tem "${input}", que é obrigatório: é com ele que se começa`);
    }
    if (input === resource.status) world.say(here, 'um status muda por "to"');
    else if (field !== undefined && field.kind !== ask.kind) {
      world.say(here, `"${input}" é um campo ${field.kind} de ${name}, e aqui é ${ask.kind}: use o mesmo tipo ou outro nome`);
    } else if (field !== undefined) {
      refuseCounted(world, here, field);
      checkRoom(world, here, `"${input}" de ${name}`, field, askedFields(resource, action)[input] ?? ask);
    }
  }
  checkFields(world, {path: place, names: Object.keys(asks), fields: asks});
  checkDefaults(world, {path: place, fields: asks, beside: {...resource.fields, ...asks}, asked: true});
  checkTyped(world, place, asks, name, resource);
  for (const [input, ask] of Object.entries(asks)) {
    const target = ask.kind === 'referencia' ? world.config.resources[ask.to] : undefined;
    if (ask.kind !== 'referencia' || ask.where === undefined || target === undefined) continue;
    findsBy(world, `${place}.${input}.where`, ask.where, ask.to, target, 'escolha');
  }
};

const checkAction = (one: Here): void => {
  const {world, name, resource, action, path} = one;
  for (const check of [checkWho, checkDeed, checkPlaces, checkBulk, checkCalls, checkSets, checkAsks]) check(one);
  checkActionTells(one, action);
  if (action.files !== undefined && !world.declares(name, 'files')) {
    world.say(`${path}.files`, `${name} não tem arquivos: falta "files" nele`);
  }
  const invites = Object.values(resource.fields).some(field => field.kind === 'senha' && field.invites !== undefined);
  if (action.sends !== undefined && name !== USERS) world.say(`${path}.sends`, `só se envia a quem entra no produto: ${USERS}`);
  else if (action.sends !== undefined && !invites && world.hasAllFields(name)) {
    world.say(`${path}.sends`, `${name} não tem um campo senha com "invites": não há a quem enviar`);
  }
};

/** The two actions behind the list's switch must set what the switch shows. */
const checkToggle = ({world, name, resource, path}: Of): void => {
  const toggle = resolveToggle(resource);
  const field = resource.fields[toggle?.field ?? ''];
  if (toggle === undefined || field === undefined) return;
  const here = `${path}.toggle`;
  const choices = field.kind === 'escolha' ? field.choices.length : 2;
  for (const [key, on] of [['enable', true], ['disable', false]] as const) {
    const called = toggle[key];
    const action = resource.actions?.[called];
    const set = action?.sets?.[toggle.field];
    if (action === undefined) {
      // One that could not be read was told.
      const isNone = world.actionsOf(name)?.includes(called) === false;
      if (isNone) world.say(`${here}.field`, `"${toggle.field}" é um campo ${field.kind}: só um booleano ou uma escolha se liga e desliga`);
    } else if (set === undefined && choices !== 2) {
      world.say(here, `"${toggle.field}" tem ${choices} opções, e não se sabe qual é a desligada: diga "sets" em "actions.${called}"`);
    } else if (set === undefined || (set === toggle.on) !== on) {
      world.say(here, `a ação "${called}" não ${on ? 'liga' : 'desliga'} "${toggle.field}"`);
    }
  }
};

/** One letter does one thing. */
const checkKeys = ({world, resource, path}: Of): void => {
  const keyed = Object.entries(resource.actions ?? {})
    .flatMap(([key, action]) => (action.key === undefined ? [] : [[key, action.key] as const]));
  for (const [index, [key, letter]] of keyed.entries()) {
    const [taken] = keyed.slice(0, index).find(([, other]) => other === letter) ?? [];
    if (taken !== undefined) world.say(`${path}.actions.${key}.key`, `"${letter}" já é a tecla de "${taken}"`);
  }
};

export const checkActions = (one: Of): void => {
  for (const [key, action] of Object.entries(one.resource.actions ?? {})) {
    checkAction({...one, key, action, path: `${one.path}.actions.${key}`});
  }
  checkKeys(one);
  checkToggle(one);
};
