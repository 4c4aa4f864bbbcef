/** API calls and portal addresses: each has one meaning, and the form that its meaning needs. */
import {FORGOT_PASSWORD_CALL, RESET_LOOKUP_CALL, RESET_PASSWORD_CALL, RENEW_SESSION_CALL} from '../accountCalls.ts';
import {optionsCall} from '../lifeCycle/answers.ts';
import type {Config, Dashboard, Endpoint, Resource} from '../shapes/config.ts';
import {consequencesCall} from '../lifeCycle/consequences.ts';
import {EVENTS_CALL} from '../events.ts';
import {SET_MAIL_FREQUENCY_CALL, READ_MAIL_FREQUENCY_CALL, NOTICES_CALL, MARK_NOTICES_READ_CALL} from '../words/notices.ts';
import {USERS} from '../systemFields.ts';
import {HOME, pagePaths} from '../pages.ts';
import {DELIVERY_CALLS, hasDeliveriesPage} from '../words/deliveryCalls.ts';
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
  simulationCall,
} from '../queue.ts';
import {namesByIdCall, referenceOptionsCall} from '../references.ts';
import {REPLY_CALLS} from '../lists/savedReplies.ts';
import {listVersionedItems, versionsCall} from '../versions.ts';
import {checkCallMethod} from './parts.ts';
import {checkUniqueClaims, PRODUCT_CLAIMANT, type Claim, type CheckContext} from './checkContext.ts';

interface Call {
  by: string;
  call: string;
}

/** Calls of no resource. A test compares them with the registered routes. */
const PRODUCT_CALLS = [
  'GET vivo', 'GET pronto', 'GET openapi.json', 'GET ir-para', FILE_LIMITS_CALL,
  NOTICES_CALL, MARK_NOTICES_READ_CALL, READ_MAIL_FREQUENCY_CALL, SET_MAIL_FREQUENCY_CALL, EVENTS_CALL,
  ...Object.values(FILTER_CALLS), ROBOTS_CALL, ...Object.values(API_KEY_CALLS),
  'POST usuarios/login', RENEW_SESSION_CALL, 'PUT usuarios/:id', RESET_LOOKUP_CALL, FORGOT_PASSWORD_CALL, RESET_PASSWORD_CALL,
];

/** A fixed list's call may end with a slash. */
const joinPath = (list: string, path: string): string => `${trimTrailingSlashes(list)}/${path}`;
const withMethod = (method: string, call: string): string => call.replace(/^\w+/, method);

const listFileCalls = (name: string, {files}: Resource, list: string | undefined): Call[] => {
  if (files === undefined) return [];
  const archive = list === undefined ? [] : [{by: `resources.${name}.files`, call: joinPath(list, `:id/${FILES_ZIP_NAME}`)}];
  if (files.calls !== undefined) {
    const {list: all, check, upload, remove, download} = files.calls;
    const calls = Object.entries({list: all, check, upload, remove, download});
    return [...archive, ...calls.map(([key, call]) => ({by: `resources.${name}.files.calls.${key}`, call}))];
  }
  if (list === undefined) return [];
  const [collectionCall, itemCall] = [joinPath(list, ':id/arquivos'), joinPath(list, ':id/arquivos/:idArquivo')];
  return [
    ...archive,
    ...[collectionCall, withMethod('POST', collectionCall), itemCall, withMethod('DELETE', itemCall)]
      .map(call => ({by: `resources.${name}.files`, call})),
  ];
};

const listQueueCalls = (name: string, resource: Resource, list: string | undefined): Call[] => {
  if (resource.queue === undefined) return [];
  const by = `resources.${name}.queue`;
  const queue = resolveQueue(name, resource);
  const {reserve, counts} = queue.calls;
  const fileCalls = resource.files === undefined ? []
    : [leaseCall(name, 'GET', LEASE_FILES_PATH), leaseCall(name, 'POST', LEASE_FILES_PATH), leaseCall(name, 'GET', LEASE_FILE_PATH)];
  const confirmCalls = list === undefined || resource.template === undefined ? [] : [confirmItemCall(list.replace(/^GET /, ''))];
  return [
    {by: `${by}.calls.reserve`, call: reserve}, {by: `${by}.calls.counts`, call: counts},
    ...[
      ...Object.values(LEASE_PATHS).map(
        path => leaseCall(name, 'POST', path)
      ), ...fileCalls, ...confirmCalls, leaseCall(name, 'GET', LEASE_EXAMPLE_PATH),
      simulationCall(queue), panelCall(queue), ...SIMULATED_PATHS.map(path => simulationCall(queue, path)),
    ].map(call => ({by, call})),
  ];
};

