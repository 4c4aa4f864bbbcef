/** A resource's list: its columns, card, order, filters and tabs, and what 'Ir para' finds. */
import {maySee} from '../access.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {isOrdered} from '../lists/columns.ts';
import {filtersOf, type ListFilter} from '../lists/query.ts';
import {isRangeFilter, filterOperatorRowOf} from '../fields/filterOperators.ts';
import {INCOMPLETE_TAB_NAME} from '../lifeCycle/incomplete.ts';
import {statusByKey} from '../statuses/statuses.ts';
import {TAB_PARAM, tabsOf} from '../lifeCycle/tabs.ts';
import {accessEntriesByStatus, findSavingAction} from '../lifeCycle/workflow.ts';
import {findsBy} from './conditions.ts';
import {nameIs} from './fields.ts';
import {repeated} from './words.ts';
import type {Here} from './world.ts';

const checkColumns = ({world, resource, path}: Here): void => {
  const {list} = resource;
  const here = `${path}.list`;
  const isListed = resource.access.list.length > 0 && !world.unreadable.has(here) && !world.unreadable.has(`${here}.columns`);
  if (list.columns.length === 0 && isListed) world.say(`${here}.columns`, 'não pode ficar vazio: a lista não mostraria nada');
  for (const [key, names] of [['columns', list.columns], ['card', list.card ?? []]] as const) {
    for (const column of names) {
      const field = resource.fields[column];
      if (field?.kind === 'senha') world.say(`${here}.${key}`, `"${column}" é uma senha e não pode ser lida`);
      else if (field && kindRuleOf(field).column === 'none') {
        world.say(`${here}.${key}`, `uma lista não mostra um campo ${field.kind}: tire "${column}"`);
      }
    }
    for (const column of repeated(names)) world.say(`${here}.${key}`, `"${column}" está repetido`);
  }
  // Its heading and six facts: a taller card is no overview.
  if ((list.card?.length ?? 0) > 7) world.say(`${here}.card`, 'aceita no máximo 7 valores');
  const {list: listing} = resource.access;
  const orders = [[`${here}.sort`, list.sort, listing], ...Object.entries(resource.tabs ?? {})
    .map(([tab, {sort, profiles = listing}]) => [`${path}.tabs.${tab}.sort`, sort, profiles] as const)] as const;
  for (const [place, [sort] = [], profiles] of orders) {
    const sorted = resource.fields[sort ?? ''];
    if (sorted === undefined) continue;
    if (!isOrdered(sorted)) world.say(place, `não se ordena por um campo ${sorted.kind}`);
    const blind = profiles.find(perfil => !maySee(sorted, perfil));
    if (blind !== undefined) world.say(place, `"${blind}" não vê "${sort}": para ele a lista não abriria`);
  }
};

/** Parameters of every list and its export, which no filter may take. */
const PAGING = ['page', 'pageSize', 'sort', 'order'];
const EXPORT = ['formato', 'colunas'];

const checkFilter = ({world, resource, path}: Here, {name, field: of, filter, params}: ListFilter): void => {
  const here = `${path}.list.filters.${name}`;
  const rule = kindRuleOf(of);
  const {dated, unfilterable} = filterOperatorRowOf(of);
  const ranged = params.length === 2;
  if (unfilterable) world.say(here, `um campo ${of.kind} não pode ser filtrado`);
  const reference = of.kind === 'relacionado' ? resource.fields[of.through] : undefined;
  const shown = of.kind === 'relacionado' && reference?.kind === 'referencia'
    ? world.config.resources[reference.to]?.fields[of.field] : undefined;
  if (shown !== undefined && filter.input !== 'none' && kindRuleOf(shown).filter === 'equal') {
    world.say(here, `mostra um campo ${shown.kind}, cujos valores ninguém digita: só se filtra por ele com "input": "none"`);
  }
  if (dated && !ranged) {
    world.say(here, `um campo ${of.kind} é filtrado por um período: diga dois parâmetros em "param", como ["de", "ate"]`);
  }
  if (!isRangeFilter(of) && ranged) world.say(`${here}.param`, `um campo ${of.kind} tem um parâmetro só`);
  const values = (rule.offered?.(of) ?? []).map(({id}) => String(id));
  for (const value of Object.keys(filter.names ?? {})) world.known(`${here}.names`, value, values, `um valor de ${name}`);
  if (!dated && filter.lastDays !== undefined) world.say(here, '"lastDays" só tem sentido num período');
  if (filter.none !== undefined && of.kind !== 'referencia') world.say(here, `"none" só tem sentido numa referência, e é ${of.kind}`);
  if (!ranged && !dated && typeof filter.label === 'object') world.say(`${here}.label`, 'dois nomes só têm sentido com dois parâmetros');
  const within = 'within' in of ? of.within : undefined;
  // A parent that is no field is told already.
  if (within === undefined || resource.fields[within] === undefined) return;
  const parent = resource.list.filters?.[within];
  if (filter.input !== 'none' && (parent === undefined || parent.input === 'none')) {
    world.say(here, `só se escolhe depois de "${within}" ("within"), que não está entre os filtros: ninguém conseguiria usá-lo`);
  }
};

