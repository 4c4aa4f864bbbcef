/** Actions and the list's toggle. */
import {parseAccessEntry, isHumanProfile} from '../access.ts';
import type {Action} from '../shapes/config.ts';
import {decimalsOf} from '../fields/decimals.ts';
import {fieldShapes, type Field} from '../shapes/fields.ts';
import {isShortcutLetter, isScreenKey} from '../words/keys.ts';
import {USERS} from '../systemFields.ts';
import {listPlaceholders} from '../words/messages.ts';
import {apiOf} from '../paths.ts';
import {askedFields} from '../lifeCycle/asks.ts';
import {resolveToggle} from '../lifeCycle/toggle.ts';
import {profilesOfAction} from '../lifeCycle/workflow.ts';
import {isRelativeMoment, listMomentFields} from '../fields/relativeMoments.ts';
import {recordFieldIn} from '../lifeCycle/writtenValues.ts';
import {checkFormConditions, checkCondition, checkRowCondition, checkRefusingCondition} from './conditions.ts';
import {checkDefaults} from './defaults.ts';
import {checkEffects} from './effects/effects.ts';
import {checkFields, checkFieldOutsideResource, checkPathParams, refuseServerWritten} from './fields.ts';
import {checkActionNotices} from './notices.ts';
import {joinAlternatives, listDuplicates} from './mistakeTexts.ts';
import {checkWrittenValue} from './effects/writtenValues.ts';
import type {ResourceCheckContext as ResourceContext, CheckContext} from './checkContext.ts';

/** Input of the checks of one action; `path` is `resources.tickets.actions.atender`. */
interface ActionContext extends ResourceContext {
  key: string;
  action: Action;
}

/** Checks access entries: a profile counts once, and a condition of `perfil:condicao` needs a reason. */
export const checkAccessEntries = ({context, name, resource}: ResourceContext, place: string, entries: readonly string[]): void => {
  for (const entry of entries) {
    const [, condition, ...extraParts] = entry.split(':');
    if (condition !== undefined && extraParts.length === 0) checkRefusingCondition(context, place, condition, name, resource);
  }
  for (const perfil of listDuplicates(entries.map(entry => parseAccessEntry(entry).perfil))) {
    context.report(place, `"${perfil}" está repetido, e só a primeira vez conta`);
  }
};

const checkProfilesAndStatuses = (actionContext: ActionContext): void => {
  const {context, name, resource, action, path} = actionContext;
  const {profiles, from, to, needs = []} = action;
  checkAccessEntries(actionContext, `${path}.profiles`, profiles ?? []);
  if (profilesOfAction(action).length === 0) {
    const isDeclared = profiles !== undefined || from !== undefined;
    context.report(path, isDeclared ? 'ninguém pode fazê-la' : 'falta "profiles" ou "from": ninguém pode fazê-la');
  }
  const hasLifeCycle = resource.status !== undefined;
  for (const word of ['from', 'to'] as const) {
    if (action[word] !== undefined && !hasLifeCycle) {
      context.report(
        `${path}.${word}`, `${name} não tem "status": não há de onde nem para onde ir`,
      );
    }
  }
  for (const [key, entries] of Object.entries(from ?? {})) checkAccessEntries(actionContext, `${path}.from.${key}`, entries);
  if (typeof to === 'object') checkCondition(context, `${path}.to.when`, to.when, name, resource);
  for (const need of needs) checkRefusingCondition(context, `${path}.needs`, need, name, resource);
};

/** Checks that people can reach the action: by a button, the toggle or the form. */
const checkPlaces = ({context, name, resource, key, action, path}: ActionContext): void => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  const isSave = action.call === apiOf(name, resource).update;
  const isDrawn = (action.places ?? []).length > 0 || [enable, disable].includes(key) || isSave;
  const people = profilesOfAction(action).filter(profile => isHumanProfile(context.config.profiles[profile]));
  if (!isDrawn && people.length > 0) context.report(path, 'não aparece em lugar nenhum: falta "places"');
  if (action.key !== undefined) {
    if (!isShortcutLetter(action.key)) {
      context.report(
        `${path}.key`, `"${action.key}" não serve de tecla: use uma só letra minúscula, sem acento`,
      );
    }
    else if (isScreenKey(action.key)) context.report(`${path}.key`, `"${action.key}" já é uma tecla das telas: use outra letra`);
    if ((action.places ?? []).length === 0) context.report(`${path}.key`, 'só tem sentido numa ação com "places"');
  }
};

const checkEffect = ({context, name, resource, key, action, path}: ActionContext): void => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  // The action of the update call is the rule for saving. The toggle's actions are checked in `checkToggle`.
  if (action.call === apiOf(name, resource).update || key === enable || key === disable) return;
  const {to, sets, does, creates, asks, files, sends} = action;
  const hasEffect = [to, sets, does, creates, asks, files, sends].some(word => word !== undefined);
  if (!hasEffect) context.report(path, 'não faz nada: falta "to", "sets", "does", "creates", "asks", "files" ou "sends"');
};