const listResourceCalls = (name: string, resource: Resource): Call[] => {
  const path = `resources.${name}`;
  const {list, one, create, update, delete: remove, combo, history} = apiOf(name, resource);
  const timelineCall = historyCall(name, resource);
  const consequences = consequencesCall(name, resource);
  const tabs = tabsCall(name, resource);
  const presence = presenceCalls(name, resource);
  const [optionNamesCall, namesCall] = [referenceOptionsCall(name, resource), namesByIdCall(name, resource)];
  // A call has one meaning, except that one call may create and update, and an action may be the save itself.
  const apiCalls = Object.entries({list, one, create, update: update === create ? undefined : update, delete: remove, combo, history});
  const isSave = (call: string): boolean => call === update;
  const actions = Object.entries(resource.actions ?? {});
  const saves = actions.filter(([, {call}]) => isSave(call)).slice(1).map(([key, {call}]) => ({by: `${path}.actions.${key}`, call}));
  return [
    ...apiCalls.flatMap(([key, call]) => (call === undefined ? [] : [{by: `${path}.api.${key}`, call}])),
    ...saves,
    ...actions.flatMap(([key, action]) => {
      const {call, also = [], asks = {}} = action;
      const optionCalls = !isSave(call) && Object.values(asks).some(({kind}) => kind === 'referencia') ? [optionsCall(action)] : [];
      const invitationCalls = action.sends === undefined ? [] : [invitationLinkCall(action)];
      return [...(isSave(call) ? [] : [call]), ...also, ...optionCalls, ...invitationCalls].map(
        actionCall => ({by: `${path}.actions.${key}`, call: actionCall})
      );
    }),
    ...Object.entries(resource.fields).flatMap(([key, field]): Call[] => {
      if (field.kind === 'vinculos') return [{by: `${path}.fields.${key}.call`, call: field.call}];
      const fieldCalls = field.kind === 'arquivo' ? Object.values(fileFieldCalls(name, resource, key)) : [];
      if (fieldCalls.length > 0) return fieldCalls.map(call => ({by: `${path}.fields.${key}`, call}));
      return field.kind === 'escolha' && field.combo !== undefined ? [{by: `${path}.fields.${key}.combo`, call: field.combo}] : [];
    }),
    ...(list === undefined ? [] : [{by: `${path}.api.list`, call: joinPath(list, 'exportar')}]),
    ...(tabs === undefined ? [] : [{by: `${path}.tabs`, call: tabs}]),
    ...(timelineCall === undefined || history !== undefined ? [] : [{by: `${path}.api.list`, call: timelineCall}]),
    ...listFileCalls(name, resource, list),
    ...listQueueCalls(name, resource, list),
    ...(optionNamesCall === undefined ? [] : [{by: `${path}.fields`, call: optionNamesCall}]),
    ...(namesCall === undefined ? [] : [{by: `${path}.access.delete`, call: namesCall}]),
    ...(consequences === undefined ? [] : [{by: `${path}.consequences`, call: consequences}]),
    ...(presence === undefined ? [] : [presence.renew, presence.leave].map(call => ({by: `${path}.status`, call}))),
  ];
};

/** Lists a dashboard's known calls. Unknown ones are refused by the shape. */
export const listDashboardCalls = ({calls: {counts, evolution, summary}}: Dashboard): [string, Endpoint][] =>
  Object.entries({counts, evolution, summary});

/** Lists every call of the API with its place in the config. */
export const listCalls = (config: Config): Call[] => [
  ...[...PRODUCT_CALLS, ...(config.replies === undefined ? [] : Object.values(REPLY_CALLS)),
    ...(hasDeliveriesPage(config) ? Object.values(DELIVERY_CALLS) : [])].map(call => ({by: PRODUCT_CLAIMANT, call})),
  ...Object.entries(config.lists).map(([name, {call}]) => ({by: `lists.${name}.call`, call: trimTrailingSlashes(call)})),
  ...Object.entries(config.dashboards).flatMap(([key, dashboard]) =>
    listDashboardCalls(dashboard).map(([name, call]) => ({by: `dashboards.${key}.calls.${name}`, call}))),
  ...Object.entries(config.resources).flatMap(([name, resource]) => listResourceCalls(name, resource)),
  ...[...new Set(robotTemplates(config).map(({of}) => of))].flatMap((of): Call[] => {
    const call = kitCall(config, of);
    return call === undefined ? [] : [{by: `resources.${of}.api.list`, call}];
  }),
  ...listVersionedItems(config).flatMap(({items, of}): Call[] => {
    const call = versionsCall(config, of);
    return call === undefined ? [] : [{by: `resources.${items}`, call}];
  }),
];

