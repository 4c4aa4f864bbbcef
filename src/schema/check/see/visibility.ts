/**
 * `see` follows a value wherever it goes (rules: Access 16). Profiles that do not see a field must not learn it from copies, calculations,
 * titles, searches or refusals.
 */
import {
  canChooseCompany, historyOperation, canSeeResource, mayAccess, canSeeDashboard, maySee, rowScopeOf, profilesAllowedTo,
} from '../../access.ts';
import type {Condition} from '../../shapes/conditions.ts';
import type {Action, Resource} from '../../shapes/config.ts';
import {creationField} from '../../dashboard.ts';
import {defaultLookupOf} from '../../fields/defaults.ts';
import {isRelativeMoment, listMomentSources} from '../../fields/relativeMoments.ts';
import type {Field, Fields} from '../../shapes/fields.ts';
import {isComment} from '../../fields/kinds.ts';
import {titleFields} from '../../fields/recordTitle.ts';
import {DELETE_OPERATION, UPDATE_OPERATION} from '../../lifeCycle/consequences.ts';
import {askedFields, listHiddenAnswers} from '../../lifeCycle/asks.ts';
import {statusByKey} from '../../statuses/statuses.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {USERS} from '../../systemFields.ts';
import {pathParams} from '../../paths.ts';
import {listRobotProfiles, listQueueWatchers} from '../../queue.ts';
import {matchingWithinField} from '../../references.ts';
import {listFieldSources} from '../../fieldReaders.ts';
import {listConditionFields} from './conditionFields.ts';
import type {ResourceCheckContext, CheckContext} from '../checkContext.ts';

/** Lists profiles that read records of a resource, in a list or singly. */
export const listReaders = ({config}: Pick<CheckContext, 'config'>, resource: Resource): string[] =>
  Object.keys(config.profiles).filter(perfil => canSeeResource(resource, perfil) && rowScopeOf(resource, perfil).length > 0);

const writersOf = (resource: Resource): string[] => [
  ...profilesAllowedTo(resource, 'create'), ...profilesAllowedTo(resource, 'update'),
  ...Object.values(resource.actions ?? {}).flatMap(profilesOfAction),
];

const historyReaders = (context: CheckContext, resource: Resource): string[] =>
  listReaders(context, resource).filter(perfil => mayAccess(resource, historyOperation(resource), perfil));

/** Lists profiles that read an answer: in the dialog, the history or a notice. */
const answerReaders = (context: CheckContext, resource: Resource, action: Action, name: string): string[] =>
  [...profilesOfAction(action), ...historyReaders(context, resource).filter(perfil => !listHiddenAnswers(action, perfil).includes(name))];

/** Lists profiles that do something to a record and read its consequences before. */
export const listActingProfiles = ({config}: CheckContext, resource: Resource, before: string): readonly string[] => {
  if (before === DELETE_OPERATION || before === UPDATE_OPERATION) return profilesAllowedTo(resource, before);
  const [action, child] = [resource.actions?.[before], config.resources[before]];
  if (action !== undefined) return profilesOfAction(action);
  return child === undefined ? [] : (['create', 'update', 'delete'] as const).flatMap(operation => profilesAllowedTo(child, operation));
};

/** Tells whether all profiles of `see` exist. A missing one is reported where it is named. */
export const areSeeProfilesKnown = ({config: {profiles}}: CheckContext, {see = []}: Pick<Field, 'see'>): boolean =>
  see.every(perfil => profiles[perfil] !== undefined);

/** Finds a profile that does not see a field; `undefined` where all do, or where profiles are unknown. */
export const findBlindProfile = (context: CheckContext, field: Field | undefined, candidates: readonly string[]): string | undefined => {
  const {profiles} = context.config;
  if (field?.see === undefined || !areSeeProfilesKnown(context, field)) return undefined;
  return candidates.find(perfil => profiles[perfil] !== undefined && !maySee(field, perfil));
};

const READ_REASON = 'e o leria assim mesmo: tire "see" dele';
const CITED_REASON = 'e o leria onde o registro é citado: diga outro "title"';
const REFUSAL_REASON = 'e uma recusa o diria a ele';
const SEARCH_REASON = 'e quais registros se acham o diria a ele';

/** Reports a field that some profile does not see but would learn. */
const requireSeen = (
  {context}: Pick<ResourceCheckContext, 'context'>, place: string, of: Resource | undefined, name: string | undefined,
  profiles: readonly string[],
  reason: string,
): void => {
  const blindProfile = findBlindProfile(context, of?.fields[name ?? ''], profiles);
  if (blindProfile !== undefined) context.report(place, `"${blindProfile}" não vê "${name}", ${reason}`);
};

