/** One resource: whose it is, its fields, calls, words and children; its other parts each have a file of their own. */
import type {Resource} from '../shapes/config.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {isOrdered} from '../lists/columns.ts';
import {isUserBranches} from '../databaseNames.ts';
import {BRANCHES, COMPANIES, systemFields, USERS} from '../systemFields.ts';
import {pathParams} from '../paths.ts';
import {checkActions} from './actions.ts';
import {checkSameNames} from './sameNames.ts';
import {checkCalculations} from './calculations.ts';
import {checkConditions, checkRules, checkTyped, conditionIs} from './conditions.ts';
import {checkConsequences} from './consequences.ts';
import {checkDefaults} from './defaults.ts';
import {checkFields, nameIs, paramsKnown, references, refuseUnique, valueFits} from './fields.ts';
import {checkForm} from './form.ts';
import {checkLifeCycle} from './lifeCycle.ts';
import {checkList} from './list.ts';
import {checkItems, checkParts} from './parts.ts';
import {checkReferences} from './references.ts';
import {checkAccess, checkScope} from './access/scope.ts';
import {checkSeen} from './see/values.ts';
import {checkSentences} from './see/sentences.ts';
import {checkTelling} from './telling.ts';
import {either, repeated} from './words.ts';
import type {Here, World} from './world.ts';
import {checkWritten} from './written.ts';

/** Whether a resource is some other's child, also where it cannot be told. */
const isChild = ({config, unreadable}: World, name: string): boolean =>
  Object.entries(config.resources).some(([parent, {children = {}}]) => name in children || unreadable.has(`resources.${parent}.children`));

const checkOwner = ({world, name, resource, path}: Here): void => {
  nameIs(world, 'resources', name);
  if (resource.was !== undefined && world.resources?.includes(resource.was)) {
    world.say(`${path}.was`, `é o nome que o recurso tinha, e "${resource.was}" ainda é um`);
  }
  const [first] = Object.entries(world.config.resources).find(([, {was}]) => was !== undefined && was === resource.was) ?? [name];
  if (first !== name) world.say(`${path}.was`, `"${resource.was}" já é o nome que ${first} tinha`);
  if (resource.order !== undefined && !isChild(world, name)) {
    world.say(`${path}.order`, `ninguém tem ${name} entre seus filhos ("children"): só lá se ordena à mão`);
  }
  for (const [word, to] of [['empresa', COMPANIES], ['filial', BRANCHES]] as const) {
    const own = resource.owner?.[word];
    const field = resource.fields[own ?? ''];
    const refers = field?.kind === 'referencia' && world.resources?.includes(field.to) === true && !Object.hasOwn(systemFields, name);
    const isOther = own === 'id' ? name !== to : refers && field.to !== to;
    if (isOther) world.say(`${path}.owner.${word}`, `"${own}" deve ser uma referência a ${to}`);
  }
  const through = resource.fields[resource.owner?.through ?? ''];
  if (through?.kind !== 'referencia' || world.resources?.includes(through.to) !== true) return;
  if (world.config.resources[through.to]?.owner === undefined) {
    world.say(`${path}.owner.through`, `"${through.to}" não diz de quem são seus registros: falta "owner" nele`);
  }
};

/** A record is called by what it holds itself. */
const checkTitle = ({world, resource: {fields, title}, path}: Here): void => {
  const field = fields[title];
  if (field !== undefined && !(field.kind !== 'calculo' && kindRuleOf(field).own && isOrdered(field))) {
    world.say(`${path}.title`, `um campo ${field.kind} não dá nome a um registro`);
  }
};

/** Options of fields that need something of their resource. */
const checkOptions = ({world, name, resource, path}: Here): void => {
  for (const [own, field] of Object.entries(resource.fields)) {
    const here = `${path}.fields.${own}`;
    if (field.unique === 'empresa' && resource.owner?.empresa === undefined) {
      world.say(`${here}.unique`, '"empresa" precisa de "owner.empresa"');
    }
    if (field.kind === 'senha' && field.invites !== undefined) {
      if (name === USERS) conditionIs(world, `${here}.invites`, field.invites, name, resource);
      else world.say(`${here}.invites`, `só se convida quem entra no produto: ${USERS}`);
    }
  }
};

/** Fields that are unique together: stored, and each said once. */
const checkUnique = ({world, resource, path}: Here): void => {
  for (const [at, fields] of (resource.unique ?? []).entries()) {
    const here = `${path}.unique[${at}]`;
    for (const name of repeated(fields)) world.say(here, `"${name}" está repetido`);
    for (const name of fields) refuseUnique(world, here, resource.fields[name]);
  }
};

