/** Checks of the whole config: profiles, items, dashboards, menu, and everything that spans resources. */
import {isHumanProfile, mayAccess, canSeeDashboard} from '../access.ts';
import type {UnlabelledField, Dashboard, Profile, Resource} from '../shapes/config.ts';
import {creationField, listSummedFields, monthsIn, THIS_YEAR} from '../dashboard.ts';
import {HOME, TAB_PARAM} from '../pages.ts';
import {toComparableText} from '../fields/text.ts';
import {statusByKey} from '../statuses/statuses.ts';
import {tabsOf} from '../lifeCycle/tabs.ts';
import {listFilters} from '../lists/listRequest.ts';
import {hasScreens} from '../paths.ts';
import {resourcesWithReplies} from '../lists/savedReplies.ts';
import {checkDistinctNames} from './distinctNames.ts';
import {checkAddresses, checkCalls, listDashboardCalls} from './calls.ts';
import {checkDefaults} from './defaults.ts';
import {checkFields, checkFieldOutsideResource} from './fields.ts';
import {checkNames} from './names.ts';
import {checkSystemResources} from './systemResources.ts';
import {checkCallMethod} from './parts.ts';
import {checkDatabaseNames} from './tables.ts';
import {checkWebhooks} from './product/webhooks.ts';
import {listDuplicates} from './mistakeTexts.ts';
import type {CheckContext} from './checkContext.ts';

const checkPeriods = (context: CheckContext, place: string, {periods}: Dashboard): void => {
  for (const period of periods) {
    const isPeriod = typeof period === 'number' || period === THIS_YEAR || monthsIn(period) !== undefined;
    if (!isPeriod) context.report(`${place}.periods`, `"${period}" não é um período: diga um ano, "${THIS_YEAR}" ou meses, como "6m"`);
  }
  for (const duplicate of listDuplicates(periods)) context.report(`${place}.periods`, `o período "${duplicate}" está repetido`);
};

const checkStatuses = (context: CheckContext, place: string, {of, cards, bar, chart}: Dashboard, resource: Resource): void => {
  if (resource.status === undefined) return context.report(`${place}.of`, `"${of}" não tem status: falta "status" nele`);
  const tabs = cards.flatMap(card => (typeof card === 'string' ? [] : card.tab));
  for (const named of [cards.filter(card => typeof card === 'string'), tabs]) {
    for (const duplicate of listDuplicates(named)) context.report(`${place}.cards`, `"${duplicate}" está repetido`);
  }
  if (bar !== undefined && !cards.includes(bar)) context.report(`${place}.bar`, `"${bar}" não está em "cards"`);
  if (statusByKey(resource, chart)?.stamps === undefined && statusByKey(resource, chart) !== undefined) {
    context.report(`${place}.chart`, `"${chart}" não grava quando se entra nele: falta "stamps" nesse status`);
  }
};

const checkFilters = (context: CheckContext, place: string, {of, by = []}: Dashboard, resource: Resource): void => {
  const isFilter = (name: string): boolean => listFilters(resource).some(filter => filter.name === name);
  const created = creationField(resource);
  if (created === undefined) {
    if (context.hasAllFields(of)) context.report(`${place}.of`, `${of} não diz quando foi criado: falta um campo dataHora com "stamps"`);
  } else if (!isFilter(created) && !context.unreadablePlaces.has(`resources.${of}.list`)) {
    context.report(`${place}.of`, `falta o filtro "${created}" na lista de ${of}`);
  }
  for (const name of by.filter(field => resource.list.filters?.[field]?.below === true)) {
    context.report(`${place}.by`, `o filtro "${name}" traz também os de baixo ("below"): a lista teria mais do que o painel conta`);
  }
  if (by.includes('id')) context.report(`${place}.by`, '"id" tem valores demais: cada registro tem o seu');
};

/** Reports tabs and sums that no profile of the dashboard has. */
const checkSeenNumbers = (context: CheckContext, place: string, dashboard: Dashboard, resource: Resource): void => {
  const viewers = Object.keys(context.config.profiles).filter(perfil => canSeeDashboard(context.config, dashboard, perfil));
  const isMissing = (names: readonly string[], listSeen: (perfil: string) => readonly string[]): string[] =>
    (viewers.length === 0 ? [] : names.filter(name => !viewers.some(perfil => listSeen(perfil).includes(name))));
  const tabs = dashboard.cards.flatMap(card => (typeof card !== 'string' && resource.tabs?.[card.tab] !== undefined ? [card.tab] : []));
  for (const tab of isMissing(tabs, perfil => tabsOf(resource, perfil).map(([key]) => key))) {
    context.report(`${place}.cards`, `nenhum perfil do painel tem a aba "${tab}"`);
  }
  const sums = (dashboard.sums ?? []).filter(name => resource.fields[name] !== undefined);
  for (const name of isMissing(sums, perfil => listSummedFields(dashboard, resource, perfil))) {
    context.report(`${place}.sums`, `nenhum perfil do painel vê "${name}"`);
  }
};

