/** Notices and waiting statuses must have a recipient who can read the record. */
import {parseAccessEntry, isHumanProfile} from '../access.ts';
import type {Action, Resource, Notices} from '../shapes/config.ts';
import {statusesOf} from '../statuses/statuses.ts';
import {revealsHiddenAnswers} from '../lifeCycle/asks.ts';
import {resolveRecipient, listNoticeRules} from '../lifeCycle/noticeRules.ts';
import {TEAM} from '../words/notices.ts';
import {checkRowCondition} from './conditions.ts';
import {isAccessReadable, areSeeProfilesKnown, listReaders} from './see/visibility.ts';
import {checkReadableSentence} from './see/sentences.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';

const listHumanReaders = (context: CheckContext, resource: Resource): string[] =>
  listReaders(context, resource).filter(perfil => isHumanProfile(context.config.profiles[perfil]));

/** Tells whether access, scope and people are readable. Otherwise they are reported where they are. */
const arePeopleReadable = (context: CheckContext, name: string): boolean =>
  isAccessReadable(context, name) && !context.unreadablePlaces.has(`resources.${name}.people`);

/** Resolves the profiles of a recipient, and the reason where there are none. */
const resolveReaders = (
  {context, name, resource}: ResourceCheckContext, recipient: string,
): {audience: readonly string[]; missingReason?: string} => {
  const readers = listHumanReaders(context, resource);
  const {profiles} = context.config;
  const resolved = resolveRecipient(context.config, resource, recipient);
  const isGroup = 'profiles' in resolved;
  const audience = isGroup ? readers.filter(perfil => resolved.profiles.includes(perfil)) : readers;
  // An unknown recipient is reported where it is named.
  if (audience.length > 0 || !arePeopleReadable(context, name)
    || (isGroup && !resolved.isTeam && profiles[recipient] === undefined)) return {audience};
  if (!isGroup) return {audience, missingReason: `nenhum perfil de pessoas vê ${name}`};
  const why = profiles[recipient]?.robot === true ? 'é de robôs, que não leem' : `não vê ${name}`;
  return {audience, missingReason: resolved.isTeam ? `nenhum perfil com "team" vê ${name}` : `"${recipient}" ${why}`};
};

/** A person and a profile with the same name are ambiguous. */
const isAmbiguous = ({context: {config}, resource}: ResourceCheckContext, recipient: string): boolean =>
  resource.people?.[recipient] !== undefined && config.profiles[recipient] !== undefined;
const AMBIGUOUS = 'é uma pessoa e um perfil: use outro nome em "people"';

/** Tells whether a recipient is always the actor, who gets no notice. */
const isAlwaysActor = (resource: Resource, recipient: string, action: Action | 'create' | 'update'): boolean => {
  const person = resource.people?.[recipient];
  if (person === undefined) return false;
  if (typeof action === 'string') return person.stamps === 'create' ? action === 'create' : person.stamps === 'update';
  const entries = [...action.profiles ?? [], ...Object.values(action.from ?? {}).flat()];
  return action.sets?.[person.field] === 'session.id' || action.needs?.includes(recipient) === true
    || (entries.length > 0 && entries.every(entry => parseAccessEntry(entry).condition === recipient));
};

/** Checks recipients and sentences of notices (rules: Notices 1). */
const checkTells = (resourceContext: ResourceCheckContext, tells: Notices, action: Action | 'create' | 'update'): void => {
  const {context, name, resource, path} = resourceContext;
  const noticeRules = listNoticeRules(tells);
  if (noticeRules.length === 0) context.report(path, 'não avisa ninguém: diga a quem, ou tire "tells"');
  const people = noticeRules.filter(([recipient]) => !('profiles' in resolveRecipient(context.config, resource, recipient)));
  const hasAlwaysRecipient = people.length > 0 && people.every(([recipient, {when}]) =>
    when === undefined && resource.people?.[recipient]?.stamps !== undefined);
  for (const [recipient, {says, when, always}] of noticeRules) {
    const place = `${path}.${recipient}`;
    const {audience, missingReason} = resolveReaders(resourceContext, recipient);
    if (isAmbiguous(resourceContext, recipient)) context.report(place, AMBIGUOUS);
    else if (missingReason !== undefined) context.report(place, `não avisa ninguém: ${missingReason}`);
    else if (isAlwaysActor(resource, recipient, action)) context.report(place, 'não avisa ninguém: é sempre quem o faz');
    else if (recipient === TEAM && hasAlwaysRecipient && always !== true) {
      context.report(place, 'não avisa ninguém: só avisa onde falta alguém dos outros, e ninguém falta; diga "always"');
    }
    if (always === true && recipient !== TEAM) {
      context.report(
        `${place}.always`, `só tem sentido em "${TEAM}": os outros são avisados sempre`,
      );
    }
    if (when !== undefined) checkRowCondition(context, `${place}.when`, when, name, resource, 'condição de um aviso');
    checkReadableSentence(resourceContext, place, says, audience);
    if (typeof action === 'string' || !Object.values(action.asks ?? {}).every(ask => areSeeProfilesKnown(context, ask))) continue;
    const blindProfiles = audience.filter(perfil => revealsHiddenAnswers(resource, action, says, perfil));
    // A person's profile is known at run time only. The server then leaves out profiles that may not read it.
    const isWrong = 'profiles' in resolveRecipient(context.config, resource, recipient)
      ? blindProfiles.length > 0
      : blindProfiles.length === audience.length;
    if (isWrong && blindProfiles[0] !== undefined) {
      context.report(
        place, `"${blindProfiles[0]}" saberia do que não pode ler: veja "see" em "asks"`,
      );
    }
  }
};

export const checkActionNotices = (resourceContext: ResourceCheckContext, action: Action): void => {
  if (action.tells !== undefined) checkTells({...resourceContext, path: `${resourceContext.path}.tells`}, action.tells, action);
};

/** Checks notices of create and update, and statuses that wait for somebody. */
export const checkNotices = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  for (const when of ['create', 'update'] as const) {
    const tells = resource.tells?.[when];
    if (tells === undefined) continue;
    const tellsContext = {...resourceContext, path: `${path}.tells.${when}`};
    const isDone = resource.access[when].length > 0 || !arePeopleReadable(context, name);
    if (!isDone) context.report(tellsContext.path, `não avisa ninguém: nenhum perfil ${when === 'create' ? 'cria' : 'altera'} ${name}`);
    checkTells(tellsContext, tells, when);
  }
  for (const {waits, end, name: status} of statusesOf(resource)) {
    if (waits === undefined || end === true) continue;
    const place = `${path}.fields.${resource.status ?? ''}.choices`;
    const {missingReason} = resolveReaders(resourceContext, waits);
    if (isAmbiguous(resourceContext, waits)) context.report(place, `"${waits}", por quem "${status}" espera, ${AMBIGUOUS}`);
    else if (missingReason !== undefined) context.report(place, `"${status}" espera por ninguém: ${missingReason}`);
  }
};
