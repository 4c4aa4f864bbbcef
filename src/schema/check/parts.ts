/** Parts of a resource: a form frozen from a template, files, and a queue for robots. */
import {STORED_CONDITION} from '../conditions/builtIn.ts';
import type {FilesPart, PartName, Resource, TemplatePart} from '../shapes/config.ts';
import {MAX_BUDGET_SECONDS} from '../shapes/parts.ts';
import {systemItemFields} from '../systemFields.ts';
import {NEWEST_STEPS_KEY} from '../lifeCycle/newestSteps.ts';
import {statusByKey} from '../statuses/statuses.ts';
import {listTargetStatuses} from '../lifeCycle/workflow.ts';
import {listParts} from '../parts.ts';
import {MINUTE_SECONDS, resolveQueue, listRobotProfiles} from '../queue.ts';
import {statusResponseKeys} from '../statuses/responseKeys.ts';
import {checkFieldKind, checkPathParams} from './fields.ts';
import {checkSystemFields} from './systemResources.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';

/** Checks the items resource of a form: its system fields, and an item kind for each choice. `place` names the resource. */
export const checkItemsResource = (context: CheckContext, place: string, items: string): void => {
  checkSystemFields(
    context, items, systemItemFields, word => void context.checkKnownName(place, word, context.fieldsOf(items), `um campo de ${items}`),
  );
  const kinds = context.unreadablePlaces.has('itemKinds') ? undefined : Object.keys(context.config.itemKinds);
  if (kinds?.includes('texto') === false) context.report('itemKinds', 'falta "texto": o que é um item sem tipo conhecido');
  const tipoCampo = context.config.resources[items]?.fields['tipoCampo'];
  for (const {id} of tipoCampo?.kind === 'escolha' ? tipoCampo.choices : []) {
    context.checkKnownName(`resources.${items}.fields.tipoCampo.choices`, String(id), kinds, 'um tipo de "itemKinds"');
  }
};

const checkKeptFields = (
  resourceContext: ResourceCheckContext, place: string, {keep = {}, keepItem = {}, version}: TemplatePart, to: string | undefined,
): void => {
  const {context, resource} = resourceContext;
  for (const [fieldName, templateField] of Object.entries(keep)) {
    const field = to === undefined ? undefined : context.config.resources[to]?.fields[templateField];
    if (field !== undefined) checkFieldKind(context, `${place}.keep`, fieldName, resource.fields, [field.kind]);
    if (fieldName in keepItem) context.report(`${place}.keepItem`, `"${fieldName}" já está em "keep"`);
    if (fieldName === version) context.report(`${place}.version`, `"${fieldName}" já está em "keep"`);
  }
};

const checkTemplate = (resourceContext: ResourceCheckContext): void => {
  const {context, resource, path} = resourceContext;
  const {template} = resource;
  if (template === undefined) return;
  const place = `${path}.template`;
  const by = resource.fields[template.by];
  if (by?.readOnly === true) context.report(`${place}.by`, `"${template.by}" é só para leitura: ninguém escolheria o modelo`);
  const to = by?.kind === 'referencia' && context.resources?.includes(by.to) === true ? by.to : undefined;
  checkKeptFields(resourceContext, place, template, to);
  if (context.resources?.includes(template.items) === false) return;
  checkItemsResource(context, `${place}.items`, template.items);
  const items = context.config.resources[template.items];
  if (items === undefined || to === undefined || context.unreadablePlaces.has(`resources.${template.items}.owner`)) return;
  const through = items.owner?.through ?? '';
  const parent = items.fields[through];
  if (parent === undefined && context.fieldsOf(template.items)?.includes(through) === true) return;
  if (parent?.kind !== 'referencia' || parent.to !== to) {
    context.report(`${place}.items`, `${template.items} não diz por "owner.through" de que registro de ${to} é cada item`);
  } else if (template.version !== undefined && parent.readOnly !== STORED_CONDITION) {
    const throughPath = `${template.items}.${through}`;
    context.report(
      `${place}.version`,
      `um item não pode mudar de modelo, ou as versões mentiriam: falta "readOnly": "${STORED_CONDITION}" em ${throughPath}`,
    );
  }
};

type Calls = NonNullable<FilesPart['calls']>;
/** Required parameter of each call, and whether it only reads. */
const FILE_CALLS: Readonly<Record<Exclude<keyof Calls, 'record' | 'repeats'>, {needs?: string; reads?: true}>> = {
  list: {needs: 'id', reads: true}, check: {}, upload: {}, remove: {needs: 'fileId'}, download: {needs: 'fileId', reads: true},
};

const checkFiles = ({context, resource, path}: ResourceCheckContext): void => {
  const {files} = resource;
  if (files === undefined) return;
  const filesPath = `${path}.files`;
  const {calls, photo, types} = files;
  const {rows} = context.config.lists[types] ?? {};
  if (photo !== undefined) context.checkKnownName(`${filesPath}.photo`, photo, rows && Object.keys(rows), `um valor de "lists.${types}"`);
  if (calls === undefined) return;
  for (const [call, {needs, reads}] of Object.entries(FILE_CALLS)) {
    const endpoint = calls[call as keyof typeof FILE_CALLS];
    const place = `${filesPath}.calls.${call}`;
    checkPathParams(context, place, endpoint, [...(needs === undefined ? [] : [needs]), 'idUsuario']);
    const isNamed = needs === undefined || new RegExp(`:${needs}\\b`).test(endpoint);
    if (!isNamed) context.report(place, `"${endpoint}" não diz de quê: falta ":${needs}"`);
    checkCallMethod(context, place, endpoint, reads === true);
  }
};