const checkSource = ({context}: ResourceCheckContext, place: string, readers: readonly string[], of: string, source: string): void => {
  const blindProfile = findBlindProfile(context, context.config.resources[of]?.fields[source], readers);
  if (blindProfile !== undefined) context.report(place, `"${blindProfile}" leria aqui "${source}" de ${of}, que não pode ver`);
};

/** Readers of a derived value must see all its sources. */
const checkDerivedValues = (resourceContext: ResourceCheckContext): void => {
  const {context: {config}, name, resource, path} = resourceContext;
  for (const [fieldName, field] of Object.entries(resource.fields)) {
    const viewers = Object.keys(config.profiles).filter(perfil => maySee(field, perfil));
    for (const [of, source] of listFieldSources(config.resources, [name, fieldName])) {
      checkSource(resourceContext, `${path}.fields.${fieldName}.see`, viewers, of, source);
    }
  }
};

/** Returns the user field behind a session word, else `''`. */
const sessionUserField = (sessionWord: unknown): string =>
  (typeof sessionWord === 'string' && sessionWord.startsWith('session.') ? sessionWord.slice('session.'.length) : '');

const checkCopies = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  const {fields, template, actions = {}} = resource;
  const filterViewers = (fieldName: string, readers: readonly string[]): string[] =>
    readers.filter(perfil => fields[fieldName] === undefined || maySee(fields[fieldName], perfil));
  const check = (place: string, fieldGroup: Fields, siblings: Fields, readers: (fieldName: string) => readonly string[]): void => {
    for (const [fieldName, field] of Object.entries(fieldGroup)) {
      const {to, field: of} = defaultLookupOf(siblings, field) ?? {to: USERS, field: sessionUserField(field.default)};
      const sources = isRelativeMoment(field.default) ? listMomentSources(siblings, name, field.default) : [[to, of] as const];
      for (const [source, sourceField] of sources) {
        checkSource(resourceContext, `${place}.${fieldName}.default`, filterViewers(fieldName, readers(fieldName)), source, sourceField);
      }
    }
  };
  check(`${path}.fields`, fields, fields, () => [...listReaders(context, resource), ...writersOf(resource)]);
  for (const [key, action] of Object.entries(actions)) {
    const {asks = {}} = action;
    check(`${path}.actions.${key}.asks`, asks, {...fields, ...asks}, fieldName => answerReaders(context, resource, action, fieldName));
  }
  const by = fields[template?.by ?? ''];
  if (by?.kind !== 'referencia') return;
  for (const [item, {prefill}] of Object.entries(context.config.namedItems)) {
    checkSource(
      resourceContext, `namedItems.${item}.prefill.value`, listReaders(context, resource), USERS, sessionUserField(prefill?.value),
    );
  }
  for (const [fieldName, of] of Object.entries(template?.keep ?? {})) {
    checkSource(resourceContext, `${path}.template.keep.${fieldName}`, filterViewers(fieldName, listReaders(context, resource)), by.to, of);
  }
};

/** Checks who reads answers. An input named like a field takes the `see` of that field. */
const checkAsks = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    for (const [input, ask] of Object.entries(askedFields(resource, action))) {
      const place = `${path}.actions.${key}.asks.${input}`;
      const see = action.asks?.[input]?.see;
      if (see !== undefined && Object.hasOwn(resource.fields, input)) {
        context.report(`${place}.see`, `quem vê "${input}" diz o campo de ${name}: tire "see" daqui`);
      } else if (see !== undefined && areSeeProfilesKnown(context, {see})
        && !historyReaders(context, resource).some(perfil => see.includes(perfil))) {
        context.report(`${place}.see`, `ninguém leria a resposta: nenhum destes perfis lê o histórico de ${name}`);
      }
      // A comment's answer is shown as a comment of the record.
      if (isComment(ask)) requireSeen(
        resourceContext, place, resource, input, answerReaders(context, resource, action, input), READ_REASON,
      );
    }
  }
};

