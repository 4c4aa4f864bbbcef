/** A resource's list: columns, card, order, filters and tabs. */
import {maySee} from '../access.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {isSortableField} from '../lists/columns.ts';
import {listFilters, type ListFilter} from '../lists/listRequest.ts';
import {isRangeFilter, filterOperatorRowOf} from '../fields/filterOperators.ts';
import {INCOMPLETE_TAB_NAME} from '../lifeCycle/incomplete.ts';
import {treeReference} from '../references.ts';
import {statusByKey} from '../statuses/statuses.ts';
import {TAB_PARAM, tabsOf} from '../lifeCycle/tabs.ts';
import {accessEntriesByStatus, findSavingAction} from '../lifeCycle/workflow.ts';
import {checkRowCondition} from './conditions.ts';
import {checkNameFormat} from './fields.ts';
import {listDuplicates} from './mistakeTexts.ts';
import type {ResourceCheckContext} from './checkContext.ts';

const checkColumns = ({context, resource, path}: ResourceCheckContext): void => {
  const {list} = resource;
  const listPath = `${path}.list`;
  const isListed = resource.access.list.length > 0 && !context.unreadablePlaces.has(listPath) && !context.unreadablePlaces.has(
    `${listPath}.columns`,
  );
  if (list.columns.length === 0 && isListed) context.report(`${listPath}.columns`, 'não pode ficar vazio: a lista não mostraria nada');
  for (const [key, names] of [['columns', list.columns], ['card', list.card ?? []]] as const) {
    for (const column of names) {
      const field = resource.fields[column];
      if (field?.kind === 'senha') context.report(`${listPath}.${key}`, `"${column}" é uma senha e não pode ser lida`);
      else if (field && kindRuleOf(field).column === 'none') {
        context.report(`${listPath}.${key}`, `uma lista não mostra um campo ${field.kind}: tire "${column}"`);
      }
    }
    for (const column of listDuplicates(names)) context.report(`${listPath}.${key}`, `"${column}" está repetido`);
  }
  // A heading and six facts: a taller card is no overview.
  if ((list.card?.length ?? 0) > 7) context.report(`${listPath}.card`, 'aceita no máximo 7 valores');
  const {list: listing} = resource.access;
  const sortings = [[`${listPath}.sort`, list.sort, listing], ...Object.entries(resource.tabs ?? {})
    .map(([tab, {sort, profiles = listing}]) => [`${path}.tabs.${tab}.sort`, sort, profiles] as const)] as const;
  for (const [place, [sort] = [], profiles] of sortings) {
    const sorted = resource.fields[sort ?? ''];
    if (sorted === undefined) continue;
    if (!isSortableField(sorted)) context.report(place, `não se ordena por um campo ${sorted.kind}`);
    const blindProfile = profiles.find(perfil => !maySee(sorted, perfil));
    if (blindProfile !== undefined) context.report(place, `"${blindProfile}" não vê "${sort}": para ele a lista não abriria`);
  }
};

/** Parameters of every list and its export, which no filter may take. */
const PAGING_PARAMS = ['page', 'pageSize', 'sort', 'order'];
const EXPORT_PARAMS = ['formato', 'colunas'];

const checkFilter = ({context, resource, path}: ResourceCheckContext, {name, field: of, filter, params}: ListFilter): void => {
  const place = `${path}.list.filters.${name}`;
  const rule = kindRuleOf(of);
  const {dated, unfilterable} = filterOperatorRowOf(of);
  const ranged = params.length === 2;
  if (unfilterable) context.report(place, `um campo ${of.kind} não pode ser filtrado`);
  const reference = of.kind === 'relacionado' ? resource.fields[of.through] : undefined;
  const shown = of.kind === 'relacionado' && reference?.kind === 'referencia'
    ? context.config.resources[reference.to]?.fields[of.field] : undefined;
  if (shown?.kind === 'relacionado') context.report(place, `mostra um campo lido por duas referências, pelo qual não se filtra`);
  if (shown !== undefined && filter.input !== 'none' && kindRuleOf(shown).filter === 'equal') {
    context.report(place, `mostra um campo ${shown.kind}, cujos valores ninguém digita: só se filtra por ele com "input": "none"`);
  }
  if (dated && !ranged) {
    context.report(place, `um campo ${of.kind} é filtrado por um período: diga dois parâmetros em "param", como ["de", "ate"]`);
  }
  if (!isRangeFilter(of) && ranged) context.report(`${place}.param`, `um campo ${of.kind} tem um parâmetro só`);
  const values = (rule.filterOptions?.(of) ?? []).map(({id}) => String(id));
  for (const value of Object.keys(filter.names ?? {})) context.checkKnownName(`${place}.names`, value, values, `um valor de ${name}`);
  if (!dated && filter.lastDays !== undefined) context.report(place, '"lastDays" só tem sentido num período');
  if (filter.none !== undefined && of.kind !== 'referencia') context.report(place, `"none" só tem sentido numa referência, e é ${of.kind}`);
  const target = of.kind === 'referencia' ? context.config.resources[of.to] : undefined;
  if (filter.below !== undefined && (target === undefined ? of.kind !== 'referencia' : treeReference(target) === undefined)) {
    context.report(place, '"below" só tem sentido numa referência a um recurso em árvore ("tree")');
  }
  if (!ranged && !dated && typeof filter.label === 'object') {
    context.report(
      `${place}.label`, 'dois nomes só têm sentido com dois parâmetros',
    );
  }
  const within = 'within' in of ? of.within : undefined;
  // A `within` that is no field is reported already.
  if (within === undefined || resource.fields[within] === undefined) return;
  const parent = resource.list.filters?.[within];
  if (filter.input !== 'none' && (parent === undefined || parent.input === 'none')) {
    context.report(place, `só se escolhe depois de "${within}" ("within"), que não está entre os filtros: ninguém conseguiria usá-lo`);
  }
};

