/**
 * `see` follows a value wherever it goes (rules: Access 16): whoever does not see a field learns it neither from what is made or copied
 * of it, nor from how records are called, found and told apart.
 */
import {
  canChooseCompany, historyOperation, canSeeResource, mayAccess, canSeeDashboard, maySee, rowScopeOf, profilesAllowedTo,
} from '../../access.ts';
import type {Condition} from '../../shapes/conditions.ts';
import type {Action, Resource} from '../../shapes/config.ts';
import {creationField} from '../../dashboard.ts';
import {defaultLookupOf} from '../../fields/defaults.ts';
import type {Field, Fields} from '../../shapes/fields.ts';
import {isComment} from '../../fields/kinds.ts';
import {DELETE_OPERATION, UPDATE_OPERATION} from '../../lifeCycle/consequences.ts';
import {askedFields, listHiddenAnswers} from '../../lifeCycle/asks.ts';
import {statusByKey} from '../../statuses/statuses.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {USERS} from '../../systemFields.ts';
import {pathParams} from '../../paths.ts';
import {listRobotProfiles, listQueueWatchers} from '../../queue.ts';
import {matchingWithinField} from '../../references.ts';
import {listFieldSources} from '../../fieldReaders.ts';
import {foundBy} from './foundBy.ts';
import type {Here, World} from '../world.ts';

/** Profiles that read records of a resource, in a list or alone. */
export const readersOf = ({config}: Pick<World, 'config'>, resource: Resource): string[] =>
  Object.keys(config.profiles).filter(perfil => canSeeResource(resource, perfil) && rowScopeOf(resource, perfil).length > 0);

/** Profiles that write records of a resource: by a form, or by an action. */
const writersOf = (resource: Resource): string[] => [
  ...profilesAllowedTo(resource, 'create'), ...profilesAllowedTo(resource, 'update'),
  ...Object.values(resource.actions ?? {}).flatMap(profilesOfAction),
];

/** Profiles that read the history, and what actions asked there. */
const historyReaders = (world: World, resource: Resource): string[] =>
  readersOf(world, resource).filter(perfil => mayAccess(resource, historyOperation(resource), perfil));

/** Profiles that read what an action asked under a name: in the dialog, in the history, in a notice. */
const answerReaders = (world: World, resource: Resource, action: Action, name: string): string[] =>
  [...profilesOfAction(action), ...historyReaders(world, resource).filter(perfil => !listHiddenAnswers(action, perfil).includes(name))];

/** Who is about to do something, and is told what hangs on it. */
export const doersOf = ({config}: World, resource: Resource, before: string): readonly string[] => {
  if (before === DELETE_OPERATION || before === UPDATE_OPERATION) return profilesAllowedTo(resource, before);
  const [action, child] = [resource.actions?.[before], config.resources[before]];
  if (action !== undefined) return profilesOfAction(action);
  return child === undefined ? [] : (['create', 'update', 'delete'] as const).flatMap(operation => profilesAllowedTo(child, operation));
};

/** Whether the profiles that see a field are there: one that is not was refused where it is named. */
export const isSeeSure = ({config: {profiles}}: World, {see = []}: Pick<Field, 'see'>): boolean =>
  see.every(perfil => profiles[perfil] !== undefined);

/** One of some profiles that does not see a field; undefined: all do, or it cannot be told. */
export const blindTo = (world: World, field: Field | undefined, among: readonly string[]): string | undefined => {
  const {profiles} = world.config;
  if (field?.see === undefined || !isSeeSure(world, field)) return undefined;
  return among.find(perfil => profiles[perfil] !== undefined && !maySee(field, perfil));
};

const READ = 'e o leria assim mesmo: tire "see" dele';
const NAMED = 'e o leria onde o registro é citado: diga outro "title"';
const REFUSED = 'e uma recusa o diria a ele';
const FOUND = 'e quais registros se acham o diria a ele';