const checkFilters = (one: Here): void => {
  const {world, resource, path} = one;
  const here = `${path}.list.filters`;
  const filters = filtersOf(resource);
  for (const filter of filters) checkFilter(one, filter);
  const params = filters.flatMap(filter => filter.params);
  for (const param of repeated([...params, ...new Set(resource.api?.echo)])) world.say(here, `o parâmetro "${param}" está repetido`);
  for (const param of params.filter(name => PAGING.includes(name))) world.say(here, `o parâmetro "${param}" já é da paginação`);
  const given = [...params, ...resource.api?.echo ?? [], ...Object.keys(resource.fields)];
  if (resource.tabs !== undefined && given.includes(TAB_PARAM)) {
    world.say(path, `"${TAB_PARAM}" é o parâmetro das abas ("tabs"): use outro nome`);
  }
  for (const param of params.filter(name => EXPORT.includes(name))) world.say(here, `o parâmetro "${param}" já é da exportação`);
};

/** What each tab is called, by which conditions its records are found, and who has it. */
const checkTabs = ({world, name, resource, path: of}: Here): void => {
  const {tabs} = resource;
  if (tabs === undefined) return;
  const path = `${of}.tabs`;
  for (const [key, {where, profiles = []}] of Object.entries(tabs)) {
    const here = `${path}.${key}`;
    nameIs(world, path, key);
    if (key === INCOMPLETE_TAB_NAME) world.say(path, `"${key}" é a aba dos registros a completar, que toda lista tem: use outro nome`);
    for (const condition of where) findsBy(world, `${here}.where`, condition, name, resource, 'aba');
    for (const twice of repeated(where.filter(one => typeof one === 'string'))) world.say(`${here}.where`, `"${twice}" está repetido`);
    for (const profile of profiles) {
      const isSure = world.profiles?.includes(profile) === true && !world.unreadable.has(`${of}.access`);
      if (!isSure || resource.access.list.includes(profile)) continue;
      world.say(`${here}.profiles`, `"${profile}" não lista ${name}: tire-o daqui, ou deixe-o em "access.list"`);
    }
  }
  // Two of one label are two people's, never one person's.
  for (const profile of resource.access.list) {
    for (const label of repeated(tabsOf(resource, profile).map(([, tab]) => tab.label))) {
      world.say(path, `"${profile}" teria duas abas "${label}"`);
    }
  }
};

/** A link to where nobody could save anything. */
const checkEditLink = ({world, name, resource, path}: Here): void => {
  const {list: {editLink = {}}, access: {update}} = resource;
  if (['access', 'actions'].some(part => world.unreadable.has(`${path}.${part}`))) return;
  const [, saving] = findSavingAction(resource) ?? [];
  const from = saving && accessEntriesByStatus(resource, saving);
  for (const status of Object.keys(editLink).flatMap(key => statusByKey(resource, key) ?? [])) {
    const isSaved = saving === undefined ? status.end !== true : saving.from === undefined || from?.[status.key] !== undefined;
    if (update.length > 0 && isSaved) continue;
    world.say(`${path}.list.editLink.${status.key}`, `ninguém salva ${name} em "${status.key}": não haveria o que editar`);
  }
};

export const checkList = (one: Here): void => {
  for (const check of [checkColumns, checkFilters, checkTabs, checkEditLink]) check(one);
};