/** Links, and what those share that are linked: of a user's branches it is their company. */
const checkLinks = ({world, name, resource, path}: Here): void => {
  const links = Object.entries(resource.fields).flatMap(([own, field]) => (field.kind === 'vinculos' ? [[own, field] as const] : []));
  for (const [own, {to, within, call, was}] of links) {
    const here = `${path}.fields.${own}`;
    const isLost = was !== undefined && !isUserBranches(name, to);
    if (isLost) world.say(`${here}.was`, 'os vínculos têm o nome do campo na tabela deles: com outro nome ficariam lá');
    const reference = resource.fields[within ?? ''];
    const target = world.config.resources[to];
    if (isUserBranches(name, to) && within === undefined) world.say(here, `falta "within": ${BRANCHES} são de uma empresa`);
    const asked = ['id', ...within !== undefined && reference !== undefined ? [within] : []];
    // What is wrong with the call itself is told where all are looked at.
    const isRight = call.startsWith('GET ') && pathParams(call).every(param => param === 'id' || resource.fields[param] !== undefined);
    for (const param of isRight ? asked.filter(one => !pathParams(call).includes(one)) : []) {
      world.say(`${here}.call`, `"${call}" não diz de qual registro: falta ":${param}"`);
    }
    if (reference?.kind !== 'referencia' || target === undefined) continue;
    const isShared = Object.values(target.fields).some(field => field.kind === 'referencia' && field.to === reference.to);
    if (isUserBranches(name, to) && reference.to !== COMPANIES) {
      world.say(`${here}.within`, `"${within}" deve ser uma referência a ${COMPANIES}, e é a ${reference.to}`);
    } else if (!isShared && world.hasAllFields(to)) {
      world.say(`${here}.within`, `${to} não tem uma referência a ${reference.to}: não se saberia quais oferecer`);
    }
  }
  const ofUsers = links.filter(([, {to}]) => isUserBranches(name, to));
  if (ofUsers.length > 1) {
    world.say(`${path}.fields`, `${either(ofUsers.map(([own]) => own))} guardariam os mesmos vínculos: só pode haver um`);
  }
};

const checkApi = ({world, resource, path}: Here): void => {
  const {api} = resource;
  if (api === undefined) return;
  const here = `${path}.api`;
  const narrowed = ['idUsuario', ...references(resource.fields)];
  for (const call of ['one', 'update', 'delete', 'history'] as const) paramsKnown(world, `${here}.${call}`, api[call] ?? '', ['id']);
  for (const call of ['list', 'create'] as const) paramsKnown(world, `${here}.${call}`, api[call] ?? '', []);
  paramsKnown(world, `${here}.combo`, api.combo ?? '', narrowed);
};

const checkWords = ({world, name, resource, path}: Here): void => {
  for (const [child, {by}] of Object.entries(resource.children ?? {})) {
    const here = `${path}.children.${child}`;
    if (by === undefined) {
      if (world.hasAllFields(child)) world.say(here, `${child} não tem uma referência a ${name}: não se saberia quais são os filhos`);
      continue;
    }
    const reference = world.config.resources[child]?.fields[by];
    if (reference && !(reference.kind === 'referencia' && reference.to === name)) {
      world.say(`${here}.by`, `"${by}" deve ser uma referência de ${child} a ${name}`);
    }
    const of = world.config.resources[child];
    // Without a dialect of its own a list is filtered by any field.
    const isFiltered = of?.api === undefined || of.list.filters?.[by] !== undefined || world.unreadable.has(`resources.${child}.list`);
    if (reference && !isFiltered) world.say(`${here}.by`, `falta o filtro "${by}" na lista de ${child}: viriam os filhos de todos`);
  }
};

const checkExtras = ({world, resource, path}: Here): void => {
  for (const [other, {with: said}] of Object.entries(resource.makes ?? {})) {
    const {fields} = world.config.resources[other] ?? {};
    for (const [own, value] of Object.entries(fields === undefined ? {} : said)) {
      const here = `${path}.makes.${other}.with`;
      if (!world.known(here, own, world.fieldsOf(other), `um campo de ${other}`)) continue;
      const field = fields?.[own];
      const isOne = field === undefined || valueFits(world, field, value);
      if (!isOne) world.say(`${here}.${own}`, `${either([value])} não é um valor de "${own}"`);
    }
  }
  for (const [child, {preview}] of Object.entries(resource.children ?? {})) {
    if (preview === undefined || world.resources?.includes(child) !== true) continue;
    checkItems(world, `${path}.children.${child}.preview`, child);
  }
  const {duplicate} = resource;
  if (duplicate === undefined) return;
  // A field that could not be read has been told already.
  const title = resource.fields[resource.title];
  const isNamed = resource.title !== 'id' && (title === undefined || title.kind === 'texto');
  if (isNamed) return;
  // Without a text to be called by, its number is its name: a word that nobody wrote.
  const why = resource.title === 'id' ? 'falta "title"' : `"${resource.title}" não é um campo texto`;
  world.say(`${path}.duplicate`, `${why}: a cópia não teria nome`);
};

export const checkResource = (world: World, name: string, resource: Resource): void => {
  const path = `resources.${name}`;
  const here: Here = {world, name, resource, path};
  checkFields(world, {path: `${path}.fields`, names: world.fieldsOf(name), fields: resource.fields});
  checkDefaults(world, {path: `${path}.fields`, fields: resource.fields, beside: resource.fields});
  checkTyped(world, `${path}.fields`, resource.fields, name, resource);
  for (const check of [
    checkOwner, checkTitle, checkOptions, checkUnique, checkReferences, checkLinks, checkApi, checkWords, checkExtras, checkConsequences,
    checkCalculations, checkList, checkForm, checkLifeCycle, checkConditions, checkRules, checkAccess, checkScope, checkParts,
    checkActions, checkSameNames, checkTelling, checkSeen, checkSentences, checkWritten,
  ]) check(here);
};