const QUEUE_PLACES = ['waiting', 'working', 'failed', 'done'] as const;

const checkQueue = ({context, name, resource, path}: ResourceCheckContext): void => {
  const {queue, status, scope, fields, actions = {}} = resource;
  if (queue === undefined) return;
  const place = `${path}.queue`;
  if (status === undefined) return context.report(place, 'só tem sentido com "status"');
  const {calls, lease: [minLease, usualLease, maxLease]} = resolveQueue(name, resource);
  for (const [at, word] of QUEUE_PLACES.entries()) {
    const key = queue[word];
    const placeStatus = statusByKey(resource, key);
    const isDuplicate = QUEUE_PLACES.slice(0, at).some(earlierPlace => queue[earlierPlace] === key);
    if (isDuplicate) context.report(`${place}.${word}`, `o status "${key}" já é outro lugar da fila`);
    if (placeStatus === undefined || (placeStatus.end === true) === (word === 'done')) continue;
    context.report(`${place}.${word}`, word === 'done' ? `"${key}" não é um fim: falta "end" nesse status` : `"${key}" é um fim ("end")`);
  }
  for (const [action, declared] of Object.entries(actions)) {
    if (listTargetStatuses(declared).includes(queue.working)) {
      context.report(`${path}.actions.${action}.to`, `a "${queue.working}" só um robô leva, ao reservar`);
    }
  }
  const statusField = fields[status];
  if (statusField?.kind === 'escolha' && statusField.default !== undefined
    && statusField.default === statusByKey(resource, queue.working)?.id) {
    context.report(`${path}.fields.${status}.default`, `a "${queue.working}" só um robô leva, ao reservar`);
  }
  if (minLease > usualLease || usualLease > maxLease) {
    context.report(
      `${place}.lease`, 'espera o menor, o usual e o maior tempo, nesta ordem',
    );
  }
  if (typeof queue.budget === 'object') {
    const {of, minutes} = queue.budget;
    const reference = fields[of];
    const field = reference?.kind === 'referencia' ? context.config.resources[reference.to]?.fields[minutes] : undefined;
    const {min = 0, max = Infinity} = (field ?? {min: 1, max: 1}) as {min?: number; max?: number};
    const maxMinutes = MAX_BUDGET_SECONDS / MINUTE_SECONDS;
    if (min < 1 || max > maxMinutes) {
      context.report(`${place}.budget.minutes`, `"${minutes}" precisa de "min" a partir de 1 e "max" até ${maxMinutes}, um dia`);
    }
  }
  if (!context.unreadablePlaces.has('profiles') && !listRobotProfiles(context.config).some(profile => scope[profile] !== undefined)) {
    context.report(place, `nenhum robô alcança ${name}: falta em "scope" um perfil com "robot"`);
  }
  checkCallMethod(context, `${place}.calls.reserve`, calls.reserve, false);
  checkCallMethod(context, `${place}.calls.counts`, calls.counts, true);
};

/** Reports a reading call that is not GET, and a writing one that is. */
export const checkCallMethod = (context: CheckContext, place: string, call: string | undefined, reads: boolean): void => {
  if (call === undefined || call.startsWith('GET ') === reads) return;
  context.report(place, reads ? `"${call}" não é uma chamada GET` : `"${call}" não pode ser GET: ela muda o que está gravado`);
};

const lifeCycleKeys = (resource: Resource): string[] =>
  [...statusResponseKeys(resource), ...(resource.status === undefined ? [] : [NEWEST_STEPS_KEY])];

/** Keys of an answer beside its fields must not be field names. */
const checkKeys = ({context, name, resource, path}: ResourceCheckContext): void => {
  const {actions} = resource;
  const fieldKeys = Object.entries(resource.fields).flatMap(([fieldName, field]) =>
    [fieldName, ...(field.kind === 'escolha' && field.nameAs !== undefined ? [field.nameAs] : [])]);
  const declared = listParts(resource);
  for (const [at, part] of declared.entries()) {
    const place = `${path}.${part.name}.as`;
    const isUsed = ['id', 'versao', 'acoes', ...lifeCycleKeys(resource), ...fieldKeys].includes(part.key);
    if (isUsed) context.report(place, `"${part.key}" já é um valor de ${name}: use outro nome em "as"`);
    const before = declared.slice(0, at).find(({key}) => key === part.key);
    if (before !== undefined) context.report(place, `"${part.key}" já é ${parts[before.name].noun}: use outro nome em "as"`);
  }
  if (actions !== undefined && fieldKeys.includes('acoes')) {
    context.report(`${path}.fields`, '"acoes" é o que se pode fazer com o registro: use outro nome');
  }
  for (const key of lifeCycleKeys(resource).filter(responseKey => fieldKeys.includes(responseKey))) {
    context.report(`${path}.fields`, `"${key}" é o que se lê de todo registro com "status": use outro nome`);
  }
};

const parts: Readonly<Record<PartName, {noun: string; check: (resourceContext: ResourceCheckContext) => void}>> = {
  template: {noun: 'o formulário', check: checkTemplate},
  files: {noun: 'os arquivos', check: checkFiles},
  queue: {noun: 'a fila', check: checkQueue},
};

export const checkParts = (resourceContext: ResourceCheckContext): void => {
  for (const part of listParts(resourceContext.resource)) parts[part.name].check(resourceContext);
  checkKeys(resourceContext);
};