/** Lists profiles that read a record's title: on the record itself or through a reference. */
const listNameReaders = ({config}: CheckContext, name: string): string[] => Object.keys(config.profiles).filter(perfil =>
  name === USERS || Object.entries(config.resources).some(([of, resource]) => {
    const isNamed = (field: Field): boolean => 'to' in field && field.to === name && maySee(field, perfil);
    const askingActions = Object.values(resource.actions ?? {}).filter(action => profilesOfAction(action).includes(perfil));
    return (of === name && rowScopeOf(resource, perfil).length > 0)
      || (canSeeResource(resource, perfil) && Object.values(resource.fields).some(isNamed))
      || askingActions.some(action => Object.values(askedFields(resource, action)).some(isNamed));
  }));

/** Checks fields that are shown wherever a record is cited, and fields of the record's parts. */
const checkCitedFields = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  const {resources} = context.config;
  const {fields, status, toggle, owner, template, files, queue} = resource;
  const nameReaders = listNameReaders(context, name);
  for (const title of titleFields(resource)) requireSeen(resourceContext, `${path}.title`, resource, title, nameReaders, CITED_REASON);
  if (name === USERS) requireSeen(resourceContext, `${path}.fields.nome.see`, resource, 'nome', nameReaders, READ_REASON);
  requireSeen(resourceContext, `${path}.toggle`, resource, toggle?.field, nameReaders, READ_REASON);
  const readers = listReaders(context, resource);
  requireSeen(resourceContext, `${path}.status`, resource, status, readers, READ_REASON);
  const by = fields[template?.by ?? ''];
  const formReaders = [...readers, ...by?.kind === 'referencia' ? resources[by.to]?.access.read ?? [] : []];
  for (const fieldName of ['descricao', 'tipoCampo', 'obrigatorio', template?.flag]) {
    requireSeen(resourceContext, `${path}.template.items`, resources[template?.items ?? ''], fieldName, formReaders, READ_REASON);
  }
  requireSeen(resourceContext, `${path}.files.calls.repeats`, resource, files?.calls?.repeats, readers, REFUSAL_REASON);
  if (queue === undefined) return;
  const queueProfiles = [...listRobotProfiles(context.config), ...listQueueWatchers(context.config, resource)];
  for (const fieldName of [queue.workflow, template?.by, owner?.empresa, owner?.filial]) {
    requireSeen(
      resourceContext, `${path}.queue`, resource, fieldName, queueProfiles.filter(perfil => readers.includes(perfil)), READ_REASON,
    );
  }
  const budget = typeof queue.budget === 'object' ? queue.budget : undefined;
  const budgetReference = fields[budget?.of ?? ''];
  const target = budgetReference?.kind === 'referencia' ? resources[budgetReference.to] : undefined;
  requireSeen(resourceContext, `${path}.queue.budget`, target, budget?.minutes, queueProfiles, READ_REASON);
};

/** A uniqueness refusal tells the writer that another record has the value. */
const checkUnique = (resourceContext: ResourceCheckContext): void => {
  const {context: {config}, resource, path} = resourceContext;
  const company = resource.fields[resource.owner?.empresa ?? ''];
  // Moving a record to another company moves its unique value too.
  const movers = company === undefined || company.readOnly !== undefined ? []
    : profilesAllowedTo(resource, 'update').filter(perfil => maySee(company, perfil) && canChooseCompany(config, perfil));
  for (const [fieldName, {unique, default: defaultValue}] of Object.entries(resource.fields)) {
    if (unique === undefined) continue;
    if (unique === 'empresa') requireSeen(
      resourceContext, `${path}.fields.${fieldName}.unique`, resource, fieldName, movers, REFUSAL_REASON,
    );
    if (defaultValue !== undefined) requireSeen(
      resourceContext, `${path}.fields.${fieldName}.unique`, resource, fieldName, profilesAllowedTo(resource, 'create'), REFUSAL_REASON,
    );
    for (const [key, action] of Object.entries(resource.actions ?? {})) {
      for (const word of ['asks', 'sets'] as const) {
        const place = `${path}.actions.${key}.${word}.${fieldName}`;
        if (Object.hasOwn(action[word] ?? {}, fieldName)) requireSeen(
          resourceContext, place, resource, fieldName, profilesOfAction(action), REFUSAL_REASON,
        );
      }
    }
  }
  for (const [at, names] of (resource.unique ?? []).entries()) {
    for (const name of names) requireSeen(resourceContext, `${path}.unique[${at}]`, resource, name, writersOf(resource), REFUSAL_REASON);
  }
};

