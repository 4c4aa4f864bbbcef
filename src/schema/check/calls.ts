/** Calls and addresses: each has one meaning, and the form that its meaning needs. */
import {FORGOT_PASSWORD_CALL, RESET_LOOKUP_CALL, RESET_PASSWORD_CALL, RENEW_SESSION_CALL} from '../accountCalls.ts';
import {optionsCall} from '../lifeCycle/answers.ts';
import type {Config, Dashboard, Endpoint, Resource} from '../shapes/config.ts';
import {consequencesCall} from '../lifeCycle/consequences.ts';
import {EVENTS_CALL} from '../events.ts';
import {SET_MAIL_FREQUENCY_CALL, READ_MAIL_FREQUENCY_CALL, NOTICES_CALL, MARK_NOTICES_READ_CALL} from '../words/notices.ts';
import {USERS} from '../systemFields.ts';
import {HOME, pagePaths} from '../pages.ts';
import {fileFieldCalls} from '../fields/fileKind.ts';
import {invitationLinkCall} from '../invitation.ts';
import {FILES_ZIP_NAME, FILE_LIMITS_CALL} from '../parts.ts';
import {presenceCalls} from '../presence.ts';
import {apiOf, historyCall, trimTrailingSlashes} from '../paths.ts';
import {tabsCall} from '../lifeCycle/tabs.ts';
import {FILTER_CALLS} from '../lists/savedFilters.ts';
import {
  LEASE_EXAMPLE_PATH, API_KEY_CALLS, kitCall, LEASE_PATHS, LEASE_FILE_PATH, LEASE_FILES_PATH, leaseCall, confirmItemCall, panelCall,
  resolveQueue,
  robotTemplates, ROBOTS_CALL, SIMULATED_PATHS,
  simulateCall,
} from '../queue.ts';
import {namesByIdCall, nameOptionsCall} from '../references.ts';
import {REPLY_CALLS} from '../lists/savedReplies.ts';
import {listVersionedItems, versionsCall} from '../versions.ts';
import {readsOnly} from './parts.ts';
import {checkClaims, PRODUCT, type Claim, type World} from './world.ts';

interface Call {
  by: string;
  call: string;
}

/** Calls that belong to no resource of the config. A test holds them together with the routes that there are. */
const OWN_CALLS = [
  'GET vivo', 'GET pronto', 'GET openapi.json', 'GET ir-para', FILE_LIMITS_CALL,
  NOTICES_CALL, MARK_NOTICES_READ_CALL, READ_MAIL_FREQUENCY_CALL, SET_MAIL_FREQUENCY_CALL, EVENTS_CALL,
  ...Object.values(FILTER_CALLS), ROBOTS_CALL, ...Object.values(API_KEY_CALLS),
  'POST usuarios/login', RENEW_SESSION_CALL, 'PUT usuarios/:id', RESET_LOOKUP_CALL, FORGOT_PASSWORD_CALL, RESET_PASSWORD_CALL,
];

/** A fixed list may be asked for with a slash at the end. */
const below = (list: string, path: string): string => `${trimTrailingSlashes(list)}/${path}`;
const as = (method: string, call: string): string => call.replace(/^\w+/, method);

const callsOfFiles = (name: string, {files}: Resource, list: string | undefined): Call[] => {
  if (files === undefined) return [];
  const archive = list === undefined ? [] : [{by: `resources.${name}.files`, call: below(list, `:id/${FILES_ZIP_NAME}`)}];
  if (files.calls !== undefined) {
    const {list: all, check, upload, remove, download} = files.calls;
    const calls = Object.entries({list: all, check, upload, remove, download});
    return [...archive, ...calls.map(([key, call]) => ({by: `resources.${name}.files.calls.${key}`, call}))];
  }
  if (list === undefined) return [];
  const [all, one] = [below(list, ':id/arquivos'), below(list, ':id/arquivos/:idArquivo')];
  return [...archive, ...[all, as('POST', all), one, as('DELETE', one)].map(call => ({by: `resources.${name}.files`, call}))];
};

