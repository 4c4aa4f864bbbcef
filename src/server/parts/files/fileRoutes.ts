/** Routes of a record's files: callers who may save the record may add and delete files, readers may download. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {sql, type Transaction} from 'kysely';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {MAX_INTEGER} from '../../../schema/fields/kinds.ts';
import {fileCallsOf, fileMessage, fileIdParam} from '../../../schema/parts.ts';
import {fillPath, parseEndpoint, pathParams} from '../../../schema/paths.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import type {FileMessageName} from '../../../schema/shapes/productMessages.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {profilesOfAction, findSavingAction} from '../../../schema/lifeCycle/workflow.ts';
import type {CallAnswer} from '../../idempotency.ts';
import {inspectSingleFile} from '../../requestBody/multipart.ts';
import {withSubmission, type Submission} from '../../requestBody/submission.ts';
import type {Actor, Context} from '../../context.ts';
import type {Tables} from '../../db/tables.ts';
import {changeRecord} from '../../db/changeRecord.ts';
import {invalid, notFound, Refusal} from '../../errors.ts';
import {attachmentHeaders, sendFile} from '../../http/sendFile.ts';
import {FILE_DELETED_STEP} from '../../history/steps.ts';
import {writeHistory} from '../../history/writeHistory.ts';
import {requireSelf, pathId, addRoute} from '../../http/route.ts';
import {sendStream} from '../../http/streaming.ts';
import {answer, IDEMPOTENCY, LOCATION, refusal, type Call} from '../../openapi/call.ts';
import {DELETED} from '../../openapi/describedResource.ts';
import {arrayOf, COUNT, ID, objectOf, ref, TEXT, type Json} from '../../openapi/json.ts';
import {fileTypeSchema, singleFileBody} from '../../openapi/multipart.ts';
import {profilesInWords} from '../../openapi/rulesInWords.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';
import {readStoredRow} from '../../rowScope/storedRow.ts';
import type {LockForUpdate} from '../part.ts';
import {addOneFile} from './fileRules.ts';
import {DOWNLOAD_ANSWERS, fileSchemaName} from './filesDocument.ts';
import {filesJson, hideFile, toFilesAnswer, findShownFile, listShownFiles} from './fileRows.ts';
import {recordCallOptions} from './recordCallOptions.ts';

const FILE_ID_PARAM = {description: 'Id do arquivo.'};

const ARCHIVE_ANSWERS: Call['answers'] = {
  200: {
    description: 'Um ZIP, como anexo, enquanto é lido: o que se interrompe termina numa conexão interrompida.',
    content: {'application/zip': {}}, headers: {'Content-Disposition': {schema: TEXT}},
  },
};

/** Upload body: file, type, and the record's id where the path has none. */
const uploadBody = (config: Config, resource: Resource): Json => {
  const {calls} = resource.files ?? {};
  const tipo = fileTypeSchema(config, resource);
  if (calls === undefined) return singleFileBody({tipo}, ['tipo']);
  const {record, repeats} = calls;
  const keys = {tipo, [record]: ID, ...(repeats === undefined ? {} : {[repeats]: ID})};
  const ignored = {idUsuario: {...COUNT, description: 'Ignorado: quem envia se sabe pelo token.'}};
  return singleFileBody({data: objectOf({...keys, ...ignored}, Object.keys(keys))}, ['data']);
};

const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isInteger(id) && id >= 1 && id <= MAX_INTEGER ? id : undefined;
};