/** Says so of a field that somebody does not see, and who would know it all the same. */
const demandSeen = (
  {world}: Pick<Here, 'world'>, here: string, of: Resource | undefined, name: string | undefined, profiles: readonly string[], why: string,
): void => {
  const blind = blindTo(world, of?.fields[name ?? ''], profiles);
  if (blind !== undefined) world.say(here, `"${blind}" não vê "${name}", ${why}`);
};

/** Says so of a field whose values are another's, which one of those who see it does not see. */
const checkSource = ({world}: Here, here: string, readers: readonly string[], of: string, source: string): void => {
  const blind = blindTo(world, world.config.resources[of]?.fields[source], readers);
  if (blind !== undefined) world.say(here, `"${blind}" leria aqui "${source}" de ${of}, que não pode ver`);
};

/** Whoever sees what is made of other values sees all of these. */
const checkMade = (one: Here): void => {
  const {world: {config}, name, resource, path} = one;
  for (const [own, field] of Object.entries(resource.fields)) {
    const seeing = Object.keys(config.profiles).filter(perfil => maySee(field, perfil));
    for (const [of, source] of listFieldSources(config.resources, [name, own])) {
      checkSource(one, `${path}.fields.${own}.see`, seeing, of, source);
    }
  }
};

/** The user's field that a word of the session tells, by its own name. */
const ofUser = (said: unknown): string => (typeof said === 'string' && said.startsWith('session.') ? said.slice('session.'.length) : '');

/** Whoever sees a value that is copied from another record, or from whoever writes it, sees it there. */
const checkCopies = (one: Here): void => {
  const {world, resource, path} = one;
  const {fields, template, actions = {}} = resource;
  const seeing = (own: string, readers: readonly string[]): string[] =>
    readers.filter(perfil => fields[own] === undefined || maySee(fields[own], perfil));
  const check = (place: string, some: Fields, beside: Fields, readers: (own: string) => readonly string[]): void => {
    for (const [own, field] of Object.entries(some)) {
      const {to, field: of} = defaultLookupOf(beside, field) ?? {to: USERS, field: ofUser(field.default)};
      checkSource(one, `${place}.${own}.default`, seeing(own, readers(own)), to, of);
    }
  };
  check(`${path}.fields`, fields, fields, () => [...readersOf(world, resource), ...writersOf(resource)]);
  for (const [key, action] of Object.entries(actions)) {
    const {asks = {}} = action;
    check(`${path}.actions.${key}.asks`, asks, {...fields, ...asks}, own => answerReaders(world, resource, action, own));
  }
  const by = fields[template?.by ?? ''];
  if (by?.kind !== 'referencia') return;
  for (const [item, {prefill}] of Object.entries(world.config.namedItems)) {
    checkSource(one, `namedItems.${item}.prefill.value`, readersOf(world, resource), USERS, ofUser(prefill?.value));
  }
  for (const [own, of] of Object.entries(template?.keep ?? {})) {
    checkSource(one, `${path}.template.keep.${own}`, seeing(own, readersOf(world, resource)), by.to, of);
  }
};

/** Who reads what is asked says the field that it is, or else the question itself. */
const checkAsks = (one: Here): void => {
  const {world, name, resource, path} = one;
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    for (const [input, ask] of Object.entries(askedFields(resource, action))) {
      const here = `${path}.actions.${key}.asks.${input}`;
      const see = action.asks?.[input]?.see;
      if (see !== undefined && Object.hasOwn(resource.fields, input)) {
        world.say(`${here}.see`, `quem vê "${input}" diz o campo de ${name}: tire "see" daqui`);
      } else if (see !== undefined && isSeeSure(world, {see}) && !historyReaders(world, resource).some(perfil => see.includes(perfil))) {
        world.say(`${here}.see`, `ninguém leria a resposta: nenhum destes perfis lê o histórico de ${name}`);
      }
      // What is said as a comment is told as one.
      if (isComment(ask)) demandSeen(one, here, resource, input, answerReaders(world, resource, action, input), READ);
    }
  }
};

