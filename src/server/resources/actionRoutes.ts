/** Routes of a resource's actions, and of the options for their asks. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {conditionReason} from '../../schema/conditions/evaluate.ts';
import {optionsCall} from '../../schema/lifeCycle/answers.ts';
import {askedFields} from '../../schema/lifeCycle/asks.ts';
import {OTHER_IDS_PARAM, MAX_BULK_RECORDS} from '../../schema/words/bulk.ts';
import type {Action, Config, Endpoint, Resource} from '../../schema/shapes/config.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {accessEntriesByStatus, profilesOfAction, findSavingAction, listTargetStatuses} from '../../schema/lifeCycle/workflow.ts';
import {withSubmission} from '../requestBody/submission.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {hasEffects} from '../engine/actionEffects.ts';
import {runAction, ACTION_TAKES_NO_FILES} from '../engine/runAction.ts';
import {choosablePredicate, choosableForAllPredicate} from '../engine/choosableRecords.ts';
import {checkActionProfile} from '../engine/accessChecks.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {forbidden, notFound} from '../errors.ts';
import {requireSelf, pathId, addRoute, sendRecord, sentVersion} from '../http/route.ts';
import {optionParams, optionRow, optionsAnswer} from '../lists/options/optionsDocument.ts';
import {sendOptions} from '../lists/options/options.ts';
import {readAlsoIds} from '../lists/options/optionsQuery.ts';
import type {BatchQueue} from '../lists/batches.ts';
import {answer, EXTENSION, IDEMPOTENCY, IF_MATCH, queryParam} from '../openapi/call.ts';
import type {DescribedResource} from '../openapi/describedResource.ts';
import {bodyField} from '../openapi/fields.ts';
import {asJson, ID, objectOf, type Json} from '../openapi/json.ts';
import {multipartBody} from '../openapi/multipart.ts';
import {VERSION} from '../openapi/schemas.ts';
import {joinWithOr, entryInWords, profilesInWords} from '../openapi/rulesInWords.ts';
import {recordCallOptions} from '../parts/files/recordCallOptions.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {newestStepsParams, withNewestSteps, type ResourceDocument} from './resourceDocument.ts';

const statusName = (resource: Resource, key: string): string => statusByKey(resource, key)?.name ?? key;

const targetInWords = (resource: Resource, action: Action): string => {
  const {to} = action;
  if (typeof to === 'object') {
    return `Leva a ${statusName(resource, to.then)}, ou a ${statusName(resource, to.else)} quando: ${conditionReason(resource, to.when)}`;
  }
  const targets = listTargetStatuses(action).map(key => statusName(resource, key));
  if (targets.length > 0) return `Leva a ${joinWithOr(targets)}.`;
  return resource.status === undefined ? '' : 'O status não muda.';
};

/** The effects of an action on other records. */
const effectsInWords = ({resources}: Config, {fields}: Resource, {does = [], creates = {}}: Action): string[] => {
  const actions = does.flatMap(({on, action}) => {
    const field = fields[on];
    const target = field?.kind === 'referencia' ? resources[field.to] : undefined;
    return field === undefined || target === undefined ? [] : [`“${target.actions?.[action]?.label ?? action}” em ${field.label}`];
  });
  const created = Object.keys(creates).map(name => resources[name]?.label.one ?? name);
  return [
    ...(actions.length === 0 ? [] : [`Faz também: ${actions.join(', ')}. Se isso for recusado, nada acontece.`]),
    ...(created.length === 0 ? [] : [`Cria também: ${created.join(', ')}. Se isso for recusado, nada acontece.`]),
  ];
};

/** Profiles, statuses left and entered, and needs of an action, as the API document describes them (rules: Tickets 8). */
const actionInWords = ({config, resource}: DescribedResource, action: Action): string => {
  const from = Object.entries(accessEntriesByStatus(resource, action)).map(([status, entries]) =>
    `- de ${statusName(resource, status)}: ${entries.map(entry => entryInWords(config, entry, resource)).join(', ')}`);
  const needs = action.needs === undefined ? '' : `Recusada quando: ${action.needs.map(name => conditionReason(resource, name)).join(' ')}`;
  return [from.join('\n'), targetInWords(resource, action), ...effectsInWords(config, resource, action), needs]
    .filter(part => part !== '').join('\n\n');
};

const bodySchema = ({config, resource}: DescribedResource, action: Action): Json => {
  const asks = action.asks ?? {};
  const withAsks = {...resource, fields: {...resource.fields, ...asks}};
  const properties = Object.fromEntries(Object.entries(asks).map(([name, field]) => [name, bodyField(config, withAsks, field)]));
  const required = Object.keys(asks).filter(name => asks[name]?.required === true && asks[name].default === undefined);
  return objectOf({...properties, versao: VERSION}, required);
};

