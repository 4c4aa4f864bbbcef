/** What several parts share: profiles and items; and what is checked over all resources at once. */
import {isHumanProfile, mayAccess, canSeeDashboard} from '../access.ts';
import type {UnlabelledField, Dashboard, Profile, Resource} from '../shapes/config.ts';
import {creationField, monthsIn, THIS_YEAR} from '../dashboard.ts';
import {HOME, TAB_PARAM} from '../pages.ts';
import {toComparableText} from '../fields/text.ts';
import {statusByKey} from '../statuses/statuses.ts';
import {tabsOf} from '../lifeCycle/tabs.ts';
import {filtersOf} from '../lists/query.ts';
import {hasScreens} from '../paths.ts';
import {resourcesWithReplies} from '../lists/savedReplies.ts';
import {refuseSameNames} from './sameNames.ts';
import {checkAddresses, checkCalls, dashboardCalls} from './calls.ts';
import {checkDefaults} from './defaults.ts';
import {checkFields, checkLooseField, kindIs} from './fields.ts';
import {checkNames} from './names.ts';
import {checkNeeded} from './needed.ts';
import {readsOnly} from './parts.ts';
import {checkTables} from './tables.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

const checkPeriods = (world: World, here: string, {periods}: Dashboard): void => {
  for (const period of periods) {
    const isOne = typeof period === 'number' || period === THIS_YEAR || monthsIn(period) !== undefined;
    if (!isOne) world.say(`${here}.periods`, `"${period}" não é um período: diga um ano, "${THIS_YEAR}" ou meses, como "6m"`);
  }
  for (const twice of repeated(periods)) world.say(`${here}.periods`, `o período "${twice}" está repetido`);
};

const checkStatuses = (world: World, here: string, {of, cards, bar, chart}: Dashboard, resource: Resource): void => {
  if (resource.status === undefined) return world.say(`${here}.of`, `"${of}" não tem status: falta "status" nele`);
  for (const twice of repeated(cards)) world.say(`${here}.cards`, `"${twice}" está repetido`);
  if (bar !== undefined && !cards.includes(bar)) world.say(`${here}.bar`, `"${bar}" não está em "cards"`);
  if (statusByKey(resource, chart)?.stamps === undefined && statusByKey(resource, chart) !== undefined) {
    world.say(`${here}.chart`, `"${chart}" não grava quando se entra nele: falta "stamps" nesse status`);
  }
};

const checkFilters = (world: World, here: string, {of, by = []}: Dashboard, resource: Resource): void => {
  const isFilter = (name: string): boolean => filtersOf(resource).some(filter => filter.name === name);
  const created = creationField(resource);
  if (created === undefined) {
    if (world.hasAllFields(of)) world.say(`${here}.of`, `${of} não diz quando foi criado: falta um campo dataHora com "stamps"`);
  } else if (!isFilter(created) && !world.unreadable.has(`resources.${of}.list`)) {
    world.say(`${here}.of`, `falta o filtro "${created}" na lista de ${of}`);
  }
  for (const name of by.filter(isFilter)) kindIs(world, `${here}.by`, name, resource.fields, ['referencia']);
};

/** What a screen counts, and the words by which it names statuses, filters and resources. */
const checkDashboard = (world: World, name: string, dashboard: Dashboard): void => {
  const here = `dashboards.${name}`;
  const {of, profiles = []} = dashboard;
  checkPeriods(world, here, dashboard);
  for (const [key, call] of dashboardCalls(dashboard)) readsOnly(world, `${here}.calls.${key}`, call, true);
  const resource = world.config.resources[of];
  if (resource === undefined) return;
  if (!hasScreens(resource)) world.say(`${here}.of`, `"${of}" só se vê dentro de outro registro: não tem lista a que o painel leve`);
  checkStatuses(world, here, dashboard, resource);
  checkFilters(world, here, dashboard, resource);
  if (world.unreadable.has(`resources.${of}.access`)) return;
  for (const perfil of profiles.filter(one => world.config.profiles[one] !== undefined && !mayAccess(resource, 'list', one))) {
    world.say(`${here}.profiles`, `"${perfil}" não pode listar ${of}, que o painel conta`);
  }
};
const checkDashboards = (world: World): void => {
  for (const [name, dashboard] of Object.entries(world.config.dashboards)) checkDashboard(world, name, dashboard);
};

