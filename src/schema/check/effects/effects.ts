/** Effects of an action on other records: the actions that it does (`does`) and the records that it creates (`creates`). */
import {canChooseCompany, mayAccess, maySee} from '../../access.ts';
import type {Action, Resource} from '../../shapes/config.ts';
import type {Field} from '../../shapes/fields.ts';
import {isWritable} from '../../fields/validate.ts';
import {askedFields} from '../../lifeCycle/asks.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {apiOf} from '../../paths.ts';
import {joinAlternatives} from '../mistakeTexts.ts';
import {checkWrittenValue} from './writtenValues.ts';
import type {CheckContext, ResourceCheckContext} from '../checkContext.ts';

interface ActionContext extends ResourceCheckContext {
  key: string;
  action: Action;
}

interface ActionStep {
  name: string;
  resource: Resource;
  key: string;
  action: Action;
}

/** The actions that an action does, without unknown ones, which are reported where they are named. */
const listDoneActions = ({config}: CheckContext, {resource, action}: Pick<ActionStep, 'resource' | 'action'>): ActionStep[] =>
  (action.does ?? []).flatMap(({on, action: key}) => {
    const field = resource.fields[on];
    const name = field?.kind === 'referencia' ? field.to : '';
    const target = config.resources[name];
    const done = target?.actions?.[key];
    return target === undefined || done === undefined ? [] : [{name, resource: target, key, action: done}];
  });

const isSameStep = (left: Pick<ActionStep, 'name' | 'key'>, right: Pick<ActionStep, 'name' | 'key'>): boolean =>
  left.name === right.name && left.key === right.key;

/** Tells whether an action leads back to `start`, over any number of actions. */
const leadsBack = (context: CheckContext, start: ActionStep, step: ActionStep, visited: readonly ActionStep[] = []): boolean =>
  isSameStep(start, step) || (!visited.some(earlier => isSameStep(earlier, step))
    && listDoneActions(context, step).some(next => leadsBack(context, start, next, [...visited, step])));

/** An input that may stay unanswered: it begins with a value, or the record always has one. */
const isAnsweredAlone = (resource: Resource, input: string, ask: Field): boolean => {
  const field = Object.hasOwn(resource.fields, input) ? resource.fields[input] : undefined;
  return ask.required === undefined || ask.default !== undefined || (field?.required === true && field.kind !== 'referencia');
};

const checkDoes = ({context, name, resource, key, action, path}: ActionContext): void => {
  const place = `${path}.does`;
  const start = {name, resource, key, action};
  for (const step of listDoneActions(context, start)) {
    const doneName = `"${step.key}" de ${step.name}`;
    if (leadsBack(context, start, step)) context.report(place, `${doneName} leva de volta a "${key}": nunca terminaria`);
    if (step.action.call === apiOf(step.name, step.resource).update) {
      context.report(place, `${doneName} é a regra de salvar, e não uma ação que se faça`);
    }
    for (const [input, ask] of Object.entries(askedFields(step.resource, step.action))) {
      if (!isAnsweredAlone(step.resource, input, ask)) {
        context.report(place, `${doneName} exige a resposta "${input}", e aqui ninguém responde: dê-lhe um "default"`);
      }
    }
    if (step.action.files === 'required') context.report(place, `${doneName} exige arquivos, e aqui ninguém os envia`);
    const allowed = profilesOfAction(step.action);
    const refused = profilesOfAction(action).filter(perfil => context.config.profiles[perfil] !== undefined && !allowed.includes(perfil));
    if (refused.length > 0) context.report(place, `${joinAlternatives(refused)} faria esta ação e não pode fazer ${doneName}`);
  }
};

/** Tells whether the server fills in a field that nobody gave: the own company, the author, a default. */
const isFilledIn = ({config}: CheckContext, target: Resource, fieldName: string, field: Field, profiles: readonly string[]): boolean =>
  field.default !== undefined || !isWritable(field)
  || (fieldName === target.owner?.empresa && !profiles.some(perfil => canChooseCompany(config, perfil)));

const checkCreated = (actionContext: ActionContext, created: string, target: Resource): void => {
  const {context, action, path} = actionContext;
  const place = `${path}.creates.${created}`;
  const profiles = profilesOfAction(action).filter(perfil => context.config.profiles[perfil] !== undefined);
  if (target.template !== undefined) context.report(place, `${created} tem um formulário de modelo, que alguém preenche ao criar`);
  if (target.files?.required === true) context.report(place, `${created} exige arquivos ao criar, e aqui ninguém os envia`);
  const refused = profiles.filter(perfil => !mayAccess(target, 'create', perfil));
  if (refused.length > 0 && !context.unreadablePlaces.has(`resources.${created}.access`)) {
    context.report(place, `${joinAlternatives(refused)} faria esta ação e não pode criar ${created}`);
  }
  const values = action.creates?.[created] ?? {};
  for (const [fieldName, value] of Object.entries(values)) {
    const field = target.fields[fieldName];
    if (field === undefined) continue;
    const fieldPlace = `${place}.${fieldName}`;
    checkWrittenValue(actionContext, fieldPlace, [fieldName, field], value);
    const blind = profiles.filter(perfil => !maySee(field, perfil));
    if (fieldName === target.status) context.report(fieldPlace, 'um registro novo começa no primeiro status');
    else if (field.readOnly === true) context.report(fieldPlace, `ninguém preenche "${fieldName}": tem "readOnly"`);
    else if (blind.length > 0) context.report(fieldPlace, `${joinAlternatives(blind)} não vê "${fieldName}", e não o preencheria`);
  }
  for (const [fieldName, field] of Object.entries(target.fields)) {
    if (field.required !== true || Object.hasOwn(values, fieldName) || isFilledIn(context, target, fieldName, field, profiles)) continue;
    context.report(place, `falta "${fieldName}", que é obrigatório em ${created}`);
  }
};

/** Checks the effects of one action; `path` is `resources.tickets.actions.atender`. */
export const checkEffects = (actionContext: ActionContext): void => {
  checkDoes(actionContext);
  for (const created of Object.keys(actionContext.action.creates ?? {})) {
    const target = actionContext.context.config.resources[created];
    if (target !== undefined) checkCreated(actionContext, created, target);
  }
};
