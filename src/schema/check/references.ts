/** References: what they name can be told apart as they say, and whoever fills them in has something to choose from. */
import {canChooseCompany, parseAccessEntry, isHumanProfile, mayAccess, mayChoose, profilesAllowedTo} from '../access.ts';
import {evaluateCondition} from '../conditions/evaluate.ts';
import type {Resource} from '../shapes/config.ts';
import {STORED_CONDITION} from '../conditions/builtIn.ts';
import {operations} from '../shapes/accessShapes.ts';
import type {Field, FieldOf} from '../shapes/fields.ts';
import {isWritable} from '../fields/validate.ts';
import {referenceNameField, formFields} from '../lifeCycle/detailFields.ts';
import {profilesOfAction} from '../lifeCycle/workflow.ts';
import {USERS} from '../systemFields.ts';
import {listNameOnlyReferences, matchingWithinField} from '../references.ts';
import {findsBy} from './conditions.ts';
import type {Here, World} from './world.ts';

type Reference = FieldOf<'referencia'>;
const referencesIn = (fields: Readonly<Record<string, Field>> = {}): [name: string, field: Reference][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Reference][] => (field.kind === 'referencia' ? [[name, field]] : []));

/** A form offers what its combo answers, of what the list is narrowed by; only an action asks the server which records it may be given. */
const checkWithin = (world: World, path: string, resource: Resource, references: readonly [string, Reference][], asked: boolean): void => {
  for (const [name, {to, within, where, names}] of references) {
    const here = `${path}.${name}`;
    if (where !== undefined && !asked && names === undefined) {
      world.say(`${here}.where`, 'só vale numa referência que uma ação pergunta, em "asks", ou com "names"');
    }
    const target = world.config.resources[to];
    const ours = resource.fields[within ?? ''];
    if (within === undefined || target === undefined || ours?.kind !== 'referencia') continue;
    if (world.unreadable.has(`resources.${to}.fields`)) continue;
    const shared = matchingWithinField(target, resource, within);
    if (shared === undefined) {
      if (world.hasAllFields(to)) world.say(`${here}.within`, `${to} não tem uma referência a ${ours.to}: não há o que teriam em comum`);
    } else if (shared !== within && !asked) {
      const same = 'dê o mesmo nome às duas, para que a lista seja filtrada';
      world.say(`${here}.within`, `em ${to} a referência a ${ours.to} se chama "${shared}": ${same}`);
    }
  }
};

/** Whether some profile never gives a field a value, as far as the config alone tells. */
const isClosed = (resource: Resource, field: Field, perfil: string): boolean => {
  const asked = {resource, record: {}, session: {id: 0, perfil, idEmpresa: null, codigoExterno: ''}};
  const {see, visible, editable, readOnly} = field;
  const isOff = [visible, editable].some(one => one !== undefined && evaluateCondition(one, asked) === false);
  const isLocked = readOnly !== undefined && readOnly !== true && evaluateCondition(readOnly, asked) === true;
  return isOff || isLocked || (see !== undefined && !see.includes(perfil));
};