/** Profiles that come across the name of a record: where they reach it, and where another names it. */
const meetersOf = ({config}: World, name: string): string[] => Object.keys(config.profiles).filter(perfil =>
  name === USERS || Object.entries(config.resources).some(([of, resource]) => {
    const isNamed = (field: Field): boolean => 'to' in field && field.to === name && maySee(field, perfil);
    const asked = Object.values(resource.actions ?? {}).filter(action => profilesOfAction(action).includes(perfil));
    return (of === name && rowScopeOf(resource, perfil).length > 0)
      || (canSeeResource(resource, perfil) && Object.values(resource.fields).some(isNamed))
      || asked.some(action => Object.values(askedFields(resource, action)).some(isNamed));
  }));

/** What is told of a record wherever it is named, and of one with a part by that. */
const checkTold = (one: Here): void => {
  const {world, name, resource, path} = one;
  const {resources} = world.config;
  const {fields, title, status, toggle, owner, template, files, queue} = resource;
  const meeters = meetersOf(world, name);
  demandSeen(one, `${path}.title`, resource, title, meeters, NAMED);
  if (name === USERS) demandSeen(one, `${path}.fields.nome.see`, resource, 'nome', meeters, READ);
  demandSeen(one, `${path}.toggle`, resource, toggle?.field, meeters, READ);
  const readers = readersOf(world, resource);
  demandSeen(one, `${path}.status`, resource, status, readers, READ);
  const by = fields[template?.by ?? ''];
  // The form, its versions and the kit of a robot.
  const formReaders = [...readers, ...by?.kind === 'referencia' ? resources[by.to]?.access.read ?? [] : []];
  for (const told of ['descricao', 'tipoCampo', 'obrigatorio', template?.flag]) {
    demandSeen(one, `${path}.template.items`, resources[template?.items ?? ''], told, formReaders, READ);
  }
  demandSeen(one, `${path}.files.calls.repeats`, resource, files?.calls?.repeats, readers, REFUSED);
  if (queue === undefined) return;
  const watching = [...listRobotProfiles(world.config), ...listQueueWatchers(world.config, resource)];
  for (const told of [queue.workflow, template?.by, owner?.empresa, owner?.filial]) {
    demandSeen(one, `${path}.queue`, resource, told, watching.filter(perfil => readers.includes(perfil)), READ);
  }
  const budget = typeof queue.budget === 'object' ? queue.budget : undefined;
  const limiting = fields[budget?.of ?? ''];
  const target = limiting?.kind === 'referencia' ? resources[limiting.to] : undefined;
  demandSeen(one, `${path}.queue.budget`, target, budget?.minutes, watching, READ);
};

/** A refusal tells whoever writes a record that another one has what they do not see of it. */
const checkUnique = (one: Here): void => {
  const {world: {config}, resource, path} = one;
  const company = resource.fields[resource.owner?.empresa ?? ''];
  // Who brings a record to another company brings the value along.
  const movers = company === undefined || company.readOnly !== undefined ? []
    : profilesAllowedTo(resource, 'update').filter(perfil => maySee(company, perfil) && canChooseCompany(config, perfil));
  for (const [own, {unique, default: begins}] of Object.entries(resource.fields)) {
    if (unique === undefined) continue;
    if (unique === 'empresa') demandSeen(one, `${path}.fields.${own}.unique`, resource, own, movers, REFUSED);
    if (begins !== undefined) demandSeen(
      one, `${path}.fields.${own}.unique`, resource, own, profilesAllowedTo(resource, 'create'), REFUSED,
    );
    for (const [key, action] of Object.entries(resource.actions ?? {})) {
      for (const word of ['asks', 'sets'] as const) {
        const here = `${path}.actions.${key}.${word}.${own}`;
        if (Object.hasOwn(action[word] ?? {}, own)) demandSeen(one, here, resource, own, profilesOfAction(action), REFUSED);
      }
    }
  }
  for (const [at, names] of (resource.unique ?? []).entries()) {
    for (const name of names) demandSeen(one, `${path}.unique[${at}]`, resource, name, writersOf(resource), REFUSED);
  }
};