const callsOfQueue = (name: string, resource: Resource, list: string | undefined): Call[] => {
  if (resource.queue === undefined) return [];
  const by = `resources.${name}.queue`;
  const queue = resolveQueue(name, resource);
  const {reserve, counts} = queue.calls;
  const ofFiles = resource.files === undefined ? []
    : [leaseCall(name, 'GET', LEASE_FILES_PATH), leaseCall(name, 'POST', LEASE_FILES_PATH), leaseCall(name, 'GET', LEASE_FILE_PATH)];
  const marks = list === undefined || resource.template === undefined ? [] : [confirmItemCall(list.replace(/^GET /, ''))];
  return [
    {by: `${by}.calls.reserve`, call: reserve}, {by: `${by}.calls.counts`, call: counts},
    ...[
      ...Object.values(LEASE_PATHS).map(
        path => leaseCall(name, 'POST', path)
      ), ...ofFiles, ...marks, leaseCall(name, 'GET', LEASE_EXAMPLE_PATH),
      simulateCall(queue), panelCall(queue), ...SIMULATED_PATHS.map(path => simulateCall(queue, path)),
    ].map(call => ({by, call})),
  ];
};

const callsOfResource = (name: string, resource: Resource): Call[] => {
  const path = `resources.${name}`;
  const {list, one, create, update, delete: remove, combo, history} = apiOf(name, resource);
  const toldBy = historyCall(name, resource);
  const consequences = consequencesCall(name, resource);
  const tabs = tabsCall(name, resource);
  const presence = presenceCalls(name, resource);
  const [named, gone] = [nameOptionsCall(name, resource), namesByIdCall(name, resource)];
  // One call may create and change, and an action may be the save itself; otherwise a call has one meaning.
  const own = Object.entries({list, one, create, update: update === create ? undefined : update, delete: remove, combo, history});
  const isSave = (call: string): boolean => call === update;
  const actions = Object.entries(resource.actions ?? {});
  const saves = actions.filter(([, {call}]) => isSave(call)).slice(1).map(([key, {call}]) => ({by: `${path}.actions.${key}`, call}));
  return [
    ...own.flatMap(([key, call]) => (call === undefined ? [] : [{by: `${path}.api.${key}`, call}])),
    ...saves,
    ...actions.flatMap(([key, action]) => {
      const {call, also = [], asks = {}} = action;
      const offered = !isSave(call) && Object.values(asks).some(({kind}) => kind === 'referencia') ? [optionsCall(action)] : [];
      const handed = action.sends === undefined ? [] : [invitationLinkCall(action)];
      return [...(isSave(call) ? [] : [call]), ...also, ...offered, ...handed].map(each => ({by: `${path}.actions.${key}`, call: each}));
    }),
    ...Object.entries(resource.fields).flatMap(([key, field]): Call[] => {
      if (field.kind === 'vinculos') return [{by: `${path}.fields.${key}.call`, call: field.call}];
      const ofFile = field.kind === 'arquivo' ? Object.values(fileFieldCalls(name, resource, key)) : [];
      if (ofFile.length > 0) return ofFile.map(call => ({by: `${path}.fields.${key}`, call}));
      return field.kind === 'escolha' && field.combo !== undefined ? [{by: `${path}.fields.${key}.combo`, call: field.combo}] : [];
    }),
    ...(list === undefined ? [] : [{by: `${path}.api.list`, call: below(list, 'exportar')}]),
    ...(tabs === undefined ? [] : [{by: `${path}.tabs`, call: tabs}]),
    ...(toldBy === undefined || history !== undefined ? [] : [{by: `${path}.api.list`, call: toldBy}]),
    ...callsOfFiles(name, resource, list),
    ...callsOfQueue(name, resource, list),
    ...(named === undefined ? [] : [{by: `${path}.fields`, call: named}]),
    ...(gone === undefined ? [] : [{by: `${path}.access.delete`, call: gone}]),
    ...(consequences === undefined ? [] : [{by: `${path}.consequences`, call: consequences}]),
    ...(presence === undefined ? [] : [presence.renew, presence.leave].map(call => ({by: `${path}.status`, call}))),
  ];
};

/** Every call there is, and where it is said. */
/** A dashboard's calls by the words that there are: an unknown one is refused where shapes are. */
export const dashboardCalls = ({calls: {counts, evolution, summary}}: Dashboard): [string, Endpoint][] =>
  Object.entries({counts, evolution, summary});

export const callsOf = (config: Config): Call[] => [
  ...[...OWN_CALLS, ...(config.replies === undefined ? [] : Object.values(REPLY_CALLS))].map(call => ({by: PRODUCT, call})),
  ...Object.entries(config.lists).map(([name, {call}]) => ({by: `lists.${name}.call`, call: trimTrailingSlashes(call)})),
  ...Object.entries(config.dashboards).flatMap(([key, dashboard]) =>
    dashboardCalls(dashboard).map(([name, call]) => ({by: `dashboards.${key}.calls.${name}`, call}))),
  ...Object.entries(config.resources).flatMap(([name, resource]) => callsOfResource(name, resource)),
  ...[...new Set(robotTemplates(config).map(({of}) => of))].flatMap((of): Call[] => {
    const call = kitCall(config, of);
    return call === undefined ? [] : [{by: `resources.${of}.api.list`, call}];
  }),
  ...listVersionedItems(config).flatMap(({items, of}): Call[] => {
    const call = versionsCall(config, of);
    return call === undefined ? [] : [{by: `resources.${items}`, call}];
  }),
];

