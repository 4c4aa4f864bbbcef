/** Routes that create, change and delete the records of a resource. */
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {profilesAllowedTo} from '../../schema/access.ts';
import {normaliseInteger} from '../../schema/fields/numberKinds.ts';
import {apiOf, fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import {idInput} from '../../schema/apiShapes.ts';
import {formMessages} from '../../schema/words/messages.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {issueFreshToken} from '../accounts/accounts.ts';
import {withSubmission, type SubmissionOptions} from '../requestBody/submission.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {partsOfResource} from '../engine/partRegistry.ts';
import {createRecord, isOwnUser, deleteRecord, saveRecord} from '../engine/writeRecord.ts';
import {invalid} from '../errors.ts';
import {pathId, requireOperation, addRoute, sendRecord, sentVersion} from '../http/route.ts';
import {answer, IDEMPOTENCY, IF_MATCH, LOCATION, refusal} from '../openapi/call.ts';
import {DELETED, allowedProfilesInWords} from '../openapi/describedResource.ts';
import {ID, objectOf, ref} from '../openapi/json.ts';
import {createComponent, updateComponent} from '../openapi/schemas.ts';
import {sentPasswordFields, recordCallOptions} from '../parts/files/recordCallOptions.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {bodyContent, savedAnswer, newestStepsParams, type ResourceDocument} from './resourceDocument.ts';

/** The id in a body where one call creates and changes; undefined: a new record. */
const idInBody = (data: RecordValues): number | undefined => {
  // Portals may send `id: 0` for a new record.
  const value = normaliseInteger(data['id']) ?? 0;
  if (value === 0) return undefined;
  const {data: id} = idInput.safeParse(value);
  if (id === undefined) throw invalid([{campo: 'id', mensagem: formMessages.invalid}]);
  return id;
};

export const writeRoutes = (app: FastifyInstance, context: EngineContext, tokens: Tokens, doc: ResourceDocument): void => {
  const {name, resource, describeCall, parts, completeRecord} = doc;
  const api = apiOf(name, resource);
  const isBoth = api.create !== undefined && api.create === api.update;
  const options: SubmissionOptions = {
    fields: [...Object.keys(resource.fields), ...partsOfResource(resource).map(({key}) => key), 'versao'],
    ...recordCallOptions(context, name, true, 'Este cadastro não recebe arquivos.'),
    passwords: {among: sentPasswordFields(resource), hash: tokens.passwordHash},
  };

  /** A saving action is checked after the record, so that a missing record answers 404 before 403. */
  const requireSaving = (request: FastifyRequest): void => {
    if (findSavingAction(resource) === undefined) requireOperation(resource, 'update', request);
  };

  const write = async (
    request: FastifyRequest, reply: FastifyReply, idOfCall: (data: RecordValues) => number | undefined,
  ): Promise<FastifyReply> => {
    const {actor} = request;
    let newToken: string | undefined;
    let ownPasswordChanged = false;
    const {status, body} = await withSubmission(context, request, {
      ...options,
      admit: async () => {
        const id = isBoth ? undefined : idOfCall({});
        if (id !== undefined) await readStoredRow(context, context.db, name, actor, id);
      },
      changedRecord: data => {
        const id = idOfCall(data);
        return id === undefined ? undefined : {name, id};
      },
    }, async (trx, caller, submission) => {
      const id = idOfCall(submission.data);
      if (id === undefined) {
        requireOperation(resource, 'create', request);
        return createRecord(context, trx, name, caller, submission);
      }
      requireSaving(request);
      const versao = sentVersion(request, submission.data);
      const {passwordChanged, ...answer} = await saveRecord(context, trx, name, caller, id, submission, versao);
      ownPasswordChanged = passwordChanged && isOwnUser(name, id, caller);
      return answer;
    });
    if (ownPasswordChanged) newToken = await issueFreshToken(context, tokens, actor);
    const isNew = status === 201;
    const notifies = resource.tells?.[isNew ? 'create' : 'update'] !== undefined;
    if (notifies || (isNew && context.hooks.records[name]?.afterCreate !== undefined)) context.mailSignal.wake();
    if (isNew) {
      const {path} = parseEndpoint(api.one ?? api.create ?? `GET ${name}`);
      const location = path.includes(':id') ? fillPath(path, {id: body['id']}) : `${path}/${String(body['id'])}`;
      void reply.code(201).header('location', `/api/${location}`);
    }
    return sendRecord(reply, newToken === undefined ? body : {...body, token: newToken});
  };

  const created = ref(createComponent(name));
  const changed = ref(updateComponent(name));
  if (api.create !== undefined) {
    const needs = parts.map(part => part.needs ?? '').filter(Boolean).join(' ');
    const {one: label} = resource.label;
    addRoute(app, {
      ...describeCall('criar', isBoth ? `Cria ou, com id, altera ${label}` : (resource.list.createLabel ?? `Cria ${label}`)),
      endpoint: api.create,
      ...(
        isBoth ? {profilesText: allowedProfilesInWords(doc, 'create')} : {
          allowedProfiles: profilesAllowedTo(resource, 'create'), profilesText: allowedProfilesInWords(doc, 'create'),
        }
      ),
      ...(needs === '' ? {} : {description: needs}),
      parameters: [...(isBoth ? [IF_MATCH, ...newestStepsParams(doc)] : []), IDEMPOTENCY],
      body: bodyContent(doc, isBoth ? {anyOf: [{allOf: [objectOf({id: ID}), changed]}, created]} : created, 'create'),
      answers: {
        201: answer('O registro criado.', completeRecord, LOCATION), ...(isBoth && {200: savedAnswer(doc), 404: refusal('NaoEncontrado')}),
      },
    }, (request, reply) => write(request, reply, isBoth ? idInBody : () => undefined));
  }
  if (api.update !== undefined && !isBoth) {
    addRoute(app, {
      ...describeCall('alterar', `Altera ${resource.label.one}`), endpoint: api.update, profilesText: allowedProfilesInWords(doc, 'update'),
      parameters: [
        IF_MATCH, IDEMPOTENCY, ...newestStepsParams(doc),
      ], body: bodyContent(doc, changed, 'update'), answers: {200: savedAnswer(doc)},
    }, (request, reply) => {
      requireSaving(request);
      const id = pathId(request.params);
      return write(request, reply, () => id);
    });
  }
  // A resource that no profile may delete has no such route.
  if (api.delete !== undefined && resource.access.delete.length > 0) {
    addRoute(app, {
      ...describeCall('excluir', `Exclui ${resource.label.one}`), endpoint: api.delete,
      allowedProfiles: profilesAllowedTo(resource, 'delete'),
      profilesText: allowedProfilesInWords(doc, 'delete'),
      description: 'O registro deixa de aparecer; o que outros registros e históricos citam permanece.',
      parameters: [IF_MATCH], answers: {200: DELETED},
    }, async request => {
      const id = pathId(request.params);
      await deleteRecord(context, name, request.actor, id, sentVersion(request, {}));
      return {id};
    });
  }
};
