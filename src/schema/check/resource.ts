/** One resource: its fields, list, form, access, rows, calls and words. */
import {conditionNames} from '../conditions.ts';
import {operations, type Resource} from '../config.ts';
import {ruleOf} from '../kinds.ts';
import {filtersOf} from '../query.ts';
import {isRanged} from '../ranges.ts';
import {profilesOf} from '../workflow.ts';
import {checkActions, statusKeys} from './actions.ts';
import {checkFields, kindIs, paramsKnown, references} from './fields.ts';
import {checkSentence, recordNames} from './sentences.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

interface Here {
  world: World;
  name: string;
  resource: Resource;
  path: string;
  /** Says so when the name is no field of the resource (or `id`, where that is one too). */
  field: (place: string, name: string, orId?: 'orId') => boolean;
}

const checkNames = ({world, resource, path, field}: Here): void => {
  field(`${path}.title`, resource.title, 'orId');
  if (resource.order !== undefined && field(`${path}.order`, resource.order)) kindIs(world, `${path}.order`, resource.order, resource.fields, ['numero']);
  for (const [key, name] of Object.entries(resource.owner ?? {})) {
    if (name === undefined) continue;
    const here = `${path}.owner.${key}`;
    if (!field(here, name, 'orId') || name === 'id') continue;
    kindIs(world, here, name, resource.fields, ['referencia']);
    const through = resource.fields[name];
    if (key === 'through' && through?.kind === 'referencia' && world.config.resources[through.to]?.owner === undefined && world.resources?.includes(through.to)) {
      world.say(here, `"${through.to}" não diz de quem são seus registros: falta "owner" nele`);
    }
  }
  if (resource.status !== undefined && field(`${path}.status`, resource.status)) {
    kindIs(world, `${path}.status`, resource.status, resource.fields, ['escolha']);
    const status = resource.fields[resource.status];
    for (const choice of status?.kind === 'escolha' ? status.choices : []) {
      if (choice.key === undefined) world.say(`${path}.fields.${resource.status}.choices`, `falta "key" no status "${choice.name}"`);
    }
  }
};

/** What a part names. */
const checkParts = ({world, name, resource, path}: Here): void => {
  if (resource.files !== undefined) world.known(`${path}.files.types`, resource.files.types, world.lists, 'uma lista');
  for (const [own, field] of Object.entries(resource.fields)) {
    if (field.kind === 'senha' && field.invites !== undefined) world.known(`${path}.fields.${own}.invites`, field.invites, conditionNames(resource), `uma condição de ${name}`);
  }
};

/** What an entry into a status writes is an instant of the same record. */
const checkStamps = ({world, name, resource, path, field}: Here): void => {
  // A status field that is not one is told already.
  const isTold = resource.status !== undefined && world.fieldsOf(name)?.includes(resource.status) !== true;
  for (const [own, {choices}] of Object.entries(resource.fields).flatMap(([key, one]) => (one.kind === 'escolha' ? [[key, one] as const] : []))) {
    const here = `${path}.fields.${own}.choices`;
    for (const {stamps, name: choice} of choices) {
      if (stamps === undefined) continue;
      if (own === resource.status) {
        if (field(here, stamps)) kindIs(world, here, stamps, resource.fields, ['dataHora']);
      } else if (!isTold) world.say(here, `"stamps" em "${choice}" só tem sentido num status`);
    }
  }
};

const checkList = ({world, name, resource, path, field}: Here): void => {
  const {list} = resource;
  const here = `${path}.list`;
  for (const [key, names] of [['columns', list.columns], ['card', list.card ?? []]] as const) {
    for (const column of names) {
      if (field(`${here}.${key}`, column, 'orId') && resource.fields[column]?.kind === 'senha') world.say(`${here}.${key}`, `"${column}" é uma senha e não pode ser lida`);
    }
    for (const column of repeated(names)) world.say(`${here}.${key}`, `"${column}" está repetido`);
  }
  // Its heading and three facts: a taller card is no overview.
  if ((list.card?.length ?? 0) > 4) world.say(`${here}.card`, 'aceita no máximo 4 valores');
  for (const found of list.goTo ?? []) {
    if (field(`${here}.goTo`, found, 'orId') && found !== 'id') kindIs(world, `${here}.goTo`, found, resource.fields, ['texto', 'email', 'documento']);
  }
  const [sort] = list.sort;
  const sorted = resource.fields[sort];
  if (field(`${here}.sort`, sort, 'orId') && sorted !== undefined && ruleOf(sorted).column === 'none') {
    world.say(`${here}.sort`, `não se ordena por um campo ${sorted.kind}`);
  }
  for (const [status, profiles] of Object.entries(list.editLink ?? {})) {
    world.known(`${here}.editLink`, status, statusKeys(world, name, resource), `um status de ${name}`);
    for (const profile of profiles) world.known(`${here}.editLink.${status}`, profile, world.profiles, 'um perfil');
  }
  checkFilters({world, name, resource, path, field});
};