const checkBulk = ({context, name, resource, key, action, path}: ActionContext): void => {
  const {enable, disable} = resolveToggle(resource) ?? {};
  const isBulk = action.bulk !== undefined || key === enable || key === disable;
  const [placeholder] = isBulk ? listPlaceholders(action.confirm ?? '') : [];
  if (placeholder !== undefined) {
    context.report(`${path}.confirm`, `"{${placeholder}}" é de um registro só, e a pergunta é feita uma vez para vários`);
  }
  if (isBulk && action.files === 'required') context.report(`${path}.files`, 'uma ação sobre vários registros não recebe arquivos');
  if (action.bulk === undefined) return;
  const place = `${path}.bulk`;
  if (action.call === apiOf(name, resource).update) context.report(place, 'não vale para a ação de salvar, que é do formulário');
  else if ((action.places ?? []).length === 0) context.report(place, 'falta "places": o que se faz a vários também se faz a um');
  if (key === enable || key === disable) context.report(place, 'as duas ações de "toggle" já valem para vários');
};

const checkActionCalls = ({context, name, resource, action, path}: ActionContext): void => {
  // The update call has no dialog and no button of another action.
  const forbiddenWords = (['to', 'asks', 'files', 'does', 'creates', 'places', 'tells'] as const)
    .filter(word => action[word] !== undefined);
  if (action.call === apiOf(name, resource).update && forbiddenWords.length > 0) {
    context.report(`${path}.call`, `"${action.call}" já é a de salvar, que não tem ${joinAlternatives(forbiddenWords)}: use outra chamada`);
  }
  for (const call of [action.call, ...(action.also ?? [])]) {
    checkPathParams(context, `${path}.call`, call, ['id', 'idUsuario']);
    if (!/:id\b/.test(call)) context.report(`${path}.call`, `"${call}" não diz de qual registro: falta ":id"`);
    if (call.startsWith('GET ')) context.report(`${path}.call`, `"${call}" não pode ser GET: uma ação muda o registro`);
  }
};

const checkSets = (actionContext: ActionContext): void => {
  const {context, resource, action, path} = actionContext;
  for (const [field, value] of Object.entries(action.sets ?? {})) {
    const place = `${path}.sets.${field}`;
    const target = resource.fields[field];
    if (target === undefined) continue;
    if (field === resource.status) context.report(place, 'um status muda por "to"');
    if (action.asks?.[field] !== undefined) context.report(place, `"${field}" já é perguntado em "asks"`);
    checkWrittenValue(actionContext, place, [field, target], value);
    for (const name of isRelativeMoment(value) ? listMomentFields(value) : [recordFieldIn(value) ?? '']) {
      const source = resource.fields[name];
      if (source?.kind !== 'relacionado' || action.asks?.[source.through] === undefined) continue;
      context.report(place, `"${source.through}" é perguntado nesta ação, e o que se lê por ele só se sabe depois`);
    }
  }
};

/** Other keys of the action's request body. */
const RESERVED_INPUTS = ['data', 'files', 'tipos', 'acoes'];

/** Options in which an input may be stricter than its field, and options that must be equal. */
const UPPER_LIMITS = ['maxLength', 'max'];
const LOWER_LIMITS = ['minLength', 'min'];
const EQUAL_WORDS = ['to', 'list', 'only', 'case', 'pattern'];
type Options = Readonly<Record<string, unknown>>;

/** Reports an input that accepts more than its field, because the record's form would refuse the stored value. */
const checkFitsField = (context: CheckContext, place: string, fieldDescription: string, field: Field, ask: Field): void => {
  const [limits, inputOptions]: Options[] = [field, ask];
  const exceeds = (word: string, fits: (limit: unknown, inputLimit: unknown) => boolean): boolean =>
    limits?.[word] !== undefined && !fits(limits[word], inputOptions?.[word]);
  const exceededWords = [
    ...UPPER_LIMITS.filter(word => exceeds(word, (limit, inputLimit) => Number(inputLimit) <= Number(limit))),
    ...LOWER_LIMITS.filter(word => exceeds(word, (limit, inputLimit) => Number(inputLimit) >= Number(limit))),
    ...EQUAL_WORDS.filter(word => exceeds(word, (limit, inputLimit) => JSON.stringify(inputLimit) === JSON.stringify(limit))),
    ...'decimals' in fieldShapes[ask.kind].shape && decimalsOf(ask) > decimalsOf(field) ? ['decimals'] : [],
  ];
  for (const word of exceededWords) context.report(place, `não cabe em ${fieldDescription}: diga "${word}" como lá`);
  if (!('choices' in field && 'choices' in ask)) return;
  const ids: readonly unknown[] = field.choices.map(({id}) => id);
  for (const {id} of ask.choices) if (!ids.includes(id)) {
    context.report(
      `${place}.choices`, `${JSON.stringify(id)} não é uma opção de ${fieldDescription}`,
    );
  }
};