/** Whoever gives a record a reference reaches what it names, and is offered it. */
const checkChoosers = ({world, name, resource, path}: Here): void => {
  const {config, unreadable} = world;
  const isTold = (of: string): boolean =>
    ['access', 'scope', 'api', 'fields', 'children'].some(part => unreadable.has(`resources.${of}.${part}`));
  const typed = formFields(resource);
  const parents = new Set(Object.values(config.resources).flatMap(({children}) => children?.[name]?.by ?? []));
  const say = (here: string, to: string, profiles: readonly string[], isOffered: (perfil: string) => boolean): void => {
    const target = config.resources[to];
    if (target === undefined || isTold(to) || isTold(name)) return;
    for (const perfil of new Set(profiles)) {
      if (config.profiles[perfil] === undefined) continue;
      if ((target.scope[perfil] ?? []).length === 0) {
        // Whoever has access and no scope is told of that.
        const isSaid = operations.some(operation => mayAccess(target, operation, perfil));
        if (!isSaid) world.say(here, `"${perfil}" o preencheria e não alcança ${to}: falta o seu escopo em ${to}, ou "names" aqui`);
      } else if (isHumanProfile(config.profiles[perfil]) && !isOffered(perfil) && !mayChoose(target, perfil)) {
        world.say(here, `"${perfil}" escolheria entre ${to}, que não lista: falta em "access.list" de ${to}, ou "names" aqui`);
      }
    }
  };
  for (const [own, field] of referencesIn(resource.fields)) {
    if (!isWritable(field) || field.names === true) continue;
    const writers = [
      ...profilesAllowedTo(resource, 'create'), ...(field.readOnly === STORED_CONDITION ? [] : profilesAllowedTo(resource, 'update')),
    ]
      .filter(perfil => !isClosed(resource, field, perfil));
    // What is filled in by itself: the parent of a child, the own company of whoever chooses none.
    const isGiven = (perfil: string): boolean => !typed.includes(own) || parents.has(own)
      || (own === resource.owner?.empresa && !canChooseCompany(config, perfil));
    say(`${path}.fields.${own}.to`, field.to, writers, isGiven);
  }
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    for (const [input, {to}] of referencesIn(action.asks)) {
      // People are asked of the record: those who reach it; and the call that offers them is the action's.
      if (to !== USERS) say(`${path}.actions.${key}.asks.${input}.to`, to, profilesOfAction(action), () => true);
    }
  }
};

/** Everybody sees and changes themselves: a password, whom they are. */
const checkSelf = (world: World): void => {
  const users = world.config.resources[USERS];
  const here = `resources.${USERS}`;
  if (users === undefined || ['access', 'scope'].some(part => world.unreadable.has(`${here}.${part}`))) return;
  for (const [perfil, profile] of Object.entries(world.config.profiles)) {
    if (!isHumanProfile(profile)) continue;
    if (!users.access.read.some(entry => parseAccessEntry(entry).perfil === perfil)) {
      world.say(`${here}.access.read`, `falta "${perfil}": ninguém troca a própria senha sem alcançar o próprio cadastro`);
    }
  }
};

/** Who does not reach what a reference names reads its name in the record, or its number. */
const checkNamed = ({world, resource, path}: Here, own: string, {title, fields, label}: Resource): void => {
  if (fields[title] === undefined) return;
  const named = referenceNameField(world.config, resource, own);
  const lacks = `quem não alcança ${label.many} leria só o número`;
  if (named === own) return world.say(`${path}.fields.${own}.names`, `${lacks}: diga em "shows" o campo que mostra "${title}"`);
  for (const key of ['columns', 'card'] as const) {
    if (resource.list[key]?.includes(own) === true) world.say(`${path}.list.${key}`, `em "${own}" ${lacks}: use "${named}"`);
  }
};

export const checkReferences = (here: Here): void => {
  const {world, name, resource, path} = here;
  checkWithin(world, `${path}.fields`, resource, referencesIn(resource.fields), false);
  for (const [key, {asks}] of Object.entries(resource.actions ?? {})) {
    checkWithin(world, `${path}.actions.${key}.asks`, resource, referencesIn(asks), true);
    for (const [input, {names}] of referencesIn(asks)) {
      if (names !== undefined) world.say(`${path}.actions.${key}.asks.${input}.names`, 'uma ação já oferece só os nomes: tire "names"');
    }
  }
  for (const [own, {to, where}] of listNameOnlyReferences(resource)) {
    const target = world.config.resources[to];
    if (target === undefined) continue;
    if (where !== undefined) findsBy(world, `${path}.fields.${own}.where`, where, to, target, 'escolha');
    checkNamed(here, own, target);
  }
  checkChoosers(here);
  if (name === USERS) checkSelf(world);
};