/** Parameters of every list, which no filter may take. */
const PAGING = ['page', 'pageSize', 'sort', 'order'];

const checkFilters = ({world, resource, path, field}: Here): void => {
  const here = `${path}.list.filters`;
  for (const name of Object.keys(resource.list.filters ?? {})) field(here, name);
  const filters = filtersOf(resource);
  for (const {name, field: of, filter, params} of filters) {
    const rule = ruleOf(of);
    const dated = rule.filter === 'period';
    const ranged = params.length === 2;
    if (rule.filter === 'none') world.say(`${here}.${name}`, `uma ${of.kind} não pode ser filtrada`);
    if (dated && !ranged) {
      world.say(`${here}.${name}`, `um campo ${of.kind} é filtrado por um período: diga dois parâmetros em "param", como ["de", "ate"]`);
    }
    if (!isRanged(of) && ranged) world.say(`${here}.${name}.param`, `um campo ${of.kind} tem um parâmetro só`);
    const values = (rule.offered?.(of) ?? []).map(({id}) => String(id));
    for (const value of Object.keys(filter.names ?? {})) world.known(`${here}.${name}.names`, value, values, `um valor de ${name}`);
    for (const option of ['lastDays', 'invalid'] as const) {
      if (!dated && filter[option] !== undefined) world.say(`${here}.${name}`, `"${option}" só tem sentido num período`);
    }
    if (!ranged && !dated && filter.labels !== undefined) world.say(`${here}.${name}`, '"labels" só tem sentido com dois parâmetros');
  }
  const params = filters.flatMap(filter => filter.params);
  for (const param of repeated([...params, ...new Set(resource.api?.echo)])) world.say(here, `o parâmetro "${param}" está repetido`);
  for (const param of params.filter(one => PAGING.includes(one))) world.say(here, `o parâmetro "${param}" já é da paginação`);
};

const checkForm = ({world, name, resource, path, field}: Here): void => {
  const held = resource.form.flatMap((section, index) => section.fields.filter(one => field(`${path}.form[${index}].fields`, one)));
  for (const twice of repeated(held)) world.say(`${path}.form`, `"${twice}" está em mais de um lugar do formulário`);
  if (world.unreadable.has(`${path}.form`)) return;
  const byParent = Object.values(world.config.resources).flatMap(parent => parent.children?.[name]?.by ?? []);
  for (const [one, own] of Object.entries(resource.fields)) {
    const reachable = held.includes(one) || byParent.includes(one) || own.readOnly || (own.kind === 'escolha' && own.default !== undefined);
    if (own.required === true && !reachable && resource.access.create.length > 0) {
      world.say(`${path}.fields.${one}`, 'é obrigatório, mas não está em nenhuma seção do formulário');
    }
  }
};

