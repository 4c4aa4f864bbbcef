import type {FastifyInstance, FastifyRequest} from 'fastify';
import {hash as hashOf} from 'node:crypto';
import {LEASE_PATHS, LEASE_FILE_PATH, LEASE_FILES_PATH, leaseCall, listRobotProfiles} from '../../schema/queue.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {withSubmission, type SubmissionWork} from '../requestBody/submission.ts';
import {fillPath, parseEndpoint} from '../../schema/paths.ts';
import {invalid, notFound} from '../errors.ts';
import {sendFile} from '../http/sendFile.ts';
import {pathId, addRoute} from '../http/route.ts';
import {answer, headerParam, IDEMPOTENCY, LOCATION, type Call} from '../openapi/call.ts';
import {tagOf} from '../openapi/describedResource.ts';
import {arrayOf, asJson, ref, TEXT, type Json} from '../openapi/json.ts';
import {fileTypeSchema, multipartBody, singleFileBody} from '../openapi/multipart.ts';
import {completeComponent} from '../openapi/schemas.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {addOneFile} from '../parts/files/fileRules.ts';
import {fileSchemaName} from '../parts/files/filesDocument.ts';
import {filesJson, toFilesAnswer, findShownFile} from '../parts/files/fileRows.ts';
import {recordCallOptions} from '../parts/files/recordCallOptions.ts';
import {readPartRows} from '../parts/part.ts';
import {concludeLease, failLease, requireLease, releaseLease, renewLease} from './lease.ts';
import type {RobotQueue} from './robotQueue.ts';
import {concludeBody, failBody, parseBody, releaseBody, renewBody, renewedLease} from './callShapes.ts';

const TOKEN = 'x-lease-token';
const LEASE: Json = {...headerParam('X-Lease-Token', 'O `leaseToken` da reserva.'), required: true};
const tokenIn = ({headers}: FastifyRequest): string => String(headers[TOKEN] ?? '');
export const CALL_TAKES_NO_FILES = 'Esta chamada não recebe arquivos.';

export const CONCLUDE_FIELDS = ['leaseToken', 'comentario'];

/** Schemas and body parsers of the calls that the queue and the simulator share. */
export const leaseCallShapes = ({config, name, resource, queue}: RobotQueue) => {
  const [renewal, conclusion] = [renewBody(queue), jsonSchemaOf(concludeBody)];
  const wholeRecord = ref(completeComponent(name, resource));
  return {
    renew: {
      path: LEASE_PATHS.renew, answer: jsonSchemaOf(renewedLease), body: asJson(jsonSchemaOf(renewal)),
      read: ({body}: FastifyRequest) => parseBody(renewal, body),
    },
    conclude: {
      path: LEASE_PATHS.conclude, answer: wholeRecord,
      body: {...asJson(conclusion), ...(resource.files === undefined ? {} : multipartBody(config, resource, conclusion))},
      read: (request: FastifyRequest, data: RecordValues) => parseBody(concludeBody, {leaseToken: tokenIn(request) || undefined, ...data}),
    },
    fail: {
      path: LEASE_PATHS.fail, answer: wholeRecord, body: asJson(jsonSchemaOf(failBody)), read: (data: unknown) => parseBody(failBody, data),
    },
  };
};