/** Reports fields of a condition that a profile does not see, because the matching records reveal them. */
const requireSearchSeen = (
  resourceContext: ResourceCheckContext, place: string, of: string, condition: Condition, profiles: readonly string[],
): void => {
  const {config} = resourceContext.context;
  for (const [resourceName, field] of listConditionFields(config, of, condition)) requireSeen(
    resourceContext, place, config.resources[resourceName], field, profiles, SEARCH_REASON,
  );
};

/** Checks searches: by tabs, scopes, consequences, children and dashboards. */
const checkSearches = (resourceContext: ResourceCheckContext): void => {
  const {context: {config}, name, resource, path} = resourceContext;
  for (const [key, {where, profiles = resource.access.list}] of Object.entries(resource.tabs ?? {})) {
    for (const condition of where) requireSearchSeen(resourceContext, `${path}.tabs.${key}.where`, name, condition, profiles);
  }
  for (const [perfil, conditions] of Object.entries(resource.scope)) {
    for (const condition of conditions) requireSearchSeen(resourceContext, `${path}.scope.${perfil}`, name, condition, [perfil]);
  }
  for (const [key, {of, by, before, where = []}] of Object.entries(resource.consequences ?? {})) {
    const place = `${path}.consequences.${key}`;
    const doers = before.flatMap(word => listActingProfiles(resourceContext.context, resource, word));
    requireSeen(resourceContext, `${place}.by`, config.resources[of], by, doers, SEARCH_REASON);
    for (const condition of where) requireSearchSeen(resourceContext, `${place}.where`, of, condition, doers);
  }
  for (const [child, {by}] of Object.entries(resource.children ?? {})) {
    const of = config.resources[child];
    const readers = listReaders(resourceContext.context, resource).filter(perfil => of !== undefined && canSeeResource(of, perfil));
    requireSeen(resourceContext, `${path}.children.${child}.by`, of, by, readers, SEARCH_REASON);
  }
  for (const [key, dashboard] of Object.entries(config.dashboards).filter(([, {of}]) => of === name)) {
    const {empresa, filial} = resource.owner ?? {};
    const viewers = Object.keys(config.profiles).filter(perfil => canSeeDashboard(config, dashboard, perfil));
    // References that the viewer does not see are left out of dashboards.
    for (const counted of [creationField(resource), statusByKey(resource, dashboard.chart)?.stamps, empresa, filial]) {
      requireSeen(resourceContext, `dashboards.${key}.of`, resource, counted, viewers, SEARCH_REASON);
    }
  }
};

const checkOfferedRecords = (resourceContext: ResourceCheckContext): void => {
  const {context, resource, path} = resourceContext;
  const {config} = context;
  const check = (place: string, fields: Fields, profiles: readonly string[]): void => {
    for (const [fieldName, field] of Object.entries(fields)) {
      const target = 'to' in field ? config.resources[field.to] : undefined;
      if (!('to' in field) || target === undefined) continue;
      const {within, to} = field;
      const seeing = profiles.filter(perfil => maySee(field, perfil));
      if (within !== undefined) {
        requireSeen(resourceContext, `${place}.${fieldName}.within`, resource, within, seeing, SEARCH_REASON);
        requireSeen(
          resourceContext, `${place}.${fieldName}.within`, target, matchingWithinField(target, resource, within), seeing, SEARCH_REASON,
        );
      }
      if ('where' in field && field.where !== undefined) requireSearchSeen(
        resourceContext, `${place}.${fieldName}.where`, to, field.where, seeing,
      );
    }
  };
  check(`${path}.fields`, resource.fields, [...listReaders(context, resource), ...writersOf(resource)]);
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    check(`${path}.actions.${key}.asks`, askedFields(resource, action), profilesOfAction(action));
  }
  const reachingProfiles = Object.keys(config.profiles).filter(perfil => rowScopeOf(resource, perfil).length > 0);
  for (const param of pathParams(resource.api?.combo ?? '')) requireSeen(
    resourceContext, `${path}.api.combo`, resource, param, reachingProfiles, SEARCH_REASON,
  );
};

/** Tells whether access and scope are readable. Otherwise they are reported where they are. */
export const isAccessReadable = ({unreadablePlaces}: CheckContext, name: string): boolean =>
  ['access', 'scope'].every(part => !unreadablePlaces.has(`resources.${name}.${part}`));

export const checkVisibility = (resourceContext: ResourceCheckContext): void => {
  if (!isAccessReadable(resourceContext.context, resourceContext.name)) return;
  for (const check of [
    checkDerivedValues, checkCopies, checkAsks, checkCitedFields, checkUnique, checkSearches, checkOfferedRecords,
  ]) check(resourceContext);
};