/** Brings a call to its routing key: case-insensitive, parameters by position. */
export const toRouteKey = (call: string): string => call.toLowerCase().replace(/\/$/, '').replace(/:\w+/g, ':');

const PATH = /^[A-Z]+ [\w-]+(?:\/(?:[\w-]+|:\w+))*$/;
/** Whether a call has the form of `GET empresas/:id`. */
export const isCallPath = (call: string): boolean => PATH.test(call.replace(new RegExp(`/:id/${FILES_ZIP_NAME}$`), ''));

const checkApi = (context: CheckContext, name: string, {api}: Resource): void => {
  if (api === undefined) return;
  const place = `resources.${name}.api`;
  for (const key of ['list', 'one', 'history', 'combo'] as const) checkCallMethod(context, `${place}.${key}`, api[key], true);
  for (const key of ['create', 'update', 'delete'] as const) checkCallMethod(context, `${place}.${key}`, api[key], false);
  for (const key of ['one', 'update', 'delete', 'history'] as const) {
    const call = api[key];
    // An unknown parameter is reported elsewhere.
    const isExempt = call === undefined || call.includes(':') || (key === 'update' && call === api.create);
    if (!isExempt) context.report(`${place}.${key}`, `"${call}" não diz de qual registro: falta ":id"`);
  }
};

export const checkCalls = (context: CheckContext): void => {
  const {config} = context;
  const calls = listCalls(config);
  for (const {by, call} of calls) {
    if (by !== PRODUCT_CLAIMANT && !isCallPath(call)) {
      context.report(by, `"${call}" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id"`);
    }
  }
  checkUniqueClaims(context, 'a chamada', calls.map(({by, call}) => ({
    by, key: toRouteKey(call),
    // The default call, which the config does not contain.
    ...by === `resources.${USERS}.api.update` && {advice: `: diga outra aqui, como "POST ${USERS}"`},
  })));
  for (const [name, {call}] of Object.entries(config.lists)) checkCallMethod(context, `lists.${name}.call`, call, true);
  for (const [name, resource] of Object.entries(config.resources)) {
    checkApi(context, name, resource);
    for (const [key, field] of Object.entries(resource.fields)) {
      if (field.kind === 'escolha') checkCallMethod(context, `resources.${name}.fields.${key}.combo`, field.combo, true);
    }
  }
};

const SCREEN_PATHS = ['status'];

export const checkAddresses = (context: CheckContext): void => {
  const resources = Object.entries(context.config.resources);
  const pageClaims = pagePaths.map((key): Claim => ({by: PRODUCT_CLAIMANT, key}));
  const isPath = (path: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(path);
  const dashboardNames = Object.keys(context.config.dashboards).filter(name => name !== HOME);
  const dashboardClaims = dashboardNames.map((key): Claim => ({by: `dashboards.${key}`, key}));
  checkUniqueClaims(context, 'o caminho', [
    ...pageClaims, ...resources.map(([name, {route}]) => ({by: `resources.${name}`, key: route})), ...dashboardClaims,
  ]);
  // The menu tells dashboards and resources apart by name.
  for (const name of dashboardNames.filter(dashboardName => context.resources?.includes(dashboardName) === true
    && context.config.resources[dashboardName]?.route !== dashboardName)) {
    context.report(`dashboards.${name}`, `"${name}" já é um recurso: use outro nome`);
  }
  for (const name of dashboardNames.filter(dashboardName => !isPath(dashboardName))) {
    context.report(`dashboards.${name}`, `"${name}" não serve de caminho: use minúsculas, números e hífens`);
  }
  for (const [name, {route, editRoute}] of resources) {
    // The name is the fallback of an unreadable route.
    if (context.resources?.includes(route) !== true && !isPath(route)) {
      context.report(`resources.${name}.route`, `"${route}" não serve de caminho: use minúsculas, números e hífens`);
    }
    if (editRoute === undefined) continue;
    const place = `resources.${name}.editRoute`;
    if (!isPath(editRoute)) context.report(place, `"${editRoute}" não serve de caminho: use minúsculas, números e hífens`);
    if (SCREEN_PATHS.includes(editRoute)) context.report(place, `"${editRoute}" já é outro caminho da lista: use outra palavra`);
  }
};