const checkDashboard = (context: CheckContext, name: string, dashboard: Dashboard): void => {
  const place = `dashboards.${name}`;
  const {of, profiles = []} = dashboard;
  checkPeriods(context, place, dashboard);
  for (const [key, call] of listDashboardCalls(dashboard)) checkCallMethod(context, `${place}.calls.${key}`, call, true);
  const resource = context.config.resources[of];
  if (resource === undefined) return;
  if (!hasScreens(resource)) context.report(`${place}.of`, `"${of}" só se vê dentro de outro registro: não tem lista a que o painel leve`);
  checkStatuses(context, place, dashboard, resource);
  checkFilters(context, place, dashboard, resource);
  if (context.unreadablePlaces.has(`resources.${of}.access`)) return;
  checkSeenNumbers(context, place, dashboard, resource);
  for (const perfil of profiles.filter(profile =>
    context.config.profiles[profile] !== undefined && !mayAccess(resource, 'list', profile))) {
    context.report(`${place}.profiles`, `"${perfil}" não pode listar ${of}, que o painel conta`);
  }
};
const checkDashboards = (context: CheckContext): void => {
  for (const [name, dashboard] of Object.entries(context.config.dashboards)) checkDashboard(context, name, dashboard);
};

/** Reads the tab from the query of a list's address. */
const tabIn = (query: string): string | undefined => {
  try {
    return (JSON.parse(new URLSearchParams(query).get('filter') ?? '{}') as Readonly<Record<string, string>>)[TAB_PARAM];
  } catch {
    return undefined;
  }
};

/** Checks where a profile starts: on a dashboard or a list. */
const checkHome = (context: CheckContext, name: string, {home}: Profile): void => {
  const {product, profiles, dashboards, resources} = context.config;
  if (context.unreadablePlaces.has('product')) return;
  const place = `profiles.${name}.home`;
  // An unknown list is reported where it is named.
  if (typeof home !== 'string') return;
  const base = product.basename === '/' ? '/' : `${product.basename}/`;
  if (!home.startsWith(base)) return context.report(place, `"${home}" não começa com "${base}"`);
  const [address = '', query = ''] = home.split('?');
  const dashboardName = [HOME, ...Object.keys(dashboards)].find(page => address === `${base}${page}`);
  if (dashboardName !== undefined) {
    const dashboard = dashboards[dashboardName];
    const isBlind = dashboard !== undefined && isHumanProfile(profiles[name]) && !canSeeDashboard(context.config, dashboard, name);
    if (isBlind && resources[dashboard.of] !== undefined && !context.unreadablePlaces.has(`resources.${dashboard.of}.access`)) {
      context.report(place, dashboard.profiles?.includes(name) === false
        ? `"${name}" não está em "profiles" do painel "${dashboardName}": diga onde começa`
        : `"${name}" não pode listar ${dashboard.of}, que o painel conta: diga onde começa`);
    }
    return;
  }
  const [of, resource] = Object.entries(resources).find(([, {route}]) => address === `${base}${route}`) ?? [];
  if (resource === undefined) {
    const screens = [HOME, ...Object.keys(dashboards), ...Object.values(resources).map(({route}) => route)].map(path => `${base}${path}`);
    return void context.checkKnownName(place, home, context.unreadablePlaces.has('resources') ? undefined : screens, 'uma tela');
  }
  if (!hasScreens(resource)) return context.report(place, `"${of}" só se vê dentro de outro registro: não tem lista em que se comece`);
  if (!mayAccess(resource, 'list', name)) return context.report(place, `"${name}" não pode listar ${of}: começaria numa tela que não vê`);
  const tab = tabIn(query);
  const tabs = tabsOf(resource, name).map(([key]) => key);
  if (tab !== undefined && !context.unreadablePlaces.has(`resources.${of}.tabs`)) context.checkKnownName(
    place, tab, tabs, `uma aba de "${name}" em ${of}`,
  );
};

const checkMenu = (context: CheckContext): void => {
  const {menu, dashboards, resources} = context.config;
  for (const [group, named] of Object.entries(menu)) for (const name of Object.keys(named)) {
    const place = group === '' ? 'menu' : `menu.${group}`;
    if (name === HOME && dashboards[HOME] === undefined && !context.unreadablePlaces.has('dashboards')) {
      context.report(place, `"${HOME}" levaria a uma tela que só cumprimenta: falta "${HOME}" em "dashboards"`);
    }
    const resource = resources[name];
    if (resource === undefined || hasScreens(resource)) continue;
    context.report(place, `"${name}" só se vê dentro de outro registro: não tem lista a que o menu leve`);
  }
};