export const fileRoutes = (
  app: FastifyInstance, context: Context, lockForUpdate: LockForUpdate, name: string, resource: Resource,
): void => {
  const {config, db} = context;
  const subject = {config, name, resource};
  const calls = fileCallsOf(name, resource);
  const {record = '', repeats} = resource.files?.calls ?? {};
  const sentence = (message: FileMessageName): string => fileMessage(config, resource, message);
  const {one} = resource.label;
  const file = ref(fileSchemaName(name));
  const tag = `Arquivos de ${resource.label.many.toLowerCase()}`;
  const {read} = resource.access;
  const [, saving] = findSavingAction(resource) ?? [];
  const profiles = profilesInWords(config, saving === undefined ? resource.access.update : profilesOfAction(saving));
  const params = {fileId: FILE_ID_PARAM, idArquivo: FILE_ID_PARAM};
  const operation = (id: string, summary: string): Pick<Call, 'id' | 'tag' | 'summary'> => ({id: `${name}.arquivos.${id}`, tag, summary});

  /** Finds a shown file of the record in the path, if the path has one. Callers check the row scope next. */
  const fileOf = async (request: FastifyRequest, endpoint: typeof calls.download) => {
    const stored = await findShownFile(db, subject, pathId(request.params, fileIdParam(endpoint)));
    const expectedId = pathParams(parseEndpoint(endpoint).path).includes('id') ? pathId(request.params) : stored?.idRegistro;
    if (stored === undefined || stored.idRegistro !== expectedId) throw notFound();
    return stored;
  };

  addRoute(app, {
    ...operation('listar', `Arquivos de ${one}`), endpoint: calls.list, allowedProfiles: read,
    answers: {200: answer('Do mais antigo ao mais novo.', arrayOf(file))},
  }, async request => {
    const files = sql`${filesJson(subject, RECORD_ALIAS)} as ${sql.ref('#files')}`;
    return toFilesAnswer((await readStoredRow(context, db, name, request.actor, pathId(request.params), false, [files]))['#files']);
  });

  if (calls.check !== undefined) {
    addRoute(app, {
      ...operation('validar', 'Diz se o arquivo seria aceito'), endpoint: calls.check,
      body: singleFileBody({tipo: fileTypeSchema(config, resource)}, []),
      answers: {200: answer('Seria aceito.', objectOf({valido: {type: 'boolean', const: true}}))},
    }, async request => {
      if (!(await inspectSingleFile(context, request))) throw invalid([{campo: 'file', mensagem: sentence('noFile')}]);
      return {valido: true};
    });
  }

  const isIdInPath = pathParams(parseEndpoint(calls.upload).path).includes('id');
  /** Locks the record of the path or the body; a record out of reach in the body is an invalid value (rules: Access 4). */
  const lockRecord = async (trx: Transaction<Tables>, actor: Actor, id: number | undefined): ReturnType<LockForUpdate> => {
    try {
      if (id === undefined) throw notFound();
      return await lockForUpdate(trx, name, actor, id);
    } catch (error) {
      const isBodyError = !isIdInPath && error instanceof Refusal && error.codigo === notFound().codigo;
      throw isBodyError ? invalid([{campo: record, mensagem: error.message}]) : error;
    }
  };
  const upload = async (trx: Transaction<Tables>, actor: Actor, id: number | undefined, submission: Submission): Promise<CallAnswer> => {
    const {data} = submission;
    const row = await lockRecord(trx, actor, id);
    if (repeats !== undefined && idIn(data[repeats]) !== row[repeats]) throw invalid([{campo: repeats, mensagem: sentence('noBranch')}]);
    return addOneFile({...subject, context, trx, actor, record: row, submission, id: row.id});
  };
  addRoute(app, {
    ...operation('enviar', `Acrescenta um arquivo a ${one}`), endpoint: calls.upload, profilesText: profiles, parameters: [IDEMPOTENCY],
    description: `Enquanto quem envia pode gravar o registro.${repeats === undefined ? '' : ` \`${repeats}\` é o do registro.`}`,
    body: uploadBody(config, resource), answers: {201: answer('O arquivo.', file, LOCATION), 404: refusal('NaoEncontrado')},
  }, async (request, reply) => {
    const recordIdOf = (data: RecordValues): number | undefined => (isIdInPath ? pathId(request.params) : idIn(data[record]));
    const {status, body} = await withSubmission(context, request, {
      fields: ['tipo', record, repeats ?? ''], ...recordCallOptions(context, name, true, ''),
      admit: async () => void (isIdInPath && await readStoredRow(context, db, name, request.actor, pathId(request.params))),
      changedRecord: data => {
        const id = recordIdOf(data);
        return id === undefined ? undefined : {name, id};
      },
    }, (trx, actor, submission) => upload(trx, actor, recordIdOf(submission.data), submission));
    const {path} = parseEndpoint(calls.download);
    const location = fillPath(path, {...(request.params as object), [fileIdParam(calls.download)]: body['id']});
    return reply.code(status).header('location', `/api/${location}`).send(body);
  });

  addRoute(app, {
    ...operation('excluir', `Exclui um arquivo de ${one}`), endpoint: calls.remove, profilesText: profiles, params, answers: {200: DELETED},
  }, async request => {
    const {actor} = request;
    const {id, idRegistro, nome} = await fileOf(request, calls.remove);
    await changeRecord(db, name, idRegistro, async trx => {
      await lockForUpdate(trx, name, actor, idRegistro, () => requireSelf(actor, (request.params as {idUsuario?: string}).idUsuario));
      if (!(await hideFile(trx, subject, actor, id))) throw notFound();
      const comentario = `Arquivo excluído: ${nome}.`;
      await writeHistory(trx, {recurso: name, id: idRegistro, actor, acao: FILE_DELETED_STEP, comentario});
    });
    return {id};
  });

  // Not compressed, because a range counts the file's own bytes.
  addRoute(app, {
    ...operation('baixar', `Baixa um arquivo de ${one}`), endpoint: calls.download, allowedProfiles: read, params,
    description: 'Aceita `Range` e `If-None-Match`.', answers: DOWNLOAD_ANSWERS,
  }, async (request, reply) => {
    const stored = await fileOf(request, calls.download);
    await readStoredRow(context, db, name, request.actor, stored.idRegistro);
    return sendFile(context.files, stored, request, reply);
  }, {compress: false});

  addRoute(app, {
    ...operation('baixarTodos', `Baixa todos os arquivos de ${one}`), endpoint: calls.archive, allowedProfiles: read,
    answers: ARCHIVE_ANSWERS,
  }, async (request, reply) => {
    const row = await readStoredRow(context, db, name, request.actor, pathId(request.params));
    const files = await listShownFiles(db, subject, row.id);
    // Imported on demand, because most processes never serve an archive.
    const {fitsZip, zipOf} = await import('./zip.ts');
    if (!fitsZip(files)) throw new Refusal('TAMANHO', sentence('archive'));
    const headers = {...attachmentHeaders(`${recordTitle(resource, row)}.zip`), 'content-type': 'application/zip'};
    return sendStream(request, reply, headers, zipOf(context.files, files));
  }, {compress: false});
};