/** The tab that an address opens a list in. */
const tabIn = (query: string): string | undefined => {
  try {
    return (JSON.parse(new URLSearchParams(query).get('filter') ?? '{}') as Readonly<Record<string, string>>)[TAB_PARAM];
  } catch {
    return undefined;
  }
};

/** Where a profile begins: the first page, or a list of its own. */
const checkHome = (world: World, name: string, {home}: Profile): void => {
  const {product, profiles, dashboards, resources} = world.config;
  if (world.unreadable.has('product')) return;
  const here = `profiles.${name}.home`;
  // A list that there is not was refused where it is named.
  if (typeof home !== 'string') return;
  const base = product.basename === '/' ? '/' : `${product.basename}/`;
  if (!home.startsWith(base)) return world.say(here, `"${home}" não começa com "${base}"`);
  const [address = '', query = ''] = home.split('?');
  const board = [HOME, ...Object.keys(dashboards)].find(one => address === `${base}${one}`);
  if (board !== undefined) {
    const dashboard = dashboards[board];
    const isBlind = dashboard !== undefined && isHumanProfile(profiles[name]) && !canSeeDashboard(world.config, dashboard, name);
    if (isBlind && resources[dashboard.of] !== undefined && !world.unreadable.has(`resources.${dashboard.of}.access`)) {
      world.say(here, dashboard.profiles?.includes(name) === false
        ? `"${name}" não está em "profiles" do painel "${board}": diga onde começa`
        : `"${name}" não pode listar ${dashboard.of}, que o painel conta: diga onde começa`);
    }
    return;
  }
  const [of, resource] = Object.entries(resources).find(([, {route}]) => address === `${base}${route}`) ?? [];
  if (resource === undefined) {
    const screens = [HOME, ...Object.keys(dashboards), ...Object.values(resources).map(({route}) => route)].map(path => `${base}${path}`);
    return void world.known(here, home, world.unreadable.has('resources') ? undefined : screens, 'uma tela');
  }
  if (!hasScreens(resource)) return world.say(here, `"${of}" só se vê dentro de outro registro: não tem lista em que se comece`);
  if (!mayAccess(resource, 'list', name)) return world.say(here, `"${name}" não pode listar ${of}: começaria numa tela que não vê`);
  const tab = tabIn(query);
  const tabs = tabsOf(resource, name).map(([key]) => key);
  if (tab !== undefined && !world.unreadable.has(`resources.${of}.tabs`)) world.known(here, tab, tabs, `uma aba de "${name}" em ${of}`);
};

/** An entry that leads to a list, or to a dashboard. */
const checkMenu = (world: World): void => {
  const {menu, dashboards, resources} = world.config;
  for (const [group, named] of Object.entries(menu)) for (const name of Object.keys(named)) {
    const here = group === '' ? 'menu' : `menu.${group}`;
    if (name === HOME && dashboards[HOME] === undefined && !world.unreadable.has('dashboards')) {
      world.say(here, `"${HOME}" levaria a uma tela que só cumprimenta: falta "${HOME}" em "dashboards"`);
    }
    const resource = resources[name];
    if (resource === undefined || hasScreens(resource)) continue;
    world.say(here, `"${name}" só se vê dentro de outro registro: não tem lista a que o menu leve`);
  }
};

/** The first step of other addresses: the API, the built files, the public pages. */
const TAKEN = ['api', 'assets', 'login', 'reset-senha'];

const checkBasename = (world: World, basename: string): void => {
  if (world.unreadable.has('product')) return;
  const here = 'product.basename';
  const isOne = /^(?:\/[a-z0-9-]+)+$/.test(basename);
  if (!isOne) world.say(here, `"${basename}" não serve de endereço: comece com "/" e use minúsculas, números e hífens`);
  const [, first = ''] = basename.split('/');
  if (TAKEN.includes(first)) world.say(here, `"${basename}" já é do produto`);
};