export const leaseRoutes = (app: FastifyInstance, line: RobotQueue): void => {
  const {context, config, name, resource} = line;
  const {db} = context;
  const allowedProfiles = listRobotProfiles(config);
  const operation = (id: string, summary: string): Pick<Call, 'id' | 'tag' | 'summary' | 'allowedProfiles' | 'usesStandardStatuses'> =>
    ({id: `${name}.fila.${id}`, tag: tagOf(resource), summary, allowedProfiles, usesStandardStatuses: true});
  const {renew, conclude, fail} = leaseCallShapes(line);

  const recordId = (request: FastifyRequest): number => pathId(request.params);
  const readLease = (request: FastifyRequest) => requireLease(line, db, request.actor, recordId(request), tokenIn(request), false);
  /** Reads the lease by its header token. @throws Refusal VALIDACAO where the header is missing */
  const readLeaseByHeader = async (request: FastifyRequest) => {
    if (tokenIn(request) === '') {
      throw invalid([{campo: 'X-Lease-Token', mensagem: 'Falta o cabeçalho X-Lease-Token, com o leaseToken da reserva.'}]);
    }
    return readLease(request);
  };

  /** Runs the work once: the same call with the same lease repeats the first answer. */
  const runOnce = (request: FastifyRequest, takesFiles: boolean, fields: readonly string[], work: SubmissionWork, isInHeader = false) => {
    const {path} = parseEndpoint(request.routeOptions.config.call?.endpoint ?? 'POST rpa');
    return withSubmission(context, request, {
      fields, ...recordCallOptions(context, name, takesFiles, CALL_TAKES_NO_FILES), changedRecord: () => ({name, id: recordId(request)}),
      admit: async () => void await (isInHeader ? readLeaseByHeader(request) : readLease(request).catch(error => {
        // The token may be in the body, which is not read yet.
        if (tokenIn(request) !== '') throw error;
      })),
      fallbackKey: (data: RecordValues, hash: string) => {
        const token = typeof data['leaseToken'] === 'string' ? data['leaseToken'] : tokenIn(request);
        return hashOf('sha256', `${path} ${recordId(request)} ${token} ${hash}`);
      },
    }, work);
  };

  addRoute(app, {
    ...operation('renovar', 'Renova o lease'), endpoint: leaseCall(name, 'POST', renew.path), body: renew.body,
    description: 'Nunca além de `limiteAte`. O progresso é mostrado às pessoas.',
    answers: {200: answer('Até quando vale.', renew.answer)},
  }, request => {
    const {leaseToken, leaseSegundos, progresso} = renew.read(request);
    return renewLease(line, db, request.actor, recordId(request), leaseToken, leaseSegundos, progresso);
  });

  addRoute(app, {
    ...operation('concluir', 'Conclui'), endpoint: leaseCall(name, 'POST', conclude.path), parameters: [IDEMPOTENCY],
    description: 'Repetida igual, responde o mesmo.',
    body: conclude.body,
    answers: {200: answer('O registro como ficou.', conclude.answer)},
  }, async request => (await runOnce(request, true, CONCLUDE_FIELDS, (trx, actor, submission) => {
    const {leaseToken, comentario} = conclude.read(request, submission.data);
    const data = comentario === undefined ? {} : {comentario};
    return concludeLease(line, trx, actor, recordId(request), leaseToken, {...submission, data});
  })).body);

  addRoute(app, {
    ...operation('falhar', 'Falha'), endpoint: leaseCall(name, 'POST', fail.path), parameters: [IDEMPOTENCY],
    body: fail.body,
    description: 'NEGOCIO: uma pessoa tem de corrigir, e vê os itens de `campos` marcados. SISTEMA: tenta-se de novo mais tarde, até o '
      + 'limite da fila.',
    answers: {200: answer('O registro como ficou.', fail.answer)},
  }, async request => {
    const {body} = await runOnce(request, false, [], (trx, actor, {data}) =>
      failLease(line, trx, actor, recordId(request), fail.read(data)));
    context.mailSignal.wake();
    return body;
  });

  addRoute(app, {
    ...operation('liberar', 'Devolve sem contar como tentativa'), endpoint: leaseCall(name, 'POST', LEASE_PATHS.release),
    parameters: [IDEMPOTENCY], body: asJson(jsonSchemaOf(releaseBody)), answers: {200: answer('O registro como ficou.', fail.answer)},
  }, async request => (await runOnce(request, false, [], (trx, actor, {data}) =>
    releaseLease(line, trx, actor, recordId(request), parseBody(releaseBody, data).leaseToken))).body);

  if (resource.files === undefined) return;
  const file = ref(fileSchemaName(name));
  addRoute(app, {
    ...operation('arquivos.listar', 'Arquivos'), endpoint: leaseCall(name, 'GET', LEASE_FILES_PATH), parameters: [LEASE],
    answers: {200: answer('Do mais antigo ao mais novo.', arrayOf(file))},
  }, async request => {
    await readLeaseByHeader(request);
    return toFilesAnswer(await readPartRows(db, line, recordId(request), filesJson));
  });
  addRoute(app, {
    ...operation('arquivos.enviar', 'Acrescenta um arquivo'), endpoint: leaseCall(name, 'POST', LEASE_FILES_PATH),
    parameters: [LEASE, IDEMPOTENCY],
    body: singleFileBody({tipo: fileTypeSchema(config, resource)}, ['tipo']),
    answers: {201: answer('O arquivo, de origem RPA.', file, LOCATION)},
  }, async (request, reply) => {
    const {status, body} = await runOnce(request, true, ['tipo'], async (trx, actor, submission) => {
      const {row} = await requireLease(line, trx, actor, recordId(request), tokenIn(request));
      return addOneFile({config, name, resource, context, trx, actor, record: row, submission, id: row.id});
    }, true);
    const location = fillPath(parseEndpoint(leaseCall(name, 'GET', LEASE_FILE_PATH)).path, {id: recordId(request), idArquivo: body['id']});
    return reply.code(status).header('location', `/api/${location}`).send(body);
  });
  addRoute(app, {
    ...operation('arquivos.baixar', 'Baixa um arquivo'), endpoint: leaseCall(name, 'GET', LEASE_FILE_PATH), parameters: [LEASE],
    params: {idArquivo: {description: 'Id do arquivo.'}},
    answers: {200: {description: 'Os bytes, como anexo.', content: {'application/octet-stream': {}}, headers: {ETag: {schema: TEXT}}}},
  }, async (request, reply) => {
    await readLeaseByHeader(request);
    const stored = await findShownFile(db, line, pathId(request.params, 'idArquivo'));
    if (stored?.idRegistro !== recordId(request)) throw notFound();
    return sendFile(context.files, stored, request, reply);
  }, {compress: false});
};
