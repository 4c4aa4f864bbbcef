/** Whom something tells and whom a status waits for: somebody has to be there who reads it. */
import {parseAccessEntry, isHumanProfile} from '../access.ts';
import type {Action, Resource, Tells} from '../shapes/config.ts';
import {statusesOf} from '../statuses/statuses.ts';
import {revealsHiddenAnswers} from '../lifeCycle/asks.ts';
import {resolveRecipient, listNoticeRules} from '../lifeCycle/noticeRules.ts';
import {TEAM} from '../words/notices.ts';
import {findsBy} from './conditions.ts';
import {isReachSure, isSeeSure, readersOf} from './see/values.ts';
import {demandReadable} from './see/sentences.ts';
import type {Here, World} from './world.ts';

/** Profiles of people who see records of a resource: whoever is told is of one of them. */
const readers = (world: World, resource: Resource): string[] =>
  readersOf(world, resource).filter(perfil => isHumanProfile(world.config.profiles[perfil]));

/** Whether access and scope could be read: else they were refused where they are. */
const isSure = (world: World, name: string): boolean => isReachSure(world, name) && !world.unreadable.has(`resources.${name}.people`);

/** Those of the readers who are meant, and why there are none where nobody is. */
const meantBy = ({world, name, resource}: Here, who: string): {meant: readonly string[]; none?: string} => {
  const all = readers(world, resource);
  const {profiles} = world.config;
  const hearer = resolveRecipient(world.config, resource, who);
  const isGroup = 'profiles' in hearer;
  const meant = isGroup ? all.filter(perfil => hearer.profiles.includes(perfil)) : all;
  // One that there is not was refused where it is named.
  if (meant.length > 0 || !isSure(world, name) || (isGroup && !hearer.isTeam && profiles[who] === undefined)) return {meant};
  if (!isGroup) return {meant, none: `nenhum perfil de pessoas vê ${name}`};
  const why = profiles[who]?.robot === true ? 'é de robôs, que não leem' : `não vê ${name}`;
  return {meant, none: hearer.isTeam ? `nenhum perfil com "team" vê ${name}` : `"${who}" ${why}`};
};

/** One name for a person and a profile: nobody knows which of them is meant. */
const isTwo = ({world: {config}, resource}: Here, who: string): boolean =>
  resource.people?.[who] !== undefined && config.profiles[who] !== undefined;
const TWO = 'é uma pessoa e um perfil: use outro nome em "people"';

/** Who is always whoever does it, and so is never told of it. */
const isTheirOwn = (resource: Resource, who: string, action: Action | 'create' | 'update'): boolean => {
  const person = resource.people?.[who];
  if (person === undefined) return false;
  if (typeof action === 'string') return person.stamps === 'create' ? action === 'create' : person.stamps === 'update';
  const entries = [...action.profiles ?? [], ...Object.values(action.from ?? {}).flat()];
  return action.sets?.[person.field] === 'session.id' || action.needs?.includes(who) === true
    || (entries.length > 0 && entries.every(entry => parseAccessEntry(entry).condition === who));
};

/** Whom it tells, and in which words (rules: Notices 1). */
const checkTells = (one: Here, tells: Tells, action: Action | 'create' | 'update'): void => {
  const {world, name, resource, path: here} = one;
  const all = listNoticeRules(tells);
  if (all.length === 0) world.say(here, 'não avisa ninguém: diga a quem, ou tire "tells"');
  const people = all.filter(([who]) => !('profiles' in resolveRecipient(world.config, resource, who)));
  const isNeverNobody = people.length > 0 && people.every(([who, {when}]) =>
    when === undefined && resource.people?.[who]?.stamps !== undefined);
  for (const [who, {says, when, always}] of all) {
    const place = `${here}.${who}`;
    const {meant, none} = meantBy(one, who);
    if (isTwo(one, who)) world.say(place, TWO);
    else if (none !== undefined) world.say(place, `não avisa ninguém: ${none}`);
    else if (isTheirOwn(resource, who, action)) world.say(place, 'não avisa ninguém: é sempre quem o faz');
    else if (who === TEAM && isNeverNobody && always !== true) {
      world.say(place, 'não avisa ninguém: só avisa onde falta alguém dos outros, e ninguém falta; diga "always"');
    }
    if (always === true && who !== TEAM) world.say(`${place}.always`, `só tem sentido em "${TEAM}": os outros são avisados sempre`);
    if (when !== undefined) findsBy(world, `${place}.when`, when, name, resource, 'condição de um aviso');
    demandReadable(one, place, says, meant);
    if (typeof action === 'string' || !Object.values(action.asks ?? {}).every(ask => isSeeSure(world, ask))) continue;
    const blind = meant.filter(perfil => revealsHiddenAnswers(resource, action, says, perfil));
    // Of a person only the server knows which of the profiles is theirs: it leaves out who does not read it.
    const isWrong = 'profiles' in resolveRecipient(world.config, resource, who) ? blind.length > 0 : blind.length === meant.length;
    if (isWrong && blind[0] !== undefined) world.say(place, `"${blind[0]}" saberia do que não pode ler: veja "see" em "asks"`);
  }
};

/** Of an action. */
export const checkActionTells = (one: Here, action: Action): void => {
  if (action.tells !== undefined) checkTells({...one, path: `${one.path}.tells`}, action.tells, action);
};

/** Of a resource: of making and saving, and the statuses that wait. */
export const checkTelling = (one: Here): void => {
  const {world, name, resource, path} = one;
  for (const when of ['create', 'update'] as const) {
    const tells = resource.tells?.[when];
    if (tells === undefined) continue;
    const here = {...one, path: `${path}.tells.${when}`};
    const isDone = resource.access[when].length > 0 || !isSure(world, name);
    if (!isDone) world.say(here.path, `não avisa ninguém: nenhum perfil ${when === 'create' ? 'cria' : 'altera'} ${name}`);
    checkTells(here, tells, when);
  }
  for (const {waits, end, name: status} of statusesOf(resource)) {
    if (waits === undefined || end === true) continue;
    const here = `${path}.fields.${resource.status ?? ''}.choices`;
    const {none} = meantBy(one, waits);
    if (isTwo(one, waits)) world.say(here, `"${waits}", por quem "${status}" espera, ${TWO}`);
    else if (none !== undefined) world.say(here, `"${status}" espera por ninguém: ${none}`);
  }
};