const checkFilters = (resourceContext: ResourceCheckContext): void => {
  const {context, resource, path} = resourceContext;
  const place = `${path}.list.filters`;
  const filters = listFilters(resource);
  for (const filter of filters) checkFilter(resourceContext, filter);
  const params = filters.flatMap(filter => filter.params);
  for (const param of listDuplicates([...params, ...new Set(resource.api?.echo)])) {
    context.report(place, `o parâmetro "${param}" está repetido`);
  }
  for (const param of params.filter(name => PAGING_PARAMS.includes(name))) {
    context.report(
      place, `o parâmetro "${param}" já é da paginação`,
    );
  }
  const usedParams = [...params, ...resource.api?.echo ?? [], ...Object.keys(resource.fields)];
  if (resource.tabs !== undefined && usedParams.includes(TAB_PARAM)) {
    context.report(path, `"${TAB_PARAM}" é o parâmetro das abas ("tabs"): use outro nome`);
  }
  for (const param of params.filter(name => EXPORT_PARAMS.includes(name))) {
    context.report(
      place, `o parâmetro "${param}" já é da exportação`,
    );
  }
};

const checkTabs = ({context, name, resource, path: of}: ResourceCheckContext): void => {
  const {tabs} = resource;
  if (tabs === undefined) return;
  const path = `${of}.tabs`;
  for (const [key, {where, profiles = []}] of Object.entries(tabs)) {
    const place = `${path}.${key}`;
    checkNameFormat(context, path, key);
    if (key === INCOMPLETE_TAB_NAME) context.report(path, `"${key}" é a aba dos registros a completar, que toda lista tem: use outro nome`);
    for (const condition of where) checkRowCondition(context, `${place}.where`, condition, name, resource, 'aba');
    for (const duplicate of listDuplicates(where.filter(condition => typeof condition === 'string'))) {
      context.report(
        `${place}.where`, `"${duplicate}" está repetido`,
      );
    }
    for (const profile of profiles) {
      const isSure = context.profiles?.includes(profile) === true && !context.unreadablePlaces.has(`${of}.access`);
      if (!isSure || resource.access.list.includes(profile)) continue;
      context.report(`${place}.profiles`, `"${profile}" não lista ${name}: tire-o daqui, ou deixe-o em "access.list"`);
    }
  }
  // Tabs of different people may share a label.
  for (const profile of resource.access.list) {
    for (const label of listDuplicates(tabsOf(resource, profile).map(([, tab]) => tab.label))) {
      context.report(path, `"${profile}" teria duas abas "${label}"`);
    }
  }
};

const checkEditLink = ({context, name, resource, path}: ResourceCheckContext): void => {
  const {list: {editLink = {}}, access: {update}} = resource;
  if (['access', 'actions'].some(part => context.unreadablePlaces.has(`${path}.${part}`))) return;
  const [, saving] = findSavingAction(resource) ?? [];
  const from = saving && accessEntriesByStatus(resource, saving);
  for (const status of Object.keys(editLink).flatMap(key => statusByKey(resource, key) ?? [])) {
    const isSaved = saving === undefined ? status.end !== true : saving.from === undefined || from?.[status.key] !== undefined;
    if (update.length > 0 && isSaved) continue;
    context.report(`${path}.list.editLink.${status.key}`, `ninguém salva ${name} em "${status.key}": não haveria o que editar`);
  }
};

export const checkList = (resourceContext: ResourceCheckContext): void => {
  for (const check of [checkColumns, checkFilters, checkTabs, checkEditLink]) check(resourceContext);
};