const checkAccess = ({world, name, resource, path}: Here): void => {
  for (const operation of operations) {
    for (const profile of resource.access[operation]) world.known(`${path}.access.${operation}`, profile, world.profiles, 'um perfil');
  }
  const acting = new Set([...operations.flatMap(operation => resource.access[operation]), ...Object.values(resource.actions ?? {}).flatMap(profilesOf)]);
  const told = !world.unreadable.has(`${path}.access`) && !world.unreadable.has(`${path}.scope`);
  for (const [profile, rules] of Object.entries(resource.scope)) {
    if (!world.known(`${path}.scope`, profile, world.profiles, 'um perfil')) continue;
    if (told && !acting.has(profile) && resource.api?.combo === undefined) world.say(`${path}.scope`, `"${profile}" tem linhas, mas nenhum acesso`);
    const {owner} = resource;
    for (const one of rules.flatMap(each => (typeof each === 'string' ? each : each.any))) world.known(`${path}.scope.${profile}`, one, conditionNames(resource), `uma condição de ${name}`);
    if (rules.includes('empresa') && owner?.empresa === undefined && owner?.through === undefined) world.say(`${path}.scope.${profile}`, '"empresa" precisa de "owner.empresa" ou "owner.through"');
    if (rules.includes('filiais') && owner?.filial === undefined && owner?.through === undefined) world.say(`${path}.scope.${profile}`, '"filiais" precisa de "owner.filial" ou "owner.through"');
  }
  for (const profile of told ? acting : []) {
    if (world.profiles?.includes(profile) && (resource.scope[profile]?.length ?? 0) === 0) world.say(`${path}.scope`, `"${profile}" tem acesso a ${name}, mas nenhuma linha: falta o seu escopo`);
  }
  for (const [one, own] of Object.entries(resource.fields)) {
    if (own.unique === 'empresa' && resource.owner?.empresa === undefined) world.say(`${path}.fields.${one}.unique`, '"empresa" precisa de "owner.empresa"');
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
  for (const operation of ['list', 'create', 'update', 'delete'] as const) {
    if (resource.access[operation].length > 0 && api[operation] === undefined) world.say(here, `falta "${operation}": há quem possa, e nenhuma chamada`);
  }
};

const checkWords = ({world, name, resource, path, field}: Here): void => {
  const names = recordNames(world, name, resource);
  for (const key of ['created', 'updated', 'deleted', 'confirmDelete'] as const) {
    checkSentence(world, `${path}.messages.${key}`, resource.messages[key], names, `um campo de ${name}`);
  }
  for (const taken of Object.keys(resource.messages.taken ?? {})) {
    const here = `${path}.messages.taken`;
    if (field(here, taken) && resource.fields[taken] && resource.fields[taken].unique === undefined) world.say(here, `"${taken}" não é único: falta "unique" no campo`);
  }
  for (const perfil of Object.keys(resource.messages.noneFor ?? {})) world.known(`${path}.messages.noneFor`, perfil, world.profiles, 'um perfil');
  for (const [child, {by, label, title}] of Object.entries(resource.children ?? {})) {
    const here = `${path}.children.${child}`;
    for (const [key, sentence] of Object.entries({label, title})) checkSentence(world, `${here}.${key}`, sentence, names, `um campo de ${name}`);
    if (!world.known(`${path}.children`, child, world.resources, 'um recurso')) continue;
    if (!world.known(`${here}.by`, by, world.fieldsOf(child), `um campo de ${child}`)) continue;
    const reference = world.config.resources[child]?.fields[by];
    if (reference && !(reference.kind === 'referencia' && reference.to === name)) world.say(`${here}.by`, `"${by}" deve ser uma referência de ${child} a ${name}`);
  }
};

/** What a form item is known by. */
const ITEM = ['descricao', 'tipoCampo', 'obrigatorio'];

const checkExtras = ({world, name, resource, path}: Here): void => {
  for (const [child, {preview}] of Object.entries(resource.children ?? {})) {
    if (preview === undefined || !world.resources?.includes(child)) continue;
    for (const field of ITEM) world.known(`${path}.children.${child}.preview`, field, world.fieldsOf(child), `um campo de ${child}`);
  }
  const {duplicate} = resource;
  if (duplicate === undefined) return;
  const here = `${path}.duplicate`;
  const names = recordNames(world, name, resource);
  for (const key of ['title', 'confirm'] as const) checkSentence(world, `${here}.${key}`, duplicate[key], names, `um campo de ${name}`);
  for (const child of duplicate.children ?? []) world.known(`${here}.children`, child, Object.keys(resource.children ?? {}), `um filho de ${name}`);
  // A field that could not be read has been told already.
  const title = resource.fields[resource.title];
  if (resource.title === 'id' || (title !== undefined && title.kind !== 'texto')) {
    world.say(`${here}.title`, `"${resource.title}" não é um campo texto: a cópia não teria nome`);
  }
};

export const checkResource = (world: World, name: string, resource: Resource): void => {
  const path = `resources.${name}`;
  const names = world.fieldsOf(name);
  const what = `um campo de ${name}`;
  const here: Here = {
    world, name, resource, path,
    field: (place, word, orId) => world.known(place, word, orId && names ? ['id', ...names] : names, what),
  };
  checkFields(world, {path: `${path}.fields`, names, what, fields: resource.fields});
  for (const check of [checkNames, checkStamps, checkParts, checkList, checkForm, checkAccess, checkApi, checkWords, checkExtras]) check(here);
  checkActions(world, name, resource);
};