/** Which records are found tells what they are found by. */
const demandFoundBy = (one: Here, here: string, of: string, condition: Condition, profiles: readonly string[]): void => {
  const {config} = one.world;
  for (const [there, field] of foundBy(config, of, condition)) demandSeen(one, here, config.resources[there], field, profiles, FOUND);
};

/** Records of a list: in a tab, within somebody's reach, of a parent, of a dashboard. */
const checkFound = (one: Here): void => {
  const {world: {config}, name, resource, path} = one;
  for (const [key, {where, profiles = resource.access.list}] of Object.entries(resource.tabs ?? {})) {
    for (const condition of where) demandFoundBy(one, `${path}.tabs.${key}.where`, name, condition, profiles);
  }
  for (const [perfil, conditions] of Object.entries(resource.scope)) {
    for (const condition of conditions) demandFoundBy(one, `${path}.scope.${perfil}`, name, condition, [perfil]);
  }
  for (const [key, {of, by, before, where = []}] of Object.entries(resource.consequences ?? {})) {
    const here = `${path}.consequences.${key}`;
    const doers = before.flatMap(word => doersOf(one.world, resource, word));
    demandSeen(one, `${here}.by`, config.resources[of], by, doers, FOUND);
    for (const condition of where) demandFoundBy(one, `${here}.where`, of, condition, doers);
  }
  for (const [child, {by}] of Object.entries(resource.children ?? {})) {
    const of = config.resources[child];
    const readers = readersOf(one.world, resource).filter(perfil => of !== undefined && canSeeResource(of, perfil));
    demandSeen(one, `${path}.children.${child}.by`, of, by, readers, FOUND);
  }
  for (const [key, dashboard] of Object.entries(config.dashboards).filter(([, {of}]) => of === name)) {
    const {empresa, filial} = resource.owner ?? {};
    const viewers = Object.keys(config.profiles).filter(perfil => canSeeDashboard(config, dashboard, perfil));
    // A reference that somebody does not see is left out of what they are told.
    for (const counted of [creationField(resource), statusByKey(resource, dashboard.chart)?.stamps, empresa, filial]) {
      demandSeen(one, `dashboards.${key}.of`, resource, counted, viewers, FOUND);
    }
  }
};

/** Records that are offered to somebody. */
const checkOffered = (one: Here): void => {
  const {world, resource, path} = one;
  const {config} = world;
  const check = (place: string, fields: Fields, profiles: readonly string[]): void => {
    for (const [own, field] of Object.entries(fields)) {
      const target = 'to' in field ? config.resources[field.to] : undefined;
      if (!('to' in field) || target === undefined) continue;
      const {within, to} = field;
      const seeing = profiles.filter(perfil => maySee(field, perfil));
      if (within !== undefined) {
        demandSeen(one, `${place}.${own}.within`, resource, within, seeing, FOUND);
        demandSeen(one, `${place}.${own}.within`, target, matchingWithinField(target, resource, within), seeing, FOUND);
      }
      if ('where' in field && field.where !== undefined) demandFoundBy(one, `${place}.${own}.where`, to, field.where, seeing);
    }
  };
  check(`${path}.fields`, resource.fields, [...readersOf(world, resource), ...writersOf(resource)]);
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    check(`${path}.actions.${key}.asks`, askedFields(resource, action), profilesOfAction(action));
  }
  const reaching = Object.keys(config.profiles).filter(perfil => rowScopeOf(resource, perfil).length > 0);
  for (const param of pathParams(resource.api?.combo ?? '')) demandSeen(one, `${path}.api.combo`, resource, param, reaching, FOUND);
};

/** Whether access and scope could be read: else they were refused where they are. */
export const isReachSure = ({unreadable}: World, name: string): boolean =>
  ['access', 'scope'].every(part => !unreadable.has(`resources.${name}.${part}`));

export const checkSeen = (one: Here): void => {
  if (!isReachSure(one.world, one.name)) return;
  for (const check of [checkMade, checkCopies, checkAsks, checkTold, checkUnique, checkFound, checkOffered]) check(one);
};
