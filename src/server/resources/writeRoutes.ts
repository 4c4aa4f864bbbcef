/** The calls that create, change and delete the records of a resource. */
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {whoMay} from '../../schema/access.ts';
import {numeric} from '../../schema/fields/numbers.ts';
import {apiOf, fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {savingOf} from '../../schema/lifeCycle/workflow.ts';
import {sentId} from '../../schema/wire.ts';
import {formWords} from '../../schema/words/messages.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {freshToken} from '../accounts/users.ts';
import {withSubmission, type Taken} from '../calls/submission.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {partsOf} from '../engine/parts.ts';
import {createRecord, isOwn, removeRecord, saveRecord} from '../engine/write.ts';
import {invalid} from '../errors.ts';
import {idOf, requireMay, route, sendRecord, versionSent} from '../http/route.ts';
import {answer, IDEMPOTENCY, IF_MATCH, LOCATION, refusal} from '../openapi/call.ts';
import {DELETED, mayInWords} from '../openapi/described.ts';
import {ID, objectOf, ref} from '../openapi/json.ts';
import {createName, updateName} from '../openapi/schemas.ts';
import {passwordsIn, takenOf} from '../parts/files/taken.ts';
import {storedRow} from '../reach/storedRow.ts';
import {contentOf, savedAnswer, stepParams, type Told} from './document.ts';

/** The id that a body names where creating and changing are one call; none for a new record. */
const idInBody = (data: Values): number | undefined => {
  // Other portals send 0 for a new one.
  const sent = numeric(data['id']) ?? 0;
  if (sent === 0) return undefined;
  const {data: id} = sentId.safeParse(sent);
  if (id === undefined) throw invalid([{campo: 'id', mensagem: formWords.invalid}]);
  return id;
};

export const writeRoutes = (app: FastifyInstance, context: EngineContext, tokens: Tokens, told: Told): void => {
  const {name, resource, call, parts, whole} = told;
  const api = apiOf(name, resource);
  const isBoth = api.create !== undefined && api.create === api.update;
  const taken: Taken = {
    fields: [...Object.keys(resource.fields), ...partsOf(resource).map(({key}) => key), 'versao'],
    ...takenOf(context, name, true, 'Este cadastro não recebe arquivos.'),
    passwords: {among: passwordsIn(resource), hash: tokens.passwordHash},
  };

  /** Where saving is an action, whether the record is there comes before whether the caller may. */
  const requireSaving = (request: FastifyRequest): void => {
    if (savingOf(resource) === undefined) requireMay(resource, 'update', request);
  };

  /** Creates a record, or changes the one that `idOfCall` names. */
  const write = async (
    request: FastifyRequest, reply: FastifyReply, idOfCall: (data: Values) => number | undefined,
  ): Promise<FastifyReply> => {
    const {actor} = request;
    let newToken: string | undefined;
    let signsAnew = false;
    const {status, body} = await withSubmission(context, request, {
      ...taken,
      admit: async () => {
        const id = isBoth ? undefined : idOfCall({});
        if (id !== undefined) await storedRow(context, context.db, name, actor, id);
      },
      changes: data => {
        const id = idOfCall(data);
        return id === undefined ? undefined : {name, id};
      },
    }, async (trx, caller, submission) => {
      const id = idOfCall(submission.data);
      if (id === undefined) {
        requireMay(resource, 'create', request);
        return createRecord(context, trx, name, caller, submission);
      }
      requireSaving(request);
      const versao = versionSent(request, submission.data);
      const {passwordChanged, ...answer} = await saveRecord(context, trx, name, caller, id, submission, versao);
      signsAnew = passwordChanged && isOwn(name, id, caller);
      return answer;
    });
    if (signsAnew) newToken = await freshToken(context, tokens, actor);
    const isNew = status === 201;
    const tells = resource.tells?.[isNew ? 'create' : 'update'] !== undefined;
    if (tells || (isNew && context.hooks.records[name]?.afterCreate !== undefined)) context.mail.ring();
    if (isNew) {
      const {path} = parseEndpoint(api.one ?? api.create ?? `GET ${name}`);
      const location = path.includes(':id') ? fillPath(path, {id: body['id']}) : `${path}/${String(body['id'])}`;
      void reply.code(201).header('location', `/api/${location}`);
    }
    return sendRecord(reply, newToken === undefined ? body : {...body, token: newToken});
  };

  const created = ref(createName(name));
  const changed = ref(updateName(name));
  if (api.create !== undefined) {
    const needs = parts.map(part => part.needs ?? '').filter(Boolean).join(' ');
    const {one} = resource.label;
    route(app, {
      ...call('criar', isBoth ? `Cria ou, com id, altera ${one}` : (resource.list.createLabel ?? `Cria ${one}`)), endpoint: api.create,
      ...(isBoth ? {profiles: mayInWords(told, 'create')} : {may: whoMay(resource, 'create'), profiles: mayInWords(told, 'create')}),
      ...(needs === '' ? {} : {description: needs}),
      parameters: [...(isBoth ? [IF_MATCH, ...stepParams(told)] : []), IDEMPOTENCY],
      body: contentOf(told, isBoth ? {anyOf: [{allOf: [objectOf({id: ID}), changed]}, created]} : created, 'create'),
      answers: {201: answer('O registro criado.', whole, LOCATION), ...(isBoth && {200: savedAnswer(told), 404: refusal('NaoEncontrado')})},
    }, (request, reply) => write(request, reply, isBoth ? idInBody : () => undefined));
  }
  if (api.update !== undefined && !isBoth) {
    route(app, {
      ...call('alterar', `Altera ${resource.label.one}`), endpoint: api.update, profiles: mayInWords(told, 'update'),
      parameters: [IF_MATCH, IDEMPOTENCY, ...stepParams(told)], body: contentOf(told, changed, 'update'), answers: {200: savedAnswer(told)},
    }, (request, reply) => {
      requireSaving(request);
      const id = idOf(request.params);
      return write(request, reply, () => id);
    });
  }
  // Of what nobody deletes there is no such call.
  if (api.delete !== undefined && resource.access.delete.length > 0) {
    route(app, {
      ...call('excluir', `Exclui ${resource.label.one}`), endpoint: api.delete, may: whoMay(resource, 'delete'),
      profiles: mayInWords(told, 'delete'),
      description: 'O registro deixa de aparecer; o que outros registros e históricos citam permanece.',
      parameters: [IF_MATCH], answers: {200: DELETED},
    }, async request => {
      const id = idOf(request.params);
      await removeRecord(context, name, request.actor, id, versionSent(request, {}));
      return {id};
    });
  }
};