/** First path segments of the API, the built files and the public pages. */
const RESERVED_PATHS = ['api', 'assets', 'login', 'reset-senha'];

const checkBasename = (context: CheckContext, basename: string): void => {
  if (context.unreadablePlaces.has('product')) return;
  const here = 'product.basename';
  const isValid = /^(?:\/[a-z0-9-]+)+$/.test(basename);
  if (!isValid) context.report(here, `"${basename}" não serve de endereço: comece com "/" e use minúsculas, números e hífens`);
  const [, first = ''] = basename.split('/');
  if (RESERVED_PATHS.includes(first)) context.report(here, `"${basename}" já é do produto`);
};

const checkProfiles = (context: CheckContext): void => {
  const {profiles, product} = context.config;
  for (const id of listDuplicates(Object.values(profiles).map(profile => profile.id))) {
    context.report('profiles', `o id ${id} está repetido`);
  }
  for (const [name, profile] of Object.entries(profiles)) {
    if (profile.id < 1) context.report(`profiles.${name}.id`, 'deve ser no mínimo 1');
    checkHome(context, name, profile);
    if (profile.first && profile.robot) context.report(`profiles.${name}`, '"first" é de uma pessoa: um robô não entra pela tela');
  }
  checkDistinctNames(context, 'profiles', Object.entries(profiles).map(([key, {name}]) => [key, name] as const));
  const first = Object.values(profiles).filter(profile => profile.first).length;
  if (first !== 1 && !context.unreadablePlaces.has('profiles')) {
    context.report('profiles', first === 0 ? 'falta "first" em um perfil: o do primeiro usuário' : '"first" está em mais de um perfil');
  }
  for (const name of context.profiles ?? []) {
    if (name.includes(':')) context.report('profiles', `"${name}" não serve de nome: os dois-pontos separam a condição`);
  }
  checkBasename(context, product.basename);
};

const checkItems = (context: CheckContext): void => {
  const {files, itemKinds, namedItems} = context.config;
  for (const extension of files.forbiddenExtensions) {
    if (!/^[a-z0-9]+$/.test(extension)) {
      context.report('files.forbiddenExtensions', `"${extension}" não é uma extensão: escreva sem ponto e em minúsculas`);
    }
  }
  const checkItem = (path: string, name: string, field: UnlabelledField) => {
    checkFieldOutsideResource(context, `${path}.${name}`, field);
    const fields = {[name]: {...field, label: name}};
    checkFields(context, {path, names: [], fields});
    checkDefaults(context, {path, fields, siblings: {}});
  };
  for (const [name, field] of Object.entries(itemKinds)) checkItem('itemKinds', name, field);
  for (const [name, {field}] of Object.entries(namedItems)) checkItem(`namedItems.${name}`, 'field', field);
  for (const name of listDuplicates(Object.keys(namedItems).map(toComparableText))) {
    context.report('namedItems', `"${name}" está repetido: maiúsculas e acentos não contam`);
  }
};

/** Checks that some profile can use saved replies, and some action asks a text for them. */
const checkReplies = (context: CheckContext): void => {
  const {replies, profiles} = context.config;
  if (replies === undefined) return;
  const {profiles: users, company = []} = replies;
  if (users.length === 0) context.report('replies.profiles', 'ninguém tem respostas prontas: diga que perfis as têm, ou tire "replies"');
  for (const name of users.filter(profile => profiles[profile]?.robot === true)) {
    context.report('replies.profiles', `"${name}" é de robôs, que não escrevem no portal`);
  }
  for (const name of company.filter(profile => profiles[profile] !== undefined && !users.includes(profile))) {
    context.report('replies.company', `"${name}" não está em "profiles"`);
  }
  for (const word of ['profiles', 'company'] as const) {
    for (const duplicate of listDuplicates(replies[word] ?? [])) context.report(`replies.${word}`, `"${duplicate}" está repetido`);
  }
  const isSure = ![...context.unreadablePlaces].some(place => place.startsWith('resources'));
  if (isSure && resourcesWithReplies(context.config).length === 0) {
    context.report('replies', 'não há onde usá-las: nenhuma ação pergunta um texto com "multiline"');
  }
};

const checkLists = (context: CheckContext): void => {
  for (const [name, {rows}] of Object.entries(context.config.lists)) {
    checkDistinctNames(
      context, `lists.${name}.rows`, Object.entries(rows),
    );
  }
};

export const checkWholeConfig = (context: CheckContext): void => {
  for (const check of [
    checkNames, checkMenu, checkProfiles, checkLists, checkItems, checkReplies, checkWebhooks, checkDashboards, checkSystemResources,
    checkAddresses, checkCalls,
    checkDatabaseNames,
  ]) check(context);
};