const bodyContent = (doc: DescribedResource, action: Action): Json => {
  const schema = bodySchema(doc, action);
  if (action.files === undefined) return asJson(schema);
  const multipart = multipartBody(doc.config, doc.resource, schema, action.files === 'required' ? ['files', 'tipos'] : []);
  return action.files === 'required' ? multipart : {...asJson(schema), ...multipart};
};

/** Reads the record, and refuses foreign user ids and profiles that may never run the action, before the body is read. */
const readForAction = async (context: EngineContext, request: FastifyRequest, name: string, action: Action) => {
  checkActionProfile(action, request.actor);
  const row = await readStoredRow(context, context.db, name, request.actor, pathId(request.params));
  requireSelf(request.actor, selfIn(request));
  if (!profilesOfAction(action).includes(request.actor.perfil)) throw forbidden();
  return row;
};
const selfIn = ({params}: FastifyRequest): string | undefined => (params as {idUsuario?: string}).idUsuario;

const actRoute = (
  app: FastifyInstance, context: EngineContext, doc: ResourceDocument, [actionName, action]: [string, Action], endpoint: Endpoint,
  id: string,
): void => {
  const {config, name, describeCall, completeRecord} = doc;
  const description = actionInWords(doc, action);
  addRoute(app, {
    ...describeCall(id, action.label), endpoint, profilesText: profilesInWords(config, profilesOfAction(action)),
    ...(description === '' ? {} : {description}),
    parameters: [IF_MATCH, IDEMPOTENCY, ...newestStepsParams(doc)],
    body: bodyContent(doc, action),
    ...(action.files === 'required' || Object.values(action.asks ?? {}).some(({required}) => required !== undefined)
      ? {} : {bodyOptional: true}),
    answers: {200: answer('O registro como ficou.', withNewestSteps(doc, completeRecord))},
  }, async (request, reply) => {
    const recordId = pathId(request.params);
    const {body} = await withSubmission(context, request, {
      fields: [...Object.keys(action.asks ?? {}), 'versao'],
      ...recordCallOptions(context, name, action.files !== undefined, ACTION_TAKES_NO_FILES),
      admit: async () => void await readForAction(context, request, name, action),
      changedRecord: () => ({name, id: recordId}),
    }, (trx, actor, submission) => runAction(context, trx, actor, {
      name, actionName, action, id: recordId, submission, versao: sentVersion(request, submission.data), idUsuario: selfIn(request),
    }));
    if (action.sends !== undefined || action.tells !== undefined || hasEffects(action)) context.mailSignal.wake();
    return sendRecord(reply, body);
  });
};

/** Options of an asked reference: `[{id, nome}]`. `campo` selects the ask, `tambem` the further records of a bulk action. */
const optionsRoute = (
  app: FastifyInstance, context: EngineContext, turns: BatchQueue, doc: ResourceDocument, key: string, action: Action,
): void => {
  const {config, name, resource, describeCall} = doc;
  const references = Object.entries(askedFields(resource, action))
    .flatMap(([campo, field]) => (field.kind === 'referencia' ? [{campo, field}] : []));
  const [first] = references;
  if (first === undefined) return;
  addRoute(app, {
    ...describeCall(`${key}.opcoes`, `Opções de ${first.field.label}`), endpoint: optionsCall(action),
    profilesText: profilesInWords(config, profilesOfAction(action)),
    parameters: [...optionParams(ID), ...(action.bulk === undefined ? [] : [
      queryParam(OTHER_IDS_PARAM, {type: 'array', items: ID, maxItems: MAX_BULK_RECORDS},
        'Só as que servem também para estes outros registros, repetido ou separados por vírgula.', EXTENSION),
    ])],
    answers: optionsAnswer(optionRow(config, resourceOf(config, first.field.to))),
  }, async (request, reply) => {
    const row = await readForAction(context, request, name, action);
    const {campo = first.campo} = request.query as {campo?: unknown};
    const chosen = references.find(reference => reference.campo === campo);
    if (chosen === undefined) throw notFound();
    const recordContext = {config, name, resource, row};
    const also = readAlsoIds(request.query);
    return sendOptions(context, turns, request, reply, {
      name: chosen.field.to,
      where: actor => [
        choosablePredicate({...recordContext, actor}, chosen.campo, chosen.field, row, 't'),
        ...(also.length === 0 ? [] : [choosableForAllPredicate({...recordContext, actor}, chosen.campo, chosen.field, also, 't')]),
      ],
    });
  });
};

export const actionRoutes = (app: FastifyInstance, context: EngineContext, turns: BatchQueue, doc: ResourceDocument): void => {
  const [saving] = findSavingAction(doc.resource) ?? [];
  for (const [key, action] of Object.entries(doc.resource.actions ?? {})) {
    if (key === saving) continue;
    for (const [index, endpoint] of [action.call, ...(action.also ?? [])].entries()) {
      actRoute(app, context, doc, [key, action], endpoint, index === 0 ? key : `${key}.${index + 1}`);
    }
    optionsRoute(app, context, turns, doc, key, action);
  }
};