/** Checks inputs; one with a field's name writes that field. */
const checkAsks = ({context, name, resource, action, path}: ActionContext): void => {
  const {asks} = action;
  if (asks === undefined) return;
  const place = `${path}.asks`;
  for (const [input, ask] of Object.entries(asks)) {
    const inputPlace = `${place}.${input}`;
    checkFieldOutsideResource(context, inputPlace, ask);
    if (RESERVED_INPUTS.includes(input)) context.report(place, `"${input}" já tem outro sentido nesta chamada: use outro nome`);
    const field = Object.hasOwn(resource.fields, input) ? resource.fields[input] : undefined;
    if (field?.archived === true) context.report(inputPlace, 'o campo tem "archived": ninguém grava mais nele');
    if (field?.required === true && ask.default !== undefined && ask.kind !== 'referencia') {
      context.report(`${inputPlace}.default`, `todo registro já tem "${input}", que é obrigatório: é com ele que se começa`);
    }
    if (input === resource.status) context.report(inputPlace, 'um status muda por "to"');
    else if (field !== undefined && field.kind !== ask.kind) {
      context.report(inputPlace, `"${input}" é um campo ${field.kind} de ${name}, e aqui é ${ask.kind}: use o mesmo tipo ou outro nome`);
    } else if (field !== undefined) {
      refuseServerWritten(context, inputPlace, field);
      checkFitsField(context, inputPlace, `"${input}" de ${name}`, field, askedFields(resource, action)[input] ?? ask);
    }
  }
  checkFields(context, {path: place, names: Object.keys(asks), fields: asks});
  checkDefaults(context, {path: place, fields: asks, siblings: {...resource.fields, ...asks}, isAsked: true});
  checkFormConditions(context, place, asks, name, resource);
  for (const [input, ask] of Object.entries(asks)) {
    const target = ask.kind === 'referencia' ? context.config.resources[ask.to] : undefined;
    if (ask.kind !== 'referencia' || ask.where === undefined || target === undefined) continue;
    checkRowCondition(context, `${place}.${input}.where`, ask.where, ask.to, target, 'escolha');
  }
};

const checkAction = (actionContext: ActionContext): void => {
  const {context, name, resource, action, path} = actionContext;
  for (const check of [
    checkProfilesAndStatuses, checkEffect, checkPlaces, checkBulk, checkActionCalls, checkSets, checkAsks, checkEffects,
  ]) check(actionContext);
  checkActionNotices(actionContext, action);
  if (action.files !== undefined && !context.declaresPart(name, 'files')) {
    context.report(`${path}.files`, `${name} não tem arquivos: falta "files" nele`);
  }
  const invites = Object.values(resource.fields).some(field => field.kind === 'senha' && field.invites !== undefined);
  if (action.sends !== undefined && name !== USERS) context.report(`${path}.sends`, `só se envia a quem entra no produto: ${USERS}`);
  else if (action.sends !== undefined && !invites && context.hasAllFields(name)) {
    context.report(`${path}.sends`, `${name} não tem um campo senha com "invites": não há a quem enviar`);
  }
};

/** Checks that the two actions of the toggle set the value that it shows. */
const checkToggle = ({context, name, resource, path}: ResourceContext): void => {
  const toggle = resolveToggle(resource);
  const field = resource.fields[toggle?.field ?? ''];
  if (toggle === undefined || field === undefined) return;
  const place = `${path}.toggle`;
  const choices = field.kind === 'escolha' ? field.choices.length : 2;
  for (const [key, on] of [['enable', true], ['disable', false]] as const) {
    const actionKey = toggle[key];
    const action = resource.actions?.[actionKey];
    const setValue = action?.sets?.[toggle.field];
    if (action === undefined) {
      // An unreadable action is reported already.
      const isMissing = context.actionsOf(name)?.includes(actionKey) === false;
      if (isMissing) {
        context.report(
          `${place}.field`, `"${toggle.field}" é um campo ${field.kind}: só um booleano ou uma escolha se liga e desliga`,
        );
      }
    } else if (setValue === undefined && choices !== 2) {
      context.report(
        place, `"${toggle.field}" tem ${choices} opções, e não se sabe qual é a desligada: diga "sets" em "actions.${actionKey}"`,
      );
    } else if (setValue === undefined || (setValue === toggle.on) !== on) {
      context.report(place, `a ação "${actionKey}" não ${on ? 'liga' : 'desliga'} "${toggle.field}"`);
    }
  }
};

const checkKeys = ({context, resource, path}: ResourceContext): void => {
  const shortcuts = Object.entries(resource.actions ?? {})
    .flatMap(([key, action]) => (action.key === undefined ? [] : [[key, action.key] as const]));
  for (const [index, [key, letter]] of shortcuts.entries()) {
    const [earlierKey] = shortcuts.slice(0, index).find(([, earlierLetter]) => earlierLetter === letter) ?? [];
    if (earlierKey !== undefined) context.report(`${path}.actions.${key}.key`, `"${letter}" já é a tecla de "${earlierKey}"`);
  }
};

export const checkActions = (resourceContext: ResourceContext): void => {
  for (const [key, action] of Object.entries(resourceContext.resource.actions ?? {})) {
    checkAction({...resourceContext, key, action, path: `${resourceContext.path}.actions.${key}`});
  }
  checkKeys(resourceContext);
  checkToggle(resourceContext);
};