const checkProfiles = (world: World): void => {
  const {profiles, product} = world.config;
  for (const id of repeated(Object.values(profiles).map(profile => profile.id))) world.say('profiles', `o id ${id} está repetido`);
  for (const [name, profile] of Object.entries(profiles)) {
    if (profile.id < 1) world.say(`profiles.${name}.id`, 'deve ser no mínimo 1');
    checkHome(world, name, profile);
    if (profile.first && profile.robot) world.say(`profiles.${name}`, '"first" é de uma pessoa: um robô não entra pela tela');
  }
  refuseSameNames(world, 'profiles', Object.entries(profiles).map(([key, {name}]) => [key, name] as const));
  const first = Object.values(profiles).filter(profile => profile.first).length;
  if (first !== 1 && !world.unreadable.has('profiles')) {
    world.say('profiles', first === 0 ? 'falta "first" em um perfil: o do primeiro usuário' : '"first" está em mais de um perfil');
  }
  for (const name of world.profiles ?? []) {
    if (name.includes(':')) world.say('profiles', `"${name}" não serve de nome: os dois-pontos separam a condição`);
  }
  checkBasename(world, product.basename);
};

const checkItems = (world: World): void => {
  const {files, itemKinds, namedItems} = world.config;
  for (const extension of files.forbiddenExtensions) {
    if (!/^[a-z0-9]+$/.test(extension)) {
      world.say('files.forbiddenExtensions', `"${extension}" não é uma extensão: escreva sem ponto e em minúsculas`);
    }
  }
  const item = (path: string, name: string, field: UnlabelledField) => {
    checkLooseField(world, `${path}.${name}`, field);
    const fields = {[name]: {...field, label: name}};
    checkFields(world, {path, names: [], fields});
    checkDefaults(world, {path, fields, beside: {}});
  };
  for (const [name, field] of Object.entries(itemKinds)) item('itemKinds', name, field);
  for (const [name, {field}] of Object.entries(namedItems)) item(`namedItems.${name}`, 'field', field);
  for (const name of repeated(Object.keys(namedItems).map(toComparableText))) {
    world.say('namedItems', `"${name}" está repetido: maiúsculas e acentos não contam`);
  }
};

/** Somebody writes with them, and into something. */
const checkReplies = (world: World): void => {
  const {replies, profiles} = world.config;
  if (replies === undefined) return;
  const {profiles: users, company = []} = replies;
  if (users.length === 0) world.say('replies.profiles', 'ninguém tem respostas prontas: diga que perfis as têm, ou tire "replies"');
  for (const name of users.filter(one => profiles[one]?.robot === true)) {
    world.say('replies.profiles', `"${name}" é de robôs, que não escrevem no portal`);
  }
  for (const name of company.filter(one => profiles[one] !== undefined && !users.includes(one))) {
    world.say('replies.company', `"${name}" não está em "profiles"`);
  }
  for (const word of ['profiles', 'company'] as const) {
    for (const twice of repeated(replies[word] ?? [])) world.say(`replies.${word}`, `"${twice}" está repetido`);
  }
  const isSure = ![...world.unreadable].some(place => place.startsWith('resources'));
  if (isSure && resourcesWithReplies(world.config).length === 0) {
    world.say('replies', 'não há onde usá-las: nenhuma ação pergunta um texto com "multiline"');
  }
};

const checkLists = (world: World): void => {
  for (const [name, {rows}] of Object.entries(world.config.lists)) refuseSameNames(world, `lists.${name}.rows`, Object.entries(rows));
};

export const checkWhole = (world: World): void => {
  for (const check of [
    checkNames, checkMenu, checkProfiles, checkLists, checkItems, checkReplies, checkDashboards, checkNeeded, checkAddresses, checkCalls,
    checkTables,
  ]) check(world);
};