/** Method and path as they are routed: without regard to case, parameters by place alone. */
export const routed = (call: string): string => call.toLowerCase().replace(/\/$/, '').replace(/:\w+/g, ':');

const PATH = /^[A-Z]+ [\w-]+(?:\/(?:[\w-]+|:\w+))*$/;
/** What the product puts below a list by itself is a path. */
const isPath = (call: string): boolean => PATH.test(call.replace(new RegExp(`/:id/${FILES_ZIP_NAME}$`), ''));

/** Which of a resource's calls read, and which name the record. */
const checkApi = (world: World, name: string, {api}: Resource): void => {
  if (api === undefined) return;
  const here = `resources.${name}.api`;
  for (const key of ['list', 'one', 'history', 'combo'] as const) readsOnly(world, `${here}.${key}`, api[key], true);
  for (const key of ['create', 'update', 'delete'] as const) readsOnly(world, `${here}.${key}`, api[key], false);
  for (const key of ['one', 'update', 'delete', 'history'] as const) {
    const call = api[key];
    // A parameter that there is not is told already.
    const isTold = call === undefined || call.includes(':') || (key === 'update' && call === api.create);
    if (!isTold) world.say(`${here}.${key}`, `"${call}" não diz de qual registro: falta ":id"`);
  }
};

export const checkCalls = (world: World): void => {
  const {config} = world;
  const calls = callsOf(config);
  for (const {by, call} of calls) {
    if (by !== PRODUCT && !isPath(call)) {
      world.say(by, `"${call}" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id"`);
    }
  }
  checkClaims(world, 'a chamada', calls.map(({by, call}) => ({
    by, key: routed(call),
    // The usual one, which the config does not say.
    ...by === `resources.${USERS}.api.update` && {instead: `: diga outra aqui, como "POST ${USERS}"`},
  })));
  for (const [name, {call}] of Object.entries(config.lists)) readsOnly(world, `lists.${name}.call`, call, true);
  for (const [name, resource] of Object.entries(config.resources)) {
    checkApi(world, name, resource);
    for (const [key, field] of Object.entries(resource.fields)) {
      if (field.kind === 'escolha') readsOnly(world, `resources.${name}.fields.${key}.combo`, field.combo, true);
    }
  }
};

/** Words of the portal's paths that a resource's screens have already. */
const SCREENS = ['status'];

/** Addresses of the portal. */
export const checkAddresses = (world: World): void => {
  const resources = Object.entries(world.config.resources);
  const own = pagePaths.map((key): Claim => ({by: PRODUCT, key}));
  const isPath = (path: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(path);
  const boards = Object.keys(world.config.dashboards).filter(name => name !== HOME);
  const counted = boards.map((key): Claim => ({by: `dashboards.${key}`, key}));
  checkClaims(world, 'o caminho', [...own, ...resources.map(([name, {route}]) => ({by: `resources.${name}`, key: route})), ...counted]);
  // By its name the menu tells it from a resource.
  for (const name of boards.filter(one => world.resources?.includes(one) === true && world.config.resources[one]?.route !== one)) {
    world.say(`dashboards.${name}`, `"${name}" já é um recurso: use outro nome`);
  }
  for (const name of boards.filter(one => !isPath(one))) {
    world.say(`dashboards.${name}`, `"${name}" não serve de caminho: use minúsculas, números e hífens`);
  }
  for (const [name, {route, editRoute}] of resources) {
    // Where the part is wrong its name stands in.
    if (world.resources?.includes(route) !== true && !isPath(route)) {
      world.say(`resources.${name}.route`, `"${route}" não serve de caminho: use minúsculas, números e hífens`);
    }
    if (editRoute === undefined) continue;
    const here = `resources.${name}.editRoute`;
    if (!isPath(editRoute)) world.say(here, `"${editRoute}" não serve de caminho: use minúsculas, números e hífens`);
    if (SCREENS.includes(editRoute)) world.say(here, `"${editRoute}" já é outro caminho da lista: use outra palavra`);
  }
};
